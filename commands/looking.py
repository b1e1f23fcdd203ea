"""What a table's journal tells whoever only looks: made of the same folds, replay and projection
that the table itself runs on, so that two pages never tell two stories."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from console.look import Balance, Happening, Page, Played, Table
from firmware.controller.floor_notes import floor_notes
from firmware.controller.hand_again import hand_again
from firmware.controller.restore import TableMemory, what_opens
from firmware.errors import Fault, Refused
from firmware.journal import records as r
from firmware.journal.frame import Entry
from firmware.journal.happenings import pot, words_of
from firmware.journal.journal import Opened
from firmware.machine import device_faults
from firmware.machine.plan import Plan
from firmware.screens import projection
from firmware.screens.protocol.orders import Step
from firmware.table.engine import Config, where_money_lies
from firmware.table.engine import Table as TheTable

HANDS, PAGE = 40, 300  # lines of a page that somebody scrolls
PIECE, READ_BACK = 2_000, 40_000  # records: at once, and at most; a second or two of looking
_PORT = re.compile(r"usb-\d+:([\d.]+):")


class Found:
    """A journal, opened to be read. What it cannot tell raises Fault, Refused and OSError."""

    def __init__(self, config: Config, opened: Opened) -> None:
        self._config, self._opened = config, opened
        self._memory = what_opens(config, opened)

    def hand_again(self, hand: int) -> tuple[tuple[Step, ...], str]:
        """Its steps, or why there are none: that is nothing wrong with the journal."""
        try:
            recall = self._memory.folds.recall
            return tuple(hand_again(self._config, self._opened, recall, hand)), ""
        except (Refused, Fault) as no:
            return (), str(no)

    def table(self, since_ms: int = 0) -> Table:
        """With what happened from then on, or a little more."""
        opened, memory = self._opened, self._memory
        the_table, folds, journal = memory.state.table, memory.folds, opened.journal
        at_ms = opened.entries[-1].at_ms if opened.entries else the_table.now
        everyone = projection.public(the_table, at_ms)
        notes = floor_notes(memory, {}, (0, 0), at_ms)
        happened, back_to_ms = _happened(opened, since_ms)
        return Table(
            floor=projection.floor(the_table, at_ms, everyone, notes),
            meters=folds.meters,
            balance=_balance(the_table, memory),
            page=_page(self._config, the_table),
            record=journal.head.seq,
            head=journal.head.chain.hex()[:16],
            at_ms=at_ms,
            faults=tuple(folds.faults.open.values()),
            past_faults=tuple(folds.faults.past[::-1]),
            happened=tuple(happened),
            back_to_ms=back_to_ms,
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
    meters, rows = memory.folds.meters, where_money_lies(table)
    shown = tuple((name, cents) for name, cents in rows.items() if cents or name in ALWAYS)
    brought = meters.money_in - meters.money_out - meters.hand_paid
    return Balance(shown, brought, sum(rows.values()))


ALWAYS = ("Stacks and pots", "Fees", "Jackpots")


# ---- Rules


def _page(page: Config, table: TheTable) -> Page:
    """Under the hash that every hand and every receipt is played and signed by."""
    config = table.config
    book = config.rulebook or config.posted.rulebook
    assert book is not None
    return Page(book.hash, tuple(_lines(config.page)), config.page != page)


def _lines(config: Config) -> Iterator[str]:
    """As table.toml writes it; only what is said there."""
    told = msgspec.to_builtins(config, order="deterministic", str_keys=True)
    for key, value in told.items():
        yield from _said(key, value)


def _said(key: str, value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _said(f"{key}.{name}", each)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, each in enumerate(value, 1):
            yield from _said(f"{key} {number}", each)
    elif value not in (None, "", [], ()):
        yield f"{key} = {msgspec.json.encode(value).decode()}"


# ---- What happened


def _happened(opened: Opened, since_ms: int) -> tuple[list[Happening], int]:
    """Newest first, and how far back it reaches (0: all the way). A snapshot is no wall: what came
    before it is read from the disk, until the page is full and somebody's last visit is on it."""
    journal, first = opened.journal, opened.entries[0].seq if opened.entries else 0
    first = first or journal.head.seq + 1
    told, at_ms = _told(opened.entries), opened.entries[0].at_ms if opened.entries else 0
    left = READ_BACK
    while first > 1 and left > 0 and not (at_ms and at_ms <= since_ms and len(told) >= PAGE):
        last, first = first - 1, max(1, first - PIECE)
        entries = [*journal.read(first, last)]
        told, at_ms, left = told + _told(entries), entries[0].at_ms, left - len(entries)
    return told, at_ms if first > 1 else 0


def _told(entries: Iterable[Entry]) -> list[Happening]:
    return [line for entry in entries if (line := _line(entry)) is not None][::-1]


def _line(entry: Entry) -> Happening | None:
    told = None if entry.sealed else r.from_entry(entry)
    kind, words = words_of(told) if told is not None else ("", "")
    return Happening(entry.at_ms, kind, words) if words else None


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
        return Played(told.hand, entry.at_ms, pot(told), f"seat {', '.join(won)}")
    assert isinstance(told, r.HandVoided)
    return Played(told.hand, entry.at_ms, 0, "void")
