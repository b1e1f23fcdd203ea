"""What a console may see, for tests of its pages: a table with two players, and what is wrong."""

from console.look import Balance, Copy, Happening, Look, Page, Played, Table, Update
from console.seen import Seen
from firmware.journal.fault_log import FaultSpan
from firmware.journal.meters import Meters
from firmware.screens.protocol import Floor, Public, Seat
from firmware.screens.protocol.devices import Devices, Noise, Reader, Wire
from firmware.screens.protocol.floor_view import FloorSeat, Trouble

NOW = 1_763_236_600_000
HOUR = 3_600_000
SIZES = [(100, 32), (80, 24), (132, 50), (52, 38)]


def floor(**more) -> Floor:
    names = ("Marisol", "Dutch", "")
    plates = tuple(
        Seat(n, "in" if name else "open", name, 30_000) for n, name in enumerate(names, 1)
    )
    seats = tuple(
        FloorSeat(n, account="patron:1" if name else "") for n, name in enumerate(names, 1)
    )
    public = Public(phase="in hand", hand=118_204, street="flop", seats=plates)
    return Floor(now=NOW, public=public, state="open", seats=seats, **more)


def look(**more) -> Look:
    table = Table(
        floor=floor(),
        meters=Meters(money_in=100_000, money_out=38_000, hands=118_203, power_ups=41),
        balance=Balance((("Stacks and pots", 60_000), ("Fees", 1_500), ("Jackpots", 500)), 62_000,
                        more.pop("here", 62_000)),
        page=Page("8f2c11d0aa55ee77", ('house = "artichoke-joes"', "seats = 3")),
        record=1_214_306,
        head="77c104ea00112233",
        at_ms=NOW - 151_000,
        faults=more.pop("faults", ()),
        past_faults=(FaultSpan("LINK_DOWN seat 2", "It was silent.", NOW - HOUR, NOW - 52_000),),
        happened=(Happening(NOW - 151_000, "HAND", "hand 118,203 over, $44"),
                  Happening(NOW - 5 * HOUR, "DOOR", "the main door is open")),
        hands=(Played(118_203, NOW - 151_000, 4_400, "seat 1"),),
        hands_kept=1000,
    )  # fmt: skip
    told = {
        "name": "4",
        "parts": {"seat 7 station": "3.2", "seat 9 reader": "5.1", "center": "3.3"},
        "runs": True,
        "copies": (
            Copy("/a", "3.1 MB, 900 MB free", True),
            Copy("/b", "3.1 MB, 900 MB free", True),
        ),
        "table": table,
    }
    return Look(NOW - 5_000, **{**told, **more})


def seen(live: Floor | None = None, **more) -> Seen:
    return Seen(NOW, look(**more), live, person="tom", role="technician",
                last_here_ms=NOW - 4 * HOUR)  # fmt: skip


def wire(unit: str, **more) -> Wire:
    told = {"link": "up", "peer": f"Station {unit[5:]}", "mean_ms": 4, "frames": 9_000,
            "sent": 4_000, "sessions": 1}  # fmt: skip
    return Wire(unit, **{**told, **more})


def devices(**more) -> Devices:
    slow = wire("seat 7", mean_ms=312, damaged=174, again=176, silences=3, sessions=4)
    told = {
        "at": NOW,
        "wires": (wire("center"), wire("seat 1"), slow, wire("seat 9", link="out")),
        "readers": (Reader(1, True, 40), Reader(7, True, 37, 3), Reader(9)),
        "noise": Noise("hwrng", "healthy", 41_984, 4, 9, 41, 71, 0, 1_204),
        "minutes": (4, 9, 312, 1_840),
        "board": True,
    }
    return Devices("look", **{**told, **more})


SILENT = Trouble(
    "LINK_DOWN seat 7",
    "The station of seat 7 is silent: unplugged. Its cards are hidden; all chips are safe. "
    "Check its cable and its power; it comes back by itself.",
    NOW - 60_000,
    "Check its cable and its power; it comes back by itself.",
)
UPDATE = Update(
    "4.3.0", "c19d77f0" * 8, NOW - 80 * HOUR,
    ("the console tells of updates", "a station rests its screen", "two faults mended"),
    (("house", "mgr.okafor", NOW - 10 * HOUR), ("lab", "release key", NOW - 70 * HOUR)),
    "written", (("checked", NOW - 300_000), ("written", NOW - 120_000)), "B",
)  # fmt: skip
