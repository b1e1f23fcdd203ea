"""A run of several hands on tape: real programs, real cables, a page open in a browser. Nobody is
told, draws or is sent a card that is not his to see."""

import asyncio
import json
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from pygame.transform import rotozoom, smoothscale
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from center_screen.screen import CARD_SIZES, SPOTS
from firmware.machine.plan import read_plan
from firmware.screens import protocol as g
from lab.judges import prints, surveillance
from lab.judges.prints import Print
from lab.judges.surveillance import Cameras, Dealt, HandKeys, Tape
from lab.live import browser_tab
from lab.live.live_table import LiveTable
from lab.live.visitor import Visitor
from lab.scenes import CENTERS, VIEWS
from lab.simulation.temper import Temper
from tests.lab.live.tables import served, with_table
from ui import cards, chips
from ui.door import Box, Film, Frame, Log, Told
from ui.theme import FELT_DARK, GOLD

BOTS = (2, 4, 7)
CALLERS = (2, 7)  # they see a showdown sooner
WATCHED = 4
JPEG = b"\xff\xd8"
LIMIT_S = 600  # only ends what would never end


class Tapped(Visitor):
    """The page's eyes: what they see goes to the browser, and here."""

    def __init__(self, prints: list[Print], path: Path, *dark) -> None:
        super().__init__(path, *dark)
        self.prints = prints

    async def next(self, what):
        body = await super().next(what)
        name = self.path.stem.partition("-")[2]
        self.prints.append(Print(int(name or 0), what, self._last[what], body))
        return body


def test_nobody_sees_the_cards_of_another(tmp_path, monkeypatch):
    tapes: list[Tape] = []
    sent: list[Print] = []
    received: list[bytes | str] = []
    monkeypatch.setattr(browser_tab, "Visitor", partial(Tapped, sent))

    kept: set[bytes] = set()

    async def play(table: LiveTable) -> None:
        keys = HandKeys(table.home.page)
        cameras = Cameras({seat: table.door(seat) for seat in range(table.seats + 1)})
        await cameras.start()
        for seat in CALLERS:
            table.bots[seat].temper = Temper("calls all", 1.0, 0.0)
        async with served(table) as here:
            with pytest.raises(InvalidStatus):
                async with connect(f"ws://{here}/wire", origin="http://elsewhere"):
                    pass
            async with connect(f"ws://{here}/wire", origin=f"http://{here}") as wire:
                await wire.send(f'{{"type":"look","seat":{WATCHED}}}')
                listening = asyncio.create_task(hear(wire, received))
                async with asyncio.timeout(LIMIT_S):
                    await played_out(Visitor(table.door(0)), cameras)
                await wire.send('{"type":"finger","kind":"down","x":1e9,"y":-3}')
                await wire.send("nonsense")
                await listening
        tapes.extend(await cameras.stop())
        keys.stop()
        kept.update(keys.kept)

    table = with_table(tmp_path, play, BOTS)
    kept.add((read_plan(table.home.page).secrets / "hand.key").read_bytes())
    found = surveillance.hands(table.home.page, kept)
    assert surveillance.check(tapes, found) == []
    taped = [hand for hand in found.values() if hand.hole]
    assert len(taped) >= 3
    assert any(hand.showdown for hand in taped)
    assert any(hand.folded for hand in taped)
    assert {seat for hand in taped for seat in hand.hole} == set(BOTS)
    assert peeked(tapes) == set(BOTS)
    the_page_shows_no_more(tapes, sent, [one for one in received if isinstance(one, bytes)])
    the_page_is_told_no_card([one for one in received if isinstance(one, str)])


async def hear(wire, received: list[bytes | str]) -> None:
    with suppress(ConnectionClosed):
        while True:
            received.append(await wire.recv())


def peeked(tapes: Iterable[Tape]) -> set[int]:
    return {tape.seat for tape in tapes for frame in tape.frames if frame.told.hole}


async def played_out(center: Visitor, cameras: Cameras) -> None:
    """Three hands and more, one of them to the showdown; somebody folded, everybody looked."""
    while True:
        await asyncio.sleep(0.5)
        told = [g.public(body) for body in (await center.log()).messages]
        over = {public.hand for public in told if public.result}
        seats = [seat for public in told for seat in public.seats]
        folded = any(one.life == "folded" for one in seats)
        shown = any(len(one.shown) == 2 for one in seats)
        if len(over) >= 3 and folded and shown and peeked(cameras.tapes.values()) == set(BOTS):
            break
    center.close()


