"""Turn rules and forbidden turns: what is taken, what is refused, and how files keep it."""

import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Edge, InputError, Instance, Turn, TurnRules
from arcload.model.settings import changes_in, other_settings, settings_of
from arcload.model.turn_rules import checked_turn_rules
from tests.examples import FOUR_EDGES

CROSS = Instance.from_edges(
    [("a", "b", 5, 1), ("b", "c", 5, 1), ("b", "d", 5, 0)], depot="a", length_unit="m"
)
RULES = TurnRules(left=30, right=5, u_turn=math.inf, traffic="left", u_turn_seconds=20)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"left": -1}, "the length of a left turn is -1"),
        ({"right": math.inf}, "only U-turns can be ruled out"),
        ({"straight_seconds": math.nan}, "the time of driving straight on"),
        ({"u_turn": "never"}, "the length of a U-turn is 'never'"),
        ({"traffic": "middle"}, "traffic is 'middle'"),
    ],
)
def test_rules_of_another_kind_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        TurnRules(**fields)


def test_rules_that_say_nothing_are_none() -> None:
    assert CROSS.replace(turn_rules=TurnRules()).turn_rules is None
    on_the_left = CROSS.replace(turn_rules=TurnRules(traffic="left"))
    assert on_the_left.turn_rules == TurnRules(traffic="left")
    assert not on_the_left.has_turns
    assert not CROSS.has_turns
    only_hours = CROSS.replace(turn_rules=TurnRules(left_seconds=9))
    assert only_hours.turn_rules is not None
    assert not only_hours.has_turns
    assert CROSS.replace(turn_rules=TurnRules(u_turn=math.inf)).has_turns
    assert CROSS.replace(forbidden_turns=[Turn(1, 1, 2, 1)]).has_turns


def test_metres_beyond_all_numbers_are_refused() -> None:
    with pytest.raises(InputError, match="too large"):
        CROSS.replace(turn_rules=TurnRules(left=1e308), curb_weight=9)


def test_some_fields_change_those_that_are_stated() -> None:
    assert checked_turn_rules({"left": 9}, RULES) == TurnRules(
        left=9, right=5, u_turn=math.inf, traffic="left", u_turn_seconds=20
    )
    assert checked_turn_rules(TurnRules(), RULES) is None
    assert checked_turn_rules(None, RULES) is RULES
    with pytest.raises(InputError, match="did you mean 'left'"):
        checked_turn_rules({"lft": 9})


def test_rules_in_words_name_all_that_counts() -> None:
    words = RULES.in_words()
    for word in ("left 30 m", "right 5 m", "no U-turns", "U-turns 20 s", "traffic on the left"):
        assert word in words
    assert "straight" not in words


def test_forbidden_turns_are_kept_once_by_the_networks_own_ids() -> None:
    turns = [("1", 1, "2", 1), Turn(1, 1, 2, 1), (1, 1, 1, 2)]
    assert CROSS.replace(forbidden_turns=turns).forbidden_turns == (
        Turn(1, 1, 2, 1),
        Turn(1, 1, 1, 2),
    )


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        ("1122", "a list of arcload.Turn"),
        ([(1, 1, 2)], "it must be an arcload.Turn"),
        ([(1, 1, 9, 1)], "edge 9"),
        ([(1, 3, 2, 1)], "direction 3"),
        ([(1, 2, 2, 1)], "edge 1 to 2.*ends at node 'a'.*starts at 'b'"),
    ],
)
def test_what_is_no_turn_of_the_network_is_refused(turns: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        CROSS.replace(forbidden_turns=turns)


def test_settings_state_the_rules_and_differ_by_them() -> None:
    instance = CROSS.replace(turn_rules=RULES)
    stated = settings_of(instance)
    assert stated["turn_rules"]["u_turn"] == "never"
    assert changes_in(stated)["turn_rules"] == RULES
    assert changes_in(settings_of(CROSS))["turn_rules"] == TurnRules()
    assert other_settings(instance, stated) == ""
    assert "turn rules left 30 m" in other_settings(CROSS, stated)


@pytest.mark.parametrize("extension", ["json", "geojson"])
def test_files_keep_rules_and_forbidden_turns(tmp_path: Path, extension: str) -> None:
    instance = CROSS.replace(
        turn_rules=RULES,
        forbidden_turns=[(1, 1, 2, 1)],
        coordinates=[(0, 0), (1, 0), (2, 0), (1, 1)],
        geographic=True,
    )
    arcload.write(instance, tmp_path / f"cross.{extension}")
    again = arcload.read(tmp_path / f"cross.{extension}")
    assert again.turn_rules == RULES
    assert again.forbidden_turns == (Turn(1, 1, 2, 1),)
    other = arcload.read(tmp_path / f"cross.{extension}", turn_rules={"u_turn": 40})
    assert other.turn_rules is not None
    assert (other.turn_rules.left, other.turn_rules.u_turn) == (30, 40)
    none = arcload.read(tmp_path / f"cross.{extension}", turn_rules=TurnRules())
    assert none.turn_rules is None


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("turn_rules", '{"left": "far"}', "'left' is 'far'"),
        ("turn_rules", '{"lft": 3}', "'lft' is unknown .did you mean 'left'"),
        ("turn_rules", '{"u_turn": -3}', "a U-turn is -3"),
        ("turn_rules", '{"traffic": "up"}', "traffic is 'up'"),
        ("turn_rules", "[]", "an object"),
        ("forbidden_turns", "3", "it must be a list"),
        ("forbidden_turns", "[[1, 1]]", r"\[edge, direction, edge, direction\]"),
        ("forbidden_turns", "[[1, true, 2, 1]]", "a direction is true"),
        ("forbidden_turns", "[[1, 1, 9, 1]]", "edge 9"),
    ],
)
def test_what_a_file_states_wrongly_is_refused_with_its_name(
    tmp_path: Path, key: str, value: str, words: str
) -> None:
    file = tmp_path / "cross.json"
    arcload.write(CROSS, file)
    file.write_text(file.read_text().replace(' "nodes"', f' "{key}": {value},\n "nodes"'))
    with pytest.raises(InputError, match=words) as caught:
        arcload.read(file)
    assert "cross.json" in str(caught.value)


