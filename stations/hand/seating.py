"""Where the others sit on this glass: clockwise from the player's left, around the felt."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pygame import Rect

from firmware.screens.protocol import Public, Seat
from stations.areas import GLASS
from stations.state import State

Side = Literal["left", "top", "right"]
Spot = tuple[int, int]
PLATE = (184, 72)
PLACES = (
    (16, 314), (16, 206), (140, 84), (344, 84), (548, 84), (752, 84), (956, 84), (1080, 206),
    (1080, 314),
)  # fmt: skip
CORNERS: dict[tuple[int, int], Side] = {PLACES[2]: "left", PLACES[6]: "right"}
TOP_ROW = 100  # plates above it look down on the board


def places(s: State) -> list[tuple[Rect, int]]:
    """A plate for each of the others."""
    return [(Rect(spot, PLATE), number) for spot, number in spread(s.public, s.view.seat, PLACES)]


def spread(public: Public, mine: int, places: Sequence[Spot]) -> list[tuple[Spot, int]]:
    """Who sits at which of these; few are spread over all of them."""
    seats = sorted(seat.seat for seat in public.seats)
    others = [n for n in seats if n > mine] + [n for n in seats if n < mine]
    spots = places
    if others and len(others) < len(places):
        pitch = len(places) / len(others)
        spots = [places[round((i + 0.5) * pitch - 0.5)] for i in range(len(others))]
    return [*zip(spots, others, strict=False)]


class Others(NamedTuple):
    """Who sits where, and where cards lie open: looked up once for a picture."""

    plates: list[tuple[Rect, Seat]]
    open: frozenset[Side]  # edges of the felt
    corners: frozenset[Side]  # ends of the upper one
    showing: dict[int, int]  # x of a plate at the sides: how many show there


def others(s: State) -> Others:
    plates = [(plate, s.seat(number)) for plate, number in places(s)]
    show = [plate for plate, seat in plates if lies_open(s, seat)]
    if not show:
        return Others(plates, frozenset(), frozenset(), {})
    corners = frozenset(CORNERS[plate.topleft] for plate in show if plate.topleft in CORNERS)
    sides = Counter(plate.x for plate in show if side_of(plate) != "top")
    return Others(plates, frozenset(map(side_of, show)), corners, sides)


def lies_open(s: State, seat: Seat) -> tuple[int, ...]:
    """Cards before a plate; the bank's lie in the middle, unless there is a board."""
    if s.round and seat.mark == "B" and not s.public.placard.board:
        return ()
    return (*seat.shown, *seat.up)


def side_of(plate: Rect) -> Side:
    """Which edge of the felt it lies at: what is in front of it lies towards the middle."""
    if plate.y < TOP_ROW:
        return "top"
    return "left" if plate.x < GLASS.centerx else "right"
