"""Somebody taps the cables of all ten stations for an evening: what he writes down, and whether it
tells him anything about the cards.

The table is the whole one, in virtual time; between it and the stations are real links on wires
paced as 115,200 baud. He sees when how many sealed bytes went down a cable, and nothing else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import chain
from math import log2
from random import Random
from typing import Any, NamedTuple

from cobs import cobs

from drivers.link.keys import Peer
from drivers.link.link import controller_link, screen_link
from firmware.machine.wire_screen import WireScreen
from firmware.screens import protocol as g
from firmware.screens.schema import controller_codec, screen_codec
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from lab.twins.pair import Pairing
from lab.twins.wire import Faults, Wire

HEARTBEAT_BYTES = 40  # an acknowledgement, sealed and framed, is shorter
QUIET_S = 0.5  # longer than the longest message is on the line


class Seen(NamedTuple):
    """One message on one cable. Public are `moment`, whether this seat is `asked` and named as who
    is to act, and whether a hand `began`; `hand` is what he is after."""

    moment: int
    asked: tuple[bool, ...]
    began: bool
    size: int
    delay_ms: int
    hand: str


class Cable:
    """One station's: both ends of a real link, and the tap between them."""

    def __init__(self, seat: int) -> None:
        people = Pairing(seat)
        find: Callable[[bytes], Peer | None] = people.find
        screen = screen_link(people.station, people.controller, screen_codec(), 0.0, people.entropy)
        self.table = controller_link(people.table, find, controller_codec(), 0.0, people.entropy)
        self.wire = Wire(screen, self.table, seat, Faults())
        self.frames: list[tuple[float, int]] = []
        self.wire.b.tap = self._tap
        self.wire.run(1.0)

    def _tap(self, frame: bytes) -> None:
        if len(frame) > HEARTBEAT_BYTES:
            # How many bytes stuffing adds to a long frame is chance: of what is sealed in it.
            self.frames.append((self.wire.now_s, len(cobs.decode(frame.strip(b"\0")))))


class Tap:
    """Hangs between the whole table and its players, and writes down what passes."""

    def __init__(self, whole: WholeTable, of: Callable[[g.View], str]) -> None:
        """`of`: what he would like to know of a view."""
        self.whole, self._moment, self._secret = whole, 0, of
        self.notes: list[Seen] = []
        self._shown: dict[int, g.View] = {}
        self._cables = {seat: Cable(seat) for seat in range(1, whole.config.seats + 1)}
        self._screens: dict[int, Any] = {
            seat: WireScreen(cable.table.compose) for seat, cable in self._cables.items()
        }
        self._old: dict[int, g.View] = {}
        for seat in self._cables:
            whole.links[seat].watch = self._note(seat)

    def _note(self, seat: int) -> Callable[[bytes], None]:
        def note(body: bytes) -> None:
            self._shown[seat] = g.view(body)

        return note

    def look(self) -> None:
        """After every turn of the table: what it showed goes down the cables."""
        self._moment += 1
        for seat, view in self._shown.items():
            self._send(seat, view)
        self._shown.clear()

    def _send(self, seat: int, view: g.View) -> None:
        cable, old = self._cables[seat], self._old.get(seat)
        cable.frames.clear()
        began_s = cable.wire.now_s
        self._screens[seat].show(view)
        cable.wire.run(began_s + QUIET_S)
        self._old[seat] = view
        if old is None or view.public.phase != "in hand" or not view.hole:
            return
        size = sum(size for _, size in cable.frames)
        began_at, last = cable.frames[-1]
        delay_ms = round(1000 * (began_at + last * cable.wire.byte_s - began_s))
        named = [one.public.actor == seat for one in (old, view)]
        asked = any(one.turn or one.ask for one in (old, view)), *named
        began = old.public.hand != view.public.hand
        self.notes.append(Seen(self._moment, asked, began, size, delay_ms, self._secret(view)))


def strength(view: g.View) -> str:
    """As far as it would be worth money."""
    hint = view.hint
    if hint.startswith("Pair of"):
        return "pair"
    return "nothing" if " high, " in hint or not hint else "two pair or better"


def cards_held(view: g.View) -> str:
    """Where no hand has a name before it is set."""
    ranks = Counter(card // 4 for card in view.hole)
    return "pair" if max(ranks.values()) > 1 else "high" if max(ranks) > 10 else "low"


def evening(whole: WholeTable, hands: int, of: Callable[[g.View], str] = strength) -> list[Seen]:
    """Everybody sees every hand to its end: nobody's touches tell anything."""
    whole.players = whole.config.seats
    controller, done = whole.power_on(), []
    controller.listeners.hand_over = done.append
    tap, players = Tap(whole, of), company(whole, calls)

    def enough() -> bool:
        tap.look()
        return len(done) >= hands

    assert play(whole, players, enough)
    return tap.notes


# ---- What the notes are worth


def bits(pairs: Iterable[tuple[Any, Any]]) -> float:
    """Mutual information of what is seen and what is secret, a message."""
    both = Counter(pairs)
    n, ones, others = both.total(), Counter[Any](), Counter[Any]()
    for (seen, secret), k in both.items():
        ones[seen] += k
        others[secret] += k
    return sum(k / n * log2(k * n / (ones[a] * others[b])) for (a, b), k in both.items())


class Judge:
    """What a message has more than the shortest of its moment, against its reader's hand. Only
    among those who are told the same news can a difference be of their own cards."""

    def __init__(self, notes: list[Seen], of: Callable[[Seen], int]) -> None:
        moments: dict[tuple[int, tuple[bool, ...]], list[Seen]] = defaultdict(list)
        for one in notes:
            moments[one.moment, one.asked].append(one)
        self._more = [[of(one) - min(map(of, row)) for one in row] for row in moments.values()]
        self._hands = [[one.hand for one in row] for row in moments.values()]

    def bits(self) -> float:
        return bits(zip(chain(*self._more), chain(*self._hands), strict=True))

    def chance(self, rounds: int = 200) -> float:
        """How often as much would be found if at each moment the hands were dealt out anew among
        its readers: the p of a permutation test."""
        found, rng, as_much = self.bits(), Random(1), 1
        for _ in range(rounds):
            for row in self._hands:
                rng.shuffle(row)
            as_much += self.bits() >= found - 1e-12
        return as_much / (rounds + 1)
