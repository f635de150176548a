"""Files that are sent with a request."""

import tempfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arcload.model.errors import InputError
from arcload.studio import uploads

CSV = b"from,to,length,demand\n1,2,3,4\n"


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("town.csv", "town.csv"),
        ("/etc/passwd", "passwd"),
        ("../../town.csv", "town.csv"),
        (r"C:\maps\town.csv", "town.csv"),
        ("Zürich.csv", "Zürich.csv"),
    ],
)
def test_of_a_name_only_the_last_part_counts(name: str, last: str) -> None:
    assert uploads.plain_file_name(name) == last


@pytest.mark.parametrize(
    "name", ["", "/", "a/..", ".", ".x", "a\x00b", "a\nb", "x" * 201, "é" * 101]
)
def test_what_is_no_name_for_a_file(name: str) -> None:
    with pytest.raises(InputError, match="name"):
        uploads.plain_file_name(name)


def test_forms_that_lack_something(client: TestClient) -> None:
    two = [("file", ("a.csv", CSV)), ("file", ("x/a.csv", CSV))]
    bad = [
        client.post("/api/plans", files=[("other", ("a.csv", CSV))]),
        client.post("/api/plans", files=two),
        client.post("/api/plans", files=two[:1], data={"options": "{"}),
        client.post("/api/plans", files=two[:1], data={"options": "[]"}),
        client.post("/api/plans", files=two[:1], data={"options": '{"depott": 1}'}),
        client.post("/api/plans", files=[*two[:1], ("name", ("n", b"x"))]),
    ]
    words = ["no file", "'a.csv'", "options", "options", "depott", "name"]
    for answer, word in zip(bad, words, strict=True):
        assert (answer.status_code, word in answer.json()["error"]) == (422, True), answer.text


def test_bodies_of_other_kinds(client: TestClient) -> None:
    for headers in ({}, {"content-type": "text/plain"}, {"content-type": "x" * 1000}):
        answer = client.post("/api/plans", content=b"x", headers=headers)
        assert answer.status_code == 415
    broken = {"content-type": "multipart/form-data; boundary=x"}
    assert client.post("/api/plans", content=b"--y", headers=broken).status_code in (400, 422)


def test_nothing_stays_on_the_disk(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    files = [("file", ("a.csv", CSV))]
    assert client.post("/api/plans", files=files, data={"options": "{"}).status_code == 422
    options = {"options": '{"depot": 1, "curb_weight": 1}'}
    answer = client.post("/api/plans", files=files, data=options)
    assert answer.status_code == 201, answer.text
    assert client.post("/api/plans", files=[("file", ("a.csv", b"?"))]).status_code == 422
    assert list(folder.iterdir()) == []
