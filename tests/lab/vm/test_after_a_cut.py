"""The judge of a power cut, on a small disk: it must find what is torn, and lose no record."""

import asyncio
import os
import shutil
import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.keys import load_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.machine import equipment
from firmware.machine.plan import read_plan
from firmware.machine.slots import Boot, block, read_block
from lab.live.home import lay_out
from lab.simulation.demo_people import at_work
from lab.vm import after_a_cut
from lab.vm.after_a_cut import AfterACut, check, cuts, stops_of
from lab.vm.disk import books, boot_of, partition, set_boot
from lab.vm.one_try import copy_slot, empty_slot
from lab.vm.user_mode import UserMode
from lab.vm.writes import DAEMON, FUSE, MAGIC, SECTOR, Served, Write, read_log

TOOLS = ("sfdisk", "mkfs.vfat", "mcopy", "mke2fs", "e2fsck", "debugfs", "veritysetup")
MISSING = [one for one in TOOLS if not shutil.which(one, path="/usr/bin:/bin:/usr/sbin:/sbin")]
needs_tools = pytest.mark.skipif(bool(MISSING), reason=f"missing: {', '.join(MISSING)}")
LAYOUT = "label: gpt\n" + "".join(
    f"size={size}MiB, name={name}\n"
    for name, size in {"start": 33, "boot-A": 33, "root-A": 2, "boot-B": 33, "root-B": 2}.items()
)


