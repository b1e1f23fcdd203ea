"""What several pages say: the two lines on top, what is wrong, the meters, the last events."""

from console.paper import Ink, Line, Section, ends, say, wrapped
from console.seen import Seen
from console.trouble import troubles
from console.words import clock, day, lasted, money, short_hash, when
from firmware.money import show

PROOF_MS = 3_000
KINDS: dict[str, Ink] = {"FAULT": "bad", "MONEY": "warn", "DOOR": "warn", "OVER": "good"}


def head(seen: Seen, width: int) -> Line:
    name = seen.look.name if seen.look is not None and seen.look.name else "?"
    who = f"{seen.person}  {seen.role}" if seen.person else "nobody signed on"
    left = say((f" TABLE {name}  SERVICE CONSOLE", "bold"), f"   {who}")
    return ends(left, say((_mode(seen), "warn"), f"{clock(seen.now_ms)}  "), width)


def _mode(seen: Seen) -> str:
    """The day; or, in its place, a banner while something can be changed from here."""
    left_s = (seen.writing_until_ms - seen.timer_ms) // 1000
    return f"WRITING {left_s // 60}:{left_s % 60:02}  " if seen.writing else f"{day(seen.now_ms)}  "


def state(seen: Seen) -> Line:
    """Whether it runs, in which hand, by which page."""
    page = f"   Config {short_hash(seen.table.page.hash)}" if seen.table is not None else ""
    view = seen.view
    if seen.look is None:
        return say(" State  reading the disks ...")
    if seen.floor is None:
        since = seen.table.at_ms if seen.table is not None else 0
        word = "TABLE PROGRAM DOWN" if seen.dead else "TABLE DOES NOT ANSWER"
        down = f"  as at {when(since, seen.now_ms)}, {lasted(seen.now_ms - since)} ago"
        return say(" State  ", (word, "bad"), down if since else "", page)
    assert view is not None
    hand = f" #{view.public.hand:,} {view.public.street}".rstrip() if view.public.hand else ""
    stops = f", STOPPED BY {view.stops[0].who.upper()}" if view.stops else ""
    return say(
        " State  ", (f"{view.state}, {view.public.phase}{hand}{stops}".upper(), "good"), page
    )


def now(seen: Seen, width: int, all_of_them: bool = False) -> Section:
    """The first line says what is wrong, the second what to do."""
    found = troubles(seen)
    if seen.look is None:
        return Section("NOW", [say("Reading the disks ..."), say("")])
    if not found:
        well = say("WELL   ", ("Nothing is wrong.", "good"))
        return Section("NOW", [well, say("DO     Nothing.")])
    lines: list[Line] = []
    for one in found if all_of_them else found[:1]:
        lines += told("WRONG  ", one.wrong, width, "bad")
        lines += told("DO     ", one.do, width, "bold")
    more = len(found) - 1
    title = f"NOW, AND {more} MORE: F5" if more and not all_of_them else "NOW"
    return Section(title, lines)


def told(word: str, words: str, width: int, ink: Ink) -> list[Line]:
    rows = wrapped(words, width - len(word) - 4, ink)
    return [say(word if n == 0 else " " * len(word), *row) for n, row in enumerate(rows)]


def balance(seen: Seen) -> list[Line]:
    """In, out, where the rest lies, and the line that must say equal (REQ-R42)."""
    if seen.table is None:
        return [say(seen.no_journal)]
    meters, books = seen.table.meters, seen.table.balance
    rows = [("Bought in", meters.money_in), ("Cashed out", meters.money_out)]
    rows += [("Paid by hand", meters.hand_paid)] if meters.hand_paid else []
    lines = [_row(name, cents) for name, cents in (*rows, *books.rows)]
    off = books.difference
    word: tuple[str, Ink] = ("  balanced", "good" if _proven_now(seen) else "")
    if off:
        word = ("  WRONG", "bad")
    return [*lines, (*_row("Difference", off), word)]


def _proven_now(seen: Seen) -> bool:
    """A green proof is never older than this, unless nothing runs that could move a cent."""
    return seen.dead or (seen.look is not None and seen.now_ms - seen.look.at_ms <= PROOF_MS)


def as_at(seen: Seen) -> str:
    """When the disks were read: a table that runs has gone on since."""
    return f"AS AT {clock(seen.look.at_ms)}" if seen.look is not None else ""


def _row(name: str, cents: int) -> Line:
    return say(f"{name:<18}{money(cents):>12}")


def happened(seen: Seen) -> list[Line]:
    """Newest first, with a line where you were here last (REQ-R25)."""
    happenings = seen.table.happened if seen.table is not None else ()
    lines: list[Line] = []
    new = True
    for one in happenings:
        if new and seen.last_here_ms and one.at_ms <= seen.last_here_ms:
            new = False
            lines.append(
                say((f"--- you were here {when(seen.last_here_ms, seen.now_ms)} ---", "warn"))
            )
        at = when(one.at_ms, seen.now_ms)
        lines.append(say(f"{at} ", (f"{one.kind:<6}", KINDS.get(one.kind, "")), one.words))
    return lines or [say("Nothing yet." if seen.look is not None else seen.no_journal)]


def stacks(seen: Seen) -> str:
    books = dict(seen.table.balance.rows) if seen.table is not None else {}
    return show(books.get("Stacks and pots", 0) + books.get("On the way to cards", 0))
