"""The table's hardware noise: raw bytes, exactly as the device gives them.

No test, no whitening, no mixing in here: health tests mean something only on raw samples
(SP 800-90B 4.4). The twin that can be stuck, biased, slow or pulled out is lab/twins/noise.py.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from drivers.fault import Fault

DEVICE = "/dev/hwrng"
KERNELS_OWN = 1  # the major number of /dev/zero, /dev/urandom and their like
CHIP_NAME = "/sys/class/misc/hw_random/rng_current"


class EntropySource(Protocol):
    name: str

    def read(self, size: int) -> bytes:
        """Exactly `size` raw bytes. Blocks: never call it on the event loop's thread.

        Raises Fault when the device is gone; a later call tries to open it again.
        """


class HardwareNoise:
    """/dev/hwrng. The Pi gives about 100 kB/s, so a hand's worth takes about a millisecond."""

    def __init__(self, path: str = DEVICE) -> None:
        self.path = path
        self.name = f"{path} ({chip() or 'chip unnamed'})"
        self._fd: int | None = None

    def read(self, size: int) -> bytes:
        try:
            return self._read(size)
        except OSError as gone:
            self.close()
            raise noise_gone(self.path, gone.strerror or "no reason given") from gone

    def _read(self, size: int) -> bytes:
        if self._fd is None:
            self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        got = b""
        while len(got) < size:
            more = os.read(self._fd, size - len(got))
            if not more:
                raise OSError(0, "it gave no bytes")
            got += more
        return got

    def close(self) -> None:
        fd, self._fd = self._fd, None
        if fd is not None:
            with suppress(OSError):
                os.close(fd)


class KernelNoise:
    """Stands in for the device on a machine without one: a simulation, and says so."""

    name = "the kernel's pool (simulation)"

    def read(self, size: int) -> bytes:
        return os.urandom(size)


def present(path: str = DEVICE) -> bool:
    """A device node can outlive its chip: only a byte that came, or is to come, proves noise."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return len(os.read(fd, 1)) == 1
    except BlockingIOError:
        return True  # there, and slow
    except OSError:
        return False
    finally:
        os.close(fd)


def no_device(path: str) -> str:
    """Why this can be no noise hardware; empty: it may be, or it is not plugged in yet."""
    try:
        found = os.stat(path)
    except OSError:
        return ""
    if not stat.S_ISCHR(found.st_mode):
        return "it is no device"
    return "it is the kernel's own" if os.major(found.st_rdev) == KERNELS_OWN else ""


def chip() -> str:
    try:
        return Path(CHIP_NAME).read_text().strip()
    except OSError:
        return ""


def noise_gone(path: str, why: str) -> Fault:
    return Fault(
        name="NOISE_GONE",
        happened=f"The hardware noise source {path} cannot be read: {why}.",
        safe="The hand in play goes on with its sealed deck; no new hand starts.",
        do="Check the noise module; dealing resumes by itself after its start-up test.",
    )
