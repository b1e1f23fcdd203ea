"""A bot that is a finger: it reads what its own glass shows and taps where the button is drawn.

It knows nothing else. To see its cards it holds them, as everybody does. Hold'em it plays with some
sense, whatever else is on the table in any way that is offered.
"""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

from lab.live.answers import taps
from lab.live.visitor import Visitor
from lab.simulation.temper import REGULAR, Temper, act, preset
from lab.simulation.view_bots import feeling
from ui.door import Told

TOO_FEW = "You have too few chips for a bet"
TURN = ("call", "fold", "raise")
GUARD_S = 0.45  # a row that just appeared takes no touch
LEAVE_S = 15.0  # then asked once more
HOLD_S = 5.0  # cards that are held are seen by then, or the screen let go of the finger
SETTLE_S = 1.0  # what a tap asked for is on the glass by then
Pause = Callable[[Random], float]


def human(rng: Random) -> float:
    return min(12.0, max(0.7, rng.lognormvariate(0.7, 0.5)))


def brisk(rng: Random) -> float:
    return GUARD_S


def cents(words: str) -> int:
    """The amount in words like Call $1,240.50; 0 where there is none."""
    found = re.search(r"\$([\d,]+)(?:\.(\d\d))?", words)
    if not found:
        return 0
    return int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


class FingerBot:
    def __init__(
        self, glass: Visitor, swipe: Callable[[], None], pin: str, rng: Random,
        pause: Pause = human, temper: Temper = REGULAR,
    ) -> None:  # fmt: skip
        self.glass, self._swipe, self._pin, self._rng = glass, swipe, pin, rng
        self._pause, self.temper = pause, temper
        self.going = False  # home, at the next chance
        self._asked_at = 0.0  # for the chips; they come when the hand is over
        self._added_at = 0.0  # chips; the same
        self.home = asyncio.Event()

    async def run(self) -> None:
        """For ever; ends by being cancelled."""
        while True:
            try:
                seen = await self.glass.until(self._asked, LEAVE_S)
            except TimeoutError:
                continue  # a glass that did not change is looked at again all the same
            await asyncio.sleep(self._pause(self._rng))
            await self._answer(seen)
            await self._settle(seen)

    async def go_home(self) -> None:
        self.going = True
        self.home.clear()
        await self.home.wait()

    def _asked(self, seen: Told) -> bool:
        return self._step(seen) is not None

    def _step(self, seen: Told) -> str | None:
        """What this glass asks for now."""
        there = seen.targets
        if self._open(seen):
            if self.going:
                self.home.set()
                return None
            return "swipe"
        for name in ("leave now", "tile leave"):
            if name in there and self.going:
                return name
        if "key 1" in there:
            return "pin"
        if "sit down" in there:
            return "cancel" if self.going else "sit down"
        if "show" in there or "muck" in there:
            return "show"
        if any(name in there for name in TURN):
            return "turn"
        if taps(seen, Random(0)):
            return "asked"
        if "back in" in there and not self.going:
            return "back in"
        added = time.monotonic() < self._added_at + LEAVE_S
        if "add chips" in there and seen.says(TOO_FEW) and not added:
            return "add chips"
        if self.going and "menu" in there and time.monotonic() > self._asked_at + LEAVE_S:
            return "menu"
        return None

    def _open(self, seen: Told) -> bool:
        return seen.says("is open") and seen.says("to sit down") and "cancel" not in seen.targets

    async def _answer(self, seen: Told) -> None:
        match self._step(seen):
            case "swipe":
                self._swipe()
            case "pin":
                for key in ("clear", *self._pin):  # some of the last try may have been felt
                    await self._tap(f"key {key}")
            case "sit down":
                if "post now" in seen.targets:
                    await self._tap("post now")
                await self._tap("sit down")
            case "turn":
                await self._turn(seen)
            case "asked":
                for name in taps(seen, self._rng):
                    await self._tap(name)
            case str(name):
                await self._tap(name)
                if name == "leave now":
                    self._asked_at = time.monotonic()
                if name == "add chips":
                    self._added_at = time.monotonic()

    async def _tap(self, target: str) -> None:
        """If it is still there: a hand may end while a finger is on its way."""
        with suppress(TimeoutError):
            await self.glass.tap(target, SETTLE_S)

    async def _turn(self, seen: Told) -> None:
        hole: tuple[int, ...] = ()
        with suppress(TimeoutError):  # the hand may end, or the screen go dark, meanwhile
            hole = (await self.glass.peek(HOLD_S)).hole
        seen = await self.glass.report()
        if not hole or not any(name in seen.targets for name in TURN):
            return  # folded for us, or dark: look again
        there, board = seen.targets, [card for card, _, private in seen.faces if not private]
        call = cents(seen.inside("call")) if "call" in there else None
        pot = cents(seen.words[seen.words.index("POT") + 1]) if "POT" in seen.words else 0
        pot = pot or 3 * (call or 0)  # before the flop the blinds lie in front of the seats
        share = feeling(hole, board[:5], 2, self._rng) if len(hole) == 2 else self._rng.random()
        may = "raise" in there, "fold" in there
        does = act(share, call, pot, *may, self.temper, self._rng)
        if does == "raise":
            await self._size(seen, share)
        await self._tap(does)

    async def _size(self, seen: Told, share: float) -> None:
        if names := [name for name in seen.targets if name.startswith("preset ")]:
            await self._tap(preset(names, share, self.temper))

    async def _settle(self, before: Told) -> None:
        """Until the glass asks for something else, or nothing came of it."""
        step, written = self._step(before), before.words
        with suppress(TimeoutError):
            await self.glass.until(
                lambda now: self._step(now) != step or now.words[:6] != written[:6], SETTLE_S
            )
