"""A hand that is over as one file that anybody can keep and share: it opens in any browser, asks
nothing of a server, and holds what everyone saw. Pure."""

from collections.abc import Sequence

from msgspec import Struct

from desks.floor.words import Card, amount, card
from desks.pages import render
from firmware.screens.protocol.orders import Step
from firmware.screens.protocol.public_view import Public, Seat


class At(Struct, frozen=True):
    """One seat at one step."""

    seat: int
    name: str
    stack: str
    bet: str
    cards: list[Card]  # that lay open
    backs: int
    folded: bool
    won: bool


class Picture(Struct, frozen=True):
    words: str
    street: str
    pots: list[str]
    boards: list[list[Card]]
    seats: list[At]
    acts: int


def file_name(table: str, hand: int) -> str:
    plain = "".join(sign for sign in table if sign.isalnum() or sign == "-")
    return f"table-{plain}-hand-{hand}.html"


def file_of(table: str, hand: int, steps: Sequence[Step]) -> str:
    return render(
        "kept_hand.html",
        {
            "table": table,
            "hand": hand,
            "game": steps[0].public.placard.game,
            "stakes": steps[0].public.placard.stakes,
            "pictures": [_picture(step) for step in steps],
        },
    )


def _picture(step: Step) -> Picture:
    view = step.public
    boards = [[card(code) for code in row] for row in (view.board, view.second) if row]
    return Picture(
        step.words, view.street.capitalize(),
        [amount(view.placard, pot.chips) for pot in view.pots], boards,
        [_at(view, seat) for seat in view.seats if seat.life not in ("open", "reserved")],
        view.last.seat if view.last and not view.result else 0,
    )  # fmt: skip


def _at(view: Public, seat: Seat) -> At:
    hands = view.against.hands if view.against else view.pan.melds if view.pan else ()
    lies = (*seat.shown, *seat.up) or tuple(
        one for hand in hands if hand.seat == seat.seat for one in hand.cards
    )
    live = seat.life == "in" and not seat.shown
    return At(
        seat.seat, seat.name, amount(view.placard, seat.stack),
        amount(view.placard, seat.bet) if seat.bet else "",
        [card(code) for code in lies], seat.down if live else 0, seat.life == "folded",
        seat.won > 0,
    )  # fmt: skip
