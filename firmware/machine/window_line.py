"""A table's line to a window elsewhere: every word of it, said through a link.

Whoever asks waits in a thread of his own; the link lives in one beside them all. A bank that is not
heard is BANK_AWAY, as books that do not open are: asking again with the same id is always safe.
"""

import asyncio
import os
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, cast

from msgspec import msgpack

from drivers.fault import Fault
from drivers.link.cable import Cable
from drivers.link.happenings import Arrived, Down, Misfit, Up
from drivers.link.keys import Book, Identity, Peer
from drivers.link.link import Link, screen_link
from firmware.bank.identity import FirstPin
from firmware.bank.pins import WrongPin
from firmware.bank.store import bank_away
from firmware.errors import Refused
from firmware.machine.window_words import Answer, Ask, Broke, Good, No, Words
from firmware.screens.asking import Asking
from firmware.settlement.window import TableWindow

LATE_S = 10.0  # for an answer
LOST_S = 3.0  # a link that has been down for longer is not waited for


class WindowLine:
    def __init__(self, words: Words, me: Identity, there: Peer, address: str) -> None:
        self._words, self._me, self._there, self._address = words, me, there, address
        self._why = "it has not been heard yet"
        self._asking: Asking[Ask] = Asking(self._send)
        self._loop = asyncio.new_event_loop()
        self._down_s: float | None = self._loop.time()
        self._begin()
        self._thread = Thread(target=self._loop.run_forever, name="line", daemon=True)
        self._thread.start()

    def _begin(self) -> None:
        codec = self._words.at_table()
        self._link: Link[Ask, Answer] = screen_link(self._me, self._there, codec, self._loop.time())
        self._cable = Cable(self._address, self._link, self._happened)
        self._running = self._loop.create_task(self._cable.run())

    def __getattr__(self, verb: str) -> Any:
        if verb not in self._words.verbs:
            raise AttributeError(verb)
        return partial(self._ask, verb)

    def _ask(self, verb: str, *words: Any) -> Any:
        ask = Ask(os.urandom(8).hex(), verb, msgpack.encode(words))
        waits = asyncio.run_coroutine_threadsafe(self._answer(ask), self._loop)
        try:
            answer = waits.result()
        except (TimeoutError, CancelledError):
            raise bank_away(self._why or "no answer came") from None
        return _said(self._words.verbs[verb].answer, answer)

    async def _answer(self, ask: Ask) -> Answer:
        try:
            async with asyncio.timeout(self._patience_s()):
                answer: Answer = await self._asking.ask(ask)
            return answer
        finally:
            self._asking.give_up(ask.id)

    def _patience_s(self) -> float:
        if self._down_s is None:
            return LATE_S
        return max(0.0, self._down_s + LOST_S - self._loop.time())

    def _send(self, ask: Ask) -> None:
        """What a far end that takes nothing is not told is given up in time."""
        if self._link.up:
            with suppress(Fault):
                self._link.send(ask)
            self._cable.pump()

    def _happened(self, happening: Any) -> None:
        match happening:
            case Up():
                self._down_s, self._why = None, ""
                self._asking.again()
            case Arrived(message=answer):
                self._asking.answered(answer.id, answer)
            case Down(why):
                self._down_s, self._why = self._loop.time(), why
            case Misfit(_, why):
                self._why = f"{why}; install the same there and here"
            case Fault():
                self._why = happening.happened

    def close(self) -> None:
        async def end() -> None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            self._loop.stop()

        asyncio.run_coroutine_threadsafe(end(), self._loop)
        self._thread.join()
        self._loop.close()


def bank_window(book: Book, address: str) -> TableWindow:
    """At the bank's service. Raises Fault: this table was never paired with one."""
    line = WindowLine(Words(TableWindow), book.me, bank_of(book), address)
    return cast(TableWindow, line)


def _said(read: Any, answer: Answer) -> Any:
    match answer:
        case Good(body=body):
            return read(body)
        case No(first_pin=True):
            raise FirstPin
        case No(words=words, left=int(left)):
            raise WrongPin(words, left)
        case No(words=words, rule=rule):
            raise Refused(words, rule)
        case Broke(name=name, happened=happened, safe=safe, do=do):
            raise Fault(name, happened, safe, do)


def bank_of(book: Book) -> Peer:
    for peer in book.peers():
        if peer.kind == "bank":
            return peer
    raise Fault(
        name="NO_BANK_PAIRED",
        happened="This table was never paired with its bank's service.",
        safe="Nothing was opened.",
        do="stormdeck pair --as bank at the bank, --as table here, with the table stopped.",
    )
