"""What a seat shows on the way to its chips: the PIN, then how much to bring or to add."""

from firmware.money import show
from firmware.screens import protocol as g
from firmware.table.engine import (
    SEATED,
    Seat,
    Table,
    buy_limits,
    entries,
    has_blinds,
    post_costs,
    stakes_now,
)

PRESET_BLINDS = (50, 100)  # big blinds, beside the least and the most
USUAL_BLINDS = 100


def pin(table: Table, seat: Seat, tail: str) -> g.Pin:
    left, bank = table.config.ways.pin_tries - seat.person.tries, seat.person.tries_left
    left = left if bank < 0 else min(left, bank)
    return g.Pin(tail, left, wrong=seat.person.tries > 0, nonce=seat.person.tries)


def buy_in(table: Table, seat: Seat, now: int) -> g.BuyIn:
    adding, stakes = seat.life in SEATED, stakes_now(table)
    least, most = _amounts(table, seat, now)
    big = max(stakes.blinds, default=0)
    if table.config.tournament:
        big = 0  # the entry is money, and has one size
    start = min(most, max(least, USUAL_BLINDS * big))
    wished = (least, *(count * big for count in PRESET_BLINDS), most)
    posts = not adding and table.position.button and has_blinds(stakes)
    left = table.people.departed.get(seat.person.account)
    return g.BuyIn(
        name=seat.person.name,
        balance=seat.person.balance,
        amounts=g.Range(least, most, stakes.chip),
        presets=tuple(sorted({chips for chips in wished if least <= chips <= most})),
        start=start - (start - least) % stakes.chip,
        post=post_costs(table, seat, missed=bool(left and left.missed)) if posts else 0,
        adding=adding,
        note=_entry_note(table),
    )


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
    return tuple(
        g.Option(entry, ENTRIES[entry][0].format(show(chips)), ENTRIES[entry][1])
        for entry, chips in found
    )


def _amounts(table: Table, seat: Seat, now: int) -> tuple[int, int]:
    """Least and most, of what is on his card."""
    least, most = buy_limits(table, seat, now)
    chip = stakes_now(table).chip
    least = max(chip, least)
    most = max(least, min(most or seat.person.balance, seat.person.balance))
    return least, most - (most - least) % chip


def _entry_note(table: Table) -> str:
    page = table.config.tournament
    return f"{show(page.fee)} for the house comes on top" if page and page.fee else ""
