"""One table as the floor may see it: the public view, and beside it who sits there, what waits for
a person, and what was ordered. Cards come in by the public view alone."""

from collections.abc import Mapping

from msgspec import Struct

from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken
from firmware.screens.protocol import floor_view as f
from firmware.table.engine import Claim, Seat, Table, chop_agreed, chop_shares, queue

STAGES: dict[str, f.Stage] = {
    "reserved": "held", "pin": "pin", "asking": "approve", "choosing": "buy-in", "funding": "chips",
}  # fmt: skip


class FloorNotes(Struct):
    """What the controller knows beside the table."""

    tails: Mapping[int, str] = {}
    faults: tuple[f.Trouble, ...] = ()
    doors: tuple[str, ...] = ()
    asked: tuple[f.Asked, ...] = ()
    answered: tuple[f.Answered, ...] = ()
    disputes: tuple[f.Dispute, ...] = ()
    hours: tuple[f.Hour, ...] = ()
    freed_at: tuple[int, ...] = ()
    fees_here: int = 0
    hands: tuple[int, int] = (0, 0)
    deals: f.Deals = f.Deals()


def floor(table: Table, now: int, everyone: g.Public, notes: FloorNotes) -> f.Floor:
    live, people = table.live, table.people
    return f.Floor(
        now=now,
        public=everyone,
        state=table.phase,
        seats=tuple(_seat(table, seat, notes.tails) for seat in table.seats[1:]),
        stops=tuple(f.Stop(stop.who, stop.at, stop.by, stop.reason) for stop in table.stops),
        break_until_at=table.recess.until,
        break_after_hand=table.recess.after_hand,
        hand_at=table.this_hand.at if live is not None else 0,
        fee=live.fees if live is not None else 0,
        jackpot=live.jackpot if live is not None else 0,
        owed=_owed(table),
        faults=notes.faults,
        doors=notes.doors,
        seat_changes=_wishes(table),
        hits=tuple(
            f.Hit(hit.number, hit.hand, tuple(map(_payee, hit.claims)))
            for hit in table.jackpots.bad_beats
        ),
        high_hand=_high_hand(table),
        chop=_chop(table),
        asked=notes.asked,
        answered=notes.answered,
        disputes=notes.disputes,
        barred=tuple(f.Barring(account, until) for account, until in people.barred.items()),
        apart=tuple(f.Parted(rule.accounts, rule.table) for rule in people.apart),
        hours=notes.hours,
        freed_at=notes.freed_at,
        games=_games(table),
        fees_here=notes.fees_here,
        hands=notes.hands,
        tournament=table.config.tournament is not None,
        deals=notes.deals,
        beaten=table.config.jackpot.beaten if table.config.jackpot else "",
    )


def _seat(table: Table, seat: Seat, tails: Mapping[int, str]) -> f.FloorSeat:
    if seat.life == "empty":
        return f.FloorSeat(seat.number, station=seat.link)
    person, absent = seat.person, seat.life == "away"
    return f.FloorSeat(
        seat=seat.number,
        account=person.account,
        tail=tails.get(seat.number, ""),
        stage=STAGES.get(seat.life, ""),
        until_at=seat.until,
        since_at=person.since,
        bought=seat.chips.bought,
        station=seat.link,
        called_at=seat.called_at,
        answered=seat.answered,
        leaves=seat.leave,
        away=seat.absence.kind if absent else "",
        away_at=seat.absence.began if absent else 0,
        warned=seat.absence.warned,
        moves_to=seat.moves_to,
        back=void_returns(table, seat.number),
    )


def void_returns(table: Table, number: int) -> int:
    """A void gives back what a seat has put in: its stack is as it was when the hand began."""
    live = table.live
    if live is None or number not in live.seats:
        return 0
    return table.seats[number].chips.stack - live.stacks[number]


def _owed(table: Table) -> tuple[f.Owed, ...]:
    flying = table.transit.flying
    return tuple(
        f.Owed(name, flying[name].seat, flying[name].chips, flying[name].account, why)
        for name, why in table.transit.owed.items()
    )


def _wishes(table: Table) -> tuple[f.SeatWish, ...]:
    free = {seat.number for seat in table.seats[1:] if seat.life == "empty" and seat.link}
    return tuple(
        f.SeatWish(one.seat, one.to, one.at, bool(free) if not one.to else one.to in free)
        for one in queue(table)
    )


def _payee(claim: Claim) -> f.Payee:
    return f.Payee(claim.seat, claim.account, claim.chips, claim.words)


def _high_hand(table: Table) -> f.HighHand | None:
    best = table.jackpots.high_hand
    if best is None:
        return None
    held = table.books.high_hand
    return f.HighHand(f.Payee(best.seat, best.account, held, spoken(best.words)))


def _chop(table: Table) -> tuple[f.Payee, ...]:
    if not table.sit_n_go.running or not chop_agreed(table):
        return ()
    shares = chop_shares(table).items()
    return tuple(f.Payee(seat, table.seats[seat].person.account, cents) for seat, cents in shares)


def _games(table: Table) -> tuple[f.GameSpread, ...]:
    return tuple(
        f.GameSpread(
            game=one.game,
            limit=one.limit,
            small=one.stakes.small,
            big=one.stakes.big,
            blinds=one.stakes.blinds,
            ante=one.stakes.ante,
            bring_in=one.stakes.bring_in,
            chip=one.stakes.chip,
            buy_in=one.buy_in,
            fees=one.fees,
        )
        for one in table.config.spreads
    )
