"""How a deck is opened: when its first card is due, in a fifth of a second, and nobody notices.

Every station sealed a share in the pause. Now who is dealt in, in which order and by which plan is
logged and signed; a cutter, if somebody asked to cut, types his digits under that square; then the
stations open, all or none. Who does not open in time voids the attempt: new decks, and that seat is
dealt nothing until its share is known.
"""

from typing import Any

from firmware.controller.effects import Effect, Effects, FaultEnded, Perform, Refuse, Show, Write
from firmware.controller.fair_deal import FairDeal
from firmware.controller.faults import DOUBTS
from firmware.controller.restore import TableMemory
from firmware.controller.wishes import place_of
from firmware.errors import Refused
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.share import DIGITS_LEAST, DIGITS_MOST
from firmware.games.play import Play
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import Table, draw_by

KEY_MS, DIGITS_MS = 4000, 20_000  # each key gives so much more, and so much at most
FIRST = 1 << 41  # a cut has numbers of its own, as a vote has
TABLE = "table"  # who voids a deal that nobody opened
LOST = "The shares were lost: new decks."
UNMIXED = "The discards came back and nobody could mix them."
DRAW = (("up", 1),)  # the plan of the draw for the button


class Opening:
    def __init__(self, deal: FairDeal, memory: TableMemory) -> None:
        self._deal, self._memory = deal, memory
        self.until = 0  # what is waited for must be there by then; 0: nothing yet
        self._digits_by = 0  # the last moment for digits
        self._digits: str | None = None  # typed, and not logged yet
        self.void_words = ""  # of the last attempt, until the next square

    @property
    def _table(self) -> Table:
        return self._memory.state.table

    @property
    def _share_ms(self) -> int:
        """A station that has not sealed or opened by then is not dealt in."""
        return self._table.config.ways.share_ms

    # What a station sends

    def seal(self, seat: int, intent: g.SealShare, now: int) -> Effects:
        """One that was late, and is there after all, is dealt in again."""
        hand = self._deal.waiting
        mine = hand is not None and (intent.hand, intent.attempt) == (hand.number, hand.attempt)
        if hand is None or not mine or seat in self._deal.owed:
            return []
        good = hand.shares.seal(seat, intent.seal)
        calm: list[Effect] = [FaultEnded(f"{DOUBTS} seat {seat}")] if good else []
        back = good and not self._table.seats[seat].link
        return [*calm, Perform(c.RegainLink(now, seat), seat)] if back else calm

    def open(self, seat: int, intent: g.OpenShare, now: int) -> Effects:
        """Late, twice or another one than was sealed: it is not taken."""
        hand, owed = self._deal.hand, self._deal.owed.get(seat)
        if owed is not None and (intent.hand, intent.attempt) == (owed.hand, owed.attempt):
            records = self._deal.late(seat, intent.link) if intent.n == 0 else []
            back = bool(records) and seat not in self._deal.owed
            return [Write(records), *([Perform(c.RegainLink(now, seat), seat)] if back else [])]
        mine = isinstance(hand, Hand) and (intent.hand, intent.attempt) == (
            hand.number,
            hand.attempt,
        )
        if isinstance(hand, Hand) and mine:
            if intent.n == 0 and hand.life == "sealed" and not hand.cutter:
                hand.shares.open(seat, intent.link)
            elif intent.n and hand.asked:
                hand.shares.link(seat, intent.n, intent.link)
        return []

    def key(self, seat: int, intent: g.CutKey, now: int) -> None:
        """He is typing: a few seconds more."""
        if self._cuts(seat, intent.decision):
            self.until = min(self._digits_by, now + KEY_MS)

    def digits(self, seat: int, intent: g.Digits) -> Effects:
        good = intent.digits.isascii() and intent.digits.isdigit()
        if not self._cuts(seat, intent.decision):
            return [Refuse(seat, Refused("The deck is cut.", "cut"))]
        if intent.digits and not (good and DIGITS_LEAST <= len(intent.digits) <= DIGITS_MOST):
            return [Refuse(seat, Refused("Six to twelve digits, please.", "cut"))]
        self._digits = intent.digits
        return []

    def _cuts(self, seat: int, decision: int) -> bool:
        hand = self._deal.waiting
        return hand is not None and hand.cutter == seat and decision == FIRST + hand.number

    # What a station is asked

    def ask(self, seat: int, now: int) -> g.Ask | None:
        hand = self._deal.waiting
        if hand is None or hand.cutter != seat or self._digits is not None:
            return None
        return g.Ask(FIRST + hand.number, "cut", hand=hand.number, ms=max(0, self.until - now))

    # Before the hand begins

    def unsealed(self, seats: tuple[int, ...], now: int) -> list[int] | None:
        """Whose seal is missing for good, and who is so not dealt in; None: they are waited for."""
        hand = self._deal.waiting
        assert hand is not None
        missing = [seat for seat in seats if seat not in hand.shares.seals]
        if not missing:
            self.until = 0
            return []
        self.until = self.until or now + self._share_ms
        if now < self.until:
            return None
        self.until = 0
        return [] if self._table.config.tournament is not None else missing  # there they must be

    # The first card is due

    def step(self, play: Play, now: int) -> Effects:
        """One step towards an open deck; none: somebody is waited for."""
        hand = self._deal.waiting
        assert hand is not None
        if hand.life == "committed":
            return self._close(hand, play, now)
        if hand.cutter:
            return self._take_digits(now)
        self.until = self.until or now + self._share_ms
        if not hand.shares.missing:
            self.until, self.void_words = 0, ""
            return [Write(self._deal.cut())]
        return self._not_opened(hand, now) if now >= self.until else []

    def _close(self, hand: Hand, play: Play, now: int) -> Effects:
        """All that could steer a card is logged now, and signed."""
        sharers = [seat for seat in (*play.dealing, play.banker) if seat]
        missing = self.unsealed(tuple(sharers), now)
        if missing is None:
            return []
        if missing:
            return self._anew(f"{_seats(missing)} sealed no share: new decks.", missing, now)
        askers = self._askers(sharers)
        cutter = _next_cutter(askers, self._deal.memory.cutter)
        terms = self._terms(play, askers, cutter)
        self._digits, self._digits_by = None, now + DIGITS_MS
        self.until = now + (KEY_MS if cutter else self._share_ms)
        return [Write(self._deal.seal(terms, sharers))]

    def _terms(self, play: Play, askers: list[int], cutter: int) -> Terms:
        table, law = self._table, play.rules
        book = table.config.rulebook
        button = table.position.button
        return Terms(
            law.label, book.hash if book else "", button, play.dealing, plan_of(play),
            tuple(askers), cutter,
        )  # fmt: skip

    def _askers(self, seats: list[int]) -> list[int]:
        """Who wants to cut, where the house lets players cut."""
        memory = self._memory
        if not self._table.config.ways.player_cut:
            return []
        sittings, kept = memory.state.custody.sittings, memory.folds.preferences.of
        accounts = {seat: sittings[seat].account for seat in seats if seat in sittings}
        asks = (seat for seat, who in accounts.items() if projection.prefs(kept.get(who, {})).cut)
        return sorted(asks)

    def _take_digits(self, now: int) -> Effects:
        if self._digits is None and now < self.until:
            return []
        typed, self._digits = self._digits or "", None
        self.until = now + self._share_ms
        return [Write(self._deal.type_digits(typed))]

    def _not_opened(self, hand: Hand, now: int) -> Effects:
        """Where nobody has a share any more it was the power, and nobody is put out."""
        missing = hand.shares.missing
        if not hand.shares.shares:
            return self._anew(LOST, [], now)
        return self._anew(_unopened(missing), missing, now)

    def _anew(self, words: str, missing: list[int], now: int) -> Effects:
        """No card was dealt: every chip goes back, and the same hand is tried again."""
        self.until, self.void_words = 0, words
        out: list[Effect] = [Perform(c.LoseLink(now, seat)) for seat in missing]
        return [Perform(c.VoidHand(now, TABLE, words, again=True), sure=True), *out]

    # The draw for the button

    def draw(self, seats: tuple[int, ...], now: int) -> Effects:
        """A hand with a card for each seat, whose decks are all opened: one step towards it."""
        hand = self._deal.waiting
        assert hand is not None
        if hand.life == "committed":
            return self._close_draw(seats, now)
        if hand.terms is None or hand.terms.seats != seats:
            return self._no_draw("Other seats draw for the button: new decks.", [], now)
        self.until = self.until or now + self._share_ms  # the power may have been away
        if hand.shares.missing:
            return self._not_drawn(hand, now) if now >= self.until else []
        self.until, self.void_words = 0, ""
        seat, cards, records = self._deal.draw()
        high = self._table.config.ways.button_draw == "high card"
        drawn = c.DrawButton(now, 0, cards) if high else c.DrawButton(now, seat)
        return [Perform(drawn, before=records, sure=True)]

    def _close_draw(self, seats: tuple[int, ...], now: int) -> Effects:
        missing = self.unsealed(seats, now)
        if missing is None:
            return []
        if missing:
            return [Perform(c.LoseLink(now, seat)) for seat in missing]
        book, self.until = self._table.config.rulebook, now + self._share_ms
        terms = Terms(f"button: {draw_by(self._table)}", book.hash if book else "", 0, seats, DRAW)
        return [Write(self._deal.seal(terms, seats))]

    def _not_drawn(self, hand: Hand, now: int) -> Effects:
        missing = hand.shares.missing if hand.shares.shares else []
        return self._no_draw(_unopened(missing) if missing else LOST, missing, now)

    def _no_draw(self, words: str, missing: list[int], now: int) -> Effects:
        self.until, self.void_words = 0, words
        out = [Perform(c.LoseLink(now, seat)) for seat in missing]
        return [Write(self._deal.void(words, TABLE)), *out]

    # In the hand

    def mix(self, now: int) -> Effects:
        """The next link of everybody; who does not open it is in no mix from then on."""
        hand = self._deal.hand
        assert isinstance(hand, Hand)
        if not hand.asked:
            if not hand.ask_links():
                if hand.unmixed:  # its order is the table's alone
                    return [Perform(c.VoidHand(now, TABLE, UNMIXED), sure=True)]
                return [Write(self._deal.mix())]
            self.until = now + self._share_ms
            return [Show()]
        if hand.shares.absent and now < self.until:
            return []
        self.until = 0
        return [Write(self._deal.mix())]

    @property
    def waits_until(self) -> int | None:
        return self.until or None

    def now(self, at: int) -> g.DealNow | None:
        """For the center, from the commitment until the cards come."""
        hand = self._deal.waiting
        if hand is None:
            return None
        voids, open_ = self._deal.memory.voids_before(hand.number), hand.life != "committed"
        return g.DealNow(
            hand=hand.number,
            attempt=hand.attempt,
            square=hand.square if open_ else "",
            letters=hand.letters if open_ else "",
            sealed=tuple(sorted(hand.shares.seals)),
            cutter=hand.cutter,
            left_ms=max(0, self.until - at) if hand.cutter else 0,
            digits=hand.digits,
            by=hand.terms.cutter if hand.terms and hand.digits else 0,
            words=self.void_words,
            voids=voids,
            alarm=self._deal.memory.alarm(hand.number),
        )


def plan_of(play: Play) -> tuple[tuple[Any, ...], ...]:
    """Of a poker game its own. Against a bank the dice and cards that the closed bets ask for, in
    pan the hands; then what is asked for card by card, each time logged before it is mixed."""
    if play.rules.plan:
        return play.rules.plan
    want = play.wants()
    of_ten = ("ten",) if want.sides == 10 else ()
    dice: tuple[tuple[Any, ...], ...] = (("dice", want.dice, *of_ten),) if want.dice else ()
    return (*dice, ("give", *map(place_of, want.targets)), ("more", 64))


def _next_cutter(askers: list[int], last: int) -> int:
    """One finger a hand, as only the last is safe: the next asker left of the last cutter."""
    return next((seat for seat in askers if seat > last), askers[0] if askers else 0)


def _unopened(numbers: list[int]) -> str:
    what = "their shares" if len(numbers) > 1 else "its share"
    return f"{_seats(numbers)} did not open {what}: new decks."


def _seats(numbers: list[int]) -> str:
    return f"Seat{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
