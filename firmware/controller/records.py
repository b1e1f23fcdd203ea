"""The keeper of a table's memory: its events as journal records, its chips as the bank's transfers.

The table knows seats and accounts, the journal records, the border parcels; here one becomes the
other, and nowhere else. The shell decides at the table and calls `tell`, appends the records that
it returns as one batch, and shows nothing before that; if the append fails it stops, and starts
again from the disks. At start `hear` takes the same records in the same order.

What holds cards is sealed: docs/journal.md. No clock, no file and no bank in here.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field, msgpack

from firmware.games.banked.events import CardsGiven, WagerLost, WagerReturned, WagerWon
from firmware.games.poker.events import Dealt, Drew, Rolled, Won
from firmware.journal import records as r
from firmware.journal.frame import Entry, Record
from firmware.money import Cents
from firmware.settlement import transfers as border
from firmware.table import events as e
from firmware.table.commands import BankAnswered, CancelEntry, CashIn
from firmware.table.config import Config
from firmware.table.engine import Table, decide, evolve, new_table
from firmware.table.seat import COMING

KIND = "table."  # of the table's own events; what the folds are made of stands beside them
SECRET = (Dealt, Drew, Rolled, CardsGiven)
FEES, BAD_BEAT, HIGH_HAND = "fees", "jackpot:bad-beat", "jackpot:high-hand"  # the bank's names

Happened = e.AnyEvent | r.Told
Answer = r.TransferPosted | r.TransferRefused | r.HandPaid


class Sitting(Struct, frozen=True):
    """From the swipe on: the session's name is journalled before the bank hears it."""

    session: str
    account: str
    until_ms: int = 0  # the player's own limit; 0: none


class Book(Struct):
    """Everything a table must remember. Moved only by `tell` and `hear`."""

    table: Table
    journal: str = ""  # in every name that the bank hears: a cleared table counts from one again
    outbox: border.Outbox = field(default_factory=border.Outbox)
    sittings: dict[int, Sitting] = {}
    swipes: int = 0
    leaving: list[str] = []  # sessions that are over here and perhaps still open at the bank
    began: dict[int, int] = {}  # stacks at the start of the hand
    won: dict[int, int] = {}
    swept: dict[str, int] = {}  # asked to leave the table's account, by the account it goes to
    sweeps: int = 0


to_bytes = msgpack.Encoder().encode
from_bytes = msgpack.Decoder(Book).decode


def new_book(config: Config, now: int = 0, journal: str = "") -> Book:
    return Book(new_table(config, now), journal)


def account(book: Book) -> str:
    """The table's own account at the bank."""
    return f"table:{book.table.config.table}"


def _name(book: Book, name: str) -> str:
    return f"{book.journal}-{name}" if book.journal else name


def _table_name(book: Book, name: str) -> str:
    return name.removeprefix(f"{book.journal}-") if book.journal else name


def tell(book: Book, happened: Iterable[Happened]) -> list[Record]:
    """Move the book, and say it for the journal: each thing, then what follows from it."""
    records = []
    for each in happened:
        _apply(book, each)
        records.append(_record(each))
        for told in _follows(book, each):
            _apply(book, told)
            records.append(r.to_record(told))
    return records


def hear(book: Book, entry: Entry, body: bytes) -> Happened | None:
    """A record again, after a restart; `body` is the entry's, unsealed. Others' records pass by."""
    each = e.from_line(body) if entry.kind.startswith(KIND) else r.from_entry(entry)
    if each is not None:
        _apply(book, each)
    return each


def answered(book: Book, answer: Answer, now: int) -> list[Happened]:
    """What the bank decided, or a person paid: for the border and for the table at once."""
    done = not isinstance(answer, r.TransferRefused)
    words = answer.words if isinstance(answer, r.TransferRefused) else ""
    command = BankAnswered(now, _table_name(book, answer.transfer.id), done, words)
    return [answer, *decide(book.table, command)]


