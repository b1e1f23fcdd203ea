"""The whole table as processes over ptys: fingers tap where the buttons are drawn, and what every
glass shows is read from what it drew."""

import asyncio
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
import pytest

from lab.live.live_table import LiveTable, bot_seats
from lab.live.visitor import Visitor
from tests.lab.live.tables import (
    SIX,
    TRY_S,
    acts,
    answered,
    board,
    hand,
    insist,
    leave,
    peek,
    sit_down,
    tap,
    turn,
    wish,
    with_table,
)
from ui.door import Told

GOLDEN = Path(__file__).parent / "golden"


async def looks(glass: Visitor, name: str, own: tuple[slice, slice] | None = None) -> None:
    """As it did, or will in a moment: on a busy machine a glass is dark now and then. Shades differ
    between machines, a line that says something else by more.

    `own`: what each table has of its own, the code with its key; or what moves by itself.
    """
    small = _small(await glass.now("large"))
    path = GOLDEN / f"{name}.png"
    if not path.exists():  # a new one is made by deleting the old one
        GOLDEN.mkdir(exist_ok=True)
        pygame.image.save(small, str(path))
        pytest.fail(f"{path} was missing and is made now: look at it")
    as_it_did = _pixels(pygame.image.load(str(path)))
    try:
        async with asyncio.timeout(TRY_S):
            while not _alike(small, as_it_did, own):
                small = _small(await glass.next("large"))
    except TimeoutError:
        pytest.fail(f"{glass.path.name} does not look like {path.name}")


