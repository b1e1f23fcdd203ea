"""An evening that nobody sees: what every player will need is drawn before the first one waits
for it. Boxes, icons, chips and the words on the buttons are kept; names and amounts are not real.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.screens.protocol import (
    BuyIn,
    Clock,
    Did,
    Pin,
    Placard,
    Pot,
    Public,
    Range,
    Result,
    Seat,
    Turn,
    View,
)  # fmt: skip
from stations import scene
from stations.state import State
from ui.amounts import counted

BOARD = (0, 5, 10, 15, 20)
CLOCK = Clock(15_000, 20_000, 30_000)


def rehearse(now: View) -> Iterator[None]:
    """A scene a step, for this seat as its table and its player have it."""
    for view in _evening(now.seat, now.public.placard):
        s = State()
        s.view, s.link.began = replace(view, prefs=now.prefs), True
        if view.turn and view.turn.raise_to:
            s.bet.to = view.turn.raise_to.least
        if view.buy_in:
            s.entry.buy = view.buy_in.amounts.least
        c = s.canvas()
        c.begin()
        with counted(now.public.placard.chips):
            scene.draw(c, s)
        yield


def _evening(seat: int, placard: Placard) -> Iterator[View]:
    least, most = placard.buy_in
    amounts = Range(least, max(most, 2 * least), placard.chip)
    waiting = Public(placard, "waiting", missing=1)
    yield View(seat, "pin", waiting, pin=Pin("0000"))
    yield View(seat, "buy-in", waiting, buy_in=BuyIn("Guest", 2 * least, amounts, (least,), least))
    yield View(seat, "seated", waiting, waits="hand")
    big = placard.big_blind
    other = seat % 10 + 1
    first = Public(
        placard, "in hand", 1, "AAAA-AAAA-AAAA", "preflop", other, pots=(Pot(3 * big),),
        seats=_seats(placard, "call", big), actor=other, to_call=big, clock=CLOCK,
    )  # fmt: skip
    yield View(seat, "seated", first, pre=("check/fold", "call", "call any"), owed=big)
    mine = replace(first, actor=seat)
    for call in (big, 0):
        raises = Range(2 * big, 100 * big, placard.chip)
        turn = Turn(1, bool(call), call, raises, level=big, pot=3 * big, unit=big)
        yield View(seat, "seated", mine, turn=turn)
    later = replace(first, board=BOARD[:3], seats=_seats(placard, "check"), street="flop")
    yield View(seat, "seated", later, pre=("check/fold", "check", "call any"))
    ended = replace(
        first, phase="showdown", actor=0, clock=None, board=BOARD[: placard.board],
        result=Result(other, 3 * big, "Pair", seat, "High card", next_ms=1000, next_of_ms=6000),
        seats=tuple(replace(one, won=3 * big * (one.seat == other)) for one in first.seats),
    )  # fmt: skip
    yield View(seat, "seated", ended)


def _seats(placard: Placard, did: Did, bet: int = 0) -> tuple[Seat, ...]:
    """All ten, and something of everything."""
    seats = [
        Seat(n, "in", "Guest", 100 * placard.big_blind, bet, did, down=placard.hole)
        for n in range(1, 11)
    ]
    seats[2] = replace(seats[2], life="folded", bet=0, did="fold", down=0)
    seats[4] = replace(seats[4], mark="SB")
    seats[5] = replace(seats[5], mark="BB")
    seats[6] = replace(seats[6], stack=0, all_in=True)
    return tuple(seats)
