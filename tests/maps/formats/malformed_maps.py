"""Maps and graphs that cannot be used, and what is said about each."""

from tests.maps.formats.malformed_file import Malformed, changed
from tests.maps.formats.samples import GEOJSON, GRAPHML, ON_EARTH, OSM

_LINE = '"coordinates": [[8.54, 47.37], [8.541, 47.37]]'
_NAMED = '{"name": "High Street", "demand": 7, "oneway": false}'
_DTD = '<!DOCTYPE osm [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'

IN_GEOJSON = changed(
    "town.geojson",
    GEOJSON,
    [
        ('"type": "FeatureCollection"', '"type": "Topology"', 2, "the type is 'Topology'; GeoJSON"),
        ('"type": "FeatureCollection"', '"type": 7', 2, "the type is 7; GeoJSON has"),
        ('"type": "FeatureCollection"', '"type": "LineString"', 2, "the type is 'LineString'"),
        (' "type": "FeatureCollection",\n', "", 1, "the type is missing"),
        ('"features": [', '"featuers": [', 1, "the list 'features' is missing"),
        ('"type": "FeatureCollection"', '"type": "FeatureCollection", "type": 1', 2, "given twice"),
        ('"name": "High Street"', '"name": "High Street', 4, "this is not JSON"),
        ('"demand": 7', '"demand": 7, "demand": 8', 4, "'demand' is given twice"),
        ('"demand": 7', '"demand": "much"', 4, "demand is 'much'; it must be a finite number"),
        ('"demand": 7', '"demand": "7 kg"', 4, "demand is '7 kg'"),
        ('"demand": 7', '"demand": "7,5"', 4, "demand is '7,5'"),
        ('"demand": 7', '"demand": true', 4, "demand is true"),
        ('"demand": 7', '"demand": [7]', 4, "demand is [7]"),
        ('"demand": 7', '"demand": {"kg": 7}', 4, "demand is {"),
        ('"demand": 7', '"demand": -7', 4, "demand is -7; it must be 0 or more"),
        ('"demand": 7', '"demand": NaN', 4, "NaN is not a number"),
        ('"demand": 7', '"demand": Infinity', 4, "Infinity is not a number"),
        ('"demand": 7', '"demand": 1e999', 4, "demand is Infinity; it must be a finite number"),
        ('"demand": 7', f'"demand": 1{"0" * 400}', 4, "it must be a finite number"),
        ('"demand": 7', '"demand": 1e308', 0, "too large"),
        ('"oneway": false', '"oneway": "maybe"', 4, "oneway is 'maybe'; use yes, no or -1"),
        ('"oneway": false', '"oneway": 2', 4, "oneway is 2; use yes, no or -1"),
        ('"oneway": false', '"oneway": ["yes"]', 4, 'oneway is ["yes"]'),
        ('"length": 80.5', '"length": "long"', 8, "length is 'long'"),
        ('"length": 80.5', '"length": -1', 8, "length is -1; it must be 0 or more"),
        (_NAMED, "[1]", 4, "properties is [1]; it must be an object"),
        (_NAMED, '"High Street"', 4, "properties is 'High Street'"),
        (_LINE, '"coordinates": []', 5, "the line has 0 points; two are needed"),
        (_LINE, '"coordinates": [[8.54, 47.37]]', 5, "the line has 1 point; two are needed"),
        (_LINE, '"coordinates": "round"', 5, "the coordinates are no list of points"),
        (_LINE, '"coordinates": null', 5, "the coordinates are no list of points"),
        (_LINE, '"points": []', 5, "the coordinates are no list of points"),
        (_LINE, '"coordinates": [8.54, 47.37]', 5, "8.54 is no point [longitude, latitude]"),
        (_LINE, '"coordinates": [[8.54], [8.55]]', 5, "[8.54] is no point"),
        (_LINE, '"coordinates": [["8.54", 47], [8, 47]]', 5, "the longitude of a point is '8.54'"),
        (_LINE, '"coordinates": [[8, null], [8, 47]]', 5, "the latitude of a point is null"),
        (_LINE, '"coordinates": [[8, 1e999], [8, 47]]', 5, "latitude of a point is too large"),
        (_LINE, '"coordinates": [[8, 99], [8, 47]]', 4, "latitude 99, which is not on earth"),
        (_LINE, '"coordinates": [[2600000, 1200000], [0, 0]]', 4, "save the file in longitude"),
        ('"type": "MultiLineString"', '"type": "LineString"', 12, "the line has 1 point"),
        ("[[[8.54, 47.371], [8.54, 47.37]]]", "[]", 12, "the coordinates are no list of lines"),
        ("[[[8.54, 47.371], [8.54, 47.37]]]", "[[]]", 12, "the line has 0 points"),
        (
            "[[[8.54, 47.371], [8.54, 47.37]]]",
            "[[[8.6, 47.38], [8.61, 47.38]]]",
            11,
            "1 served edge (total length 755.",
        ),
        (
            ' "features": [',
            ' "crs": {"type": "name", "properties": {"name": "local grid"}},\n "features": [',
            3,
            "the coordinates are in 'local grid'; save the file in longitude",
        ),
        (' "features": [', ' "crs": 4326,\n "features": [', 3, "the coordinates are in 4326"),
        (' "features": [', ' "arcload": 1,\n "features": [', 3, "1 stands where an object"),
        (' "features": [', ' "arcload": {},\n "features": [', 3, "the schema is not"),
    ],
) + [
    Malformed("town.geojson", text, line, words)
    for text, line, words in (
        ("{}", 1, "the type is missing"),
        ("[]", 1, "this is not a JSON object"),
        ('{"type": "FeatureCollection"}', 1, "the list 'features' is missing"),
        ('{"type": "FeatureCollection",\n "features": 3}', 2, "'features' is 3; it must be"),
        ('{"type": "FeatureCollection", "features": []}', 0, "no streets (LineString features)"),
        ('{"type": "FeatureCollection", "features": [\n 7]}', 2, "7 stands where a 'Feature'"),
        (
            '{"type": "Feature", "properties": {"demand": 1},\n'
            ' "geometry": {"type": "Point", "coordinates": [8, 47]}}',
            0,
            "no streets (LineString features): only 'Point'",
        ),
        ('{"type": "Feature", "properties": {}, "geometry": null}', 0, "no streets"),
        (GEOJSON.replace('"demand"', '"demnad"'), 0, "no property 'demand' (did you mean 'demnad'"),
        (GEOJSON.replace('"demand"', '"salt"'), 0, "it has name, salt, oneway, length"),
        ('{"type": "Feature",\n "geometry": 5}', 2, "geometry is 5; it must be an object"),
        (
            '{"type": "Feature", "properties": {"demand": 1}, "geometry":\n'
            ' {"type": "LineString", "coordinates": [[47, 108.54], [47, 108.55]]}}',
            1,
            "longitude 47 and latitude 108.54, which looks swapped; give the longitude first",
        ),
        ('{"type": "FeatureCollection", "features": ' + "[" * 100_000, 1, "nested too deeply"),
    )
]

