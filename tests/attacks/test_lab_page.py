"""Somebody who lures a browser of the lab to a page of his own."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from lab.live.browser import application
from lab.live.watching import Now
from lab.simulation.whole_table import demo_config


class NoTable:
    """A page about nothing: nobody gets as far as a table."""

    seats, config, stopped = -1, demo_config(), asyncio.Event()
    house = SimpleNamespace(zone="UTC")

    class watcher:
        @staticmethod
        def tell(ear):
            return lambda: None

    @staticmethod
    def cards():
        return []


class NoRoom:
    ready, count = NoTable(), 1

    @staticmethod
    def broken(table):
        return Now()


def answer(kind: str, path: str, host: str, origin: str = "") -> dict[str, Any]:
    """What the page's server says first."""
    scope = {
        "type": kind, "path": path, "raw_path": path.encode(), "query_string": b"", "method": "GET",
        "scheme": "http", "root_path": "", "subprotocols": [], "http_version": "1.1",
        "headers": [(b"host", host.encode()), (b"origin", origin.encode())],
    }  # fmt: skip
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if kind == "websocket" and said:
            return {"type": "websocket.disconnect", "code": 1000}
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    asyncio.run(application(NoRoom())(scope, receive, send))
    return said[0]


OURS = ["127.0.0.1:8080", "localhost:8080"]
FOREIGN = ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"]


@pytest.mark.parametrize("host", OURS)
def test_the_page_is_there_under_its_own_name(host):
    assert answer("http", "/", host)["status"] == 200
    assert answer("websocket", "/wire", host, f"http://{host}")["type"] == "websocket.accept"


@pytest.mark.parametrize("host", FOREIGN)
def test_a_name_that_was_made_to_point_here_gets_nothing(host):
    """DNS rebinding: the browser believes that the table is a page of the attacker's own site."""
    assert answer("http", "/", host)["status"] == 400
    assert answer("websocket", "/wire", host, f"http://{host}")["type"] != "websocket.accept"


def test_a_page_from_elsewhere_does_not_touch_the_glass():
    said = answer("websocket", "/wire", OURS[0], "http://evil.example")
    assert said["type"] == "websocket.close"
