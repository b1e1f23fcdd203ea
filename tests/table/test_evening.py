"""Whole evenings against the slow model: people come, go, move, miss blinds, lose their link, the
floor steps in, the power fails; the table and the model agree on every button and every blind."""

import copy
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.games.poker.betting import choices
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.state import balance
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.privacy import assert_private
from tests.table.model import Model

SEATS = st.integers(1, 10)
ENTRIES = ["wait", "post", "pass"]


class Evening(RuleBasedStateMachine):
    house = "artichoke-joes"

    def __init__(self) -> None:
        super().__init__()
        self.m = BareTable(no_limit(self.house))
        self.model = Model(10, self.house, 100, 200)
        self.before = None
        self.since: list = []
        self.noes: list[Refused] = []
        self.m.watch = self.watch
        self.debts: dict[str, bool] = {}
        self.names = 0

    # What the table says, told to the model

    def watch(self, machine, events) -> None:
        for event in events:
            match event:
                case e.BoughtIn(seat=seat) if seat not in self.model.people:
                    name = machine.table.seats[seat].person.account
                    self.tell("sits", seat, name, self.debts.pop(name, False))
                case e.CashedOut(seat=seat, account=account):
                    self.debts[account] = self.model.people[seat].debt
                    self.tell("leaves", seat)
                case e.WentAway(seat=seat):
                    self.tell("goes", seat)
                case e.CameBack(seat=seat):
                    self.tell("returns", seat)
                case e.Moved(seat=seat, to=to):
                    self.tell("moves", seat, to)
                case e.EntryChosen(seat=seat, entry=entry):
                    self.tell("wishes", seat, entry)
                case e.ButtonDrawn(seat=seat):
                    self.drawn = seat
                case e.HandBegan():
                    self.check_hand(event)
                    self.since = []
                case e.HandVoided():
                    self.undo()

    def tell(self, what, *args) -> None:
        getattr(self.model, what)(*args)
        self.since.append((what, args))

    def undo(self) -> None:
        """A voided hand leaves everything around it as it was; what people did since stays."""
        self.model = self.before
        for what, args in self.since:
            getattr(self.model, what)(*args)

    def check_hand(self, event: e.HandBegan) -> None:
        table = self.m.table
        for seat, person in self.model.people.items():
            life = table.seats[seat]
            assert person.ready == (life.life == "playing"), seat
        self.before = copy.deepcopy(self.model)
        want = self.model.predict(getattr(self, "drawn", 0))
        assert event.button == want.button
        assert set(event.dealt) == want.dealt
        assert set(event.small) == want.small
        assert set(event.big) == want.big
        assert set(event.missed) == want.missed
        extra: dict[int, tuple[int, int]] = {}
        for post in event.posts:
            live, dead = extra.get(post.seat, (0, 0))
            if post.kind == "post":
                extra[post.seat] = (live + post.chips, dead)
            elif post.kind == "dead":
                extra[post.seat] = (live, dead + post.chips)
        assert extra == want.extra
        blinds = [post.seat for post in event.posts if post.kind == "blind"]
        assert len(blinds) == len(set(blinds)), "charged twice"
        assert not set(blinds) & set(extra), "a blind and a post in one hand"
        self.model.dealt(want, event.new_game)

    def people(self, *lives: str) -> list[int]:
        return [seat.number for seat in self.m.table.seats if seat.life in lives]

    def try_(self, command) -> bool:
        try:
            self.m.do(command)
        except Refused as no:
            self.noes.append(no)
            return False
        return True

    @invariant()
    def every_no_has_words_and_a_rule(self):
        assert all(str(no) and no.rule for no in self.noes)
        self.noes.clear()

    # The evening

    @initialize(seats=st.sets(SEATS, min_size=3, max_size=9))
    def begin(self, seats):
        for seat in seats:
            self.sit(seat, 10_000)
        self.open()
        self.play([], 1)

    @rule(seat=SEATS, chips=st.integers(4_000, 20_000))
    def sit(self, seat, chips):
        if self.m.table.seats[seat].life != "empty":
            return
        self.names += 1
        self.come(seat, f"player {self.names}", chips - chips % 100)

    @rule(seat=SEATS, chips=st.integers(4_000, 20_000))
    def come_back_to_the_game(self, seat, chips):
        """Somebody who left an hour ago or less, with his debt."""
        gone = [name for name in self.m.table.people.departed if self.m.table.at(name) is None]
        if gone and self.m.table.seats[seat].life == "empty":
            least = self.m.table.people.departed[gone[-1]].stack
            self.come(seat, gone[-1], max(least, chips - chips % 100))

    def come(self, seat, name, chips):
        m = self.m
        if not self.try_(c.SwipeCard(m.now, seat, name, name)):
            return
        m.ask(c.PinChecked, seat, True, 10_000_000)
        if m.table.seats[seat].life == "asking":
            m.order(c.Approve, seat)
        m.ask(c.BuyIn, seat, chips)
        m.bank()

    @rule(n=st.integers(0, 9))
    def leave(self, n):
        seats = self.people("playing", "away")
        if seats:
            self.try_(c.Leave(self.m.now, seats[n % len(seats)]))

    @rule(n=st.integers(0, 9), when=st.sampled_from(["next hand", "next big blind"]))
    def sit_out(self, n, when):
        seats = self.people("playing")
        if seats:
            self.try_(c.SitOut(self.m.now, seats[n % len(seats)], when))

    @rule(n=st.integers(0, 9))
    def back(self, n):
        seats = self.people("away")
        if seats:
            self.try_(c.ComeBack(self.m.now, seats[n % len(seats)]))

    @rule(n=st.integers(0, 9), to=SEATS)
    def move(self, n, to):
        seats = self.people("playing", "away")
        if seats:
            self.try_(c.TakeSeat(self.m.now, seats[n % len(seats)], to))

    @rule(n=st.integers(0, 9), entry=st.sampled_from(ENTRIES))
    def choose(self, n, entry):
        seats = self.people("playing", "away")
        if seats:
            self.try_(c.ChooseEntry(self.m.now, seats[n % len(seats)], entry))

    @rule(entry=st.sampled_from(ENTRIES), hands=st.integers(1, 3))
    def everybody_chooses(self, entry, hands):
        for seat in self.people("playing"):
            self.try_(c.ChooseEntry(self.m.now, seat, entry))
        self.play([0, 4, 0], hands)

    @rule(n=st.integers(0, 9))
    def top_up(self, n):
        seats = self.people("playing", "away")
        if seats and self.try_(c.BuyIn(self.m.now, seats[n % len(seats)], 4_000)):
            self.m.bank()

    @rule(seat=SEATS, hands=st.integers(0, 2))
    def lose_link(self, seat, hands):
        self.m.ask(c.LoseLink, seat)
        if hands:
            self.play([0, 0, 0, 7], hands)
        self.m.ask(c.RegainLink, seat)

    @rule(minutes=st.integers(1, 20))
    def time_passes(self, minutes):
        if self.m.table.live is None:
            self.m.now += 60_000 * minutes
            if self.m.table.phase != "open":
                self.m.settle()

    @rule(n=st.integers(0, 9), to=SEATS, hands=st.integers(1, 4), entry=st.sampled_from(ENTRIES))
    def sit_out_move_and_return(self, n, to, hands, entry):
        """The classic try to get round the blinds."""
        seats = self.people("playing")
        if not seats:
            return
        seat = seats[n % len(seats)]
        self.try_(c.SitOut(self.m.now, seat))
        self.play([], hands)
        if self.try_(c.TakeSeat(self.m.now, seat, to)):
            seat = to
        self.try_(c.ComeBack(self.m.now, seat))
        self.try_(c.ChooseEntry(self.m.now, seat, entry))
        self.play([0, 0], hands)

    @rule(n=st.integers(0, 9))
    def foul(self, n):
        hand = self.m.table.play
        if hand is not None and self.m.table.live is not None:
            self.try_(c.FoulHand(self.m.now, "floor", "signals", hand.live[n % len(hand.live)]))

    @rule()
    def void(self):
        self.try_(c.VoidHand(self.m.now, "floor", "fault"))

    @rule()
    def pause_and_resume(self):
        if self.try_(c.Pause(self.m.now, "floor", "dispute")):
            self.m.now += 5_000
            self.m.order(c.Resume)

    @precondition(lambda self: self.m.table.phase == "closed")
    @rule()
    def open(self):
        self.try_(c.OpenTable(self.m.now, "floor", "evening"))

    @rule(moves=st.lists(st.integers(0, 8), max_size=40), hands=st.integers(1, 6))
    def play(self, moves, hands):
        """Some touches; when they run out, everybody folds."""
        m, wishes = self.m, iter(moves)
        ended = 0
        for _ in range(400):
            if m.table.phase != "open" or ended == hands:
                return
            live = m.table.live
            if live is None:
                m.shuffle()
            if m.step():
                ended += live is not None and m.table.live is None
                continue
            live = m.table.live
            if live is None:
                if len([s for s in m.table.seats if s.ready]) < 2:
                    return
                m.wait()
            elif live.due in ("deal", "settle"):
                m.wait()
            elif (wish := next(wishes, None)) is None:
                m.do(c.Play(m.now, m.table.decision, p.Fold(live.queue[0])))
            elif wish == 7:
                m.wait()  # somebody sleeps
            elif wish == 8:
                return  # in the middle of a hand
            else:
                self.touch(live, wish)
            ended += live is not None and m.table.live is None

    def touch(self, hand, wish):
        offer = choices(hand)
        seat = offer.seat
        if wish < 4:
            move = p.Call(seat)
        elif wish == 4 or offer.raise_to is None:
            move = p.Fold(seat)
        else:
            move = p.Raise(seat, offer.raise_to.least if wish == 5 else offer.raise_to.most)
        self.m.do(c.Play(self.m.now, self.m.table.decision, move))

    # What is always so

    @invariant()
    def every_cent_is_somewhere(self):
        here, should = balance(self.m.table)
        assert here == should
        live = self.m.table.live
        if live is not None:
            assert sum(live.stacks) + live.pot + live.fees + live.jackpot == live.bought

    @invariant()
    def nobody_sees_too_much(self):
        assert_private(self.m)

    @rule()
    def power_cut(self):
        """The journal alone brings everything back."""
        again = self.m.replay()
        assert again == self.m.table
        self.m.table = again


