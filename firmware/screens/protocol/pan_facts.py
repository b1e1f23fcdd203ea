"""What a hand of pan comes to in words: the same on every glass."""

from collections.abc import Callable

from firmware.money import show
from firmware.screens.protocol.pan_view import Laid, Pan

Name = Callable[[int], str]


def of_seat(pan: Pan, seat: int) -> list[Laid]:
    """His melds, as they were laid."""
    return [one for one in pan.melds if one.seat == seat]


def stands(pan: Pan, actor: int, name: Name) -> str:
    """Who is waited for, and for what."""
    match pan.due:
        case "declare":
            return f"{name(actor)}: in or out?"
        case "use" if pan.by == actor:
            return f"{name(actor)} may use the card"
        case "use":
            return f"{name(actor)} may use the card of {name(pan.by)}, or draw"
        case "more":
            return f"{name(actor)} is hit"
        case "agree":
            return f"{name(pan.turn)} would split the tops with {name(actor)}"
        case "deal" if pan.turn:
            return f"A card is turned for {name(pan.turn)}"
    return ""


def paid(pan: Pan, name: Name) -> str:
    """The newest payment."""
    last = pan.paid
    if last is None or not last.by:
        return ""
    most = max(chips for _, chips in last.by)
    who = name(last.seat)
    told = f"{last.why}: {show(most)} from each to {'you' if who == 'You' else who}"
    return f"{told}, {show(last.unasked)} not asked for yet" if last.unasked else told
