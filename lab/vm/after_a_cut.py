"""What a machine finds on its disk whose power went after some write: which slot starts and whether
every byte of it is as it was built, what is remembered of the update, and the journal.

Nothing is started for it: it is read off the disk, as boot loader, kernel and updater read it.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from firmware.journal import verifier
from firmware.journal.disk import RealDisk
from firmware.journal.keys import load_keys
from firmware.journal.reader import open_to_read
from firmware.machine.slots import OTHER, Boot, Slot, Update, read_block
from firmware.machine.this_machine import remembered
from lab.twins.boot_loader import starts
from lab.vm.disk import partition
from lab.vm.writes import PIECE, Replay, read_log

_WORD = re.compile(r"stormdeck\.(roothash|hashoffset)=(\S+)")
JOURNALS = ("journal-a", "journal-b")
WANTED = (*(f"lib/stormdeck/{name}" for name in (*JOURNALS, "secrets")), "lib/stormdeck-update",
          "etc/stormdeck")  # fmt: skip
SEALED, KEYS = "credential:bank.key", ("bank.key", "sealed/bank.key")
CLEAN = (0, 1)  # e2fsck: nothing was wrong; or the file system's own journal was played


class Found(Struct, frozen=True):
    boot: Boot
    starts: Slot
    whole: dict[Slot, bool]  # of these two: every byte is under its hash
    update: Update | None
    records: int  # of the journal, once the table has opened it
    head: bytes
    key: bool  # of the bank: laid down, or sealed; of a table that wants none, too


class AfterACut:
    """The disk of a life, taken through its writes. `disk` is changed."""

    def __init__(self, disk: Path, scratch: Path) -> None:
        self._disk, self._scratch = disk, scratch
        self._data = scratch / "data.img"
        self.replay = Replay(disk, self._data, *partition(disk, "data"))
        self._slots: dict[Slot, tuple[int, int]] = {}
        for slot in OTHER:
            start, size = partition(disk, f"root-{slot}")
            self._slots[slot] = (partition(disk, f"boot-{slot}")[0], start + size)
        self._whole: dict[Slot, bool] = {}

    def look(self) -> Found:
        self._forget()
        boot = read_block(self._read("start", "stormdeck.env"))
        slot, _ = starts(boot)
        files = self._files()
        journal = self._journal(files)
        found = Found(
            boot, slot, {one: self._is_whole(one) for one in {slot, boot.good}},
            remembered(files / "stormdeck-update/update.json"), *journal,
            key=_key(files / "stormdeck"),
        )  # fmt: skip
        shutil.rmtree(files)
        return found

    def _forget(self) -> None:
        """A slot into which something was written is looked at anew."""
        for slot, (start, end) in self._slots.items():
            if any(start < to and at < end for at, to in self.replay.dirty):
                self._whole.pop(slot, None)
        self.replay.dirty.clear()

    def _read(self, name: str, file: str) -> bytes:
        where = f"{self._disk}@@{partition(self._disk, name)[0]}"
        return _said("mcopy", "-i", where, f"::/{file}", "-")

    def _is_whole(self, slot: Slot) -> bool:
        if slot not in self._whole:
            self._whole[slot] = self._verifies(slot)
        return self._whole[slot]

    def _verifies(self, slot: Slot) -> bool:
        """As the kernel reads it: under the one hash beside it. Its kernel must be there too."""
        try:
            words = dict(_WORD.findall(self._read(f"boot-{slot}", "slot.cfg").decode()))
            kernel = self._read(f"boot-{slot}", "vmlinuz")
        except (subprocess.CalledProcessError, UnicodeDecodeError):
            return False
        start, size = partition(self._disk, f"root-{slot}")
        root, tree = self._scratch / "root.img", int(words.get("hashoffset", size))
        with self._disk.open("rb") as source:
            source.seek(start)
            root.write_bytes(source.read(min(size, tree + tree // 64 + PIECE)))
        ask = ["/sbin/veritysetup", "verify", root, root, words.get("roothash", ""),
               f"--hash-offset={tree}"]  # fmt: skip
        good = subprocess.run(ask, capture_output=True).returncode == 0
        root.unlink()
        return good and bool(kernel)

    def _files(self) -> Path:
        """The data partition as it is once mounted, its own journal played; then as before."""
        undo, files = self._scratch / "undo", self._scratch / "files"
        files.mkdir()
        check = ["/sbin/e2fsck", "-fy", "-z", str(undo), str(self._data)]
        done = subprocess.run(check, capture_output=True, text=True)
        assert done.returncode in CLEAN, f"the data partition is damaged: {done.stdout[-600:]}"
        for name in WANTED:
            _said("/sbin/debugfs", "-R", f"rdump /{name} {files}", str(self._data))
        if undo.exists():
            _said("/sbin/e2undo", str(undo), str(self._data))
            undo.unlink()
        return files

    def _journal(self, files: Path) -> tuple[int, bytes]:
        """Opened as a table opens it: what one copy lacks the other has. None yet: no record."""
        key = files / "secrets/journal.key"
        if not key.exists():
            return 0, b""
        one, two = (RealDisk(files / name, read_only=True) for name in JOURNALS)
        head = open_to_read((one, two), load_keys(key)).journal.head
        return head.seq, head.chain

    def chains(self) -> list[bytes]:
        """Of every record in the end."""
        files = self._files()
        return verifier.read_copy(files / JOURNALS[0], None).chains


def _key(page: Path) -> bool:
    table = page / "table.toml"
    if not table.exists() or SEALED not in table.read_text():
        return True
    return any((page / one).exists() and (page / one).stat().st_size for one in KEYS)


def check(found: Found) -> None:
    """Wherever it was cut: one verified version starts, and if it is not the good one, it is known
    that it is on trial; and the bank's key is there."""
    assert found.key, "the bank's key is neither laid down nor sealed"
    assert found.whole[found.starts], f"slot {found.starts} is to start and is not whole"
    assert found.whole[found.boot.good], f"slot {found.boot.good} is good and is not whole"
    if found.starts != found.boot.good:
        assert found.update is not None, "a slot is tried, and nobody knows why"
        assert found.update.step == "armed", found.update.step


