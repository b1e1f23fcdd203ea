"""Away, back, another seat, and home: never a part of the stack while seated (table stakes)."""

from contextlib import suppress

from firmware.errors import Refused
from firmware.money import split
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.entering import Events, _apart, _not_owed, back, transfer_id
from firmware.table.seat import Seat
from firmware.table.state import Table, Wish

LATER = 1 << 62  # after everybody who has seniority
# By whom and why, where nobody sends him: the journal knows the seat, and no patron's name.
OWN_WISH = "player"


def sit_out(table: Table, command: c.SitOut) -> Events:
    seat = table.seats[command.seat]
    _stays(table, seat)
    if seat.absence.sit_out == command.when:
        raise Refused("That is already so.", "sit out")
    if command.when and not seat.blinds.core:  # no hand is waited for
        return [away(table, seat, "sit out", command.now)]
    return [e.SitOutChosen(command.now, command.seat, command.when)]


def _stays(table: Table, seat: Seat) -> None:
    _not_in_tournament(table)
    if seat.leave:
        raise Refused("This seat is being closed.", "AJ-R15")


def _not_in_tournament(table: Table) -> None:
    if table.config.tournament:
        raise Refused("In a tournament everybody is dealt in.", "sit-n-go")


def away(table: Table, seat: Seat, kind: c.Away, now: int) -> e.WentAway:
    used, hour_at = _used(table, seat, now)
    until = now + may_stay_away(table, seat, kind, now)
    return e.WentAway(now, seat.number, kind, until, used, hour_at)


def may_stay_away(table: Table, seat: Seat, kind: c.Away, now: int) -> int:
    """In ms. "A player is allowed fifteen minutes to lobby, no more than once an hour" (AJ-R16):
    absences of one hour add up (002 L125). A call comes before a seat is lost, so there is always
    time for that."""
    ways = table.config.ways
    stay = {"lobby": ways.lobby_ms, "meal": ways.meal_ms}.get(kind, ways.sit_out_ms)
    used = 0 if kind == "no link" else _used(table, seat, now)[0]
    return min(stay, max(stay - used, ways.away_warn_ms))


def _used(table: Table, seat: Seat, now: int) -> tuple[int, int]:
    """(ms away in this hour, when the hour began)."""
    absence = seat.absence
    if now - absence.hour_at < table.config.ways.lobby_every_ms:
        return absence.used, absence.hour_at
    return 0, now


