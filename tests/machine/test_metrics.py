"""`stormdeck metrics` beside a real table: its numbers, and what it says when the table is dead."""

import asyncio
import re
import socket
import sys
import urllib.request

from drivers.link.keys import open_book
from lab.live.home import pair


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_numbers_of_a_table_that_plays_and_of_one_that_is_dead(in_room):
    async def evening(room) -> None:
        home, port = room.home.home, free_port()
        book = home / "metrics.json"
        pair(open_book(home / "secrets/links.json"), open_book(book), "console", "Metrics")
        await room.power_on()
        for seat in (1, 2):
            room.sit(seat)
        watch = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "import sys; from commands import main; sys.exit(main())",
            "metrics", str(room.home.page), "--book", str(book), "--listen", f"127.0.0.1:{port}",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            await watch.stdout.readline()  # it listens

            def page() -> str:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as at:
                    return at.read().decode()

            async def reads(*words: str) -> str:
                for _ in range(400):
                    told = await asyncio.to_thread(page)
                    if all(re.search(one, told, re.M) for one in words):
                        return told
                    await asyncio.sleep(0.2)
                raise AssertionError(f"{words} is not in {told}")

            told = await reads(
                "^stormdeck_up 1.0", r'^stormdeck_link_up{unit="seat 1"} 1.0',
                r"^stormdeck_hands_total [1-9]", "^stormdeck_rng_healthy 1.0",
                r'_seconds_count{unit="seat 1"} [1-9]', r'_free_bytes{copy="2"} [1-9]',
            )  # fmt: skip
            await room.kill()
            told = await reads("^stormdeck_up 0.0", r'^stormdeck_journal_bytes{copy="1"} [1-9]')
            assert "stormdeck_link_up" not in told
        finally:
            watch.kill()
            await watch.wait()

    in_room(evening)
