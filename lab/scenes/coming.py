"""From the swipe to the chips."""

from msgspec.structs import replace

from firmware.screens.protocol import BuyIn, Pin, Range, Seat, Slip, View
from lab.scenes.cast import PUBLIC, SEATED, pick, seats

OPEN_SEATS = seats(s7=Seat(7), s1=pick(1, life="in", down=2))
COMING: dict[str, View] = {
    "attract": View(7, "attract", replace(PUBLIC, seats=OPEN_SEATS, hand=0)),
    "pin": View(7, "pin", PUBLIC, pin=Pin("4471", 5)),
    "pin-wrong": View(7, "pin", PUBLIC, pin=Pin("4471", 2, True, "4702918356", nonce=3)),
    "locked": View(7, "locked", PUBLIC, pin=Pin("4471", 0, True)),
    "buyin": View(
        7,
        "buy-in",
        replace(PUBLIC, seats=seats(s7=Seat(7, "reserved"))),
        buy_in=BuyIn(
            "Lena",
            124_000,
            Range(10_000, 50_000, 100),
            (10_000, 20_000, 30_000, 40_000, 50_000),
            30_000,
            300,
            "Big blind reaches you next hand",
        ),
    ),
    "buyin-returning": View(
        7,
        "buy-in",
        PUBLIC,
        buy_in=BuyIn(
            "Lena",
            124_000,
            Range(41_200, 50_000, 100),
            (41_200, 50_000),
            41_200,
            300,
            returning=41_200,
        ),
    ),
    "please-wait": View(
        7, "please wait", PUBLIC, said="The floor has been asked to approve your seat."
    ),
    "slip": View(
        7,
        "slip",
        replace(PUBLIC, seats=OPEN_SEATS, hand=0),
        slip=Slip(
            "You left the table",
            41_200,
            20_000,
            "4471",
            done=True,
            balance=124_000,
            text="Cash-out $412 to card ending 4471, seat 7, number 1-5521",
        ),
    ),
    "slip-moved": View(
        7,
        "slip",
        replace(PUBLIC, seats=OPEN_SEATS, hand=0),
        slip=Slip("You sit in seat 9 now", 41_200, 20_000, to_seat=9),
    ),
    "add-chips": replace(
        SEATED,
        buy_in=BuyIn(
            "Lena",
            94_000,
            Range(100, 8_800, 100),
            (2_500, 5_000, 8_800),
            8_800,
            adding=True,
            because="$500 is the most at this table, and you have $412.",
        ),
    ),
    "no-chips": replace(
        SEATED,
        buy_in=BuyIn(
            "Lena",
            94_000,
            Range(0, 0, 100),
            adding=True,
            no="You may make a full buy with $50 or less in front of you, and a short buy when you"
            " have no chips.",
        ),
    ),
    "buyin-free": View(
        7,
        "buy-in",
        PUBLIC,
        buy_in=BuyIn(
            "Lena",
            124_000,
            Range(10_000, 50_000, 100),
            (10_000, 50_000),
            30_000,
            because="$500 is the most at this table.",
        ),
    ),
}