def go_away(table: Table, command: c.GoAway) -> Events:
    seat, now = table.seats[command.seat], command.now
    _stays(table, seat)
    if table.in_hand(command.seat) and _holds_cards(table, command.seat):
        raise Refused(f"Finish your {table.called} first.", "AJ-R23")
    since = now - seat.absence.lobby_at
    if command.kind == "lobby" and since < table.config.ways.lobby_every_ms:
        minutes = -(-(table.config.ways.lobby_every_ms - since) // 60_000)
        words = f"The lobby is once an hour: again in {minutes} minutes."
        raise Refused(words, table.config.source("lobby_every_ms"))
    return [away(table, seat, command.kind, now)]


def _holds_cards(table: Table, number: int) -> bool:
    live = table.live
    return live is not None and not live.folded(number)


def come_back(table: Table, command: c.ComeBack) -> Events:
    seat = table.seats[command.seat]
    if seat.leave:
        raise Refused("This seat is being closed.", "AJ-R15")
    if not seat.chips.stack + seat.chips.pending:
        raise Refused("Buy chips first.", "AJ-R19")
    return [back(seat, command.now)]


def leave(table: Table, command: c.Leave) -> Events:
    seat, now = table.seats[command.seat], command.now
    if table.config.tournament and table.sit_n_go.running:
        raise Refused("A tournament is played to its end.", "sit-n-go")
    if seat.leave:
        raise Refused(f"You leave at the end of the {table.called}.", "AJ-R17")
    if seat.chips.asked:
        raise Refused("One moment: your buy-in is on its way.", "AJ-R17")
    if not table.in_hand(command.seat):
        return [cash_out(table, seat, now, OWN_WISH)]
    return [e.LeaveAsked(now, command.seat, OWN_WISH, OWN_WISH)]


def left_by_wish(seat: Seat) -> bool:
    """Nobody waits for a player who asked to leave; whom the floor sends home plays on (AJ-R15)."""
    return seat.leave == OWN_WISH


def looks_on(table: Table, number: int, now: int) -> bool:
    """He was in the hand to its end, and sees how it ended before his seat is cleared."""
    play, seat = table.play, table.seats[number]
    if now >= table.pace.next_hand_at or not seat.seated or seat.chips.asked:
        return False
    out = table.sit_n_go.running and not seat.chips.stack
    goes = seat.leave or table.phase == "closing" or out
    return bool(goes and play and number in play.seats and not play.folded(number))


def cash_out(table: Table, seat: Seat, now: int, why: str) -> e.CashedOut:
    """The whole stack, in one transfer."""
    show, ways, transfer = table.config.tournament, table.config.ways, transfer_id(table)
    account = seat.person.account
    if show is not None:
        entry, fee = (0, 0) if table.sit_n_go.running else (show.entry, show.fee)
        back = entry + fee  # all of it: there was no tournament
        return e.CashedOut(
            now, seat.number, account, transfer, back, why, remember_ms=0, entry=entry, fee=fee
        )
    antes = _antes_back(table, seat)
    chips = seat.chips.stack + antes
    missed = seat.blinds.missed and ways.debt_kept
    remember = max(ways.return_ms, ways.stay_out_ms)
    return e.CashedOut(
        now,
        seat.number,
        account,
        transfer,
        chips,
        why,
        missed,
        remember,
        kill=seat.blinds.kill,
        antes=antes,
    )


def _antes_back(table: Table, seat: Seat) -> int:
    """What he put in for a pot that nobody opened, and his part of what others forfeited to it,
    when no hand will be played for it: the table closes, or only he may still play (DD-A63)."""
    waiting = table.books.carried
    shares = len(waiting.keys() - {0})
    over = table.phase == "closing" or shares == 1
    if seat.number not in waiting or not over or table.live is not None:
        return 0
    chip = table.config.spreads[table.spread].stakes.chip
    return waiting[seat.number] + split(waiting.get(0, 0), shares, chip)[0]


# Seat changes


def ask_seat(table: Table, command: c.AskSeat) -> Events:
    number, to = command.seat, command.to
    _not_in_tournament(table)
    if to not in range(len(table.seats)) or to == number:  # 0 is any
        raise Refused("Choose another seat, or any.", "seat change")
    now = command.now
    before = [wish.to for wish in table.people.wishes if wish.seat == number]
    if to in before:
        raise Refused("You are in the queue.", "seat change")
    dropped: Events = [e.SeatAskDropped(now, number)] if before else []
    return [*dropped, e.SeatAsked(now, number, to)]


def drop_ask_seat(table: Table, command: c.DropAskSeat) -> Events:
    if not any(wish.seat == command.seat for wish in table.people.wishes):
        raise Refused("You did not ask for another seat.", "seat change")
    return [e.SeatAskDropped(command.now, command.seat)]


def take_seat(table: Table, command: c.TakeSeat) -> Events:
    """Whoever asked for it comes first."""
    number, to = command.seat, command.to
    _not_in_tournament(table)
    _first_asked(table, number, to)
    return move(table, command.now, number, to, OWN_WISH, "seat change")


def _first_asked(table: Table, number: int, to: int) -> None:
    for wish in queue(table):
        if wish.seat == number:
            break
        if wish.to in (0, to):
            raise Refused(f"Seat {wish.seat} asked first.", "AJ-R31")


def queue(table: Table) -> list[Wish]:
    """ "Determined by the order players requested a change" (AJ-R31d); or "the one with game
    seniority has the first preference", "only for the first seat change request" (002 L134)."""
    wishes = table.people.wishes
    if table.config.ways.seat_queue == "as asked":
        return wishes
    return sorted(
        wishes, key=lambda one: table.seats[one.seat].person.since if one.first else LATER
    )


def open_for(table: Table, now: int) -> Events:
    """Between two hands the first of the queue whose seat is open sits there; two who asked for
    each other's trade them (000 L790)."""
    for wish in queue(table):
        if any(other.seat == wish.to and other.to == wish.seat for other in queue(table)):
            with suppress(Refused):
                return _trade(table, now, wish.seat, wish.to)
        for to in (wish.to,) if wish.to else range(1, len(table.seats)):
            if table.seats[to].life == "empty":
                with suppress(Refused):
                    return move(table, now, wish.seat, to, OWN_WISH, "seat change")
    return []


def _trade(table: Table, now: int, one: int, other: int) -> Events:
    both = [table.seats[one], table.seats[other]]
    for seat in both:
        if not seat.link:
            raise Refused("A station does not answer.", "AJ-R31")
        _apart(table, seat.person.account, one + other - seat.number)
    off = tuple(seat.number for seat in both if _dealt_off(table, seat))
    return [e.Traded(now, one, other, off)]


def move_player(table: Table, command: c.MovePlayer) -> Events:
    return _by_order(table, command)


def grant_seat(table: Table, command: c.GrantSeat) -> Events:
    number, to = command.seat, command.to
    asked = (wish.to for wish in table.people.wishes if wish.seat == number)
    if not any(wish in (0, to) for wish in asked):
        raise Refused(f"Seat {number} did not ask for seat {to}.", "AJ-R31")
    _first_asked(table, number, to)
    return _by_order(table, command)


def _by_order(table: Table, command: c.MovePlayer | c.GrantSeat) -> Events:
    """At once, or when the hand is over that he is in."""
    now, number, to = command.now, command.seat, command.to
    if not table.in_hand(number):
        return move(table, now, number, to, command.by, command.reason)
    _may_move(table, number, to)
    return [e.MoveOrdered(now, number, to, command.by, command.reason)]


def ordered_moves(table: Table, now: int) -> Events:
    """Between two hands: what was ordered while one was played."""
    for seat in table.seats:
        if seat.moves_to:
            try:
                return move(table, now, seat.number, seat.moves_to, "floor", "moved by order")
            except Refused as no:
                return [e.MoveDropped(now, seat.number, str(no))]
    return []


def move(table: Table, now: int, number: int, to: int, by: str, reason: str) -> Events:
    if table.in_hand(number):
        raise Refused(f"Finish your {table.called} first.", "AJ-R31")
    _may_move(table, number, to)
    return [e.Moved(now, number, to, by, reason, _dealt_off(table, table.seats[number]))]


def _may_move(table: Table, number: int, to: int) -> None:
    if not 0 < to < len(table.seats) or table.seats[to].life != "empty":
        raise Refused(f"Seat {to} is not open.", "AJ-R31")
    if not table.seats[to].link:
        raise Refused(f"The station of seat {to} does not answer.", "AJ-R31")
    seat = table.seats[number]
    if seat.leave or (table.sit_n_go.running and not seat.chips.stack):
        raise Refused("This seat is being closed.", "AJ-R31")
    _not_owed(table, to)
    _apart(table, seat.person.account, to)


def _dealt_off(table: Table, seat: Seat) -> bool:
    """ "Plays both blinds and the button" and then moves: they may pass him once (AJ-R31c)."""
    blinds = seat.blinds
    on_button = table.position.button == seat.number
    return blinds.core and on_button and blinds.paid_big and blinds.paid_small


def cash_in(table: Table, command: c.CashIn) -> Events:
    """He plays out the hand; then the seat is closed (AJ-R15)."""
    seat = table.seats[command.seat]
    if seat.leave:
        raise Refused("This seat is being closed.", "AJ-R15")
    if table.config.tournament and table.sit_n_go.running:
        raise Refused("In a tournament: foul the hand, or bar the account after it.", "sit-n-go")
    return [e.LeaveAsked(command.now, command.seat, command.by, command.reason)]
