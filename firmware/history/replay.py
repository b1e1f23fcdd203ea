"""A hand of a file, played again by the engine: its stacks, or the rule that it breaks."""

from contextlib import suppress

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.cards import UNKNOWN
from firmware.games.play import BOARD, BURN, RESHUFFLE
from firmware.games.poker.betting import raise_range
from firmware.games.poker.commands import Call, Command, Deal, Draw, Fold, Raise, Settle, Start
from firmware.games.poker.engine import Stakes, new_hand, play, wants
from firmware.games.poker.events import Won
from firmware.history.holdings import gather
from firmware.history.malformed import Malformed
from firmware.history.phh import Action, Record
from firmware.history.posts import UNTOLD, Reading, blinds, posts


class Outcome(Struct):
    """What a hand came to. `stacks` by player; None where the file does not tell the start."""

    stacks: list[int | None]
    won: list[int]  # out of the pots
    over: bool  # false: the file stops before the hand does
    settled: bool = True  # false: nobody showed the cards that would tell who won


class _AllIn(Exception):
    """This player had no chips left: the file passes over him."""

    def __init__(self, seat: int, stack: int) -> None:
        self.seat, self.stack = seat, stack


def replay(record: Record, reading: Reading = "as written") -> Outcome:
    """Play the hand, or Malformed with the action and the rule that it breaks."""
    stacks = list(record.stacks)
    while True:
        try:
            return _Table(record, stacks).play(reading)
        except _AllIn as now:  # a stack that was not told is told by the play
            stacks[now.seat - 1] = now.stack


