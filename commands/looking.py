"""What a table's journal tells whoever only looks: made of the same folds, replay and projection
that the table itself runs on, so that two pages never tell two stories."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from console.look import Balance, Happening, Page, Played, Table
from firmware.controller.floor_notes import floor_notes
from firmware.controller.hand_again import hand_again
from firmware.controller.restore import TableMemory, what_opens
from firmware.journal import records as r
from firmware.journal.frame import Entry
from firmware.journal.journal import Opened
from firmware.machine import device_faults, equipment
from firmware.machine.plan import Plan
from firmware.money import show
from firmware.screens import projection
from firmware.screens.protocol.orders import Step
from firmware.table.engine import Config
from firmware.table.engine import Table as TheTable

HANDS, HAPPENINGS, FAULTS = 40, 300, 200  # on a page that somebody scrolls
_PORT = re.compile(r"usb-\d+:([\d.]+):")


def table(plan: Plan, hand: int = 0) -> tuple[Table, tuple[Step, ...]]:
    """Raises Fault, Refused and OSError: whatever keeps the journal from being read."""
    opened = equipment.journal_to_read(plan)
    memory = what_opens(plan.config, opened)
    recall = memory.folds.recall
    steps = hand_again(plan.config, opened, recall, hand) if hand else []
    return _table(plan, opened, memory), tuple(steps)


def _table(plan: Plan, opened: Opened, memory: TableMemory) -> Table:
    the_table, folds, journal = memory.state.table, memory.folds, opened.journal
    at_ms = opened.entries[-1].at_ms if opened.entries else the_table.now
    everyone = projection.public(the_table, at_ms)
    notes = floor_notes(memory, {}, (0, 0), at_ms)
    past = folds.faults.past[: -FAULTS - 1 : -1]
    return Table(
        floor=projection.floor(the_table, at_ms, everyone, notes),
        meters=folds.meters,
        balance=_balance(the_table, memory),
        page=_page(plan, the_table),
        record=journal.head.seq,
        head=journal.head.chain.hex()[:16],
        at_ms=at_ms,
        faults=tuple(folds.faults.open.values()),
        past_faults=tuple(past),
        happened=tuple(_happened(opened.entries)),
        hands=tuple(_hands(opened, memory)),
        hands_kept=len(folds.recall.spans),
    )


def parts(plan: Plan) -> dict[str, str]:
    """Which port each device hangs on, as it is printed on the hub: 3.2."""
    sockets = plan.sockets
    names = {place: name for name in sockets.names() if (place := sockets.place(name))}
    return {device_faults.part(place): _port(name) for place, name in names.items()}


def _port(socket: str) -> str:
    found = _PORT.search(socket)
    return found[1] if found else socket


# ---- Money


def _balance(table: TheTable, memory: TableMemory) -> Balance:
    """By two ways: the meters are a fold of the transfers, the rest is the table's own state."""
    books, meters = table.books, memory.folds.meters
    seats = () if table.config.tournament else table.seats
    rows = {
        "Stacks and pots": sum(seat.chips.stack + seat.chips.pending for seat in seats),
        "On the way to cards": sum(one.chips for one in table.transit.flying.values()),
        "Fees": books.fees + books.entry_fees,
        "Jackpots": books.bad_beat + books.high_hand,
        "Prizes": books.prizes,
        "Carried to the next hand": sum(books.carried.values()),
    }
    shown = tuple((name, cents) for name, cents in rows.items() if cents or name in ALWAYS)
    brought = meters.money_in - meters.money_out - meters.hand_paid
    return Balance(shown, brought, sum(rows.values()))


ALWAYS = ("Stacks and pots", "Fees", "Jackpots")


# ---- Rules


def _page(plan: Plan, table: TheTable) -> Page:
    """Under the hash that every hand and every receipt is played and signed by."""
    config = table.config
    book = config.rulebook or config.posted.rulebook
    assert book is not None
    return Page(book.hash, tuple(_lines(config.page)), config.page != plan.config)


def _lines(config: Config) -> Iterator[str]:
    """As table.toml writes it; only what is said there."""
    told = msgspec.to_builtins(config, order="deterministic", str_keys=True)
    for key, value in told.items():
        yield from _told(key, value)


def _told(key: str, value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _told(f"{key}.{name}", each)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, each in enumerate(value, 1):
            yield from _told(f"{key} {number}", each)
    elif value not in (None, "", [], ()):
        yield f"{key} = {msgspec.json.encode(value).decode()}"


# ---- What happened


def _happened(entries: Iterable[Entry]) -> list[Happening]:
    """Newest first."""
    lines = [line for entry in entries if (line := _line(entry)) is not None]
    return lines[: -HAPPENINGS - 1 : -1]


def _line(entry: Entry) -> Happening | None:
    told = None if entry.sealed else r.from_entry(entry)
    kind, words = _words(told) if told is not None else ("", "")
    return Happening(entry.at_ms, kind, words) if words else None


def _words(told: r.Told) -> tuple[str, str]:
    match told:
        case r.PoweredUp():
            return "START", "the table's program was started"
        case r.FaultOpened():
            return "FAULT", f"{told.name}: {told.words}"
        case r.FaultCleared():
            return "OVER", told.name
        case r.Noticed():
            return "NOTE", f"{told.name}: {told.words}"
        case r.DoorOpened() | r.DoorShut():
            return "DOOR", device_faults.log_line(told).partition(": ")[2]
        case r.HandEnded():
            return "HAND", f"hand {told.hand:,} over, {show(_pot(told))}"
        case r.HandVoided():
            return "HAND", f"hand {told.hand:,} void: {told.reason} ({told.by})"
        case r.OrderAnswered():
            return "FLOOR", f"{told.by or 'nobody'}: {told.what}: {told.words}"
        case r.TransferRefused():
            words = f"{told.transfer.kind} {show(told.transfer.amount)}, seat {told.transfer.seat}"
            return "MONEY", f"{words}: the bank says no: {told.words}"
        case r.HandPaid():
            return "MONEY", f"{show(told.transfer.amount)} paid by hand, {told.by}"
        case r.SessionOpened():
            return "SEAT", f"seat {told.seat}: a card came"
        case r.ServiceTestEntered() | r.ServiceTestLeft():
            return "TEST", f"{type(told).__name__}: {told.by}"
    return "", ""


def _hands(opened: Opened, memory: TableMemory) -> list[Played]:
    """The last of them, newest first; one that is being played is not over."""
    spans = [span for span in memory.folds.recall.spans if span.last][-HANDS:]
    if not spans:
        return []
    told = {entry.seq: entry for entry in opened.journal.read(spans[0].last, spans[-1].last)}
    return [_played(told[span.last]) for span in reversed(spans)]


def _played(entry: Entry) -> Played:
    told = r.from_entry(entry)
    if isinstance(told, r.HandEnded):
        won = [str(one.seat) for one in told.results if one.won]
        return Played(told.hand, entry.at_ms, _pot(told), f"seat {', '.join(won)}")
    assert isinstance(told, r.HandVoided)
    return Played(told.hand, entry.at_ms, 0, "void")


def _pot(told: r.HandEnded) -> int:
    return sum(one.wagered for one in told.results)
