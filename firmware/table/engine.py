"""The door of the table room.

table = new_table(load(page))
events = decide(table, SwipeCard(now, seat=3, account="...", name="Ann"))   # or Refused
for event in events: evolve(table, event)
wants(table)        # what the machine owes the table: a tick, cards, the draw for the button

Every other room of the firmware comes in here: for the state, for the page of a table, for the
hands that it finished, for the ways of the houses and their fees, and for the questions that its
rules answer (what a seat is asked, what it may buy, who votes, who won). Commands and
events stand beside the door.
"""

from collections.abc import Callable
from typing import Any

from firmware.errors import Refused
from firmware.table import (
    beginning,
    dealing,
    entering,
    floor,
    leaving,
    playing,
    ticking,
    tournament,
    waking,
)
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.asking import (
    asked,
    asks_to_kill,
    entries,
    may_ask_time,
    may_show,
    post_costs,
    waits_for_blind,
)
from firmware.table.beginning import draw_by, held
from firmware.table.checking import check_sign, load, validate
from firmware.table.commands import Play
from firmware.table.config import Config, Spread, Tournament
from firmware.table.entering import (
    FEES,
    brings_back,
    buy_limits,
    buy_room,
    chips_of,
    owed_at,
    why_no_buy,
)
from firmware.table.evolve import evolve, stakes_now
from firmware.table.extras import extras, over_range
from firmware.table.fee import Fee, Schedule, Sheet, fees_told, for_players, schedules
from firmware.table.guard import guard
from firmware.table.jackpot import Claim
from firmware.table.leaving import left_by_wish, may_stay_away, queue
from firmware.table.places import has_blinds, ready_seats
from firmware.table.playing import rabbit_open, voters
from firmware.table.posting import post_rules
from firmware.table.receipt import Finished, Receipt, Recorder
from firmware.table.seat import COMING, SEATED, Seat
from firmware.table.settings import HOUR, MINUTE, HouseTable, Settings, Where, house_tables
from firmware.table.state import Books, Table, Wish, new_table, where_money_lies
from firmware.table.ticking import Wants, left_to, sits_out_late, wants
from firmware.table.tournament import chop_agreed, chop_shares, prizes
from firmware.table.winners import (
    best_beaten,
    dealt_names,
    left,
    shown_cards,
    shown_numbers,
    shown_words,
    winners,
)

__all__ = [
    "COMING",
    "FEES",
    "HOUR",
    "MINUTE",
    "SEATED",
    "Books",
    "Claim",
    "Config",
    "Fee",
    "Finished",
    "HouseTable",
    "Receipt",
    "Recorder",
    "Schedule",
    "Seat",
    "Settings",
    "Sheet",
    "Spread",
    "Table",
    "Tournament",
    "Wants",
    "Where",
    "Wish",
    "asked",
    "asks_to_kill",
    "best_beaten",
    "brings_back",
    "buy_limits",
    "buy_room",
    "check_sign",
    "chips_of",
    "chop_agreed",
    "chop_shares",
    "dealt_names",
    "decide",
    "draw_by",
    "entries",
    "evolve",
    "extras",
    "fees_told",
    "for_players",
    "has_blinds",
    "held",
    "house_tables",
    "left",
    "left_by_wish",
    "left_to",
    "load",
    "may_ask_time",
    "may_show",
    "may_stay_away",
    "new_table",
    "over_range",
    "owed_at",
    "post_costs",
    "prizes",
    "queue",
    "rabbit_open",
    "ready_seats",
    "refusal",
    "schedules",
    "shown_cards",
    "shown_numbers",
    "shown_words",
    "sits_out_late",
    "stakes_now",
    "validate",
    "voters",
    "waits_for_blind",
    "wants",
    "where_money_lies",
    "why_no_buy",
    "winners",
]


def decide(table: Table, command: c.AnyCommand) -> list[e.AnyEvent]:
    """Every rule of the table, as events or as Refused. It changes nothing."""
    if command.now < table.now:
        raise Refused("That was decided on an older picture of the table.", "time")
    if type(command) is Play:
        return playing.play(table, command)
    guard(table, command)
    events = _DECIDE[type(command)](table, command)
    if table.config.rulebook is None and events and type(events[0]) is not e.RulesPosted:
        # The first thing that a journal knows.
        return [post_rules(table.config, command.now), *events]
    return events


