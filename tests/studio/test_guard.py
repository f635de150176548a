"""What stands before every request."""

from collections.abc import MutableMapping
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from arcload.studio.guard import COOKIE, Guard
from arcload.studio.settings import Settings
from tests.studio import loops

TOKEN = "0123456789abcdef"
BEARER = {"authorization": f"Bearer {TOKEN}"}
Answer = tuple[int, dict[str, str], bytes]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the size of the body."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


async def swallow(scope: Any, receive: Any, send: Any) -> None:
    """Take every failure of the body for one of its own."""
    try:
        await echo(scope, receive, send)
    except Exception:
        await send({"type": "http.response.start", "status": 400, "headers": []})
        await send({"type": "http.response.body", "body": b"bad"})


def ask(
    settings: Settings,
    path: str = "/api/plans",
    *,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    hosts: tuple[str, ...] = ("localhost:8765",),
    parts: tuple[bytes, ...] = (b"",),
    app: Any = echo,
    scheme: str = "http",
) -> Answer:
    """Return status, headers and body of the answer to a request."""
    given = [(b"host", host.encode()) for host in hosts]
    given += [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    where, _, query = path.partition("?")
    scope = {"type": "http", "method": method, "path": where, "query_string": query.encode()}
    scope |= {"headers": given, "scheme": scheme}
    waiting, sent = list(parts), []

    async def receive() -> dict[str, Any]:
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    loops.run(Guard(app, settings)(scope, receive, send))
    start, *rest = sent
    names = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], names, b"".join(one["body"] for one in rest)


def status(settings: Settings, path: str = "/api/plans", **request: Any) -> int:
    return ask(settings, path, **request)[0]


LOCAL = Settings()
CLOSED = Settings(token=TOKEN)
REMOTE = Settings(host="0.0.0.0", token=TOKEN, allow_hosts=("Studio.example",))


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:9", "[::1]:8765", "a.localhost", "localhost."]
)
def test_names_of_this_machine_are_answered(host: str) -> None:
    assert status(LOCAL, hosts=(host,)) == 200


@pytest.mark.parametrize(
    "hosts",
    [
        ("evil.example",),
        ("localhost.evil.example",),
        ("localhost@evil.example",),
        ("192.168.1.5",),
        ("localhost:80:90",),
        ("",),
        (),
        ("localhost", "evil.example"),
    ],
)
def test_other_hosts_are_not(hosts: tuple[str, ...]) -> None:
    code, _, body = ask(LOCAL, hosts=hosts)
    assert code == 421
    assert b"error" in body


def test_allowed_hosts_and_the_own_address_are_answered() -> None:
    assert status(REMOTE, hosts=("studio.example:443",), headers=BEARER) == 200
    assert status(REMOTE, hosts=("0.0.0.0",), headers=BEARER) == 421
    own = Settings(host="192.168.1.5", token=TOKEN)
    assert status(own, hosts=("192.168.1.5:8765",), headers=BEARER) == 200
    six = Settings(host="fd00::5", token=TOKEN)
    assert status(six, hosts=("[fd00::5]:8765",), headers=BEARER) == 200


def test_a_token_is_needed_for_all_that_tells_of_plans() -> None:
    for path in ("/api/plans", "/docs", "/openapi.json", "/assets", "/api/health/x"):
        code, headers, _ = ask(CLOSED, path)
        assert (code, headers["www-authenticate"]) == (401, "Bearer")
    for path in ("/", "/assets/main.js", "/api/health"):
        assert status(CLOSED, path) == 200
        assert status(CLOSED, path, method="POST") == 401


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer x", f"Basic {TOKEN}", "Bearer " + "é" * 9])
def test_a_wrong_token_is_refused(given: str) -> None:
    assert status(CLOSED, headers={"authorization": given}) == 401
    assert status(CLOSED, headers={"cookie": f"{COOKIE}={given}"}) == 401


def test_the_token_itself_is_no_cookie() -> None:
    assert status(CLOSED, headers={"cookie": f"{COOKIE}={TOKEN}"}) == 401


def test_the_token_as_a_header() -> None:
    assert status(CLOSED, headers=BEARER) == 200
    assert status(CLOSED, headers={"authorization": f"bearer  {TOKEN} "}) == 200


def test_an_address_with_the_token_gives_the_browser_a_cookie_once() -> None:
    code, headers, _ = ask(CLOSED, f"/?token={TOKEN}")
    assert (code, headers["location"]) == (303, "/")
    cookie = headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/"))
    assert "Secure" not in cookie
    assert TOKEN not in cookie
    value = cookie.partition(";")[0]
    for other in ("other=1", 'odd="{}', "[]", "a b=,"):
        assert status(CLOSED, headers={"cookie": f"{other}; {value}"}) == 200
    assert "Secure" in ask(CLOSED, f"/?token={TOKEN}", scheme="https")[1]["set-cookie"]


