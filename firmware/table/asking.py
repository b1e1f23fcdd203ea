"""What the table asks of a seat now: a decision, a blind before the first hand, cards to show.

Questions of the rules for whoever shows the table or plays at it; they change nothing.
"""

from firmware.table.blinds import ENTRY, comes_in, may_pass, missed_big, missed_kills
from firmware.table.commands import Entry
from firmware.table.evolve import stakes_now
from firmware.table.places import before_the_blinds, has_blinds, straddles_in
from firmware.table.seat import Seat
from firmware.table.state import Table
from firmware.table.winners import left, shown_numbers


def asked(table: Table, number: int) -> int:
    """The decision that this seat may answer now; 0: none."""
    live = table.live
    if live is None or number not in live.queue:
        return 0
    return table.decision if live.together or live.queue[0] == number else 0


def waits_for_blind(table: Table, number: int) -> bool:
    """Sits and is not dealt in before the blind reaches it, or it posts."""
    seat = table.seats[number]
    if seat.blinds.core or seat.life != "playing" or seat.leave or table.in_hand(number):
        return False
    game_on = table.phase == "open" and table.position.button > 0
    return game_on and has_blinds(stakes_now(table))


def entries(table: Table, number: int) -> list[tuple[Entry, int]]:
    """How this seat may come into the game, and what it costs beside the blinds as they come."""
    seat, ways = table.seats[number], table.config.ways
    if not waits_for_blind(table, number):
        return []
    found: list[tuple[Entry, int]] = [("wait", 0)]
    *others, big = stakes_now(table).going_round
    posts, at_once = post_costs(table, seat), _at_once(table, seat)
    if posts:
        found += [(at_once, posts)] if at_once else []
    if posts or (seat.blinds.newcomer and ways.newcomer_posts == "nothing"):  # 000 L762, 003 L26
        found += [("pass", 0)] if may_pass(table, seat) else []
    if at_once != "kill" and _kills(table, seat):
        found.append(("kill", 2 * big))
    if ways.buy_button and others:
        found.append(("buy the button", sum(others) + big))
    if straddles_in(table, seat):
        found.append(("straddle", 2 * big))
    return found


def _at_once(table: Table, seat: Seat) -> Entry | None:
    """What brings him in before the blind does: a post, or as the game has it instead (000 L850,
    003 L270-272); who missed a blind kills no pot when a player objected to it."""
    blinds = seat.blinds
    if not (blinds.newcomer or blinds.missed):
        return "post"
    entry = ENTRY[comes_in(table.config.law(table.spread))]
    objected = entry == "kill" and blinds.missed and not _kills(table, seat)
    return None if objected else entry


def _kills(table: Table, seat: Seat) -> bool:
    law, objected = table.config.law(table.spread), "kill" in table.consent.vetoed
    return seat.blinds.missed and missed_kills(law) and not objected


def asks_to_kill(table: Table) -> int:
    """The seat of who missed the blind and would kill the pot to come in, "provided no active
    player objects" (002 L445, 003 L278, L1629, 004 L241): one no is enough, silence is none."""
    if not missed_kills(table.config.law(table.spread)):
        return 0
    waiting = (s for s in table.seats if waits_for_blind(table, s.number) and s.blinds.missed)
    return next((seat.number for seat in waiting if seat.blinds.entry == "kill"), 0)


def post_costs(table: Table, seat: Seat, missed: bool = False) -> int:
    """What a hand at once costs who does not wait for the blind; 0: nothing, he is dealt in."""
    blinds, ways = seat.blinds, table.config.ways
    *others, big = stakes_now(table).going_round
    if comes_in(table.config.law(table.spread)) != "posts" and (blinds.newcomer or blinds.missed):
        return 2 * big
    if blinds.missed or missed:
        return big if missed_big(table.config.law(table.spread)) else sum(others) + big
    if blinds.newcomer and ways.moved_free and seat.person.brings:
        return 0
    if before_the_blinds(table, seat.number):
        return 0
    if blinds.newcomer:
        return {"nothing": 0, "big": big, "both": sum(others) + big}[ways.newcomer_posts]
    if seat.change.moved_from:
        if seat.change.traded and ways.trade_free:
            return 0
        return sum(others) + big if ways.mover_posts == "both" else big
    return 0


def may_ask_time(table: Table, number: int) -> bool:
    return asked(table, number) > 0 and table.seats[number].time.times < table.config.ways.times


def may_show(table: Table, number: int) -> bool:
    """Cards that nobody saw, of a hand that is over and that this seat did not fold."""
    play = table.play
    if not table.config.ways.show_cards or play is None or play.due != "over":
        return False
    if number not in play.seats or play.folded(number) or left(table, number):
        return False
    return len(shown_numbers(table, number)) < len(play.own(number))