IN_OSM = changed(
    "town.osm",
    OSM,
    [
        ('<osm version="0.6">', '<gpx version="0.6">', 2, "the file starts with <gpx>"),
        ('<osm version="0.6">', f'{_DTD}<osm version="0.6">', 2, "document type (DTD); remove it"),
        ("</osm>", "", 25, "this is not XML (no element found)"),
        ("</osm>", "</osm>\n<osm/>", 25, "this is not XML (junk after document element)"),
        (' <way id="11">\n', ' <way id="11"/>\n', 11, "this is not XML (mismatched tag)"),
        ('<node id="1" ', "<node id=1 ", 3, "this is not XML (not well-formed"),
        ('v="High Street"', 'v="High <Street>"', 10, "this is not XML (not well-formed"),
        ('v="High Street"', 'v="High & Street"', 10, "this is not XML (not well-formed"),
        ('v="High Street"', 'v="High &nbsp; Street"', 10, "this is not XML (undefined entity"),
        ('<node id="1" ', "<node ", 3, "id of this node is missing; it must be a whole number"),
        ('<node id="1" ', '<node id="one" ', 3, "id of this node is 'one'"),
        ('<node id="1" ', '<node id="1.5" ', 3, "id of this node is '1.5'"),
        ('<node id="1" ', '<node id="2" ', 4, "node 2 is given twice"),
        ('<node id="1" ', f'<node id="{"9" * 30}" ', 3, "it must be a whole number"),
        ('id="1" lat="47.37"', 'id="1"', 3, "lat of node 1 is missing; it must lie between -90"),
        ('id="1" lat="47.37"', 'id="1" lat="north"', 3, "lat of node 1 is 'north'"),
        ('id="1" lat="47.37"', 'id="1" lat="147.37"', 3, "lat of node 1 is '147.37'"),
        ('id="1" lat="47.37"', 'id="1" lat="nan"', 3, "lat of node 1 is 'nan'"),
        ('id="1" lat="47.37"', 'id="1" lat="47,37"', 3, "lat of node 1 is '47,37'"),
        (
            'id="5" lat="47.3711" lon="8.5405"',
            'id="5" lat="47.3711"',
            7,
            "lon of node 5 is missing",
        ),
        ('lon="8.5405"', 'lon="188.5405"', 7, "lon of node 5 is '188.5405'; it must lie between"),
        ('lon="8.5405"', 'lon="-inf"', 7, "lon of node 5 is '-inf'"),
        ('<way id="11">', "<way>", 8, "id of this way is missing"),
        ('<way id="11">', '<way id="a">', 8, "id of this way is 'a'"),
        ('<way id="11">', '<way id="12">', 12, "way 12 is given twice"),
        ('<nd ref="5"/>', "<nd/>", 17, "ref of this nd is missing"),
        ('<nd ref="5"/>', '<nd ref="x"/>', 17, "ref of this nd is 'x'"),
        ('<tag k="demand" v="7"/>', '<tag k="demand"/>', 10, "a tag needs a key k and a value v"),
        ('<tag k="demand" v="7"/>', '<tag v="7"/>', 10, "a tag needs a key k and a value v"),
        ('<tag k="demand" v="7"/>', '<tag k="demand" v="much"/>', 8, "demand is 'much'"),
        ('<tag k="demand" v="7"/>', '<tag k="demand" v="-7"/>', 8, "demand is '-7'; it must be 0"),
        ('<tag k="demand" v="7"/>', '<tag k="demand" v=""/>', 8, "demand is ''"),
        ('<tag k="oneway" v="no"/>', '<tag k="oneway" v="maybe"/>', 12, "oneway is 'maybe'; use"),
        ('<tag k="oneway" v="no"/>', '<tag k="oneway" v="2"/>', 12, "oneway is '2'; use"),
    ],
) + [
    Malformed("town.osm", text, line, words)
    for text, line, words in (
        ("<osm/>", 0, "no streets (ways with a 'highway' tag that may be driven)"),
        ("<osm><way id='1'/></osm>", 0, "the file has no streets"),
        ("<osm>", 1, "this is not XML (no element found)"),
        ("<osm", 1, "this is not XML"),
        ("hello", 1, "this is not XML (syntax error)"),
        (OSM.replace("highway", "railway"), 0, "the file has no streets"),
        (
            OSM.replace('"residential"', '"footway"')
            .replace("tertiary", "path")
            .replace('"service"', '"steps"'),
            0,
            "the file has no streets",
        ),
        (OSM.replace('k="demand"', 'k="salt"'), 0, "there is no tag 'demand'; it has"),
        (OSM.replace('k="demand"', 'k="demnad"'), 0, "(did you mean 'demnad'?)"),
        (OSM.replace("<node ", "<knot "), 0, "the file has no streets"),
        ("<osm>" * 100_000, 1, "nested too deeply"),
    )
]