def test_formats_that_hold_no_turns_say_so(tmp_path: Path) -> None:
    instance = CROSS.replace(turn_rules=RULES, forbidden_turns=[(1, 1, 2, 1)])
    (note,) = arcload.write(instance, tmp_path / "cross.csv")
    assert "turn rules, forbidden turns" in str(note)
    with pytest.raises(InputError, match="turn rules"):
        arcload.write(FOUR_EDGES.replace(turn_rules=RULES), tmp_path / "four.txt")


def test_pieces_of_a_street_keep_its_forbidden_turns() -> None:
    instance = Instance.from_edges(
        [("a", "b", 6, 30), ("b", "c", 6, 1), Edge("b", "b", 0, 20, id="yard")],
        depot="a",
        forbidden_turns=[(1, 1, 2, 1), (2, 2, 1, 2), (1, 1, 1, 2), (1, 1, "yard", 1)],
    )
    cut = arcload.cut_streets(instance, 10)
    assert cut.forbidden_turns == (
        Turn("1/3", 1, 2, 1),
        Turn(2, 2, "1/3", 2),
        Turn("1/3", 1, "1/3", 2),
        Turn("1/3", 1, "yard/1", 1),
        Turn("1/3", 1, "yard/2", 1),
    )


def test_pieces_that_count_as_straight_turns_are_noted() -> None:
    instance = Instance.from_edges([("a", "b", 6, 30)], depot="a", turn_rules=TurnRules(straight=1))
    notes = arcload.cut_streets(instance, 10).notes
    assert any("straight on" in str(note) for note in notes)


def test_the_depots_part_loses_the_turns_of_streets_left_out(tmp_path: Path) -> None:
    file = tmp_path / "two_parts.json"
    arcload.write(CROSS.replace(forbidden_turns=[(1, 1, 2, 1)]), file)
    text = file.read_text().replace(
        ' "forbidden_turns": [[1, 1, 2, 1]],',
        ' "forbidden_turns": [[1, 1, 2, 1], [4, 1, 4, 2]],',
    )
    text = text.replace('{"id": "d"}', '{"id": "d"}, {"id": "e"}, {"id": "f"}')
    far = '{"id": 4, "from": "e", "to": "f", "length": 5, "demand": 1}'
    file.write_text(text.replace(' "edges": [\n', f' "edges": [\n  {far},\n'))
    instance = arcload.read(file, keep="depot")
    assert instance.forbidden_turns == (Turn(1, 1, 2, 1),)
    assert any("1 forbidden turn there" in str(note) for note in instance.notes)


def test_what_rules_lack_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "cross.csv"
    file.write_text("from,to,length,demand\na,b,5,1\n")
    rules = TurnRules(left=3, left_seconds=4)
    notes = " ".join(map(str, arcload.read(file, depot="a", turn_rules=rules).notes))
    assert "the metres of turns are taken in that unit" in notes
    assert "the seconds of turns" in notes
    leaving = arcload.read(file, depot="a", leave="04:00").notes
    assert any("leave at 04:00, and there are no clock times" in str(note) for note in leaving)
    never = arcload.read(file, depot="a", turn_rules={"u_turn": math.inf})
    assert not [note for note in never.notes if "metres" in str(note)]
