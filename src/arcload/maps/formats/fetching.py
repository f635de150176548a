"""Streets of a place, fetched once from OpenStreetMap."""

import tempfile
from pathlib import Path

from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.road_rules import ALONG_A_STREET, RULES
from arcload.model.errors import InputError
from arcload.model.files import not_written, write_bytes

_MORE = ("surface", "oneway:hgv", "oneway:motor_vehicle")


def fetch_place(place: str, path: Path) -> tuple[int, int]:
    """Write the streets of a place to a GraphML file; return its numbers of nodes and arcs.

    The one part of arcload that needs a network. What it wrote is read without one.

    Parameters
    ----------
    place
        A name that OpenStreetMap's search finds, such as ``"Zug, Switzerland"``.
    path
        The file, written at once or not at all.
    """
    osmnx = load_extra("osmnx", "geo", "places are fetched with osmnx")
    osmnx.settings.use_cache = False  # or it leaves a folder wherever it runs
    tags = dict.fromkeys((*osmnx.settings.useful_tags_way, *RULES, *ALONG_A_STREET, *_MORE))
    osmnx.settings.useful_tags_way = list(tags)  # rules that are not in the file cannot be said
    try:
        graph = osmnx.graph_from_place(place, network_type="drive", simplify=False, retain_all=True)
        differ = ["name", *RULES, *ALONG_A_STREET]
        graph = osmnx.simplify_graph(graph, edge_attrs_differ=differ, remove_rings=False)
    except OSError:  # what the network raises
        raise InputError(
            f"the streets of {place!r} could not be fetched: OpenStreetMap cannot be reached from "
            "here; go online and try again, or read a file that you have"
        ) from None
    except Exception as error:  # osmnx lets through whatever the services raise
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError(
            f"the streets of {place!r} could not be fetched ({reason}); look at the name"
        ) from None
    try:
        with tempfile.TemporaryDirectory(prefix="arcload.") as folder:
            file = Path(folder) / "streets.graphml"
            osmnx.save_graphml(graph, file)
            content = file.read_bytes()
    except OSError as error:
        raise not_written(path, error) from error
    write_bytes(path, content)
    return len(graph), graph.number_of_edges()
