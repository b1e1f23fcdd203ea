"""The floor's powers. Each order carries a name and a reason into the journal (AJ-R33)."""

from firmware.errors import Refused
from firmware.games.poker.commands import Foul
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.checking import check_sign, validate
from firmware.table.entering import Events, transfer_id
from firmware.table.jackpot import Claim
from firmware.table.state import Stop, Table
from firmware.table.time_fees import game_changed

BREAK_MOST_MS = 120 * 60_000


def open_table(table: Table, command: c.OpenTable) -> Events:
    if table.config.tournament:
        raise Refused("A tournament is started, not opened.", "sit-n-go")
    there = sum(1 for seat in table.seats if seat.seated and seat.chips.stack)
    if there < table.config.ways.least_players:
        words = f"The table opens when {table.config.ways.least_players} players sit with chips."
        raise Refused(words, table.config.source("least_players"))
    return [e.Opened(command.now, command.by, command.reason)]


def close_table(table: Table, command: c.CloseTable) -> Events:
    """Before a tournament begins this cancels it: everybody gets everything back."""
    if table.sit_n_go.running:
        raise Refused("A tournament is played to its end.", "sit-n-go")
    if table.phase == "closed" and not table.config.tournament:
        raise Refused("The table is closed.", "table state")
    now, by, reason = command.now, command.by, command.reason
    void = command.at_once and table.live is not None
    voided: Events = [e.HandVoided(now, by, reason, now)] if void else []
    return [*voided, e.ClosingBegan(now, by, reason)]


def pause(table: Table, command: c.Pause) -> Events:
    """The floor stops play; an open door stops whatever state the table is in (REQ-R24)."""
    who = c.STOPPERS.get(command.by, "floor")
    if any(stop.who == who and _says(stop, command) for stop in table.stops):
        raise Refused("The table is stopped.", "AJ-R14")
    if who == "floor" and table.phase == "closed":
        raise Refused("The table is closed.", "table state")
    return [e.Paused(command.now, command.by, command.reason)]


def _says(stop: Stop, command: c.Pause) -> bool:
    """Of the doors the last word counts: another one may have opened, or one of two was shut."""
    return stop.who != "doors" or stop.reason == command.reason


def resume(table: Table, command: c.Resume) -> Events:
    if not table.paused and (table.recess.until or table.recess.after_hand):
        return [e.BreakEnded(command.now, command.by, command.reason)]
    if not table.paused:
        raise Refused("The table is not stopped.", "AJ-R14")
    who = c.STOPPERS.get(command.by, "floor")
    if who == "floor" and table.stopped_by("doors"):
        raise Refused("A door is open: shut it first.", "REQ-R24")
    if who == "floor" and table.stopped_by("second"):
        raise Refused("An order waits for its second person.", "REQ-R47")
    if who == "floor" and table.stopped_by("service"):
        raise Refused("Its devices are under test: the technician ends that.", "REQ-R27")
    if not table.stopped_by(who):
        raise Refused("It is stopped, but not by that.", "AJ-R14")
    if len(table.stops) > 1:
        return [e.StopLifted(command.now, command.by, command.reason)]
    now = command.now
    resumed = e.Resumed(now, command.by, command.reason)
    return [resumed, *_calls_again(table, now), *_link_grace(table, now)]


def _calls_again(table: Table, now: int) -> Events:
    """Whose time away ran out while the table stood still is called before the seat is lost."""
    until = now + table.config.ways.away_warn_ms
    late = (seat for seat in table.seats if seat.life == "away" and seat.until < until)
    return [e.AwayWarned(now, seat.number, until) for seat in late]


def _link_grace(table: Table, now: int) -> Events:
    """A link that was lost while the table stood still stops its clock as any other does."""
    clock, seat = table.clock, table.seats[table.clock.seat]
    if not clock.until or seat.link or seat.time.link_used:
        return []
    until = now + clock.left + table.config.ways.link_ms
    return [e.ClockSet(now, seat.number, until, "link")]


def take_break(table: Table, command: c.TakeBreak) -> Events:
    if table.config.tournament:
        raise Refused("A tournament has breaks of its own: pause it.", "sit-n-go")
    if not 0 < command.ms <= BREAK_MOST_MS:
        raise Refused("A break lasts 1 to 120 minutes.", "break")
    return [e.BreakOrdered(command.now, command.ms, command.by, command.reason)]


def answer_call(table: Table, command: c.AnswerCall) -> Events:
    seat = table.seats[command.seat]
    if not seat.called:
        raise Refused(f"Seat {command.seat} does not call.", "floor call")
    if seat.answered == command.by and not command.done:
        raise Refused("You are on the way.", "floor call")
    return [e.CallAnswered(command.now, command.seat, command.done, command.by, command.reason)]


def foul_hand(table: Table, command: c.FoulHand) -> Events:
    """Dead; its wagers stay (AJ-R9). The order itself is in the reason of FoulOrdered."""
    assert table.play is not None
    events = table.play.decide(Foul(command.seat))
    return [
        e.FoulOrdered(command.now, command.seat, command.by, command.reason),
        e.InHand(command.now, tuple(events)),
    ]


def void_hand(table: Table, command: c.VoidHand) -> Events:
    """`again`: nobody was dealt a card, and the same hand is dealt at once from new decks."""
    next_at = command.now + (0 if command.again else table.config.ways.gap_ms)
    return [e.HandVoided(command.now, command.by, command.reason, next_at, command.again)]


