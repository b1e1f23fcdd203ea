"""The image's own boot loader, told to try a slot: it does so once.

Nothing is laid on its disk, so no program of a table starts: firmware, boot loader, the root of the
slot under its hash, systemd. Slot B is a copy of slot A, as after an update that changed nothing.
"""

import asyncio
import shutil
import tempfile
from pathlib import Path

from firmware.machine.slots import Boot
from lab.vm.appliance import QUIET_S, SAID, Bench
from lab.vm.disk import boot_of, partition, set_boot
from lab.vm.machine import FromDisk
from lab.vm.outside import Silent

TRIAL = "stormdeck-trial.service"
ON_TRIAL, NONE = f"Started {TRIAL}", f"{TRIAL} - Stormdeck slot on trial was skipped"
PIECE = 1 << 24


def copy_slot(disk: Path) -> None:
    """What A has, B has too."""
    for half in ("boot", "root"):
        (source, size), (target, _) = partition(disk, f"{half}-A"), partition(disk, f"{half}-B")
        with disk.open("r+b") as both:
            for at in range(0, size, PIECE):
                both.seek(source + at)
                piece = both.read(min(PIECE, size - at))
                both.seek(target + at)
                both.write(piece)


async def tries_once(bench: Bench) -> None:
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as scratch:
        folder, disk = Path(scratch), Path(scratch) / "disk.img"
        shutil.copyfile(bench.built / "disk.img", disk)
        copy_slot(disk)
        set_boot(disk, Boot("A", "B"))
        await _starts(bench, folder, disk, ON_TRIAL)
        assert boot_of(disk) == Boot("A"), boot_of(disk)
        bench.tell(
            "the boot loader took `try` away and started slot B, on trial; the power is gone"
        )
        await _starts(bench, folder, disk, NONE)
        assert boot_of(disk) == Boot("A"), boot_of(disk)
        bench.tell("the next start is slot A's, and no trial")
        set_boot(disk, Boot("B"))
        await _starts(bench, folder, disk, NONE)
        bench.tell("slot B was called good: it starts, and no trial")


async def _starts(bench: Bench, folder: Path, disk: Path, words: str) -> None:
    """Until it says so."""
    said, loop = list[str](), asyncio.get_running_loop()
    machine = FromDisk(folder, bench.built, disk, said.append)
    bench.tell(f"power on; the disk says {boot_of(disk)}")
    SAID.parent.mkdir(parents=True, exist_ok=True)
    try:
        await machine.start(wires=0)
        heard, since_s = 0, loop.time()
        while not any(words in line for line in said):
            if len(said) > heard:
                heard, since_s = len(said), loop.time()
                SAID.write_text("\n".join(said))
            if loop.time() > since_s + QUIET_S or not machine.running:
                log = "\n  ".join(said[-25:])
                raise Silent(f"no line {words!r}; its log:\n  {log}")
            await asyncio.sleep(0.5)
    finally:
        await machine.end()
