"""One open page of the lab: its own eyes at every glass, and one hand."""

import asyncio
import io
from collections.abc import Coroutine
from contextlib import suppress
from functools import cache, partial

import msgspec
import pygame
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.pages import BadPage
from lab.live import deeds
from lab.live import page_words as w
from lab.live.live_table import LiveTable, station
from lab.live.room import Room
from lab.live.ticker import record
from lab.live.visitor import Visitor
from ui.door import told

SMALL_S = 0.25  # between two small pictures of one screen
LARGE_S = 0.03
LOOK_S = 0.2


@cache
def dark() -> bytes:
    out = io.BytesIO()
    pygame.image.save(pygame.Surface((400, 250)), out, "dark.jpg")
    return out.getvalue()


class BrowserTab:
    def __init__(self, room: Room, table: LiveTable, socket: WebSocket) -> None:
        self.room, self.table, self.socket = room, table, socket
        self.eyes = {
            seat: Visitor(table.door(seat), partial(self.fade, seat))
            for seat in range(table.seats + 1)
        }
        self.large = 0
        self.hand: Visitor | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._watch: list[asyncio.Task[None]] = []

    async def run(self) -> None:
        await self.socket.accept()
        deaf = self.table.watcher.tell(self._told)
        looks = [asyncio.create_task(self._small(seat)) for seat in self.eyes]
        looks += [asyncio.create_task(self._ends()), asyncio.create_task(self._broken())]
        try:
            while True:
                await self._said(w.read(await self.socket.receive_text()))
        except (WebSocketDisconnect, KeyError):
            pass
        except msgspec.DecodeError:
            await self.socket.close(1003)
        finally:
            deaf()
            for task in looks:
                task.cancel()
            self._let_go()
            for eye in self.eyes.values():
                eye.close()

    # ---- What it says

    async def _said(self, said: w.Said) -> None:
        seat = getattr(said, "seat", 0)
        if seat > self.table.seats or seat < 0:
            return
        match said:
            case w.Look(center=center):
                self._let_go()
                if seat or center:
                    self._take(seat)
            case w.Finger(kind, x, y, finger):
                if self.hand is not None:
                    await self.hand.finger(kind, x, y, finger)
            case w.Open(number):
                if (entry := self.table.watcher.records.get(number)) is not None:
                    self._told(w.Opened(record(entry)))
            case w.Play(game, house):
                with suppress(BadPage):  # the page offers only what there is
                    self.room.wish(game, house)
            case w.Pace(speed):
                self.room.set_speed(speed)
            case w.Bots(count):
                self.room.set_bots(count)
            case _:
                self._done_to_it(said, seat)

    def _done_to_it(self, said: w.Said, seat: int) -> None:
        table = self.table
        if (deed := deeds.told(said))[0]:
            table.watcher.note(*deed)
        match said:
            case w.Swipe(badly=badly) if seat:
                (table.bad_swipe if badly else table.swipe)(seat)
            case w.Lay(card=card) if seat:
                table.trays.lay(seat, card)
            case w.Cable(plugged=plugged) if seat:
                table.cable(seat, plugged)
            case w.Noise(one_in=one_in) if seat:
                table.noise(seat, one_in)
            case w.Restart() if seat:
                table.programs.kill(station(seat))
            case w.LetBot(on=on) if seat:
                table.let_bot(seat, on)
            case w.Door(is_open):
                table.main_door(is_open)
            case w.Books(away):
                table.lock_bank(away)
            case w.Printer(on):
                table.printer(on)
            case w.Power(on):
                table.power(on)
            case w.Hold(on):
                table.hold(on)

    # ---- What it is told

    def _told(self, word: w.Told) -> None:
        self._keep(self._send_words(w.words(word).decode()))

    async def _send_words(self, words: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(words)

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _broken(self) -> None:
        last = None
        while True:
            if (now := self.room.broken(self.table)) != last:
                self._told(now)
                last = now
            await asyncio.sleep(LOOK_S)

    async def _ends(self) -> None:
        """With its table, and says what comes, however quickly it closed; the page comes back for
        the next one."""
        await self.table.stopped.wait()
        await self._send_words(w.words(self.room.broken(self.table)).decode())
        with suppress(RuntimeError):
            await self.socket.close(1012)

    # ---- The hand

    def _take(self, seat: int) -> None:
        self.large, self.hand = seat, Visitor(self.table.door(seat))
        self._watch = [
            asyncio.create_task(self._enlarged(seat, self.hand)),
            asyncio.create_task(self._touchable(seat, self.hand)),
        ]

    def _let_go(self) -> None:
        """A hand that leaves the glass hides the cards: its door closes behind it."""
        for task in self._watch:
            task.cancel()
        if self.hand is not None:
            self.hand.close()
        self.large, self.hand, self._watch = 0, None, []

    async def _enlarged(self, seat: int, hand: Visitor) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                picture = await hand.next("large")
                await self.socket.send_bytes(bytes([seat, 1]) + picture)
                await asyncio.sleep(LARGE_S)

    async def _touchable(self, seat: int, hand: Visitor) -> None:
        """Only names and places of buttons: no word and no face of the glass."""
        last = None
        while True:
            now = w.Targets(seat, told(await hand.next("report")).targets)
            if now != last:
                self._told(now)
                last = now
            await asyncio.sleep(LOOK_S)

    # ---- Pictures

    def fade(self, seat: int) -> None:
        """The program of this glass is gone, and its picture with it."""
        for large in (0, 1) if seat == self.large else (0,):
            self._keep(self._send(bytes([seat, large]) + dark()))

    async def _send(self, picture: bytes) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_bytes(picture)

    async def _small(self, seat: int) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone
            while True:
                picture = await self.eyes[seat].next("small")
                await self.socket.send_bytes(bytes([seat, 0]) + picture)
                await asyncio.sleep(SMALL_S)
