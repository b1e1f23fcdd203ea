"""Sentences of the station. Plain, verb first, whole dollars without cents."""

from firmware.screens.protocol import Seat, Turn
from stations.state import State
from ui.amounts import show

DID = {
    "check": "checks", "fold": "folds", "call": "calls", "bet": "bets", "raise": "raises to",
    "complete": "completes to", "all-in": "is all-in", "post": "posts", "draw": "draws",
    "pat": "stands pat", "roll": "turns up", "keep": "keeps it down", "kill": "kills the pot",
    "bring-in": "brings it in for", "ante": "antes",
}  # fmt: skip
YOU = {
    "check": "check", "fold": "fold", "call": "call", "bet": "bet", "raise": "raise to",
    "complete": "complete to", "all-in": "are all-in", "draw": "draw", "pat": "stand pat",
}  # fmt: skip

NOT_IN = {
    "folded": ("", "Fold"), "waiting": ("clock", "Next hand"), "leaving": ("exit", "Leaving"),
    "fault": ("alert", "No link"),
}  # fmt: skip
BETS = {
    "bet": "Bet ", "raise": "Raise ", "call": "Call ", "all-in": "All-in ", "complete": "To ",
}  # fmt: skip
PASSES = {"check": "Check", "pat": "Stands pat"}
CHECK_FREE = "Checking is free"
LATE_MS = 10_000
DOUBT = "A deal does not check. You are dealt no more cards: please call the floor."
SILENT = ("post", "check", "fold", "ante", "")  # said only to whoever is next to act


def minutes(ms: float) -> str:
    seconds = -(-int(ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def number(hand: int) -> str:
    return f"#{hand:,}"


def signed(net: int) -> str:
    return ("+ " if net > 0 else "− " if net < 0 else "") + show(abs(net))


def slot(seat: Seat, left_ms: float, terse: bool = False) -> tuple[str, str, bool]:
    """What lies in front of a plate: icon, words, and whether they are chips."""
    if seat.life == "lobby":
        return "cup", f"Lobby {minutes(left_ms)}", False
    if seat.life == "away":
        return "pause", f"Away {minutes(left_ms)}" if left_ms else "Sitting out", False
    if seat.life in NOT_IN:
        return *NOT_IN[seat.life], False
    if seat.bet:
        return "chip", ("" if terse else BETS.get(seat.did, "")) + show(seat.bet), True
    if seat.pots:
        return "", in_pots(seat.pots), False
    if seat.did == "draw":
        return "", f"Draws {seat.count}", False
    return "", PASSES.get(seat.did, ""), False


def in_pots(pots: tuple[int, ...]) -> str:
    """What an all-in seat plays for; many side pots as from and to."""
    sides = [str(pot) for pot in pots if pot]
    told = sides if len(sides) < 3 else [f"{sides[0]}–{sides[-1]}"]
    return "In " + ", ".join(["main"] * (0 in pots) + told)


def message(state: State) -> str:
    """The line under the board: the last act, and what it means for the next."""
    public = state.public
    if public.notice and not public.actor:
        return public.notice
    if public.result or public.phase not in ("in hand", "paused"):
        return ""
    if late := _runs_out(state):
        return f"{_next_act(state, False)}  ·  {late}"
    last = _last_act(state)
    return "  ·  ".join(filter(None, (last, _next_act(state, bool(last)))))


def _runs_out(state: State) -> str:
    """The last seconds, with no time bank behind them: what becomes of who does nothing."""
    turn, clock = state.turn, state.public.clock
    if not turn or not turn.late or not clock or clock.bank_ms or state.clock_left > LATE_MS:
        return ""
    return f"At 0 s {turn.late}"


def _last_act(state: State) -> str:
    public, last = state.public, state.public.last
    yours = public.actor == state.view.seat
    if not last or (last.did in SILENT and not yours):
        return ""
    if last.did in ("post", "ante"):
        return "Blinds are in"
    verb = (YOU if last.seat == state.view.seat else DID).get(last.did, "")
    chips = f" {show(last.chips)}" if last.chips and last.did not in ("fold", "check") else ""
    return f"{state.name(last.seat)} {verb}{chips}"


def _next_act(state: State, after_another: bool) -> str:
    public = state.public
    if public.actor == state.view.seat:
        if public.to_call:
            return f"{show(public.to_call)} to call"
        return CHECK_FREE if state.turn else ""
    if not public.actor:
        return ""
    then = "  ·  you are next" if not after_another and you_are_next(state) else ""
    return f"{state.name(public.actor)} to act{then}"


def how_it_ended(state: State) -> str:
    """You win $376, flush, Ace high."""
    result = state.public.result
    assert result
    wins = "win" if result.winner == state.view.seat else "wins"
    hand = f", {result.hand[:1].lower()}{result.hand[1:]}" if result.hand else ""
    return f"{state.name(result.winner)} {wins} {show(result.chips)}{hand}"


def why_away(state: State) -> str:
    """What sat him out, if it was not he, and how long ago."""
    view = state.view
    if not view.why:
        return ""
    ago = int(view.why_ms + state.since_view) // 60_000
    return f"{view.why}, {ago} min ago." if ago else f"{view.why}."


def after_hand(state: State, usual: str) -> str:
    """What is said beside the hand that goes on: first of all that it is the last one, or that
    the clock played for him."""
    if state.view.away != "after hand":
        return why_away(state) or usual
    return " ".join(filter(None, (why_away(state), "You sit out from the next hand on.")))


def you_are_next(state: State) -> bool:
    """Are you the next one to hold cards after the actor?"""
    seats = sorted(
        seat.seat for seat in state.public.seats if seat.life == "in" and not seat.all_in
    )
    mine = state.view.seat
    if mine not in seats or state.public.actor not in seats or state.me.all_in:
        return False
    at = seats.index(state.public.actor)
    return seats[(at + 1) % len(seats)] == mine


def call_words(turn: Turn, stack: int) -> tuple[str, str]:
    """Icon and words of the blue button."""
    if turn.call == 0:
        return "check", "Check"
    assert turn.call is not None
    if turn.forced:
        return "equals", f"Bring in {show(turn.call)}"
    return "equals", f"{'All-in' if turn.call >= stack else 'Call'} {show(turn.call)}"


def raise_words(turn: Turn, to: int, stack: int) -> str:
    if to >= turn.bet + stack:
        return f"All-in {show(to)}"
    if turn.complete:
        return f"Complete to {show(to)}"
    return f"Bet {show(to)}" if turn.level == 0 else f"Raise to {show(to)}"
