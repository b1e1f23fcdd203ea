"""A station with the right keys says anything at all, over a real link, to the real controller.

Hypothesis writes its lines: every intent with any value, bytes that are no intent, frames of
others, noise, swipes, and time that passes. Whatever it says: every cent is where it was or where
the rules put it, its glass is sent no card that is not its own, and the others play on.
"""

from itertools import count
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from drivers.link.happenings import Arrived
from drivers.link.messages import MESSAGE, Unreadable
from firmware.machine.wire_screen import WireScreen
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.screens.schema import controller_codec, screen_codec
from firmware.screens.screen_end import STATION, Follower
from lab.simulation.audit import check
from lab.simulation.company import Player, company, play
from lab.simulation.demo_cage import PIN
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from tests.attacks.tap import Cable
from tests.screens.privacy import cards_in, secrets

MAD = 2
DUE = 987_654_321  # stands for whatever number the table asks for now
NUMBERS = st.sampled_from(
    [0, 1, 2, 3, 10, 11, DUE, -1, 100, 400, 20_000, 2**31, 2**63 - 1, -(2**63)]
)
WORDS = st.sampled_from(["", PIN, "0000", "post", "wait", "yes", "no", "\0", "é" * 300])
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS, str: WORDS, bool: st.booleans(), bytes: st.binary(max_size=40),
    NoneType: st.none(),
}  # fmt: skip


def values(kind: Any) -> st.SearchStrategy[Any]:
    if get_origin(kind) is Annotated:
        return st.integers(0, 3)  # what is out of it does not get past the door
    if kind in PLAIN:
        return PLAIN[kind]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*map(values, get_args(kind)))
    if get_origin(kind) is tuple:
        return st.lists(values(get_args(kind)[0]), max_size=4).map(tuple)
    return built(kind)


def built(kind: Any) -> st.SearchStrategy[Any]:
    fields = {one.name: values(one.type) for one in msgspec.structs.fields(kind)}
    return st.builds(kind, **fields)


class Swipe(msgspec.Struct, frozen=True):
    card: int


class Noise(msgspec.Struct, frozen=True):
    data: bytes


class Text(msgspec.Struct, frozen=True):
    """Sealed with its own keys, in its session, and no word of ours."""

    data: bytes


class Wait(msgspec.Struct, frozen=True):
    steps: int


INTENTS = st.one_of(*map(built, get_args(g.Intent)))
LINES = st.lists(
    st.one_of(
        INTENTS, INTENTS, INTENTS,
        st.builds(Swipe, st.integers(0, 9)),
        st.builds(Noise, st.binary(min_size=1, max_size=60)),
        st.builds(Text, st.binary(max_size=60)),
        st.builds(Wait, st.integers(1, 12)),
    ),
    min_size=10, max_size=60,
)  # fmt: skip


class Station:
    """The mad one: its cable, and every view that it was ever sent."""

    def __init__(self, whole: WholeTable, seat: int, others: list[Player]) -> None:
        self.whole, self.seat, self.others = whole, seat, others
        self.cable = Cable(seat)
        self.cable.wire.b.hear = self._heard
        self.cable.wire.a.hear = self._seen
        self._follower = Follower(STATION)
        self._screen = WireScreen(self.cable.table.compose)
        self._shown: list[g.View] = []  # and perhaps still on the wire
        whole.controller.attach(seat, self)

    def show(self, view: g.View) -> None:
        """Judged by the cards of this very moment: on the wire it may be one of the hand before."""
        assert not cards_in(view) & secrets(self.whole.controller.table, self.seat)
        self._shown.append(view)
        self._screen.show(view)

    def _heard(self, happening: Any) -> None:
        if isinstance(happening, Arrived):
            self.whole.controller.touch(self.seat, happening.message)

    def _seen(self, happening: Any) -> None:
        if isinstance(happening, Arrived):
            view = self._follower.follow(happening.message)
            assert view in self._shown
            del self._shown[: self._shown.index(view)]

    def say(self, line: Any) -> None:
        wire, link = self.cable.wire, self.cable.wire.a.link
        match line:
            case Swipe(card):
                self.whole.controller.swipe(self.seat, self.whole.tracks[card])
            case Noise(data):
                wire.inject(wire.b, data)
            case Text(data):
                link._session.send(MESSAGE + data)
            case Wait(steps):
                for _ in range(steps):
                    self.whole.advance()
                    self.settle()
            case _:
                link.send(self._due(line))
        self.settle()

    def settle(self) -> None:
        """What was said arrives, is done, and is shown."""
        for _ in range(2):
            self.cable.wire.run(self.cable.wire.now_s + 0.05)
            self.whole.settle()
            for player in self.others:
                player.look()

    def _due(self, intent: Any) -> Any:
        decision = self.whole.controller.table.decision
        changed = {
            name: decision for name in intent.__struct_fields__ if getattr(intent, name) == DUE
        }
        return msgspec.structs.replace(intent, **changed)


NAMES = count()


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example(lines=[g.Act(DUE, "raise", -1), g.Buy(-100), g.Buy(2**63 - 1), g.Leave(), Wait(3)])
@given(lines=LINES)
def test_whatever_it_says_no_cent_no_card_and_no_hand_is_lost(make_whole, lines):
    whole = make_whole(5, name=f"home {next(NAMES)}")
    whole.players = 3
    controller = whole.power_on()
    players = [one for one in company(whole, calls) if one.seat in (1, 3, 4)]
    assert play(whole, players, lambda: controller.table.live is not None)
    mad = Station(whole, MAD, players)
    mad.say(Swipe(MAD - 1))
    mad.say(g.EnterPin(PIN))
    mad.say(g.Buy(10_000, post=True))
    for line in lines:
        mad.say(line)

    hand = controller.table.this_hand.number
    assert play(whole, players, lambda: controller.table.this_hand.number > hand + 1)
    assert check(controller, whole.bank) == []


@pytest.mark.parametrize("volume", [-1, 4, 2**63 - 1])
def test_no_preference_that_a_glass_cannot_draw(volume):
    """It is kept on the card, and would wait for the next station that the card sits down at."""
    liked = g.Prefs(volume=volume)
    with pytest.raises(Unreadable):
        controller_codec().read(screen_codec().write(g.Choose(liked)))
    assert projection.prefs(msgspec.structs.asdict(liked)) == g.Prefs()
