"""What the lab's page says, and what it is told beside the pictures (JSON, one word a message)."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from lab.live.trays import Card
from lab.live.watching import News, Now

Speed = Literal["slow", "real", "4 times", "max"]
OneIn = Literal[0, 10_000, 1_000, 300, 100]


class Look(Struct, tag="look", forbid_unknown_fields=True):
    """Enlarge this station; 0: none, or the center."""

    seat: int
    center: bool = False


class Finger(Struct, tag="finger", forbid_unknown_fields=True):
    kind: Literal["down", "move", "up"]
    x: float
    y: float
    finger: int = 0


class Swipe(Struct, tag="swipe", forbid_unknown_fields=True):
    seat: int
    badly: bool = False


class Cable(Struct, tag="cable", forbid_unknown_fields=True):
    seat: int
    plugged: bool


class Noise(Struct, tag="noise", forbid_unknown_fields=True):
    """One byte in so many is spoilt on the way; 0: none."""

    seat: int
    one_in: OneIn


class Lay(Struct, tag="lay", forbid_unknown_fields=True):
    """Another card lies in this seat's tray: the number of it in `Broken.pocket`."""

    seat: int
    card: int


class Restart(Struct, tag="restart", forbid_unknown_fields=True):
    """The station's program is killed, and comes back as systemd would bring it back."""

    seat: int


class LetBot(Struct, tag="bot", forbid_unknown_fields=True):
    """A bot's hands at this seat, or no longer."""

    seat: int
    on: bool


class Bots(Struct, tag="bots", forbid_unknown_fields=True):
    count: int


class Pace(Struct, tag="pace", forbid_unknown_fields=True):
    speed: Speed


class Door(Struct, tag="door", forbid_unknown_fields=True):
    open: bool


class Books(Struct, tag="bank", forbid_unknown_fields=True):
    away: bool


class Printer(Struct, tag="printer", forbid_unknown_fields=True):
    on: bool


class Power(Struct, tag="power", forbid_unknown_fields=True):
    on: bool


class Hold(Struct, tag="hold", forbid_unknown_fields=True):
    """The floor pauses the table, or lets it go on."""

    on: bool


class Play(Struct, tag="play", forbid_unknown_fields=True):
    """A table for this game, as this house spreads it; "": the first that does."""

    game: str
    house: str = ""


class Open(Struct, tag="open", forbid_unknown_fields=True):
    """A record of the journal, whole."""

    record: int


Said = (
    Look | Finger | Swipe | Lay | Cable | Noise | Restart | LetBot | Bots | Pace | Door | Books
    | Printer | Power | Hold | Play | Open
)  # fmt: skip
read = msgspec.json.Decoder(Said).decode


# ---- What it is told


class Broken(Struct, frozen=True, tag="broken"):
    """What somebody has done to the table, and who plays."""

    bots: tuple[int, ...]
    unplugged: tuple[int, ...]
    noisy: dict[int, int]  # seats, and one byte in how many
    door: bool
    bank: bool
    printer: bool
    powered: bool
    speed: str
    pocket: tuple[Card, ...]  # those for a reader: no word here has room for one that is dealt
    trays: tuple[int, ...]  # which of them lies at each seat, seat 1 first
    coming: str = ""  # the next game, after this hand


class Targets(Struct, frozen=True, tag="targets"):
    """What can be touched on the enlarged glass, and where: x, y, width, height."""

    seat: int
    targets: dict[str, tuple[int, int, int, int]]


class Opened(Struct, frozen=True, tag="record"):
    body: dict[str, Any]


Told = Now | News | Broken | Targets | Opened
words = msgspec.json.Encoder().encode
