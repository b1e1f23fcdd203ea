"""What `stormdeck station` and `stormdeck center` share: a screen, its window and its wire."""

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from commands.screen_pairing import Asking, paired
from drivers.fault import Fault
from drivers.link.keys import Book, Kind, open_book
from firmware.machine.notify import Notify
from firmware.machine.own_memory import keep_private
from firmware.screens import protocol as g
from firmware.screens.screen_end import Audience, ScreenEnd
from ui.door import Door
from ui.program import Program
from ui.watchdog import Watchdog
from ui.window import Window

BEAT_S = 1.0


def parser(name: str, words: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=f"stormdeck {name}", description=words)
    made.add_argument("--port", required=True, metavar="DEV", help="the serial port to the table")
    made.add_argument("--book", required=True, type=Path, metavar="FILE",
                      help="own key and the paired table")  # fmt: skip
    made.add_argument("--fullscreen", action="store_true", help="the whole display")
    made.add_argument("--door", type=Path, metavar="SOCKET",
                      help="for the lab: touches in, pictures out; never on a table")  # fmt: skip
    return made


def main(
    args: argparse.Namespace,
    make: Callable[[], Any],
    audience: Audience[Any],
    size: tuple[int, int],
) -> int:
    keep_private()
    dog = Watchdog()
    try:
        book = open_book(args.book)
        if paired(book):
            asyncio.run(_show(args, book, make(), audience, size, dog))
        else:
            asyncio.run(_pair(args, book, audience.kind, size, dog))
    except Fault as fault:
        print(f"stormdeck {audience.kind}: {fault}", file=sys.stderr)
        return 2
    except OSError as no:
        print(
            f"stormdeck {audience.kind}: {no.filename or args.book}: {no.strerror}", file=sys.stderr
        )
        return 2
    finally:
        dog.close()
    return 0


class Pulse:
    """systemd hears when the first frame is on the glass, and from then on that frames go on."""

    def __init__(self, notify: Notify) -> None:
        self.notify = notify
        self._told_s: float | None = None

    def beat(self) -> None:
        now_s = time.monotonic()
        if self._told_s is None:
            self.notify.say("READY=1")
            self.notify.status("waits for the table")
        elif now_s < self._told_s + BEAT_S:
            return
        self._told_s = now_s
        self.notify.alive()


async def _show(
    args: argparse.Namespace,
    book: Book,
    screen: Any,
    audience: Audience[Any],
    size: tuple[int, int],
    dog: Watchdog,
) -> None:
    loop = asyncio.get_running_loop()
    door = Door(args.door) if args.door else None

    pulse = Pulse(Notify())

    def seen(view: Any) -> None:
        pulse.notify.status("the table is heard")
        if door is not None:
            door.arrived(g.pack(view))
        wishes = screen.update(view, program.now)
        program.seen()
        program.send(wishes)

    def silent() -> None:
        pulse.notify.status("waits for the table")
        screen.silent(program.now)
        program.at_once()

    end = ScreenEnd(book, args.port, audience, loop.time(), seen, silent, _say)
    window = Window(size, f"Stormdeck {audience.kind}", args.fullscreen)
    screen.warm()
    program = Program(screen, window, lambda: end.heard_ms, end.send, door)
    program.beat, program.watch = pulse.beat, dog.beat
    loop.add_signal_handler(signal.SIGTERM, program.stop)
    cable = asyncio.create_task(end.cable.run())
    try:
        await program.run()
    finally:
        pulse.notify.say("STOPPING=1")
        cable.cancel()
        window.close()


async def _pair(
    args: argparse.Namespace, book: Book, kind: Kind, size: tuple[int, int], dog: Watchdog
) -> None:
    pulse = Pulse(Notify())
    asking = Asking(book, kind, args.port, size, _say)
    window = Window(size, f"Stormdeck {kind}", args.fullscreen)
    door = Door(args.door) if args.door else None
    program = Program(asking.glass, window, lambda: None, lambda intent: None, door)
    program.beat, program.watch = pulse.beat, dog.beat
    asking.changed, asking.stop = program.at_once, program.stop
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, program.stop)
    work = asyncio.create_task(asking.run())
    try:
        await program.run()
    finally:
        pulse.notify.say("STOPPING=1")
        work.cancel()
        window.close()


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
