"""Twins of the noise device: honest, stuck, biased, slow, vanishing, intermittent; repeatable."""

import hashlib
import threading
from collections.abc import Callable, Iterator
from itertools import count

from drivers.entropy import noise_gone

Block = Callable[[int], bytes]


def keystream(seed: bytes) -> Block:
    """Repeatable good noise."""
    blocks = count()

    def read(size: int) -> bytes:
        number = next(blocks).to_bytes(8, "big")
        return hashlib.shake_256(seed + number).digest(size)

    return read


class ScriptedNoise:
    """Reads follow the script, one step a read; the last step goes on for ever."""

    def __init__(self, *script: Block, name: str = "scripted noise") -> None:
        self.name, self._script = name, iter(script)
        self._step: Block = next(self._script)
        self.threads: set[int] = set()  # who ever read us
        self.reads = 0

    def read(self, size: int) -> bytes:
        self.threads.add(threading.get_ident())
        step, self.reads = self._step, self.reads + 1
        self._step = next(self._script, step)
        return step(size)


def good(seed: bytes = b"good") -> Block:
    return keystream(seed)


def stuck(value: int = 0xA5) -> Block:
    return lambda size: bytes([value]) * size


def hiccup(repeats: int, seed: bytes = b"hiccup") -> Block:
    """Good noise in which one byte comes several times in a row: an intermittent failure."""
    noise = keystream(seed)

    def read(size: int) -> bytes:
        block = bytearray(noise(size))
        block[5 : 5 + repeats] = bytes([block[5]]) * repeats
        return bytes(block)

    return read


def biased(share: int, seed: bytes = b"biased") -> Block:
    """Of every 256 bytes about `share` are zero, the first of each window always."""
    noise, dice = keystream(seed), keystream(seed + b" dice")

    def read(size: int) -> bytes:
        pairs = zip(noise(size), dice(size), strict=True)
        return b"\0" + bytes(0 if die < share else byte for byte, die in pairs)[1:]

    return read


def gone(size: int) -> bytes:
    raise noise_gone("the twin", "it was pulled out")


def slow(release: threading.Event, then: Block) -> Block:
    """Blocks in the read until the test lets go."""

    def read(size: int) -> bytes:
        release.wait()
        return then(size)

    return read


def repeat(step: Block, times: int) -> Iterator[Block]:
    for _ in range(times):
        yield step
