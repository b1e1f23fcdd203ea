"""What the supervisor's page says, from what the bank said. Pure."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from desks.cage.report_sheet import Part, Report
from desks.cage.words import KINDS, Fact, difference
from firmware.bank import acts, days, gaming_day, roles
from firmware.bank.accounts import called
from firmware.bank.changes import Change, as_read
from firmware.bank.gaming_day import HouseClock
from firmware.bank.overview import Drawer, Overview
from firmware.bank.own_limits import Kept, OwnLimits
from firmware.bank.proposals import Proposal
from firmware.bank.reports import DayReport
from firmware.bank.shifts import Shift
from firmware.money import Cents, show

_STATES = {"opening": "Float counted", "open": "Open", "counting": "Counting", "": "Closed"}
_MARK = re.compile(r" #[0-9a-f]{16}$")  # of what was proposed or chosen: for whoever checks the log
_CASH_IN, _CASH_OUT = ("deposit",), ("withdraw", "handpay")


class TableRow(Struct, frozen=True):
    name: str
    ours: str
    theirs: str
    difference: str
    same: bool
    told: bool
    stopped: str = ""  # since when no money crosses there


def differs(house: Overview, local: Callable[[int], datetime]) -> str:
    """Nothing: all agrees. By how much, where, and since when."""
    apart = [one for one in house.two_books if one.difference]
    if apart:
        sum_ = show(sum(abs(one.difference) for one in apart))
        where = ", ".join(
            f"{_table(one.account)} since {local(one.since_ms or one.told_ms):%H:%M:%S}"
            for one in apart
        )
        return f"Cage and tables differ by {sum_}: {where}"
    stopped = [_table(one.account) for one in house.two_books if one.since_ms]
    if stopped:
        return f"The books differed, and agree again: {', '.join(stopped)}"
    if house.sum:
        return f"The books do not add up: {show(abs(house.sum))}. Call the auditor."
    if house.owed > house.cash:
        return f"{show(house.owed - house.cash)} more is owed than there is cash"
    return ""


def stops(house: Overview) -> str:
    """What that means, and what to do about it."""
    stopped = [_table(one.account) for one in house.two_books if one.since_ms]
    if not stopped:
        return ""
    return f"No money crosses at {', '.join(stopped)} until two people have cleared it"


def _table(account: str) -> str:
    return account.replace("table:", "Table ")


def untold(house: Overview) -> str:
    """Which table with money has not said what it holds: that much is not proven."""
    silent = [one.account for one in house.two_books if one.theirs is None and one.ours]
    names = ", ".join(map(_table, silent))
    return f"{names} has not told its own book yet" if silent else ""


def windows_now(house: Overview) -> dict[str, object]:
    """Above the page: how many windows are in which state."""
    states = [_STATES[one.state].lower() for one in house.drawers if one.state]
    told = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    return {"desk": "Cage supervisor", "drawer_words": Fact("Windows", told or "all closed")}


class DrawerRow(Struct, frozen=True):
    place: str
    person: str
    holds: str
    account: str
    limit: str
    state: str
    tint: str  # amber: wants a look


def drawers(house: Overview) -> list[DrawerRow]:
    """The vault last."""
    rows = [
        DrawerRow(
            one.account.replace("drawer:", "Drawer "), one.person or "closed", show(one.holds),
            one.account, _limit(one.limit), *_state(one),
        )
        for one in house.drawers
    ]  # fmt: skip
    above = house.vault_limit is not None and house.vault > house.vault_limit
    state = ("Above limit", "amber") if above else ("Shut", "green")
    vault = "Vault", "two people", show(house.vault), "vault"
    return [*rows, DrawerRow(*vault, _limit(house.vault_limit), *state)]


def _limit(cents: int | None) -> str:
    return "none" if cents is None else show(cents)


def _state(one: Drawer) -> tuple[str, str]:
    """What wants a look comes first: a count that differs, then too much cash."""
    if one.gap:
        return difference(one.gap), "amber"
    if one.limit is not None and one.holds > one.limit:
        return "Above limit", "amber"
    tints = {"open": "green", "": "grey"}
    return _STATES[one.state], tints.get(one.state, "amber")


def tables(house: Overview, local: Callable[[int], datetime]) -> list[TableRow]:
    """The last row is all of them, once each has told."""
    rows = [
        TableRow(
            _table(one.account), show(one.ours),
            "not told yet" if one.theirs is None else show(one.theirs),
            show(one.difference), one.difference == 0, one.theirs is not None,
            f"{local(one.since_ms):%H:%M:%S}" if one.since_ms else "",
        )
        for one in house.two_books
    ]  # fmt: skip
    if len(rows) < 2 or any(one.theirs is None for one in house.two_books):
        return rows
    ours, theirs, gap = (
        sum(getattr(one, name) for one in house.two_books)
        for name in ("ours", "theirs", "difference")
    )
    return [*rows, TableRow("All", show(ours), show(theirs), show(gap), gap == 0, True)]


def tiles(day: DayReport, house: Overview) -> list[tuple[str, str]]:
    def of(*kinds: str) -> str:
        return show(sum(day.kinds.get(kind, (0, 0))[1] for kind in kinds))

    return [
        ("Cash in", of(*_CASH_IN)), ("Cash out", of(*_CASH_OUT)), ("Fees earned", of("fees")),
        ("To jackpots", of("jackpot_in")), ("Over / short", show(house.over_short)),
        ("Paid by hand", of("handpay")),
    ]  # fmt: skip


def lines(day: DayReport) -> list[tuple[str, int, int]]:
    """What, how many, cents: the whole report of a day."""
    kinds = [(kind.replace("_", " "), n, cents) for kind, (n, cents) in day.kinds.items()]
    cash = [(f"{called(name)} should hold", 1, cents) for name, cents in day.drawers.items()]
    owed = [(f"owed, {kind}", 1, cents) for kind, cents in day.owed.items()]
    return [*kinds, *cash, *owed]


def dollars(cents: int) -> str:
    """In a file: with a point and no comma."""
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02d}"


class ShiftRow(Struct, frozen=True):
    window: str
    person: str
    drawer: str
    hours: str
    state: str


def shift(told: Shift, local: Callable[[int], datetime]) -> ShiftRow:
    begun, gap = days.shown_at(local(told.window.opened_ms)), told.difference
    ended = f"{local(told.closed_ms):%H:%M}" if told.closed_ms else "now"
    state = "Not counted yet" if gap is None else difference(gap)
    return ShiftRow(
        told.window.id, told.window.person, called(told.window.drawer), f"{begun} to {ended}", state
    )


def shift_lines(told: Shift) -> list[tuple[str, int, int]]:
    """What, how many, cents: from the float to the count."""
    lines = [
        ("float, counted", 1, told.float), ("cash in", *told.cash_in),
        ("cash out", told.cash_out[0], -told.cash_out[1]), ("from and to the vault", 1, told.vault),
        ("corrections", 1, told.corrected), ("should be there", 1, told.expected),
    ]  # fmt: skip
    if told.counted is None or told.difference is None:
        return lines
    pieces = [(f"of {show(Cents(worth))}", n, worth * n) for worth, n in told.pieces.items() if n]
    return [*lines, *pieces, ("counted", 1, told.counted), ("over or short", 1, told.difference)]


def shift_documents(
    told: Shift, local: Callable[[int], datetime]
) -> list[tuple[str, str, str, int]]:
    """Time, document, kind, cents."""
    return [
        (f"{local(at):%H:%M:%S}", document, KINDS.get(kind, kind.replace("_", " ")), cents)
        for document, kind, cents, at in told.documents
    ]


def day_report(
    day: DayReport, shifts: list[ShiftRow], about: Sequence[str], went_on: bool
) -> Report:
    """The gaming day on paper, as the page shows it."""
    money = [(what.capitalize(), str(n), show(Cents(cents))) for what, n, cents in lines(day)]
    cash = [
        (f"Account {one.patron}", show(Cents(one.cash_in)), show(Cents(one.cash_out)))
        for one in day.cash_days
    ]
    turns = [(one.person, one.drawer, one.hours, one.state) for one in shifts]
    return Report(
        f"Gaming day {days.shown(day.day)}",
        [*about, "This day goes on: what follows is so far."] if went_on else about,
        [Part("", ("What", "How many", "Amount"), money, (60, 20, 20)),
         Part("Cash of a day above $3,000", ("Customer", "In", "Out"), cash, (50, 25, 25)),
         Part("Shifts that began this day", ("Person", "Drawer", "From", "Count"), turns,
              (22, 20, 38, 20))],
        ("Cage supervisor", "Second person"),
    )  # fmt: skip


def shift_report(told: Shift, local: Callable[[int], datetime], about: Sequence[str]) -> Report:
    """From the float to the count, and every document."""
    one = shift(told, local)
    money = [
        (what.capitalize(), str(n), show(Cents(cents))) for what, n, cents in shift_lines(told)
    ]
    papers = [
        (at, number, kind.capitalize(), show(Cents(cents)))
        for at, number, kind, cents in shift_documents(told, local)
    ]
    return Report(
        f"Shift of {one.person}, {one.drawer}",
        [f"{one.hours}. {one.state}.", *about],
        [Part("", ("What", "How many", "Amount"), money, (60, 20, 20)),
         Part("Documents", ("Time", "Document", "Kind", "Amount"), papers, (18, 22, 40, 20))],
        ("Cashier", "Cage supervisor"),
    )  # fmt: skip


def changes(
    found: list[Change], house: HouseClock
) -> list[tuple[str, str, str, str, str, str]]:  # fmt: skip
    """Time, who, what, before, after, reason."""
    return [
        (f"{gaming_day.local(one.at_ms, house):%H:%M}", one.agent, _what(one)[:40], one.before[:16],
         _MARK.sub("", one.after)[:25], one.reason[:40])
        for one in (as_read(each, house) for each in found)
    ]  # fmt: skip


def _what(one: Change) -> str:
    """A proposal by what it is to do: its number says nothing to anybody."""
    if one.what in roles.ACTS:
        return roles.ACTS[one.what].words.capitalize()
    return one.what.capitalize() if one.about == one.agent else f"{one.about}, {one.what}"


def limits(
    found: list[Kept], local: Callable[[int], datetime]
) -> list[tuple[str, str, str, str, str]]:
    """Account, name, money today, time today, excluded until."""
    return [
        (one.patron, one.name, _money(one.limits), _time(one.limits),
         days.shown(local(one.excluded_until_ms)) if one.excluded_until_ms else "")
        for one in found
    ]  # fmt: skip


def _money(one: OwnLimits) -> str:
    return "" if one.cents is None else f"{show(Cents(one.spent))} of {show(Cents(one.cents))}"


def _time(one: OwnLimits) -> str:
    return "" if one.minutes is None else f"{_hours(one.played)} of {_hours(one.minutes)}"


def _hours(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def waits(
    found: list[Proposal], told: Callable[[Proposal], list[str]]
) -> list[tuple[str, str, str]]:  # fmt: skip
    """What, of what, and who asked; orders to a table wait at the floor's desk."""
    return [
        (roles.ACTS[acts.name_of(one.act)].words, "".join(told(one)[:1]),
         f"{one.first}: {one.reason}")
        for one in found
        if not isinstance(one.act, acts.TableOrder)
    ]  # fmt: skip


def day_of(text: str) -> str:
    return days.read(text) if text else ""