def _small(picture: bytes) -> pygame.Surface:
    seen = pygame.image.load(BytesIO(picture), "frame.jpg")
    w, h = seen.get_size()
    return pygame.transform.smoothscale(seen, (w // 4, h // 4))


def _alike(seen: pygame.Surface, golden: np.ndarray, own: tuple[slice, slice] | None) -> bool:
    off = np.abs(_pixels(seen) - golden).max(axis=2)
    if own is not None:
        off[own] = 0
    return bool(off.mean() < 1 and (off > 60).mean() < 0.001)


def _pixels(surface: pygame.Surface) -> np.ndarray:
    w, h = surface.get_size()
    flat = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    return flat.reshape(h, w, 3).astype(int)


def test_two_people_play_a_hand_with_their_fingers(tmp_path):
    with_table(tmp_path, _two_people, gap_showdown_ms=600_000)  # till everybody has looked


async def _two_people(table: LiveTable) -> None:
    glasses = {seat: Visitor(table.door(seat)) for seat in (1, 6)}
    others = {seat: Visitor(table.door(seat)) for seat in (0, 3)}
    await looks(others[3], "attract", (slice(80, 125), slice(200, 230)))
    await looks(others[0], "center-waiting", (slice(100, 170), slice(205, 275)))
    await sit_down(table, glasses[1], 1, look=_buys_in)
    await sit_down(table, glasses[6], 6)

    seat = await acts(glasses)
    me, you = glasses[seat], glasses[7 - seat]
    mine, yours = await peek(me), await peek(you)
    assert len({*mine, *yours}) == 4
    await me.until(lambda now: not now.hole)
    least = wish(await me.until(turn))
    seen = await insist(
        me, lambda: me.drag("slider", 0.2, 0.6, TRY_S), lambda now: wish(now) > least
    )
    amount = seen.inside("raise").split()[2]
    await insist(me, lambda: tap(me, "raise"), answered)
    seen = await you.until(turn)
    assert seen.says(f"raises to {amount}")
    await others[0].until(lambda now: now.says(amount))
    await insist(you, lambda: tap(you, "call"), lambda now: _turned_up(now) == 3)
    for cards in (3, 4, 5):
        for glass in (*glasses.values(), others[0]):
            await glass.until(lambda now, cards=cards: _turned_up(now) == cards)
        for _ in range(2):
            actor = glasses[await acts(glasses)]
            assert (await actor.report()).inside("call") == "Check"
            await insist(actor, partial(tap, actor, "call"), partial(_answered, cards=cards))
    seen = await me.until(lambda now: now.says(" win"))
    assert len(board(seen)) == 5
    shown = {card for card, _, private in seen.faces if not private}
    assert set(mine) <= shown  # at the showdown they are everybody's
    await you.until(lambda now: now.says(" win"))
    assert hand(seen) > 0
    await leave(table, glasses)
    for glass in (*glasses.values(), *others.values()):
        glass.close()


def _answered(now: Told, cards: int) -> bool:
    return answered(now) or _turned_up(now) > cards


async def _buys_in(glass: Visitor) -> None:
    seen = await glass.report()
    assert seen.inside("sit down") == "Sit down with $200"
    await looks(glass, "buy-in")
    await insist(glass, lambda: glass.drag("buy slider", 0.5, 0.0, TRY_S),
                 lambda now: now.says("Sit down with $40"))  # fmt: skip
    await insist(glass, lambda: tap(glass, "buy 20000"), lambda now: now.says("with $200"))


def _turned_up(now) -> int:
    return len({card for card, _, private in now.faces if not private})


def test_a_cable_noise_and_the_power(tmp_path):
    with_table(tmp_path, _trouble, config=SIX)


async def _trouble(table: LiveTable) -> None:
    glasses = {seat: Visitor(table.door(seat)) for seat in (1, 6)}
    center = Visitor(table.door(0))
    for seat, glass in glasses.items():
        await sit_down(table, glass, seat)
    table.noise(1, one_in=100)
    seat = await acts(glasses)
    me = glasses[seat]
    mine, number = await peek(me), hand(await me.report())
    table.power(False)
    await me.until(lambda now: now.says("Reconnecting"))
    await center.until(lambda now: now.says("One moment"))
    table.power(True)
    seen = await me.until(turn)
    assert hand(seen) == number
    assert await peek(me) == mine
    table.noise(1, one_in=0)
    table.cable(seat, plugged=False)
    await me.until(lambda now: now.says("Reconnecting"))
    table.cable(seat, plugged=True)
    seen = await me.until(turn)
    assert await peek(me) == mine
    act = "fold" if "fold" in seen.targets else "call"
    await insist(me, lambda: tap(me, act), answered)
    await leave(table, glasses)
    for glass in (*glasses.values(), center):
        glass.close()


def test_bots_sit_around_the_table():
    assert bot_seats(10, 6) == [2, 3, 4, 6, 7, 9]
    assert bot_seats(10, 10) == list(range(1, 11))


def _three_bots(table: LiveTable) -> None:
    """Without a program: nobody opens the doors at which they look."""
    table._free = set
    for seat in table.bot_seats:
        table._sit(seat)


async def _bots_come_and_go(table: LiveTable) -> None:
    _three_bots(table)
    sent, hands = table.bots[4], table._bot_tasks[4]
    table.seat_bots(2)
    await asyncio.sleep(0)
    assert table.bot_seats == [2, 7]
    assert [seat for seat, bot in table.bots.items() if bot.going] == [4]
    sent.home.set()
    table.seat_bots(3)  # in that moment he is called back
    assert table.bot_seats == [2, 4, 7]
    assert not any(bot.going for bot in table.bots.values())
    for again in (False, True):
        for _ in range(5):
            await asyncio.sleep(0)
        assert not hands.done(), again
        table.seat_bots(2)  # and sent once more
    sent.home.set()  # at home his hands are off the glass: who sits down next is alone with it
    await asyncio.wait([hands], timeout=60)
    assert hands.cancelled()
    assert table.bots.keys() == {2, 7}


def test_a_bot_fewer_goes_home_and_takes_its_hands_off_the_glass(tmp_path):
    async def evening() -> None:
        table = LiveTable(tmp_path, 7, (2, 4, 7))
        await _bots_come_and_go(table)
        table.clear()

    asyncio.run(evening())
