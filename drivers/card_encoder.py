"""The cage's card encoder (MSR605 family, serial): write, read back, verify.

The clerk swipes twice: once to write, once to read what now lies on the stripe. A card counts as
made only when both agree. Its twin is lab/twins/card_encoder.py.
"""

import asyncio
import os
from contextlib import suppress
from typing import Protocol

import serial

from drivers.fault import Fault
from drivers.link.port import open_serial
from drivers.msr605 import (
    HIGH_COERCIVITY,
    READ,
    RESET,
    TEST,
    TEST_REPLY,
    Reply,
    ReplyReader,
    Tracks,
    write_request,
)

BAUD = 9_600
ANSWER_S = 1.0
SWIPE_S = 20.0


class CardEncoder(Protocol):
    async def write(self, tracks: Tracks) -> None:
        """First swipe. Raises Fault; nothing then counts as written."""

    async def verify(self, tracks: Tracks) -> None:
        """Second swipe: the stripe holds exactly this. Raises Fault."""

    async def read(self) -> Tracks:
        """What a card holds. Raises Fault."""


class SerialCardEncoder:
    def __init__(self, path: str, swipe_s: float = SWIPE_S) -> None:
        self.path, self._swipe_s = path, swipe_s
        self._serial: serial.Serial = open_serial(path, BAUD)

    async def start(self) -> None:
        """Is an encoder there at all? High coercivity: a card lasts longer."""
        self._say(RESET)
        reply = await self._ask(TEST, ANSWER_S)
        if reply.status.encode() != TEST_REPLY[1:]:
            raise encoder_silent(self.path)
        await self._ask(HIGH_COERCIVITY, ANSWER_S)

    async def write(self, tracks: Tracks) -> None:
        reply = await self._ask(write_request(tracks), self._swipe_s)
        if not reply.good:
            raise not_written(reply.words)

    async def read(self) -> Tracks:
        reply = await self._ask(READ, self._swipe_s)
        if not reply.good or reply.tracks is None or reply.unreadable:
            raise not_written(reply.words if not reply.good else "a track cannot be read")
        return reply.tracks

    async def verify(self, tracks: Tracks) -> None:
        if await self.read() != tracks:
            raise not_written("the stripe does not hold what was written")

    async def _ask(self, request: bytes, wait_s: float) -> Reply:
        loop, reader = asyncio.get_running_loop(), ReplyReader()
        answer: asyncio.Future[Reply] = loop.create_future()
        fd: int = self._serial.fileno()
        loop.add_reader(fd, self._hear, reader, answer)
        try:
            self._say(request)
            async with asyncio.timeout(wait_s):
                return await answer
        except TimeoutError:
            self._say(RESET)  # or the next swipe would be taken for this request
            if wait_s > ANSWER_S:
                raise not_written("no card was swiped") from None
            raise encoder_silent(self.path) from None
        finally:
            loop.remove_reader(fd)

    def _hear(self, reader: ReplyReader, answer: "asyncio.Future[Reply]") -> None:
        try:
            data = os.read(self._serial.fileno(), 512)
            if not data:
                raise OSError(0, "no data")
        except BlockingIOError:
            return
        except OSError:
            if not answer.done():
                answer.set_exception(encoder_silent(self.path))
            return
        reply = reader.feed(data)
        if reply is not None and not answer.done():
            answer.set_result(reply)

    def _say(self, request: bytes) -> None:
        try:
            os.write(self._serial.fileno(), request)
        except OSError as gone:
            raise encoder_silent(self.path) from gone

    def close(self) -> None:
        with suppress(OSError, serial.SerialException):
            self._serial.close()


def encoder_silent(path: str) -> Fault:
    return Fault(
        name="ENCODER_SILENT",
        happened=f"The card encoder at {path} does not answer.",
        safe="No card was made and no account was changed.",
        do="Check its cable and its power, then try again.",
    )


def not_written(why: str) -> Fault:
    return Fault(
        name="NOT_WRITTEN",
        happened=f"The card was not made: {why}.",
        safe="The account is as it was; this card opens nothing.",
        do="Swipe it again, evenly, stripe down; take a new card if it fails twice.",
    )
