"""What can be given to a seat or a table from here, and the question that goes before it.

Pure. What is harmless goes at a touch; what takes money, cards or a seat away is asked first, with
its effect on the hand in play, which the table itself says.
"""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct

from desks.floor.words import amount
from desks.pages import number as number_of
from firmware.bank import roles
from firmware.errors import Refused
from firmware.money import show
from firmware.screens.protocol import orders
from firmware.screens.protocol.floor_view import Floor, FloorSeat, GameSpread
from firmware.screens.protocol.public_view import Seat

ORDERS: dict[str, type[orders.Order]] = {kind.__name__: kind for kind in get_args(orders.AnyOrder)}


class Act(Struct, frozen=True):
    order: str
    words: str
    small: str
    look: str = ""
    asks: bool = True
    seat: int = 0
    given: Mapping[str, object] = {}
    href: str = ""  # not an order: another page
    also: str = ""  # asked with: a field of the order and its value


def read_order(name: str, table: str, form: dict[str, str], token: str) -> orders.AnyOrder:
    """An order as a form wrote it. What a form cannot have written is refused in words."""
    if (kind := ORDERS.get(name)) is None:
        raise Refused(f"There is no order {name}.", rule="REQ-R46")
    # A field named "id" would hide the form's own from the page's scripts.
    given: dict[str, Any] = {"id": form.get("form_id", "")} | {
        k: v
        for k, v in form.items()
        if k in kind.__struct_fields__ and k not in ("id", "table", "token")
    }
    if "accounts" in given:
        given["accounts"] = f"{form['accounts']} {form.get('other', '')}".split()
    if "game" in given:
        given["game"] = json_of(form["game"])
    try:
        # The wire's arrays have no names: a form is read field by field, in the order's own types.
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        typed = {k: msgspec.convert(v, types[k], strict=False) for k, v in given.items()}
        return kind(**typed | {"table": table, "token": token})  # type: ignore[return-value]
    except (msgspec.ValidationError, TypeError) as no:
        raise Refused(f"The form is not filled in: {no}.", rule="REQ-R46") from None