IN_GRAPHML = changed(
    "town.graphml",
    GRAPHML,
    [
        ("<graphml xmlns", "<graphxml xmlns", 2, "not <graphml>"),
        ("</graphml>", "", 29, "this is not XML"),
        ('<graph edgedefault="directed">', "<!DOCTYPE a><graph>", 11, "this is not XML"),
        ('<node id="1">', "<node>", 13, "this node has no 'id'"),
        ('<node id="1">', '<node id="2">', 14, "node '2' is given twice"),
        ('<node id="1">', '<node id="9">', 17, "the edge leads to '1', which is no node"),
        (
            '<data key="d1">8.54</data><data key="d2">47.37</data>',
            "",
            13,
            "x of node '1' is missing",
        ),
        (
            '<data key="d1">8.54</data><data key="d2">47.37</data>',
            '<data key="d1">west</data>',
            13,
            "x of node '1' is 'west'; give a number",
        ),
        (
            '<data key="d1">8.54</data><data key="d2">47.37</data>',
            '<data key="d1">198.54</data><data key="d2">47.37</data>',
            0,
            "longitude 198.54",
        ),
        ('<edge source="4" target="1">', '<edge source="4">', 26, "this edge has no 'target'"),
        ('<edge source="4" target="1">', '<edge target="1">', 26, "this edge has no 'source'"),
        (
            '<data key="d3">13</data><data key="d4">3',
            '<data key="d3">13</data><data key="d4">many',
            0,
            "this GraphML cannot be read",
        ),
        (
            '<data key="d3">13</data><data key="d4">3',
            '<data key="d3">13</data><data key="d4">-3',
            23,
            "demand -3",
        ),
        ('<data key="d3">14</data>', '<data key="d5">maybe</data>', 26, "oneway is 'maybe'"),
        ("LINESTRING (8.541 47.371, ", "POINT (", 23, "a LINESTRING (x y, ...) is needed"),
        ("LINESTRING (8.541 47.371, ", "LINESTRING (8.541, ", 23, "a LINESTRING (x y, ...) is"),
        ("LINESTRING (8.541 47.371, ", "LINESTRING (8.541 a, ", 23, "a LINESTRING (x y, ...) is"),
        (
            'attr.name="demand"',
            'attr.name="dmand"',
            0,
            "no attribute 'demand' (did you mean 'dmand",
        ),
        ('<data key="d3">14</data>', '<data key="d99">14</data>', 0, "this GraphML cannot be read"),
    ],
) + [
    Malformed("town.graphml", text, line, words)
    for text, line, words in (
        ("<graphml/>", 0, "the file has no streets (edges)"),
        ('<graphml><graph edgedefault="directed"/></graphml>', 0, "the file has no streets"),
        ('<graphml><edge source="a" target="b"/></graphml>', 1, "leads to 'a', which is no node"),
    )
]

