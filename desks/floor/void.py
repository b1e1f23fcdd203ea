"""What voiding the hand does to the money, seat by seat, before anybody confirms it. Pure."""

from msgspec import Struct

from desks.floor.words import AtDesk, Card, card
from firmware.bank.gaming_day import HouseClock, local
from firmware.screens.protocol.floor_view import Asked


class Row(Struct, frozen=True):
    seat: int
    name: str
    now: int
    back: int

    @property
    def after(self) -> int:
        return self.now + self.back


class VoidPage(Struct, frozen=True):
    number: int
    rows: list[Row]
    pot: int
    fee: int
    jackpot: int
    before: int  # all chips of the table, now
    of: int
    board: list[Card]
    stopped: str
    button: int = 0
    today: int = 0
    chips: bool = False  # a tournament's, which are no money
    asked: Asked | None = None
    mine: bool = False
    since: str = ""
    until_ms: int = 0
    seconds: str = ""

    @property
    def hand(self) -> str:
        return f"{self.number:,}"

    @property
    def returned(self) -> int:
        return sum(row.back for row in self.rows)

    @property
    def after(self) -> int:
        return sum(row.after for row in self.rows)


def page_of(at: AtDesk, person: str, house: HouseClock) -> VoidPage | None:
    floor = at.floor
    if floor is None or not floor.public.hand or floor.public.result is not None:
        return None  # its pot is paid: what still lies there in the picture is in a stack
    back = {seat.seat: seat.back for seat in floor.seats}
    rows = [
        Row(seat.seat, seat.name, seat.stack, back.get(seat.seat, 0))
        for seat in floor.public.seats
        if seat.life not in ("open", "reserved")
    ]
    pot = sum(one.chips for one in floor.public.pots)
    bets = floor.public.total or pot + sum(seat.bet for seat in floor.public.seats)
    before = sum(row.now for row in rows) + bets + floor.fee + floor.jackpot
    asked = next((one for one in floor.asked if one.what == "VoidHand"), None)
    return VoidPage(
        floor.public.hand, rows, bets, floor.fee, floor.jackpot, before,
        floor.public.placard.board or len(floor.public.common),
        [card(code) for code in floor.public.board],
        _stopped(at), floor.public.button, sum(hour.voids for hour in floor.hours),
        floor.public.placard.chips,
        *_asked(at, asked, person, house),
    )  # fmt: skip


def _stopped(at: AtDesk) -> str:
    assert at.floor is not None
    public = at.floor.public
    names = {seat.seat: seat.name for seat in public.seats}
    turn = f", {names[public.actor]} to act" if public.actor in names else ""
    return f"{public.street.capitalize() or 'Before the deal'}{turn}"


def _asked(
    at: AtDesk, asked: Asked | None, person: str, house: HouseClock
) -> tuple[Asked | None, bool, str, int, str]:
    """Who asked, is it you, since when, until when, and who may confirm."""
    if asked is None:
        return None, False, "", 0, "Another person of the right role"
    since = f"{local(at.wall(asked.asked_at), house):%H:%M:%S}"
    until = at.wall(asked.until_at)
    return asked, asked.by == person, since, until, " or ".join(asked.seconds)