class _Table:
    """One hand on its way through the engine."""

    def __init__(self, record: Record, stacks: list[int | None]) -> None:
        count = len(stacks)
        self.record = record
        self.stacks = stacks
        self.hand = new_hand(
            record.rules,
            Stakes(record.small, record.big, blinds(record), 0, record.bring_in, record.chip),
            count,
            {seat: UNTOLD if s is None else s for seat, s in enumerate(stacks, 1)},
        )
        self.holdings = gather(record)
        self.told = 0  # cards that the file has dealt so far
        self.mucked: list[int] = []
        self.won = [0] * (count + 1)

    def play(self, reading: Reading) -> Outcome:
        play(self.hand, Start(posts(self.record, reading)))
        for action in self.record.actions:
            self._serve()
            self._take(action)
        self._serve()
        return self._outcome()

    # Cards

    def _serve(self) -> None:
        """Give the engine the cards it waits for, as far as the file has them."""
        hand = self.hand
        while hand.due == "deal":
            begin = hand.deck.plan[0] == RESHUFFLE
            targets = hand.deck.plan[begin : begin + wants(hand).count]
            if hand.phase.kind != "draw" and not self._has(targets):
                return
            cards = tuple(self._card(target) for target in targets)
            self._play(Deal(cards), "actions")

    def _has(self, targets: list[int]) -> bool:
        need: dict[int, int] = {}
        for target in targets:
            if target != BURN:
                player = 0 if target == BOARD else abs(target)
                need[player] = need.get(player, 0) + 1
        held = self.holdings
        return all(held[p].given + n <= len(held[p].dealt) for p, n in need.items())

    def _card(self, target: int) -> int:
        if target == BURN:
            return UNKNOWN
        holding = self.holdings[0 if target == BOARD else abs(target)]
        at = holding.given
        holding.given += 1
        return holding.dealt[at] if at < len(holding.dealt) else UNKNOWN

    def _dealt_as_due(self, action: Action) -> None:
        """Before anyone bets, the file has dealt what was due, no more and no less."""
        if self.told != sum(holding.given for holding in self.holdings):
            raise Malformed(action.field, self._misdeal(action))

    def _misdeal(self, action: Action) -> str:
        told = [0] * len(self.holdings)
        for earlier in self.record.actions:
            if earlier.at < action.at and earlier.verb in ("dh", "db"):
                told[earlier.player] += len(earlier.cards)
        for player, holding in enumerate(self.holdings):
            if told[player] != holding.given:
                whose = f"p{player}" if player else "the board"
                return f"{whose} has {told[player]} cards dealt by now, {holding.given} are due"
        return "the cards are not dealt as due"

    # Actions

    def _take(self, action: Action) -> None:
        verb, seat, hand = action.verb, action.player, self.hand
        if verb in ("dh", "db"):
            self.told += len(action.cards)
            return
        if verb == "sm":
            if hand.due in ("act", "draw"):
                self._passed_over(action)
            if action.mucks and seat in hand.live:
                self.mucked.append(seat)
            return
        if verb == "cc" and self._alone(seat):
            return  # some rooms ask him all the same
        if hand.due == "deal":
            raise Malformed(action.field, self._missing())
        if hand.due not in ("act", "draw"):
            raise Malformed(action.field, "the betting is over")
        if hand.queue[0] != seat:
            self._passed_over(action)
        if (verb == "sd") != (hand.due == "draw"):
            raise Malformed(action.field, f"p{seat} has to {hand.due} now")
        self._play(self._command(action), action.field)

    def _alone(self, seat: int) -> bool:
        """Everybody else is all-in, and nothing is left to answer."""
        hand = self.hand
        closed = hand.due in ("deal", "settle") and len(hand.live) > 1
        return closed and hand.able == 1 and seat in hand.live and hand.stacks[seat] > 0

    def _command(self, action: Action) -> Command:
        verb, seat = action.verb, action.player
        if verb == "sd":
            holding = self.holdings[seat]
            thrown = holding.thrown[holding.drawn]
            holding.drawn += 1
            return Draw(seat, tuple(holding.dealt[place] for place in thrown))
        self._dealt_as_due(action)
        forced = bool(self.hand.betting.forced)
        if verb == "cbr":
            return Raise(seat, self._to(seat, int(action.amount)))
        if verb == "f":
            return Fold(seat)
        if (verb == "pb") != forced:
            words = "has to bring it in" if forced else "has no bring-in to post"
            raise Malformed(action.field, f"p{seat} {words}")
        return Call(seat)

    def _to(self, seat: int, to: int) -> int:
        """A raise for all that the others have may be written as no more than that."""
        hand = self.hand
        others = max((hand.bets[s] + hand.stacks[s] for s in hand.live if s != seat), default=0)
        if hand.betting.level < to == others:
            with suppress(Refused):
                return max(to, raise_range(hand, seat).least)
        return to

    def _play(self, command: Command, field: str) -> None:
        try:
            events = play(self.hand, command)
        except Refused as no:
            raise Malformed(field, f"{no} (rule: {no.rule})") from None
        for event in events:
            if type(event) is Won:
                self.won[event.seat] += event.chips

    def _passed_over(self, action: Action) -> None:
        """Somebody else acts than the one whose turn it is."""
        hand = self.hand
        seat = hand.queue[0]
        put_in = UNTOLD - hand.stacks[seat]
        if self.stacks[seat - 1] is None and put_in:
            raise _AllIn(seat, put_in)
        hidden = [s for s in hand.live if UNKNOWN in hand.up[s]]
        if hidden:
            words = f"the up card of p{hidden[0]} is not known: nobody can tell whose turn it is"
            raise Malformed(action.field, words)
        raise Malformed(action.field, f"it is the turn of p{seat} (rule: in turn)")

    def _missing(self) -> str:
        waiting = self.hand.deck.plan
        need = sorted({0 if t == BOARD else abs(t) for t in waiting if t != BURN})
        short = [p for p in need if self.holdings[p].given >= len(self.holdings[p].dealt)]
        whose = ", ".join(f"p{p}" if p else "the board" for p in short or need)
        return f"no cards dealt yet to {whose} on the street {self.hand.phase.street!r}"

    # The end

    def _outcome(self) -> Outcome:
        hand = self.hand
        over = hand.due == "settle" and self.told == sum(h.given for h in self.holdings)
        settled = True
        if over:
            settled = self._settle()
        stacks = [
            None if told is None else hand.stacks[seat]
            for seat, told in enumerate(self.record.stacks, 1)
        ]
        return Outcome(stacks, self.won[1:], over, settled)

    def _settle(self) -> bool:
        """Cards speak; who did not show loses to who did, unless the file says that he won."""
        hand, told = self.hand, self.record.winnings
        claim = [s for s in hand.live if s not in self.mucked]
        hidden = [s for s in claim if UNKNOWN in hand.board or UNKNOWN in hand.cards(s)]
        if told and any(told[s - 1] for s in hidden):
            claim = [s for s in claim if told[s - 1]]
            hidden = claim
        if len(claim) == 1:  # everybody else threw his hand away: no card needs to be known
            hidden = []
        mucked = [s for s in hand.live if s not in claim or s in hidden]
        try:
            self._play(Settle(tuple(mucked)), "showdown")
        except Malformed:
            if not hidden:
                raise
            return False
        return True
