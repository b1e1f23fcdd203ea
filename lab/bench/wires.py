"""The wire's cost: beside bare pyserial, on one core, and beside plain cobs + crc32.

A round trip is a 64-byte intent up and a 512-byte view down, through two ptys and the same relay,
ours and bare in turns. Bare means no check, no order, no keys: the price of all that is the ratio.
"""

import asyncio
import os
import pty
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from statistics import quantiles
from typing import Any
from zlib import crc32

import serial
from cobs import cobs

from drivers.link.frames import Unpacker, pack
from drivers.link.happenings import Arrived
from drivers.link.link import Link
from drivers.link.port import Port, SerialPort
from lab.bench.all import Figure, figure, rates
from lab.twins.paced_relay import PacedRelay
from lab.twins.pair import Pairing, Said, Shown, controller_codec, screen_codec
from lab.twins.wire import BAUD_BYTE_S

INTENT_BYTES, VIEW_BYTES = 64, 512
LINKS, MESSAGES_A_SECOND, LOAD_S = 10, 20, 6.0
CORE_SHARE_MAX = 15.0


def figures() -> Iterator[Figure]:
    yield from round_trips("115,200 baud", BAUD_BYTE_S, turns=12, trips=10)
    yield from round_trips("unpaced", 0.0, turns=10, trips=100)
    share = ten_links()
    name = f"wires: {LINKS} links, {MESSAGES_A_SECOND} messages a second each way"
    yield figure(name, "% of one core", share, CORE_SHARE_MAX, "at most")
    yield from codec()


# Round trips


def intent() -> Said:
    empty = len(screen_codec().write(Said(1, b""))) - 1
    return Said(1, bytes(INTENT_BYTES - empty))


def view() -> Shown:
    empty = len(controller_codec().write(Shown(1, b""))) - 1
    return Shown(1, bytes(VIEW_BYTES - empty - 1))  # past 255 bytes, one more to say how long


def round_trips(name: str, byte_s: float, turns: int, trips: int) -> Iterator[Figure]:
    assert len(screen_codec().write(intent())) - 1 == INTENT_BYTES
    assert len(controller_codec().write(view())) - 1 == VIEW_BYTES
    with far_end(_answer_bare, byte_s) as bare, far_end(_answer_ours, byte_s) as ours:
        times: dict[str, list[float]] = {"ours": [], "bare": []}
        _bare_trips(bare, 3), asyncio.run(_our_trips(ours, 3))
        for _ in range(turns):
            times["bare"] += _bare_trips(bare, trips)
            times["ours"] += asyncio.run(_our_trips(ours, trips))
    for word, at in (("p50", 49), ("p99", 98)):
        mine, theirs = (quantiles(times[who], n=100)[at] * 1000 for who in ("ours", "bare"))
        yield figure(f"wires: round trip, {name}, {word}", "ms", mine, theirs, "bare pyserial")


@contextmanager
def far_end(answer: Callable[[str], None], byte_s: float) -> Iterator[str]:
    relay = PacedRelay(byte_s)
    process = get_context("fork").Process(target=answer, args=(relay.path_b,), daemon=True)
    process.start()
    try:
        yield relay.path_a
    finally:
        process.terminate()
        process.join()
        relay.close()


def _bare_trips(path: str, trips: int) -> list[float]:
    took, up = [], bytes(INTENT_BYTES)
    with serial.Serial(path, timeout=10) as port:
        for _ in range(trips):
            began_s = time.perf_counter()
            port.write(up)
            assert len(port.read(VIEW_BYTES)) == VIEW_BYTES
            took.append(time.perf_counter() - began_s)
    return took


def _answer_bare(path: str) -> None:
    down = bytes(VIEW_BYTES)
    with serial.Serial(path) as port:
        while True:
            port.read(INTENT_BYTES)
            port.write(down)


async def _our_trips(path: str, trips: int) -> list[float]:
    took, touch = [], intent()
    news: asyncio.Queue[Any] = asyncio.Queue()
    link = Pairing(1, fresh=True).screen(asyncio.get_running_loop().time())
    port = SerialPort(path, link, news.put_nowait)
    await news.get()  # up
    await asyncio.sleep(0.05)
    for _ in range(trips):
        began_s = time.perf_counter()
        link.send(touch)
        port.pump()
        while not isinstance(await news.get(), Arrived):
            pass
        took.append(time.perf_counter() - began_s)
    port.close()
    return took


