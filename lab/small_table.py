"""A table just big enough to lose money at: seats, stacks, a sealed deck, turns, all-ins.

It has the shape of the real one, `decide(table, command) -> events` and `evolve(table, event)`,
so that the proofs of journal, bank and border need not wait for it nor know any poker. Highest
card takes the pot.
"""

from msgspec import Struct, field, json

from firmware import border
from firmware.errors import Refused
from firmware.journal.frame import Entry, Record
from firmware.journal.records import (
    HandEnded,
    HandPaid,
    HandStarted,
    SeatResult,
    SessionClosed,
    SessionOpened,
    Told,
    Transfer,
    TransferAsked,
    TransferPosted,
    TransferRefused,
    TransferReturned,
    from_entry,
    to_record,
)

ANTE, STREETS, JACKPOT_DROP = 100, 2, 50


class Sit(Struct, frozen=True):
    seat: int
    session: str
    patron: str


class BuyIn(Struct, frozen=True):
    seat: int
    amount: int


class Deal(Struct, frozen=True):
    deck: tuple[int, ...] = ()


class Put(Struct, frozen=True):
    """By the seat whose turn it is. Zero is a check, less a fold, the stack or more is all in."""

    amount: int


class CashOut(Struct, frozen=True):
    seat: int


class Sweep(Struct, frozen=True):
    """Fees and jackpot drops leave for the bank."""


Command = Sit | BuyIn | Deal | Put | CashOut | Sweep


class Stepped(Struct, frozen=True):
    step: int


class DeckSealed(Struct, frozen=True):
    cards: tuple[int, ...]


class ChipsPut(Struct, frozen=True):
    seat: int
    amount: int


class AntePaid(Struct, frozen=True):
    seat: int


class Folded(Struct, frozen=True):
    seat: int


class StreetOpened(Struct, frozen=True):
    street: int


Own = Stepped | DeckSealed | AntePaid | ChipsPut | Folded | StreetOpened
Event = Own | Told
_OWN = {kind.__name__: kind for kind in Own.__args__}


class Round(Struct):
    seats: list[int]
    to_act: list[int]
    street: int = 1
    put: dict[int, int] = {}
    deck: tuple[int, ...] = ()


class Table(Struct):
    name: str
    step: int = 0
    hands: int = 0
    transfers: int = 0
    sessions: dict[int, tuple[str, str]] = {}
    stacks: dict[int, int] = {}
    fees: int = 0
    jackpot: int = 0
    round: Round | None = None
    outbox: border.Outbox = field(default_factory=border.Outbox)
    came_in: int = 0
    went_out: int = 0


def chips(table: Table) -> int:
    pot = sum(table.round.put.values()) if table.round else 0
    return sum(table.stacks.values()) + pot + table.fees + table.jackpot


def check(table: Table) -> None:
    """The first promise of the house, after every event."""
    assert min(table.stacks.values(), default=0) >= 0
    flying = border.in_flight_cents(table.outbox)
    assert chips(table) + flying == table.came_in - table.went_out


def decide(table: Table, command: Command) -> list[Event]:
    match command:
        case Sit(seat, session, patron):
            return [SessionOpened(session, patron, seat)]
        case BuyIn(seat, amount):
            return [_ask(table, "buy_in", seat, amount)]
        case CashOut(seat):
            if table.round and seat in table.round.seats:
                raise Refused("Please finish the hand first.")
            session = SessionClosed(table.sessions[seat][0])
            stack = table.stacks[seat]
            return [_ask(table, "cash_out", seat, stack), session] if stack else [session]
        case Deal(deck):
            return _deal(table, deck)
        case Put(amount):
            return _put(table, amount)
        case Sweep():
            asks = (("fees", table.fees), ("jackpot_in", table.jackpot))
            due = [(kind, amount) for kind, amount in asks if amount]
            return [_ask(table, kind, 0, amount, n) for n, (kind, amount) in enumerate(due)]


def _ask(table: Table, kind: str, seat: int, amount: int, nth: int = 0) -> TransferAsked:
    home = f"table:{table.name}"
    session, patron = table.sessions.get(seat, ("", ""))
    debit, credit = {
        "buy_in": (patron, home),
        "cash_out": (home, patron),
        "fees": (home, "fees"),
        "jackpot_in": (home, "jackpot:bad-beat"),
    }[kind]
    id_ = f"{table.name}-{table.transfers + nth + 1}"
    return TransferAsked(Transfer(id_, kind, debit, credit, amount, seat, session))