def time_is_up(book: Book, now: int) -> list[CashIn | CancelEntry]:
    """Own time limits, kept at the seat: the hand is played out, then the player goes home.

    A tournament is played to its end: nobody is taken out of one, but its next one is refused.
    """
    up: list[CashIn | CancelEntry] = []
    if book.table.sit_n_go.running:
        return up
    for number, sitting in book.sittings.items():
        seat = book.table.seats[number]
        if not sitting.until_ms or now < sitting.until_ms or seat.leave or seat.chips.asked:
            continue
        if seat.seated:
            up.append(CashIn(now, "own limits", "your own time for today is used up", number))
        elif seat.life in COMING:
            up.append(CancelEntry(now, number))
    return up


def sweep(book: Book) -> list[r.TransferAsked]:
    """Fees and pools that lie on the table leave for their accounts at the bank."""
    asks: list[r.TransferAsked] = []
    for pool in (FEES, BAD_BEAT, HIGH_HAND):
        due = _lies_here(book, pool)
        if due > 0:
            asks.append(_pool_move(book, pool, due, nth=len(asks)))
    return asks


def _record(each: Happened) -> Record:
    if isinstance(each, r.Told):
        return r.to_record(each)
    secret = isinstance(each, e.InHand) and any(isinstance(one, SECRET) for one in each.events)
    return Record(KIND + type(each).__name__, e.to_line(each), sealed=secret)


# What moves


def _apply(book: Book, each: Happened) -> None:
    if isinstance(each, r.Told):
        border.evolve(book.outbox, each)
        _told(book, each)
        return
    evolve(book.table, each)
    match each:
        case e.CardSwiped(seat=seat, account=owner):
            book.swipes += 1
            session = _name(book, f"{book.table.config.table}-s{book.swipes}")
            book.sittings[seat] = Sitting(session, owner)
        case e.Moved(seat=seat, to=to):
            book.sittings[to] = book.sittings.pop(seat)
        case e.HandBegan(dealt=dealt):
            book.began = {seat: book.table.seats[seat].chips.stack for seat in dealt}
            book.won = {}
        case e.InHand(events=events):
            for one in events:
                if isinstance(one, Won | WagerWon | WagerLost | WagerReturned):
                    back = one.chips if isinstance(one, Won) else one.back
                    back += one.chips if isinstance(one, WagerWon) else 0
                    book.won[one.seat] = book.won.get(one.seat, 0) + back


def _told(book: Book, told: r.Told) -> None:
    match told:
        case r.PlayUntil(session, until_ms):
            seat = _seat_of(book, session)
            book.sittings[seat] = Sitting(session, book.sittings[seat].account, until_ms)
        case r.SessionClosed(session):
            del book.sittings[_seat_of(book, session)]
            book.leaving.append(session)
        case r.SignedOff(session):
            book.leaving.remove(session)
        case r.TransferAsked(transfer) if transfer.kind not in ("buy_in", "cash_out"):
            _sweep(book, transfer, 1)
            book.sweeps += 1
        case r.TransferRefused(transfer) if transfer.kind in ("fees", "jackpot_in"):
            _sweep(book, transfer, -1)  # it still lies here: the next sweep asks again
        case r.TransferRefused(transfer):
            assert transfer.kind != "jackpot_out", "a pool at the bank is smaller than it was told"


def _seat_of(book: Book, session: str) -> int:
    return next(seat for seat, sitting in book.sittings.items() if sitting.session == session)


def _sweep(book: Book, transfer: r.Transfer, sign: int) -> None:
    out = transfer.kind != "jackpot_out"
    pool, cents = (transfer.credit, sign) if out else (transfer.debit, -sign)
    book.swept[pool] = book.swept.get(pool, 0) + cents * transfer.amount


# What follows


