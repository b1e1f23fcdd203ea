"""What goes to the card of who leaves: known, or still for the hand to decide."""

from firmware.money import show as dollars
from firmware.screens.protocol import bank_facts as facts
from stations.state import State
from ui.amounts import show


def at_stake(s: State) -> bool:
    """Cards or bets of his are still in the hand."""
    return s.public.phase in ("in hand", "paused") and s.me.life == "in"


def cash(s: State) -> str:
    """A tournament that has not begun gives the entry back; its chips are no money."""
    contest = s.public.contest
    return dollars(contest.back) if contest else show(s.me.stack + s.view.session.coming)


def in_short(s: State) -> str:
    """On the tile of the menu."""
    if s.view.no.leave:
        return s.view.no.leave
    if not at_stake(s):
        return f"Cash out {cash(s)} to card" if s.me.stack else "Your seat becomes free"
    if s.view.left_to == "fold":
        return f"Cash out {cash(s)} after this {s.play}"
    return f"With what you win, after this {s.play}"


def to_card(s: State) -> tuple[str, str, str]:
    """When, how much, and what becomes of the hand until then."""
    if not at_stake(s):
        when = f"when this {s.play} is over" if s.me.life == "folded" else "at once"
        return f"To your card {when}", cash(s), ""
    when = f"To your card when this {s.play} is over"
    if s.me.all_in:
        return when, "What you win", f"{_all_in(s)}."
    return when, f"{cash(s)}{_wins(s)}", _until_then(s)


def asked(s: State) -> tuple[str, str]:
    """The same to who asked for it: in large, and under it."""
    over = f"this {s.play} is over"
    if not at_stake(s):
        return f"Cash out {cash(s)} to card", f"As soon as {over}. Nothing more to do."
    if s.me.all_in:
        return _all_in(s), f"What you win goes to your card when {over}."
    return f"Cash out {cash(s)}{_wins(s)}", f"When {over}. {_until_then(s)}"


def _all_in(s: State) -> str:
    """Against a bank there is no pot to play for."""
    if _banks(s):
        return "All your chips are in the bank"
    if not s.view.plays_for:
        return "All your chips are bet"
    more = " or more" * s.calls_may_come
    return f"You are all-in and play for {show(s.view.plays_for)}{more}"


def _wins(s: State) -> str:
    if _banks(s):
        return " and what your bank wins"
    return "" if s.view.left_to == "fold" else " and what you win"


def _banks(s: State) -> bool:
    return s.round is not None and facts.banker(s.round[0]) == s.view.seat


def _until_then(s: State) -> str:
    """As the rule has it that plays for who has left."""
    if _banks(s):
        return "Your bank pays and takes until then."
    match s.view.left_to:
        case "fold":
            return f"Your hand is folded {'at once' if s.turn else 'on your turn'}."
        case "check":
            return "The table checks for you, and folds to a bet."
    return "The table plays on for you."  # as the house has it for who does nothing
