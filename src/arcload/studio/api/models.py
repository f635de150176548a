"""What requests and answers hold."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from arcload.model.types import Id
from arcload.studio.store import PlanRow, VersionRow
from arcload.studio.store.gap_facts import gap_facts

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")
]
"""What users call a plan or a version."""

State = Literal["new", "queued", "running", "done", "stopped", "failed", "interrupted"]


class Request(BaseModel):
    """A body in which every field is known."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Error(BaseModel):
    """Why a request is refused."""

    error: str = Field(description="One plain sentence.")


class Added(BaseModel):
    """A new plan."""

    id: str
    name: str
    notes: list[str] = Field(description="What the reader of the file had to say.")


class Summary(BaseModel):
    """A plan in a list."""

    id: str
    name: str
    state: State = Field(description="That of its newest version, or new.")
    created: float = Field(description="Seconds since 1970.")
    changed: float
    streets: int
    served: int = Field(description="Streets that need service.")
    versions: int
    cost: float | None = Field(description="Of the newest version with a result.")
    lower_bound: float | None
    gap: float | None = Field(description="cost / lower bound - 1.")
    gap_words: str | None = Field(description="The gap in per cent, and what it says.")
    gap_short: str | None = Field(description="The same in two words.")
    status: str | None = Field(description="optimal, feasible or interrupted.")
    problem: str | None = Field(description="Why no plan is possible with its edits.")
    revision: int = Field(description="How often its edits have changed.")
    ahead: int | None = Field(description="Solves that come before it, while it is queued.")
    units: "Units"

    @classmethod
    def of(cls, row: PlanRow) -> Self:
        """Return what a list shows of a plan."""
        return cls(**_summarized(row))


class Version(BaseModel):
    """One solve of a plan."""

    number: int
    name: str
    state: State
    message: str | None = Field(description="Why it failed.")
    created: float
    started: float | None
    ended: float | None
    time: float | None = Field(description="Seconds that it may take.")
    options: dict[str, Any]
    start: int | None = Field(description="The version that it went on from.")
    cost: float | None
    lower_bound: float | None
    gap: float | None
    gap_words: str | None
    gap_short: str | None
    status: str | None
    seconds: float | None
    iterations: int | None
    summary: dict[str, Any] = Field(description="Totals of its best plan.")

    @classmethod
    def of(cls, row: VersionRow, **more: Any) -> Self:
        """Return a version as the store has it."""
        known: dict[str, Any] = {"time": row.options.get("time")} | row.gap_facts
        own = {name: getattr(row, name) for name in Version.model_fields if name not in known}
        return cls(**own, **known, **more)


class VersionDetail(Version):
    """One solve of a plan, and how it went on."""

    history: list[tuple[float, float]] = Field(description="(seconds, cost) of each better plan.")
    bounds: list[tuple[float, float]] = Field(description="(seconds, bound) of each better bound.")


class Units(BaseModel):
    """Units of lengths and loads; empty where they are not known."""

    length: str
    load: str


class Detail(BaseModel):
    """A plan."""

    id: str
    name: str
    state: State
    created: float
    changed: float
    streets: int
    served: int
    cost: float | None
    lower_bound: float | None
    gap: float | None
    gap_words: str | None
    gap_short: str | None
    status: str | None
    problem: str | None
    revision: int
    ahead: int | None
    source: str = Field(description="The file that it was made of.")
    notes: list[str]
    can_undo: bool
    can_redo: bool
    versions: list[Version]
    vehicles: list[dict[str, Any]]
    settings: dict[str, Any]
    depot: Id | None
    facilities: list[Any]
    units: Units
    on_earth: bool
    drawn: bool = Field(description="Whether it has coordinates.")
    has_today: bool

    @classmethod
    def of(cls, row: PlanRow, versions: list[VersionRow]) -> Self:
        """Return all that is known of a plan."""
        own = _summarized(row) | {name: row.facts[name] for name in _FACTS}
        own |= {"versions": [Version.of(version) for version in versions]}
        undo, redo = steps_left(row.edits)
        return cls(
            **own,
            source=row.source,
            notes=row.notes,
            can_undo=undo,
            can_redo=redo,
            has_today=row.today,
        )


class Plans(BaseModel):
    """All plans, the newest first."""

    plans: list[Summary]


class Rename(Request):
    """Another name."""

    name: Name


class Changes(Request):
    """Changes of the network, its vehicles or settings, which are one step of undo."""

    changes: list[dict[str, Any]] = Field(
        min_length=1,
        examples=[[{"streets": [3, 7], "demand": 12.5}], [{"streets": [3], "closed": True}]],
    )


class Edited(BaseModel):
    """What an edit changed."""

    model_config = ConfigDict(extra="allow")

    changed: list[int] = Field(description="Indices of the streets that look different now.")
    streets: dict[str, list[Any]] = Field(description="How these streets are now.")
    problem: str | None
    facts: dict[str, Any] = Field(description="Vehicles, settings and places as they are now.")
    revision: int
    can_undo: bool
    can_redo: bool


class Solve(Request):
    """How a plan is to be solved."""

    time: float | None = Field(None, gt=0, description="Seconds.", examples=[30])
    threads: int | None = Field(None, ge=1)
    seed: int | None = Field(None, ge=0, le=2**32 - 1)
    method: str | None = Field(None, max_length=100)
    gap: float | None = Field(None, ge=0, description="End once this gap is proven; 0.01 is 1%.")
    name: Name = ""
    start: Annotated[int, Field(ge=1, le=2**31)] | Literal["best"] | None = Field(
        None,
        alias="from",
        description="The version to go on from: by default the newest with a result; 'best' is "
        "the cheapest; null starts anew.",
    )


class Queued(BaseModel):
    """A version that waits to be solved."""

    version: int
    state: State


class About(BaseModel):
    """What this server is."""

    version: str
    tiles: dict[str, str] | None
    limits: dict[str, float]
    examples: "list[ExampleTown]"


class ExampleTown(BaseModel):
    """A town to try."""

    name: str
    title: str
    about: str


class Today(BaseModel):
    """Today's route, as it was read."""

    notes: list[str]


_FACTS = ("vehicles", "settings", "depot", "facilities", "on_earth", "drawn")


def _summarized(row: PlanRow) -> dict[str, Any]:
    best = row.best
    return {
        "id": row.id,
        "name": row.name,
        "state": row.state,
        "created": row.created,
        "changed": row.changed,
        "streets": row.facts["streets"],
        "served": row.facts["served"],
        "versions": row.count,
        "cost": None if best is None else best.cost,
        "lower_bound": None if best is None else best.lower_bound,
        **(gap_facts(None, None) if best is None else best.gap_facts),
        "status": None if best is None else best.status,
        "problem": row.problem,
        "revision": row.revision,
        "ahead": row.ahead,
        "units": row.facts["units"],
    }


def steps_left(edits: dict[str, Any]) -> tuple[bool, bool]:
    """Return whether there is a step to undo, and one to redo."""
    position = edits.get("position", 0)
    return position > 0, position < len(edits.get("steps", ()))
