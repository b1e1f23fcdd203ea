"""The table's events as the records that meters, recall, sessions and the border are made of.

A fold over events, told before they are journalled: so both go into one batch, or neither does.
"""

from msgspec import Struct

from firmware.games.poker import events as p
from firmware.journal import records as r
from firmware.money import Cents
from firmware.table import events as e


class Telling(Struct):
    """Who sits where under which session, and what the hand in play has moved so far."""

    table: str
    sessions: dict[int, str] = {}
    counts: dict[str, int] = {}  # sessions that each account has had here
    hand: int = 0
    dealt: tuple[int, ...] = ()
    wagered: dict[int, int] = {}
    won: dict[int, int] = {}
    fees: int = 0
    jackpot: int = 0

    @property
    def account(self) -> str:
        return f"table:{self.table}"

    def open(self, seat: int, account: str, session: str) -> r.SessionOpened:
        return r.SessionOpened(session, account, seat)

    def tell(self, event: e.AnyEvent) -> list[r.Told]:
        match event:
            case e.BuyInAsked(seat=seat, account=account, transfer=name, chips=chips, fee=fee):
                return [self._ask(name, "buy_in", account, self.account, chips + fee, seat)]
            case e.CashedOut(seat=seat, account=account, transfer=name, chips=chips):
                asked: list[r.Told] = []
                if chips:
                    asked = [self._ask(name, "cash_out", self.account, account, chips, seat)]
                return [*asked, *self._close(seat)]
            case e.EntryCancelled(seat=seat) | e.CardLocked(seat=seat):
                return self._close(seat)
            case e.HandBegan(number=number, dealt=dealt, spread=spread):
                return [r.HandStarted(number, str(spread), dealt)]
            case e.HandVoided(by=by, reason=reason):
                return [r.HandVoided(self.hand, reason, by)]
        return []

    def hear(self, event: e.AnyEvent) -> None:
        """After it is durable."""
        match event:
            case e.Moved(seat=seat, to=to) if seat in self.sessions:
                self.sessions[to] = self.sessions.pop(seat)
            case e.HandBegan(number=number, dealt=dealt):
                self.hand, self.dealt = number, dealt
                self.wagered, self.won, self.fees, self.jackpot = {}, {}, 0, 0
            case e.InHand(events=events):
                for one in events:
                    self._count(one)

    def listen(self, told: r.Told) -> None:
        match told:
            case r.SessionOpened(session, account, seat):
                self.sessions[seat] = session
                self.counts[account] = self.counts.get(account, 0) + 1
            case r.SessionClosed(session):
                self.sessions = {s: name for s, name in self.sessions.items() if name != session}

    def ended(self, event: e.InHand) -> r.HandEnded:
        """What the hand moved, this last event included. Nothing is counted twice: a copy is."""
        again = Telling(self.table, wagered=dict(self.wagered), won=dict(self.won), fees=self.fees,
                        jackpot=self.jackpot)  # fmt: skip
        again.hear(event)
        results = tuple(
            r.SeatResult(
                seat,
                self.sessions.get(seat, ""),
                Cents(again.wagered.get(seat, 0)),
                Cents(again.won.get(seat, 0)),
            )
            for seat in sorted(self.dealt)
        )
        return r.HandEnded(self.hand, results, Cents(again.fees), Cents(again.jackpot))

    def _count(self, event: object) -> None:
        match event:
            case p.Posted(kind="carried"):
                pass
            case p.Posted() | p.Called() | p.Raised() | p.Killed():
                self.wagered[event.seat] = self.wagered.get(event.seat, 0) + event.chips
            case p.Returned(seat=seat, chips=chips):
                self.wagered[seat] = self.wagered.get(seat, 0) - chips
            case p.Won(seat=seat, chips=chips):
                self.won[seat] = self.won.get(seat, 0) + chips
            case p.Dropped(chips=chips, kind="fee"):
                self.fees += chips
            case p.Dropped(chips=chips):
                self.jackpot += chips

    def _ask(
        self, name: str, kind: r.TransferKind, debit: str, credit: str, chips: int, seat: int
    ) -> r.TransferAsked:
        session = self.sessions.get(seat, "")
        return r.TransferAsked(r.Transfer(name, kind, debit, credit, Cents(chips), seat, session))

    def _close(self, seat: int) -> list[r.Told]:
        return [r.SessionClosed(self.sessions[seat])] if seat in self.sessions else []