def test_a_wrong_token_in_the_address_gives_no_cookie() -> None:
    code, headers, _ = ask(CLOSED, "/?token=wrong")
    assert (code, "set-cookie" in headers) == (200, False)
    assert status(CLOSED, f"/api/plans?token={TOKEN}") == 401


def test_without_a_token_the_address_may_say_what_it_likes() -> None:
    assert status(LOCAL, "/?token=x") == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"origin": "http://localhost:8765"}, 200),
        ({"origin": "https://LOCALHOST:8765"}, 200),
        ({"origin": "http://localhost:8766"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "http://localhost:8765@evil.example"}, 403),
        ({"origin": "ftp://localhost:8765"}, 403),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://localhost:8765", "sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_changes_come_from_the_own_page(headers: dict[str, str], code: int) -> None:
    for method in ("POST", "PATCH", "PUT", "DELETE", "OTHER"):
        assert status(LOCAL, method=method, headers=headers) == code
    assert status(LOCAL, headers=headers) == 200  # what is only read, its page cannot see


def test_a_change_without_origin_needs_the_token_itself_elsewhere() -> None:
    cookie = ask(REMOTE, f"/?token={TOKEN}")[1]["set-cookie"].partition(";")[0]
    assert status(REMOTE, method="POST", headers=BEARER) == 200
    assert status(REMOTE, method="POST", headers={"cookie": cookie}) == 403
    own = {"cookie": cookie, "origin": "http://localhost:8765"}
    assert status(REMOTE, method="POST", headers=own) == 200
    foreign = BEARER | {"origin": "http://evil.example"}
    assert status(REMOTE, method="POST", headers=foreign) == 403


SMALL = Settings(max_upload=10)


@pytest.mark.parametrize("app", [echo, swallow])
def test_a_body_is_refused_as_soon_as_it_is_too_large(app: Any) -> None:
    parts = (b"12345", b"12345", b"1", b"never kept")
    code, headers, body = ask(SMALL, method="POST", parts=parts, app=app)
    assert (code, headers["connection"]) == (413, "close")
    assert b"above" in body
    assert ask(SMALL, method="POST", parts=parts[:2], app=app)[::2] == (200, b"10")


@pytest.mark.parametrize("size", ["11", "9" * 30])
def test_a_body_that_says_its_size_is_not_asked_for(size: str) -> None:
    headers = {"content-length": size}
    asks = headers | {"expect": "100-continue"}
    assert status(SMALL, method="POST", parts=(), headers=asks) == 413
    assert status(SMALL, method="POST", parts=(b"1", b"2"), headers=headers) == 413


def test_only_files_may_be_large() -> None:
    large = (b"x" * 10**6,) * 5
    for path, method, code in (
        ("/api/plans", "POST", 200),
        ("/api/plans/0123/today", "PUT", 200),
        ("/api/plans/0123/instance", "PATCH", 413),
        ("/api/plans/0123/solve", "POST", 413),
    ):
        assert status(LOCAL, path, method=method, parts=large) == code


def test_every_answer_is_protected() -> None:
    tiles = Settings(tiles="https://tiles.example/{z}/{x}/{y}.png", token=TOKEN)
    for headers in ({}, BEARER):
        names = ask(tiles, headers=headers)[1]
        policy = names["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "img-src 'self' data: blob: https://tiles.example;" in policy
        assert names["x-content-type-options"] == "nosniff"
        assert names["referrer-policy"] == "same-origin"
        assert names["cross-origin-opener-policy"] == "same-origin"
        assert names["cross-origin-resource-policy"] == "same-origin"
    assert "tiles" not in ask(LOCAL)[1]["content-security-policy"]


def test_a_header_that_the_app_gives_is_its_own() -> None:
    async def own(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"Content-Security-Policy", b"sandbox")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    names = ask(LOCAL, app=own)[1]
    assert names["Content-Security-Policy"] == "sandbox"
    assert "content-security-policy" not in names


def test_who_goes_away_is_not_answered(caplog: pytest.LogCaptureFixture) -> None:
    async def gone(scope: Any, receive: Any, send: Any) -> None:
        raise ClientDisconnect

    with pytest.raises(ValueError, match="not enough values"):  # no message was sent
        ask(LOCAL, app=gone)
    assert not caplog.records


def test_an_answer_that_breaks_off_is_not_taken_for_the_whole() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(LOCAL, app=broken)
