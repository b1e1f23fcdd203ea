"""The boards that the image is built for, as QEMU plays them.

Other than by these words they are one machine: the same disk, USB, noise and network.
"""

import shutil
from pathlib import Path

from msgspec import Struct


class Board(Struct, frozen=True):
    program: str
    machine: tuple[str, ...]
    firmware: str
    tpm: str  # empty: it has none
    ports: tuple[str, ...]  # the console's and the log's, as the image names them: ttyS0, ttyS1
    packages: str

    @property
    def sealed_by(self) -> str:
        """In systemd's words."""
        return "host+tpm2" if self.tpm else "host"

    def missing(self) -> str:
        """What is to be installed; empty: nothing."""
        found = shutil.which(self.program) is not None and Path(self.firmware).exists()
        return "" if found and shutil.which("swtpm") else f"{self.packages} swtpm"


BOARDS = {
    # Of a processor what Debian and every wheel ask for and no more: for what `max` has besides,
    # the kernel loads a dozen modules, whose tests of themselves take minutes in software.
    "amd64": Board(
        "qemu-system-x86_64", ("-M", "pc", "-cpu", "Nehalem"), "/usr/share/qemu/OVMF.fd",
        "tpm-tis", ("-serial", "chardev:service", "-serial", "chardev:log"),
        "qemu-system-x86 ovmf",
    ),
    # Its own port is the firmware's; the two of the image are on PCI, as on a board that has none.
    # Debian's kernel knows a TPM there at SPI or I2C, and this one has neither.
    "arm64": Board(
        "qemu-system-aarch64", ("-M", "virt", "-cpu", "cortex-a72"),
        "/usr/share/qemu-efi-aarch64/QEMU_EFI.fd", "",
        ("-device", "pci-serial,chardev=service,addr=0x10",
         "-device", "pci-serial,chardev=log,addr=0x11"),
        "qemu-system-arm qemu-efi-aarch64",
    ),
}  # fmt: skip


def board_of(built: Path) -> Board:
    """That an image was built for."""
    return BOARDS[(built / "board").read_text().strip()]
