"""What a driver does, street by street: one list for paper, map and device."""

from dataclasses import dataclass, replace

from arcload.model.driven_route import DrivenRoute
from arcload.model.instructions import STRAIGHT, instruction, turn_words
from arcload.model.one_line import one_line
from arcload.model.roundabouts import passages
from arcload.model.stages import Visit, stages
from arcload.model.types import Id


@dataclass(frozen=True)
class StreetRow:
    """One row of the list.

    Parameters
    ----------
    trip
        The number of the trip, from 1.
    turn
        How to get into the street, such as ``left``; ``start`` for the first one, empty where
        nothing tells.
    street
        Its name, empty where it has none.
    edge
        Id of the edge, the first one where there are several; None for a visit to a facility.
    from_node, to_node
        Where it is entered and left.
    do
        ``"serve"``, ``"deadhead"``, ``"load"`` or ``"unload"``.
    length
        How far to drive along it.
    distance
        How far the vehicle has then come.
    load
        What is then on board.
    begin, end
        Hours under way when it begins and when it ends; None where the vehicle has no speeds.
    crossings
        Which crossings of the route's walk these are.
    moved
        What a visit loads or unloads.
    goes_on
        Whether it is the same street as in the row before.
    """

    trip: int
    turn: str
    street: str
    edge: Id | None
    from_node: Id
    to_node: Id
    do: str
    length: float
    distance: float
    load: float
    begin: float | None
    end: float | None
    crossings: range
    moved: float = 0.0
    goes_on: bool = False

    @property
    def label(self) -> str:
        """The name of the street, or what to call it where it has none."""
        return self.street or f"unnamed street ({self.edge})"

    @property
    def instruction(self) -> str:
        """What to do to get into the street: ``turn left into Mill Lane``."""
        return instruction(self.turn, self.label, goes_on=self.goes_on)


def street_list(route: DrivenRoute) -> list[StreetRow]:
    """Return the rows of a route's list, in the order driven.

    One row per street: a street of one name that is driven straight on is one row, however many
    crossings it takes, unless service begins or ends on the way. Driving round a roundabout belongs
    to the row of the street that leaves it, unless the roundabout is served. A fleet's vehicle also
    has a row per visit to a facility.
    """
    pieces = _pieces(route)
    rounds = passages(route, [piece.crossings.start for piece in pieces if piece.edge is None])
    turns = turn_words(route, rounds)
    within = {at for passage in rounds for at in range(passage.first + 1, passage.end)}
    folded = {
        at
        for passage in rounds
        if passage.exit and not any(step.served for step in route.walk[passage.first : passage.end])
        for at in range(passage.first, passage.end)
    }
    rows: list[StreetRow] = []
    for piece in pieces:
        last = rows[-1] if rows and rows[-1].edge is not None else None
        if piece.edge is None:
            rows.append(piece)
            continue
        at = piece.crossings.start
        goes_on = last is not None and piece.street == last.street != ""
        turned = replace(piece, turn=turns[at], goes_on=goes_on)
        if last is not None and at - 1 in folded:
            rows[-1] = _after(last, turned)
        elif last is not None and at not in folded and _continues(last, turned, at in within):
            rows[-1] = _longer(last, turned)
        else:
            rows.append(turned)
    return rows


def _pieces(route: DrivenRoute) -> list[StreetRow]:
    """Return a row per crossing and per visit, without the turns."""
    instance, position = route.instance, 0
    names, delivers = instance.names, instance.mode == "deliver"
    begin = None if route.hours is None else 0.0
    pieces = []
    for stage in stages(route):
        deed = stage.deed
        if isinstance(deed, Visit):
            street, edge, length, moved = "", None, 0.0, deed.load
            ends = deed.facility, deed.facility
            do, load = ("load", deed.load) if delivers else ("unload", 0.0)
            crossings = range(position, position)
        else:
            street = one_line(names[instance.edge_index(deed.edge)]) if names else ""
            edge, length, moved = deed.edge, deed.length, 0.0
            ends = deed.from_node, deed.to_node
            do, load = "serve" if deed.served else "deadhead", deed.load_after
            crossings = range(position, position + 1)
            position += 1
        pieces.append(
            StreetRow(
                trip=stage.trip,
                turn="",
                street=street,
                edge=edge,
                from_node=ends[0],
                to_node=ends[1],
                do=do,
                length=length,
                distance=stage.distance,
                load=load,
                begin=begin,
                end=stage.hours,
                crossings=crossings,
                moved=moved,
            )
        )
        begin = stage.hours
    return pieces


def _longer(row: StreetRow, piece: StreetRow) -> StreetRow:
    """Return a row that goes on along the same street."""
    return replace(
        row,
        to_node=piece.to_node,
        length=row.length + piece.length,
        distance=piece.distance,
        load=piece.load,
        end=piece.end,
        crossings=range(row.crossings.start, piece.crossings.stop),
    )


def _after(roundabout: StreetRow, piece: StreetRow) -> StreetRow:
    """Return the row of a street together with the way round the roundabout before it."""
    return replace(
        piece,
        from_node=roundabout.from_node,
        length=roundabout.length + piece.length,
        begin=roundabout.begin,
        crossings=range(roundabout.crossings.start, piece.crossings.stop),
    )


def _continues(row: StreetRow, piece: StreetRow, within: bool) -> bool:
    """Return whether a crossing belongs to a row: within a roundabout, or straight on."""
    straight_on = piece.goes_on and piece.turn == STRAIGHT
    return piece.do == row.do and (within or straight_on)