def log_of(path: Path, writes: list[tuple[int, bytes]]) -> Path:
    """As QEMU keeps them, its count not yet brought up to date."""
    head = struct.pack("<QQQI", MAGIC, 1, 0, SECTOR).ljust(SECTOR, b"\0")
    with path.open("wb") as out:
        out.write(head)
        for at, data in writes:
            entry = struct.pack("<QQQQ", at // SECTOR, len(data) // SECTOR, 0, 0)
            out.write(entry.ljust(SECTOR, b"\0") + data)
        out.write(struct.pack("<QQQQ", 0, 0, 1, 0).ljust(SECTOR, b"\0"))  # a flush
    return path


def run(*command: object) -> bytes:
    done = subprocess.run([str(one) for one in command], check=True, capture_output=True)
    return done.stdout


class Disk:
    """A table's disk in small: two slots of a megabyte, and a journal of a few records."""

    def __init__(
        self,
        folder: Path,
        boot: Boot = Boot("A"),  # noqa: B008
        laid: dict[str, str] | None = None,
    ) -> None:
        """`laid`: files of /etc/stormdeck."""
        self.image, self._folder, self._laid = folder / "disk.img", folder, laid or {}
        with self.image.open("wb") as out:
            out.truncate(128 << 20)
        subprocess.run(
            ["/sbin/sfdisk", "-q", self.image], input=LAYOUT + "name=data\n", text=True, check=True
        )
        self._fat("start", {"stormdeck.env": block(boot)})
        for slot in "AB":
            self._slot(slot)
        self._data()

    def put(self, name: str, image: Path) -> None:
        with self.image.open("r+b") as out:
            out.seek(partition(self.image, name)[0])
            out.write(image.read_bytes())

    def _fat(self, name: str, files: dict[str, bytes]) -> None:
        image = self._folder / "fat.img"
        image.unlink(missing_ok=True)
        run("/sbin/mkfs.vfat", "-C", image, 33 * 1024)
        for file, data in files.items():
            (self._folder / file).write_bytes(data)
            run("mcopy", "-i", image, self._folder / file, "::/")
        self.put(name, image)

    def _slot(self, slot: str) -> None:
        image = self._folder / "root.small"
        image.write_bytes(f"the root of {slot} ".encode() * 200_000)
        with image.open("r+b") as out:
            out.truncate(1 << 20)
        said = run("/sbin/veritysetup", "format", image, image, f"--hash-offset={1 << 20}",
                   "--data-blocks=256")  # fmt: skip
        words = next(line.split()[-1] for line in said.decode().splitlines() if "Root hash" in line)
        self.put(f"root-{slot}", image)
        page = (
            f"# a slot\nlinux /vmlinuz quiet stormdeck.slot=$slot stormdeck.roothash={words} "
            f"stormdeck.hashoffset={1 << 20} $trying\n"
        )
        self._fat(f"boot-{slot}", {"slot.cfg": page.encode(), "vmlinuz": b"a kernel"})

    def _data(self) -> None:
        var = self._folder / "var"
        home, _ = lay_out(var / "lib/stormdeck", seats=2)
        opened = equipment.journal(read_plan(home.page))
        self.head = opened.journal.head
        opened.journal.close()
        (var / "lib/stormdeck-update").mkdir()
        for name, words in self._laid.items():
            (var / "etc/stormdeck" / name).parent.mkdir(parents=True, exist_ok=True)
            (var / "etc/stormdeck" / name).write_text(words)
        image, size = self._folder / "data.small", partition(self.image, "data")[1]
        run("mke2fs", "-q", "-t", "ext4", "-d", var, image, f"{size >> 20}M")
        self.put("data", image)

    @property
    def start(self) -> str:
        return f"{self.image}@@{partition(self.image, 'start')[0]}"

    def block_at(self) -> int:
        """Where the boot loader's words lie."""
        return self.image.read_bytes().index(block(Boot("A"))[:100])


@needs_tools
def test_a_slot_that_is_a_copy_of_the_other_starts_whole(tmp_path):
    disk = Disk(tmp_path)
    with disk.image.open("r+b") as out:
        out.seek(partition(disk.image, "root-B")[0] + 8 * SECTOR)
        out.write(b"torn" * 100)
    copy_slot(disk.image, "A")
    empty_slot(disk.image, "A")
    set_boot(disk.image, Boot("B"))
    assert boot_of(disk.image) == Boot("B")
    (tmp_path / "scratch").mkdir()
    found = AfterACut(disk.image, tmp_path / "scratch").look()
    check(found)
    assert found.starts == "B"
    set_boot(disk.image, Boot("A"))
    with pytest.raises(AssertionError, match="slot A is to start and is not whole"):
        check(AfterACut(disk.image, tmp_path / "scratch").look())


@needs_tools
def test_what_starts_must_be_whole_and_a_trial_must_be_known(tmp_path):
    disk = Disk(tmp_path)
    torn = partition(disk.image, "root-B")[0] + 8 * SECTOR
    blocks = [block(boot)[:SECTOR] for boot in (Boot("A", "B"), Boot("B"))]
    writes = [(torn, bytes(SECTOR)), *((disk.block_at(), one) for one in blocks)]
    log = log_of(tmp_path / "log", writes)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    machine, found = AfterACut(disk.image, scratch), []
    for _ in machine.replay.go(log, [1, 2, 3]):
        found.append(machine.look())
    one, two, three = found
    check(one)
    assert (one.starts, one.whole) == ("A", {"A": True})
    assert (one.records, one.head) == (disk.head.seq, disk.head.chain)
    with pytest.raises(AssertionError, match="slot B is to start and is not whole"):
        check(two)
    with pytest.raises(AssertionError, match="slot B"):
        check(three)


WANTS_A_KEY = f'bank_key = "{after_a_cut.SEALED}"'


@needs_tools
@pytest.mark.parametrize(("laid", "there"), [
    ({}, True),
    ({"table.toml": "bank_key = '/elsewhere'"}, True),
    ({"table.toml": WANTS_A_KEY}, False),
    ({"table.toml": WANTS_A_KEY, "sealed/bank.key": ""}, False),
    ({"table.toml": WANTS_A_KEY, "sealed/bank.key": "sealed"}, True),
    ({"table.toml": WANTS_A_KEY, "sealed/bank.key": "", "bank.key": "in the clear"}, True),
])  # fmt: skip
def test_the_key_of_the_bank_is_laid_down_or_sealed(tmp_path, laid, there):
    disk, scratch = Disk(tmp_path, laid=laid), tmp_path / "scratch"
    scratch.mkdir()
    found = AfterACut(disk.image, scratch).look()
    assert found.key is there
    if not there:
        with pytest.raises(AssertionError, match="the bank's key is neither laid down nor sealed"):
            check(found)


@needs_tools
def test_a_slot_that_nobody_knows_is_on_trial_is_found(tmp_path):
    disk = Disk(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    disk.image.rename(kept / after_a_cut.FIRST)
    disk.image = kept / after_a_cut.FIRST
    log_of(kept / "writes-1.log", [(disk.block_at(), block(Boot("A", "B"))[:SECTOR])])
    with pytest.raises(AssertionError, match="write 1: a slot is tried, and nobody knows why"):
        cuts(kept, 3, 1, print)


@needs_tools
def test_in_user_mode_a_try_is_taken_away_before_it_starts_as_by_the_boot_loader(tmp_path):
    disk = Disk(tmp_path, Boot("A", "B"))
    machine = UserMode(tmp_path, tmp_path, disk.image, print)
    tried = machine._words()
    assert [one for one in tried if "slot=" in one or "try" in one] == [
        "stormdeck.slot=B",
        "stormdeck.try",
    ]
    assert "quiet" not in tried
    assert read_block(run("mcopy", "-i", disk.start, "::/stormdeck.env", "-")) == Boot("A")
    assert "stormdeck.slot=A" in machine._words()
    assert "stormdeck.try" not in machine._words()


def test_a_log_is_read_to_its_last_whole_write(tmp_path):
    log = log_of(tmp_path / "log", [(0, b"a" * SECTOR), (4096, b"b" * 2 * SECTOR)])
    whole = [Write(0, SECTOR, 2 * SECTOR), Write(4096, 2 * SECTOR, 4 * SECTOR)]
    assert read_log(log) == whole
    log.write_bytes(log.read_bytes()[: 5 * SECTOR])  # the second is half there
    assert read_log(log) == whole[:1]
    log.write_bytes(b"")
    assert read_log(log) == []


@pytest.mark.skipif(
    not shutil.which(DAEMON) or not FUSE.exists() or bool(os.geteuid()),
    reason=f"as root only, with {DAEMON}: apt-get install qemu-system-common",
)
def test_a_machine_that_is_not_qemus_has_its_writes_kept_in_their_order(tmp_path):
    disk, log, there = tmp_path / "disk.img", tmp_path / "log", tmp_path / "there"
    disk.write_bytes(bytes(64 * SECTOR))
    log.touch()
    wrote = {40: b"last but one", 3: b"second", 41: b"then", 0: b"at the end the first sector"}

    async def life() -> None:
        served = Served(disk, log, there)
        await served.open()
        try:
            with there.open("r+b", buffering=0) as out:
                for sector, words in wrote.items():
                    os.pwrite(out.fileno(), words.ljust(SECTOR, b"."), sector * SECTOR)
        finally:
            await served.close()

    asyncio.run(life())
    assert [one.at // SECTOR for one in read_log(log)] == [*wrote]
    for sector, words in wrote.items():
        assert disk.read_bytes()[sector * SECTOR :].startswith(words)
    assert there.stat().st_size == 0


def test_who_signed_on_before_the_disk_was_made_is_signed_on_in_its_books(tmp_path):
    home, _ = lay_out(tmp_path / "home", seats=2)
    bank = home.bank()
    token = at_work(bank, "mia").token
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy/bank.db").write_bytes(books(home))
    copy = Bank(SqliteStore(tmp_path / "copy/bank.db"), load_bank_key(home.home / "bank.key"))
    assert Identity(copy).session(token).person == "mia"
    copy.store.close()
    bank.store.close()


@needs_tools
def test_as_often_as_was_asked_it_is_cut_wherever_there_is_something_to_cut(tmp_path):
    """A start that writes no slot is cut in its data instead."""
    disk = Disk(tmp_path)
    start = partition(disk.image, "data")[0]
    data = [(start + n * SECTOR, bytes(SECTOR)) for n in range(90)]
    log = log_of(tmp_path / "log", [(disk.block_at(), bytes(SECTOR)), *data])
    found = stops_of(disk.image, log, 67, Random(1))
    assert len(found) >= 67
    assert {1, 91} <= {*found}, "where the boot loader reads, and the end"
    assert len(stops_of(disk.image, log, 500, Random(1))) == 91
