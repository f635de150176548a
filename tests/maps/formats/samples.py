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

GEOJSON = """\
{
 "type": "FeatureCollection",
 "features": [
  {"type": "Feature", "properties": {"name": "High Street", "demand": 7, "oneway": false},
   "geometry": {"type": "LineString", "coordinates": [[8.54, 47.37], [8.541, 47.37]]}},
  {"type": "Feature", "properties": {"name": null, "demand": 0},
   "geometry": {"type": "LineString", "coordinates": [[8.541, 47.37], [8.541, 47.371]]}},
  {"type": "Feature", "properties": {"name": "Mill Lane", "demand": 3, "length": 80.5},
   "geometry": {"type": "LineString",
    "coordinates": [[8.541, 47.371], [8.5405, 47.3711, 408], [8.54, 47.371]]}},
  {"type": "Feature", "properties": {"name": "Ring", "demand": 1, "oneway": "no"},
   "geometry": {"type": "MultiLineString", "coordinates": [[[8.54, 47.371], [8.54, 47.37]]]}}
 ]
}
"""

OSM = """\
<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
 <node id="1" lat="47.37" lon="8.54"/>
 <node id="2" lat="47.37" lon="8.541"/>
 <node id="3" lat="47.371" lon="8.541"/>
 <node id="4" lat="47.371" lon="8.54"/>
 <node id="5" lat="47.3711" lon="8.5405"/>
 <way id="11">
  <nd ref="1"/><nd ref="2"/>
  <tag k="highway" v="residential"/><tag k="demand" v="7"/><tag k="name" v="High Street"/>
 </way>
 <way id="12">
  <nd ref="2"/><nd ref="3"/>
  <tag k="highway" v="tertiary"/><tag k="oneway" v="no"/><tag k="demand" v="0"/>
 </way>
 <way id="13">
  <nd ref="3"/><nd ref="5"/><nd ref="4"/>
  <tag k="highway" v="residential"/><tag k="demand" v="3"/><tag k="name" v="Mill Lane"/>
 </way>
 <way id="14">
  <nd ref="4"/><nd ref="1"/>
  <tag k="highway" v="service"/><tag k="demand" v="1"/>
 </way>
</osm>
"""

GRAPHML = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="d0" for="graph" attr.name="crs" attr.type="string"/>
 <key id="d1" for="node" attr.name="x" attr.type="string"/>
 <key id="d2" for="node" attr.name="y" attr.type="double"/>
 <key id="d3" for="edge" attr.name="osmid" attr.type="string"/>
 <key id="d4" for="edge" attr.name="demand" attr.type="double"/>
 <key id="d5" for="edge" attr.name="oneway" attr.type="string"/>
 <key id="d6" for="edge" attr.name="geometry" attr.type="string"/>
 <key id="d7" for="edge" attr.name="name" attr.type="string"/>
 <graph edgedefault="directed">
  <data key="d0">epsg:4326</data>
  <node id="1"><data key="d1">8.54</data><data key="d2">47.37</data></node>
  <node id="2"><data key="d1">8.541</data><data key="d2">47.37</data></node>
  <node id="3"><data key="d1">8.541</data><data key="d2">47.371</data></node>
  <node id="4"><data key="d1">8.54</data><data key="d2">47.371</data></node>
  <edge source="1" target="2"><data key="d3">11</data><data key="d4">7</data>
   <data key="d5">False</data><data key="d7">High Street</data></edge>
  <edge source="2" target="1"><data key="d3">11</data><data key="d4">7</data>
   <data key="d5">False</data><data key="d7">High Street</data></edge>
  <edge source="2" target="3"><data key="d3">12</data><data key="d4">0</data>
   <data key="d5">False</data></edge>
  <edge source="3" target="4"><data key="d3">13</data><data key="d4">3</data>
   <data key="d5">False</data><data key="d7">Mill Lane</data>
   <data key="d6">LINESTRING (8.541 47.371, 8.5405 47.3711, 8.54 47.371)</data></edge>
  <edge source="4" target="1"><data key="d3">14</data><data key="d4">1</data></edge>
 </graph>
</graphml>
"""

ON_EARTH = """\
id,from_lon,from_lat,to_lon,to_lat,demand,name
p,8.54,47.37,8.541,47.37,7,High Street
q,8.541,47.37,8.541,47.371,0,
r,8.541,47.371,8.54,47.371,3,Mill Lane
s,8.54,47.371,8.54,47.37,1,
"""

SAMPLES = {
    "town.txt": CPPLC,
    "town.csv": CSV,
    "town.dat": CARP,
    "town.json": JSON,
    "town.geojson": GEOJSON,
    "town.osm": OSM,
    "town.graphml": GRAPHML,
}
"""The text of each sample by the name of its file."""
