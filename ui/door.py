"""The lab's door into a screen program: fingers in; pictures, reports and time stamps out.

A Unix socket that exists only if the program was told so, never on a real table: whoever opens it
is a person in front of this glass. It shows what the glass shows, and what the wire said to it; a
picture with private cards goes to nobody but who holds them.

    length (4 bytes, big end first), msgpack of Finger, Question or Shown
"""

import asyncio
import io
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec
import pygame
from msgspec import Struct
from pygame import Rect, Surface

from ui.canvas import Report
from ui.window import Touch

Box = tuple[int, int, int, int]
SMALL, MIDDLE = 400, 960  # pixels across: a station's picture, the center's
KEPT = 4096
LENGTH_BYTES, MESSAGE_BYTES_MAX = 4, 16_000_000
FINGERS = 10  # of each visitor
PEEKS = ("peek", "past mine")  # who rests a finger there sees his own cards


class Finger(Struct, tag=True, array_like=True):
    kind: Literal["down", "move", "up"]
    x: float
    y: float
    finger: int = 0


What = Literal["report", "small", "large", "log", "film"]
PICTURES: tuple[What, ...] = ("small", "large")


class Question(Struct, tag=True, array_like=True):
    """Question `n`, answered when there is a frame newer than `after`, and every touch before it
    was drawn; one for a picture waits while private cards are under somebody else's finger."""

    n: int
    what: What
    after: int = -1


class Shown(Struct, tag=True, array_like=True):
    n: int
    frame: int
    body: bytes


class Told(Struct, array_like=True):
    """The report of a frame, and the glass it is on."""

    size: tuple[int, int]
    texts: list[tuple[str, Box]]
    targets: dict[str, Box]
    faces: list[tuple[int, Box, bool]]  # card, where, private
    backs: int

    @property
    def words(self) -> list[str]:
        return [words for words, _ in self.texts]

    @property
    def hole(self) -> tuple[int, ...]:
        return tuple(card for card, _, private in self.faces if private)

    def says(self, words: str) -> bool:
        return any(words in text for text in self.words)

    def inside(self, target: str) -> str:
        """What is written on a button."""
        x, y, w, h = self.targets[target]
        lines = [t for t, b in self.texts if x <= b[0] + b[2] / 2 < x + w and y <= b[1] < y + h]
        return " ".join(lines)


class Log(Struct, array_like=True):
    """Nanoseconds of the machine's monotonic clock, the same in every process."""

    touched: list[int]  # a finger lifted: at the input queue
    sent: list[int]  # an intent handed to the link
    arrived: list[int]  # a new view from the link
    drawn: list[tuple[int, int]]  # a frame that changed the picture: began, ended
    messages: list[bytes]  # views, as the wire brought them


class Frame(Struct, array_like=True):
    number: int
    began_ns: int
    told: Told
    fingers: list[tuple[float, float]]  # that lie on the glass


class Film(Struct, array_like=True):
    """Every frame since the last look at the film; the first look starts it."""

    frames: list[Frame]


class Reporting(Protocol):
    @property
    def report(self) -> Report: ...


encode = msgspec.msgpack.Encoder().encode
request = msgspec.msgpack.Decoder(Finger | Question).decode
answer = msgspec.msgpack.Decoder(Shown).decode
told = msgspec.msgpack.Decoder(Told).decode
log = msgspec.msgpack.Decoder(Log).decode
film = msgspec.msgpack.Decoder(Film).decode


async def read(reader: asyncio.StreamReader) -> bytes:
    size = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    if size > MESSAGE_BYTES_MAX:
        raise ConnectionError("no message of a door")
    return await reader.readexactly(size)


