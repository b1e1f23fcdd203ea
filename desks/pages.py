"""Templates and what they may say: one environment, escaping always on."""

import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from desks.attention import LOCK_S
from firmware.bank import days
from firmware.bank.bank import Bank
from firmware.bank.gaming_day import local
from firmware.errors import Refused
from firmware.money import show

HERE = Path(__file__).parent


def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader([HERE / room / "templates" for room in ("kit", "floor", "cage")]),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        auto_reload=False,  # an installed page does not change under a running desk
    )  # fmt: skip
    made.filters |= {"money": show, "day": days.shown}
    made.globals["lock_after_s"] = LOCK_S
    return made


ENVIRONMENT = environment()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def clock_of(bank: Bank) -> dict[str, object]:
    """One house, one clock: its own zone's, whatever this machine's or a browser's is."""
    now = bank.clock()
    return {"zone": bank.house.zone, "now_ms": now, "clock": f"{local(now, bank.house):%H:%M:%S}"}


def prepare() -> None:
    """Every page is read and compiled before the first person waits for one."""
    for name in ENVIRONMENT.list_templates():
        ENVIRONMENT.get_template(name)


def render(template: str, given: Mapping[str, object]) -> str:
    return ENVIRONMENT.get_template(template).render(given)


def said(request: Request, words: str, done: bool) -> HTMLResponse:
    """One line for the person at the desk: what happened, or why nothing did. A touch that came
    before the page's script was there gets a page with it, and the way back."""
    status = 200 if done else 409
    if "HX-Request" in request.headers:
        return page("said.html", {"words": words, "done": done}, status)
    desk = "Cage" if request.url.path.startswith("/cage") else ""
    given = {"desk": desk, "words": words, "done": done, "home": came_from(request)}
    return page("away.html", given, status)


def came_from(request: Request) -> str:
    """The page that this touch was on."""
    return urlsplit(request.headers.get("Referer", "/")).path


def swapped(part: str, html: str) -> str:
    """In a stream: a part of the page outside the live one."""
    return f'<hx-partial hx-target="#{part}" hx-swap="innerMorph">{html}</hx-partial>'


def page(template: str, given: Mapping[str, object], status: int = 200) -> HTMLResponse:
    return HTMLResponse(render(template, given), status)


async def form_of(request: Request) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


def born(form: Mapping[str, str]) -> str:
    """The id that came with the form; without one nothing could be asked again."""
    id_ = form.get("form_id", "")
    if not (id_.isalnum() and id_.isascii()):
        raise Refused("This form has no id: open its page again.", rule="REQ-R36")
    return id_


def number(text: str) -> int:
    """What a form or an address says; 0: none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
