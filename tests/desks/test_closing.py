"""A desk that is stopped while pages are open: their streams end, whoever waits is told, and nobody
who reads its log takes that for a fault."""

import asyncio

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from commands import desk_program
from desks.closing import WORDS
from desks.stream import stream
from lab.live.ports import free_port


class BusyRoom:
    """There is always news."""

    told = 0

    async def after(self, told: int, seconds: float) -> bool:
        self.told += 1
        return True


async def _alive() -> bool:
    return True


async def _live(request) -> Response:
    room = BusyRoom()
    return stream(room, lambda: {"main": f"{room.told}"}, _alive)


async def _waits_for_the_books(request) -> Response:
    await asyncio.Event().wait()
    raise AssertionError("they never answered")


async def _stopped_after(words: bytes, way: str) -> bytes:
    """What a page hears that had heard so far."""
    port = free_port(0)
    app = Starlette(routes=[Route("/live", _live), Route("/order", _waits_for_the_books)])
    server = desk_program.server(app, f"127.0.0.1:{port}")
    serves = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {way} HTTP/1.1\r\nHost: here\r\nHX-Request: true\r\n\r\n".encode())
    while not server.server_state.tasks:
        await asyncio.sleep(0.01)
    heard = await reader.readuntil(words) if words else b""
    server.should_exit = True
    await serves
    heard += await reader.read()
    writer.close()
    return heard


def test_a_stream_ends_whole_so_that_its_tab_calls_again(capsys):
    heard = asyncio.run(_stopped_after(b"data:", "/live"))
    assert heard.endswith(b"\r\n0\r\n\r\n")
    assert capsys.readouterr().err == ""


def test_who_waits_for_the_books_is_told_and_no_fault_is_printed(monkeypatch, capsys):
    monkeypatch.setattr(desk_program, "GRACE_S", 0.1)
    heard = asyncio.run(_stopped_after(b"", "/order"))
    assert WORDS.encode() in heard
    assert "Traceback" not in capsys.readouterr().err
