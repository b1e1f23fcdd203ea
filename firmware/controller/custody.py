"""What a table answers for to its bank: who sits on which account, which chips are on their way,
what was swept. Moved by journal records only; no clock, no file and no bank in here.

Every name that the bank hears begins with the journal's: a cleared table counts from one again,
and the bank would answer an old name with old money (REQ-R16).
"""

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from firmware.errors import Fault
from firmware.journal import records as r
from firmware.money import Cents, show
from firmware.settlement import transfers
from firmware.settlement.at_start import HANDPAY, Books
from firmware.table import events as e
from firmware.table.commands import CancelEntry, CashIn
from firmware.table.engine import COMING, FEES, Table
from firmware.table.engine import Books as TableBooks

BAD_BEAT, HIGH_HAND = "jackpot:bad-beat", "jackpot:high-hand"  # the bank's names, and FEES
POOLS = (FEES, BAD_BEAT, HIGH_HAND)
SWIPE = "-s"  # before its number, in the name of a session


class Sitting(Struct, frozen=True):
    """From the swipe on: the session's name is journalled before the bank hears it."""

    session: str
    account: str
    until_ms: int = 0  # the player's own limit; 0: none

    @property
    def number(self) -> int:
        """Of the swipe that it began with."""
        return int(self.session.rpartition(SWIPE)[2])


class Custody(Struct):
    table: str = ""  # the table's own name
    journal: str = ""
    outbox: transfers.Outbox = field(default_factory=transfers.Outbox)
    sittings: dict[int, Sitting] = {}
    swipes: int = 0
    leaving: list[str] = []  # sessions that are over here and perhaps still open at the bank
    swept: dict[str, int] = {}  # asked to leave the table's account, by the account it goes to
    sweeps: int = 0
    posted: dict[str, int] = {}  # cents that crossed, by kind: the bank counts the same
    accepted: dict[str, int] = {}  # or two people answer for it that it counts so much more

    @property
    def account(self) -> str:
        """The table's own account at the bank."""
        return f"table:{self.table}"

    @property
    def sessions(self) -> dict[int, str]:
        return {seat: sitting.session for seat, sitting in self.sittings.items()}

    def sitting(self, seat: int) -> int:
        """The number of who sits there; 0: nobody."""
        return self.sittings[seat].number if seat in self.sittings else 0

    def name(self, of_table: str) -> str:
        """The bank's name for what the table calls so."""
        return f"{self.journal}-{of_table}" if self.journal else of_table

    def name_at_table(self, of_bank: str) -> str:
        return of_bank.removeprefix(f"{self.journal}-") if self.journal else of_bank

    def seat_of(self, session: str) -> int:
        return next(seat for seat, one in self.sittings.items() if one.session == session)


def ahead(custody: Custody) -> Custody:
    """A copy to be moved on while it is found out what follows; parcels decide nothing of it."""
    return replace(
        custody, outbox=transfers.Outbox(), sittings=dict(custody.sittings),
        leaving=[*custody.leaving], swept=dict(custody.swept), posted=dict(custody.posted),
        accepted=dict(custody.accepted),
    )  # fmt: skip


def evolve(custody: Custody, each: object) -> None:
    """Sittings and sweeps; the parcels of the outbox are moved by settlement/transfers.py."""
    match each:
        case e.CardSwiped(seat=seat, account=owner):
            custody.swipes += 1
            session = custody.name(f"{custody.table}{SWIPE}{custody.swipes}")
            custody.sittings[seat] = Sitting(session, owner)
        case e.Moved(seat=seat, to=to):
            custody.sittings[to] = custody.sittings.pop(seat)
        case e.Traded(seat=seat, to=to):
            sittings = custody.sittings
            sittings[seat], sittings[to] = sittings[to], sittings[seat]
        case e.GameChanged(config=config) | e.RulesPosted(config=config):
            custody.table = config.table
        case r.PlayUntil(session, until_ms):
            seat = custody.seat_of(session)
            custody.sittings[seat] = Sitting(session, custody.sittings[seat].account, until_ms)
        case r.SessionClosed(session):
            del custody.sittings[custody.seat_of(session)]
            custody.leaving.append(session)
        case r.SignedOff(session):
            custody.leaving.remove(session)
        case r.TransferAsked(transfer) if transfer.kind not in ("buy_in", "cash_out"):
            _sweep(custody, transfer, 1)
            custody.sweeps += 1
        case r.TransferPosted(transfer):
            custody.posted[transfer.kind] = custody.posted.get(transfer.kind, 0) + transfer.amount
        case r.HandPaid(transfer):
            custody.posted[HANDPAY] = custody.posted.get(HANDPAY, 0) + transfer.amount
        case r.BooksAccepted(more=more):
            for kind, cents in more.items():
                custody.accepted[kind] = custody.accepted.get(kind, 0) + cents
        case r.TransferRefused(transfer) if transfer.kind not in ("buy_in", "cash_out"):
            _sweep(custody, transfer, -1)  # it still lies where it lay: the next sweep asks again


def _sweep(custody: Custody, transfer: r.Transfer, sign: int) -> None:
    out = transfer.kind != "jackpot_out"
    pool, cents = (transfer.credit, sign) if out else (transfer.debit, -sign)
    custody.swept[pool] = custody.swept.get(pool, 0) + cents * transfer.amount


def holds(custody: Custody) -> int | None:
    """What lies here by our own book; None while a parcel is on its way: the bank may know more."""
    if custody.outbox.parcels:
        return None
    came = sum(custody.posted.get(kind, 0) for kind in ("buy_in", "jackpot_out"))
    return 2 * came - sum(custody.posted.values())