def framed(message: Struct) -> bytes:
    body = encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class Door:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.frame = 0
        self._felt = self._answered = 0  # touches; those that a frame answered
        self._news = asyncio.Condition()
        self._report = Report()
        self._log = Log([], [], [], [], [])
        self._film: Film | None = None
        self._fingers: dict[int, tuple[float, float]] = {}
        self._kept: dict[What, tuple[int, bytes]] = {}
        self._visits = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, surface: Surface, glass: Reporting, touch: Callable[[Touch], None]) -> None:
        self._surface, self._glass, self._touch = surface, glass, touch
        self._keep(asyncio.create_task(self._serve()))

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self) -> None:
        self.path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._visit, self.path)
        self.path.chmod(0o600)
        await server.serve_forever()

    # What the program tells

    def drawn(self, changed: bool, began_ns: int) -> None:
        self._report = self._glass.report  # a glass that hears of news before it draws has another
        if not changed and self._answered == self._felt:
            return
        self._answered = self._felt
        if changed:
            self.frame += 1
            self._note(self._log.drawn, (began_ns, time.monotonic_ns()))
            if self._film is not None:
                self._film.frames.append(self._pictured(began_ns))
        self._keep(asyncio.create_task(self._ring()))

    def arrived(self, body: bytes) -> None:
        self._note(self._log.arrived, time.monotonic_ns())
        self._note(self._log.messages, body)

    def sent(self) -> None:
        self._note(self._log.sent, time.monotonic_ns())

    def _note(self, kept: list[Any], one: Any) -> None:
        kept.append(one)
        if len(kept) > KEPT:
            del kept[: KEPT // 2]

    def _pictured(self, began_ns: int) -> Frame:
        report = _told(self._report, self._surface.get_size())
        return Frame(self.frame, began_ns, report, list(self._fingers.values()))

    async def _ring(self) -> None:
        async with self._news:
            self._news.notify_all()

    # A visitor

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        looks: set[asyncio.Task[None]] = set()
        self._visits += 1
        mine = range(FINGERS * self._visits, FINGERS * (self._visits + 1))
        gone = (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with suppress(*gone, msgspec.DecodeError):  # cancelled: the program ends
            while True:
                match request(await read(reader)):
                    case Finger(kind, x, y, finger):
                        if kind == "up":
                            self._note(self._log.touched, time.monotonic_ns())
                        self._feel(Touch(kind, x, y, mine[finger % FINGERS]))
                    case Question() as look:
                        task = asyncio.create_task(self._look(look, mine, writer))
                        looks.add(task)
                        task.add_done_callback(looks.discard)
        for task in looks:
            task.cancel()
        for finger in self._fingers.keys() & set(mine):  # a hand that leaves hides the cards
            self._feel(Touch("up", -1, -1, finger))
        writer.close()

    def _feel(self, touch: Touch) -> None:
        if touch.kind == "up":
            self._fingers.pop(touch.finger, None)
        elif touch.kind == "down" or touch.finger in self._fingers:
            self._fingers[touch.finger] = touch.x, touch.y
        self._felt += 1
        self._touch(touch)

    async def _look(self, look: Question, mine: range, writer: asyncio.StreamWriter) -> None:
        felt = self._felt
        async with self._news:
            await self._news.wait_for(
                lambda: self.frame > look.after and self._answered >= felt
                and (look.what not in PICTURES or self._may_see(mine))
            )  # fmt: skip
        kept = self._kept.get(look.what)
        if kept is None or kept[0] != self.frame or look.what not in PICTURES:
            kept = self._kept[look.what] = self.frame, self._body(look.what)
        with suppress(ConnectionError):
            writer.write(framed(Shown(look.n, *kept)))
            await writer.drain()

    def _may_see(self, mine: range) -> bool:
        """Nothing private is on the glass, or he rests a finger on it himself."""
        if not any(face.private for face in self._report.faces):
            return True
        zones = [self._report.targets[name] for name in PEEKS if name in self._report.targets]
        held = [at for finger, at in self._fingers.items() if finger in mine]
        return any(zone.collidepoint(at) for zone in zones for at in held)

    def _body(self, what: What) -> bytes:
        match what:
            case "report":
                return encode(_told(self._report, self._surface.get_size()))
            case "log":
                return encode(self._log)
            case "film":
                film, self._film = self._film or Film([]), Film([])
                return encode(film)
        surface = self._surface
        if what == "small":
            width, height = surface.get_size()
            share = SMALL if width < 1920 else MIDDLE
            size = share, height * share // width
            surface = pygame.transform.smoothscale(surface, size)
        out = io.BytesIO()
        pygame.image.save(surface, out, "frame.jpg")
        return out.getvalue()


def _told(report: Report, size: tuple[int, int]) -> Told:
    return Told(
        size,
        [(text.words, _box(text.rect)) for text in report.texts],
        {name: _box(rect) for name, rect in report.targets.items()},
        [(face.card, _box(face.rect), face.private) for face in report.faces],
        len(report.backs),
    )


def _box(rect: Rect) -> Box:
    return rect.x, rect.y, rect.w, rect.h
