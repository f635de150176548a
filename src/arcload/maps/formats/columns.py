"""A network as a reader found it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np

from arcload.model.cut_off import Streets
from arcload.model.turn_rules import Turn
from arcload.model.types import BoolArray, FloatArray, Id, IntArray, Shape


@dataclass(frozen=True, kw_only=True)
class Columns:
    """A network, column by column; each field is the parameter of `Instance` of this name."""

    name: str
    nodes: Sequence[Id]
    edges: Sequence[Id]
    ends: IntArray
    lengths: FloatArray
    demands: FloatArray
    names: Sequence[str] | None = None
    shapes: Sequence[Shape] | None = None
    serve_costs: FloatArray | None = None
    priorities: FloatArray | None = None
    forbidden_turns: Sequence[Turn] = ()
    attributes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    coordinates: FloatArray | None = None
    geographic: bool = False
    length_unit: str = ""
    load_unit: str = ""

    @classmethod
    def of_streets(
        cls,
        ends: Sequence[tuple[Any, Any]],
        places: Mapping[Any, tuple[float, float]] | None,
        order: Iterable[Any],
        **columns: Any,
    ) -> Self:
        """Return the network of streets between named nodes, numbered from 1.

        Parameters
        ----------
        ends
            The two end nodes of each street.
        places
            The point of each node, None where points are unknown.
        order
            All nodes in the order of the file; those without a street are left out.
        columns
            The other columns.
        """
        used = {node for pair in ends for node in pair}
        nodes = [node for node in order if node in used]
        index = {node: position for position, node in enumerate(nodes)}
        return cls(
            nodes=nodes,
            edges=range(1, len(ends) + 1),
            ends=np.array([(index[tail], index[head]) for tail, head in ends]).reshape(-1, 2),
            coordinates=None if places is None else np.array([places[node] for node in nodes]),
            **columns,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the columns by their names, as `Instance` takes them."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def part(self, nodes: BoolArray, edges: BoolArray) -> Self:
        """Return the part of the network with these nodes and edges alone."""
        number = np.cumsum(nodes) - 1
        left_out = {str(edge) for edge in _chosen(self.edges, ~edges)}
        return replace(
            self,
            nodes=_chosen(self.nodes, nodes),
            edges=_chosen(self.edges, edges),
            ends=number[self.ends[edges]],
            lengths=self.lengths[edges],
            demands=self.demands[edges],
            names=None if self.names is None else _chosen(self.names, edges),
            shapes=None if self.shapes is None else _chosen(self.shapes, edges),
            serve_costs=None if self.serve_costs is None else self.serve_costs[edges],
            priorities=None if self.priorities is None else self.priorities[edges],
            attributes={name: _chosen(cells, edges) for name, cells in self.attributes.items()},
            coordinates=None if self.coordinates is None else self.coordinates[nodes],
            forbidden_turns=tuple(
                turn for turn in self.forbidden_turns if not left_out & {str(turn[0]), str(turn[2])}
            ),
        )

    def with_links(self, pairs: Sequence[tuple[Id, Id]]) -> Self:
        """Return the network with an edge more between each pair of nodes.

        It can be driven both ways, has no demand, and is else as the first edge.
        """
        index = {node: position for position, node in enumerate(self.nodes)}
        rows = [*range(len(self.edges)), *[0] * len(pairs)]
        ends = np.array([(index[one], index[other]) for one, other in pairs], dtype=np.int64)
        return replace(
            self,
            edges=(*self.edges, *(f"link {k + 1}" for k in range(len(pairs)))),
            ends=np.vstack([self.ends, ends.reshape(-1, 2)]),
            lengths=np.vstack([self.lengths, np.ones((len(pairs), 2))]),
            demands=np.append(self.demands, np.zeros(len(pairs))),
            names=None if self.names is None else [self.names[k] for k in rows],
            shapes=None,
            serve_costs=None if self.serve_costs is None else self.serve_costs[rows],
            priorities=None if self.priorities is None else self.priorities[rows],
            attributes={name: [cells[k] for k in rows] for name, cells in self.attributes.items()},
        )

    @property
    def streets(self) -> Streets:
        """The columns by which messages name streets."""
        return Streets.of(self)


def with_last(ranks: Sequence[float]) -> FloatArray | None:
    """Return priorities as a column, None if there are none; what has none comes last.

    Parameters
    ----------
    ranks
        The priority of each street, not a number where it has none.
    """
    column = np.array(ranks, dtype=np.float64)
    stated = column[~np.isnan(column)]
    return np.where(np.isnan(column), stated.max() + 1, column) if len(stated) else None


def _chosen(column: Sequence[Any], which: BoolArray) -> tuple[Any, ...]:
    return tuple(value for value, chosen in zip(column, which, strict=True) if chosen)
