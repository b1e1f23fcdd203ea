"""Each finished hand as a receipt, and as the start and events that a hand history is made of.

A Recorder looks on after every event, live or in a replay of the journal. A receipt holds what the
public saw; `for_seat` adds a player's own cards, for himself.
"""

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.banked.events import BankedEvent
from firmware.games.banked.rules import BankedRules
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.hand import Hand
from firmware.money import show
from firmware.table import events as e
from firmware.table.evolve import stakes_now
from firmware.table.state import Table
from firmware.table.winners import Winner, winners


class Line(Struct, frozen=True):
    """One seat's part in a hand."""

    seat: int
    name: str
    began: int
    ended: int

    @property
    def net(self) -> int:
        return self.ended - self.began


class Receipt(Struct, frozen=True, omit_defaults=True):
    table: str
    hand: int
    game: str
    stakes: str
    began_ms: int
    ended_ms: int
    button: int
    seats: tuple[Line, ...]
    board: tuple[int, ...] = ()
    shown: dict[int, tuple[int, ...]] = {}
    winners: tuple[Winner, ...] = ()
    fee: int = 0
    jackpot: int = 0
    voided: str = ""  # why
    own: tuple[int, ...] = ()  # the reader's cards

    def words(self) -> str:
        """For the printer: what went in, what came out, and where the rest is."""
        rows = [f"{self.table}, hand {self.hand}, {self.game}, {self.stakes}"]
        rows += [f"seat {x.seat} {x.name}: {show(x.began)} -> {show(x.ended)}" for x in self.seats]
        rows += [
            f"seat {won.seat} wins {show(won.chips)}{f' with {won.words}' if won.words else ''}"
            for won in self.winners
        ]
        if self.fee:
            rows.append(f"fee {show(self.fee)}")
        if self.jackpot:
            rows.append(f"jackpot {show(self.jackpot)}")
        if self.voided:
            rows.append(f"void: {self.voided}; all chips as before")
        return "\n".join(rows)


class Finished(Struct):
    """A hand for the history room: as it was before anything was posted, and what happened."""

    receipt: Receipt
    start: Hand | None  # None: a banked round
    events: list[PokerEvent | BankedEvent]
    cards: dict[int, tuple[int, ...]]  # hole cards: sealed like the journal's

    def for_seat(self, seat: int) -> Receipt:
        return replace(self.receipt, own=self.cards.get(seat, ()))


class Recorder:
    def __init__(self) -> None:
        self.start: Hand | None = None
        self.events: list[PokerEvent | BankedEvent] = []
        self.began: e.HandBegan | None = None
        self.stacks: dict[int, int] = {}

    def look(self, table: Table, event: e.AnyEvent) -> Finished | None:
        """After evolve(table, event): a finished hand, if this ended one."""
        match event:
            case e.HandBegan():
                self.began, self.events = event, []
                self.stacks = {seat: table.seats[seat].chips.stack for seat in event.dealt}
                self.start = _copy(table.hand) if table.hand is not None else None
            case e.InHand():
                self.events += event.events
                if table.live is None:
                    return self._finish(table, event.at)
            case e.HandVoided(reason=reason):
                return self._finish(table, event.at, reason)
        return None

    def _finish(self, table: Table, at: int, voided: str = "") -> Finished:
        began, hand = self.began, table.hand
        assert began is not None
        names = {seat: table.seats[seat].person.name for seat in began.dealt}
        after = {seat: table.seats[seat].chips.stack for seat in began.dealt}
        if table.play is not None:
            after = {seat: table.play.stacks[seat] for seat in began.dealt}
        lines = tuple(Line(s, names[s], self.stacks[s], after[s]) for s in sorted(began.dealt))
        receipt = Receipt(
            table=table.config.table,
            hand=began.number,
            game=_game(table),
            stakes=_stakes(table),
            began_ms=began.at,
            ended_ms=at,
            button=began.button,
            seats=lines,
            board=tuple(hand.board) if hand is not None else (),
            shown=dict(table.this_hand.result.shown) if table.this_hand.result else {},
            winners=winners(table),
            fee=0 if voided else _fee(table),
            jackpot=0 if voided else table.this_hand.drop.jackpot,
            voided=voided,
        )
        return Finished(receipt, self.start, self.events, _cards(table))


def _copy(hand: Hand) -> Hand:
    """As it is now, not as it will be."""
    return replace(hand, stacks=list(hand.stacks), live=list(hand.live))


def _cards(table: Table) -> dict[int, tuple[int, ...]]:
    if table.hand is not None:
        return {seat: tuple(table.hand.down[seat]) for seat in table.hand.seats}
    if table.round is not None:
        return {seat: tuple(table.round.cards[seat]) for seat in table.round.seats}
    return {}


def _game(table: Table) -> str:
    law = table.config.law(table.spread)
    return law.name if isinstance(law, BankedRules) else f"{law.game}, {law.limit}"


def _stakes(table: Table) -> str:
    stakes = stakes_now(table)
    if table.config.tournament:
        small, big = stakes.blinds
        return f"{small:,}/{big:,}" + (f", ante {stakes.ante:,}" if stakes.ante else "")
    blinds = "/".join(map(show, stakes.blinds))
    if table.config.spreads[table.spread].limit == "limit":
        return f"{show(stakes.small)}-{show(stakes.upper)}, blinds {blinds}"
    return f"blinds {blinds}" if blinds else show(stakes.small)


def _fee(table: Table) -> int:
    if table.round is not None:
        return table.round.dropped
    return table.this_hand.drop.fee if table.hand is not None else 0