def books(custody: Custody) -> Books:
    """For whoever compares them with the bank's."""
    return Books(custody.account, custody.journal, custody.posted, custody.accepted, custody.outbox)


# Who must go home


def after_dark(custody: Custody, dark_ms: int) -> list[r.PlayUntil]:
    """Own limits, as long as before: nobody played while it was dark, or the clock was wrong. The
    bank says who must go by its own."""
    limited = [one for one in custody.sittings.values() if one.until_ms]
    return [r.PlayUntil(one.session, one.until_ms + dark_ms) for one in limited]


def must_go(
    custody: Custody, table: Table, now: int, stopped: Mapping[str, str]
) -> list[CashIn | CancelEntry]:
    """Own time limits, kept at the seat, and sessions that the bank has stopped: the hand is played
    out, then the player goes home.

    A tournament is played to its end: nobody is taken out of one, but its next one is refused.
    """
    up: list[CashIn | CancelEntry] = []
    if table.sit_n_go.running:
        return up
    for number, sitting in custody.sittings.items():
        seat = table.seats[number]
        by, why = "bank", stopped.get(sitting.session, "")
        if not why and sitting.until_ms and now >= sitting.until_ms:
            by, why = "own limits", "your own time for today is used up"
        if not why or seat.leave or seat.chips.asked:
            continue
        if seat.seated:
            up.append(CashIn(now, by, why, number))
        elif seat.life in COMING:
            up.append(CancelEntry(now, number))
    return up


# Chips on their way


def ask(
    custody: Custody, kind: r.TransferKind, seat: int, name: str, chips: int, owner: str = ""
) -> r.TransferAsked:
    """Between a card and the table; `name` is the table's own."""
    home, sitting = custody.account, custody.sittings.get(seat)
    session = sitting.session if sitting else ""
    card = owner or (sitting.account if sitting else "")
    assert card, "chips without an owner"
    debit, credit = (card, home) if kind == "buy_in" else (home, card)
    transfer = r.Transfer(custody.name(name), kind, debit, credit, Cents(chips), seat, session)
    return r.TransferAsked(transfer)


def sweep(
    custody: Custody, books: TableBooks, pools: tuple[str, ...] = POOLS
) -> list[r.TransferAsked]:
    """Fees and pools that lie on the table leave for their accounts at the bank. What was swept and
    is paid by now comes back from there."""
    dues = ((pool, lies_here(custody, books, pool)) for pool in pools)
    moves = [(pool, due) for pool, due in dues if due > 0 or (due and pool != FEES)]
    return [_pool_move(custody, pool, due, nth) for nth, (pool, due) in enumerate(moves)]


def pools_of(table: Table) -> tuple[str, ...]:
    """The accounts that the drops of a table's hands go to."""
    jackpot = table.config.jackpot
    if jackpot is None:
        return ()
    return (BAD_BEAT,) * (jackpot.bad_beat > 0) + (HIGH_HAND,) * (jackpot.bad_beat < 100)


def stranded(custody: Custody, table: Table) -> list[str]:
    """Chips on their way that no parcel carries, and parcels whose chips are not on their way."""
    transit = table.transit
    chips = {custody.name(name): one.chips + one.fee for name, one in transit.asked.items()}
    chips |= {custody.name(name): one.chips for name, one in transit.flying.items()}
    parcels = {
        name: parcel.transfer.amount
        for name, parcel in custody.outbox.parcels.items()
        if parcel.transfer.kind in ("buy_in", "cash_out")
    }
    return [
        f"{name}: {show(chips.get(name, 0))} on its way, {show(parcels.get(name, 0))} carried"
        for name in sorted(chips.keys() | parcels.keys())
        if chips.get(name) != parcels.get(name)
    ]


def never_sent(custody: Custody, table: Table) -> list[str]:
    """Fees that an earlier version swept, and gave to nobody to carry."""
    parcels, flying = custody.outbox.parcels, table.transit.flying.items()
    return [
        name for name, one in flying if one.account == FEES and custody.name(name) not in parcels
    ]


def money_stranded(found: list[str]) -> Fault:
    return Fault(
        STRANDED,
        happened=f"Money is on its way and nothing carries it ({'; '.join(found)}).",
        safe="The table's books still hold it: no chip is lost.",
        do="Call the service, and compare the books: stormdeck bank reconcile --journal",
    )


STRANDED = "MONEY_STRANDED"


def fetch_back(custody: Custody, books: TableBooks) -> list[r.TransferAsked]:
    """A pool that was swept and is paid now comes back from the bank first."""
    return sweep(
        custody, books, tuple(p for p in (BAD_BEAT, HIGH_HAND) if lies_here(custody, books, p) < 0)
    )


def lies_here(custody: Custody, books: TableBooks, pool: str) -> int:
    """Cents of this pool on the table; less than none: they were swept and are needed back."""
    held = {FEES: books.fees, BAD_BEAT: books.bad_beat, HIGH_HAND: books.high_hand}[pool]
    return held - custody.swept.get(pool, 0)


def _pool_move(custody: Custody, pool: str, due: int, nth: int) -> r.TransferAsked:
    ends = (custody.account, pool) if due > 0 else (pool, custody.account)
    kind: r.TransferKind = "fees" if pool == FEES else "jackpot_in"
    if due < 0:
        kind = "jackpot_out"
    name = custody.name(f"{custody.table}-sweep-{custody.sweeps + nth + 1}")
    return r.TransferAsked(r.Transfer(name, kind, *ends, Cents(abs(due))))
