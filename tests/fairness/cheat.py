"""A dishonest house with the real key: it changes what it likes and signs the result."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from firmware.fairness.demonstration import HOLDEM, Keyring, Stations, deal
from firmware.fairness.hand import Hand, Prepared, Terms, prepare
from firmware.fairness.log import Log
from firmware.fairness.receipt import receipt
from firmware.fairness.verify import SIGNED


class Cheat:
    def __init__(self, seats: Sequence[int] = range(1, 7)) -> None:
        self.ring = Keyring()
        self.seats = list(seats)
        self.seeds = [bytes([j + 1]) * 32 for j in range(4)]

    def log(self) -> Log:
        return Log("T", self.ring.table)

    def prepared(self, number: int = 1, attempt: int = 1, deck=("52", 1)) -> Prepared:
        return prepare("T", number, attempt, deck, self.seeds, bytes(128), self.ring.holders())

    def hand(
        self,
        number: int = 1,
        change: Callable[[Prepared], Prepared] = lambda prepared: prepared,
        log: Log | None = None,
        **facts: Any,
    ) -> Hand:
        return Hand(change(self.prepared(number)), log or self.log(), 0, True, **facts)

    def sealed(self, hand: Hand, digits: str = "", seats: Sequence[int] = ()) -> Stations:
        seats = tuple(seats or self.seats)
        cutter = seats[-1] if digits else 0
        askers = (cutter,) if cutter else ()
        stations = Stations(hand, seats)
        hand.close(Terms("texas-holdem", "", seats[-1], seats, HOLDEM, askers, cutter))
        if digits:
            hand.type_digits(digits)
        return stations

    def played(self, hand: Hand, seat: int = 3, digits: str = "", shown=(1, 2)) -> dict:
        stations = self.sealed(hand, digits)
        stations.open()
        hand.cut()
        return self.dealt(hand, stations, seat, shown)

    def dealt(self, hand: Hand, stations: Stations, seat: int = 3, shown=(1, 2)) -> dict:
        for step in range(len(HOLDEM)):
            deal(hand, stations, step)
        hand.show([dealt.number for dealt in hand.dealt if dealt.to in shown])
        hand.finish([s for s in self.seats if s not in shown], [(shown[0], 1000)])
        return receipt(hand, self.log().public_key, seat)

    def resigned(self, made: dict) -> dict:
        """The same receipt after a change in its entries, signed again from the start."""
        made = copy.deepcopy(made)
        log = self.log()
        heads = [(entry["kind"], log.append(entry)) for entry in made["log"]["entries"]]
        made["log"]["signs"] = [h.signature.hex() for kind, h in heads if kind in SIGNED]
        return made
