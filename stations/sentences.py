"""Sentences of the station. Plain, verb first, whole dollars without cents."""

from firmware.screens.protocol import Held, Seat, Turn
from firmware.screens.protocol import bank_facts as facts
from stations.state import State
from ui.amounts import show
from ui.names import listed

DID = {"check": "checks", "fold": "folds", "call": "calls", "bet": "bets", "raise": "raises to"}
YOU = {"check": "check", "fold": "fold", "call": "call", "bet": "bet", "raise": "raise to"}
BEFORE_THE_FLOP = "preflop"
NOT_IN = {
    "folded": ("", "Fold"), "leaving": ("exit", "Leaving"), "fault": ("alert", "No link"),
}  # fmt: skip
BETS = {
    "bet": "Bet ", "raise": "Raise ", "call": "Call ", "all-in": "All-in ", "complete": "To ",
    "back": "Back ", "straddle": "Straddle ", "over": "Over ",
}  # fmt: skip
PASSES = {"check": "Check", "pat": "Stands pat"}
CHECK_FREE = "Checking is free"
LATE_MS = 10_000
TO_CARD, SEAT_FREE = "Your chips go to your card", "Your seat becomes free"
HELD: dict[Held, tuple[str, str]] = {
    "": ("Next {play}", "Soon"),
    "closing": ("The table closes", TO_CARD),
    "paused": ("Paused", "The table waits"),
    "break": ("Break", "Then the next {play}"),
    "over": ("Tournament over", "Your result comes next"),
    "floor": ("Waiting", "for the floor"),
    "players": ("Waiting", "for players"),
}
DOUBT = "A deal does not check. You are dealt no more cards: please call the floor."
SILENT = ("check", "fold")  # said only to whoever is next to act


