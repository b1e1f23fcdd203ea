"""What happened at a table as journal records, and what follows from it for bank and meters.

`following` moves nothing: it says what the journal must hold. The loop appends that as one batch,
and only then `evolve` moves the state; after a restart the same records, in the same order, move
it to the same place. If the append fails the table stops, and starts again from the disks.

What holds cards is sealed: docs/journal.md. No clock, no file and no bank in here.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from firmware.controller import custody as c
from firmware.controller.custody import Custody
from firmware.controller.hand_end import ends, hand_ended
from firmware.journal import records as r
from firmware.journal.frame import Entry, Record
from firmware.money import Cents
from firmware.settlement import transfers
from firmware.table import engine
from firmware.table import events as e
from firmware.table.commands import BankAnswered, HandPay
from firmware.table.engine import Books, Config, Table

KIND = "table."  # of the table's own events; what the folds are made of stands beside them
RETIRED = frozenset((KIND + "PreActionChosen",))  # told by earlier versions; moves nothing today

# A patron's name stands in these: sealed, with the table's own key.
NAMED = (e.SeatReserved, e.CardSwiped, e.Listed)

Happened = e.AnyEvent | r.Told | Record  # a Record: a step of the deck, in its own words
Answer = r.TransferPosted | r.TransferRefused | r.HandPaid


class TableState(Struct):
    """A table and what it answers for. Moved only by `evolve`."""

    table: Table
    custody: Custody


def new_state(config: Config, now: int = 0, journal: str = "") -> TableState:
    return TableState(engine.new_table(config, now), Custody(config.table, journal))


def to_record(each: Happened) -> Record:
    if isinstance(each, Record):
        return each
    if isinstance(each, r.Told):
        return r.to_record(each)
    secret = isinstance(each, e.InHand) and any(one.secret for one in each.events)
    named = secret or isinstance(each, NAMED)
    return Record(KIND + type(each).__name__, e.to_line(each), sealed=named, of_hand=secret)


def from_entry(entry: Entry, body: bytes) -> e.AnyEvent | r.Told | None:
    """The same, read again; `body` is the entry's, unsealed. None: nothing of ours."""
    if entry.kind in RETIRED:
        return None
    return e.from_line(body) if entry.kind.startswith(KIND) else r.from_entry(entry)


def evolve(state: TableState, each: Happened) -> None:
    if isinstance(each, Record):
        return
    if isinstance(each, r.Told):
        transfers.evolve(state.custody.outbox, each)
    else:
        engine.evolve(state.table, each)
    c.evolve(state.custody, each)


def bank_answered(custody: Custody, answer: Answer, now: int) -> BankAnswered | HandPay:
    """What the bank decided, or two people paid at the cage, in the table's words."""
    name = custody.name_at_table(answer.transfer.id)
    match answer:
        case r.HandPaid(by=by):
            return HandPay(now, by, "paid at the cage", name, in_books=True)
        case r.TransferRefused(words=words):
            return BankAnswered(now, name, False, words)
    return BankAnswered(now, name, True)


# What follows


def following(state: TableState, happened: Iterable[Happened]) -> list[Happened]:
    """Each thing that happened, and after it what it means for bank, meters and recall."""
    table, custody, out = state.table, c.ahead(state.custody), list[Happened]()
    for each in happened:
        c.evolve(custody, each)
        out.append(each)
        for told in _follows(table, custody, each):
            c.evolve(custody, told)
            out.append(told)
    return out


def _follows(table: Table, custody: Custody, each: Happened) -> Sequence[r.Told]:
    """`table` stands before what happened, `custody` after it."""
    match each:
        case e.InHand():
            return [hand_ended(table, each, custody.sittings)] if ends(each) else []
        case e.HandBegan():
            game = table.config.spreads[each.spread].game
            return [r.HandStarted(each.number, game, each.dealt)]
        case e.HandVoided(by=by, reason=reason):
            return [r.HandVoided(table.this_hand.number, reason, by)]
        case e.PinAccepted(seat=seat):
            sitting = custody.sittings[seat]
            return [r.SessionOpened(sitting.session, sitting.account, seat)]
        case e.EntryCancelled(seat=seat) | e.CardLocked(seat=seat):
            return _closed(custody, seat)
        case e.BuyInAsked():
            chips = each.chips + each.fee
            return [c.ask(custody, "buy_in", each.seat, each.transfer, chips)]
        case e.BoughtIn(fee=fees) | e.TournamentStarted(fees=fees) if fees:
            return [r.FeesTaken(Cents(fees), "entry")]
        case e.CashedOut():
            asks = [(each.seat, each.transfer, each.chips)] if each.chips else []
            return [*_cash_outs(custody, asks), *_closed(custody, each.seat)]
        case e.Eliminated(out=out):
            prizes = [(seat, transfer, cents) for seat, _, cents, transfer in out if cents]
            closed = [told for seat, *_ in out for told in _closed(custody, seat)]
            return [*_cash_outs(custody, prizes), *closed]
        case e.TimeFeesTaken(paid=paid) if paid:
            return [r.FeesTaken(Cents(sum(chips for _, chips in paid)), "time")]
        case e.SweepOrdered():
            return c.sweep(custody, table.books, (engine.FEES,))
        case e.JackpotPaid():
            return _jackpot(custody, table.books, each)
        case r.TransferRefused(transfer, words) if transfer.kind == "cash_out":
            fault = transfers.cash_out_refused(transfer, words)
            return [r.FaultOpened(f"{fault.name} {transfer.id}", str(fault), fault.do)]
        case r.HandPaid(transfer):
            return [r.FaultCleared(f"{transfers.REFUSED} {transfer.id}")]
    return []


def _cash_outs(custody: Custody, asks: Sequence[tuple[int, str, int]]) -> list[r.Told]:
    return [c.ask(custody, "cash_out", seat, name, chips) for seat, name, chips in asks]


def _closed(custody: Custody, seat: int) -> list[r.Told]:
    return [r.SessionClosed(custody.sittings[seat].session)]


def _jackpot(custody: Custody, books: Books, paid: e.JackpotPaid) -> list[r.Told]:
    """What was swept comes back first: a parcel is carried before those that were asked later."""
    cents = sum(claim.chips for claim in paid.claims)
    left = replace(books, bad_beat=books.bad_beat - cents) if paid.number else books
    if not paid.number:
        left = replace(books, high_hand=books.high_hand - cents)
    claims = zip(paid.claims, paid.transfers, strict=True)
    outs = [
        c.ask(custody, "cash_out", claim.seat, name, claim.chips, claim.account)
        for claim, name in claims
    ]
    return [*c.fetch_back(custody, left), *outs]
