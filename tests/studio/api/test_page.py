"""The page of the studio and the files it is made of."""

import re

import pytest
from starlette.testclient import TestClient


def test_the_page_and_its_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
    assert named
    for name in named:
        answer = client.get(name)
        kind = "text/javascript" if name.endswith(".js") else "text/css"
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"


def test_a_file_that_did_not_change_is_not_sent_again(client: TestClient) -> None:
    etag = client.get("/assets/main.js").headers["etag"]
    assert client.get("/assets/main.js", headers={"if-none-match": etag}).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../app.py",
        "/assets/%2e%2e/app.py",
        "/assets/..%2fapp.py",
        "/assets/page/..%2f..%2fdata.py",
        "/assets//etc/passwd",
        "/assets/%00",
        "/assets",
        "/assets/",
        "/docs/assets/../../app.py",
    ],
)
def test_nothing_else_of_the_disk_is_read(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert set(answer.json()) == {"error"}
