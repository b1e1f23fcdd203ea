"""Surveillance: a run on tape, looked through afterwards. Who could see which card, and when?

The journal knows where each card lay, and since when it was everybody's. A tape has every message
that a glass was told and every frame that it drew; nothing on it may know more than the journal
allows: no card of another seat, none that still lies in the deck, an own one only under a finger.
"""

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct, field

from firmware.bank.witness import short
from firmware.controller.records import evolve, from_entry, new_state
from firmware.games.banked.round import Round
from firmware.games.poker import events as p
from firmware.journal.frame import Entry
from firmware.journal.journal import Journal
from firmware.machine import equipment
from firmware.machine.plan import read_plan
from firmware.screens import protocol as g
from firmware.table import events as e
from firmware.table.state import Table
from lab.live.visitor import Visitor
from ui.door import PEEKS, Frame, Told

LOOK_S = 0.25
LOOKS = 100
KEY_S = 0.02  # no hand is shorter
CARDS = {"board", "second", "ends", "rabbit", "up", "shown", "winning", "cards", "hole", "mine"}
NO_CARDS = {
    "sealed", "placed", "offers", "dice", "stake", "buy_in", "pots", "prizes", "raises", "presets",
    "open_seats", "seats", "road", "way",
    "each",  # of a share: cents
    "by", "ways", "pays",  # of pan: who paid, places, cents
    "limits", "within", "player", "bank", "bonus",  # of a sheet of fees: tiers
}  # fmt: skip
CARD = r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]"
WRITTEN = re.compile(rf"\b{CARD}[ ,]*{CARD}\b|[♣♦♥♠]")  # two or more: As alone is a word


# ---- What the journal says


class Dealt(Struct):
    """One hand: who holds what, and since when which card is everybody's (milliseconds)."""

    hole: dict[int, set[int]] = {}
    public: dict[int, int] = {}
    folded: set[int] = set()
    banker: int = 0  # of a round against a bank
    bank: dict[int, int] = {}  # its cards, since when: they are nobody's until they lie open
    wagers: dict[tuple[int, str, int], int] = {}  # seat, circle, chips: since when they lie there

    def seen(self, at_ms: int) -> set[int]:
        return {card for card, since in self.public.items() if since <= at_ms}

    @property
    def showdown(self) -> bool:
        return sum(bool(hole & self.public.keys()) for hole in self.hole.values()) > 1

    def held(self, seat: int) -> set[int]:
        """What a name of that seat's hand would tell of."""
        return {*self.bank} if seat == self.banker and self.bank else self.hole.get(seat, set())


Hands = dict[int, Dealt]


class HandKeys:
    """Somebody who looks over the table's shoulder while it runs, and keeps the key of every hand:
    what the table itself forgets, and a judge has to know."""

    def __init__(self, page: Path) -> None:
        self._file = read_plan(page).secrets / "hand.key"
        self.kept: set[bytes] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(KEY_S):
            with contextlib.suppress(OSError):
                self.kept.add(self._file.read_bytes())

    def stop(self) -> None:
        self._over.set()
        self._thread.join()


def _unsealed(journal: Journal, entry: Entry, keys: Iterable[bytes]) -> bytes:
    if not entry.of_hand:
        return journal.unseal(entry)
    place = journal._place_of(entry)
    for key in keys:
        with contextlib.suppress(InvalidTag, ValueError):
            return AESGCM(key).decrypt(entry.body[:12], entry.body[12:], place)
    raise AssertionError(f"nobody kept the key of record {entry.seq}")


def hands(page: Path, keys: Iterable[bytes]) -> Hands:
    """Every hand of this table, unsealed; looked at, whether it runs or not."""
    plan = read_plan(page)
    journal = equipment.journal_to_read(plan).journal
    state = new_state(plan.config, journal=short(journal.id.hex()))
    found: Hands = {}
    for entry in journal.read(1, journal.head.seq):
        each = from_entry(entry, _unsealed(journal, entry, keys))
        if each is None:
            continue
        evolve(state, each)
        number = state.table.this_hand.number
        if isinstance(each, e.Event) and number:
            _note(found.setdefault(number, Dealt()), state.table, each)
    return found


