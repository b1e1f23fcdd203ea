"""State x command: what may be asked when. Everything else is refused, in words.

One row a command: the lives of the seat that it is for, and the states of the table. Finer rules
are the handlers' own. A test walks the whole matrix.
"""

from typing import Any, Literal

from msgspec import Struct

from firmware.errors import Refused
from firmware.table import commands as c
from firmware.table.seat import COMING, SEATED, SWIPED, WORDS, YOURS, Life
from firmware.table.state import Table

Phase = Literal["closed", "open", "closing"]
ANY: tuple[Phase, ...] = ("closed", "open", "closing")
RUNS: tuple[Phase, ...] = ("open", "closing")


class Guard(Struct, frozen=True):
    phases: tuple[Phase, ...] = ANY
    lives: tuple[Life, ...] = ()  # () : no seat is asked
    paused: bool = True  # allowed while the table is paused
    hand: Literal["", "live", "none"] = ""


GUARDS: dict[type, Guard] = {
    c.Play: Guard(RUNS, paused=False, hand="live"),
    c.BuyIn: Guard(("closed", "open"), ("choosing", *SEATED)),
    c.ChooseEntry: Guard(("closed", "open"), SEATED),
    c.AskTime: Guard(RUNS, ("playing",), paused=False, hand="live"),
    c.CallFloor: Guard(ANY, (*COMING, "funding", *SEATED)),
    c.SitOut: Guard(("closed", "open"), ("playing",)),
    c.GoAway: Guard(("closed", "open"), ("playing",)),
    c.ComeBack: Guard(("closed", "open"), ("away",)),
    c.Leave: Guard(ANY, SEATED),
    c.AskSeat: Guard(("closed", "open"), SEATED),
    c.DropAskSeat: Guard(ANY, SEATED),
    c.TakeSeat: Guard(("closed", "open"), SEATED),
    c.Propose: Guard(("open",), ("playing",), paused=False),
    c.ChooseExtra: Guard(("open",), ("playing",)),
    c.ChooseGame: Guard(("closed", "open"), SEATED),
    c.ShowCards: Guard(RUNS, SEATED, hand="none"),
    c.SwipeCard: Guard(("closed", "open"), ("empty", "reserved")),
    c.PinChecked: Guard(ANY, ("pin",)),
    c.CancelEntry: Guard(ANY, COMING),
    c.BankAnswered: Guard(),
    c.LoseLink: Guard(),
    c.RegainLink: Guard(),
    c.JoinList: Guard(("closed", "open")),
    c.LeaveList: Guard(),
    c.Tick: Guard(),
    c.Wake: Guard(),
    c.Deal: Guard(RUNS, paused=False, hand="live"),
    c.DrawButton: Guard(("open",), paused=False, hand="none"),
    c.ShowRabbit: Guard(("open",), paused=False, hand="none"),
    c.OpenTable: Guard(("closed",)),
    c.CloseTable: Guard(("closed", "open")),
    c.Pause: Guard(),
    c.Resume: Guard(),
    c.TakeBreak: Guard(("open",)),
    c.TurnAway: Guard(("closed", "open"), ("asking",)),
    c.AnswerCall: Guard(ANY, (*COMING, "funding", *SEATED)),
    c.GrantSeat: Guard(("closed", "open"), SEATED),
    c.Approve: Guard(("closed", "open"), ("asking",)),
    c.Reserve: Guard(("closed", "open"), ("empty",)),
    c.Release: Guard(ANY, ("reserved",)),
    c.FoulHand: Guard(RUNS, SEATED, hand="live"),
    c.VoidHand: Guard(RUNS, hand="live"),
    c.MovePlayer: Guard(("closed", "open"), SEATED),
    c.CashIn: Guard(ANY, SEATED),
    c.Bar: Guard(),
    c.Unbar: Guard(),
    c.KeepApart: Guard(),
    c.LetTogether: Guard(),
    c.ExtendClock: Guard(ANY, SEATED),
    c.ChangeGame: Guard(("closed", "open"), hand="none"),
    c.ConfirmJackpot: Guard(),
    c.PayHighHand: Guard(),
    c.HandPay: Guard(),
    c.SweepFees: Guard(hand="none"),
    c.StartTournament: Guard(("closed",)),
    c.EndTournament: Guard(("open",), hand="none"),
}

ORDERS = frozenset(kind for kind in GUARDS if issubclass(kind, c.Order))  # of the floor

# While devices are tested nothing is bought, paid, dealt or changed (REQ-R27): only what the world
# does by itself is written down.
UNDER_TEST = (
    c.Pause, c.Resume, c.LoseLink, c.RegainLink, c.Tick, c.Wake, c.CancelEntry, c.CallFloor,
    c.AnswerCall, c.BankAnswered,
)  # fmt: skip

_PHASE_WORDS = {
    "closed": "The table is closed.",
    "open": "The table is open.",
    "closing": "The table is closing.",
}


def guard(table: Table, command: Any) -> None:
    row = GUARDS[type(command)]
    if table.stops and table.stopped_by("service") and not isinstance(command, UNDER_TEST):
        raise Refused("The table's devices are under test; please wait.", "REQ-R27")
    if table.phase not in row.phases:
        raise Refused(_PHASE_WORDS[table.phase], "table state")
    if table.paused and not row.paused:
        raise Refused("The floor has stopped the table; please wait.", "AJ-R14")
    if row.hand:
        live = table.live is not None
        if row.hand == "live" and not live:
            raise Refused("No hand is being played.", "table state")
        if row.hand == "none" and live:
            raise Refused("Not during a hand; please wait for its end.", "table state")
    if row.lives:
        number = command.seat
        if not 0 < number < len(table.seats):
            raise Refused(f"There is no seat {number}.", "table state")
        life = table.seats[number].life
        if life not in row.lives:
            raise Refused(_not_now(command, number, life), "seat state")
    if type(command) in ORDERS and not (command.by.strip() and command.reason.strip()):
        raise Refused("An order of the floor needs a name and a reason.", "AJ-R33")


def _not_now(command: Any, number: int, life: Life) -> str:
    """The floor is told of a seat, a player of himself."""
    if type(command) in ORDERS:
        return f"Seat {number}: {WORDS[life]}."
    if isinstance(command, c.SwipeCard):
        return SWIPED.get(life, YOURS[life])
    return YOURS[life]