def bar(table: Table, command: c.Bar) -> Events:
    now, by, reason = command.now, command.by, command.reason
    events: Events = [e.Barred(now, command.account, command.until, by, reason)]
    seat = table.at(command.account)
    if seat is not None and seat.seated and not seat.leave and not table.sit_n_go.running:
        events.append(e.LeaveAsked(now, seat.number, by, reason))
    elif seat is not None and seat.life in ("pin", "asking", "choosing"):
        events.append(e.EntryCancelled(now, seat.number, reason))
    elif seat is not None and seat.life == "reserved":
        events.append(e.SeatReleased(now, seat.number, by, reason))
    return events


def unbar(table: Table, command: c.Unbar) -> Events:
    if command.account not in table.people.barred:
        raise Refused("That account is not barred.", "AJ-R34")
    return [e.Unbarred(command.now, command.account, command.by, command.reason)]


def keep_apart(table: Table, command: c.KeepApart) -> Events:
    if len(set(command.accounts)) < 2:
        raise Refused("Name two accounts or more.", "AJ-R20")
    return [e.KeptApart(command.now, command.accounts, command.table, command.by, command.reason)]


def let_together(table: Table, command: c.LetTogether) -> Events:
    named = set(command.accounts)
    if not any(named <= set(rule.accounts) for rule in table.people.apart) or len(named) < 2:
        raise Refused("Nobody keeps these accounts apart.", "AJ-R20")
    return [e.LetBeTogether(command.now, command.accounts, command.by, command.reason)]


def extend_clock(table: Table, command: c.ExtendClock) -> Events:
    """More time to act, or to be away."""
    now, number = command.now, command.seat
    seat, clock, live = table.seats[number], table.clock, table.live
    if command.ms <= 0:
        raise Refused("Say how much longer.", "AJ-R16")
    if seat.life == "away":
        until = max(seat.until, now) + command.ms
        return [e.AwayExtended(now, number, until, command.by, command.reason)]
    if live is None or number not in live.queue or not clock.until or clock.seat not in (0, number):
        raise Refused(f"No clock runs for seat {number}.", "Time")
    until = clock.until + command.ms
    return [e.ClockSet(now, number, until, "floor", command.by, command.reason)]


def change_game(table: Table, command: c.ChangeGame) -> Events:
    config = command.config.page
    try:
        validate(config)
        check_sign(config)
    except BadPage as bad:
        raise Refused(str(bad), "table.toml") from None
    if config.table != table.config.table or config.seats != table.config.seats:
        raise Refused("It stays the same table, with the same stations.", "table.toml")
    if bool(config.tournament) != bool(table.config.tournament) or table.sit_n_go.running:
        raise Refused("A tournament is a table of its own.", "sit-n-go")
    if config.tournament and any(seat.life != "empty" for seat in table.seats):
        raise Refused("Somebody has come to enter: the tournament stays as it is.", "sit-n-go")
    if (table.books.bad_beat or table.books.high_hand) and not config.jackpot:
        raise Refused("The pools hold players' money: the jackpot stays.", "jackpot")
    now, by, reason = command.now, command.by, command.reason
    if table.config.ways.stakes_vote and _asks(table):
        return [e.ChangeProposed(now, config, by, reason)]
    return game_changed(table, config, now, by, reason)


def _asks(table: Table) -> bool:
    """Is anybody there to object (002 L124)?"""
    return table.phase == "open" and any(seat.life == "playing" for seat in table.seats)


# Jackpots


def confirm_jackpot(table: Table, command: c.ConfirmJackpot) -> Events:
    hit = next((hit for hit in table.jackpots.bad_beats if hit.number == command.number), None)
    if hit is None:
        raise Refused(f"There is no hit {command.number} to confirm.", "jackpot")
    if not command.pay:
        return [e.JackpotDenied(command.now, hit.number, command.by, command.reason)]
    return [_pay(table, command, hit.number, hit.claims)]


def pay_high_hand(table: Table, command: c.PayHighHand) -> Events:
    high, pool = table.jackpots.high_hand, table.books.high_hand
    if high is None or not pool:
        raise Refused("Nobody holds a high hand, or the pool is empty.", "jackpot")
    return [_pay(table, command, 0, (Claim(high.seat, high.account, pool, high.words),))]


def _pay(table: Table, order: c.Order, number: int, claims: tuple[Claim, ...]) -> e.JackpotPaid:
    transfers = tuple(transfer_id(table, ahead) for ahead in range(len(claims)))
    return e.JackpotPaid(order.now, number, claims, transfers, order.by, order.reason)


# Money that leaves


def hand_pay(table: Table, command: c.HandPay) -> Events:
    """Only what the bank has refused: anything else may still reach the card."""
    if command.transfer not in table.transit.flying:
        raise Refused("No such transfer is on its way.", "REQ-R40")
    if command.transfer not in table.transit.owed:
        raise Refused("It may still reach the card: the bank has not refused it.", "REQ-R40")
    if not command.in_books:
        raise Refused("Two people pay it at the cage: stormdeck bank handpay.", "REQ-R40")
    return [e.PaidByHand(command.now, command.transfer, command.by, command.reason)]


def sweep_fees(table: Table, command: c.SweepFees) -> Events:
    if not table.books.fees:
        raise Refused("No fees lie on the table.", "fees")
    return [e.SweepOrdered(command.now, command.by, command.reason)]
