"""One small network in every format: a square of three streets and a lane across it."""

CPPLC = """\
Number of nodes:
4
Number of edges:
4
W:
10
Edges (node i, node j, d_ij, q_ij):
0 1 2.5 7
1 2 1 0
2 3 2 3
3 0 4 1
Coordinates:
0 0
1 0
1 1
0 1
"""

CSV = """\
id,from,to,length,demand,name
1,a,b,2.5,7,High Street
2,b,c,1,0,
3,c,d,2,3,"Mill Lane, lower"
4,d,a,4,1,
"""

LOCATED = """\
from,to,demand,from_x,from_y,to_x,to_y
a,b,7,0,0,3,4
b,a,0,3,4,0,0
"""

CARP = """\
NOMBRE : square
COMENTARIO : 3625. (cota superior)
VERTICES : 4
ARISTAS_REQ : 3
ARISTAS_NOREQ : 1
VEHICULOS : 2
CAPACIDAD : 9
TIPO_COSTES_ARISTAS : EXPLICITOS
COSTE_TOTAL_REQ : 8
LISTA_ARISTAS_REQ :
( 1, 2) coste 2 demanda 7
( 3, 4) coste 2 demanda 3
( 4, 1) coste 4 demanda 1
LISTA_ARISTAS_NOREQ :
( 2, 3) coste 1
DEPOSITO : 1
"""

JSON = """\
{
 "schema": "arcload-instance/1",
 "name": "square",
 "mode": "deliver",
 "curb_weight": 10,
 "capacity": 11,
 "length_unit": "m",
 "load_unit": "kg",
 "start": "a",
 "end": "a",
 "nodes": [
  {"id": "a", "x": 0, "y": 0},
  {"id": "b", "x": 1, "y": 0},
  {"id": "c", "x": 1, "y": 1},
  {"id": "d", "x": 0, "y": 1}
 ],
 "edges": [
  {"id": 1, "from": "a", "to": "b", "length": 2.5, "demand": 7, "name": "High Street"},
  {"id": 2, "from": "b", "to": "c", "length": 1, "length_back": null, "demand": 0},
  {"id": 3, "from": "c", "to": "d", "length": 2, "demand": 3, "shape": [[1, 1], [0, 1]]},
  {"id": 4, "from": "d", "to": "a", "length": 4, "length_back": 5, "demand": 1}
 ]
}
"""

SAMPLES = {"town.txt": CPPLC, "town.csv": CSV, "town.dat": CARP, "town.json": JSON}
"""The text of each sample by the name of its file."""
