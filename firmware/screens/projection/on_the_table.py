"""What lies in front of the seats.

A hole card comes in at two places of this room only: `own_cards`, for the seat that holds them, and
the result's `shown`, for everybody.
"""

from firmware.games.cards import UNKNOWN
from firmware.games.play import Play, Pot, live_seats
from firmware.screens.projection.hand_name import spoken
from firmware.table.engine import Table, left


def dealt_in(table: Table, number: int) -> Play | None:
    """The play that who sits there is in, finished or not."""
    play = table.play
    there = play is not None and number in play.seats and not left(table, number)
    return play if there else None


def own_cards(table: Table, number: int) -> tuple[int, ...]:
    """A seat's own hole cards, while it holds them and its link is good."""
    play = dealt_in(table, number)
    if play is None or not table.seats[number].link:
        return ()
    return tuple(card for card in play.hole(number) if card != UNKNOWN)


def own_words(table: Table, number: int, cards: tuple[int, ...]) -> str:
    """What the seat holds, for itself."""
    return spoken(table.play.hint(number)) if table.play is not None and cards else ""


def mark(table: Table, number: int) -> str:
    """The bank's, the kill's, or a blind's. Whoever won last has the kill button (002 L259)."""
    if table.play is None:
        return ""
    if table.play.banker == number:
        return "B"
    killer = table.play.killer
    if killer == number:
        return "K"
    small, big = ((), ()) if bomb(table) else (table.position.small, table.position.big)
    blind = "SB" if number in small else "BB" if number in big else ""
    return blind or ("K" if not killer and table.leg.seat == number else "")


def bomb(table: Table) -> bool:
    """Is this a bomb pot: everybody anted, and nobody posted a blind?"""
    ante, posts = table.config.bomb_ante, table.this_hand.posts
    return bool(ante and posts) and all(
        post.kind in ("carried", "forfeited") or (post.kind, post.chips) == ("ante", ante)
        for post in posts
    )


def standing_pots(table: Table) -> list[Pot]:
    """Main pot and side pots as they stand; the bets of this round are not in them yet."""
    return table.play.pots() if table.play is not None else []


def contested(table: Table) -> int:
    """Every chip that somebody can still win."""
    live = table.live
    return live.pot - live.uncalled[1] if live is not None else 0


def plays_for(table: Table, number: int) -> int:
    """What a seat that is all-in can win."""
    live = table.live
    if live is None or number not in live_seats(live) or live.stacks[number]:
        return 0
    return live.reach(number)


def owed(table: Table, number: int) -> int:
    """What a call would cost this seat now."""
    live = table.live
    return live.owes(number) if live is not None and number in live.seats else 0
