"""An instance with its points elsewhere."""

from arcload import Edge, Instance
from arcload.views.plotting.reprojected import reprojected

LINE = Instance.from_edges(
    [Edge(1, 2, 5, 1), Edge(1, 2, 6, 1, shape=((0, 0), (1, 2), (3, 0)))],
    depot=1,
    coordinates={1: (0, 0), 2: (3, 0)},
    geographic=True,
)


def test_nodes_and_shapes_move_and_nothing_else() -> None:
    moved = reprojected(LINE, lambda points: 2 * points)
    assert moved.coordinates is not None
    assert moved.coordinates.tolist() == [[0, 0], [6, 0]]
    assert [list(shape) for shape in moved.shapes or ()] == [[], [(0, 0), (2, 4), (6, 0)]]
    back = moved.replace(coordinates=LINE.coordinates, shapes=LINE.shapes, geographic=True)
    assert back == LINE
    assert reprojected(LINE.replace(shapes=None), lambda points: points).shapes is None