class DeltaEvening(Evening):
    house = "delta-downtown"


TestArtichokeJoes = Evening.TestCase
TestArtichokeJoes.settings = settings(max_examples=30, stateful_step_count=40)
TestDelta = DeltaEvening.TestCase
TestDelta.settings = settings(max_examples=30, stateful_step_count=40)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Evening, DeltaEvening])
def test_soak_long_evenings(kind):
    run_state_machine_as_test(kind, settings=settings(max_examples=600, stateful_step_count=80))


@pytest.mark.parametrize("kind", [Evening, DeltaEvening])
@pytest.mark.parametrize("seed", range(20))
def test_seeded_evenings(kind, seed):
    """The same rules of the evening, drawn by dice: longer, and cheaper than shrinking ones."""
    run(kind, seed, steps=150)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Evening, DeltaEvening])
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_long_seeded_evenings(kind, seed):
    run(kind, seed, steps=400)


def run(kind, seed: int, steps: int) -> Evening:
    rng = Random(seed)
    evening = kind()
    evening.m.rng = rng
    evening.begin(set(rng.sample(range(1, 11), rng.randint(3, 9))))
    for _ in range(steps):
        _random_step(evening, rng)
        evening.every_cent_is_somewhere()
    evening.nobody_sees_too_much()
    evening.power_cut()
    return evening


