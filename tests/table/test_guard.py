"""State x command, walked exhaustively: what is not allowed is refused in words, nothing crashes.

The expectation is written here again, by hand, so that the guard table cannot agree with itself.
"""

from itertools import product

import pytest

from firmware.errors import Refused
from firmware.games.poker.commands import Call
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import decide, evolve
from firmware.table.guard import GUARDS
from firmware.table.seat import MOVES
from firmware.table.state import decode, encode
from lab.simulation.bare_table import BareTable, config

LIVES = ("empty", "reserved", "pin", "asking", "choosing", "funding", "playing", "away")
SEAT = 5


def bring(m: BareTable, life: str) -> None:
    """Seat 5 to a life, by the ordinary way."""
    if life == "empty":
        return
    if life == "reserved":
        m.order(c.Reserve, SEAT, "x", "x")
        return
    m.ask(c.SwipeCard, SEAT, "x", "x")
    if life == "pin":
        return
    m.ask(c.PinChecked, SEAT, True, 100_000)
    if life == "asking":
        return
    m.order(c.Approve, SEAT)
    if life == "choosing":
        return
    m.ask(c.BuyIn, SEAT, 5_000)
    if life == "funding":
        return
    m.ask(c.BankAnswered, m.table.seats[SEAT].number and next(iter(m.table.transit.asked)), True)
    if life == "away":
        m.ask(c.GoAway, SEAT)


def tables():
    """Every state: phase, paused, hand or not, and each life of a seat."""
    for life, state in product(
        LIVES, ("closed", "open", "hand", "paused", "paused hand", "closing")
    ):
        m = BareTable(config())
        if state != "closed":
            m.open(1, 2, 3, button=1)
        bring(m, life)
        if "hand" in state or state == "closing":
            m.shuffle()
            m.settle()
        if state == "closing":
            m.order(c.CloseTable)
        if "paused" in state:
            m.order(c.Pause)
        yield pytest.param(m, state, life, id=f"{state}-{life}")


def commands(m: BareTable):
    now, by = m.now, ("floor", "because")
    return [
        c.Play(now, m.table.decision, Call(4)),
        c.Play(now, m.table.decision, Call(SEAT)),
        c.BuyIn(now, SEAT, 5_000),
        c.ChooseEntry(now, SEAT, "post"),
        c.AskTime(now, SEAT),
        c.CallFloor(now, SEAT),
        c.SitOut(now, SEAT),
        c.GoAway(now, SEAT, "meal"),
        c.ComeBack(now, SEAT),
        c.Leave(now, SEAT),
        c.AskSeat(now, SEAT),
        c.DropAskSeat(now, SEAT),
        c.TakeSeat(now, SEAT, 8),
        c.Propose(now, SEAT, "straddle"),
        c.ChooseExtra(now, SEAT, "straddle"),
        c.ChooseGame(now, SEAT, 0),
        c.ShowCards(now, SEAT, (1,)),
        c.SwipeCard(now, SEAT, "x", "x"),
        c.PinChecked(now, SEAT, True, 1),
        c.CancelEntry(now, SEAT),
        c.BankAnswered(now, "nothing", True),
        c.LoseLink(now, SEAT),
        c.RegainLink(now, SEAT),
        c.JoinList(now, "y", "y"),
        c.LeaveList(now, "y"),
        c.Tick(now),
        c.Wake(now),
        c.Deal(now, (1, 2, 3)),
        c.DrawButton(now, 1),
        c.ShowRabbit(now, (1,)),
        c.OpenTable(now, *by),
        c.CloseTable(now, *by),
        c.Pause(now, *by),
        c.Resume(now, *by),
        c.TakeBreak(now, *by, 60_000),
        c.AnswerCall(now, *by, SEAT),
        c.Approve(now, *by, SEAT),
        c.TurnAway(now, *by, SEAT),
        c.GrantSeat(now, *by, SEAT, 8),
        c.Reserve(now, *by, SEAT, "z", "z"),
        c.Release(now, *by, SEAT),
        c.FoulHand(now, *by, SEAT),
        c.VoidHand(now, *by),
        c.MovePlayer(now, *by, SEAT, 8),
        c.CashIn(now, *by, SEAT),
        c.Bar(now, *by, "z"),
        c.Unbar(now, *by, "z"),
        c.KeepApart(now, *by, ("y", "z")),
        c.LetTogether(now, *by, ("y", "z")),
        c.ExtendClock(now, *by, SEAT, 1_000),
        c.ChangeGame(now, *by, m.table.config),
        c.ConfirmJackpot(now, *by, 1),
        c.PayHighHand(now, *by),
        c.HandPay(now, *by, "nothing"),
        c.SweepFees(now, *by),
        c.StartTournament(now, *by),
        c.EndTournament(now, *by, True),
    ]


