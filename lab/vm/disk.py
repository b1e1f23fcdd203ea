"""A built image with a table's own things on its data partition, or a screen's: what a technician
installs."""

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from firmware.machine.slots import Boot, block, read_block
from lab.live.home import Home

STORMDECK = 900  # image/root/usr/lib/sysusers.d/stormdeck.conf
STATE = "/var/lib/stormdeck"
UNIT_BYTES = 512


def of_table(home: Home) -> dict[str, bytes]:
    """What makes an image that table."""
    return {
        "etc/stormdeck/table.toml": home.page.read_bytes(),
        "lib/stormdeck/bank.db": books(home),
        "lib/stormdeck/secrets/links.json": (home.home / "secrets/links.json").read_bytes(),
        "etc/stormdeck/bank.key": (home.home / "bank.key").read_bytes(),  # sealed at once
        "lib/stormdeck/console.json": home.console.read_bytes(),
        "lib/stormdeck/metrics.json": home.watcher.read_bytes(),
    }


def lay_in(built: Path, disk: Path, files: dict[str, bytes]) -> None:
    """`files` of the data partition, by their path below /var."""
    var = disk.with_suffix(".var")
    (var / "lib/stormdeck/secrets").mkdir(parents=True)
    for name, content in files.items():
        _put(var / name, content)
    for folder in ("lib/stormdeck", "etc/stormdeck"):
        _give(var / folder)
    (var / "lib/stormdeck").chmod(0o700)
    (var / "lib/stormdeck/secrets").chmod(0o700)
    start, size = partition(built / "disk.img", "data")
    shutil.copyfile(built / "disk.img", disk)  # the kernel keeps its holes
    data = disk.with_suffix(".data")
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(var), str(data), f"{size >> 20}M")
    _run("dd", f"if={data}", f"of={disk}", "bs=1M", f"seek={start >> 20}", "conv=notrunc,sparse")
    shutil.rmtree(var)
    data.unlink()


def books(home: Home) -> bytes:
    """With what was written last: it stands in a file beside them."""
    with closing(sqlite3.connect(home.home / "bank.db")) as source:
        return source.serialize()


def stick(image: Path, files: dict[str, bytes]) -> Path:
    """As a technician brings it: FAT, with these files."""
    megabytes = (sum(map(len, files.values())) >> 20) + 32
    image.unlink(missing_ok=True)
    _run("/sbin/mkfs.vfat", "-C", str(image), str(megabytes * 1024))
    for name, content in files.items():
        copy = ["mcopy", "-i", str(image), "-", f"::/{name}"]
        subprocess.run(copy, input=content, check=True)
    return image


def partition(disk: Path, name: str) -> tuple[int, int]:
    """Where it begins and how long it is, in bytes."""
    said = subprocess.run(["/sbin/sfdisk", "--json", str(disk)], capture_output=True, check=True)
    for one in json.loads(said.stdout)["partitiontable"]["partitions"]:
        if one["name"] == name:
            return one["start"] * UNIT_BYTES, one["size"] * UNIT_BYTES
    raise AssertionError(f"no partition {name}")


def boot_of(disk: Path) -> Boot:
    """What the boot loader would read now."""
    return read_block(_block(disk))


def set_boot(disk: Path, boot: Boot) -> None:
    """In place, as GRUB writes its block."""
    was, (start, size) = _block(disk), partition(disk, "start")
    with disk.open("r+b") as out:
        out.seek(start)
        at = out.read(size).index(was)
        out.seek(start + at)
        out.write(block(boot))


def _block(disk: Path) -> bytes:
    where = f"{disk}@@{partition(disk, 'start')[0]}"
    copy = ["mcopy", "-i", where, "::/stormdeck.env", "-"]
    return subprocess.run(copy, capture_output=True, check=True).stdout


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(0o600)


def _give(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, STORMDECK, STORMDECK)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