def _random_step(evening: Evening, rng: Random) -> None:
    n, seat, entry = rng.randint(0, 9), rng.randint(1, 10), rng.choice(ENTRIES)
    hands, chips = rng.randint(1, 4), rng.randrange(4_000, 20_000)
    moves = [rng.choice((0, 0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8)) for _ in range(rng.randint(0, 40))]
    steps = [
        (10, lambda: evening.play(moves, hands)),
        (9, lambda: evening.sit(seat, chips)),
        (2, lambda: evening.leave(n)),
        (2, lambda: evening.come_back_to_the_game(seat, chips)),
        (3, lambda: evening.sit_out(n, rng.choice(["next hand", "next big blind"]))),
        (12, lambda: evening.back(n)),
        (4, lambda: evening.move(n, seat)),
        (4, lambda: evening.choose(n, entry)),
        (6, lambda: evening.everybody_chooses(entry, hands)),
        (1, lambda: evening.top_up(n)),
        (1, lambda: evening.lose_link(seat, hands - 1)),
        (1, lambda: evening.time_passes(hands)),
        (3, lambda: evening.sit_out_move_and_return(n, seat, hands, entry)),
        (1, lambda: evening.foul(n)),
        (1, lambda: evening.void()),
        (1, lambda: evening.pause_and_resume()),
    ]
    rng.choices([step for _, step in steps], [weight for weight, _ in steps])[0]()
