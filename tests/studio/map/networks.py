"""A small network as the studio draws it: five by four corners, two hundred steps apart."""

from typing import Any

COLUMNS, ROWS, SIDE = 5, 4, 200
ACROSS = (COLUMNS - 1) * ROWS  # streets from west to east come first, row by row


def network(**changed: Any) -> dict[str, Any]:
    """Return the drawing of the network; every street needs 1, but the last needs nothing."""
    corners = [[SIDE * x, SIDE * y] for y in range(ROWS) for x in range(COLUMNS)]
    across = [
        (y * COLUMNS + x, y * COLUMNS + x + 1) for y in range(ROWS) for x in range(COLUMNS - 1)
    ]
    down = [
        (y * COLUMNS + x, (y + 1) * COLUMNS + x) for y in range(ROWS - 1) for x in range(COLUMNS)
    ]
    streets = across + down
    names = [f"Row {y}" for y in range(ROWS)] + [f"Column {x}" for x in range(COLUMNS)]
    count = len(streets)
    return {
        "name": "Squares",
        "lengthUnit": "m",
        "loadUnit": "kg",
        "size": [SIDE * (COLUMNS - 1), SIDE * (ROWS - 1)],
        "lengthOfStep": 1,
        "mercator": None,
        "streets": {
            "names": names,
            "name": [at // (COLUMNS - 1) for at in range(ACROSS)]
            + [ROWS + at % COLUMNS for at in range(count - ACROSS)],
            "demand": [1] * (count - 1) + [0],
            "oneWay": [0] * count,
            "course": [
                [
                    *corners[tail],
                    *(b - a for a, b in zip(corners[tail], corners[head], strict=True)),
                ]
                for tail, head in streets
            ],
            "id": list(range(1, count + 1)),
            "length": [SIDE] * count,
            "flags": [0] * count,
        },
        "nodes": {"id": [f"n{node}" for node in range(len(corners))], "at": corners},
        "depot": 0,
        "facilities": [],
        "places": [{"node": 0, "name": "Depot"}],
    } | changed


def middle(street: int) -> tuple[int, int]:
    """Return the middle of a street on the grid."""
    if street < ACROSS:
        row, column = divmod(street, COLUMNS - 1)
        return SIDE * column + SIDE // 2, SIDE * row
    row, column = divmod(street - ACROSS, COLUMNS)
    return SIDE * column, SIDE * row + SIDE // 2