def _note(hand: Dealt, table: Table, event: e.Event) -> None:
    match event:
        case e.InHand(events=inner):
            for one in inner:
                if isinstance(one, p.Shown):
                    _turn_up(hand, one.cards, event.at)
                elif isinstance(one, p.Folded):
                    hand.folded.add(one.seat)
        case e.CardsShown(cards=cards) | e.RabbitShown(cards=cards):
            _turn_up(hand, cards, event.at)
    play = table.play
    if play is not None:
        _turn_up(hand, (*play.board, *play.second), event.at)
        for seat in play.seats:
            _turn_up(hand, play.faces(seat), event.at)
            hand.hole.setdefault(seat, set()).update(play.own(seat))
        if play.pan is not None:
            _turn_up(hand, tuple(map(play.face, play.open_numbers())), event.at)
        if play.round is not None:
            _note_bank(hand, play.round, event.at)
    if table.this_hand.result is not None and play is not None:
        for numbers in table.this_hand.result.shown.values():
            _turn_up(hand, tuple(map(play.face, numbers)), event.at)


def _note_bank(hand: Dealt, round_: Round, at_ms: int) -> None:
    hand.banker = round_.banker
    for card in round_.bank:
        hand.bank.setdefault(card, at_ms)
    for seat in round_.seats:
        for circle, chips in round_.bets[seat].items():
            hand.wagers.setdefault((seat, circle, chips), at_ms)


def _turn_up(hand: Dealt, cards: tuple[int, ...], at_ms: int) -> None:
    for card in cards:
        hand.public.setdefault(card, at_ms)


# ---- The tapes


class Tape(Struct):
    """One glass; seat 0 is the center. Nanoseconds of the machine's monotonic clock."""

    seat: int
    frames: list[Frame] = []
    messages: list[tuple[int, bytes]] = []
    views: list[tuple[int, g.View | None, g.Public]] = field(default_factory=list)


class Cameras:
    """One at every glass, from now on."""

    def __init__(self, doors: dict[int, Path]) -> None:
        self._eyes = {seat: Visitor(path) for seat, path in doors.items()}
        self.tapes = {seat: Tape(seat) for seat in doors}
        self._tasks: list[asyncio.Task[None]] = []
        self._on = True

    async def start(self) -> None:
        await asyncio.gather(*(eye.film() for eye in self._eyes.values()))
        self._tasks = [asyncio.create_task(self._watch(seat)) for seat in self._eyes]

    async def _watch(self, seat: int) -> None:
        while self._on:
            await asyncio.sleep(LOOK_S)
            self.tapes[seat].frames += (await self._eyes[seat].film()).frames

    async def stop(self) -> list[Tape]:
        """What is still in the cameras, and everything that the wires said since the start."""
        self._on = False
        await asyncio.gather(*self._tasks)  # a film on its way is in no camera any more
        for seat, eye in self._eyes.items():
            tape, log = self.tapes[seat], await eye.log()
            tape.frames += (await eye.film()).frames
            tape.messages = list(zip(log.arrived, log.messages, strict=True))
            eye.close()
        return list(self.tapes.values())


# ---- Looked through


def check(tapes: list[Tape], found: Hands) -> list[str]:
    """What somebody could see and was not his to see; a clear sentence each."""
    off_ns = wall_ahead_ns()
    problems: list[str] = []
    for tape in tapes:
        tape.views = [_read(tape.seat, at, body) for at, body in tape.messages]
        for at, view, public in tape.views:
            hand, at_ms = found.get(public.hand, Dealt()), (at + off_ns) // 1_000_000
            for wrong in _message(view, public, hand, found, at_ms):
                problems.append(f"{_where(tape)} was told {wrong} (hand {public.hand}).")
        for frame, view, public in told(tape):
            hand = found.get(public.hand, Dealt())
            for wrong in _frame(frame, tape.seat, view, hand, off_ns):
                problems.append(f"{_where(tape)} drew {wrong} (hand {public.hand}).")
        problems += [f"{_where(tape)} drew frames that are on no tape."] * _gaps(tape)
    return problems


def wall_ahead_ns() -> int:
    """The journal's clock is the wall's. Whoever is held up between looking at the one clock and
    the other finds less than there is, so the most of many looks is the truth."""
    return max(time.time_ns() - time.monotonic_ns() for _ in range(LOOKS))