# Which lives of the seat and which states of the table a command can be good for: by hand.
OPENISH = {"closed", "open", "hand", "paused", "paused hand"}
RUNNING = {"hand", "closing"}
ALL = OPENISH | {"closing"}
SEATED = {"playing", "away"}
MAY: dict[type, tuple[set[str], set[str]]] = {
    c.Play: (RUNNING, set(LIVES)),
    c.BuyIn: (OPENISH, {"choosing", *SEATED}),
    c.ChooseEntry: (OPENISH, SEATED),
    c.AskTime: (RUNNING, {"playing"}),
    c.CallFloor: (ALL, {"pin", "asking", "choosing", "funding", *SEATED}),
    c.SitOut: (OPENISH, {"playing"}),
    c.GoAway: (OPENISH, {"playing"}),
    c.ComeBack: (OPENISH, {"away"}),
    c.Leave: (ALL, SEATED),
    c.AskSeat: (OPENISH, SEATED),
    c.DropAskSeat: (ALL, SEATED),
    c.TakeSeat: (OPENISH, SEATED),
    c.Propose: ({"open", "hand"}, {"playing"}),
    c.ShowCards: ({"open", "paused"}, SEATED),
    c.SwipeCard: (OPENISH, {"empty", "reserved"}),
    c.PinChecked: (ALL, {"pin"}),
    c.CancelEntry: (ALL, {"pin", "asking", "choosing"}),
    c.Deal: (RUNNING, set(LIVES)),
    c.DrawButton: ({"open"}, set(LIVES)),
    c.ShowRabbit: ({"open"}, set(LIVES)),
    c.OpenTable: ({"closed"}, set(LIVES)),
    c.CloseTable: (OPENISH - {"closed"}, set(LIVES)),
    c.Pause: ({"open", "hand", "closing"}, set(LIVES)),
    c.Resume: ({"paused", "paused hand"}, set(LIVES)),
    c.TakeBreak: (OPENISH - {"closed"}, set(LIVES)),
    c.AnswerCall: (ALL, {"pin", "asking", "choosing", "funding", *SEATED}),
    c.Approve: (OPENISH, {"asking"}),
    c.TurnAway: (OPENISH, {"asking"}),
    c.GrantSeat: (OPENISH, SEATED),
    c.Reserve: (OPENISH, {"empty"}),
    c.Release: (ALL, {"reserved"}),
    c.FoulHand: ({"hand", "paused hand", "closing"}, SEATED),
    c.VoidHand: ({"hand", "paused hand", "closing"}, set(LIVES)),
    c.MovePlayer: (OPENISH, SEATED),
    c.CashIn: (ALL, SEATED),
    c.ExtendClock: (ALL, SEATED),
    c.ChangeGame: ({"closed", "open", "paused"}, set(LIVES)),
    c.SweepFees: ({"closed", "open", "paused"}, set(LIVES)),
    c.StartTournament: (set(), set()),
    c.EndTournament: (set(), set()),
}


@pytest.mark.parametrize(("machine", "state", "life"), list(tables()))
def test_every_command_in_every_state(machine, state, life):
    """REQ-R23: no play in a fault, a test, a stop: every command in every state."""
    assert machine.table.seats[SEAT].life == life
    before = encode(machine.table)
    for command in commands(machine):
        states, lives = MAY.get(type(command), (ALL, set(LIVES)))
        try:
            events = decide(machine.table, command)
        except Refused as no:
            words, rule = str(no), no.rule
            assert words[:1].isupper(), (command, words)
            assert words[-1] in ".", (command, words)
            assert rule, command
            continue
        finally:
            assert encode(machine.table) == before, "decide moved the table"
        assert state in states, f"{type(command).__name__} was taken while {state}"
        assert life in lives, f"{type(command).__name__} was taken from a seat that is {life}"
        copy = decode(before)
        for event in events:
            evolve(copy, event)


def test_every_command_has_a_guard_and_is_in_the_walk():
    m = BareTable(config())
    assert {type(command) for command in commands(m)} == set(GUARDS)


def test_every_seat_can_become_empty_again():
    """The life of a seat is a table: from everywhere there is a way back to the swipe screen."""
    good = {"empty"}
    while True:
        more = {life for (life, _), then in MOVES.items() if then in good} - good
        if not more:
            break
        good |= more
    assert good == set(LIVES)
    assert {life for life, _ in MOVES} | set(MOVES.values()) == set(LIVES)


def test_every_step_of_a_seats_life_happens_in_an_evening():
    taken = set()

    def note(machine, events):
        for event in events:
            taken.add(type(event))

    m = BareTable(config())
    m.watch = note
    m.order(c.Reserve, 5, "x", "x")
    m.order(c.Release, 5)
    m.order(c.Reserve, 5, "x", "x")
    m.ask(c.SwipeCard, 5, "x", "x")
    for left in (1, 0):
        m.ask(c.PinChecked, 5, False, 0, left)
    m.ask(c.SwipeCard, 5, "x", "x")
    m.ask(c.CancelEntry, 5)
    m.ask(c.SwipeCard, 5, "x", "x")
    m.ask(c.PinChecked, 5, True, 50_000)
    m.order(c.Approve, 5)
    m.ask(c.BuyIn, 5, 5_000)
    m.ask(c.BankAnswered, "t1-1", False, "no")
    m.ask(c.BuyIn, 5, 5_000)
    m.bank()
    m.ask(c.GoAway, 5)
    m.ask(c.ComeBack, 5)
    m.ask(c.Leave, 5)
    assert {event for _, event in MOVES} <= taken


def test_an_order_of_the_past_never_passes():
    m = BareTable(config()).open(1, 2, button=1).next_hand()
    m.now += 10
    m.ask(c.CallFloor, 1)
    with pytest.raises(Refused, match="older picture"):
        m.do(c.Pause(m.now - 1, "floor", "late"))


def test_event_names_are_unique_in_the_journal():
    import typing

    from firmware.games.banked.events import BankedEvent
    from firmware.games.poker.events import Event as PokerEvent

    names = [
        x.__name__
        for union in (e.AnyEvent, PokerEvent, BankedEvent)
        for x in typing.get_args(union)
    ]
    assert len(names) == len(set(names))
