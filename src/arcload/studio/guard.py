"""What stands before every request: whom the server answers, and how much it reads."""

import asyncio
import hashlib
import hmac
import json
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect

from arcload.studio.errors import (
    Broken,
    Forbidden,
    Misdirected,
    Refused,
    TooLarge,
    Unauthorized,
    sentence_of,
)
from arcload.studio.settings import WILDCARDS, Settings, is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

Headers = Iterable[tuple[bytes, bytes]]

COOKIE = "arcload_studio"
"""What a browser keeps in place of the token."""

_OPEN = re.compile(r"/|/assets/.*|/api/health")
"""What needs no token, since it tells nothing of any plan: the page, which asks for the token."""

_UPLOADS = re.compile(r"/api/plans|/api/plans/[^/]+/today")
"""What takes files, which go to the disk; all else is read into memory at once."""

_MOST_JSON = 4 * 10**6  # bytes, enough to name 500,000 streets

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d*)?", re.IGNORECASE)
_PATIENCE = 5.0  # seconds for the rest of a body that is refused
_READS = ("GET", "HEAD", "OPTIONS")

_log = logging.getLogger("arcload")


class Guard:
    """Refuses what comes from elsewhere, and gives every answer the headers that protect it.

    - The host must be a name of this machine or an allowed one, so that no other site's name can
      be made to lead here (DNS rebinding).
    - Where there is a token every request must bring it: as ``Authorization: Bearer``, or as the
      cookie that ``/?token=...`` gives to a browser.
    - A request that changes something must come from the studio's own page; where it does not say
      where it comes from, only this machine or the token itself will do.
    - A body is refused as soon as it is above the limit, which is smaller where no files come.
    - What goes wrong in the app is a line in the log and a sentence.

    Parameters
    ----------
    app
        What answers the other requests.
    settings
        How the studio is served.
    """

    def __init__(self, app: "ASGIApp", settings: Settings) -> None:
        self._app, self._settings = app, settings
        own = (settings.host,) if settings.host not in WILDCARDS else ()
        self._hosts = {host.lower() for host in (*own, *settings.allow_hosts)}
        self._cookie = _cookie_of(settings.token) if settings.token else ""
        self._headers = _protecting(settings)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request, or let the app do so."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._settings.max_upload
        if not _UPLOADS.fullmatch(scope["path"]):
            most = min(most, _MOST_JSON)
        body = _Body(receive, most)
        answer = _Answer(send, self._headers, body)
        try:
            if self._check(scope):
                await self._let_in(scope, answer)
                return
            body.check(scope["headers"])
            await self._app(scope, body.receive, answer.send)
        except Refused as error:
            await answer.refuse(error)
        except ClientDisconnect:  # so there is nobody to answer
            pass
        except Exception:
            if answer.started:  # the server closes the connection, so that its end is not the whole
                raise
            _log.exception("%s %r", scope["method"], scope["path"])
            await answer.refuse(Broken("something went wrong in the server; its log says what"))

    def _check(self, scope: "Scope") -> bool:
        """Refuse what may not be answered; return whether a browser brings the token."""
        headers = _texts(scope["headers"])
        host = self._checked_host(headers.get("host", []))
        brought = self._brought(scope, headers)
        if scope["method"] not in _READS:
            self._check_origin(host, headers, bearer=brought == "bearer")
        return brought == "address"

    def _checked_host(self, hosts: list[str]) -> str:
        """Return the header that names the host, refused where it is none of ours."""
        match = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        name = "" if match is None else match[1].lower().rstrip(".")
        if not name or not (is_loopback(name) or {name, name.strip("[]")} & self._hosts):
            shown = ", ".join(hosts)[:100] or "none"
            raise Misdirected(
                f"the request is for the host {shown!r}, which is no name of this server",
                advice="whoever runs it can allow it by {allow_host}",
            )
        return hosts[0].lower()

    def _brought(self, scope: "Scope", headers: dict[str, list[str]]) -> str:
        """Return how the token was brought; nothing where none is needed."""
        token = self._settings.token
        if token is None:
            return ""
        for value in headers.get("authorization", []):
            scheme, _, given = value.partition(" ")
            if scheme.lower() == "bearer" and _same(given.strip(), token):
                return "bearer"
        if (scope["method"], scope["path"]) == ("GET", "/"):
            asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
            if any(_same(given, token) for given in asked):
                return "address"
        if any(_same(given, self._cookie) for given in _cookies(headers.get("cookie", []))):
            return "cookie"
        if scope["method"] == "GET" and _OPEN.fullmatch(scope["path"]):
            return ""
        raise Unauthorized(
            "this needs the server's token: open /?token=... once, or send the header "
            "'Authorization: Bearer ...'"
        )

    def _check_origin(self, host: str, headers: dict[str, list[str]], *, bearer: bool) -> None:
        origins, sites = headers.get("origin", []), headers.get("sec-fetch-site", [])
        own = (f"http://{host}", f"https://{host}")
        foreign = any(origin.lower() not in own for origin in origins)
        if foreign or any(site not in ("same-origin", "none") for site in sites):
            raise Forbidden("only the studio's own page may change something")
        if not (origins or sites or bearer or self._settings.local):
            raise Forbidden(
                "a change needs an Origin header of this server or 'Authorization: Bearer ...'"
            )

    async def _let_in(self, scope: "Scope", answer: "_Answer") -> None:
        """Give a browser the cookie, and lead it to the same address without the token."""
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = f"{COOKIE}={self._cookie}; Path=/; HttpOnly; SameSite=Strict{secure}"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
        await answer.send({"type": "http.response.start", "status": 303, "headers": headers})
        await answer.send({"type": "http.response.body", "body": b""})


