"""Sentences of a round against a bank."""

from firmware.screens.protocol import Against, Layout, Lying, Verb
from firmware.screens.protocol import bank_facts as facts
from stations.banked import craps
from stations.sentences import runs_out
from stations.state import State
from ui.amounts import show


def message(s: State, round_: Against, layout: Layout) -> str:
    """The line under the bank's cards."""
    if s.wagers.closed and round_.due != "wager":
        return "Closed. Your draft was not placed."
    if layout.points and (says := craps.message(round_)):
        return says
    if late := runs_out(s):
        return late
    match round_.due:
        case "bank":
            return f"The bank is offered to {_you(s, round_.offers[0])}" if round_.offers else ""
        case "wager":
            return _reads(layout)
        case "choose":
            if layout.setting:
                return _who_sets(s, round_)
            return _own_hand(s, round_) or _who_decides(s, round_)
        case "over":
            return _ended(s, round_, layout)
    return ""


def _you(s: State, seat: int) -> str:
    return "you" if seat == s.view.seat else s.name(seat)


def _reads(layout: Layout) -> str:
    if layout.two_hands:
        return ""
    names = [one for one in layout.circles if not one.later]
    if len(names) < 2:
        return "Place your bets"
    base = " and ".join(one.name for one in names if one.base)
    bonus = "bonus" if len(names) > 2 else names[-1].name
    return f"Placed bets read {base or names[0].name} + {bonus}"


def _own_hand(s: State, round_: Against) -> str:
    own = facts.hands(round_, s.view.seat)
    at = next((n for n, hand in enumerate(own, 1) if hand.note == PLAYS), 0)
    return f"Hand {at} of {len(own)} is yours to play" if at and len(own) > 1 else ""


def _who_sets(s: State, round_: Against) -> str:
    seats, bank = facts.bettors(round_), facts.banker(round_)
    have = len(round_.placed)
    if have == len(seats):
        return f"{s.name(bank)} {'set' if bank == s.view.seat else 'sets'} the bank" if bank else ""
    opens = "the bank opens" if bank else "all hands open"
    return f"{have} of {len(seats)} have set  ·  {opens} when all have"


def _who_decides(s: State, round_: Against) -> str:
    open_ = [
        seat.seat
        for seat in s.public.seats
        if seat.life == "in" and facts.bets(round_, seat.seat) and seat.seat not in round_.placed
    ]
    if not open_:
        return "The bank decides" if round_.banks else ""
    if len(open_) == 1:
        verb = "decide" if open_[0] == s.view.seat else "to decide"
        return f"{s.name(open_[0])} {verb}"
    return f"{len(open_)} players decide"


def _ended(s: State, round_: Against, layout: Layout) -> str:
    if not round_.banks:
        return "" if not layout.bank_hands else "Nobody takes the bank"
    if layout.two_hands:
        return ""
    bank = f"Bank: {round_.bank_hand}" if round_.bank_hand else ""
    result = s.public.result
    out = "does not qualify" if result and "does not qualify" in result.note else ""
    return ", ".join(filter(None, (bank, out)))


PLAYS = "To play"
VERBS = {
    "fold": "close", "surrender": "close", "check": "check", "stand": "check", "keep": "check",
    "cover hardways": "check", "no hardways": "close",
}  # fmt: skip
UNDER = {
    "fold": "your bets are lost", "check": "decide later",
    "stand": "no more cards", "hit": "one more card", "draw": "one more card",
    "keep": "as they are", "change": "one new card", "double": "twice the bet",
    "cover hardways": "all of the section, or none", "no hardways": "the line only",
}  # fmt: skip


def of_hand(one: Verb, lying: list[Lying]) -> tuple[str, str]:
    """The same where hands are counted: what it is worth, or costs."""
    now = next((hand for hand in lying if hand.note == PLAYS), lying[0])
    name = one.name[:1].upper() + one.name[1:]
    under = {"stand": f"on {now.words}", "hit": "one card", "even money": "one to one",
             "no insurance": "play on"}  # fmt: skip
    return name, f"+ {show(one.chips)}" if one.chips else under.get(one.name) or _under(one)


def _under(one: Verb) -> str:
    return f"{show(one.back)} back" if one.back else UNDER.get(one.name, "")


def verb(one: Verb, unit: int, several: bool) -> tuple[str, str]:
    """On the button, and under it."""
    name = one.name[:1].upper() + one.name[1:]
    if not one.chips:
        return name, _under(one)
    times = one.chips // unit if unit else 1
    says = (
        f"{name} {times}x {show(one.chips)}"
        if several or times > 1
        else f"{name} {show(one.chips)}"
    )
    return says, "final, against the bank"
