"""The built image as a process of this computer: Linux for user mode (UML) under its first disk,
its verified root, its systemd, its RAUC. Nothing is emulated, so an update takes minutes where a
machine in software takes hours.

Other than on a board: the kernel (UML's own, with its modules), the boot loader (its twin reads the
same block), serial ports in place of USB's. What the bench needs besides lies in /run, laid there
by a second archive behind the first disk: nothing of the image is changed.
"""

import asyncio
import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lab.twins.boot_loader import starts
from lab.vm.cpio import Archive
from lab.vm.disk import STATE, boot_of, partition, set_boot
from lab.vm.machine import FLOOR_PORT, PR_SET_PDEATHSIG
from lab.vm.writes import DAEMON, FUSE, Served

KERNEL, MODULES = "linux.uml", Path("/usr/lib/uml/modules")
PACKAGE = "user-mode-linux"
WIDE, COMPILER = "amx_tile", "gcc"  # a processor whose registers it has no room for
REGISTERS = Path(__file__).with_name("registers.c")
LOADED = (
    "dm_verity",
    "squashfs",
    "ext4",
    "loop",
    "vfat",
    "nls_cp437",
    "nls_ascii",
    "nls_iso8859_1",
)
TAP, HERE, THERE = "stormdeck0", "10.213.0.1/24", "10.213.0.2"
SCRIPT = """#!/bin/sh
case "$1" in prereqs) exit 0;; esac
cp -r /lab/run/. /run/
"""
FULL_BYTES = 12_000  # with what the kernel adds to each piece: some 3,000 of them
NOT_HERE = "[Unit]\nConditionPathExists=/nowhere\n"
RUN = {
    "udev/rules.d/80-lab.rules": 'KERNEL=="ttyS[0-9]*", GROUP="stormdeck", MODE="0660"\n',
    "systemd/network/00-lab.network": f"[Match]\nType=ether\n[Network]\nAddress={THERE}/24\n",
    "systemd/system/stormdeck-table.service.d/lab.conf": "[Service]\nDeviceAllow=char-ttyS rw\n",
    "systemd/system/stormdeck-update.service.d/lab.conf": "[Service]\nDeviceAllow=block-ubd r\n",
    # Its time is this computer's, its processor is not: what it waits for would count as used.
    "systemd/system/stormdeck-desk.slice.d/lab.conf": "[Slice]\nCPUQuota=\n",
    **{
        f"systemd/system/stormdeck-{name}.service.d/lab.conf": NOT_HERE
        for name in ("console@tty1", "metrics")
    },
}


def missing() -> str:
    """What is to be installed; empty: nothing."""
    if os.geteuid():
        return "the image in user mode: as root only (it needs a network of its own)"
    tools = {KERNEL: PACKAGE, "ip": "iproute2", "zstd": "zstd", DAEMON: "qemu-system-common"}
    if _wide():
        tools[COMPILER] = "gcc libc6-dev"
    found = [package for tool, package in tools.items() if shutil.which(tool) is None]
    if not FUSE.exists():
        return f"the image in user mode: there is no {FUSE}, by which its writes are kept"
    return f"the image in user mode: apt-get install {' '.join(found)}" if found else ""


