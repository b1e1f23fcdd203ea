"""What time brings: clocks that run out, seats that are forfeited, the next hand.

A tick does one thing; wants() says when the next one is due. So the order of things that are due
at once is written down here, and nowhere else.
"""

from typing import Literal

from msgspec import Struct

from firmware.games.play import BOARD, Play
from firmware.games.poker.betting import Choices
from firmware.games.poker.commands import Call, Fold, Timeout
from firmware.table import beginning, dealing, time_fees, tournament
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.entering import Events
from firmware.table.leaving import (
    away,
    cash_out,
    left_by_wish,
    looks_on,
    open_for,
    ordered_moves,
)
from firmware.table.places import draw_among, for_the_antes, ready_seats
from firmware.table.playing import rabbit_agreed, voters
from firmware.table.posting import post_rules
from firmware.table.seat import COMING
from firmware.table.state import Table


class Wants(Struct, frozen=True, omit_defaults=True):
    """What the table asks of the machine, and when."""

    tick_at: int | None = None  # send Tick then; None: no clock runs
    targets: tuple[int, ...] = ()  # Deal a card for each, not before deal_at
    deal_at: int = 0
    back: tuple[int, ...] | None = None  # shuffle the stub anew first, with these dealt cards
    button: tuple[int, ...] = ()  # draw for the button among these seats
    rabbit: tuple[int, ...] = ()  # ShowRabbit: the board cards of these targets
    dice: int = 0  # to be shaken for the Deal

    @property
    def cards(self) -> int:
        return len(self.targets)


NOTHING = Wants()


def wants(table: Table) -> Wants:
    if table.paused:
        return NOTHING
    play = table.play
    if play is not None and play.due != "over":
        return _in_play(table, play)
    return _between(table)


def _in_play(table: Table, play: Play) -> Wants:
    due = play.due
    if due == "deal":
        want = play.wants()
        at = table.pace.deal_at
        return Wants(_seats_at(table), want.targets, at, want.back, dice=want.dice)
    if due == "settle":
        count = dealing.again(table)
        return (
            Wants(None, (BOARD,) * count, table.pace.deal_at)
            if count
            else Wants(table.pace.deal_at)
        )
    return Wants(_clock_at(table))


def _clock_at(table: Table) -> int | None:
    clock = table.clock
    until = clock.until
    if left_by_wish(table.seats[clock.seat]):
        until = clock.began
    elif not clock.warned:
        until = max(clock.began, until - table.config.ways.warn_ms)
    seats = _seats_at(table)
    return until if seats is None or until < seats else seats


def _seats_at(table: Table) -> int | None:
    """The next reservation, absence or unanswered question that ends."""
    found: int | None = None
    for seat in table.seats:
        if not seat.until or seat.chips.asked or table.in_hand(seat.number):
            continue
        at = seat.until
        if not seat.absence.warned and seat.life == "away":
            at -= table.config.ways.away_warn_ms
        found = at if found is None else min(found, at)
    return found


def _between(table: Table) -> Wants:
    ready, stirs = _survey(table)
    if chores(table, table.now, stirs):
        return Wants(table.now)
    rabbit = rabbit_agreed(table)
    if rabbit:
        return Wants(_seats_at(table), rabbit=tuple(rabbit))
    ahead = (_seats_at(table), tournament.next_at(table), time_fees.next_at(table))
    times = [at for at in ahead if at is not None]
    if stirs and any(looks_on(table, seat.number, table.now) for seat in table.seats):
        times.append(table.pace.next_hand_at)
    button: tuple[int, ...] = ()
    if table.recess.until:
        times.append(table.recess.until)
    elif not beginning.held(table, ready):
        button = draw_among(table, ready)
        if not button:
            times.append(table.pace.next_hand_at)
    return Wants(min(times, default=None), button=button)


# The tick


def tick(table: Table, command: c.Tick) -> Events:
    now = command.now
    if table.paused:
        return []
    play = table.play
    if play is not None and play.due != "over":
        return _tick_play(table, play, now) or _absences(table, now)
    ready, stirs = _survey(table)
    found = chores(table, now, stirs)
    if found:
        return found
    if now < table.pace.next_hand_at:
        return []
    if not beginning.held(table, ready) and not draw_among(table, ready):
        if table.config.rulebook is None:  # a journal from before tables posted what they play by
            return [post_rules(table.config, now)]
        return beginning.begin(table, now, ready)
    return []


def _tick_play(table: Table, play: Play, now: int) -> Events:
    due = play.due
    if due == "settle":
        waits = now < table.pace.deal_at or dealing.again(table)
        return [] if waits else dealing.settle(table, now)
    return [] if due == "deal" else _run_clock(table, now)


def _run_clock(table: Table, now: int) -> Events:
    """Warn; give what time there is; then the seat that does nothing."""
    clock, ways = table.clock, table.config.ways
    live = table.live
    assert live is not None
    number = clock.seat or live.queue[0]
    if left_by_wish(table.seats[number]):
        return [dealing.in_hand(table, now, live.decide(_way_out(live, number)))]
    if now >= clock.until:
        if clock.stage == "action" and ways.extra_ms:
            return [e.ClockSet(now, number, now + ways.extra_ms, "extra")]
        bank = table.seats[number].time.bank_ms
        if clock.stage in ("action", "extra") and bank and clock.seat:
            return [e.ClockSet(now, number, now + bank, "bank")]
        return _timed_out(table, number, now)
    if not clock.warned and now >= max(clock.began, clock.until - ways.warn_ms):
        return [e.ClockWarned(now, number)]
    return []


