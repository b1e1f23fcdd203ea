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
    match seat.life:
        case "lobby":
            return "cup", f"Lobby {minutes(left_ms)}", False
        case "away":
            return "pause", f"Away {minutes(left_ms)}" if left_ms else "Sitting out", False
        case "folded":
            return "", "Fold", False
        case "waiting":
            return "clock", "Next hand", False
        case "leaving":
            return "exit", "Leaving", False
        case "fault":
            return "alert", "No link", False
    if seat.bet:
        verb = {
            "bet": "Bet ",
            "raise": "Raise ",
            "call": "Call ",
            "all-in": "All-in ",
            "complete": "To ",
        }
        return "chip", ("" if terse else verb.get(seat.did, "")) + show(seat.bet), True
    if seat.pots:
        return "", "In " + ", ".join("main" if pot == 0 else str(pot) for pot in seat.pots), False
    plain = {"check": "Check", "pat": "Stands pat"}
    if seat.did == "draw":
        return "", f"Draws {seat.count}", False
    return "", plain.get(seat.did, ""), False


def message(state: State) -> str:
    """The line under the board: the last act, and what it means for the next."""
    public, mine = state.public, state.view.seat
    if public.notice and not public.actor:
        return public.notice
    if public.result or public.phase not in ("in hand", "paused"):
        return ""
    last = public.last
    parts = []
    if last and (last.did not in SILENT or public.actor == mine):
        if last.did in ("post", "ante"):
            parts.append("Blinds are in")
        else:
            you = last.seat == mine
            verb = (YOU if you else DID).get(last.did, "")
            chips = (
                f" {show(last.chips)}" if last.chips and last.did not in ("fold", "check") else ""
            )
            parts.append(f"{state.name(last.seat)} {verb}{chips}")
    if public.actor == mine:
        if public.to_call:
            parts.append(f"{show(public.to_call)} to call")
        elif state.turn:
            parts.append("check is free")
    elif public.actor and len(parts) == 0:
        parts.append(f"{state.name(public.actor)} to act")
        if you_are_next(state):
            parts.append("you are next")
    elif public.actor:
        parts.append(f"{state.name(public.actor)} to act")
    return "  ·  ".join(parts)


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
