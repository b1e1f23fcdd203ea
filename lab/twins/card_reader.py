"""Twins of the card reader: scripted, a FIFO, and a real uinput keyboard that types swipes."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from drivers.card_reader import Listening
from drivers.fault import Fault
from drivers.input_pipe import EVENT
from drivers.keymap import ENTER, LEFT_SHIFT, PLAIN, SHIFTED
from drivers.track_decoder import EV_KEY, EV_SYN, SYN_REPORT, BadSwipe, Key, Swipe

KEY_GAP_S = 0.002
MAGTEK = 0x0801
CODES = {char: (code, False) for code, char in reversed(PLAIN.items())}
CODES |= {char: (code, True) for code, char in reversed(SHIFTED.items()) if char not in CODES}
CODES |= {"\n": (ENTER, False)}


class ScriptedCardReader:
    """Swipes, bad swipes and faults, one after another; the last step ends it."""

    def __init__(self, *script: Swipe | BadSwipe | Fault) -> None:
        self.script = script

    async def swipes(self) -> AsyncIterator[Swipe | BadSwipe | Listening]:
        for step in self.script:
            await asyncio.sleep(0)
            if isinstance(step, Fault):
                raise step
            yield step


def strokes(text: str) -> Iterator[tuple[int, int]]:
    """Key code and value, shift where it is needed; \\n is Enter."""
    for char in text:
        code, shifted = CODES[char]
        if shifted:
            yield LEFT_SHIFT, 1
        yield code, 1
        yield code, 0
        if shifted:
            yield LEFT_SHIFT, 0


def typed(text: str, at_s: float = 0.0, gap_s: float = KEY_GAP_S) -> list[Key]:
    """As the kernel would report it: each stroke with its report."""
    keys = []
    for code, value in strokes(text):
        keys += [Key(EV_KEY, code, value, at_s), Key(EV_SYN, SYN_REPORT, 0, at_s)]
        at_s += gap_s if value == 1 and code != LEFT_SHIFT else 0
    return keys


def events(text: str, ago_s: float = 0.0) -> bytes:
    """A swipe, as bytes of /dev/input: it ended this instant, or so long ago."""
    keys = typed(text)
    shift_s = time.monotonic() - ago_s - keys[-1].at_s
    times = ((*divmod(int((key.at_s + shift_s) * 1e6), 1_000_000), key) for key in keys)
    return b"".join(EVENT.pack(s, us, key.kind, key.code, key.value) for s, us, key in times)


class FifoCardReader:
    """A reader whose cable is a FIFO: to plug it is to make it, to unplug it to take it away."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.plug()

    def plug(self) -> None:
        if not self.path.exists():
            os.mkfifo(self.path, 0o600)

    def type(self, text: str, ago_s: float = 0.0) -> None:
        """Waits for nobody: with no table at the other end the swipe is lost, as in life."""
        try:
            fd = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return
        try:
            os.write(fd, events(text, ago_s))
        finally:
            os.close(fd)

    def unplug(self) -> None:
        self.path.unlink(missing_ok=True)


class UinputCardReader:
    """A keyboard made by uinput: real evdev, real udev, and it can be told to fail."""

    def __init__(self, phys: str, name: str = "MagTek USB Swipe Reader (twin)") -> None:
        import evdev  # the one twin that needs it

        # All keys, or udev takes it for no keyboard.
        keys: dict[int, Sequence[int]] = {EV_KEY: range(1, 112)}
        self.device = evdev.UInput(keys, name=name, vendor=MAGTEK, product=1, phys=phys)
        self.path = str(self.device.device.path)

    def type(self, text: str) -> None:
        for n, (code, value) in enumerate(strokes(text)):
            self.device.write(EV_KEY, code, value)
            self.device.syn()
            if n % 8 == 7:
                time.sleep(0.004)  # not faster than a reader, whose bus asks every millisecond

    def hold(self, char: str, repeats: int) -> None:
        """A key that hangs: the kernel's own auto-repeat value."""
        code, _ = CODES[char]
        for value in (1, *[2] * repeats, 0):
            self.device.write(EV_KEY, code, value)
            self.device.syn()

    def unplug(self) -> None:
        self.device.close()