def json_of(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def game_words(one: GameSpread) -> str:
    """no-limit holdem $1/$3"""
    stakes = "/".join(show(cents) for cents in one.blinds or (one.small, one.big) if cents)
    return f"{one.limit} {one.game} {stakes}"


def more(table: str, floor: Floor, number: int) -> list[Act]:
    """What is ordered seldom: of the chosen seat, or of the table."""
    here = next((one for one in floor.seats if one.seat == number and one.account), None)
    if here is not None:
        return [
            Act("", "Pay a comp", "from a promotion, two keys", seat=number,
                href=f"/floor/{table}/comp?seat={number}"),
            Act("Bar", "Bar from table", "this player, for good", "rose", seat=number),
            Act("", "Bar from the house", "from every table", "rose", seat=number,
                href=f"/floor/{table}/house-bars?seat={number}"),
            Act("KeepApart", "Keep apart", "from another player", seat=number),
        ]  # fmt: skip
    found = [
        Act("ChangeGame", "Change game", "or stakes, between hands"),
        Act("SweepFees", "Sweep fees", f"{show(floor.fees_here)}, between hands"),
    ]
    if floor.state == "open":
        words = "voids the hand, two keys"
        found.insert(0, Act("CloseTable", "Close now", words, "rose", also="now=1"))
    if floor.high_hand:
        chips = show(floor.high_hand.payee.chips)
        found.append(Act("PayHighHand", "Pay high hand", f"{chips}, two keys", "gold"))
    if floor.barred:
        found.append(Act("Unbar", "Lift a bar", f"{len(floor.barred)} barred here"))
    words = "who may not come in"
    found.append(Act("", "House bars", words, href=f"/floor/{table}/house-bars"))
    if floor.apart:
        found.append(Act("LetTogether", "Let together", "players kept apart"))
    return found + _tournament(floor)


def _tournament(floor: Floor) -> list[Act]:
    if not floor.tournament:
        return []
    if floor.chop:
        return [
            Act("EndTournament", "End as agreed", "prizes by the chop", "gold", also="end=1"),
            Act("EndTournament", "Play on", "no chop", also="end=0"),
        ]
    if floor.public.contest and floor.public.contest.level:
        return []  # it is played to its end
    return [
        Act("StartTournament", "Start tournament", "with who sits here"),
        Act("CancelTournament", "Cancel tournament", "everybody is refunded", "rose"),
    ]


def acts(table: str, floor: Floor, number: int) -> list[Act]:
    """Ten at most: the chosen seat's first row, then the table's."""
    seat = next((one for one in floor.public.seats if one.seat == number), None)
    more = next((one for one in floor.seats if one.seat == number), FloorSeat(number))
    if seat is None or seat.life == "open":
        return _of_nobody(number) + _of_table(table, floor)
    return _of_seat(seat, more, amount(floor.public.placard, seat.stack)) + _of_table(table, floor)


def _of_seat(seat: Seat, more: FloorSeat, stack: str) -> list[Act]:
    n = {"seat": seat.seat}
    if more.stage == "approve":
        return [
            Act("Approve", "Approve", "may buy in", "gold", False, given=n),
            Act("TurnAway", "No seat", "back to the rail", "rose", seat=seat.seat),
        ]
    if seat.life == "reserved":
        return [Act("Release", "Let the seat go", "the name leaves it", seat=seat.seat)]
    called = more.called_at > 0
    first = (
        Act("AnswerCall", "I was there", "ends the call", "gold", False, given=n | {"done": 1})
        if called and more.answered
        else Act("AnswerCall", "I am here", "answers the call", "gold" if called else "", False,
                 given=n)
    )  # fmt: skip
    return [
        first,
        _time(seat.seat, more.away),
        Act("MovePlayer", "Move seat", "after this hand", seat=seat.seat),
        Act("FoulHand", "Foul hand", "misconduct, logged", seat=seat.seat),
        Act("CashIn", "Cash in", f"{stack} after this hand", "rose", seat=seat.seat),
    ]


def _time(seat: int, away: str) -> Act:
    words, seconds = (f"+ 5 min {away}", 300) if away else ("+ 30 s to act", 30)
    given = {"seat": seat, "seconds": seconds}
    return Act("ExtendClock", "Give time", words, "", False, given=given)


def _of_nobody(number: int) -> list[Act]:
    return [Act("Reserve", "Hold this seat", "for a name", seat=number)] if number else []


def _of_table(table: str, floor: Floor) -> list[Act]:
    if floor.state == "closed":
        missing, change = floor.public.missing, Act("ChangeGame", "Change game", "or stakes")
        if floor.tournament:
            return [*_tournament(floor), change]
        words = f"when {missing} more sit with chips" if missing else "the first hand is dealt"
        return [Act("OpenTable", "Open table", words, "" if missing else "gold", False), change]
    stopped = any(stop.who == "floor" for stop in floor.stops) or floor.break_until_at
    return [
        Act("Resume", "Go on", "clocks run again", "gold", False) if stopped
        else Act("Pause", "Pause table", "clocks stop, hand kept"),
        Act("TakeBreak", "Pause after hand", "break, 15 min"),
        Act("", "Replay a hand", "public cards only", href=f"/floor/{table}/replay"),
        Act("CloseTable", "Close table", "after this hand"),
        Act("VoidHand", "Void hand", "two keys, refunds all", "rose",
            href=f"/floor/{table}/void"),
    ]  # fmt: skip


# ---- The question before an order


class Field(Struct, frozen=True):
    name: str
    label: str
    value: str = ""
    number: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    first: bool = False  # a swipe goes there at once


class Question(Struct, frozen=True):
    order: str
    title: str
    verb: str
    look: str = "gold"
    fields: tuple[Field, ...] = ()
    given: dict[str, object] = {}
    id: str = ""
    would: str = ""
    second: bool = False
    pin: bool = False  # it is one of two names
    no: bool = False  # the table refuses it as it is
    why: bool = True  # the second person has the first one's reason


def _number(account: str) -> str:
    return f"account {account.removeprefix('patron:')}"


def _account(floor: Floor, number: int) -> str:
    return next((one.account for one in floor.seats if one.seat == number), "")


def by_pin(name: str, form: Mapping[str, str]) -> bool:
    """Whether it is, or may become, one of two names: then its person proves who he is."""
    two = name in roles.ACTS and roles.needs_two(name)
    return two or name == "Confirm" or bool(number_of(form.get("now", "")))


_ROSE = {"CashIn", "FoulHand", "TurnAway", "CloseTable", "CancelTournament", "Bar"}
_WORDS = {
    "CashIn": "Cash in", "FoulHand": "Foul the hand", "MovePlayer": "Move",
    "TurnAway": "Turn away", "CloseTable": "Close the table", "Pause": "Pause the table",
    "TakeBreak": "Break after this hand", "Release": "Let go", "Reserve": "Hold",
    "ChangeGame": "Change the game", "Confirm": "Confirm",
    "ConfirmJackpot": "Decide the bad beat", "Bar": "Bar from this table", "Unbar": "Lift the bar",
    "KeepApart": "Keep apart", "LetTogether": "Let sit together", "SweepFees": "Sweep the fees",
    "PayHighHand": "Pay the high hand", "StartTournament": "Start the tournament",
    "CancelTournament": "Cancel the tournament", "EndTournament": "Settle the tournament",
}  # fmt: skip


def question(
    name: str, floor: Floor, number: int, form_id: str, about: str = "",
    also: Mapping[str, str] = {},
) -> Question:  # fmt: skip
    """`about`: what it is about where no seat is: another's order, a bad beat's number. `also`:
    what the page's link said of it."""
    given: dict[str, object] = {"seat": number} if number else {}
    given |= {k: also[k] for k in ("now", "end") if k in also}
    fields: tuple[Field, ...] = ()
    if name == "FoulHand":
        given["hand"] = floor.public.hand
    elif name == "MovePlayer":
        free = [str(seat.seat) for seat in floor.public.seats if seat.life == "open"]
        fields = (Field("to", "To seat", choices=tuple((n, f"Seat {n}") for n in free)),)
    elif name == "Confirm":
        given["order"] = about
    elif name == "ConfirmJackpot":
        given["number"] = about
        fields = (Field("pay", "It is", choices=(("1", "a bad beat: pay it"),
                                                 ("0", "none: nothing is paid"))),)  # fmt: skip
    elif name == "ChangeGame":
        spreads = tuple((msgspec.json.encode(one).decode(), game_words(one)) for one in floor.games)
        fields = (Field("game", "Game", choices=spreads),)
    elif name == "Bar":
        given = {"account": _account(floor, number)}
    elif name == "KeepApart":
        given = {"accounts": _account(floor, number)}
        others = tuple((one.account, f"Seat {one.seat}") for one in floor.seats
                       if one.account and one.seat != number)  # fmt: skip
        fields = (Field("other", "From", choices=others),)
    elif name == "Unbar":
        barred = tuple((one.account, _number(one.account)) for one in floor.barred)
        fields = (Field("account", "Who", choices=barred),)
    elif name == "LetTogether":
        pairs = tuple((" ".join(one.accounts), " and ".join(map(_number, one.accounts)))
                      for one in floor.apart)  # fmt: skip
        fields = (Field("accounts", "Who", choices=pairs),)
    elif name == "TakeBreak":
        fields = (Field("minutes", "Minutes", "15", number=True),)
    elif name == "Reserve":
        fields = (Field("account", "Swipe their card, or type the account's number", first=True),)
    words = "Close now" if given.get("now") else _WORDS.get(name, name)
    look = "rose" if name in _ROSE else "gold"
    title = f"{words}{_target(floor, number)}?"
    return Question(name, title, words, look, fields, given, form_id, why=name != "Confirm")


def _target(floor: Floor, number: int) -> str:
    who = next((s.name for s in floor.public.seats if s.seat == number), "")
    return f": seat {number}{f', {who}' if who else ''}" if number else ""
