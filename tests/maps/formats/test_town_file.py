"""What a town file may say, and how it is told what is wrong."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload import InputError
from arcload.maps.formats.named_facilities import TABLE
from arcload.maps.formats.read_options import OPTIONS
from arcload.maps.formats.toml_text import toml_value
from arcload.maps.formats.town_file import KEYS, VEHICLE_KEYS, TownFile
from arcload.model.turn_rules import TurnRules

STREETS = "from,to,length,demand,name\nA,B,100,5,High Street\nB,C,50,2,Mill Lane\nC,A,70,0,Ring\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with streets."""
    (tmp_path / "streets.csv").write_text(STREETS)
    return tmp_path


def refusal(folder: Path, text: str) -> str:
    """Return what reading a town file says that is wrong."""
    (folder / "town.toml").write_text(text)
    with pytest.raises(InputError) as error:
        arcload.read(folder / "town.toml")
    assert str(error.value).startswith(f"{folder / 'town.toml'}")
    return str(error.value).removeprefix(f"{folder / 'town.toml'}")


def test_its_keys_are_the_options_of_read() -> None:
    assert {*KEYS} == {"streets", "format", *OPTIONS}


def test_a_path_is_relative_to_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "plans").mkdir()
    file = folder / "plans" / "town.toml"
    file.write_text('streets = "../streets.csv"\n')
    monkeypatch.chdir(folder / "plans")
    assert len(arcload.read("town.toml").edges) == 3
    monkeypatch.chdir(folder)
    assert len(arcload.read("plans/town.toml").edges) == 3
    file.write_text(f"streets = '{folder / 'streets.csv'}'\n")
    assert len(arcload.read("plans/town.toml").edges) == 3


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("capacty = 3", "line 2: 'capacty' is unknown (did you mean 'capacity'?)"),
        ("[vehicle]\ncapacity = 3", "line 2: 'vehicle' is unknown (did you mean 'vehicles'?)"),
        ("fuel = 3", "line 2: 'fuel' is unknown (did you mean 'fuel_"),
        ("zzz = 3", "line 2: 'zzz' is unknown; use streets, "),
        ("capacity = 'much'", "line 2: capacity is 'much'; it must be a number"),
        ("capacity = true", "line 2: capacity is true; it must be a number"),
        ("capacity = -3", "line 2: the capacity is -3; it must be 0 or more"),
        ("capacity = nan", "line 2: the capacity is nan; it must be a number"),
        ("name_column = 3", "line 2: name_column is 3; it must be text"),
        ("length_unit = 'ell'", "line 2: the length unit is 'ell'; use m, km"),
        ("demand_per_km = -1", "line 2: the demand per km is -1; it must be 0 or more"),
        ("keep = 'some'", "line 2: keep is 'some'; it must be 'all' or 'depot'"),
        ("objective = 'time'", "line 2: objective is 'time'; it must be 'cost' or 'balance'"),
        ("mode = 'throw'", "line 2: mode is 'throw'; it must be 'deliver' or 'collect'"),
        ("allow_unserved = 1", "line 2: allow_unserved is 1; it must be true or false"),
        ("count = 1.5", "line 2: count is 1.5; it must be a whole number"),
        ("count = 0", "line 2: the number of vehicles is 0; it must be 1 or more"),
        ("depot = ['A']", 'line 2: depot is ["A"]; it must be text or a number'),
        ("depot = 'High Stret'", "line 2: depot 'High Stret' is not in the network (did you mean"),
        ("end = 'Z'", "line 2: end 'Z' is not in the network"),
        ("closed = 3", "line 2: closed is 3; it must be a list"),
        ("curb_ratio = -1", "line 2: curb_ratio is -1; it must be 0 or more"),
        ("curb_weight = 1\ncurb_ratio = 1", "line 3: curb_weight and curb_ratio say the same"),
        ("curb_weight = 1\nmax_hours = 8", "line 3: the longest hours are 8"),
        ("max_trips = 2\nserve_speed = 8", "line 3: the speeds while serving and while driving"),
        (
            "vehicles = 3",
            "line 2: vehicles is 3; it must be tables [[vehicles]], one per type",
        ),
        ("vehicles = []", "line 2: vehicles is []; it must be tables"),
        ("vehicles = [3]", "line 2: vehicles is 3; it must be a table"),
        ("[[vehicles]]\ncap = 3", "line 3: 'cap' is unknown"),
        ("[[vehicles]]\n[[vehicles]]\ncapacity = 'x'", "line 4: capacity is 'x'; it must be a num"),
        ("[[vehicles]]\n[[vehicles]]\ncapacity = -1", "line 4: the capacity is -1; it must be 0"),
        ("max_hours = 8\n[[vehicles]]\nlabel = 'a'", "line 2: the longest hours are 8"),
        ("[[vehicles]]\nlabel = 'a'\ndepot = 'Z'", "line 4: depot 'Z' is not in the network"),
        ("facilities = 3", "line 2: facilities is 3; it must be tables [[facilities]] or a list"),
        ("facilities = [true]", "line 2: facilities is true; it must be text or a number"),
        ("facilities = ['Z']", "line 2: facility 'Z' is not in the network"),
        ("[[facilities]]\nstop_minutes = 3", "line 2: this facility has no place; give one"),
        ("[[facilities]]\nplace = 'A'\nstop_minutes = 'x'", "line 4: stop_minutes is 'x'; it must"),
        ("[[facilities]]\nplace = 'A'\nstop_minutes = -1", "line 4: the stop time of the facility"),
        ("[[facilities]]\nnode = 'A'", "line 3: 'node' is unknown"),
        ("turn_rules = 3", "line 2: turn_rules is 3; it must be a table"),
        ("[turn_rules]\nu_turns = 3", "line 3: 'u_turns' is unknown (did you mean 'u_turn'?)"),
        ("[turn_rules]\nleft = 'never'", "line 3: the length of a left turn is infinite"),
        ("[turn_rules]\ntraffic = 'up'", "line 3: traffic is 'up'; it must be 'right' or 'left'"),
        ("demand_column = 'salt'", "line 2: "),
        ("snap = 1", "line 2: "),
    ],
)
def test_what_is_wrong_is_said_with_its_line(folder: Path, line: str, words: str) -> None:
    message = refusal(folder, f"streets = 'streets.csv'\n{line}\n")
    assert message.startswith(f", {words}"), message
    assert "\n" not in message


