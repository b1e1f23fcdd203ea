"""What every device of a table has been through since its program began: for a console and for
metrics. Counts, and nothing that was said."""

from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

from drivers.link.link import Link
from drivers.sockets import Place
from drivers.stations import Stations
from drivers.track_decoder import Swipe
from firmware.fairness.health import CUTOFFS
from firmware.fairness.noise import NoiseWorker
from firmware.machine import device_faults
from firmware.screens.protocol.devices import Devices, Noise, Reader, ShowDevices, Wire

MINUTE_S, MINUTES = 60.0, 60


class DeviceCounts:
    def __init__(
        self, screens: Stations[Any, Any], doors: Stations[Any, Any], readers: list[Place],
        now: int, now_s: float,
    ) -> None:  # fmt: skip
        self._stations, self._readers, self._began = (screens, doors), readers, now
        self._silences: Counter[Place] = Counter()
        self._swipes: Counter[tuple[Place, bool]] = Counter()
        self._listens: set[Place] = set()
        self._minutes: dict[Place, deque[int]] = {
            place: deque(maxlen=MINUTES) for place in self._links()
        }
        self._minute_s = now_s

    def _links(self) -> dict[Place, Link[Any, Any]]:
        return {place: link for one in self._stations for place, link in one.links.items()}

    # ---- What happens

    def silent(self, place: Place) -> None:
        self._silences[place] += 1

    def listens(self, place: Place, there: bool) -> None:
        (self._listens.add if there else self._listens.discard)(place)

    def swiped(self, place: Place, happening: Any) -> None:
        self._swipes[place, isinstance(happening, Swipe)] += 1

    def turned(self, now_s: float) -> None:
        """Once a turn of the table; a minute that is over is kept."""
        if now_s < self._minute_s + MINUTE_S:
            return
        self._minute_s = now_s
        for place, link in self._links().items():
            self._minutes[place].append(_ms(link.round_trip.new_minute()))

    # ---- What is told

    def told(
        self, ask: ShowDevices, now: int, noise: Noise, openings: Mapping[str, int] = {}
    ) -> Devices:
        wires = {device_faults.where(place): place for place in sorted(self._links())}
        chosen = wires.get(ask.unit)
        return Devices(
            id=ask.id,
            at=now,
            began_at=self._began,
            wires=tuple(self._wire(unit, place) for unit, place in wires.items()),
            readers=tuple(map(self._reader, sorted(self._readers))),
            board="doors" in wires,
            openings=tuple(sorted(openings.items())),
            noise=noise,
            minutes=tuple(self._minutes[chosen]) if chosen is not None else (),
        )

    def _wire(self, unit: str, place: Place) -> Wire:
        link = self._links()[place]
        there = any(place in one.ports for one in self._stations)
        tally = link.counted()
        return Wire(
            unit=unit,
            link="up" if link.up else "silent" if there else "out",
            peer=link.peer.name if link.peer is not None else "",
            mean_ms=_ms(link.round_trip.mean_s),
            frames=tally.frames,
            damaged=tally.noise + tally.unknown + tally.unreadable,
            sent=tally.sent,
            again=tally.resent,
            silences=self._silences[place],
            sessions=tally.began,
            forged=tally.forged + tally.replayed + tally.reflected + tally.strangers,
            took=tuple(link.round_trip.took),
            took_ms=_ms(link.round_trip.took_s),
        )

    def _reader(self, place: Place) -> Reader:
        good, bad = self._swipes[place, True], self._swipes[place, False]
        return Reader(place.seat, place in self._listens, good, bad)


def noise_told(worker: NoiseWorker, cycled: int) -> Noise:
    report, cut = worker.report(), CUTOFFS[worker.health.claim_bits]
    return Noise(
        report.source, report.state, report.samples, report.longest_run, cut.repeats,
        report.largest_share, cut.share, report.intermittent, cycled, report.fault,
    )  # fmt: skip


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
