"""What a seat shows on the way to its chips: the PIN, then how much to bring or to add."""

from firmware.money import show
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import (
    SEATED,
    Seat,
    Table,
    brings_back,
    buy_limits,
    chips_of,
    entries,
    has_blinds,
    post_costs,
    refusal,
    stakes_now,
    why_no_buy,
)

PRESET_BLINDS = (50, 100)  # big blinds, beside the least and the most
USUAL_BLINDS = 100


def pin(table: Table, seat: Seat, tail: str, asked: bool) -> g.Pin:
    """How many tries are left only the bank knows, and it says so after a wrong one."""
    person = seat.person
    left = min(table.config.ways.pin_tries - person.tries, person.tries_left)
    return g.Pin(tail, max(0, left), wrong=person.tries > 0, nonce=person.tries, asked=asked)


def _full_buys(table: Table) -> tuple[int, int]:
    """Where no blind says what is usual: once the least, or twice."""
    least = table.config.least_buy(table.spread)
    return least, 2 * least


def buy_in(table: Table, seat: Seat, now: int) -> g.BuyIn:
    adding, stakes = seat.life in SEATED, stakes_now(table)
    no = why_none(table, seat, now)
    least, most = (0, 0) if no else _amounts(table, seat, now)
    big = max(stakes.blinds, default=0)
    if table.config.tournament:
        big = 0  # the entry is money, and has one size
    full = () if big or table.config.tournament else _full_buys(table)
    start = min(most, max(least, USUAL_BLINDS * big, *full[:1]))
    wished = (least, *(count * big for count in PRESET_BLINDS), *full, most)
    posts = not adding and table.position.button and has_blinds(stakes)
    left = table.people.departed.get(seat.person.account)
    return g.BuyIn(
        name=seat.person.name,
        balance=seat.person.balance,
        amounts=g.Range(least, most, stakes.chip),
        presets=tuple(sorted({chips for chips in wished if least <= chips <= most})),
        start=start - (start - least) % stakes.chip,
        post=post_costs(table, seat, missed=bool(left and left.missed)) if posts else 0,
        returning=0 if adding else _returning(table, seat, now, least),
        adding=adding,
        note=_entry_note(table),
        no=no,
        because="" if no else _because(table, seat, most),
    )


def why_none(table: Table, seat: Seat, now: int) -> str:
    """Why this seat can buy nothing now: by the limits, or by anything else that would refuse the
    least of it. "": it can."""
    no = why_no_buy(table, seat, now)
    least = 0 if no else _amounts(table, seat, now)[0]
    return no or refusal(table, c.BuyIn(max(now, table.now), seat.number, least))


def _returning(table: Table, seat: Seat, now: int, least: int) -> int:
    """What he left with, where that is the least he may come back with."""
    back = brings_back(table, seat.person.account, now)
    return back if back == least else 0


def _because(table: Table, seat: Seat, most: int) -> str:
    """A transfer that is cut short says so (REQ-R39)."""
    cap = table.config.most_buy(table.spread)
    if table.config.tournament:
        return ""
    if most == seat.person.balance:
        return f"Your card holds {show(most)}."
    if not cap:
        return ""
    have = f", and you have {show(chips_of(table, seat))}" if seat.life in SEATED else ""
    return f"{show(cap)} is the most at this table{have}."


DEALT_IN = "Deal me in", "Behind the blinds, no post"
ENTRIES: dict[str, tuple[str, str]] = {
    "wait": ("Wait", "No extra cost"),
    "post": ("Post {}", "As soon as you may"),
    "pass": ("Let it pass", "The blind goes by"),
    "buy the button": ("Buy button {}", "Both blinds"),
    "straddle": ("Straddle {}", "Makes up your blinds"),
    "over": ("Over {}", "As soon as you may"),
    "kill": ("Kill for {}", "Twice the limit"),
}


def entry_options(table: Table, number: int) -> tuple[g.Option, ...]:
    """Ways into the game for who is not dealt in yet; none where nothing is to be chosen."""
    found = entries(table, number)
    if len(found) < 2:
        return ()
    free = not post_costs(table, table.seats[number])
    words = ENTRIES | {"wait": DEALT_IN} if free else ENTRIES
    return tuple(
        g.Option(entry, words[entry][0].format(show(chips)), words[entry][1])
        for entry, chips in found
    )


def _amounts(table: Table, seat: Seat, now: int) -> tuple[int, int]:
    """Least and most, of what is on his card."""
    least, most = buy_limits(table, seat, now)
    chip = stakes_now(table).chip
    least = max(chip, least)
    most = max(least, min(most, seat.person.balance))
    return least, most - (most - least) % chip


def _entry_note(table: Table) -> str:
    page = table.config.tournament
    return f"{show(page.fee)} for the house comes on top" if page and page.fee else ""
