"""Every meter, and the line that proves them (REQ-R42)."""

from console.pages import state
from console.pages.home import counts
from console.paper import Line, Section, Sheet, say
from console.seen import Seen
from console.words import money


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    return Sheet(
        state=state.state(seen),
        left=[Section(f"WHERE THE MONEY IS, {state.as_at(seen)}", state.balance(seen)),
              Section("HOW IT IS PROVEN", _proof(seen), grows=True)],
        right=[Section("SINCE THE JOURNAL BEGAN", [*_taken(seen), *counts(seen)], grows=True)],
        hint="Meters are folds of the journal: nobody sets one",
        keys="R Read again  PgUp/PgDn  Esc Back",
    )  # fmt: skip


def _taken(seen: Seen) -> list[Line]:
    if seen.table is None:
        return []
    meters = seen.table.meters
    rows = [("Wagered", meters.wagered), ("Fees taken", meters.fees)]
    rows += [("Into jackpots", meters.jackpot), ("Paid by hand", meters.hand_paid)]
    return [say(f"{name:<18}{money(cents):>12}") for name, cents in rows]


def _proof(seen: Seen) -> list[Line]:
    if seen.table is None:
        return []
    table, books = seen.table, seen.table.balance
    return [
        say(f"{'In less out':<18}{money(books.brought):>12}  by the transfers"),
        say(f"{'Here':<18}{money(books.here):>12}  by the table's own state"),
        say(""),
        say(f"Both from the journal, up to record {table.record:,}"),
        say(f"head {table.head}"),
    ]
