"""Files that cannot be used, and what is said about each."""

from typing import NamedTuple

from tests.formats.samples import CARP, CPPLC, CSV, JSON, LOCATED


class Malformed(NamedTuple):
    """A file, the line that is at fault (0 for none) and words of the message about it."""

    file: str
    content: str | bytes
    line: int
    words: str


def _changed(file: str, text: str, cases: list[tuple[str, str, int, str]]) -> list[Malformed]:
    """Return the sample with one piece of text replaced in each case."""
    for old, *_ in cases:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the sample")
    return [Malformed(file, text.replace(old, new), line, words) for old, new, line, words in cases]


ANY_FORMAT = [
    Malformed(f"town.{extension}", content, line, words)
    for extension in ("txt", "csv", "dat", "json")
    for content, line, words in (
        (b"", 0, "the file is empty"),
        (b" \r\n\t\n", 0, "the file is empty"),
        (b"\xef\xbb\xbf", 0, "the file is empty"),
        (b"\xef\xbb\xbf\n \n", 0, "the file is empty"),
        ("Number of nodes".encode("utf-16"), 1, "UTF-16; save it as UTF-8"),
        ("from,to,demand\n".encode("utf-16-be"), 1, "zero byte"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", 3, "zero byte"),
        (b"a\rb\r\nc\n\0", 4, "zero byte"),
    )
]

NOT_UTF8 = [
    Malformed(file, text.encode().replace(old, new), line, "is not UTF-8")
    for file, text, old, new, line in (
        ("town.txt", CPPLC, b"Coord", b"K\xf6rd", 12),
        ("town.csv", CSV, b"Mill", b"M\xfchl", 4),
        ("town.csv", CSV.replace("\n", "\r"), b"Mill", b"M\xfchl", 4),
        ("town.csv", CSV.replace("\n", "\r\n"), b"Mill", b"M\xfchl", 4),
        ("town.json", JSON, b"High", b"H\xf6he", 18),
    )
]

UNKNOWN = [
    Malformed("town.xyz", "hello\n", 1, "the format is not recognised"),
    Malformed("town", "1 2 3 4\n", 1, "the format is not recognised"),
    Malformed("town.txt", "hello\n", 1, "'hello' stands where 'Number of nodes:' should"),
    Malformed("town.dat", "hello\n", 1, "neither an edge nor a known keyword"),
    Malformed("town.csv", "hello\n", 1, "the column 'hello' is unknown"),
    Malformed("town.json", "hello\n", 1, "this is not JSON"),
]

IN_CPPLC = _changed(
    "town.txt",
    CPPLC,
    [
        ("nodes:\n4", "nodes:\nfour", 2, "'four' is not a count"),
        ("nodes:\n4", "nodes:\n4.5", 2, "'4.5' is not a count"),
        ("nodes:\n4", "nodes:\n-4", 2, "'-4' is not a count"),
        ("nodes:\n4", "nodes:\n1_0", 2, "'1_0' is not a count"),
        ("nodes:\n4", "nodes:\n٤", 2, "is not a count"),
        ("nodes:\n4", "nodes:\n4 4", 2, "'4 4' is not a count"),
        ("nodes:\n4", "nodes:\n99999999", 2, "far too short"),
        ("nodes:\n4", "nodes:\n" + "9" * 5000, 2, "is not a count"),
        ("nodes:\n4", "nodes:\n0", 2, "no nodes"),
        ("nodes:\n4", "nodes:\n3", 10, "node j 3 is not one of the nodes 0 to 2"),
        ("nodes:\n4", "nodes:\n5", 16, "the file ends where the coordinates of node 4 should"),
        ("edges:\n4", "edges:\n3", 11, "'3 0 4 1' stands where 'Coordinates:' should"),
        ("edges:\n4", "edges:\n5", 12, "'Coordinates:' stands where edge 5 of 5 should"),
        ("edges:\n4", "edges:\n99999999", 4, "far too short"),
        ("Number of edges:", "Edges:", 3, "'Edges:' stands where 'Number of edges:' should"),
        ("W:\n10\n", "", 5, "stands where 'W:' should"),
        ("W:\n", "Weight:\n", 5, "'Weight:' stands where 'W:' should"),
        ("W:\n10", "W:\nheavy", 6, "W 'heavy' is not a finite number"),
        ("W:\n10", "W:\n-1", 6, "W is -1; it must be 0 or more"),
        ("W:\n10", "W:\nNaN", 6, "W 'NaN' is not a finite number"),
        ("W:\n10", "W:\n1e999", 6, "W '1e999' is not a finite number"),
        ("W:\n10", "W:\n1_000", 6, "W '1_000' is not a finite number"),
        ("W:\n10", "W:\n1,5", 6, "W '1,5' is not a finite number"),
        ("W:\n10", "W:\n10 kg", 6, "'10 kg' stands where the curb weight W should"),
        ("W:\n10", "W:\n1e308", 0, "too large"),
        ("0 1 2.5 7", "0 1 2.5", 8, "'0 1 2.5' stands where edge 1 of 4 should"),
        ("0 1 2.5 7", "0 1 2.5 7 9", 8, "4 numbers (node i, node j, d, q)"),
        ("0 1 2.5 7", "0 1 x 7", 8, "d 'x' is not a finite number"),
        ("0 1 2.5 7", "0 1 2.5 q", 8, "q 'q' is not a finite number"),
        ("0 1 2.5 7", "0 1 nan 7", 8, "d 'nan' is not a finite number"),
        ("0 1 2.5 7", "0 1 Infinity 7", 8, "d 'Infinity' is not a finite number"),
        ("0 1 2.5 7", "0 1 2.5 -inf", 8, "q '-inf' is not a finite number"),
        ("0 1 2.5 7", "0 1 1e999 7", 8, "d '1e999' is not a finite number"),
        ("0 1 2.5 7", "0 1 0x10 7", 8, "d '0x10' is not a finite number"),
        ("0 1 2.5 7", "0 1 2,5 7", 8, "d '2,5' is not a finite number"),
        ("0 1 2.5 7", "0 1 -2.5 7", 8, "edge 1 (0-1) has length -2.5"),
        ("0 1 2.5 7", "0 1 2.5 -7", 8, "edge 1 (0-1) has demand -7"),
        ("0 1 2.5 7", "0 9 2.5 7", 8, "node j 9 is not one of the nodes 0 to 3"),
        ("0 1 2.5 7", "-1 1 2.5 7", 8, "node i -1 is not one of the nodes 0 to 3"),
        ("0 1 2.5 7", "0.5 1 2.5 7", 8, "node i 0.5 is not one of the nodes 0 to 3"),
        ("0 1 2.5 7", "a 1 2.5 7", 8, "node i 'a' is not a finite number"),
        ("0 1 2.5 7", "0 1 1e308 1e308", 0, "too large"),
        ("1 2 1 0\n2 3 2 3\n3 0 4 1", "1 0 1 0\n2 3 2 3\n3 2 4 1", 10, "2 served edges (total"),
        ("Coordinates:\n0 0", "Coordinates:\n0 0 0", 13, "2 numbers (x, y)"),
        ("Coordinates:\n0 0", "Coordinates:\n0 ?", 13, "y '?' is not a finite number"),
        ("Coordinates:\n0 0", "Coordinates:\n0 nan", 13, "y 'nan' is not a finite number"),
        ("Coordinates:", "Points:", 12, "'Points:' stands where 'Coordinates:' should"),
        ("0 1\n", "0 1\n2 2\n", 17, "'2 2' stands after the last of 4 nodes"),
        ("1 1\n0 1\n", "", 14, "the file ends where the coordinates of node 2 should"),
    ],
)

IN_CSV = _changed(
    "town.csv",
    CSV,
    [
        ("demand,", "demnad,", 1, "'demnad' is unknown (did you mean 'demand'?)"),
        ("demand,", "colour,", 1, "the column 'colour' is unknown"),
        (",name\n", ",\n", 1, "the column '' is unknown"),
        ("id,from", "from,from", 1, "the column 'from' stands twice"),
        ("id,from", "ID,Id", 1, "the column 'id' stands twice"),
        ("id,from,to,length,demand,name\n", "", 1, "the column '1' is unknown"),
        ("1,a,b,2.5,7,High Street", "1,a,b,2.5,7", 2, "this row has 5 cells, the header 6"),
        ("1,a,b,2.5,7,", "1,a,b,2.5,7,x,", 2, "this row has 7 cells, the header 6"),
        ("1,a,b,2.5,7,", "1,a,b,2,5,7,", 2, "this row has 7 cells, the header 6"),
        ("1,a,b,2.5,7,", "1,,b,2.5,7,", 2, "from is empty; name a node there"),
        ("1,a,b,2.5,7,", "1,a,,2.5,7,", 2, "to is empty; name a node there"),
        ("1,a,b,2.5,7,", ",a,b,2.5,7,", 2, "id is empty; name an edge there"),
        ("1,a,b,2.5,7,", "1,a,b,,7,", 2, "length is empty; it must be a finite number"),
        ("1,a,b,2.5,7,", "1,a,b,2.5,,", 2, "demand is empty"),
        ("1,a,b,2.5,7,", "1,a,b,far,7,", 2, "length is 'far'"),
        ("1,a,b,2.5,7,", "1,a,b,2.5,much,", 2, "demand is 'much'"),
        ("1,a,b,2.5,7,", "1,a,b,nan,7,", 2, "length is 'nan'"),
        ("1,a,b,2.5,7,", "1,a,b,inf,7,", 2, "length is 'inf'"),
        ("1,a,b,2.5,7,", "1,a,b,2.5,-Infinity,", 2, "demand is '-Infinity'"),
        ("1,a,b,2.5,7,", "1,a,b,1e999,7,", 2, "length is '1e999'"),
        ("1,a,b,2.5,7,", "1,a,b,1_000,7,", 2, "length is '1_000'"),
        ("1,a,b,2.5,7,", "1,a,b,2 500,7,", 2, "length is '2 500'"),
        ("1,a,b,2.5,7,", "1,a,b,٣,7,", 2, "length is '٣'"),
        ("1,a,b,2.5,7,", '1,a,b,"2,5",7,', 2, "length is '2,5'"),
        ("1,a,b,2.5,7,", "1,a,b,-2.5,7,", 2, "edge 1 (a-b) has length -2.5"),
        ("1,a,b,2.5,7,", "1,a,b,2.5,-7,", 2, "edge 1 (a-b) has demand -7"),
        ("3,c,d,2,3,", "1,c,d,2,3,", 4, "edge id 1 is given twice"),
        ('"Mill Lane, lower"', '"Mill Lane', 4, "cannot be read as CSV"),
        ('"Mill Lane, lower"', '"Mill" Lane', 4, "cannot be read as CSV"),
        ('"Mill Lane, lower"', "m" * 200_000, 4, "cannot be read as CSV"),
        ("4,d,a,4,1,", "4,x,y,4,1,", 5, "cannot be reached from the depot 'a'"),
        ("1,a,b,2.5,7,", "1,a,b,1e308,1e308,", 0, "too large"),
    ],
) + [
    Malformed("town.csv", text, line, words)
    for text, line, words in (
        ("from,to,length,demand\n", 1, "no streets, only its header"),
        ("\n\nfrom,to,length,demand\n\n", 4, "no streets, only its header"),
        ("from,to,length\n1,2,3\n", 1, "the column 'demand' is missing"),
        ("from,to,demand\n1,2,3\n", 1, "the column 'length' is missing"),
        ("to,length,demand\n1,2,3\n", 1, "the column 'from' is missing"),
        ("from,length,demand\n1,2,3\n", 1, "the column 'to' is missing"),
        ("\n\nfrom,to,length,demand\n\n1,2,x,3\n", 5, "length is 'x'"),
        ("from;to;length;demand\n1;2;1,2,3;3\n", 2, "length is '1,2,3'"),
        ("from;to;length;demand\n1;2;1.000,5;3\n", 2, "length is '1.000,5'"),
        ("from\tto\tlength\tdemand\n1\t2\t3\n", 2, "this row has 3 cells, the header 4"),
        ("from,to,length,demand,oneway\n1,2,3,4,maybe\n", 2, "oneway is 'maybe'"),
        ("from,to,length,demand,oneway\n1,2,3,4,yes\n", 2, "cannot be left again"),
        ("from,to,length,demand,oneway\n1,2,3,4,-1\n", 2, "1 served edge (total length 3)"),
        ("from,to,length,demand,length_back\n1,2,3,4,-1\n", 2, "has length -1"),
        ("from,to,length,demand,length_back\n1,2,3,4,x\n", 2, "length_back is 'x'"),
        ("from,to,length,demand,oneway,length_back\n1,2,3,4,yes,5\n", 2, "leave one of the two"),
        ('from,to,length,demand,name\n1,2,3,4,"a\nb"\n1,2,x,4,c\n', 4, "length is 'x'"),
        ('from,to,length,demand,name\n1,2,x,4,"a\nb"\n', 2, "length is 'x'"),
    )
]

IN_LOCATED = _changed(
    "town.csv",
    LOCATED,
    [
        (",to_y\n", "\n", 1, "the column 'to_y' is missing"),
        ("from_x,", "from_z,", 1, "'from_z' is unknown (did you mean 'from_x'?)"),
        ("a,b,7,0,0,3,4", "a,b,7,,0,3,4", 2, "from_x is empty"),
        ("a,b,7,0,0,3,4", "a,b,7,0,north,3,4", 2, "from_y is 'north'"),
        ("a,b,7,0,0,3,4", "a,b,7,0,0,nan,4", 2, "to_x is 'nan'"),
        ("a,b,7,0,0,3,4", "a,b,7,0,0,3,5", 3, "node 'b' had other coordinates before"),
        ("a,b,7,0,0,3,4", "a,a,7,0,0,3,4", 2, "node 'a' had other coordinates before"),
        ("a,b,7,0,0,3,4", "a,b,7,-1e308,0,1e308,4", 2, "too far apart"),
    ],
)

IN_CARP = _changed(
    "town.dat",
    CARP,
    [
        ("VERTICES : 4\n", "", 15, "VERTICES is missing"),
        ("VERTICES : 4", "VERTICES : 4\nVERTICES : 4", 4, "VERTICES is given twice"),
        ("VERTICES : 4", "VERTICES : four", 3, "VERTICES is 'four'; it must be a whole number"),
        ("VERTICES : 4", "VERTICES :", 3, "VERTICES is ''"),
        ("VERTICES : 4", "VERTICES : -4", 3, "VERTICES is '-4'"),
        ("VERTICES : 4", "VERTICES : 4.5", 3, "VERTICES is '4.5'"),
        ("VERTICES : 4", "VERTICES : 4 5", 3, "VERTICES is '4 5'"),
        ("VERTICES : 4", "VERTICES : nan", 3, "VERTICES is 'nan'"),
        ("VERTICES : 4", "VERTICES : 1e999", 3, "VERTICES is '1e999'"),
        ("VERTICES : 4", "VERTICES : 0", 3, "no nodes"),
        ("VERTICES : 4", "VERTICES : 99999999", 3, "far too short"),
        ("VERTICES : 4", "VERTICES : 3", 12, "node 4 is not one of the nodes 1 to 3"),
        ("VERTICES : 4", "VERTICES 4", 3, "neither an edge nor a known keyword"),
        ("VERTICES : 4", "VERTICE : 4", 3, "did you mean 'VERTICES'?"),
        ("VERTICES : 4", "4 : VERTICES", 3, "neither an edge nor a known keyword"),
        ("ARISTAS_REQ : 3\n", "", 15, "ARISTAS_REQ is missing"),
        ("ARISTAS_REQ : 3", "ARISTAS_REQ : 2", 4, "LISTA_ARISTAS_REQ has 3 edges"),
        ("ARISTAS_REQ : 3", "ARISTAS_REQ : 4", 4, "LISTA_ARISTAS_REQ has 3 edges"),
        ("ARISTAS_REQ : 3", "ARISTAS_REQ : x", 4, "ARISTAS_REQ is 'x'"),
        ("ARISTAS_NOREQ : 1", "ARISTAS_NOREQ : 0", 5, "LISTA_ARISTAS_NOREQ has 1 edge"),
        ("ARISTAS_NOREQ : 1", "ARISTAS_NOREQ : 2", 5, "LISTA_ARISTAS_NOREQ has 1 edge"),
        ("LISTA_ARISTAS_REQ :\n", "", 10, "an edge stands before LISTA_ARISTAS_REQ"),
        ("LISTA_ARISTAS_NOREQ :\n", "", 14, "'( 2, 3) coste 1' is not an edge of the form"),
        ("LISTA_ARISTAS_REQ :", "LISTA_ARCOS_REQ :", 10, "neither an edge nor a known keyword"),
        ("( 1, 2) coste 2", "( 1  2) coste 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( 1, 2, 3) coste 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( 1, 2 coste 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( a, 2) coste 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( -1, 2) coste 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( 1, 2) costs 2", 11, "not an edge of the form"),
        ("( 1, 2) coste 2", "( 1, 2) coste x", 11, "coste 'x' is not a finite number"),
        ("( 1, 2) coste 2", "( 1, 2) coste nan", 11, "coste 'nan' is not a finite number"),
        ("( 1, 2) coste 2", "( 1, 2) coste 1e999", 11, "coste '1e999' is not a finite number"),
        ("( 1, 2) coste 2", "( 1, 2) coste -2", 11, "edge 1 (1-2) has length -2"),
        ("( 1, 2) coste 2", "( 1, 9) coste 2", 11, "node 9 is not one of the nodes 1 to 4"),
        ("( 1, 2) coste 2", "( 0, 2) coste 2", 11, "node 0 is not one of the nodes 1 to 4"),
        ("( 1, 2) coste 2", f"( 1, {'9' * 30}) coste 2", 11, "too many digits"),
        ("demanda 7", "demanda", 11, "not an edge of the form"),
        ("demanda 7", "demanda 7 8", 11, "not an edge of the form"),
        ("demanda 7", "demanda x", 11, "demanda 'x' is not a finite number"),
        ("demanda 7", "demanda Inf", 11, "demanda 'Inf' is not a finite number"),
        ("demanda 7", "demanda 0", 11, "a required edge has demanda 0"),
        ("demanda 7", "demanda -7", 11, "edge 1 (1-2) has demand -7"),
        ("coste 1\n", "coste 1 demanda 5\n", 15, "not an edge of the form '(i, j) coste d'"),
        ("DEPOSITO : 1", "DEPOSITO : 9", 16, "DEPOSITO is 9, which is not one of the nodes"),
        ("DEPOSITO : 1", "DEPOSITO : 0", 16, "DEPOSITO is 0, which is not one of the nodes"),
        ("DEPOSITO : 1", "DEPOSITO : here", 16, "DEPOSITO is 'here'"),
        ("DEPOSITO : 1", "DEPOSITO : 1\nDEPOSITO : 2", 17, "DEPOSITO is given twice"),
        (
            "( 4, 1) coste 4 demanda 1\nLISTA_ARISTAS_NOREQ :\n( 2, 3)",
            "( 4, 3) coste 4 demanda 1\nLISTA_ARISTAS_NOREQ :\n( 2, 1)",
            12,
            "2 served edges (total length 6) cannot be reached from the depot 1: 2, 3",
        ),
    ],
)

IN_JSON = _changed(
    "town.json",
    JSON,
    [
        ("arcload-instance/1", "arcload-instance/2", 2, "the schema is 'arcload-instance/2'"),
        ("arcload-instance/1", "arcload-result/1", 2, "'arcload-instance/1' is needed here"),
        (' "schema": "arcload-instance/1",\n', "", 1, "the schema is not stated"),
        ('"arcload-instance/1"', "7", 2, "the schema is 7"),
        ('"mode": "deliver"', '"mode": "carry"', 4, "mode is 'carry'; it must be 'deliver'"),
        ('"mode": "deliver"', '"mode": null', 4, "mode is null; it must be text"),
        ('"mode": "deliver"', '"made": "deliver"', 4, "did you mean 'mode'?"),
        ('"mode": "deliver"', '"mode": deliver', 4, "this is not JSON"),
        ('"mode": "deliver"', "'mode': 'deliver'", 4, "this is not JSON"),
        ('"mode": "deliver"', '"mode": "deliver', 4, "this is not JSON"),
        ('"mode": "deliver",', '"mode": "deliver"', 5, "this is not JSON"),
        ('"mode": "deliver"', '"name": "b"', 4, "'name' is given twice in one object"),
        ('"mode": "deliver"', '"n\\u0061me": "b"', 4, "'name' is given twice in one object"),
        ('"mode": "deliver"', '"colour": "b"', 4, "'colour' is unknown"),
        ('"name": "square"', '"name": 4', 3, "name is 4; it must be text"),
        ('"name": "square"', '"name": "\\ud800"', 3, "half of a surrogate pair"),
        ('"name": "square"', '"name": "a\tb"', 3, "this is not JSON"),
        ('"length_unit": "m"', '"length_unit": 1', 7, "length unit is 1; it must be text"),
        ('"load_unit": "kg"', '"load_unit": ["kg"]', 8, 'load unit is ["kg"]; it must be text'),
        ('"curb_weight": 10', '"curb_weight": "10"', 5, "curb weight is '10'; it must be a number"),
        ('"curb_weight": 10', '"curb_weight": true', 5, "curb weight is true"),
        ('"curb_weight": 10', '"curb_weight": -1', 5, "curb_weight is -1; it must be 0 or more"),
        ('"curb_weight": 10', '"curb_weight": NaN', 5, "NaN is not a number"),
        ('"curb_weight": 10', '"curb_weight": Infinity', 5, "Infinity is not a number"),
        ('"curb_weight": 10', '"curb_weight": -Infinity', 5, "-Infinity is not a number"),
        ('"curb_weight": 10', '"curb_weight": 1e999', 5, "curb weight is too large"),
        ('"curb_weight": 10', f'"curb_weight": 1{"0" * 400}', 5, "curb weight is too large"),
        ('"curb_weight": 10', f'"curb_weight": {"1" * 5000}', 5, "has 5000 digits"),
        ('"curb_weight": 10', '"curb_weight": 1_000', 5, "this is not JSON"),
        ('"curb_weight": 10', '"curb_weight": 010', 5, "this is not JSON"),
        ('"curb_weight": 10', '"curb_weight": 1e308', 0, "too large"),
        ('"capacity": 11', '"capacity": 10', 0, "total demand 11 kg is above the vehicle's cap"),
        ('"capacity": 11', '"capacity": -1', 6, "capacity is -1"),
        ('"capacity": 11', '"capacity": {}', 6, "capacity is {}; it must be a number"),
        ('"start": "a"', '"start": "z"', 9, "start 'z' is not among the nodes"),
        ('"start": "a"', '"start": ["a"]', 9, 'start is ["a"]; it must be text or a number'),
        ('"start": "a"', '"start": false', 9, "start is false"),
        (' "start": "a",\n', "", 1, "'start' and 'end' go together"),
        ('"end": "a"', '"end": "z"', 10, "end 'z' is not among the nodes"),
        ('"nodes": [', '"knots": [', 11, "did you mean 'nodes'?"),
        ('{"id": "a", "x": 0, "y": 0}', '{"x": 0, "y": 0}', 12, "this node has no 'id'"),
        ('{"id": "a", "x": 0, "y": 0}', '"a"', 12, "'a' stands where an object {...} should"),
        ('{"id": "a", "x": 0, "y": 0}', "[[[]]]", 12, "[[[]]] stands where an object"),
        ('{"id": "a", "x": 0, "y": 0}', '{"id": "a"}', 13, "give x and y for every node or none"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b"}', 13, "give x and y for every node or none"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b", "x": 1}', 13, "for every node or none"),
        ('  {"id": "d"', '  {"id": "a", "x": 1, "y": 0},\n  {"id": "d"', 15, "'a' is given twice"),
        ('  {"id": "d"', '  {"id": 1e999, "x": 1, "y": 0},\n  {"id": "d"', 15, "neither text nor"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b", "x": "1", "y": 0}', 13, "x is '1'; it must"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b", "x": 1, "y": null}', 13, "y is null"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b", "x": 1, "z": 0}', 13, "'z' is unknown"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": "b", "id": 1}', 13, "'id' is given twice"),
        ('{"id": "b", "x": 1, "y": 0}', '{"id": null, "x": 1, "y": 0}', 13, "id of this node is n"),
        ('"id": 1, ', "", 18, "this edge has no 'id'"),
        ('"id": 1, ', '"id": {}, ', 18, "the id of this edge is {}"),
        ('"id": 1, ', '"id": 2, ', 19, "edge id 2 is given twice"),
        ('"id": 1, ', '"id": "2", ', 19, "edge id 2 is given twice"),
        ('"from": "a", ', "", 18, "this edge has no 'from'"),
        ('"from": "a", ', '"from": "z", ', 18, "edge 1: 'z' is not among the nodes"),
        ('"from": "a", ', '"from": 1, ', 18, "edge 1: 1 is not among the nodes"),
        ('"from": "a", ', '"from": [], ', 18, "from is []"),
        ('"from": "a", ', '"form": "a", ', 18, "'form' is unknown (did you mean 'from'?)"),
        ('"to": "b", ', "", 18, "this edge has no 'to'"),
        ('"to": "b", ', '"to": null, ', 18, "to is null"),
        ('"length": 2.5, ', "", 18, "this edge has no 'length'"),
        ('"length": 2.5, ', '"length": "2.5", ', 18, "the length of edge 1 is '2.5'"),
        ('"length": 2.5, ', '"length": -2.5, ', 18, "edge 1 (a-b) has length -2.5"),
        ('"length": 2.5, ', '"length": NaN, ', 18, "NaN is not a number"),
        ('"length": 2.5, ', '"length": 1e999, ', 18, "the length of edge 1 is too large"),
        ('"length": 2.5, ', '"length": null, ', 18, "may not be driven in either direction"),
        ('"length": 2.5, ', '"length": 1e308, ', 0, "too large"),
        ('"length_back": 5', '"length_back": -5', 21, "edge 4 (d-a) has length -5"),
        ('"length_back": 5', '"length_back": "5"', 21, "the length back of edge 4 is '5'"),
        ('"demand": 7, ', "", 18, "this edge has no 'demand'"),
        ('"demand": 7, ', '"demand": null, ', 18, "the demand of edge 1 is null"),
        ('"demand": 7, ', '"demand": -7, ', 18, "edge 1 (a-b) has demand -7"),
        ('"demand": 7, ', '"demand": 7, "demand": 7, ', 18, "'demand' is given twice"),
        ('"demand": 7, ', '"demand": [7], ', 18, "the demand of edge 1 is [7]"),
        ('"High Street"', "5", 18, "the name of edge 1 is 5; it must be text"),
        ('"High Street"', '"\\uDC00 NaN"', 18, "half of a surrogate pair"),
        ("[[1, 1], [0, 1]]", '"round"', 20, "the shape of edge 3 is no list of points"),
        ("[[1, 1], [0, 1]]", "[[1, 1], [0]]", 20, "has a point that is not [x, y]"),
        ("[[1, 1], [0, 1]]", "[1, 1]", 20, "has a point that is not [x, y]"),
        ("[[1, 1], [0, 1]]", '[[1, "1"]]', 20, "the shape of edge 3 is '1'"),
        ("[[1, 1], [0, 1]]", "[[1, 1e999]]", 20, "too large"),
        (" ]\n}\n", " ]\n}\n{}\n", 24, "this is not JSON"),
        (" ]\n}\n", " ],\n}\n", 23, "this is not JSON"),
        (" ]\n}\n", " ]\n", 23, "this is not JSON"),
    ],
) + [
    Malformed("town.json", text, line, words)
    for text, line, words in (
        ("null", 1, "this is not a JSON object"),
        ("[]", 1, "this is not a JSON object"),
        ("{}", 1, "the schema is not stated"),
        ('\n\n{"schema": "arcload-instance/1"}', 3, "the list 'nodes' is missing"),
        ('{"schema": "arcload-instance/1", "nodes": [],\n "edges": 3}', 2, "'edges' is 3; it must"),
        ('{"schema": "arcload-instance/1", "nodes": [], "edges": []}', 0, "no nodes"),
        ("[" * 100_000, 1, "nested too deeply"),
        ('{"a":' * 100_000, 1, "nested too deeply"),
    )
]

MALFORMED = [
    case
    for group in (ANY_FORMAT, NOT_UTF8, UNKNOWN, IN_CPPLC, IN_CSV, IN_LOCATED, IN_CARP, IN_JSON)
    for case in group
]