class _Body:
    """The body of a request, refused once it is above a limit."""

    def __init__(self, receive: "Receive", most: int) -> None:
        self._receive, self._most, self._read = receive, most, 0
        self._more = True
        self.refusal: TooLarge | None = None

    def check(self, headers: Headers) -> None:
        """Refuse a body that says beforehand that it is too large."""
        texts = _texts(headers)
        for length in texts.get("content-length", []):
            self._more = "expect" not in texts  # else nothing comes unless it is asked for
            if length.isdecimal() and int(length[:20]) > self._most:
                raise self._too_large()

    async def receive(self) -> "Message":
        """Return the next message."""
        message = await self._receive()
        self._more = message.get("more_body", False)
        self._read += len(message.get("body", b""))
        if self._read > self._most:
            raise self._too_large()
        return message

    async def drain(self) -> None:
        """Let the rest come and keep none of it: many listen only when they have sent all."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while self._more:
                    self._more = (await self._receive()).get("more_body", False)

    def _too_large(self) -> TooLarge:
        most = self._most / 1e6
        self.refusal = TooLarge(f"the request is above {most:g} MB, which is the most")
        return self.refusal


class _Answer:
    """What is sent back: with the headers that protect it, or in its place why it is refused."""

    def __init__(self, send: "Send", headers: dict[bytes, bytes], body: _Body) -> None:
        self._send, self._headers, self._body = send, headers, body
        self.started = self._refused = False

    async def send(self, message: "Message") -> None:
        """Send a message, unless the body turned out to be too large."""
        if self._body.refusal is not None and not self.started:
            await self.refuse(self._body.refusal)
        if self._refused:
            return
        if message["type"] == "http.response.start":
            self.started = True
            given = list(message.get("headers", []))
            names = {name.lower() for name, _ in given}
            given += [item for item in self._headers.items() if item[0] not in names]
            message = {**message, "headers": given}
        await self._send(message)

    async def refuse(self, error: Refused) -> None:
        """Send the sentence of a refusal, unless an answer has begun."""
        if self.started:
            return
        self.started = self._refused = True
        if isinstance(error, TooLarge):
            await self._body.drain()
        text = json.dumps({"error": sentence_of(error)}).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(text)).encode()),
            *([(b"www-authenticate", b"Bearer")] if isinstance(error, Unauthorized) else []),
            *([(b"connection", b"close")] if isinstance(error, TooLarge) else []),
            *self._headers.items(),
        ]
        await self._send(
            {"type": "http.response.start", "status": error.status, "headers": headers}
        )
        await self._send({"type": "http.response.body", "body": text})


def _protecting(settings: Settings) -> dict[bytes, bytes]:
    """Return the headers of every answer that says nothing else."""
    tiles = f" {settings.tiles_origin}" if settings.tiles_origin else ""
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        f"img-src 'self' data: blob:{tiles}",
        f"connect-src 'self'{tiles}",
        "frame-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
    return {
        b"content-security-policy": "; ".join(policy).encode(),
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"same-origin",
        b"cross-origin-opener-policy": b"same-origin",
        b"cross-origin-resource-policy": b"same-origin",
        b"cache-control": b"no-store",
    }


def _texts(headers: Headers) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for name, value in headers:
        texts.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return texts


def _cookies(headers: list[str]) -> list[str]:
    """Return the values of our cookie; what other programs of this host keep may look anyhow."""
    pairs = (part.strip().partition("=") for header in headers for part in header.split(";"))
    return [value for name, _, value in pairs if name == COOKIE]


def _cookie_of(token: str) -> str:
    """Return what a browser keeps: it proves the token and does not tell it."""
    return hmac.new(token.encode(), b"arcload studio", hashlib.sha256).hexdigest()


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