def minutes(ms: float) -> str:
    seconds = -(-int(ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def alert(state: State) -> str:
    """What stops the table, and how long where that is known."""
    found = state.public.alert
    if not found:
        return ""
    left = max(0, found.left_ms - state.since_view)
    return f"{found.title}  ·  {minutes(left)}" if found.left_ms else found.title


def number(hand: int) -> str:
    return f"#{hand:,}"


def signed(net: int) -> str:
    return ("+ " if net > 0 else "− " if net < 0 else "") + show(abs(net))


def slot(seat: Seat, left_ms: float, play: str, terse: bool) -> tuple[str, str, bool]:
    """What lies in front of a plate: icon, words, and whether they are chips."""
    if seat.life == "lobby":
        return "cup", f"Lobby {minutes(left_ms)}", False
    if seat.life == "away" and not seat.stack:
        return "", "No chips", False
    if seat.life == "away":
        return "pause", f"Away {minutes(left_ms)}" if left_ms else "Sitting out", False
    if seat.life == "waiting":
        return "clock", f"Next {play}", False
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
    if public.voided:
        return public.void_words
    if public.result or public.phase not in ("in hand", "paused"):
        return ""
    if late := runs_out(state):
        return f"{_next_act(state, False)}  ·  {late}"
    last = last_hand(state) or _last_act(state)
    return "  ·  ".join(filter(None, (last, _next_act(state, bool(last)))))


def runs_out(state: State) -> str:
    """The last seconds, with no time bank behind them: what becomes of who does nothing."""
    asked, clock = state.turn or state.view.ask, state.public.clock
    if not asked or not asked.late or not clock or clock.bank_ms or state.clock_left > LATE_MS:
        return ""
    return f"At 0 s {asked.late}"


def _last_act(state: State) -> str:
    public, last = state.public, state.public.last
    yours = public.actor == state.view.seat
    if not last:
        return "Blinds are in" if yours and public.street == BEFORE_THE_FLOP else ""
    if last.did in SILENT and not yours:
        return ""
    verb = (YOU if last.seat == state.view.seat else DID)[last.did]
    chips = f" {show(last.chips)}" if last.chips else ""
    return f"{state.name(last.seat)} {verb}{chips}"


def _next_act(state: State, after_another: bool) -> str:
    public = state.public
    if public.actor == state.view.seat:
        if public.to_call:
            return f"{show(public.to_call)} to {public.pays_to}"
        return CHECK_FREE if state.turn else ""
    if not public.actor:
        return ""
    then = "  ·  you are next" if not after_another and you_are_next(state) else ""
    return f"{to_act(state)}{then}"


TO_DO = {"": "to act", "draw": "to draw", "roll": "to turn a card up", "kill": "to kill, or not"}


def to_act(state: State) -> str:
    """Whom the table waits for, and for what."""
    return f"{state.name(state.public.actor)} {TO_DO[state.public.asked]}"


def how_it_ended(state: State) -> str:
    """You win $376: Flush, Ace high. One's own result first, else who won most."""
    if (round_ := state.public.against) and (own := facts.net(round_, state.view.seat)):
        hand = f": {state.me.hand}" if own > 0 and state.me.hand else ""
        return f"You {'win' if own > 0 else 'lose'} {show(abs(own))}{hand}"
    seat, _, hand = named(state)
    alone = hand and len(_alike(state)) == 1 and not _two_hands(state, seat)
    return f"{who_won(state)}{f': {hand}' if alone else ''}"


def who_won(state: State) -> str:
    """You win $376. Without a win of his own: who won most, and all who won as much."""
    alike, (_, chips, _) = _alike(state), named(state)
    if len(alike) > 1:
        who = listed([*map(state.name, alike)]) if len(alike) < 3 else f"{len(alike)} players"
        return f"{who} win {show(chips)} each"
    who = state.name(alike[0])
    return f"{who} {'win' if who == 'You' else 'wins'} {show(chips)}"


def _alike(state: State) -> list[int]:
    seat, chips, _ = named(state)
    same = [one.seat for one in state.public.seats if one.won == chips]
    return same if seat != state.view.seat and len(same) > 1 else [seat]


def _two_hands(state: State, seat: int) -> bool:
    """Did he win with a high hand and a low one? Then neither is what he won it all with."""
    shares = state.public.result.shares if state.public.result else ()
    return len({one.hand for one in shares if seat in one.seats}) > 1


def named(state: State) -> tuple[int, int, str]:
    """Whom the end of a hand names, what he won in all, and his hand."""
    result, me = state.public.result, state.me
    assert result
    if not result.most:
        return result.winner, result.chips, result.hand
    if me.won:
        return me.seat, me.won, me.hand
    return result.most.seat, result.most.chips, result.most.hand


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
    last = {
        "after hand": f"You sit out from the next {state.play} on.",
        "sent home": f"The floor closes your seat after this {state.play}.",
    }.get(state.view.away, "")
    return " ".join(filter(None, (why_away(state), last))) or usual


def what_comes(state: State) -> tuple[str, str]:
    """After a hand without a next one for him, or for anybody: what, and what becomes of him."""
    held = state.public.result.held if state.public.result else ""
    if out_of_it(state) and not held:
        return "You are out", "Your place comes next"
    title, note = (says.format(play=state.play) for says in HELD[held])
    if state.view.away in ("leaving", "sent home"):
        title, note = "Then you leave", TO_CARD
    return title, note if state.me.stack or note != TO_CARD else SEAT_FREE


def out_of_it(state: State) -> bool:
    """Has he lost all of his chips in a tournament?"""
    return bool(state.public.contest and state.public.contest.level and not state.me.stack)


def last_hand(state: State) -> str:
    """On one's own turn, where nothing else says it."""
    if state.public.actor != state.view.seat:
        return ""
    return {
        "after hand": f"You sit out after this {state.play}",
        "sent home": f"The floor closes your seat after this {state.play}",
    }.get(state.view.away, "")


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


def comes_back(turn: Turn, to: int) -> str:
    """Of a raise: what is at risk, where the others have not the chips to call all of it."""
    if not turn.called or to <= turn.called:
        return ""
    return f"{show(turn.called)} can be called, {show(to - turn.called)} comes back"


def raise_words(turn: Turn, to: int, stack: int) -> str:
    if to >= turn.bet + stack:
        return f"All-in {show(to)}"
    if turn.complete:
        return f"Complete to {show(to)}"
    return f"Bet {show(to)}" if turn.level == 0 else f"Raise to {show(to)}"
