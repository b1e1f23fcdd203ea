"""The machine's kernel and first disk: built once from what this computer has, then cached.

The guest runs this very Python with these very packages, so what is tested is what is here. Only
the kernel is fetched (Debian's, with its modules for USB serial, uinput and virtio).
"""

import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from lab.vm.cpio import Archive, copy_tree

NEEDED = {
    "qemu-system-x86_64": "qemu-system-x86",
    "udevadm": "udev",
    "systemctl": "systemd",
    "depmod": "kmod",
    "busybox": "busybox-static",
    "dpkg-deb": "dpkg",
    "apt-get": "apt",
}
PACKAGES = ("msgspec", "cryptography", "cffi", "_cffi_backend", "cobs", "serial", "pyudev", "evdev",
            "segno", "pygame")  # fmt: skip
MODULES = [
    "uinput", "evdev", "ftdi_sio", "xhci_pci", "virtio_rng", "virtio_pci",
    "dummy_hcd", "libcomposite", "usb_f_hid", "hid_generic", "usbhid",
]  # fmt: skip
LEAVE = frozenset({
    "test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "pydoc_data",
    "site-packages", "dist-packages", "__phello__", "docs", "examples",
})  # fmt: skip
# Those that udev's own rules name, and ours.
GROUPS = [
    "root", "tty", "dialout", "kmem", "input", "video", "render", "lp", "disk", "cdrom", "tape",
    "audio", "kvm", "sgx", "stormdeck",
]  # fmt: skip
PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/lib/systemd:/usr/lib/systemd"
# What systemd needs to bring up a table and nothing else.
UNITS = (
    "basic.target", "sysinit.target", "local-fs.target", "local-fs-pre.target", "swap.target",
    "sockets.target", "timers.target", "paths.target", "slices.target", "multi-user.target",
    "shutdown.target", "umount.target", "final.target", "systemd-udevd.service",
    "systemd-udevd-control.socket", "systemd-udevd-kernel.socket", "systemd-udev-trigger.service",
    "modprobe@.service",
)  # fmt: skip
TABLE = "lab.table"  # on the kernel's command line: systemd is the first process, the table a unit
APPLETS = "sh mount mkdir ln cat echo poweroff sleep ls stty"


class CannotBuild(Exception):
    """One line for whoever typed `make lab`."""


def tool(name: str) -> Path:
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":" + PATHS)
    if found is None:
        raise CannotBuild(missing())
    return Path(found)


def missing() -> str:
    paths = os.environ.get("PATH", "") + ":" + PATHS
    absent = [NEEDED[name] for name in NEEDED if not shutil.which(name, path=paths)]
    if platform.machine() != "x86_64":
        return f"the virtual-machine bench needs an x86-64 computer; this is {platform.machine()}"
    if not absent:
        return ""
    words = " ".join(absent)
    return f"the virtual-machine bench needs more programs: apt-get install {words}"


def build(cache: Path) -> tuple[Path, Path]:
    """Kernel and first disk; from the cache when nothing they are made of has changed."""
    cache = cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    kernel = _kernel(cache)
    disk = cache / f"disk-{_fingerprint(kernel)}.gz"
    if not disk.exists():
        print("lab: building the disk (once) ...", flush=True)
        draft = disk.with_suffix(".new")
        with gzip.open(draft, "wb", compresslevel=3) as out:
            _disk(Archive(out), kernel)
        draft.replace(disk)
    return next((kernel / "boot").glob("vmlinuz-*")), disk