IN_ON_EARTH = changed(
    "town.csv",
    ON_EARTH,
    [
        ("to_lat,", "to_y,", 1, "coordinates are given twice; use x and y, or lon and lat"),
        ("to_lat,", "", 1, "the column 'to_lat' is missing"),
        ("to_lat,", "to_late,", 1, "'to_late' is unknown (did you mean 'to_lat'?)"),
        ("p,8.54,47.37,", "p,198.54,47.37,", 2, "from_lon is 198.54; it must lie between -180"),
        ("p,8.54,47.37,", "p,8.54,97.37,", 2, "from_lat is 97.37; it must lie between -90 and 90"),
        ("p,8.54,47.37,", "p,8.54,,", 2, "from_lat is empty"),
        ("p,8.54,47.37,", "p,8.54,north,", 2, "from_lat is 'north'"),
        ("p,8.54,47.37,", "p,8°32,47.37,", 2, "from_lon is '8°32'"),
        (",7,High", ",,High", 2, "demand is empty"),
        (",7,High", ",seven,High", 2, "demand is 'seven'"),
        ("s,8.54,47.371,8.54,47.37,", "s,9.54,47.371,9.54,47.37,", 5, "1 served edge (total"),
    ],
)

MALFORMED_MAPS = [*IN_GEOJSON, *IN_OSM, *IN_GRAPHML, *IN_ON_EARTH]