def _answer_ours(path: str) -> None:
    async def run() -> None:
        link = Pairing(1, fresh=True).controller_end(asyncio.get_running_loop().time())
        await _echo(link, lambda tell: SerialPort(path, link, tell)).closed()

    asyncio.run(run())


def _echo(link: Link[Any, Any], open_port: Callable[[Callable[[Any], None]], Port]) -> Port:
    """Answers each intent with a view."""
    shown = view()

    def tell(happening: Any) -> None:
        if isinstance(happening, Arrived):
            link.send(shown)

    return open_port(tell)


# Ten links


def ten_links() -> float:
    """The controller's share of one core: its ends of ten links, real ptys, stations elsewhere."""
    pairs = [pty.openpty() for _ in range(LINKS)]
    for _, slave in pairs:
        tty.setraw(slave)
    masters = [master for master, _ in pairs]
    stations = get_context("fork").Process(target=_stations, args=(masters,), daemon=True)
    stations.start()
    try:
        return asyncio.run(_controller([os.ttyname(slave) for _, slave in pairs]))
    finally:
        stations.terminate()
        stations.join()
        for pair in pairs:
            for fd in pair:
                os.close(fd)


async def _controller(paths: list[str]) -> float:
    loop, links, ports, heard = asyncio.get_running_loop(), [], [], [0]
    shown = view()

    def tell_of(link: Link[Any, Any]) -> Callable[[Any], None]:
        def tell(happening: Any) -> None:
            if isinstance(happening, Arrived):
                heard[0] += 1
                link.send(shown)

        return tell

    for seat, path in enumerate(paths):
        link = Pairing(seat, fresh=True).controller_end(loop.time())
        links.append(link)
        ports.append(SerialPort(path, link, tell_of(link)))
    while not all(link.up for link in links):
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    began_s, worked_s, already = time.perf_counter(), time.process_time(), heard[0]
    await asyncio.sleep(LOAD_S)
    share = (time.process_time() - worked_s) / (time.perf_counter() - began_s) * 100
    rate = (heard[0] - already) / (time.perf_counter() - began_s) / LINKS
    assert rate > 1, "the stations fell silent"
    for port in ports:
        port.close()
    # A machine that is busy with other things slows the stations down; the work is per message.
    return share * MESSAGES_A_SECOND / min(rate, MESSAGES_A_SECOND)


def _stations(masters: list[int]) -> None:
    async def run() -> None:
        loop, touch = asyncio.get_running_loop(), intent()
        ends = []
        for seat, master in enumerate(masters):
            os.set_blocking(master, False)
            link = Pairing(seat, fresh=True).screen(loop.time())
            ends.append((link, Port(master, link, lambda _: None, lambda: None)))
        while True:
            began_s = loop.time()
            for link, port in ends:
                link.send(touch)
                port.pump()
            await asyncio.sleep(max(0.0, began_s + 1 / MESSAGES_A_SECOND - loop.time()))

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


# Codec


def codec() -> Iterator[Figure]:
    for size in (INTENT_BYTES, VIEW_BYTES):
        payload = os.urandom(size)
        found = rates({"ours": partial(_ours, payload), "plain": partial(_plain, payload)})
        mine, plain = found["ours"] / 1e6, found["plain"] / 1e6
        yield figure(f"wires: codec, {size} bytes", "MB/s", mine, plain, "cobs + crc32")


ROUNDS = 200


def _ours(payload: bytes) -> int:
    unpacker = Unpacker()
    for _ in range(ROUNDS):
        assert unpacker.feed(pack(payload)) == [payload]
    return ROUNDS * len(payload)


def _plain(payload: bytes) -> int:
    """The two libraries, called as directly as they can be: whole frames, one at a time."""
    for _ in range(ROUNDS):
        frame = cobs.encode(payload + crc32(payload).to_bytes(4, "big")) + b"\0"
        body = cobs.decode(frame[:-1])
        assert crc32(body[:-4]).to_bytes(4, "big") == body[-4:]
        assert body[:-4] == payload
    return ROUNDS * len(payload)
