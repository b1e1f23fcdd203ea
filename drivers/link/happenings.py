"""What a link tells its owner. Everything else about a wire is a number in its tally."""

from typing import Generic, TypeVar

from msgspec import Struct

from drivers.link.keys import Peer

In = TypeVar("In")


class Up(Struct, frozen=True):
    """The peer is proven and speaks our version. The last view shown goes out again, whole. Also
    told while up: the other end had not heard us, and has hidden what it had."""

    peer: Peer
    resumed: bool  # False: one end began anew; what was unheard before is void


class Degraded(Struct, frozen=True):
    """Silent for 300 ms: warn, deal on."""


class Steady(Struct, frozen=True):
    """Heard again before it was down."""


class Down(Struct, frozen=True):
    """Silent for 500 ms, or the cable is out: a screen hides its cards now."""

    why: str


class Arrived(Struct, Generic[In], frozen=True):
    message: In

    def __repr__(self) -> str:  # a view may hold cards, an intent a PIN: in no log
        return f"Arrived({type(self.message).__name__})"


class Stranger(Struct, frozen=True):
    """Somebody called who was never paired with this table, or is not meant for this socket."""

    name: str


class Misfit(Struct, frozen=True):
    """Paired, proven, but of another version: its words are not heard."""

    peer: Peer
    why: str


Happening = Up | Degraded | Steady | Down | Arrived[In] | Stranger | Misfit