def refusal(table: Table, command: c.AnyCommand) -> str:
    """Why `decide` would refuse it, for who offers it; "": it would not."""
    try:
        guard(table, command)
        _DECIDE[type(command)](table, command)
    except Refused as no:
        return str(no)
    return ""


# The station


def _lose_link(table: Table, command: c.LoseLink) -> list[e.AnyEvent]:
    """Its own clock stops, once a hand; nobody else's does."""
    number, now = command.seat, command.now
    if not 0 < number < len(table.seats) or not table.seats[number].link:
        return []
    out: list[e.AnyEvent] = [e.LinkLost(now, number)]
    seat, clock = table.seats[number], table.clock
    if clock.until and clock.seat == number and not seat.time.link_used and not table.paused:
        until = max(clock.until, now) + table.config.ways.link_ms
        out.insert(0, e.ClockSet(now, number, until, "link"))
    return out


def _regain_link(table: Table, command: c.RegainLink) -> list[e.AnyEvent]:
    number, now = command.seat, command.now
    if not 0 < number < len(table.seats) or table.seats[number].link:
        return []
    out: list[e.AnyEvent] = [e.LinkRegained(now, number)]
    seat, clock = table.seats[number], table.clock
    if (
        seat.life == "away"
        and seat.absence.kind == "no link"
        and seat.chips.stack
        and not seat.leave
    ):
        out.append(entering.back(seat, now))  # the player never went: only the cable did
    if clock.until and clock.seat == number and clock.stage == "link" and not table.paused:
        # As much time as there was when it went, and never more than the pause allowed.
        out.append(e.ClockSet(now, number, min(clock.until, now + clock.left), "back"))
    return out


_DECIDE: dict[type, Callable[[Table, Any], list[e.AnyEvent]]] = {
    c.BuyIn: entering.buy_in,
    c.ChooseEntry: entering.choose_entry,
    c.AskTime: playing.ask_time,
    c.CallFloor: playing.call_floor,
    c.SitOut: leaving.sit_out,
    c.GoAway: leaving.go_away,
    c.ComeBack: leaving.come_back,
    c.Leave: leaving.leave,
    c.AskSeat: leaving.ask_seat,
    c.DropAskSeat: leaving.drop_ask_seat,
    c.TakeSeat: leaving.take_seat,
    c.Propose: playing.propose,
    c.ChooseExtra: playing.choose_extra,
    c.ChooseGame: playing.choose_game,
    c.ShowCards: playing.show_cards,
    c.SwipeCard: entering.swipe,
    c.PinChecked: entering.pin,
    c.CancelEntry: entering.cancel,
    c.BankAnswered: entering.bank_answered,
    c.LoseLink: _lose_link,
    c.RegainLink: _regain_link,
    c.JoinList: entering.join_list,
    c.LeaveList: entering.leave_list,
    c.Tick: ticking.tick,
    c.Wake: waking.wake,
    c.Deal: dealing.deal,
    c.DrawButton: beginning.draw_button,
    c.ShowRabbit: playing.show_rabbit,
    c.OpenTable: floor.open_table,
    c.CloseTable: floor.close_table,
    c.Pause: floor.pause,
    c.Resume: floor.resume,
    c.TakeBreak: floor.take_break,
    c.Approve: entering.approve,
    c.TurnAway: entering.turn_away,
    c.AnswerCall: floor.answer_call,
    c.GrantSeat: leaving.grant_seat,
    c.Reserve: entering.reserve,
    c.Release: entering.release,
    c.FoulHand: floor.foul_hand,
    c.VoidHand: floor.void_hand,
    c.MovePlayer: leaving.move_player,
    c.CashIn: leaving.cash_in,
    c.Bar: floor.bar,
    c.Unbar: floor.unbar,
    c.KeepApart: floor.keep_apart,
    c.LetTogether: floor.let_together,
    c.ExtendClock: floor.extend_clock,
    c.ChangeGame: floor.change_game,
    c.ConfirmJackpot: floor.confirm_jackpot,
    c.PayHighHand: floor.pay_high_hand,
    c.HandPay: floor.hand_pay,
    c.SweepFees: floor.sweep_fees,
    c.StartTournament: tournament.start,
    c.EndTournament: tournament.end,
}