def _deal(table: Table, deck: tuple[int, ...]) -> list[Event]:
    seats = tuple(seat for seat, stack in sorted(table.stacks.items()) if stack > ANTE)
    if table.round or len(seats) < 2:
        raise Refused("A hand needs two players with chips.")
    antes = [AntePaid(seat) for seat in seats]
    return [HandStarted(table.hands + 1, "high card", seats), DeckSealed(deck), *antes]


def _put(table: Table, amount: int) -> list[Event]:
    now = table.round
    if now is None:
        raise Refused("Please wait for the next hand.")
    seat = now.to_act[0]
    amount = min(amount, table.stacks[seat])
    events: list[Event] = [Folded(seat) if amount < 0 else ChipsPut(seat, amount)]
    put = now.put.get(seat, 0) + max(amount, 0)
    live = [s for s in now.seats if s != seat or amount >= 0]
    left = {s: table.stacks[s] - (amount if s == seat and amount > 0 else 0) for s in live}
    if len(live) > 1 and now.to_act[1:]:
        return events
    if len(live) > 1 and now.street < STREETS and any(left.values()):
        return [*events, StreetOpened(now.street + 1)]
    return [*events, _end(table, now, live, {**now.put, seat: put})]


def _end(table: Table, now: Round, live: list[int], put: dict[int, int]) -> HandEnded:
    pot = sum(put.values())
    fees = min(pot // 20, 400)
    prize = pot - fees - JACKPOT_DROP
    winner = max(live, key=lambda seat: now.deck[seat])
    results = tuple(
        SeatResult(seat, table.sessions[seat][0], paid, prize if seat == winner else 0)
        for seat, paid in put.items()
    )
    return HandEnded(table.hands, results, fees, JACKPOT_DROP)


def evolve(table: Table, event: Event) -> None:
    match event:
        case Stepped(step):
            table.step = step
        case SessionOpened(session, patron, seat):
            table.sessions[seat] = (session, patron)
            table.stacks.setdefault(seat, 0)
        case HandStarted(hand, _, seats):
            table.hands = hand
            table.round = Round(list(seats), list(seats), put=dict.fromkeys(seats, 0))
        case HandEnded():
            _settle(table, event)
        case DeckSealed() | AntePaid() | ChipsPut() | Folded() | StreetOpened():
            assert table.round is not None
            _evolve_round(table, table.round, event)
        case TransferAsked(transfer):
            _asked(table, transfer)
        case TransferPosted(transfer) | HandPaid(transfer):
            _posted(table, transfer)
        case TransferReturned(transfer):
            table.stacks[transfer.seat] = table.stacks.get(transfer.seat, 0) + transfer.amount
        case TransferRefused(transfer) if transfer.kind in ("fees", "jackpot_in"):
            raise AssertionError("the bank refused what the house owes itself")
    if not isinstance(event, Own):
        border.evolve(table.outbox, event)


def _settle(table: Table, ended: HandEnded) -> None:
    for result in ended.results:
        table.stacks[result.seat] += result.won
    table.fees += ended.fees
    table.jackpot += ended.jackpot
    table.round = None


def _evolve_round(table: Table, now: Round, event: Own) -> None:
    match event:
        case DeckSealed(cards):
            now.deck = cards
        case AntePaid(seat):
            table.stacks[seat] -= ANTE
            now.put[seat] += ANTE
        case ChipsPut(seat, amount):
            table.stacks[seat] -= amount
            now.put[seat] += amount
            now.to_act.remove(seat)
        case Folded(seat):
            now.seats.remove(seat)
            now.to_act.remove(seat)
        case StreetOpened(street):
            now.street = street
            now.to_act = [seat for seat in now.seats if table.stacks[seat]]


def _asked(table: Table, transfer: Transfer) -> None:
    table.transfers += 1
    match transfer.kind:
        case "cash_out":
            table.stacks[transfer.seat] -= transfer.amount
        case "fees":
            table.fees -= transfer.amount
        case "jackpot_in":
            table.jackpot -= transfer.amount


def _posted(table: Table, transfer: Transfer) -> None:
    if transfer.kind == "buy_in":
        table.came_in += transfer.amount
        table.stacks[transfer.seat] = table.stacks.get(transfer.seat, 0) + transfer.amount
    else:
        table.went_out += transfer.amount


def record_of(event: Event) -> Record:
    if isinstance(event, Own):
        body, secret = json.encode(event), isinstance(event, DeckSealed)
        return Record(type(event).__name__, body, sealed=secret)
    return to_record(event)


def event_of(entry: Entry, body: bytes) -> Event | None:
    """`body` is the entry's, unsealed. None: a record of the journal itself."""
    if entry.kind in _OWN:
        return json.decode(body, type=_OWN[entry.kind])
    return from_entry(entry)
