"""Today's route is read, kept, and held against every version."""

import shutil
from pathlib import Path

import pytest

import arcload
from arcload.model.errors import InputError
from arcload.studio.tasks.kept_today import kept_today
from arcload.studio.tasks.read_today import read_today
from tests.studio.plans import EXAMPLES, base_text

VILLAGE = arcload.read(EXAMPLES / "village.geojson", curb_weight=3)
TRACK = "village_today.gpx"


def test_what_is_kept_is_read_again_for_other_edits(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / TRACK, tmp_path)
    value = {"base": base_text(VILLAGE), "edits": {}, "folder": str(tmp_path), "files": [TRACK]}
    answer = read_today(value)
    expected = arcload.read_today(VILLAGE, EXAMPLES / TRACK)
    again = kept_today(answer["today"], VILLAGE)
    assert again.plan.cost == expected.plan.cost
    assert len(answer["notes"]) == len(expected.notes) + len(expected.broken)
    edge = expected.plan.order[0]
    fewer = kept_today(answer["today"], VILLAGE.replace(demand={edge: 0.0}))
    assert edge not in fewer.plan.order


def test_a_route_of_somewhere_else_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("No Such Street\n")
    value = {"base": base_text(VILLAGE), "edits": {}, "folder": str(tmp_path), "files": ["bad.txt"]}
    with pytest.raises(InputError, match=r"bad\.txt, line 1.*No Such Street"):
        read_today(value)
