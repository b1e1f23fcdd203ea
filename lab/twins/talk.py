"""Conversations over a virtual wire: numbered messages both ways, checked as they arrive."""

from random import Random
from typing import Any

from drivers.link.happenings import Arrived, Down, Up
from lab.twins.pair import Said, Shown
from lab.twins.wire import End, Wire

BACKLOG_BYTES = 2000


class Counted:
    """One end's ear: every message must be the next one, and exactly as it was sent."""

    def __init__(self, end: End, seed: str) -> None:
        self.next, self._rng = 0, Random(seed)
        self.ups: list[Up] = []
        self.downs: list[Down] = []
        end.hear = self.hear

    def hear(self, happening: Any) -> None:
        match happening:
            case Arrived(message):
                assert message.number == self.next, (message.number, self.next)
                assert message.text == text_of(self._rng)
                self.next += 1
            case Up():
                self.ups.append(happening)
            case Down():
                self.downs.append(happening)


def text_of(rng: Random) -> bytes:
    """Mostly intents, now and then a view."""
    return rng.randbytes(rng.randrange(300) if rng.random() < 0.03 else rng.randrange(24))


class Talk:
    """`total` messages each way, as fast as the wire takes them."""

    def __init__(self, wire: Wire, total: int, seed: int = 0) -> None:
        self.wire, self.total = wire, total
        self.at_a, self.at_b = Counted(wire.a, f"{seed} down"), Counted(wire.b, f"{seed} up")
        self._up, self._down = Random(f"{seed} up"), Random(f"{seed} down")
        self._said = self._shown = 0

    def more(self) -> None:
        a, b = self.wire.a.link, self.wire.b.link
        while self._said < self.total and a.backlog_bytes < BACKLOG_BYTES:
            a.send(Said(self._said, text_of(self._up)))
            self._said += 1
        while self._shown < self.total and b.backlog_bytes < BACKLOG_BYTES:
            b.send(Shown(self._shown, text_of(self._down)))
            self._shown += 1

    def done(self) -> bool:
        return self.at_a.next == self.at_b.next == self.total

    def run(self, limit_s: float) -> bool:
        while not self.done() and self.wire.now_s < limit_s:
            self.more()
            self.wire.run(self.wire.now_s + 0.1, self.done)
        return self.done()
