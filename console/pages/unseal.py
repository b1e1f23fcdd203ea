"""Folded cards of one hand, for two people and a minute (REQ-R47)."""

from console.opening import SHOWN_MS, Unsealing
from console.pages import state
from console.paper import Line, Section, Sheet, ends, say, wrapped
from console.seen import Seen
from console.words import clock, short_hash

BAR = 60
HOW = (
    "Type unseal and the number of a hand that is over: unseal 118104. An auditor begins, a floor \
manager confirms; each brings a key. With the key of the auditor outside: unseal 118104 outside."
)
KEPT = "Not kept in scrollback, log, bundle or print. Hidden on Esc, when the table is not heard, \
when a door opens and when the window changes. Logged is who, when, which seats and why."


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    page, width = seen.unsealing, size[0] - 4
    if page is None:
        return Sheet(
            state=_state(seen),
            left=[Section("UNSEAL ONE HAND", wrapped(HOW, width), grows=True)],
            hint="The fairness page counts every unsealing",
            keys="Esc Back",
        )
    shown = Section("SHOWN NOW, ONCE", _shown(page, seen.timer_ms, width), grows=True)
    return Sheet(
        state=_state(seen),
        left=[
            Section("UNSEAL ONE HAND", _asked(page)),
            Section("TWO KEYS, TWO ROLES, TWO SESSIONS", _people(page)),
            shown if page.faces else Section("NOTHING IS SHOWN YET", wrapped(KEPT, width),
                                             grows=True),
        ],
        hint="Two people are looking. Only Esc does something." if page.faces else "",
        keys="Esc Hide now" if page.faces else "Enter Answer  Esc Leave it: nothing is opened",
    )  # fmt: skip


def _state(seen: Seen) -> Line:
    table = seen.table
    if table is None:
        return state.state(seen)
    head = f"   Hands unsealed {table.meters.unsealed:,}   Journal head {short_hash(table.head)}"
    return say(*state.state(seen)[:2], head)


def _asked(page: Unsealing) -> list[Line]:
    seats = " and ".join(map(str, page.seats))
    asked = f"folded cards of seats {seats}, and no others" if seats else "-"
    return [
        say(f"{'Hand':<12}", (f"#{page.hand:,}", "bold")),
        say(f"{'Asked for':<12}", (asked, "bold")),
        say(f"{'Reason':<12}{page.reason or '-'}"),
        say(f"{'Case paper':<12}{page.case or '-'}"),
    ]


def _people(page: Unsealing) -> list[Line]:
    lines = [say(f"  {'role':<15}{'person':<18}{'where':<16}confirmed")]
    for n in (1, 2):
        if n <= len(page.people):
            one = page.people[n - 1]
            row = f"{n} {one.role:<15}{one.person or '-':<18}{one.where:<16}{clock(one.at_ms)}  "
            lines.append(say(row, ("yes", "good")))
        else:
            lines.append(say(f"{n} {'auditor' if n == 1 else 'floor manager':<49}not yet"))
    return [*lines, say("  The same person twice, or two of one role, is refused.")]


def _shown(page: Unsealing, timer_ms: int, width: int) -> list[Line]:
    left = max(0, page.until_ms - timer_ms)
    full = BAR * left // SHOWN_MS
    bar = f"[{'#' * full}{'.' * (BAR - full)}]" if width > BAR + 32 else ""
    lines = [ends(say(""), say("h hearts  d diamonds  c clubs  s spades"), width)]
    for one in page.faces:
        cards = f"cards {one.numbers} of the deal   " if one.cards else ""
        well = ("opens to the seal", "good") if one.cards else ("was dealt no card", "warn")
        lines.append(say((f"seat {one.seat:<4}{one.cards:<24}", "bold"), cards, well))  # type: ignore[arg-type]
    gone = say(f"Hidden again in {bar}  ", (f"{left // 1000} s of {SHOWN_MS // 1000}", "warn"))
    return [*lines, say(""), gone, say(""), *wrapped(KEPT, width)]
