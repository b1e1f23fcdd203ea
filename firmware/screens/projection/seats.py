"""One seat as everyone may see it: the plate (who, and his stack) and what lies in front of it."""

from firmware.games.poker import events as pe
from firmware.games.poker.hand import Hand
from firmware.games.poker.pots import Pot
from firmware.screens import protocol as g
from firmware.screens.projection import on_the_table as on
from firmware.screens.projection.hand_name import without_kickers
from firmware.table import events as e
from firmware.table.engine import Seat, Table, Winner


def seat_plate(
    table: Table, seat: Seat, won: tuple[Winner, ...], pots: list[Pot], now: int
) -> g.Seat:
    number, live, play, result = seat.number, table.live, table.play, table.this_hand.result
    dealt = play is not None and number in play.seats and seat.seated
    stack = live.stacks[number] if live is not None and dealt else seat.chips.stack
    folded = play is not None and dealt and on.folded(play, number)
    all_in = dealt and live is not None and not stack and not folded
    wins = [one for one in won if one.seat == number]
    best = max(wins, key=lambda one: one.chips, default=None)
    shown = on.words_shown(table, number) if dealt and best is None else ""
    return g.Seat(
        seat=number,
        life=_life(table, seat, dealt, folded),
        name=seat.person.name if seat.seated else "",
        stack=stack if seat.seated else 0,
        bet=on.bet(live, number) if live is not None and dealt else 0,
        did=_did(table, number, all_in),
        count=_given_up(table, number),
        down=on.held(play, number) if play is not None and dealt else 0,
        up=on.turned_up(play, number) if play is not None and dealt else (),
        shown=result.shown.get(number, ()) if result and dealt else (),
        mark=on.mark(table, number),
        all_in=all_in,
        pots=tuple(n for n, pot in enumerate(pots) if number in pot.seats) if all_in else (),
        away_ms=max(0, seat.absence.until - now) if seat.life == "away" else 0,
        won=sum(one.chips for one in wins) or on.brought(table, number),
        hand=without_kickers(best.words if best else shown),
        winning=best.cards if best else (),
    )


def _life(table: Table, seat: Seat, dealt: bool, folded: bool) -> g.Life:
    match seat.life:
        case "empty":
            return "open"
        case "away":
            return "lobby" if seat.absence.kind in ("lobby", "meal") else "away"
        case "playing":
            pass
        case _:
            return "reserved"
    if not seat.link:
        return "fault"
    if dealt:
        return "folded" if folded else "in"
    if seat.leave:
        return "leaving"
    return "waiting" if table.live is not None else "ready"


def _did(table: Table, number: int, all_in: bool) -> g.Did:
    event = table.this_hand.last[number] if table.live is not None else None
    if all_in and not isinstance(event, pe.Folded):
        return "all-in"
    return did(event, table.hand)


def _given_up(table: Table, number: int) -> int:
    event = table.this_hand.last[number]
    return len(event.cards) if isinstance(event, pe.Drew) else 0


def did(event: object, hand: Hand | None = None) -> g.Did:
    """An act in a word; never a card."""
    match event:
        case pe.Folded() | pe.Fouled():
            return "fold"
        case pe.Called(chips=0):
            return "check"
        case pe.Called():
            return "call"
        case pe.Raised(chips=chips, to=to):
            return "bet" if chips == to and hand is not None and hand.wagers <= 1 else "raise"
        case pe.Posted(kind="ante"):
            return "ante"
        case pe.Posted(kind="bring-in"):
            return "bring-in"
        case pe.Posted():
            return "post"
        case pe.Drew(cards=cards):
            return "draw" if cards else "pat"
        case pe.Rolled(card=card):
            return "keep" if card is None else "roll"
        case pe.Killed():
            return "kill"
    return ""


def last_act(events: list[e.AnyEvent], hand: Hand | None) -> g.Last | None:
    """The act that everyone looks at now, if these events hold one."""
    found = None
    for event in events:
        for one in event.events if isinstance(event, e.InHand) else ():
            if isinstance(one, pe.Folded | pe.Called | pe.Raised):
                chips = one.to if isinstance(one, pe.Raised) else getattr(one, "chips", 0)
                found = g.Last(one.seat, did(one, hand), chips)
    return found
