"""Who won what, and by which cards: the end of a hand as everybody saw it."""

from firmware.games.play import Award, Play
from firmware.table.state import Table


def dealt_names(table: Table) -> dict[int, str]:
    """Who sat where when the last hand began, by name."""
    before = table.this_hand.before
    return {one.number: one.name for one in before.seats if one.name} if before else {}


def left(table: Table, number: int) -> bool:
    """Does who was dealt in at this seat no longer sit there? Nobody leaves in mid-hand."""
    seat, before = table.seats[number], table.this_hand.before
    if not seat.seated:
        return True
    if table.live is not None or before is None:
        return False
    if seat.person.since > table.this_hand.at:  # or left, and came back
        return True
    return any(one.number == number and one.account != seat.person.account for one in before.seats)


def shown_numbers(table: Table, number: int) -> tuple[int, ...]:
    """Which of its cards a seat turned up, as they were dealt."""
    result = table.this_hand.result
    return tuple(result.shown.get(number, ())) if result is not None else ()


def shown_cards(table: Table, number: int) -> tuple[int, ...]:
    """Their faces."""
    play = table.play
    return tuple(map(play.face, shown_numbers(table, number))) if play is not None else ()


def winners(table: Table) -> tuple[Award, ...]:
    play, result = table.play, table.this_hand.result
    if play is None or result is None:
        return ()
    return tuple(play.award(won, showed=won.seat in result.shown) for won in result.won)


def _showed(table: Table, number: int) -> Play | None:
    """The play, if this seat's whole hand was seen at the end of it."""
    play = table.play
    if play is None or play.due != "over" or play.folded(number):
        return None
    return play if len(shown_numbers(table, number)) >= max(1, len(play.own(number))) else None


def shown_words(table: Table, number: int) -> str:
    play = _showed(table, number)
    return play.words(number) if play is not None else ""


def best_beaten(table: Table) -> int:
    """The seat with the best hand that was shown and won nothing; 0: none."""
    result, lost = table.this_hand.result, dict[int, int]()
    if result is None or len(result.shown) < 2 or not result.won:
        return 0
    won = {share.seat for share in result.won}
    for seat in result.shown:
        play = _showed(table, seat) if seat not in won else None
        lost[seat] = play.strength(seat) if play is not None else 0
    best = max(lost, key=lambda seat: lost[seat], default=0)
    return best if lost.get(best) else 0
