"""One QEMU: started, spoken to, and always ended. No KVM: software emulation is fast enough, and
what a machine offers as KVM may start no firmware (kvm_pvm wants a kernel of its own kind)."""

import asyncio
import ctypes
import json
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from drivers.link import keying, link, session
from lab.vm.board import BOARDS, board_of
from lab.vm.image import tool
from lab.vm.writes import kept_drive

PORTS = 15
FLOOR_PORT = 7800  # where a table in the machine hears the floor
USB_SLOT = 5
PR_SET_PDEATHSIG = 1
ANSWER_S = 600.0
PATIENT_S, CALM_S = (120.0, 240.0), (0.3, 1.0)


def socket_path(port: int) -> str:
    """What the guest's udev calls the USB port."""
    return f"pci-0000:00:{USB_SLOT:02x}.0-usb-0:{port}:1.0"


class Machine:
    """`hear` gets each line that the guest says. Wires are named by number, ports too."""

    board = BOARDS["amd64"]
    clock: tuple[str, ...] = ("-accel", "tcg,thread=multi", "-smp", "2")  # this computer's

    def __init__(
        self, folder: Path, kernel: Path, disk: Path, hear: Callable[[str], None], words: str = ""
    ) -> None:
        """`words`: more for the kernel's command line."""
        self._folder, self._kernel, self._disk, self._hear = folder, kernel, disk, hear
        self._words = words
        self._process: asyncio.subprocess.Process | None = None
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gone: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    def wire(self, number: int) -> str:
        return str(self._folder / f"wire{number}")

    async def start(self, wires: int) -> None:
        command = [str(tool(self.board.program)), *self._options(wires)]
        self._process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=_end_with_parent,
        )
        self._tasks.append(asyncio.create_task(self._console()))
        await self._open_remote()

    def _options(self, wires: int) -> list[str]:
        options = [
            *self.board.machine, *self.clock, "-m", "1536",
            *["-display", "none", "-nodefaults", "-no-user-config", "-no-reboot"],
            *self._starts(),
            "-qmp", f"unix:{self._folder}/qmp,server=on,wait=off",
            "-device", f"qemu-xhci,id=usb,p2={PORTS},p3={PORTS},addr={USB_SLOT:#x}",
            "-object", "rng-random,id=pool,filename=/dev/urandom",
            "-device", "virtio-rng-pci,rng=pool,id=noise,addr=0x6",
        ]  # fmt: skip
        for n in range(1, wires + 1):
            options += ["-chardev", f"socket,id=wire{n},path={self.wire(n)},server=on,wait=off"]
        return options

    def _starts(self) -> list[str]:
        """From a kernel and its first disk; its only serial port is ours."""
        return [
            "-serial", "stdio", "-kernel", str(self._kernel), "-initrd", str(self._disk),
            "-append", f"console=ttyS0 quiet loglevel=3 panic=-1 rdinit=/init {self._words}",
        ]  # fmt: skip

    async def _console(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self._hear(line.decode("utf-8", "replace").rstrip())

    def say(self, **order: Any) -> None:
        """An order to the guest."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    # The remote control

    async def _open_remote(self) -> None:
        for _ in range(200):
            with suppress(OSError):
                self._reader, self._writer = await asyncio.open_unix_connection(
                    f"{self._folder}/qmp"
                )
                break
            await asyncio.sleep(0.1)
        self._tasks.append(asyncio.create_task(self._listen()))
        await self._answers.get()  # its greeting
        await self._do("qmp_capabilities")

    async def _listen(self) -> None:
        while line := await self._reader.readline():
            said = json.loads(line)
            if said.get("event") == "DEVICE_DELETED":
                self._gone.put_nowait(said["data"].get("device", ""))
            elif "event" not in said:
                self._answers.put_nowait(said)

    async def _do(self, order: str, **details: Any) -> None:
        self._writer.write(json.dumps({"execute": order, "arguments": details}).encode())
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self._answers.get()
        except TimeoutError:
            raise AssertionError(f"QEMU does not answer {order}") from None
        if "error" in answer:
            raise AssertionError(f"QEMU refused {order}: {answer['error']['desc']}")

    async def plug(self, wire: int, port: int) -> None:
        name = f"serial{wire}"
        details = {"driver": "usb-serial", "chardev": f"wire{wire}", "bus": "usb.0", "id": name}
        await self._do("device_add", **details, **{"port": str(port), "always-plugged": True})

    async def unplug(self, wire: int) -> None:
        await self._remove(f"serial{wire}")

    async def plug_noise(self) -> None:
        await self._do("device_add", driver="virtio-rng-pci", rng="pool", id="noise", addr="0x6")

    async def unplug_noise(self) -> None:
        await self._remove("noise")

    async def _remove(self, name: str) -> None:
        await self._do("device_del", id=name)
        async with asyncio.timeout(60):
            while await self._gone.get() != name:
                pass

    async def end(self) -> None:
        """Whatever happened: nothing is left running."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        for task in self._tasks:
            task.cancel()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None


class FromDisk(Machine):
    """A machine with a disk that starts by itself, on the board that it was built for. The first
    serial port is the console's, the second says the log. It ends where it would start anew, and is
    then started again.

    Its time is what it has computed, a thousand million instructions a second, and only while it
    waits this computer's: whatever else a busy computer does, no limit in there runs out for it.
    Whoever is at its wires has more patience than a screen, and says less: what is said in a second
    here is much for a machine for which it was a moment.

    Its board may have a TPM. Its network leads nowhere, but for one port of this computer's,
    `door`, that is its own FLOOR_PORT. Every write to its disk may be kept, in order: `writes`
    (lab/vm/writes.py)."""

    _tpm: asyncio.subprocess.Process | None = None
    door, writes = 0, Path()
    clock = ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=on", "-rtc", "clock=vm")
    display: tuple[int, int] | None = None  # of so many points
    stick_at = "/media/stick"

    def __init__(self, folder: Path, built: Path, disk: Path, hear: Callable[[str], None]) -> None:
        super().__init__(folder, built, disk, hear)
        self.board = board_of(built)
        self.sealed_by = self.board.sealed_by

    @staticmethod
    def socket(wire: int) -> str:
        """As the table's page names the port of a station."""
        return socket_path(wire)

    @staticmethod
    def reader(wire: int) -> str:
        return f"/dev/stormdeck/serial/{socket_path(wire)}"

    @property
    def floor(self) -> str:
        """Where a desk calls the table."""
        return f"tcp:127.0.0.1:{self.door}"

    @property
    def service_port(self) -> Path:
        return self._folder / "service"

    async def plug_stick(self, image: Path) -> None:
        await self._do("blockdev-add", driver="file", filename=str(image), **{"node-name": "stick"})
        await self._do("device_add", driver="usb-storage", drive="stick", bus="usb.0", id="stick",
                       port=str(PORTS), removable=True)  # fmt: skip

    async def start(self, wires: int) -> None:
        """The same TPM each time: what it knows lies in the folder."""
        link.DEGRADED_S, link.DOWN_S = PATIENT_S
        session.HEARTBEAT_S, keying.CALL_AGAIN_S = CALM_S
        if self.board.tpm:
            await self._start_chip()
        await super().start(wires)

    async def _start_chip(self) -> None:
        self._chip.mkdir(exist_ok=True)
        self._tpm = await asyncio.create_subprocess_exec(
            "swtpm", "socket", "--tpm2", "--tpmstate", f"dir={self._chip}", "--terminate",
            "--ctrl", f"type=unixio,path={self._chip}/ctrl", preexec_fn=_end_with_parent,
        )  # fmt: skip
        while not (self._chip / "ctrl").exists():
            assert self._tpm.returncode is None, "there is no TPM"
            await asyncio.sleep(0.05)

    async def end(self) -> None:
        await super().end()
        if self._tpm is not None:
            with suppress(ProcessLookupError):
                self._tpm.kill()
            await self._tpm.wait()
        (self._chip / "ctrl").unlink(missing_ok=True)

    async def look(self, picture: Path) -> None:
        """What is on its display now."""
        await self._do("screendump", filename=str(picture.resolve()))

    @property
    def _chip(self) -> Path:
        return self._folder / "tpm"

    def _starts(self) -> list[str]:
        return [
            *self._tpm_words(), "-bios", self.board.firmware,
            "-chardev", f"socket,id=service,path={self.service_port},server=on,wait=off",
            "-chardev", "stdio,id=log", *self.board.ports, *self._drive(),
            "-device", "virtio-blk-pci,drive=disk,bootindex=0",
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.door}-:{FLOOR_PORT}",
            "-device", "virtio-net-pci,netdev=net,romfile=", *self._glass(),
        ]  # fmt: skip

    def _tpm_words(self) -> list[str]:
        if not self.board.tpm:
            return []
        return [
            "-chardev", f"socket,id=chip,path={self._chip}/ctrl",
            "-tpmdev", "emulator,id=tpm,chardev=chip", "-device", f"{self.board.tpm},tpmdev=tpm",
        ]  # fmt: skip

    def _glass(self) -> list[str]:
        if self.display is None:
            return []
        width, height = self.display
        return ["-device", f"bochs-display,xres={width},yres={height},vgamem=64M"]

    def _drive(self) -> list[str]:
        if self.writes == Path():
            # Its power ends with its process: what it wrote is this computer's by then.
            return ["-drive", f"if=none,id=disk,format=raw,cache=unsafe,file={self._disk}"]
        return kept_drive(self._disk, self.writes)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
