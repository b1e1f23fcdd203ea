"""Pairing by two technicians, over a real wire, as two real processes."""

import asyncio
import sys
from pathlib import Path

import pytest

from drivers.link.keys import open_book
from lab.twins.pty_wire import PtyWire


async def end(port: str, book: Path, kind: str, name: str) -> asyncio.subprocess.Process:
    code = "import sys; from commands import main; sys.exit(main())"
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, "pair", "--port", port, "--book", str(book), "--as", kind,
        "--name", name, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def digits(process: asyncio.subprocess.Process) -> str:
    await process.stdout.readline()
    return (await process.stdout.readline()).decode().split("show: ")[1].strip()


@pytest.mark.parametrize(("answers", "codes"), [(("yes", "yes"), (0, 0)), (("yes", "no"), (1, 1))])
def test_both_say_yes_or_nobody_is_paired(tmp_path: Path, answers, codes):
    books = tmp_path / "table.json", tmp_path / "station.json"

    async def run() -> None:
        wire = PtyWire()
        table = await end(wire.path_a, books[0], "controller", "Table 1")
        station = await end(wire.path_b, books[1], "station", "Station 3")
        try:
            shown = await asyncio.gather(digits(table), digits(station))
            assert shown[0] == shown[1]
            for process, answer in zip((table, station), answers, strict=True):
                process.stdin.write(f"{answer}\n".encode())
            await station.wait()
            if "no" in answers:
                table.kill()  # it would wait for two minutes
            await table.wait()
        finally:
            wire.close()
        if "no" not in answers:
            assert (table.returncode, station.returncode) == codes
        else:
            assert station.returncode == 1

    asyncio.run(asyncio.wait_for(run(), 60))
    known = [[(peer.kind, peer.name) for peer in open_book(book).peers()] for book in books]
    both = [[("station", "Station 3")], [("controller", "Table 1")]]
    assert known == (both if codes == (0, 0) else [[], []])


def test_a_port_that_is_not_there_is_one_line(tmp_path: Path, capsys):
    from commands.pair import main

    args = ["--port", str(tmp_path / "none"), "--book", str(tmp_path / "b"), "--as", "station"]
    assert main([*args, "--name", "S"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_desk_is_paired_over_a_socket(tmp_path: Path):
    """The same two acts, and no cable."""
    books, where = (tmp_path / "table.json", tmp_path / "desk.json"), tmp_path / "desks"

    async def run() -> None:
        table = await end(f"unix:{where}", books[0], "controller", "Table 1")
        while not where.exists():
            await asyncio.sleep(0.05)
        desk = await end(f"unix:{where}", books[1], "desk", "Floor desk")
        shown = await asyncio.gather(digits(table), digits(desk))
        assert shown[0] == shown[1]
        for process in (table, desk):
            process.stdin.write(b"yes\n")
        assert (await desk.wait(), await table.wait()) == (0, 0)

    asyncio.run(asyncio.wait_for(run(), 60))
    known = [[(peer.kind, peer.name) for peer in open_book(book).peers()] for book in books]
    assert known == [[("desk", "Floor desk")], [("controller", "Table 1")]]