def _fingerprint(kernel: Path) -> str:
    """Changes with the interpreter, the packages and this recipe."""
    parts = [sys.version, str(kernel), Path(__file__).read_text(), INIT]
    parts += [f"{source}{source.stat().st_mtime}" for source in _packages()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


# The kernel


def _kernel(cache: Path) -> Path:
    done = sorted(cache.glob("linux-*/.done"))
    if done:
        return done[-1].parent
    name = _kernel_package()
    print(f"lab: fetching {name} (once) ...", flush=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        _run([tool("apt-get"), "download", name], folder, "apt-get cannot fetch the kernel")
        package = next(Path(folder).glob("*.deb"))
        tree = Path(folder) / "tree"
        _run([tool("dpkg-deb"), "-x", package, tree], folder, "the kernel package is damaged")
        release = next((tree / "lib/modules").iterdir()).name
        _run([tool("depmod"), "-b", tree, release], folder, "depmod failed")
        (tree / ".done").touch()
        home = cache / f"linux-{release}"
        shutil.rmtree(home, ignore_errors=True)
        tree.rename(home)
    return home


def _kernel_package() -> str:
    words = ("install", "--simulate", "--no-install-recommends", "linux-image-amd64")
    try:
        plan = subprocess.run(
            [tool("apt-get"), *words], capture_output=True, text=True, check=True
        ).stdout
    except subprocess.CalledProcessError:
        plan = ""
    found = re.search(r"^Inst (linux-image-\d\S+)", plan, re.MULTILINE)
    if found is None:
        raise CannotBuild("apt knows no linux-image-amd64 package; run apt-get update first")
    return found[1]


def _run(command: Iterable[object], folder: str, trouble: str) -> None:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CannotBuild(f"{trouble}: {last}")


# The disk


def _disk(archive: Archive, kernel: Path) -> None:
    programs = [tool("udevadm").resolve(), tool("depmod").resolve(), Path(sys.executable).resolve()]
    programs += _systemd(archive)
    for folder in ("proc", "sys", "dev", "run", "tmp", "root", "etc/udev/rules.d", "lab"):
        archive.folder(folder)
    archive.file("init", INIT.encode(), 0o755)
    number = GROUPS.index("stormdeck")
    users = f"root:x:0:0:root:/root:/bin/sh\nstormdeck:x:{number}:{number}::/:/bin/false\n"
    archive.file("etc/passwd", users.encode())
    archive.copy(Path("/usr/share/zoneinfo/America/Los_Angeles"))
    archive.file("etc/group", _groups())
    archive.copy(tool("busybox").resolve(), "bin/busybox")
    for applet in APPLETS.split():
        archive.link(f"bin/{applet}", "busybox")
    archive.copy(programs[0], "sbin/udevadm")
    archive.link("sbin/systemd-udevd", "udevadm")
    archive.copy(programs[1], "sbin/kmod")
    archive.link("sbin/modprobe", "kmod")
    archive.copy(tool("ldconfig").resolve(), "sbin/ldconfig")
    archive.copy(programs[2])
    archive.link("bin/python3", str(programs[2]))
    rules = next(path for path in (Path("/usr/lib/udev"), Path("/lib/udev")) if path.exists())
    copy_tree(archive, rules, "usr/lib/udev", frozenset({"hwdb.d", "hwdb.bin"}))
    if not Path("/lib").is_symlink():
        archive.link("lib/udev", "../usr/lib/udev")
    else:
        archive.link("lib/udev", "/usr/lib/udev")
    _python(archive)
    _modules(archive, kernel)
    places = (_stdlib() / "lib-dynload", *_packages())
    extensions = [path for place in places for path in _shared(place)]
    for library in _libraries([*programs, *extensions, _udev_library()]) | {_udev_library()}:
        archive.copy(library)
    archive.close()


def _systemd(archive: Archive) -> list[Path]:
    """Its programs and the few units that we want of it; the rest of the system is ours."""
    home = next(path for path in map(Path, ("/lib/systemd", "/usr/lib/systemd")) if path.exists())
    names = ("systemd", "systemd-executor", "systemd-shutdown")
    programs = [home / name for name in names if (home / name).exists()]
    programs.append(tool("systemctl").resolve())
    for program in programs[:-1]:
        archive.copy(program.resolve(), f"{home}/{program.name}")
    archive.link("lib/systemd/systemd-udevd", "/sbin/udevadm")
    archive.copy(programs[-1], "bin/systemctl")
    for name in UNITS:
        archive.copy(home / "system" / name, f"{home}/system/{name}")
    wanted = "etc/systemd/system/sysinit.target.wants"
    for name in ("systemd-udevd.service", "systemd-udev-trigger.service"):
        archive.link(f"{wanted}/{name}", f"{home}/system/{name}")
    archive.link("etc/systemd/system/default.target", f"{home}/system/multi-user.target")
    archive.file("etc/machine-id", b"5" * 32 + b"\n")
    return [program.resolve() for program in programs]


def _groups() -> bytes:
    return b"".join(b"%s:x:%d:\n" % (name.encode(), n) for n, name in enumerate(GROUPS))


def _stdlib() -> Path:
    """Of the interpreter itself, not of the virtual environment around it."""
    folder = Path(sysconfig.get_paths()["stdlib"])
    inside = folder.is_relative_to(sys.prefix)
    return Path(sys.base_prefix) / folder.relative_to(sys.prefix) if inside else folder


def _packages() -> list[Path]:
    found = []
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            if name in ("cffi", "_cffi_backend"):
                continue
            raise CannotBuild(
                f"the Python package {name} is not installed here; run make test once"
            )
        origin = Path(spec.origin)
        found.append(origin.parent if origin.name == "__init__.py" else origin)
    return found


def _python(archive: Archive) -> None:
    copy_tree(archive, _stdlib(), str(_stdlib()), LEAVE)
    for package in _packages():
        if package.is_dir():
            copy_tree(archive, package, f"lab/site/{package.name}", LEAVE)
            if (beside := package.with_name(f"{package.name}.libs")).exists():
                copy_tree(archive, beside, f"lab/site/{beside.name}", LEAVE)
        else:
            archive.copy(package, f"lab/site/{package.name}")


def _shared(place: Path) -> list[Path]:
    return [place] if place.is_file() else list(place.rglob("*.so"))


def _udev_library() -> Path:
    found = subprocess.run([str(tool("ldconfig")), "-p"], capture_output=True, text=True).stdout
    match = re.search(r"libudev\.so\.1 .*=> (\S+)", found)
    if match is None:
        raise CannotBuild(
            "the virtual-machine bench needs libudev1\n  Debian: apt-get install libudev1"
        )
    return Path(match[1])


def _libraries(programs: list[Path]) -> set[Path]:
    """Everything that the loader would load, and the loader."""
    found: set[str] = set()
    for start in range(0, len(programs), 50):
        command = ["ldd", *map(str, programs[start : start + 50])]
        out = subprocess.run(command, capture_output=True, text=True).stdout
        found |= set(re.findall(r"(?:=> |^\s)(/\S+)", out, re.MULTILINE))
    return {path for path in map(Path, found) if path.exists() and ".so" in path.name}


def _modules(archive: Archive, kernel: Path) -> None:
    tree = next((kernel / "lib/modules").iterdir())
    needs = {}
    for line in (tree / "modules.dep").read_text().splitlines():
        path, others = line.split(":")
        needs[_module_name(path)] = [path, *others.split()]
    place = f"lib/modules/{tree.name}"
    for name in MODULES:
        for path in needs.get(name, []):
            archive.copy(tree / path, f"{place}/{path}")
    for name in (
        "modules.dep",
        "modules.alias",
        "modules.symbols",
        "modules.builtin",
        "modules.order",
    ):
        archive.copy(tree / name, f"{place}/{name}")
    for index in tree.glob("modules.*.bin"):
        archive.copy(index, f"{place}/{index.name}")


def _module_name(path: str) -> str:
    return Path(path).name.split(".")[0].replace("-", "_")


INIT = f"""#!/bin/sh
export PATH=/bin:/sbin
mount -t proc none /proc
ldconfig
case "$(cat /proc/cmdline)" in *{TABLE}*) exec /lib/systemd/systemd;; esac
mount -t sysfs none /sys; mount -t devtmpfs none /dev
mkdir -p /dev/pts /run/udev; mount -t devpts none /dev/pts; mount -t tmpfs none /run
systemd-udevd --daemon
for module in {" ".join(MODULES)}; do modprobe $module; done
mount -t configfs none /sys/kernel/config
udevadm trigger --action=add; udevadm settle --timeout=30
stty -F /dev/ttyS0 raw -echo
cd /lab/code
PYTHONPATH=/lab/site:/lab/code python3 -m lab.vm.guest < /dev/ttyS0 > /dev/ttyS0 2>&1
echo "@ {{\\"what\\": \\"ended\\"}}" > /dev/ttyS0
poweroff -f
"""