WayOut = Literal["", "check", "fold"]


def left_to(play: Play, number: int) -> WayOut:
    """What the table does for who asked to leave (AJ-R17): a check where that is free, else a fold;
    what is no bet is left as it is."""
    if not play.rules.has_pot:
        return ""
    return "fold" if play.owes(number) else "check"


def _way_out(play: Play, number: int) -> Call | Fold | Timeout:
    offered = play.offer(number)
    if not isinstance(offered, Choices):
        return Timeout(number)
    folds = left_to(play, number) == "fold" and offered.fold
    return Fold(number) if folds else Call(number)


def _timed_out(table: Table, number: int, now: int) -> Events:
    """AJ-R23: dead, or a check where that is free; and dealt out from the next hand on."""
    play, seat = table.play, table.seats[number]
    assert play is not None
    happened = play.decide(Timeout(number))
    out: Events = [dealing.in_hand(table, now, happened)]
    if seat.life == "playing" and not seat.leave and seat.absence.sit_out != "next hand":
        did = play.late(happened[0])
        if sits_out_late(table):
            out.append(e.SitOutChosen(now, number, "next hand", did))
        else:
            out.append(e.TimedOut(now, number, did))
    return out


def sits_out_late(table: Table) -> bool:
    """Is a seat whose clock ran out dealt out from the next hand on?"""
    return table.config.ways.not_ready_sits_out and not table.config.tournament


# Chores


def _survey(table: Table) -> tuple[list[int], bool]:
    """Who is ready, and is there perhaps something to do for a seat? Before every hand, so in
    one sweep."""
    ready: list[int] = []
    stirs = table.phase == "closing"
    for seat in table.seats:
        if seat.chips.stack and seat.there():
            ready.append(seat.number)
            if seat.moves_to:
                stirs = True
        elif seat.life != "empty":
            stirs = True
    others = table.config.tournament is not None or table.books.carried
    return ready_seats(table) if others else ready, stirs


def chores(table: Table, now: int, stirs: bool) -> Events:
    """What has to be done between two hands, first things first; the next tick does the rest."""
    out: Events = []
    if table.config.rulebook is not None and not table.config.is_posted:
        out = time_fees.rules_changed(table, now)
    elif table.phase == "closing":
        out = _closing(table, now)
    elif stirs:
        out = _leavers(table, now) or _sleepers(table, now) or _absences(table, now)
        out = out or ordered_moves(table, now)
    if not out and table.recess.until:
        out = _break_over(table, now)
    if not out and table.people.wishes:
        out = open_for(table, now)
    if not out and table.config.tournament is not None:
        out = tournament.chores(table, now)
    if not out and table.consent.proposed is not None:
        out = _agreed_stakes(table, table.consent.proposed, now)
    if not out and table.config.by_the_half_hour:
        out = time_fees.settled(table, now)
    return out


def _closing(table: Table, now: int) -> Events:
    for seat in table.seats:
        if looks_on(table, seat.number, now):
            continue
        if seat.seated and not seat.chips.asked:
            return [cash_out(table, seat, now, "table closed")]
        if seat.life in COMING:
            return [e.EntryCancelled(now, seat.number, "table closed")]
        if seat.life == "reserved":
            return [e.SeatReleased(now, seat.number)]
    return [e.Closed(now)] if all(seat.life == "empty" for seat in table.seats) else []


def _leavers(table: Table, now: int) -> Events:
    for seat in table.seats:
        waits = seat.chips.asked or looks_on(table, seat.number, now)
        if seat.leave and seat.seated and not waits:
            return [cash_out(table, seat, now, seat.leave)]
    return []


def _sleepers(table: Table, now: int) -> Events:
    """Who sits out, has no chips, or whose station does not answer, is not dealt in."""
    if table.config.tournament:
        return []
    for seat in table.seats:
        if seat.life != "playing":
            continue
        if for_the_antes(table, seat.number) and seat.there():
            continue
        if not seat.chips.stack and not seat.chips.asked:
            return [away(table, seat, "broke", now)]
        if seat.absence.sit_out == "next hand":
            return [away(table, seat, "sit out", now)]
        if not seat.link and seat.chips.stack:
            return [away(table, seat, "no link", now)]
    return []


def _absences(table: Table, now: int) -> Events:
    """A seat is never lost without a call before, however long the table stood still (AJ-R16)."""
    warn = table.config.ways.away_warn_ms
    for seat in table.seats:
        if not seat.until or seat.chips.asked or table.in_hand(seat.number):
            continue
        if seat.life == "reserved":
            if now >= seat.until:
                return [e.SeatReleased(now, seat.number)]
        elif seat.life in COMING:
            if now >= seat.until:
                return [e.EntryCancelled(now, seat.number, "no answer")]
        elif not seat.absence.warned and now >= seat.until - warn:
            return [e.AwayWarned(now, seat.number, max(seat.until, now + warn))]
        elif now >= seat.until:
            return [cash_out(table, seat, now, "away too long")]
    return []


def _break_over(table: Table, now: int) -> Events:
    over = 0 < table.recess.until <= now
    return [e.BreakEnded(now, "table", "the break is over")] if over else []


def _agreed_stakes(table: Table, proposed: Config, now: int) -> Events:
    votes = table.consent.votes.get("stakes", [])
    asked = voters(table, "stakes")
    if asked and all(seat in votes for seat in asked):
        return time_fees.game_changed(table, proposed, now, "players", "everybody agreed")
    return []