class UserMode:
    """Wires are serial ports; 0 is the service port. It ends where it would start anew. Every write
    to its disk may be kept, in order: `writes` (lab/vm/writes.py)."""

    def __init__(self, folder: Path, built: Path, disk: Path, hear: Callable[[str], None]) -> None:
        self._folder, self._built, self._disk, self._hear = folder, built, disk, hear
        self._served: Served | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._wires: list[_Wire] = []

    door, writes = 0, Path()  # it has a network
    sealed_by = "host"  # no TPM
    floor = f"tcp:{THERE}:{FLOOR_PORT}"
    stick_at = f"{STATE}/stick"  # a stick is a folder of its data partition

    @staticmethod
    def socket(wire: int) -> str:
        return f"/dev/ttyS{wire + 1}"  # 0 the console's, 1 the log's

    @staticmethod
    def reader(wire: int) -> str:
        return UserMode.socket(wire)

    @property
    def service_port(self) -> Path:
        return self._folder / "wire0"

    def wire(self, number: int) -> str:
        return str(self._folder / f"wire{number}")

    async def start(self, wires: int) -> None:
        self._folder.joinpath("tmp").mkdir(exist_ok=True)
        _network()
        if self.writes != Path():
            there = self._folder / "kept.img"
            self._served, self._disk = Served(self._disk, self.writes, there), there
            await self._served.open()
        for number in range(wires + 1):
            self._wires.append(_Wire(self.wire(number)))
            await self._wires[-1].open()
        ports = [0, *(number + 1 for number in range(1, wires + 1))]
        far = [wire.far.fileno() for wire in self._wires]
        lines = [f"ssl{n}=fd:{fd},fd:{fd}" for n, fd in zip(ports, far, strict=True)]
        env = {**os.environ, "TMPDIR": "/dev/shm", **self._room()}  # where its memory lies
        self._process = await asyncio.create_subprocess_exec(
            KERNEL, "mem=1024M", f"ubd0={self._disk}", f"initrd={self._first_disk()}", "noreboot",
            "con=null", "ssl=null", "ssl1=fd:0,fd:1", *lines, f"eth0=tuntap,{TAP}",
            *self._words(), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT, process_group=0, env=env, pass_fds=far,
            preexec_fn=_end_with_parent,
        )  # fmt: skip
        self._tasks.append(asyncio.create_task(self._listen()))

    def _room(self) -> dict[str, str]:
        """For the registers of its processes."""
        return {"LD_PRELOAD": str(compiled_registers(self._folder))} if _wide() else {}

    async def plug(self, wire: int, port: int) -> None:
        """A serial port is always there."""

    async def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self._hear(line.decode("utf-8", "replace").rstrip())

    # ---- The boot loader's part

    def _words(self) -> list[str]:
        """As image/grub.cfg: a try is taken away before it starts."""
        boot = boot_of(self._disk)
        slot, after = starts(boot)
        if after != boot:
            set_boot(self._disk, after)
        page = self._read(f"boot-{slot}", "slot.cfg").decode()
        line = next(one for one in page.splitlines() if one.startswith("linux /vmlinuz "))
        trying = "stormdeck.try" if boot.try_ else ""
        line = line.replace("$slot", slot).replace("$trying", trying)
        return [one for one in line.split()[2:] if not re.match("console=|panic=|quiet", one)]

    def _read(self, name: str, file: str) -> bytes:
        where = f"{self._disk}@@{partition(self._disk, name)[0]}"
        copy = ["mcopy", "-i", where, f"::/{file}", "-"]
        return subprocess.run(copy, capture_output=True, check=True).stdout

    def _first_disk(self) -> Path:
        """The image's own, with UML's modules in it and the bench's part of /run."""
        whole = self._folder / "initrd"
        if whole.exists():
            return whole
        with whole.open("wb") as out:
            subprocess.run(["zstd", "-dcq", self._built / "initrd.img"], stdout=out, check=True)
            out.seek(0, os.SEEK_END)
            out.write(bytes(-out.tell() % 512))
            archive = Archive(out)
            for one in sorted(MODULES.rglob("*")):
                if one.is_file() and _wanted(one):
                    archive.copy(one, f"usr/lib/modules/{one.relative_to(MODULES)}")
            archive.file("conf/modules", "\n".join((*LOADED, "")).encode())
            archive.file("scripts/init-bottom/lab", SCRIPT.encode(), 0o755)
            order = "".join(
                f'/scripts/init-bottom/{one} "$@"\n' for one in ("stormdeck", "lab", "udev")
            )
            archive.file("scripts/init-bottom/ORDER", order.encode())
            for name, words in RUN.items():
                archive.file(f"lab/run/{name}", words.encode())
            archive.close()
        return whole

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def end(self) -> None:
        """As somebody pulls the plug; whatever happened, nothing is left running."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
        for task in self._tasks:
            task.cancel()
        for wire in self._wires:
            wire.close()
        if self._served is not None:
            await self._served.close()
        _no_network()


def compiled_registers(folder: Path) -> Path:
    library = folder / "registers.so"
    if not library.exists():
        compiled = [COMPILER, "-shared", "-fPIC", "-O2", "-o", str(library), str(REGISTERS)]
        subprocess.run(compiled, check=True)
    return library


def _wide() -> bool:
    return WIDE in Path("/proc/cpuinfo").read_text().split()


def _end_with_parent() -> None:
    """It ends its own processes then."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _wanted(path: Path) -> bool:
    return path.name.startswith("modules.") or any(
        part in str(path) for part in ("/md/", "/squashfs/", "/ext4/", "/jbd2/", "/fat/", "/nls/",
                                       "/lib/", "/crypto/", "loop.ko", "mbcache")
    )  # fmt: skip


def _network() -> None:
    """One wire between this computer and that one."""
    if not Path(f"/sys/class/net/{TAP}").exists():
        subprocess.run(["ip", "tuntap", "add", TAP, "mode", "tap"], check=True)
        subprocess.run(["ip", "address", "add", HERE, "dev", TAP], check=True)
    subprocess.run(["ip", "link", "set", TAP, "up"], check=True)


def _no_network() -> None:
    """As it was found; one that another machine is plugged into stays."""
    subprocess.run(["ip", "tuntap", "delete", TAP, "mode", "tap"], capture_output=True)


class _Wire:
    """A serial port there, a socket here."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._near, self.far = socket.socketpair()
        self.far.setblocking(False)  # UML reads until nothing is left, and stands still until then
        self._joined: list[asyncio.StreamWriter] = []
        self._reading: asyncio.Task[None]
        self._server: asyncio.Server

    async def open(self) -> None:
        Path(self._path).unlink(missing_ok=True)
        said, self._to_there = await asyncio.open_connection(sock=self._near)
        self._reading = asyncio.create_task(self._from_there(said))
        self._server = await asyncio.start_unix_server(self._join, self._path)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._joined.append(writer)
        with suppress(OSError, asyncio.CancelledError):  # the second: nothing here runs any more
            while data := await reader.read(4096):
                if self._waiting() < FULL_BYTES:
                    self._to_there.write(data)
        self._joined.remove(writer)

    def _waiting(self) -> int:
        """What nobody there has read yet. A wire keeps no more than a little: the rest is lost, and
        a port of UML's that once was full is never read again."""
        queued = fcntl.ioctl(self._near, termios.TIOCOUTQ, bytes(4))
        return int.from_bytes(queued, "little")

    async def _from_there(self, said: asyncio.StreamReader) -> None:
        while data := await said.read(65536):
            for writer in self._joined:
                writer.write(data)

    def close(self) -> None:
        self._reading.cancel()
        self._server.close()
        for writer in self._joined:
            writer.close()
        self._to_there.close()
        self.far.close()