def the_page_shows_no_more(tapes: list[Tape], sent: list[Print], received: list[bytes]) -> None:
    """Each picture is of a frame on tape, and has no card that the frame's report has not; a
    bot's own cards are in none."""
    known = {(one.seat, one.what == "large", one.body): one for one in sent}
    got = {(body[0], body[1] == 1, body[2:]) for body in received}
    assert {(seat, large) for seat, large, _ in got} == {
        *((seat, False) for seat in range(11)),
        (WATCHED, True),
    }
    assert all(body[2:4] == JPEG for body in received)
    frames = {(tape.seat, frame.number): frame for tape in tapes for frame in tape.frames}
    in_hand = {
        (tape.seat, frame.number)
        for tape in tapes
        for frame, view, public in surveillance.told(tape)
        if public.phase in ("in hand", "showdown") and (view is None or view.mode == "seated")
    }
    looked_at = 0
    for key in got:
        one = known[key]
        if (one.seat, one.frame) in in_hand:
            looked_at += 1
            assert not frames[one.seat, one.frame].told.hole
            assert prints.check(one, frames[one.seat, one.frame].told) == []
    assert looked_at > 20


def the_page_is_told_no_card(words: list[str]) -> None:
    """Names, stacks, turns, wires, buttons and lines of the journal: a record is opened only when
    somebody asks for it, and none of the rest has room for a card."""
    told = [json.loads(one) for one in words]
    assert {one["type"] for one in told} == {"now", "news", "broken", "targets"}
    for one in told:
        assert not {"hole", "faces", "cards", "shown", "board"} & {*keys_in(one)}, one


def keys_in(value) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from keys_in(each)


# ---- Surveillance itself: it must not be blind

MINE, YOURS, BOARD, DECK = 10, 20, 30, 40
ZONE = (20, 500, 300, 240)
HAND = Dealt({1: {MINE}, 2: {YOURS}}, {BOARD: 0})


def seen_by(
    seat: int, public: g.Public, told: Told | None = None, finger: bool = False
) -> list[str]:
    now = time.monotonic_ns()
    body = g.pack(g.View(seat, "seated", public, hole=(MINE,)) if seat else public)
    fingers = [(100.0, 600.0)] if finger else []
    frames = [Frame(1, now, told, fingers)] if told else []
    return surveillance.check([Tape(seat, frames, [(now - 1, body)])], {7: HAND})


def drawn(*faces: tuple[int, Box, bool], words: str = "") -> Told:
    return Told((1280, 800), [(words, (0, 0, 9, 9))], {"peek": ZONE}, list(faces), 0)


@pytest.mark.parametrize(
    "public",
    [
        g.Public(hand=7, seats=(g.Seat(2, shown=(YOURS,)),)),
        g.Public(hand=7, seats=(g.Seat(2, hand="Pair of kings"),)),
        g.Public(hand=7, result=g.Result(2, 100, hand="Pair of kings")),
        g.Public(hand=7, board=(BOARD, DECK)),
        g.Public(hand=6, board=(BOARD,)),
    ],
)
def test_a_message_that_tells_too_much(public):
    for seat in (0, 1):
        assert seen_by(seat, public)


def test_a_frame_that_shows_too_much():
    fair, at = g.Public(hand=7, board=(BOARD,)), (400, 262, 96, 134)
    assert seen_by(0, fair, drawn((BOARD, at, False))) == []
    assert seen_by(1, fair, drawn((MINE, ZONE, True)), finger=True) == []
    assert seen_by(0, fair, drawn((YOURS, at, False)))
    assert seen_by(1, fair, drawn((MINE, at, False)))  # for all to see
    assert seen_by(1, fair, drawn((YOURS, at, True)), finger=True)
    assert seen_by(1, fair, drawn((MINE, ZONE, True)))  # nobody holds them
    assert seen_by(1, fair, drawn(words="Seat 2 has Kd Ks"))


BANKED = Dealt(
    {1: {MINE}, 2: {YOURS}}, {BOARD: 0}, banker=3, bank={BOARD: 0, DECK: 0},
    wagers={(1, "tie", 500): 0},
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "fair"),
    [
        (g.Public(hand=7, against=g.Against("choose", wagers=(g.Wagered(1, "tie", 500),))), True),
        (g.Public(hand=7, against=g.Against("choose", wagers=(g.Wagered(1, "tie", 900),))), False),
        (g.Public(hand=7, against=g.Against("settle", bank_hand="Banker 7")), False),
        (g.Public(hand=7, seats=(g.Seat(3, hand="Pair of kings"),)), False),
        (g.Public(hand=7, seats=(g.Seat(3, up=(BOARD,)),)), True),
        (g.Public(hand=7, seats=(g.Seat(3, up=(BOARD, DECK)),)), False),
    ],
)
def test_a_draft_and_a_hidden_card_of_the_bank_are_nobodys(told, fair):
    now = time.monotonic_ns()
    for seat in (0, 1, 3):  # the banker sees no more than the others
        view = g.pack(g.View(seat, "seated", told) if seat else told)
        found = surveillance.check([Tape(seat, [], [(now, view)])], {7: BANKED})
        assert (found == []) == fair, found


