"""The table in a browser: touches where the button is drawn, pictures over the wire, power cuts."""

import asyncio
import socket

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from firmware.bank import pins
from lab import browser
from lab.browser import Finger, Live, Look, Swipe, application, bot_seats
from lab.desk import PIN

JPEG = b"\xff\xd8"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(pins, "COST", 16)
    monkeypatch.setattr(browser, "DARK_S", 0.05)


async def until(true, tries: int = 3000) -> None:
    for _ in range(tries):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come")


async def tap(live: Live, seat: int, target: str) -> None:
    """A finger where the button is drawn; rows that just changed take no touch for a moment."""
    station = live.stations[seat]
    await until(lambda: target in station.screen.report.targets)
    await until(lambda: live.ms() >= station.screen.state.guard_until)
    x, y = station.screen.report.targets[target].center
    station.touch(Finger("down", x, y))
    station.touch(Finger("up", x, y))
    await asyncio.sleep(0.06)


async def sit_down(live: Live, seat: int) -> None:
    live.swipe(seat)
    for digit in PIN:
        await tap(live, seat, f"key {digit}")
    await tap(live, seat, "sit down")
    await until(lambda: live.desk.controller.table.seats[seat].life == "playing")


def on_glass(live: Live, seat: int):
    return live.stations[seat].screen.state.view


def test_a_person_plays_at_the_glass_and_the_power_goes(tmp_path):
    async def evening() -> None:
        live = Live(tmp_path, 3, bots=0)
        live.start()
        try:
            await sit_down(live, 1)
            await sit_down(live, 6)
            await until(lambda: on_glass(live, 1).turn or on_glass(live, 6).turn)
            seat = 1 if on_glass(live, 1).turn else 6
            mine = on_glass(live, seat).hole
            assert len(mine) == 2
            await live.power_cut()
            await until(lambda: on_glass(live, seat).turn and live.powered)
            assert on_glass(live, seat).hole == mine
            before = live.desk.controller.table.hand.stacks[seat]
            await tap(live, seat, "call")
            await until(lambda: live.desk.controller.table.hand.stacks[seat] < before)
            other = 7 - seat
            live.cable(other, False)
            await until(lambda: not live.desk.controller.table.seats[other].link)
            live.cable(other, True)
            await until(lambda: live.desk.controller.table.seats[other].link)
        finally:
            await live.stop()
        assert live.trouble is None

    asyncio.run(evening())


def test_pictures_go_to_our_own_page_only(tmp_path):
    async def look() -> None:
        live = Live(tmp_path, 3, bots=0)
        live.start()
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        here = f"127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(application(live), log_level="error"))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await until(lambda: server.started)
        try:
            with pytest.raises(InvalidStatus):
                async with connect(f"ws://{here}/wire", origin="http://elsewhere"):
                    pass
            async with connect(f"ws://{here}/wire", origin=f"http://{here}") as wire:
                await wire.send(b'{"type":"look","seat":4}'.decode())
                seen = set()
                while len(seen) < 12:
                    body = await wire.recv()
                    assert body[2:4] == JPEG
                    seen.add((body[0], body[1]))
                assert (4, 1) in seen
                await wire.send('{"type":"finger","kind":"down","x":1e9,"y":-3}')
                await wire.send("nonsense")
                await until(lambda: wire.close_code is not None or drained(wire))
        finally:
            server.should_exit = True
            await serving
            await live.stop()

    asyncio.run(look())


def drained(wire) -> bool:
    return wire.state.name == "CLOSED"


def test_words_of_the_page():
    assert browser.read(b'{"type":"swipe","seat":3}') == Swipe(3)
    assert browser.read(b'{"type":"look","seat":0}') == Look(0)
    assert bot_seats(10, 6) == [2, 3, 4, 6, 7, 9]
    assert bot_seats(10, 10) == list(range(1, 11))
