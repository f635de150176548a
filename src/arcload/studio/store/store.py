"""Plans and their versions in one SQLite file."""

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arcload.model.errors import counted
from arcload.studio.errors import Conflict, TooMany, Unknown
from arcload.studio.store.opened import opened
from arcload.studio.store.packed import as_json, packed, unpacked
from arcload.studio.store.rows import LIVE, PlanRow, State, VersionRow

_VERSION = (
    "plan, number, name, state, message, created, started, ended, options, start, cost, "
    "lower_bound, status, seconds, iterations, summary"
)
_PLAN = (
    "id, name, created, changed, source, notes, facts, edits, revision, problem, "
    "today IS NOT NULL AS today"
)
_IS_LIVE = f"state IN {LIVE}"


class Store:
    """Plans and their versions, kept in a file.

    Every change is in the file when its method returns: a server that is killed loses nothing.
    Only one server has a file open. Methods may be called from any thread; they take turns.

    Parameters
    ----------
    path
        The file, made where it is not there. What is queued or running in it was cut short by
        the end of an earlier server, and becomes interrupted.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._base = opened(path)
        with self._change() as base:
            base.execute(
                f"UPDATE versions SET state = 'interrupted', ended = ? WHERE {_IS_LIVE}",
                (time.time(),),
            )

    def close(self) -> None:
        """Let another server have the file."""
        with self._lock:
            self._base.close()

    # Plans

    def add_plan(
        self, name: str, base: str, *, source: str, notes: Sequence[str], facts: Mapping[str, Any]
    ) -> str:
        """Keep a new plan and return its id.

        Parameters
        ----------
        name
            What the user calls it.
        base
            JSON text of its instance.
        source
            The file that it was made of.
        notes
            What the reader of that file had to say.
        facts
            What is shown of the instance.
        """
        plan, now = secrets.token_hex(6), time.time()
        row = (plan, name, now, now, source, as_json(notes), as_json(facts), packed(base), "{}")
        with self._change() as connection:
            connection.execute(
                "INSERT INTO plans (id, name, created, changed, source, notes, facts, base, edits) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
        return plan

    def plans(self) -> list[PlanRow]:
        """Return all plans, the newest first."""
        with self._lock:
            rows = self._base.execute(f"SELECT {_PLAN} FROM plans ORDER BY rowid DESC").fetchall()
            return [self._plan_row(row) for row in rows]

    def plan(self, plan: str) -> PlanRow:
        """Return a plan."""
        with self._lock:
            return self._plan_row(self._of_plan(plan, _PLAN))

    def base(self, plan: str) -> str:
        """Return the JSON text of a plan's instance as it was read."""
        return unpacked(self._of_plan(plan, "base")["base"])

    def rename_plan(self, plan: str, name: str) -> None:
        """Give a plan another name."""
        self._update_plan(plan, name=name)

    def remove_plan(self, plan: str) -> None:
        """Remove a plan and its versions."""
        with self._change() as base:
            if not base.execute("DELETE FROM plans WHERE id = ?", (plan,)).rowcount:
                raise _no_plan(plan)

    def set_edits(
        self, plan: str, edits: Mapping[str, Any], *, problem: str | None, facts: Mapping[str, Any]
    ) -> None:
        """Keep what was changed in a plan.

        Parameters
        ----------
        plan
            Its id.
        edits
            What was changed, all of it.
        problem
            Why no plan is possible with it; None where one is.
        facts
            What is shown of the instance with these edits.
        """
        with self._change() as base:
            self._update_plan(plan, edits=as_json(edits), problem=problem, facts=as_json(facts))
            base.execute("UPDATE plans SET revision = revision + 1 WHERE id = ?", (plan,))

    def today(self, plan: str) -> dict[str, Any] | None:
        """Return today's route of a plan."""
        packed = self._of_plan(plan, "today")["today"]
        return None if packed is None else json.loads(unpacked(packed))

    def set_today(self, plan: str, today: Mapping[str, Any] | None) -> None:
        """Keep today's route of a plan, or forget it."""
        self._update_plan(plan, today=None if today is None else packed(as_json(today)))

    # Versions

    def add_version(
        self, plan: str, *, name: str, options: Mapping[str, Any], start: int | None, most: int
    ) -> int:
        """Add a version of the plan as it is now, queued, and return its number.

        Parameters
        ----------
        plan, name
            Of which plan, and what the user calls it.
        options
            How it is solved.
        start
            The version it goes on from.
        most
            How many may wait, of all plans.
        """
        with self._change() as base:
            edits = self._of_plan(plan, "edits")["edits"]
            if start is not None and self._of_version(plan, start, "result")["result"] is None:
                raise Conflict(f"version {start} has no result to go on from")
            states = base.execute(f"SELECT plan, state FROM versions WHERE {_IS_LIVE}").fetchall()
            if any(row["plan"] == plan for row in states):
                raise Conflict("this plan is being solved already; stop that first, or wait")
            if sum(row["state"] == "queued" for row in states) >= most:
                wait = f"{counted(most, 'solve')} {'is' if most == 1 else 'are'} waiting"
                raise TooMany(f"{wait}, which is the most; try again later")
            (last,) = base.execute(
                "SELECT coalesce(max(number), 0) FROM versions WHERE plan = ?", (plan,)
            ).fetchone()
            base.execute(
                "INSERT INTO versions "
                "(plan, number, name, state, created, options, start, edits, summary) "
                "VALUES (?, ?, ?, 'queued', ?, ?, ?, ?, '{}')",
                (plan, last + 1, name, time.time(), as_json(options), start, edits),
            )
            self._touch(plan)
        return int(last) + 1

    def queued(self) -> list[str]:
        """Return the plans that wait to be solved, the next one first."""
        with self._lock:
            rows = self._base.execute(
                "SELECT plan FROM versions WHERE state = 'queued' ORDER BY rowid"
            )
            return [row["plan"] for row in rows]

    def versions(self, plan: str) -> list[VersionRow]:
        """Return the versions of a plan, the first one first."""
        with self._lock:
            self._of_plan(plan, "id")
            rows = self._base.execute(
                f"SELECT {_VERSION} FROM versions WHERE plan = ? ORDER BY number", (plan,)
            )
            return [_version_row(row) for row in rows]

    def version(self, plan: str, number: int) -> VersionRow:
        """Return a version."""
        return _version_row(self._of_version(plan, number, _VERSION))

    def edits_of(self, plan: str, number: int) -> dict[str, Any]:
        """Return what was changed in the plan when a version was made."""
        edits: dict[str, Any] = json.loads(self._of_version(plan, number, "edits")["edits"])
        return edits

    def result(self, plan: str, number: int) -> str | None:
        """Return the text of the result file of a version's best plan."""
        return _text(self._of_version(plan, number, "result")["result"])

    def drawing(self, plan: str, number: int) -> str | None:
        """Return the JSON text of the routes of a version's best plan on the map."""
        return _text(self._of_version(plan, number, "drawing")["drawing"])

    def history(
        self, plan: str, number: int
    ) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """Return (seconds, cost) of each better plan, and (seconds, bound) of each better bound."""
        with self._lock:
            rows = self._base.execute(
                "SELECT seconds, cost, bound FROM points WHERE plan = ? AND number = ? "
                "ORDER BY rowid",
                (plan, number),
            ).fetchall()
        costs = [(row["seconds"], row["cost"]) for row in rows if row["cost"] is not None]
        bounds = [(row["seconds"], row["bound"]) for row in rows if row["bound"] is not None]
        return costs, bounds

    def rename_version(self, plan: str, number: int, name: str) -> None:
        """Give a version another name."""
        self._update_version(plan, number, name=name)

    def remove_version(self, plan: str, number: int) -> None:
        """Remove a version that has ended."""
        with self._change() as base:
            if self.version(plan, number).live:
                raise Conflict(f"version {number} is being solved; stop that first")
            base.execute("DELETE FROM versions WHERE plan = ? AND number = ?", (plan, number))
            self._touch(plan)

    # A solve

    def begin(self, plan: str, number: int) -> None:
        """Say that a version is being solved from now on."""
        self._update_version(plan, number, state="running", started=time.time())

    def save_best(
        self,
        plan: str,
        number: int,
        *,
        result: str,
        drawing: str,
        summary: Mapping[str, Any],
        cost: float,
        seconds: float,
        iterations: int,
        lower_bound: float | None,
    ) -> None:
        """Keep a better plan.

        Parameters
        ----------
        plan, number
            Of which version.
        result, drawing
            JSON texts: the result file, and the routes on the map.
        summary
            Its totals.
        cost, seconds, iterations, lower_bound
            As in `Result`; a bound that is None is as it was before.
        """
        with self._change():
            self._update_version(
                plan,
                number,
                result=packed(result),
                drawing=packed(drawing),
                summary=as_json(summary),
                cost=cost,
                seconds=seconds,
                iterations=iterations,
            )
            self._add_point(plan, number, seconds, cost=cost)
            if lower_bound is not None:
                self.save_bound(plan, number, lower_bound=lower_bound, seconds=seconds)

    def save_bound(self, plan: str, number: int, *, lower_bound: float, seconds: float) -> None:
        """Keep a better lower bound, and the seconds after which it was there."""
        with self._change():
            before = self.version(plan, number).lower_bound
            if before is None or lower_bound > before:
                self._update_version(plan, number, lower_bound=lower_bound)
                self._add_point(plan, number, seconds, bound=lower_bound)

    def end(
        self,
        plan: str,
        number: int,
        state: State,
        *,
        message: str | None = None,
        status: str | None = None,
    ) -> None:
        """Say how the solve of a version ended.

        Parameters
        ----------
        plan, number
            Of which version.
        state
            How.
        message
            Why, if it failed.
        status
            What is known of its best plan, as in `Result`.
        """
        own = {"state": state, "message": message, "ended": time.time()}
        self._update_version(plan, number, **own, **({} if status is None else {"status": status}))

    # Rows

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Let all changes inside come into the file together, or none of them."""
        with self._lock:
            if self._base.in_transaction:  # a part of a larger change
                yield self._base
                return
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def _of_plan(self, plan: str, columns: str) -> sqlite3.Row:
        with self._lock:
            found = self._base.execute(f"SELECT {columns} FROM plans WHERE id = ?", (plan,))
            row: sqlite3.Row | None = found.fetchone()
        if row is None:
            raise _no_plan(plan)
        return row

    def _of_version(self, plan: str, number: int, columns: str) -> sqlite3.Row:
        with self._lock:
            row: sqlite3.Row | None = self._base.execute(
                f"SELECT {columns} FROM versions WHERE plan = ? AND number = ?", (plan, number)
            ).fetchone()
            if row is None:
                self._of_plan(plan, "id")
                raise Unknown(f"this plan has no version {number}")
        return row

    def _plan_row(self, row: sqlite3.Row) -> PlanRow:
        newest, best = (
            self._base.execute(
                f"SELECT {_VERSION} FROM versions WHERE plan = ? {more} "
                "ORDER BY number DESC LIMIT 1",
                (row["id"],),
            ).fetchone()
            for more in ("", "AND result IS NOT NULL")
        )
        (count,) = self._base.execute(
            "SELECT count(*) FROM versions WHERE plan = ?", (row["id"],)
        ).fetchone()
        (ahead,) = self._base.execute(
            "SELECT count(*) FROM versions WHERE state = 'queued' AND rowid < "
            "(SELECT rowid FROM versions WHERE state = 'queued' AND plan = ?)",
            (row["id"],),
        ).fetchone()
        own = dict(row)
        own |= {name: json.loads(own[name]) for name in ("notes", "facts", "edits")}
        return PlanRow(
            **own | {"today": bool(own["today"])},
            newest=None if newest is None else _version_row(newest),
            best=None if best is None else _version_row(best),
            count=count,
            ahead=ahead if newest is not None and newest["state"] == "queued" else None,
        )

    def _update_plan(self, plan: str, **columns: Any) -> None:
        columns["changed"] = time.time()
        names = ", ".join(f"{name} = ?" for name in columns)
        with self._change() as base:
            values = (*columns.values(), plan)
            if not base.execute(f"UPDATE plans SET {names} WHERE id = ?", values).rowcount:
                raise _no_plan(plan)

    def _update_version(self, plan: str, number: int, **columns: Any) -> None:
        names = ", ".join(f"{name} = ?" for name in columns)
        with self._change() as base:
            self._of_version(plan, number, "number")
            base.execute(
                f"UPDATE versions SET {names} WHERE plan = ? AND number = ?",
                (*columns.values(), plan, number),
            )
            self._touch(plan)

    def _add_point(
        self,
        plan: str,
        number: int,
        seconds: float,
        *,
        cost: float | None = None,
        bound: float | None = None,
    ) -> None:
        self._base.execute(
            "INSERT INTO points (plan, number, seconds, cost, bound) VALUES (?, ?, ?, ?, ?)",
            (plan, number, seconds, cost, bound),
        )

    def _touch(self, plan: str) -> None:
        self._base.execute("UPDATE plans SET changed = ? WHERE id = ?", (time.time(), plan))


def _version_row(row: sqlite3.Row) -> VersionRow:
    own = dict(row)
    return VersionRow(**own | {name: json.loads(own[name]) for name in ("options", "summary")})


def _no_plan(plan: str) -> Unknown:
    return Unknown(f"there is no plan {plan!r}")


def _text(blob: bytes | None) -> str | None:
    return None if blob is None else unpacked(blob)