def _where(tape: Tape) -> str:
    return f"The glass of seat {tape.seat}" if tape.seat else "The center screen"


def _read(seat: int, at: int, body: bytes) -> tuple[int, g.View | None, g.Public]:
    if not seat:
        return at, None, g.public(body)
    view = g.view(body)
    return at, view, view.public


def told(tape: Tape) -> Iterator[tuple[Frame, g.View | None, g.Public]]:
    """Each frame with the last thing its glass was told before it."""
    views, view, public = list(tape.views), None, g.Public()
    for frame in tape.frames:
        while views and views[0][0] <= frame.began_ns:
            _, view, public = views.pop(0)
        yield frame, view, public


def _message(
    view: g.View | None, public: g.Public, hand: Dealt, found: Hands, at_ms: int
) -> Iterator[str]:
    seen = hand.seen(at_ms)
    if secret := set(cards_in(public)) - seen:
        yield f"the cards {sorted(secret)}"
    named = {seat.seat for seat in public.seats if seat.hand}
    if result := public.result:
        named |= {result.winner} if result.hand else set()
        named |= {result.beaten} if result.beaten_hand else set()
    for seat in named:
        if not hand.held(seat) or hand.held(seat) - seen:
            yield f"the name of seat {seat}'s hand"
    yield from _of_bank(public, hand, at_ms)
    if view is None:
        return
    if secret := set(view.hole) - hand.hole.get(view.seat, set()):
        yield f"the cards {sorted(secret)} as its own"
    for past in view.past:
        old = found.get(past.hand, Dealt())
        if set(past.board) - old.seen(at_ms):
            yield f"hidden cards of hand {past.hand}"


def _of_bank(public: g.Public, hand: Dealt, at_ms: int) -> Iterator[str]:
    """A hidden card in words, or a draft: a wager is everybody's when it was placed."""
    told = public.against
    if told is None:
        return
    lying = {card for card, since in hand.bank.items() if since <= at_ms}
    if told.bank_hand and lying - hand.seen(at_ms):
        yield "the name of the bank's hand"
    for one in (wager for wager in told.wagers if not wager.result):  # points changed the others
        since = hand.wagers.get((one.seat, one.circle, one.chips))
        if since is None or since > at_ms:
            yield f"of seat {one.seat}: {one.chips} on {one.circle}, which nobody had placed"


def cards_in(thing: object, name: str = "") -> Iterator[int]:
    """Every card that a struct names, wherever; a field that we never heard of is a mistake."""
    if isinstance(thing, Struct):
        for each in thing.__struct_fields__:
            yield from cards_in(getattr(thing, each), each)
    elif isinstance(thing, tuple) and thing and isinstance(thing[0], int):
        assert name in CARDS | NO_CARDS, f"may {name} hold cards? Say so in lab/judges"
        yield from thing if name in CARDS else ()
    elif isinstance(thing, tuple):
        for one in thing:
            yield from cards_in(one, name)


def _frame(frame: Frame, seat: int, view: g.View | None, hand: Dealt, off_ns: int) -> Iterator[str]:
    told, at_ms = frame.told, (frame.began_ns + off_ns) // 1_000_000
    private = set(told.hole)
    public = {card for card, _, own in told.faces if not own}
    if secret := public - hand.seen(at_ms):
        yield f"the cards {sorted(secret)} for all to see"
    if private - hand.hole.get(seat, set()):
        yield f"the cards {sorted(private)} as its own"
    if private and not _held(told, frame.fingers):
        yield "its own cards without a finger on them"
    hint = view.hint if view is not None and not view.public.result else ""
    if hint and hint in told.words and not private:
        yield "the name of its own hand without a finger on it"
    if any(WRITTEN.search(words) for words in told.words):
        yield "cards in words"


def _held(told: Told, fingers: list[tuple[float, float]]) -> bool:
    zones = [told.targets[name] for name in PEEKS if name in told.targets]
    return any(x <= fx < x + w and y <= fy < y + h for x, y, w, h in zones for fx, fy in fingers)


def _gaps(tape: Tape) -> int:
    """A program that was started anew counts from one again."""
    numbers = [frame.number for frame in tape.frames]
    return sum(after > before + 1 for before, after in pairwise(numbers))