def test_streets_must_be_named(folder: Path) -> None:
    assert "where the streets are" in refusal(folder, "depot = 'A'\n")
    assert refusal(folder, "streets = 3\n").startswith(", line 1: streets is 3; it must be text")
    assert "another town file" in refusal(folder, "streets = 'town.toml'\n")
    assert "format is 3" in refusal(folder, "streets = 'streets.csv'\nformat = 3\n")


def test_streets_that_are_not_there_are_named_themselves(folder: Path) -> None:
    (folder / "town.toml").write_text("streets = 'no.csv'\n")
    with pytest.raises(InputError, match=r"no\.csv: no such file"):
        arcload.read(folder / "town.toml")
    with pytest.raises(InputError, match=r"nothing\.toml: no such file"):
        arcload.read(folder / "nothing.toml")


def test_a_setting_that_an_option_replaces_is_not_blamed(folder: Path) -> None:
    (folder / "town.toml").write_text("streets = 'streets.csv'\ndemand_column = 'salt'\n")
    with pytest.raises(InputError, match=r"^[^,]*streets\.csv"):
        arcload.read(folder / "town.toml", demand_column="sand")


def test_what_it_says_is_checked_before_the_streets_are_read(folder: Path) -> None:
    (folder / "town.toml").write_text("streets = 'no.csv'\ncapacity = 'x'\n")
    with pytest.raises(InputError, match="line 2"):
        TownFile(folder / "town.toml")


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.sampled_from(["", "A", "free", "never", "inf", "04:00", "High Street", "depot", "x=1: 2"])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from([*VEHICLE_KEYS, *TABLE, "left", "u_turn"]), inner, max_size=3
        )
    ),
    max_leaves=4,
)


@given(data=st.dictionaries(st.sampled_from(KEYS[1:]), VALUES, max_size=3))
def test_whatever_it_says_is_taken_or_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("town")
    (folder / "streets.csv").write_text(STREETS)
    lines = [f"{key} = {toml_value(value)}" for key, value in data.items()]
    (folder / "town.toml").write_text("\n".join(["streets = 'streets.csv'", *lines]))
    said = ""
    try:
        said = f"{folder}: {arcload.read(folder / 'town.toml').name}"
    except InputError as error:
        said = str(error)
    assert str(folder) in said


def test_the_docs_explain_every_key() -> None:
    text = (Path(__file__).parents[3] / "docs" / "town_file.md").read_text()
    keys = {*KEYS, *TABLE, *VEHICLE_KEYS, *TurnRules.__dataclass_fields__}
    assert {key for key in keys if f"`{key}`" not in text} == set()
