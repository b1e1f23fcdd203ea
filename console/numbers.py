"""A table in numbers, for who watches a room of them. Pure: what is seen becomes samples.

A label is a unit, a code or a copy; never a patron, a card or a hand. What is one of them is a
number, or is not here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from drivers.link.round_trip import BOUNDS_S
from firmware.screens.protocol import Floor
from firmware.screens.protocol.devices import Devices, Wire

Labels = Mapping[str, str]
CODES = 40  # most faults that are told apart; a table has never been so ill


class Family(Struct, frozen=True):
    name: str  # without stormdeck_
    kind: Literal["gauge", "counter"]
    about: str
    samples: Sequence[tuple[Labels, float]]


class Times(Struct, frozen=True):
    """A histogram: how many took how long, each with all before it."""

    name: str
    about: str
    rows: Sequence[tuple[Labels, Sequence[tuple[str, int]], float]]  # buckets; sum in seconds


class Machine(Struct, frozen=True):
    """What the machine itself tells, table or not."""

    free_bytes: Mapping[str, int] = {}  # by copy of the journal
    journal_bytes: Mapping[str, int] = {}
    celsius: Mapping[str, float] = {}  # by zone


def numbers(floor: Floor | None, devices: Devices | None, machine: Machine) -> list[Family | Times]:
    told: list[Family | Times] = [
        _one("up", "the table's program answers", floor is not None),
        _each("disk_free_bytes", "room on the disk of a copy", "copy", machine.free_bytes),
        _each("journal_bytes", "length of a copy of the journal", "copy", machine.journal_bytes),
        _each("temperature_celsius", "of the machine", "zone", machine.celsius),
    ]
    if floor is not None:
        told += _table(floor)
    if devices is not None:
        told += _devices(devices)
    return told


def _table(floor: Floor) -> list[Family | Times]:
    faults: dict[tuple[str, str], int] = {}
    for one in floor.faults[:CODES]:
        code, _, unit = one.name.partition(" ")
        faults[code, unit_of(unit)] = faults.get((code, unit_of(unit)), 0) + 1
    rows = [({"code": code, "unit": unit}, float(n)) for (code, unit), n in faults.items()]
    playing = sum(bool(seat.account) for seat in floor.seats)
    return [
        _one("open", "the floor has opened it", floor.state == "open"),
        _one("stopped", "somebody or something holds it", len(floor.stops)),
        _one("seats_taken", "somebody sits there", playing),
        _one("hands_total", "dealt since the journal began", floor.deals.last, "counter"),
        _one("hands_day", "of the last day", sum(hour.hands for hour in floor.hours)),
        _one("voids_day", "hands that did not count, of the last day",
             sum(hour.voids for hour in floor.hours)),
        _one("doors_open", "doors and keys", len(floor.doors)),
        _one("orders_waiting", "for a second person", len(floor.asked)),
        _one("cash_outs_owed", "which the bank did not take", len(floor.owed)),
        _one("faults_open", "all of them", len(floor.faults)),
        Family("fault", "gauge", "open faults, by the code that stands on the glass", rows),
    ]  # fmt: skip


def unit_of(where: str) -> str:
    """seat 7, center, doors; whatever else a fault is about has no label."""
    known = where in ("center", "doors") or (
        where.startswith("seat ") and where[5:].isdigit() and len(where) <= 7
    )
    return where if known else ""


def _devices(devices: Devices) -> list[Family | Times]:
    wires, readers, noise = devices.wires, devices.readers, devices.noise
    lag = devices.lag
    swipes = [({"unit": f"seat {one.seat}", "read": word}, float(n)) for one in readers
              for word, n in (("good", one.good), ("bad", one.bad))]  # fmt: skip
    return [
        _wires("link_up", "the screen answers", wires, lambda one: one.link == "up"),
        _wires("link_frames_total", "that came whole", wires, lambda one: one.frames, True),
        _wires("link_damaged_total", "that did not", wires, lambda one: one.damaged, True),
        _wires("link_again_total", "sent more than once", wires, lambda one: one.again, True),
        _wires("link_silences_total", "half a second and more", wires,
               lambda one: one.silences, True),
        _wires("link_forged_total", "keys, replays, strangers", wires,
               lambda one: one.forged, True),
        Times("link_round_trip_seconds", "until a screen answers", [*map(_times, wires)]),
        Family("swipes_total", "counter", "at each reader", swipes),
        Family("reader_up", "gauge", "it listens",
               [({"unit": f"seat {one.seat}"}, float(one.listens)) for one in readers]),
        _one("rng_healthy", "both tests of the noise pass", noise.state == "healthy"),
        _one("rng_samples_total", "bytes of noise that were tested", noise.samples, "counter"),
        _one("rng_thrown_total", "windows that failed a test", noise.thrown, "counter"),
        _one("rng_cycled_total", "blocks drawn while nothing was dealt", noise.cycled, "counter"),
        _one("house_lag_records", "of which the house has not heard", lag.records),
        _one("bank_parcels", "chips on their way", lag.parcels),
        _one("unwitnessed_hands", "that no witness has signed", lag.hands),
        _one("journal_copies_lost", "the journal has one copy left", lag.copies),
    ]  # fmt: skip


def _one(
    name: str, about: str, value: float, kind: Literal["gauge", "counter"] = "gauge"
) -> Family:
    return Family(name, kind, about, [({}, float(value))])


def _each(name: str, about: str, label: str, values: Mapping[str, float]) -> Family:
    return Family(name, "gauge", about, [({label: one}, float(n)) for one, n in values.items()])


def _wires(
    name: str, about: str, wires: Iterable[Wire], of: Callable[[Wire], float], counts: bool = False
) -> Family:
    rows = [({"unit": one.unit}, float(of(one))) for one in wires]
    return Family(name, "counter" if counts else "gauge", about, rows)


def _times(wire: Wire) -> tuple[Labels, Sequence[tuple[str, int]], float]:
    took, sofar, rows = wire.took or (0,) * (len(BOUNDS_S) + 1), 0, []
    for bound, n in zip((*map(str, BOUNDS_S), "+Inf"), took, strict=True):
        sofar += n
        rows.append((bound, sofar))
    return {"unit": wire.unit}, rows, wire.took_ms / 1000