def _follows(book: Book, each: Happened) -> Sequence[r.Told]:
    table = book.table
    match each:
        case e.PinAccepted(seat=seat):
            sitting = book.sittings[seat]
            return [r.SessionOpened(sitting.session, sitting.account, seat)]
        case e.BuyInAsked():
            return [_ask(book, "buy_in", each.seat, each.transfer, each.chips + each.fee)]
        case e.BoughtIn(fee=fee) if fee:
            return [r.FeesTaken(Cents(fee), "entry")]
        case e.CashedOut():
            asks = [(each.seat, each.transfer, each.chips)] if each.chips else []
            return [*_cash_outs(book, asks), *_close(book, each.seat)]
        case e.Eliminated(out=out):
            prizes = [(seat, transfer, cents) for seat, _, cents, transfer in out if cents]
            closed = [told for seat, *_ in out for told in _close(book, seat)]
            return [*_cash_outs(book, prizes), *closed]
        case e.EntryCancelled(seat=seat) | e.CardLocked(seat=seat):
            return _close(book, seat)
        case e.HandBegan():
            game = table.config.spreads[each.spread].game
            return [r.HandStarted(each.number, game, each.dealt)]
        case e.InHand() if table.live is None:
            return [_ended(book)]
        case e.HandVoided(by=by, reason=reason):
            return [r.HandVoided(table.this_hand.number, reason, by)]
        case e.TimeFeesTaken(paid=paid):
            return [r.FeesTaken(Cents(sum(chips for _, chips in paid)), "time")]
        case e.JackpotPaid():
            return _jackpot(book, each)
    return []


def _ask(
    book: Book, kind: r.TransferKind, seat: int, name: str, chips: int, owner: str = ""
) -> r.TransferAsked:
    home, sitting = account(book), book.sittings.get(seat)
    session = sitting.session if sitting else ""
    card = owner or (sitting.account if sitting else "")
    assert card, "chips without an owner"
    debit, credit = (card, home) if kind == "buy_in" else (home, card)
    transfer = r.Transfer(_name(book, name), kind, debit, credit, Cents(chips), seat, session)
    return r.TransferAsked(transfer)


def _cash_outs(book: Book, asks: Sequence[tuple[int, str, int]]) -> list[r.Told]:
    return [_ask(book, "cash_out", seat, name, chips) for seat, name, chips in asks]


def _close(book: Book, seat: int) -> list[r.Told]:
    return [r.SessionClosed(book.sittings[seat].session)]


def _ended(book: Book) -> r.HandEnded:
    table, play = book.table, book.table.play
    assert play is not None
    results = []
    for seat, began in book.began.items():
        net = play.stacks[seat] - began
        wagered = max(0, book.won.get(seat, 0) - net)  # whoever holds the bank wagers nothing
        session = book.sittings[seat].session
        results.append(r.SeatResult(seat, session, Cents(wagered), Cents(net + wagered)))
    fees = table.this_hand.drop.fee if table.hand is not None else play.dropped
    jackpot, in_chips = Cents(table.this_hand.drop.jackpot), table.config.tournament is not None
    return r.HandEnded(table.this_hand.number, tuple(results), Cents(fees), jackpot, in_chips)


# Fees and pools


def _jackpot(book: Book, paid: e.JackpotPaid) -> list[r.Told]:
    """What was swept comes back first: a parcel is carried before those that were asked later."""
    back: list[r.Told] = []
    for pool in (BAD_BEAT, HIGH_HAND):
        due = _lies_here(book, pool)
        if due < 0:
            back.append(_pool_move(book, pool, due, nth=len(back)))
    claims = zip(paid.claims, paid.transfers, strict=True)
    outs = [
        _ask(book, "cash_out", claim.seat, name, claim.chips, claim.account)
        for claim, name in claims
    ]
    return [*back, *outs]


def _lies_here(book: Book, pool: str) -> int:
    """Cents of this pool on the table; less than none: they were swept and are needed back."""
    books = book.table.books
    held = {FEES: books.fees, BAD_BEAT: books.bad_beat, HIGH_HAND: books.high_hand}[pool]
    return held - book.swept.get(pool, 0)


def _pool_move(book: Book, pool: str, due: int, nth: int) -> r.TransferAsked:
    ends = (account(book), pool) if due > 0 else (pool, account(book))
    kind: r.TransferKind = "fees" if pool == FEES else "jackpot_in"
    if due < 0:
        kind = "jackpot_out"
    name = _name(book, f"{book.table.config.table}-sweep-{book.sweeps + nth + 1}")
    return r.TransferAsked(r.Transfer(name, kind, *ends, Cents(abs(due))))