def test_what_the_bank_draws_later_is_not_in_a_name_told_before():
    """Craps: cards are drawn until a point is decided, and each total is told."""
    now = time.monotonic_ns()
    drawn_on = replace(BANKED, bank={BOARD: 0, DECK: 1 << 60})
    told = g.pack(g.Public(hand=7, against=g.Against("wager", bank_hand="Total 7")))
    assert surveillance.check([Tape(0, [], [(now, told)])], {7: drawn_on}) == []


def test_a_busy_machine_does_not_make_the_clocks_differ(monkeypatch):
    """Else a message would seem to come before the card in it was turned up."""
    now, held_up_ns = 5_000, iter([40_000_000, 0, 900])

    def monotonic_ns() -> int:
        nonlocal now
        now += next(held_up_ns, 70)
        return now

    monkeypatch.setattr(time, "monotonic_ns", monotonic_ns)
    monkeypatch.setattr(time, "time_ns", lambda: now + 1_000_000)
    assert surveillance.wall_ahead_ns() == 1_000_000


class SlowEye:
    """Its answers are a while on their way."""

    def __init__(self, path: Path) -> None:
        self.frames: list[Frame] = []
        self.asked = asyncio.Event()

    async def film(self) -> Film:
        frames, self.frames = self.frames, []
        self.asked.set()
        for _ in range(9):
            await asyncio.sleep(0)
        return Film(frames)

    async def log(self) -> Log:
        return Log([], [], [], [], [])

    def close(self) -> None:
        pass


def test_a_film_on_its_way_is_not_lost_when_the_cameras_stop(monkeypatch):
    monkeypatch.setattr(surveillance, "Visitor", SlowEye)

    async def evening() -> list[Tape]:
        cameras = Cameras({0: Path()})
        await cameras.start()
        eye = cameras._eyes[0]
        eye.frames = [Frame(1, 0, drawn(), [])]
        eye.asked.clear()
        await eye.asked.wait()
        return await cameras.stop()

    assert [[frame.number for frame in tape.frames] for tape in asyncio.run(evening())] == [[1]]


def test_a_message_in_words_that_nobody_knows():
    class News(g.Public, frozen=True):
        burnt: tuple[int, ...] = ()

    with pytest.raises(AssertionError, match="burnt"):
        list(surveillance.cards_in(News(burnt=(YOURS,))))


def test_every_field_of_every_scene_is_known():
    for seen in (*VIEWS.values(), *CENTERS.values()):
        list(surveillance.cards_in(seen))


def test_a_picture_that_has_another_card_than_its_report():
    at = (400, 262, 96, 134)
    glass = pygame.Surface((1280, 800))
    glass.fill((8, 60, 56))
    glass.blit(cards.face(YOURS, 96, 134, "four"), at[:2])
    for what, size in (("large", (1280, 800)), ("small", (400, 250))):
        out = BytesIO()
        pygame.image.save(smoothscale(glass, size), out, "frame.jpg")
        one = Print(1, what, 1, out.getvalue())
        assert prints.check(one, drawn((YOURS, at, False))) == []
        assert prints.check(one, drawn())
        assert bool(prints.check(one, drawn((BOARD, at, False)))) == (what == "large")


NOTHING = Told((480, 480), [], {}, [], 0)


def photographed(thing: pygame.Surface, x: int, y: int, ground=FELT_DARK) -> Print:
    """A piece of the center with one thing on it, half as large: as the page gets it."""
    glass, out = pygame.Surface(NOTHING.size), BytesIO()
    glass.fill(ground)
    glass.blit(thing, (x, y))
    pygame.image.save(smoothscale(glass, (240, 240)), out, "frame.jpg")
    return Print(0, "small", 1, out.getvalue())


@pytest.mark.parametrize("ground", [FELT_DARK, GOLD], ids=["felt", "band"])
def test_a_chip_on_its_way_is_no_card(ground):
    """In some places of JPEG's own grid the lightest one is nearly as white as paper."""
    chip = chips.chip(1, SPOTS.chip, False)
    for x, y in product(range(32), range(32)):  # sixteen pixels of the picture
        assert prints.check(photographed(chip, x, y, ground), NOTHING) == [], (x, y)


@pytest.mark.parametrize("turn", [0, 45])
@pytest.mark.parametrize("size", CARD_SIZES)
def test_no_card_of_the_center_is_overlooked(size, turn):
    for card, (x, y) in product(range(52), [(20, 20), (25, 30), (30, 25), (35, 35)]):
        face = rotozoom(cards.two_headed(card, *size, "four"), turn, 1)
        assert prints.check(photographed(face, x, y), NOTHING), (card, x, y)
