"""What the cage's pages say, from what the bank said. Pure."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta

from msgspec import Struct

from firmware.bank import days, patrons
from firmware.bank.customers import Customer
from firmware.bank.details import Known
from firmware.bank.explanations import Document, clue
from firmware.bank.ledger import number
from firmware.bank.title31 import LOG_ABOVE, REPORT_ABOVE, Crossing
from firmware.bank.windows import DENOMINATIONS, Sheet, Window
from firmware.errors import Refused
from firmware.money import show

STRAP = 100  # notes
ROLLS = {50: 20, 25: 40, 10: 50, 5: 40, 1: 50}  # coins, as printed on a roll
STEPS = ("Last customer", "Count", "Sign", "Difference", "Second name")
KINDS = {"deposit": "Deposit, cash", "withdraw": "Withdrawal, cash", "handpay": "Paid by hand"}
NOTES = {
    100_00: "hundreds", 50_00: "fifties", 20_00: "twenties", 10_00: "tens", 5_00: "fives",
    2_00: "twos", 1_00: "ones",
}  # fmt: skip
BAR_MOST = 12_000_00  # the right end of the reporting bar
FILED_WITHIN_DAYS = 15  # 31 CFR 1010.306(a)(1)


class Row(Struct, frozen=True):
    """A line of the count sheet."""

    worth: int
    words: str
    bundle: int  # how many pieces a strap or a roll holds
    coin: bool


class Fact(Struct, frozen=True):
    label: str
    words: str


class Sums(Struct, frozen=True):
    """Cash of one side and one day, before a transaction and with it."""

    words: str
    before: int  # of 100, on the bar
    added: int
    log: int
    report: int
    due: bool
    other: tuple[str, str]


def rows() -> list[Row]:
    return [
        Row(v, show(v) if v >= 100 else f"{v}¢", ROLLS.get(v, STRAP), v < 100)
        for v in DENOMINATIONS
    ]


def pieces(form: Mapping[str, str]) -> dict[int, int]:
    """What was counted. A line with a blank in it was not: it is left out."""
    found = {}
    for row in rows():
        straps, loose = form.get(f"straps{row.worth}", ""), form.get(f"loose{row.worth}", "")
        if straps.strip() and loose.strip():
            found[row.worth] = _number(straps) * row.bundle + _number(loose)
    return found


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Refused("A number of notes or coins is 0 or more.", rule="REQ-R41")
    return int(text)


def counted(sheet: Sheet) -> list[tuple[str, int, int]]:
    """Worth, pieces, amount: every line of a signed sheet."""
    return [
        (row.words, n, n * row.worth) for row in rows() if (n := sheet.pieces.get(row.worth, 0))
    ]


def difference(gap: int) -> str:
    return f"{'Over' if gap > 0 else 'Short'} {show(abs(gap))}" if gap else "Even"


class Explanation(Struct, frozen=True):
    """A document that could explain a difference."""

    transfer: str
    document: str
    at: str
    kind: str
    amount: str
    hint: str


def explanations(
    found: list[Document], gap: int, local: Callable[[int], datetime]
) -> list[Explanation]:
    return [
        Explanation(
            one.transfer, one.number, f"{local(one.at_ms):%H:%M}", kind(one), signed(one.cents),
            hint(one, gap),
        )
        for one in found
    ]  # fmt: skip


def kind(one: Document) -> str:
    named = KINDS.get(one.kind, one.kind.capitalize())
    return f"{named}, corrected by {one.corrected}" if one.corrected else named


def signed(cents: int) -> str:
    return f"{'+' if cents > 0 else '−'} {show(abs(cents))}"


def hint(one: Document, gap: int) -> str:
    """What to look for in this one."""
    found, apart = clue(one, gap), abs(gap)
    match found.what:
        case "same" if apart in NOTES:
            return f"A single note of {show(apart)}: look in the tray and under the drawer."
        case "same":
            return "Just this sum: was the cash handed over, and only once?"
        case "half":
            return "Half of it: was it booked the wrong way round?"
        case "corrected":
            return "It was turned round: was the cash handed back?"
        case "notes":
            way = "Paid" if one.cents < 0 else "Taken"
            n = found.notes + (1 if (one.cents < 0) == (gap < 0) else -1)
            instead = f"{n} notes instead of {found.notes}"
            return f"{way} in {NOTES[apart]}: {instead} make just this sum."
    return ""


def past(person: str, gaps: list[int], agree: bool) -> str:
    """How the last shifts of this cashier came out, and whether a table could be the reason."""
    books = (
        "The books agree with every table." if agree
        else "The books of a table differ: ask the supervisor."
    )  # fmt: skip
    if not gaps:
        return f"The first shift of {person}. {books}"
    even = gaps.count(0)
    told = [f"{even} even"] if even else []
    for name, way in (("over", 1), ("short", -1)):
        some = [show(way * gap) for gap in gaps if way * gap > 0]
        told += [f"{name} {_and(some)}"] if some else []
    shifts = f"last {len(gaps)} shifts" if len(gaps) > 1 else "last shift"
    return f"{person}, {shifts}: {', '.join(told)}. {books}"


def _and(some: list[str]) -> str:
    return " and ".join([", ".join(some[:-1]), some[-1]]) if some[1:] else some[0]


def document(one: Document, local: Callable[[int], datetime]) -> list[Fact]:
    """All that is known of it, beside its amount."""
    told = [
        Fact("Time", days.shown_at(local(one.at_ms), seconds=True)),
        Fact("Customer", one.name or "None: money of the house"), Fact("Booked by", one.agent),
        Fact("Second name", one.approver), Fact("Reason", one.reason),
        Fact("Corrected by", one.corrected),
    ]  # fmt: skip
    return [fact for fact in told if fact.words]


def day(text: str, starts: str) -> str:
    return f"{date.fromisoformat(text):%a} {days.shown(text)}, ends {starts}"


def drawer(mine: Window | None, opened: datetime | None) -> Fact:
    if mine is None or opened is None:
        return Fact("Drawer", "Not open")
    state = {"opening": "Float counted", "counting": "Closed for count"}.get(mine.state)
    return Fact("Drawer", state) if state else Fact("Drawer open since", f"{opened:%H:%M}")


def drawer_now(
    found: Window | None, closed_ms: int, local: Callable[[int], datetime], today: date
) -> Fact:
    """For whoever signs on next: who is at it, or since when nobody is."""
    if found is not None:
        since = f"{local(found.opened_ms):%H:%M}"
        words = {"open": f"Open since {since}", "opening": "Float counted"}
        return Fact("Drawer", f"{words.get(found.state, 'Closed for count')}, {found.person}")
    if not closed_ms:
        return Fact("Drawer", "Closed")
    at = local(closed_ms)
    shown = f"{at:%H:%M}" if at.date() == today else days.shown_at(at)
    return Fact("Drawer", f"Closed, counted {shown}")


def masked(name: str) -> str:
    """On the pad: no surname."""
    first, *others = name.split()
    return f"{first} {others[-1][0]}." if others else first


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split()[:2]).upper()


def facts(one: Customer, opened: datetime) -> list[Fact]:
    table = one.place.replace("table:", "Table ")
    seat = f"{table}, seat {one.seat}: brought {show(one.brought)}" if table else "No"
    pin = f"Set, {one.wrong_tries} wrong tries" if one.has_pin else "Not set"
    return [
        Fact("At a table now", seat),
        Fact("ID seen", f"{one.id_type.capitalize()}, to {days.shown(one.id_expiry)}"),
        Fact("Born", f"{one.born[:4]}, over 21" if one.born else "Not known"),
        Fact("Account opened", f"{days.shown(opened)}, by {one.opened_by}"),
        Fact("Own limits", _limits(one)),
        Fact("PIN", pin),
    ]


def stopped(one: Customer, now_ms: int, local: Callable[[int], datetime]) -> str:
    """Why no cash is taken in from them, and until when; nothing, if it is."""
    why, until = patrons.stopped(one.patron, now_ms), one.patron.excluded_until_ms
    if one.patron.status != "active" or until <= now_ms:
        return why
    return f"{why.rstrip('.')}, until {days.shown(local(until))}."


def _limits(one: Customer) -> str:
    money = [] if one.limit is None else [show(one.limit)]
    time = [] if one.minutes is None else [f"{one.minutes // 60}:{one.minutes % 60:02d} hours"]
    return f"{' and '.join(money + time)} a day" if money or time else "None set"


def today(deposits: int, withdrawals: int, cards: int) -> list[tuple[str, int]]:
    """How often, never how much: with the float it would say what the drawer should hold."""
    return [("Deposits", deposits), ("Withdrawals", withdrawals), ("New cards", cards)]


def documents(one: Customer, local: Callable[[int], datetime]) -> list[tuple[str, str, str, str]]:
    """Time, document, kind, amount; the newest first."""
    return [
        (f"{local(at):%H:%M}", number(place, document), KINDS[kind],
         f"{'+' if kind == 'deposit' else '−'} {show(amount)}")
        for place, document, kind, amount, at in reversed(one.documents)
    ]  # fmt: skip


def sums(crossing: Crossing, one: Customer) -> Sums:
    other = ("out", one.cash.cash_out) if crossing.side == "cash in" else ("in", one.cash.cash_in)
    added = crossing.after - crossing.before
    text = f"{show(crossing.before)} + {show(added)} = {show(crossing.after)}"
    return Sums(
        f"{crossing.side.capitalize()}: {text if added else show(crossing.before)}",
        _share(crossing.before), _share(crossing.after) - _share(crossing.before),
        _share(LOG_ABOVE), _share(REPORT_ABOVE), crossing.report,
        (f"Cash {other[0]} today, counted apart", f"{show(other[1])} of {show(REPORT_ABOVE)}"),
    )  # fmt: skip


class Side(Struct, frozen=True):
    """Cash of one side of a day, each transaction of it."""

    title: str
    lines: list[tuple[str, str, str]]  # time, document, amount
    pending: int
    sum: int


def report(
    one: Customer, known: Known | None, gaps: list[str], kind: str, amount: int,
    local: Callable[[int], datetime], today: str,
) -> dict[str, object]:  # fmt: skip
    """What stands between the cash and its report. The two answers are asked for there."""
    due = date.fromisoformat(today) + timedelta(days=FILED_WITHIN_DAYS)
    good = not any("document" in gap for gap in gaps)
    sides = [_side(one, side, local, amount if (side == "in") == (kind == "deposit") else 0)
             for side in ("in", "out")]  # fmt: skip
    return {
        "sides": sides, "document_good": good, "initials": initials(one.patron.name),
        "shut": known is None or not good, "due": days.shown(due),
        "checks": [
            ("Document", good, "valid" if good else "ran out"),
            ("Name, address, birth date", known is not None, "complete" if known else "missing"),
            ("Tax number", known is not None, "complete" if known else "missing"),
        ],
    }  # fmt: skip


def _side(one: Customer, side: str, local: Callable[[int], datetime], pending: int) -> Side:
    lines = [
        (f"{local(at):%H:%M}", number(place, document), show(cents))
        for place, document, kind, cents, at in one.documents
        if (kind == "deposit") == (side == "in")
    ]
    before = one.cash.cash_in if side == "in" else one.cash.cash_out
    apart = "this gaming day" if pending else "counted apart"
    return Side(f"Cash {side}, {apart}", lines, pending, before + pending)


def _share(cents: int) -> int:
    return min(100, cents * 100 // BAR_MOST)
