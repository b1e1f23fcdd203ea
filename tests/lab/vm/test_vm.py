"""The virtual-machine bench without the machine: its archive, its plan, its one clear line."""

import io
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from drivers.sockets import Place
from lab.live.home import lay_out
from lab.vm import image, script, units
from lab.vm.cpio import Archive
from lab.vm.machine import socket_path
from lab.vm.outside import CENTER, SEATS, sockets_plan
from lab.vm.wiring import read_sockets


def entries(data: bytes) -> dict[str, tuple[int, bytes]]:
    """As the kernel reads an initramfs: name to mode and content."""
    found, at = {}, 0
    while True:
        assert data[at : at + 6] == b"070701"
        field = [int(data[at + 6 + 8 * n : at + 14 + 8 * n], 16) for n in range(13)]
        name = data[at + 110 : at + 110 + field[11] - 1].decode()
        start = at + 110 + field[11] + (-(110 + field[11]) % 4)
        if name == "TRAILER!!!":
            return found
        found[name] = (field[1], data[start : start + field[6]])
        at = start + field[6] + (-field[6] % 4)


def test_an_archive_is_what_the_kernel_reads(tmp_path: Path):
    source, out = tmp_path / "a", io.BytesIO()
    source.write_bytes(b"content")
    source.chmod(0o751)
    archive = Archive(out)
    archive.copy(source, "etc/deep/a")
    archive.copy(source, "/etc/deep/a")  # twice is once
    archive.link("bin/sh", "busybox")
    archive.close()

    found = entries(out.getvalue())
    assert list(found) == ["etc", "etc/deep", "etc/deep/a", "bin", "bin/sh"]
    assert found["etc/deep/a"] == (stat.S_IFREG | 0o751, b"content")
    assert found["bin/sh"] == (stat.S_IFLNK | 0o777, b"busybox")
    assert stat.S_ISDIR(found["etc"][0])
    assert len(out.getvalue()) % 512 == 0


def test_the_plan_of_the_bench_is_a_plan(tmp_path: Path):
    path = tmp_path / "sockets.toml"
    path.write_text(sockets_plan())
    sockets = read_sockets(path)

    assert len(sockets.places()) == 2 * SEATS + 1
    assert sockets.place(socket_path(CENTER)) == Place("center")


def test_without_qemu_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(image.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(
        image.shutil, "which", lambda name, path="": None if "qemu" in name else "/x"
    )

    assert script.main([]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "lab: the virtual-machine bench needs more programs: apt-get install qemu-system-x86\n"
    )


def test_on_another_processor_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(image.platform, "machine", lambda: "aarch64")

    assert script.main([]) == 1
    assert "needs an x86-64 computer" in capsys.readouterr().err


def test_the_units_in_the_machine_are_those_that_ship(tmp_path: Path):
    home, _ = lay_out(tmp_path, SEATS)
    out = io.BytesIO()
    archive = Archive(out)
    units.put(archive, home)
    archive.close()
    found = entries(out.getvalue())
    for unit in sorted((units.ROOT / "systemd").glob("*.service")):
        assert found[f"{units.UNITS}/{unit.name}"][1] == unit.read_bytes()
    books = [found[f"var/lib/stormdeck/{name}.json"] for name in ("book", "center")]
    assert {mode for mode, _ in books} == {stat.S_IFREG | 0o600}
    assert books[0] != books[1]


@pytest.mark.skipif(shutil.which("systemd-escape") is None, reason="systemd is missing")
def test_a_station_is_named_by_its_port():
    command = ["systemd-escape", "--unescape", "--instance", units.station()]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said == f"stormdeck/serial/{socket_path(12)}\n"


def test_who_ends_the_bench_finds_nothing_of_it_left_though_a_shell_ignores_its_interrupts():
    code = (
        "import asyncio, signal\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from lab.vm import script\n"
        "async def life():\n"
        "    try:\n"
        "        print('runs', flush=True)\n"
        "        await asyncio.sleep(3600)\n"
        "    finally:\n"
        "        print('put away', flush=True)\n"
        "script.missing = lambda: ''\n"
        "script.PARTS['life'] = (life, 3600)\n"
        "script.main(['life'])\n"
    )
    bench = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert bench.stdout.readline() == "runs\n"
    bench.terminate()
    said, _ = bench.communicate(timeout=60)
    assert said == "put away\n"