def _said(*command: str) -> bytes:
    return subprocess.run(command, capture_output=True, check=True).stdout


# ---- A life, cut everywhere

FIRST, LOG = "disk.img", "writes-{}.log"


def cuts(kept: Path, count: int, seed: int, tell: Callable[[str], None]) -> int:
    """How often it was cut. `kept`: the disk before the first start, and the writes of each."""
    luck, looked, last = Random(seed), 0, 0
    logs = sorted(kept.glob(LOG.format("*")))
    with tempfile.TemporaryDirectory(prefix="stormdeck-lab-") as folder:
        disk = Path(folder) / FIRST
        shutil.copyfile(kept / FIRST, disk)
        machine, seen = AfterACut(disk, Path(folder)), []
        for number, log in enumerate(logs, 1):
            stops = stops_of(disk, log, -(-count // len(logs)), luck)
            for done in machine.replay.go(log, stops):
                found = machine.look()
                where = f"start {number}, write {done}"
                try:
                    check(found)
                    assert found.records >= last, f"{last} records, then {found.records}"
                except AssertionError as no:
                    raise AssertionError(f"{where}: {no}") from no
                last, looked = found.records, looked + 1
                seen.append((where, found))
            step = found.update.step if found.update else "none"
            tell(f"start {number}: cut {len(stops)} times; slot {found.boot.good}, update {step}")
        chains = machine.chains()
    for where, found in seen:
        assert not found.head or chains[found.records] == found.head, f"{where}: another history"
    return looked


def stops_of(disk: Path, log: Path, count: int, luck: Random) -> list[int]:
    """A third where the boot loader reads, a third in the slots, a third in the data; and the end.
    Left to luck alone nearly all would fall into the bytes of a slot. Where there is less to write
    than a third, the others have more."""
    data, (start, size) = partition(disk, "data")[0], partition(disk, "start")
    zones: tuple[list[int], list[int], list[int]] = ([], [], [])
    for done, write in enumerate(read_log(log), 1):
        where = 0 if write.at < start + size else 2 if write.at >= data else 1
        zones[where].extend(one for one in ([done] if where else [done - 1, done]) if one)
    found = {max(zone) for zone in zones if zone}
    for zone in zones:
        found |= set(luck.sample(zone, min(len(zone), -(-count // 3))))
    rest = sorted({one for zone in zones for one in zone} - found)
    found |= set(luck.sample(rest, min(len(rest), max(0, count - len(found)))))
    return sorted(found)
