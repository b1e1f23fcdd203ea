"""What the devices of a table have been through, for who looks after it: counters since the start
of its program, and no content of any message. Asked for, never sent by itself: a floor has no use
for a number that moves ten times a second."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Link = Literal["up", "silent", "out"]


class ShowDevices(Struct, frozen=True, array_like=True, tag=True):
    """To look at, which is no order: every paired desk may."""

    id: Annotated[str, Meta(min_length=1, max_length=80)]
    unit: Annotated[str, Meta(max_length=20)] = ""  # whose minutes are wanted


class Wire(Struct, frozen=True, array_like=True, omit_defaults=True):
    unit: str  # seat 7, center, doors
    link: Link = "out"
    peer: str = ""  # who is at the other end
    mean_ms: int = 0  # round trip, smoothed
    frames: int = 0  # that came whole
    damaged: int = 0
    sent: int = 0  # pieces
    again: int = 0  # of them, more than once
    silences: int = 0  # of half a second and more: every card was hidden
    sessions: int = 0
    forged: int = 0  # bad keys, replays, strangers
    took: tuple[int, ...] = ()  # answers by their round trip (drivers/link/round_trip.py)
    took_ms: int = 0  # all of them together


class Reader(Struct, frozen=True, array_like=True, omit_defaults=True):
    seat: int
    listens: bool = False
    good: int = 0  # swipes
    bad: int = 0


class Noise(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The hardware noise and both of its tests, each beside the line that it must not cross."""

    source: str = ""
    state: str = ""
    samples: int = 0
    run: int = 0  # the longest of one byte
    run_limit: int = 0
    share: int = 0  # of one byte, in a window
    share_limit: int = 0
    thrown: int = 0  # windows that failed, and were thrown away
    cycled: int = 0  # blocks drawn while nothing was dealt (REQ-R4)
    fault: str = ""


class Lag(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What has not arrived yet."""

    records: int = 0  # of the journal, of which the house has not heard
    parcels: int = 0  # of chips, on their way to or from the bank
    hands: int = 0  # that no witness has signed
    copies: int = 0  # of the journal that failed


class Pairing(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A new screen at a cable, on its way to be known."""

    unit: str = ""
    step: Literal["", "waits", "compare", "paired", "failed"] = ""
    words: str = ""  # what it calls itself; failed: why
    digits: str = ""  # that a person compares with its glass


class Devices(Struct, frozen=True, array_like=True, omit_defaults=True, tag=7):
    id: str
    at: int = 0  # the table's clock
    began_at: int = 0  # counted from here on
    wires: tuple[Wire, ...] = ()
    readers: tuple[Reader, ...] = ()
    board: bool = False  # doors and lamps are wired
    openings: tuple[tuple[str, int], ...] = ()  # of each door, as its board counted
    noise: Noise = Noise()
    minutes: tuple[int, ...] = ()  # the worst round trip of each, in ms; oldest first
    lag: Lag = Lag()
    pairing: Pairing = Pairing()
