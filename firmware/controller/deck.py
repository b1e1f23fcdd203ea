"""The deck of each hand: asked for ahead, cut, dealt from, put away.

No sealed deck, no hand: a sick noise source lets a hand be finished and starts no other. What a
deck gives is records first, cards afterwards; the loop writes them before anything else happens.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec import json

from firmware.controller.effects import Effect, Effects, FaultBegan, FaultEnded, Perform, Write
from firmware.controller.fair_deal import FairDeal
from firmware.controller.faults import VOIDS, voids_alarm
from firmware.controller.opening import Opening
from firmware.controller.past_cards import told
from firmware.controller.restore import TableMemory
from firmware.controller.to_bank import RETRY_MS
from firmware.controller.wishes import Wish, place_of
from firmware.errors import Fault
from firmware.fairness.hand import Deck
from firmware.games.play import BOARD, Play
from firmware.journal.frame import Record
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import Table, Wants, rabbit_open

T = TypeVar("T")


class Decks:
    def __init__(self, deal: FairDeal, memory: TableMemory, patient: bool) -> None:
        """`patient`: wait for a deck in place, for a table that lives in virtual time."""
        self.deal, self.opening = deal, Opening(deal, memory)
        self._memory, self._patient = memory, patient
        self.fault: Fault | None = None  # why no hand begins
        self.forked: Fault | None = None  # a witness of the log knows another story
        self.retry_at = 0

    @property
    def _table(self) -> Table:
        return self._memory.state.table

    # ---- Before a hand

    def prepare(self, number: int, spread: int, now: int) -> tuple[bool, Effects]:
        """Is the deck of this hand there? If not it is on its way, or its source is sick."""
        return self._prepare(number, self._deck(spread), now)

    def _prepare(self, number: int, deck: Deck, now: int) -> tuple[bool, Effects]:
        waiting = self.deal.waiting
        if self.deal.outdated:
            return False, [Write(self.deal.void("another deck is used since the update"))]
        if waiting is not None and (waiting.deck, waiting.number) != (deck, number):
            return False, [Write(self.deal.void("another game is played"))]

        def there() -> bool:
            if self.forked is not None:
                raise self.forked
            there = self.deal.prepare(number, deck, now)
            if not there and self._patient:
                self.deal.wait()
            return there or self._patient

        found, effects = self._with_noise(there, now)
        return bool(found), effects

    def ready(self, began: e.HandBegan, now: int) -> tuple[bool, Effects]:
        """May this hand begin? Its deck is committed to, and who is dealt in has sealed a share."""
        there, effects = self.prepare(began.number, began.spread, now)
        if not there:
            return False, effects
        if self.deal.waiting is None:
            return False, [*effects, *self._commit()]
        missing = self.opening.unsealed(began.dealt, now)
        lost: list[Effect] = [Perform(c.LoseLink(now, seat)) for seat in missing or ()]
        return missing == [], [*effects, *lost]

    def commit_ahead(self, now: int) -> Effects:
        """In the pause between two hands, so that nobody waits for a seal."""
        if not self._in_pause(now):
            return []
        there, effects = self.prepare(self._table.this_hand.number + 1, self._table.spread, now)
        return [*effects, *self._commit()] if there else effects

    def _commit(self) -> Effects:
        return [Write(self.deal.commit()), *self._alarm()]

    def _alarm(self) -> Effects:
        """Deals that were voided buy a dishonest house a second try: past a few, people look."""
        memory, hand = self.deal.memory, self.deal.waiting
        assert hand is not None
        now = hand.number
        if not memory.alarm(now):
            return [FaultEnded(VOIDS)]
        voids, unopened = memory.voids_before(now), memory.unopened_before(now)
        return [FaultBegan(voids_alarm(voids, unopened, memory.blamed_before(now)))]

    def _in_pause(self, now: int) -> bool:
        table = self._table
        if table.paused or table.live is not None or self.deal.playing or self.deal.over:
            return False
        return table.phase == "open" and now < table.pace.next_hand_at and not self.deal.waiting

    def deck_is_coming(self, now: int) -> bool:
        """It is committed to as soon as it is there."""
        return self._in_pause(now) and self.deal.preparing

    # ---- The source

    def resting(self, now: int) -> bool:
        """Nothing is asked of a source that was sick a moment ago."""
        return self.fault is not None and self.retry_at > now

    def idle(self, now: int) -> Effects:
        """The stream goes on while nothing is dealt from it."""
        try:
            self.deal.cycle()
        except Fault as fault:
            return self._sick(fault, now)
        return []

    def _with_noise(self, work: Callable[[], T], now: int) -> tuple[T | None, Effects]:
        if self.resting(now):
            return None, []
        try:
            done = work()
        except Fault as fault:
            return None, self._sick(fault, now)
        return done, self._healthy() if done else []

    def _sick(self, fault: Fault, now: int) -> Effects:
        other = self.fault is not None and self.fault.name != fault.name
        over: list[Effect] = [FaultEnded(self.fault.name)] if self.fault and other else []
        self.fault, self.retry_at = fault, now + RETRY_MS
        return [*over, FaultBegan(fault)]

    def _healthy(self) -> Effects:
        self.fault = None
        names = self._memory.folds.faults.open  # also one that was open when the power went
        return [FaultEnded(name) for name in names if name.startswith("NOISE_")]

    def _deck(self, spread: int) -> Deck:
        return self._table.config.law(spread).pack

    # ---- Cards

    def draw_button(self, seats: tuple[int, ...], now: int) -> Effects:
        """With a whole deck, whatever is played: no joker is a high card."""
        there, effects = self._prepare(self._table.this_hand.number + 1, ("52", 1), now)
        if not there:
            return effects
        if self.deal.waiting is None:
            return [*effects, *self._commit()]
        return [*effects, *self.opening.draw(seats, now)]

    def next_cards(self, play: Play, want: Wants, now: int) -> Effects:
        """What is due before the next cards, or the cards; none: somebody is waited for."""
        if self.deal.waiting is not None:
            return self.opening.step(play, now)
        if not self.deal.playing:
            return self._late_deck(now)
        wish = wish_of(play, want.targets)
        match self.deal.ask(wish):
            case "again":
                return [Write(self.deal.again())]
            case "next":
                return [Write(self.deal.announce())]
            case "mix":
                return self.opening.mix(now)
        cards, steps = self.deal.deal(wish)
        return [Perform(c.Deal(now, cards, self.deal.dice), before=steps, sure=True)]

    def _late_deck(self, now: int) -> Effects:
        """A hand that began under an earlier version, and has no deck yet."""
        there, effects = self.prepare(self._table.this_hand.number, self._table.spread, now)
        return [*effects, *self._commit()] if there else effects

    def show_rabbit(self, play: Play, to: tuple[int, ...], now: int) -> Effects:
        """The cards that would have come, for all to see; burns stay what they are."""
        wish = wish_of(play, to, rabbit=True)
        if self.deal.ask(wish) == "mix":
            return self.opening.mix(now)
        cards, steps = self.deal.deal(wish)
        seen = tuple(card for card, target in zip(cards, to, strict=True) if target == BOARD)
        return [Perform(c.ShowRabbit(now, seen), before=steps, sure=True)]

    # ---- After a hand

    @property
    def done(self) -> bool:
        """Can nobody ask for another card of it?"""
        table = self._table
        return self.deal.playing and table.live is None and not rabbit_open(table)

    def put_away(self) -> list[Record]:
        """The deck's end; none if it is put away already."""
        if not self.deal.playing:
            return []
        result, play = self._table.this_hand.result, self._table.play
        numbers = [n for each in result.shown.values() for n in each] if result else []
        if play is None:
            return self._told(self.deal.finish(numbers, (), ()))
        out = [seat for seat in play.dealing if play.folded(seat)]
        won = [(seat, play.gain(seat)) for seat in play.seats if play.gain(seat) > 0]
        numbers = sorted({*numbers, *play.open_numbers()})
        return self._told(self.deal.finish(numbers, out, won))

    def _told(self, ended: list[Record]) -> list[Record]:
        """With the hand's end: what everybody saw of it, for whoever replays this journal when the
        key of its cards is gone."""
        hand, sealed = self.deal.hand, self._memory.sealed
        if hand is None or not sealed:
            return ended
        shown = dict(json.decode(ended[-1].body)["shown"])
        return [*ended, told(hand.number, sealed, hand.to, shown, hand.cards)]

    def void(self, events: list[e.AnyEvent]) -> list[Record]:
        """A voided hand's deck is void with it."""
        for event in events:
            if isinstance(event, e.HandVoided) and self.deal.hand is not None:
                return self._told(self.deal.void(_plain(event.reason), _plain(event.by)))
        return []


def _plain(words: str) -> str:
    """As the public log may hold it."""
    return words.encode("ascii", "replace").decode()[:200]


def wish_of(play: Play, to: tuple[int, ...], rabbit: bool = False) -> Wish:
    """What the game asks of the deck, as a step of its plan."""
    keep = tuple(seat for seat in play.placeholders if play.folded(seat))
    coming = {*keep, *map(place_of, to)}  # who was fouled meanwhile is out of it after these cards
    out = tuple(s for s in play.dealing if play.folded(s) and s not in coming)
    if rabbit:
        return Wish(to, out=out, keep=keep, rabbit=True)
    if play.due == "settle":  # the board is run again
        step = [step[0] for step in play.rules.plan].index("twice")
        return Wish(to, None, step, (len(to),), out, keep)
    want = play.wants()
    wished = not play.rules.plan
    return Wish(to, want.back, want.step, want.asked, out, keep, dice=want.dice, wished=wished)
