"""`make lab`: boots real Linux and asserts what the controller's drivers say about real devices.

Eleven USB serial ports with stations at their far ends, ten card readers through evdev (one of
them on a real USB path), /dev/hwrng. Each kind is used, unplugged and plugged in again.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from drivers.link.happenings import Down
from lab.vm import appliance, glass, one_try, screens, table
from lab.vm.after_a_cut import cuts
from lab.vm.board import BOARDS
from lab.vm.gadget import SOCKET
from lab.vm.image import GROUPS, CannotBuild, build, missing
from lab.vm.machine import PORTS, FromDisk, socket_path
from lab.vm.outside import CENTER, SEATS, Outside, Silent
from lab.vm.user_mode import UserMode
from lab.vm.user_mode import missing as missing_in_user_mode

CACHE = Path("build/lab")
BUILDS = {"amd64": "build/image", "arm64": "build/image-arm64"}
ITS_OWN = {"tries": one_try.tries_once, "shows": glass.is_on_the_glass}  # user mode has neither
LIVES = {**appliance.LIVES, **ITS_OWN}
UPDATES = ("keeps", "goes-back", "is-cut")  # what takes an hour each in QEMU
SEED = 18  # of where the power goes
T2 = "99000000000{seat:02d}345=123456789012"
STARTED_S = time.monotonic()


def progress(words: str) -> None:
    print(f"lab: {time.monotonic() - STARTED_S:4.0f} s  {words}", flush=True)


def station(seat: int) -> str:
    return f"the station of seat {seat}" if seat <= SEATS else "the center screen"


def reader(seat: int) -> str:
    return f"the card reader of seat {seat}"


async def all_stations_come_up(outside: Outside) -> None:
    outside.sit_down()
    for number in range(1, CENTER + 1):
        await outside.machine.plug(number, number)
    for number in range(1, CENTER + 1):
        await outside.expect("udev", event="Plugged", bus="tty", socket=socket_path(number))
        up = await outside.expect("Up", place=station(number))
        assert up["peer"]["name"] == outside.stations[number].name
    await views_and_touches(outside)
    progress("eleven stations are up, each in the seat of its socket; views down, touches up")


async def views_and_touches(outside: Outside, first: int = 100) -> None:
    """Each place gets its own view and answers it with a touch that bears its number."""
    for place in range(1, CENTER + 1):
        seat = place if place <= SEATS else 0
        outside.machine.say(do="show", seat=seat, number=first + place, text=f"for place {place}")
    for place in range(1, CENTER + 1):
        number = first + place
        await outside.expect("Arrived", place=station(place), message=partial(_bears, number))


def _bears(number: int, message: dict[str, Any]) -> bool:
    return bool(message["number"] == number)


async def views_and_touches_again(outside: Outside) -> None:
    await views_and_touches(outside, first=200)
    progress("after all that, every place gets its view and answers it")


async def rules_of_udev_hold(outside: Outside) -> None:
    for number in range(1, CENTER + 1):
        path = f"/dev/stormdeck/serial/{socket_path(number)}"
        outside.machine.say(do="look", path=path)
        port = await outside.expect("look", path=path)
        assert port["real"].startswith("/dev/ttyUSB"), port
        assert (port["mode"], port["group"]) == ("0o660", GROUPS.index("stormdeck")), port
        chip = f"/sys/class/tty/{Path(port['real']).name}/device/latency_timer"
        outside.machine.say(do="look", path=chip)
        timer = await outside.expect("look", path=chip)
        assert timer["text"] == "1", timer
    outside.machine.say(do="look", path="/dev/stormdeck/noise")
    noise = await outside.expect("look", path="/dev/stormdeck/noise")
    assert noise["real"] == "/dev/hwrng", noise
    progress("udev rules: names by socket, group, rights, latency timer, the noise source")


async def all_readers_read(outside: Outside) -> None:
    for seat in range(1, SEATS + 1):
        outside.machine.say(do="plug reader", seat=seat)
    for seat in range(1, SEATS + 1):
        await outside.expect("udev", event="Plugged", bus="input", socket=reader_socket(seat))
    await asyncio.sleep(1.0)
    for seat in range(1, SEATS + 1):
        await swipe(outside, seat)
    since = outside.mark()
    outside.machine.say(do="type", seat=3, text=";123456")
    bad = await outside.expect("BadSwipe", since, place=reader(3))
    assert bad["reason"] == "partial"
    progress("ten readers: each swipe at its own seat; a partial swipe refused")


def reader_socket(seat: int) -> str:
    return SOCKET if seat == SEATS else f"lab/reader/{seat}"


async def swipe(outside: Outside, seat: int) -> None:
    """As a player does: told that it was not read, swipes again. Emulation is slow, now and then
    slower than a hand may be."""
    track = T2.format(seat=seat)
    text = f"%B{track[:16]}^PLAYER/ANY^2912101?;{track}?\n"
    for _ in range(6):
        since = outside.mark()
        outside.machine.say(do="type", seat=seat, text=text)
        told = await outside.expect(("Swipe", "BadSwipe"), since, place=reader(seat))
        if told["what"] == "Swipe":
            assert told["digest"] == sha256(track.encode()).hexdigest()
            return
        await asyncio.sleep(1.0)
    raise Silent(f"six swipes at seat {seat} were not read: {told}")


async def a_station_unplugged_and_back(outside: Outside) -> None:
    since, twin = outside.mark(), outside.stations[4]
    await outside.machine.unplug(4)
    await outside.expect("Down", since, place=station(4))
    await outside.expect("udev", since, event="Unplugged", socket=socket_path(4))
    await outside.until(
        lambda: twin.glass is None and isinstance(twin.told[-1], Down), "cards stayed"
    )
    outside.machine.say(do="show", seat=4, number=44, text="dealt while it was out")
    back = outside.mark()
    await outside.machine.plug(4, 4)
    up = await outside.expect("Up", back, place=station(4))
    assert up["resumed"], up
    await outside.expect("Arrived", back, place=station(4), message=lambda one: one["number"] == 44)
    progress("a station unplugged: named, cards hidden; plugged in: resumed, the whole view again")


async def two_stations_swapped(outside: Outside) -> None:
    since = outside.mark()
    await outside.machine.unplug(2)
    await outside.machine.unplug(3)
    await outside.expect("Down", since, place=station(2))
    await outside.expect("Down", since, place=station(3))
    await outside.machine.plug(2, 3)
    await outside.machine.plug(3, 2)
    for seat, other in ((3, 2), (2, 3)):
        moved = await outside.expect("Moved", since, place=station(seat))
        assert moved["peer"]["name"] == f"Station {other}"
    progress("two stations swapped: both named, each plays for the seat of its socket")


async def wrong_sockets(outside: Outside) -> None:
    since = outside.mark()
    await outside.machine.unplug(1)
    await outside.machine.unplug(CENTER)
    await outside.expect("udev", since, event="Unplugged", socket=socket_path(1))
    await outside.expect("udev", since, event="Unplugged", socket=socket_path(CENTER))
    await outside.machine.plug(CENTER, 1)
    told = await outside.expect("Misplaced", since, place=station(1))
    assert "Center screen is a center" in told["why"]
    await outside.machine.plug(1, PORTS)
    nowhere = await outside.expect("NoPlace", since)
    assert nowhere["socket"] == socket_path(PORTS)

    await outside.machine.unplug(CENTER)
    await outside.machine.unplug(1)
    await outside.expect("udev", since, event="Unplugged", socket=socket_path(PORTS))
    right = outside.mark()
    await outside.machine.plug(CENTER, CENTER)
    await outside.machine.plug(1, 1)
    await outside.expect("Up", right, place=station(CENTER))
    await outside.expect("Up", right, place=station(1))
    progress("wrong sockets: a center screen at a seat, a station in nobody's; put right, both up")


async def readers_unplugged_and_back(outside: Outside) -> None:
    for seat in (6, SEATS):  # one uinput keyboard, one on a USB path
        since = outside.mark()
        outside.machine.say(do="unplug reader", seat=seat)
        gone = await outside.expect("Fault", since, place=reader(seat))
        assert f"The card reader at seat {seat} was unplugged." in gone["words"]
        await outside.expect("udev", since, event="Unplugged", bus="input")
        back = outside.mark()
        outside.machine.say(do="plug reader", seat=seat)
        await outside.expect("udev", back, event="Plugged", bus="input")
        await asyncio.sleep(1.0)
        await swipe(outside, seat)
    progress("readers unplugged: named at once; plugged in: grabbed and reading again")


async def noise_unplugged_and_back(outside: Outside) -> None:
    since = outside.mark()
    outside.machine.say(do="noise")
    noise = await outside.expect("noise", since)
    assert noise["size"] > 200, noise
    await outside.machine.unplug_noise()
    outside.machine.say(do="noise")
    gone = await outside.expect("Fault", since, place="the noise source")
    assert "no new hand starts" in gone["words"]
    await outside.machine.plug_noise()
    for _ in range(40):
        back = outside.mark()
        outside.machine.say(do="noise")
        await asyncio.sleep(0.5)
        if any(one["what"] == "noise" for one in outside.said[back:]):
            progress("/dev/hwrng: read, unplugged (dealing stops), plugged in, read again")
            return
    raise Silent("the noise source did not come back")


STEPS = (
    all_stations_come_up,
    rules_of_udev_hold,
    all_readers_read,
    a_station_unplugged_and_back,
    two_stations_swapped,
    wrong_sockets,
    readers_unplugged_and_back,
    noise_unplugged_and_back,
    views_and_touches_again,
)


async def run(kernel: Path, disk: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as folder:
        outside = Outside(Path(folder), kernel, disk)
        try:
            progress("booting (software emulation; about a minute) ...")
            ready = await outside.boot()
            progress(f"Linux {ready['kernel']}, Python {ready['python']}")
            for step in STEPS:
                await step(outside)
            outside.machine.say(do="end")
            await outside.expect("ended")
        finally:
            for twin in outside.stations.values():
                twin.close()
            await outside.machine.end()


async def devices() -> None:
    kernel, disk = build(CACHE)
    await run(kernel, disk)
    await table.run(kernel, disk, progress, table.STEPS + screens.STEPS)


async def image(only: str = "", board: str = "amd64") -> None:
    """In QEMU, from the firmware on."""
    if lacking := BOARDS[board].missing():
        raise CannotBuild(f"the image's board in QEMU, with its TPM: apt-get install {lacking}")
    await _lives("image" if board == "amd64" else board, FromDisk, only, board)
    if not only:
        await cut_everywhere()


async def user_mode(only: str = "") -> None:
    """The same lives without firmware and boot loader, and without emulation."""
    if lacking := missing_in_user_mode():
        raise CannotBuild(lacking)
    for name in (only,) if only else UPDATES:
        await _lives("user-mode", UserMode, name, "amd64")


async def _lives(part: str, kind: type[FromDisk] | type[UserMode], only: str, board: str) -> None:
    built = Path(BUILDS[board])
    if not (built / "SHA256SUMS").exists():
        how = "make image" if board == "amd64" else f"ARCH={board} sh image/build.sh {built}"
        raise CannotBuild(f"there is no image yet: {how}")
    nexts = Path(f"{built}-next"), Path(f"{built}-never-ready")
    bench = appliance.Bench(part, kind, built, nexts, progress)
    for name in (only,) if only else LIVES:
        await LIVES[name](bench)


async def cut_everywhere(count: int = 12) -> None:
    """Every life that was kept, with the power gone after some of its writes."""
    for kept in sorted(appliance.KEPT.glob("*/")):
        cut = await asyncio.to_thread(cuts, kept, count, SEED, progress)
        progress(f"{kept.name}: cut {cut} times, one verified version starts, no record is lost")


# And how long each may take; of the image also one life of it alone.
Part = tuple[Callable[[], Awaitable[None]], float]
PARTS: dict[str, Part] = {
    "devices": (devices, 780.0),
    "user-mode": (user_mode, 7_200.0),
    "image": (image, 14_400.0),
    "cuts": (cut_everywhere, 3_600.0),
}
for _life in LIVES:
    if _life not in ITS_OWN:
        PARTS[f"user-mode:{_life}"] = (partial(user_mode, _life), 3_600.0)
    PARTS[f"image:{_life}"] = (partial(image, _life), 7_200.0)
    PARTS[f"arm64:{_life}"] = (partial(image, _life, "arm64"), 7_200.0)
USUAL = ("devices", "user-mode", "image")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck lab", description=__doc__)
    parser.add_argument(
        "part", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; none: {', '.join(USUAL)}"
    )
    parts = parser.parse_args(argv).part or USUAL
    if unknown := [one for one in parts if one not in PARTS]:
        parser.error(f"no part {unknown[0]!r}: {', '.join(PARTS)}")
    return next((code for part in parts if (code := _part(part))), 0)


async def _within(limit_s: float, work: Callable[[], Awaitable[None]]) -> None:
    async with asyncio.timeout(limit_s):
        await work()


def _part(part: str) -> int:
    work, limit_s = PARTS[part]
    # Whoever ends it finds the machine as it was: no device, no process is left behind.
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    lacking = missing()
    if lacking:
        print(f"lab: {lacking}", file=sys.stderr)
        return 1
    try:
        asyncio.run(_within(limit_s, work))
    except CannotBuild as trouble:
        print(f"lab: {trouble}", file=sys.stderr)
        return 1
    except TimeoutError:
        print(f"lab: not done after {limit_s:.0f} s; ended", file=sys.stderr)
        return 1
    except AssertionError as wrong:
        where = traceback.extract_tb(wrong.__traceback__)[-1]
        print(f"lab: FAILED in {where.name}: {wrong or where.line}", file=sys.stderr)
        return 1
    progress("all held; nothing is left running")
    return 0
