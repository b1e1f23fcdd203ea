"""The built image as the screen in the middle: what is on its glass.

The board has a display, and the far end of its one wire is a table of paper that shows one view.
QEMU is asked for what its display shows; the same screen draws the same view here, on no display,
and the two pictures are held against each other, point by point.
"""

import asyncio
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import pygame
from msgspec.structs import replace
from pygame import Surface

from center_screen.screen import Screen
from drivers.link.keys import open_book
from drivers.link.link import controller_link
from drivers.link.port import Port
from firmware.screens.schema import controller_codec
from firmware.screens.sending import whole
from lab.live.home import lay_out
from lab.scenes import CENTERS
from lab.vm.appliance import QUIET_S, SAID, Bench
from lab.vm.disk import lay_in
from lab.vm.machine import FromDisk
from lab.vm.outside import Silent
from ui.theme import CENTER

VIEW = replace(CENTERS["flop-sidepots"], clock=None)  # which runs
WIRE, SEATS = 1, 10
RESTS_MS = 60_000.0  # whatever moves when a view comes has come to rest
LOOK_S = 10.0
SHOWN = Path("build/lab/glass.png")  # what QEMU's display showed in the end
OFF = 2  # of 255: what a display may round


def drawn() -> Surface:
    """As the screen's own program draws it."""
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    screen.update(VIEW, 0.0)
    for now in range(0, int(RESTS_MS), 1000):
        screen.heard(float(now))
        screen.draw(surface, float(now))
    return surface


def apart(shown: Surface, drawn: Surface) -> int:
    """How many points are others; a picture of another size is another one everywhere."""
    width, height = drawn.get_size()
    if shown.get_size() != (width, height):
        return width * height
    alike = Surface((width, height), 0, drawn)  # its points mean the same there
    alike.blit(shown, (0, 0))
    same = pygame.mask.from_threshold(alike, (0, 0, 0), (OFF + 1,) * 3 + (255,), drawn)
    return width * height - same.count()


async def is_on_the_glass(bench: Bench) -> None:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as scratch:
        folder, said = Path(scratch), list[str]()
        home, _ = lay_out(folder / "home", SEATS)
        files = {
            "etc/stormdeck/center.env": b"PORT=/dev/ttyUSB0\n",
            "lib/stormdeck/book.json": home.book(0).read_bytes(),
        }
        disk = folder / "disk.img"
        lay_in(bench.built, disk, files)
        machine = FromDisk(folder, bench.built, disk, said.append)
        machine.display = CENTER
        try:
            await machine.start(wires=WIRE)
            bench.tell("power on")
            await machine.plug(WIRE, WIRE)
            book = open_book(home.home / "secrets/links.json")
            peers = {peer.public: peer for peer in book.peers()}
            now_s = asyncio.get_running_loop().time()
            wire = controller_link(book.me, peers.get, controller_codec(), now_s)
            wire.show(whole(1, VIEW))
            far = socket.socket(socket.AF_UNIX)
            far.connect(machine.wire(WIRE))
            far.setblocking(False)
            port = Port(far.fileno(), wire, lambda told: bench.tell(f"    {told}"), far.close)
            await _seen(machine, said, bench)
            port.close()
        finally:
            await machine.end()


async def _seen(machine: FromDisk, said: list[str], bench: Bench) -> None:
    wanted, loop = drawn(), asyncio.get_running_loop()
    SHOWN.parent.mkdir(parents=True, exist_ok=True)
    now = SHOWN.with_suffix(".ppm")
    heard, since_s, least = 0, loop.time(), wanted.get_width() * wanted.get_height()
    while loop.time() < since_s + QUIET_S:
        await asyncio.sleep(LOOK_S)
        if len(said) > heard:
            heard, since_s = len(said), loop.time()
            SAID.write_text("\n".join(said))
        await machine.look(now)
        with suppress(pygame.error):  # no mode is set yet
            shown = pygame.image.load(now)
            pygame.image.save(shown, SHOWN)
            others = apart(shown, wanted)
            if others < least:
                least, since_s = others, loop.time()
                bench.tell(f"    its display: {others:,} points are others")
            if not others:
                bench.tell(f"its glass shows what the screen draws, point by point: {SHOWN}")
                return
    log = "\n  ".join(said[-25:])
    raise Silent(f"its display never showed that view ({SHOWN}); its log:\n  {log}")
