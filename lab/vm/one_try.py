"""The image's own boot loader, told to try a slot: it does so once.

Nothing is laid on its disk, so no program of a table starts: firmware, boot loader, the root of the
slot under its hash, systemd. The slot that is not to start is empty, so what comes up is the other.
"""

import asyncio
import shutil
import tempfile
from pathlib import Path

from firmware.machine.slots import OTHER, Boot, Slot
from lab.vm.appliance import QUIET_S, SAID, Bench
from lab.vm.disk import boot_of, partition, set_boot
from lab.vm.machine import FromDisk
from lab.vm.outside import Silent

UP = "systemd[1]: "  # the root of some slot was opened under its hash
PIECE = 1 << 24


def copy_slot(disk: Path, source: Slot) -> None:
    """What it has, the other has too."""
    for half in ("boot", "root"):
        from_, size = partition(disk, f"{half}-{source}")
        to, _ = partition(disk, f"{half}-{OTHER[source]}")
        with disk.open("r+b") as both:
            for at in range(0, size, PIECE):
                both.seek(from_ + at)
                piece = both.read(min(PIECE, size - at))
                both.seek(to + at)
                both.write(piece)


def empty_slot(disk: Path, slot: Slot) -> None:
    """Its kernel and the hash of its root are gone: nothing starts from there."""
    start, size = partition(disk, f"boot-{slot}")
    with disk.open("r+b") as out:
        out.seek(start)
        out.write(bytes(size))


async def tries_once(bench: Bench) -> None:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as scratch:
        folder, disk = Path(scratch), Path(scratch) / "disk.img"
        shutil.copyfile(bench.built / "disk.img", disk)
        copy_slot(disk, "A")
        empty_slot(disk, "A")
        set_boot(disk, Boot("A", "B"))
        await _starts(bench, folder, disk)
        assert boot_of(disk) == Boot("A"), boot_of(disk)
        bench.tell("told to try slot B it took the word away, and started it; the power goes")
        copy_slot(disk, "B")
        empty_slot(disk, "B")
        await _starts(bench, folder, disk)
        assert boot_of(disk) == Boot("A"), boot_of(disk)
        bench.tell("the next start was slot A's")


async def _starts(bench: Bench, folder: Path, disk: Path) -> None:
    said, loop = list[str](), asyncio.get_running_loop()
    machine = FromDisk(folder, bench.built, disk, said.append)
    bench.tell(f"power on; the disk says {boot_of(disk)}")
    SAID.parent.mkdir(parents=True, exist_ok=True)
    try:
        await machine.start(wires=0)
        heard, since_s = 0, loop.time()
        while not any(UP in line for line in said):
            if len(said) > heard:
                heard, since_s = len(said), loop.time()
                SAID.write_text("\n".join(said))
            if loop.time() > since_s + QUIET_S or not machine.running:
                log = "\n  ".join(said[-25:])
                raise Silent(f"no slot came up; its log:\n  {log}")
            await asyncio.sleep(0.5)
    finally:
        await machine.end()
