"""Each finished hand as a receipt, and as the start and events that a hand history is made of.

A Recorder looks on after every event, live or in a replay of the journal. A receipt holds what the
public saw.
"""

from msgspec import Struct

from firmware.games.engine import AnyPlay, PlayEvent
from firmware.games.play import Award
from firmware.money import show
from firmware.table import events as e
from firmware.table.evolve import stakes_now
from firmware.table.state import Table
from firmware.table.winners import shown_cards, winners


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
    button: int
    seats: tuple[Line, ...]
    board: tuple[int, ...] = ()
    shown: dict[int, tuple[int, ...]] = {}
    winners: tuple[Award, ...] = ()
    fee: int = 0
    jackpot: int = 0
    voided: str = ""  # why

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
    start: AnyPlay
    events: list[PlayEvent]


class Recorder:
    def __init__(self) -> None:
        self.start: AnyPlay | None = None
        self.events: list[PlayEvent] = []
        self.began: e.HandBegan | None = None
        self.stacks: dict[int, int] = {}

    def look(self, table: Table, event: e.AnyEvent) -> Finished | None:
        """After evolve(table, event): a finished hand, if this ended one."""
        match event:
            case e.HandBegan():
                self.began, self.events = event, []
                self.stacks = {seat: table.seats[seat].chips.stack for seat in event.dealt}
                self.start = table.play.fresh() if table.play is not None else None
            case e.InHand():
                self.events += event.events
                if table.live is None:
                    return self._finish(table)
            case e.HandVoided(reason=reason):
                return self._finish(table, reason)
        return None

    def _finish(self, table: Table, voided: str = "") -> Finished:
        began, play, result = self.began, table.play, table.this_hand.result
        assert began is not None
        assert self.start is not None
        names = {seat: table.seats[seat].person.name for seat in began.dealt}
        after = {seat: table.seats[seat].chips.stack for seat in began.dealt}
        if play is not None:
            after = {seat: play.stacks[seat] for seat in began.dealt}
        lines = tuple(Line(s, names[s], self.stacks[s], after[s]) for s in sorted(began.dealt))
        receipt = Receipt(
            table=table.config.table,
            hand=began.number,
            game=table.config.law(table.spread).label,
            stakes=_stakes(table),
            button=began.button,
            seats=lines,
            board=tuple(play.board) if play is not None else (),
            shown={seat: shown_cards(table, seat) for seat in result.shown} if result else {},
            winners=winners(table),
            fee=play.fees if play is not None else 0,
            jackpot=play.jackpot if play is not None else 0,
            voided=voided,
        )
        return Finished(receipt, self.start, self.events)


def _stakes(table: Table) -> str:
    stakes = stakes_now(table)
    if table.config.tournament:
        small, big = stakes.blinds
        return f"{small:,}/{big:,}" + (f", ante {stakes.ante:,}" if stakes.ante else "")
    if table.play is not None:
        stakes = table.play.posted() or stakes  # a killed pot's, where it was one
    blinds = "/".join(map(show, stakes.blinds))
    if table.config.spreads[table.spread].limit.startswith("limit"):
        return f"{show(stakes.small)}-{show(stakes.upper)}, blinds {blinds}"
    return f"blinds {blinds}" if blinds else show(stakes.small)
