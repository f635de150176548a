"""Plans and versions as the store gives them."""

from dataclasses import dataclass
from typing import Any, Literal

from arcload.studio.store.gap_facts import gap_facts

State = Literal["queued", "running", "done", "stopped", "failed", "interrupted"]
"""What a version may be in."""

LIVE: tuple[State, ...] = ("queued", "running")
"""States that end by themselves."""


@dataclass(frozen=True, kw_only=True)
class VersionRow:
    """One solve of a plan.

    Parameters
    ----------
    plan, number, name
        Which: the id of its plan, 1, 2, ..., and what the user calls it.
    state, message
        How far it is; why it failed.
    created, started, ended
        When, in seconds since 1970; None for what has not happened.
    options, start
        How it is solved; the number of the version it goes on from.
    cost, lower_bound, status, seconds, iterations, summary
        Of the best plan so far, as in `Result`.
    """

    plan: str
    number: int
    name: str
    state: State
    message: str | None
    created: float
    started: float | None
    ended: float | None
    options: dict[str, Any]
    start: int | None
    cost: float | None
    lower_bound: float | None
    status: str | None
    seconds: float | None
    iterations: int | None
    summary: dict[str, Any]

    @property
    def gap_facts(self) -> dict[str, Any]:
        """How far it may be from the best plan; see `gap_facts`."""
        return gap_facts(self.cost, self.lower_bound, self.options.get("method", "auto"))

    @property
    def live(self) -> bool:
        """Whether it waits or runs."""
        return self.state in LIVE


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """A network with its settings, edits and versions.

    Parameters
    ----------
    id, name, created, changed
        Which, and when.
    source, notes
        The file it was made of, and what its reader had to say.
    facts
        What is shown of the instance with its edits.
    edits, revision, problem
        What was changed, and how often; why no plan is possible with it, None where one is.
    today
        Whether there is today's route.
    newest, best, count
        The newest version, the newest with a result, and how many there are.
    ahead
        How many solves of all plans come before the one that waits; None where none waits.
    """

    id: str
    name: str
    created: float
    changed: float
    source: str
    notes: list[str]
    facts: dict[str, Any]
    edits: dict[str, Any]
    revision: int
    problem: str | None
    today: bool
    newest: VersionRow | None
    best: VersionRow | None
    count: int
    ahead: int | None

    @property
    def state(self) -> str:
        """Return that of the newest version, or ``"new"``."""
        return "new" if self.newest is None else self.newest.state
