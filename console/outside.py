"""What a console has to do with the world: a process that looks at the disks, the table's door, the
bank that knows who somebody is. Each may be away; the others go on."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from console.look import Look, Wrong
from console.opening import Agreed, Said, Sticks
from drivers.fault import Fault
from drivers.link.keys import Peer, open_book
from firmware.bank import roles
from firmware.errors import Refused
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices
from firmware.screens.screen_end import controller_of

if TYPE_CHECKING:  # it brings half of the bank, and the first page is drawn sooner without
    from firmware.bank.staff_sessions import Session

LOOK_S, ORDER_S = 300.0, 10.0  # a slow board reads for minutes: that is no broken disk
BACK_S = 5.0  # a line that fell is up again within two
RUN_S = 1800.0  # a bundle comes from a slow stick
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"
_look = msgspec.json.Decoder(Look).decode


class Signing(msgspec.Struct, frozen=True):
    """Somebody is signed on at this console."""

    session: "Session"
    last_here_ms: int


class People(Protocol):
    """Who knows the people of the house: the table's window at its bank."""

    def begin_shift(self, track: str, pin: str, desk: str, new_pin: str) -> "Session": ...
    def last_here(self, token: str) -> int: ...
    def end_shift(self, token: str) -> None: ...
    def slip(self, token: str, order: str) -> str: ...


class Outside:
    def __init__(
        self, page: Path, people: Callable[[], People], book: Path | None, log: Path | None = None
    ) -> None:
        """`people`: asked for when somebody signs on; the first page is drawn sooner without."""
        self.page, self._find, self._book, self._log = str(page), people, book, log
        self._people: People | None = None
        self.door: DeskEnd | None = None
        self._calling: asyncio.Task[None] | None = None

    # ---- The disks

    async def look(self, hand: int | None, since_ms: int, now_ms: int) -> Look:
        """By a process of its own, behind everything else that runs here."""
        argv = ["look", self.page, "--since", str(since_ms)]
        argv += ["--hand", str(hand)] if hand is not None else []
        argv += ["--log", str(self._log)] if self._log is not None else []
        looking = await _process(*argv, stdin=asyncio.subprocess.DEVNULL)
        why = b""
        try:
            async with asyncio.timeout(LOOK_S):
                said, why = await looking.communicate()
            return _look(said)
        except (TimeoutError, ValueError) as no:
            words = why.decode(errors="replace").strip().splitlines()[-1:]
            wrong = Wrong("LOOK_FAILED", f"The disks cannot be read: {' '.join(words) or no}.",
                          "Nothing was changed.", "Check both disks, then press R.")  # fmt: skip
            return Look(now_ms, wrong=wrong)
        finally:
            if looking.returncode is None:
                looking.kill()
                await looking.wait()

    # ---- The door

    def call(self, look: Look, seen: Callable[[], None]) -> str:
        """Why it cannot be called; empty: it is."""
        if self.door is not None:
            return ""
        if self._book is None:
            return "no key book was named (--book)."
        if not look.doors:
            return "its table.toml names no desks."
        try:
            book = open_book(self._book)
            table: Peer = controller_of(book)
            self.door = DeskEnd(book.me, table, look.doors[0], seen, lambda words: None)
        except (Fault, Refused, OSError) as no:
            return str(no)
        self._calling = asyncio.create_task(self.door.run())
        return ""

    async def heard(self) -> DeskEnd:
        """A line that fell for a moment is waited for. Refused: the table does not answer."""
        silent = Refused("Nothing was done: the table does not answer.")
        if self.door is None:
            raise silent
        try:
            async with asyncio.timeout(BACK_S):
                await self.door.heard()
        except TimeoutError:
            raise silent from None
        return self.door

    async def order(self, order: o.AnyOrder) -> o.Answer:
        """By a slip in place of its giver's session. Refused: the table does not answer."""
        door = await self.heard()
        assert self._people is not None, "somebody is signed on"
        try:
            slip = await asyncio.to_thread(self._people.slip, order.token, order.named)
        except Fault as away:
            raise Refused(f"Nothing was done. {away.happened}") from None
        order = msgspec.structs.replace(order, token=slip)
        try:
            async with asyncio.timeout(ORDER_S):
                return await door.order(order)
        except TimeoutError:
            door.give_up(order.id)
            raise Refused("No answer came: look at the table before you try again.") from None

    async def devices(self, unit: str) -> Devices | None:
        """None: the table does not answer, or not in time."""
        if self.door is None or self.door.view is None:
            return None
        id = os.urandom(8).hex()
        try:
            async with asyncio.timeout(ORDER_S):
                return await self.door.show_devices(id, unit)
        except TimeoutError:
            self.door.give_up(id)
            return None

    # ---- Processes of their own, which have keys or open the disks for writing

    @contextlib.asynccontextmanager
    async def opener(self) -> AsyncIterator["Opener"]:
        """What opens a hand; it ends with the page, and the keys with it."""
        process = await _process("open-hand", self.page)
        try:
            yield Opener(process)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    async def run(self, *words: str, typed: Sequence[str]) -> str:
        """A command of the table's machine, with what people typed for it: what it said."""
        process = await _process(*words)
        lines = "".join(f"{one}\n" for one in typed)
        async with asyncio.timeout(RUN_S):
            said, no = await process.communicate(lines.encode())
        if process.returncode:
            raise Refused(no.decode(errors="replace").strip().partition(": ")[2])
        return " ".join(said.decode(errors="replace").split())

    # ---- Who somebody is

    def sign_on(self, track: str, pin: str) -> Signing:
        """In a thread. Raises Refused and Fault."""
        from firmware.bank.identity import FirstPin  # as late: it brings the whole bank

        people = self._people = self._people or self._find()
        try:
            session = people.begin_shift(track, pin, "console", "")
        except FirstPin:
            raise Refused("Choose a PIN of your own first, at any desk.") from None
        try:
            roles.require(session.person, session.role, "SeeConsole")
            return Signing(session, people.last_here(session.token))
        except Refused:
            people.end_shift(session.token)
            raise

    def sign_off(self, signing: Signing) -> None:
        if self._people is not None:
            self._people.end_shift(signing.session.token)

    def close(self) -> None:
        if self._calling is not None:
            self._calling.cancel()


class Opener:
    """Two questions, each with its answer."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, question: Sticks | Agreed) -> Said:
        """Raises Refused."""
        there, back = self._process.stdin, self._process.stdout
        assert there is not None
        assert back is not None
        there.write(msgspec.json.encode(question) + b"\n")
        try:
            await there.drain()
            async with asyncio.timeout(LOOK_S):
                said = msgspec.json.decode(await back.readline(), type=Said)
        except (OSError, TimeoutError, ValueError):
            raise Refused("Nothing was opened: the process that opens hands ended.") from None
        if said.no:
            raise Refused(said.no)
        return said


async def _process(*words: str, stdin: int = asyncio.subprocess.PIPE) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", RUN, *words, stdin=stdin,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, preexec_fn=_behind,
    )  # fmt: skip


def _behind() -> None:
    """After whatever plays; but not last of all where many do the same. Who may not ask for it is
    behind by its slice."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(10, os.getpriority(os.PRIO_PROCESS, 0)))
