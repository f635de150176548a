"""Write the page that drives a plan."""

import base64
import hashlib
import html
import json
import re
from functools import cache
from os import PathLike

from arcload.model.arguments import require
from arcload.model.checker import check
from arcload.model.errors import CheckError
from arcload.model.files import write_text
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.views.page.bundle import bundle
from arcload.views.page.data import page_data
from arcload.views.page.page_files import page_files

_PLACE = re.compile(r"\{\{(\w+)\}\}")


def write_page(
    plan: Plan | Result,
    path: str | PathLike[str],
    baseline: Plan | Result | None = None,
) -> None:
    """Write a page on which vehicles drive a plan; it needs no network and no other file.

    Parameters
    ----------
    plan
        A plan or a result, of an instance with coordinates.
    path
        The file to write, such as ``route.html``.
    baseline
        A plan to show beside it, such as the shortest one.

    Raises
    ------
    CheckError
        If the baseline is not a plan of the same instance.
    """
    write_text(path, page_text(plan, baseline))


def page_text(
    plan: Plan | Result,
    baseline: Plan | Result | None = None,
    *,
    is_today: bool = False,
    other: str = "",
    network: Instance | None = None,
) -> str:
    """Return the page, see `write_page`.

    Parameters
    ----------
    plan, baseline
        As there.
    is_today
        Whether the baseline is the route that is driven today, which may leave streets out; else
        it is the shortest plan.
    other
        What the baseline is called where it is neither of these, such as "version 2". It may be a
        plan of another instance, whose streets are all in the `network`.
    network
        What is drawn, by default the network of the plan.
    """
    require(plan, "plan", Plan, Result)
    instance = plan_of(plan).instance
    check(plan)
    if baseline is not None:
        require(baseline, "baseline", Plan, Result)
        if other:
            check(baseline)
        else:
            _check_baseline(plan_of(baseline), instance, is_today)
    style, script = _style(), _script()
    parts = {
        "title": _as_html(instance.name),
        "policy": "; ".join(
            (
                "default-src 'none'",
                f"style-src {_hash(style)}",
                f"script-src {_hash(script)}",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            )
        ),
        "style": style,
        "script": script,
        "data": _as_data(
            page_data(plan, baseline, is_today=is_today, other=other, network=network)
        ),
    }
    return _PLACE.sub(lambda place: parts[place.group(1)], page_files()["page.html"])


def _check_baseline(baseline: Plan, instance: Instance, is_today: bool) -> None:
    """Refuse a baseline that is no plan of the same instance, or of the same network if today's."""
    if is_today:
        ours, theirs = ((one.edges, one.ends.tolist()) for one in (instance, baseline.instance))
        if ours != theirs:
            raise CheckError("today's route is one of another network")
        check(baseline)
        return
    if not instance.is_fleet:
        check(instance, baseline.walk)
        return
    if baseline.instance != instance:
        raise CheckError("the plan to compare with serves another instance")
    check(baseline)


def _as_data(value: object) -> str:
    """Return JSON that stays data inside a script element, whatever its texts say.

    All but ASCII is escaped, and so are the characters that could end the element.
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _as_html(text: str) -> str:
    """Return a text for HTML in plain ASCII; half a surrogate pair becomes a question mark."""
    whole = text.encode(errors="replace").decode()
    return html.escape(whole).encode("ascii", "xmlcharrefreplace").decode()


def _hash(text: str) -> str:
    """Return the hash by which a policy allows an element with this text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _style() -> str:
    files = page_files()
    return files["look.css"] + files["page.css"]


@cache
def _script() -> str:
    """Return the whole script, in one scope of its own."""
    return f'"use strict";\n(() => {{\n{bundle(page_files(), "main.js")}}})();\n'
