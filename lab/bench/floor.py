"""A busy room: 40 tables and 20 floor tabs on one PostgreSQL. How long until what happens at a
table stands on every page, and how long a page is waited for. The tables are of paper: what is
measured is the floor's server, in a process of its own, its books and its streams.

Waits are those of a shared machine: beside them stands how late a loop is woken that only sleeps,
and the processor time that the server needed."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles

import psutil
from msgspec import Struct
from msgspec.structs import replace

from lab.bench.all import Figure, figure

TABLES, TABS, SECONDS, EVERY_S = 40, 20, 30.0, 0.5
PICTURE = Path("build/floor.png")
_EVENT = re.compile(rb"event (\d+) at (\d+)")


def figures() -> Iterator[Figure]:
    from lab.twins.postgres_server import Server

    with Server() as books:
        seen = asyncio.run(_measure(books.url))
    for what, waits in (
        (f"an event on each of {TABS} pages", seen.events),
        ("a page is served", seen.pages),
    ):
        for part in (50, 95, 99):
            late = _percent(seen.late, part)
            name = f"floor: {what}, p{part}"
            yield figure(name, "ms", _percent(waits, part), late, "a loop that only sleeps is late")
    yield figure("floor: the server's processor, of a core", "%", seen.server_s / SECONDS * 100)
    a_page = seen.server_s * 1000 / (len(seen.events) + len(seen.pages))
    yield figure("floor: the server's processor, a page drawn or renewed", "ms", a_page)
    with suppress(ImportError):
        _draw(seen.events, seen.pages)


class Seen(Struct):
    """Waits in ms, and what the server used in all."""

    events: list[float] = []
    pages: list[float] = []
    late: list[float] = []
    server_s: float = 0.0


def _percent(seen: list[float], part: int) -> float:
    return quantiles(seen, n=100)[part - 1]


# ---- The tabs


async def _measure(url: str) -> Seen:
    server = subprocess.Popen(
        [sys.executable, "-m", "lab.bench.floor", url],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"},  # its greeting is no port
    )
    assert server.stdout is not None
    try:
        port, *tokens = (await asyncio.to_thread(server.stdout.readline)).split()
        seen, before = Seen(), _used_s(server.pid)
        tabs = [_tab(int(port), n, token, seen) for n, token in enumerate(tokens)]
        await asyncio.gather(_sleep_only(seen.late), *tabs)
        seen.server_s = _used_s(server.pid) - before
    finally:
        server.terminate()
        server.wait()
    return seen


def _used_s(pid: int) -> float:
    used = psutil.Process(pid).cpu_times()
    return float(used.user + used.system)


async def _sleep_only(late: list[float]) -> None:
    until = time.monotonic() + SECONDS
    while (began := time.monotonic()) < until:
        await asyncio.sleep(0.01)
        late.append((time.monotonic() - began - 0.01) * 1000)


async def _tab(port: int, n: int, token: str, waits: Seen) -> None:
    """A person who looks at one table after another, with the stream of each."""
    rng, until = Random(n), time.monotonic() + SECONDS
    seen: set[bytes] = set()
    await asyncio.sleep(rng.uniform(0, 3))  # people come one after another
    while time.monotonic() < until:
        path = f"/floor/{rng.randrange(TABLES) + 1}"
        began = time.monotonic()
        html = await _get(port, path, token)
        waits.pages.append((time.monotonic() - began) * 1000)
        seen.update(number for number, _ in _EVENT.findall(html))
        found = re.search(rb'hx-sse:connect="([^"]+)"', html)
        assert found, html[:300]
        link = found[1].decode().replace("&amp;", "&")
        await _watch(port, link, token, seen, waits.events, rng.uniform(2, 5))


async def _watch(
    port: int, path: str, token: str, seen: set[bytes], events: list[float], seconds: float
) -> None:
    reader, writer = await _asked(port, path, token)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while line := await reader.readline():
                for number, at in _EVENT.findall(line):
                    if number not in seen:
                        seen.add(number)
                        events.append((time.monotonic_ns() - int(at)) / 1e6)
    writer.close()


async def _get(port: int, path: str, token: str) -> bytes:
    reader, writer = await _asked(port, path, token)
    html = await reader.read()
    writer.close()
    return html


async def _asked(
    port: int, path: str, token: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: floor={token}\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


# ---- The server


async def _serve(url: str) -> None:
    import uvicorn

    from desks.floor.app import floor_application
    from desks.floor.book import ListBook
    from desks.floor.room import Room
    from desks.pages import prepare
    from desks.sign_on import SignOn
    from desks.stream import News
    from firmware.bank import pins, schema
    from firmware.bank.address import store_of
    from firmware.bank.bank import Bank
    from firmware.bank.identity import Identity
    from firmware.bank.keys import BankKey
    from lab.live.ports import listen
    from lab.scenes import floor as scenes
    from lab.simulation.demo_people import at_work, enrol_all
    from lab.twins.paper_table import PaperTable

    prepare()
    pins.COST = 16  # nobody types a PIN here
    store = store_of(url)
    schema.found(store)
    bank, news, listener = Bank(store, BankKey(bytes(32))), News(), listen(0)
    enrol_all(bank)
    bank.do(scenes.put_names_down)
    tokens = [at_work(bank, "flo").token for _ in range(TABS)]
    tables = [PaperTable(str(n), scenes.main_table()) for n in range(1, TABLES + 1)]
    book, port = ListBook(bank, news), listener.getsockname()[1]
    people = Identity(bank)
    sign_on, room = SignOn(people, "Floor", "Floor 1", False), Room(tables, news, people.slip)
    app = floor_application(room, book, sign_on, frozenset({f"127.0.0.1:{port}"}))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    beside = [asyncio.create_task(book.follow()), asyncio.create_task(_play(tables, news))]
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:  # whoever reads the port calls at once
        await asyncio.sleep(0.01)
    print(port, *tokens, flush=True)
    await serving
    for task in beside:
        task.cancel()


async def _play(tables: list, news) -> None:  # type: ignore[no-untyped-def, type-arg]
    """Each table moves about once in two seconds; and twice a second one of them needs somebody."""
    from firmware.screens.protocol.floor_view import Stop

    rng, number = Random(7), 0
    while True:
        for table in rng.sample(tables, TABLES // 4):
            floor = table.at.floor
            public = replace(floor.public, total=floor.public.total + 100)
            table.at.floor = replace(floor, public=public)
        number, table = number + 1, rng.choice(tables)
        words = f"event {number} at {time.monotonic_ns()}"
        stop = Stop("floor", table.at.floor.now, "bench", words)
        table.at.floor = replace(table.at.floor, stops=(stop,))
        news.tell()
        await asyncio.sleep(EVERY_S)


def _draw(events: list[float], pages: list[float]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    fig, axis = plt.subplots(figsize=(9, 4), layout="constrained")
    for seen, words, limit in (
        (events, "an event on a page", 500), (pages, "a page is served", 50)
    ):  # fmt: skip
        ordered = sorted(seen)
        axis.plot(ordered, [100 * (n + 1) / len(ordered) for n in range(len(ordered))], label=words)
        axis.axvline(limit, linestyle=":", color="#888")
    axis.set(
        xscale="log", xlabel="ms", ylabel="percent within", title=f"{TABLES} tables, {TABS} tabs"
    )
    axis.legend()
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(PICTURE, dpi=120)
    plt.close(fig)


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
