"""The next version of the built image, as a bundle that house and lab of this run have approved;
and one whose table never says that it is ready."""

import os
import subprocess
import tempfile
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from firmware.journal.journal import wall_clock_ms
from firmware.machine.offer import SIDES, Approved, Offer, approve
from firmware.machine.this_machine import APPROVED, BUNDLE, TABLE, digest_of

ROOT = Path(__file__).parents[2]
CERTIFICATE = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
               "-nodes", "-subj", "/CN=lab", "-days", "3650")  # fmt: skip
PAGE = """
[updates]
house = "{house}"
lab = "{lab}"
trial_s = {trial_s}
"""
DROP_IN = f"etc/systemd/system/{TABLE}.d/never.conf"
NEVER_READY = "[Service]\nExecStart=\nExecStart=/bin/sleep infinity\n"


class NextVersion(Struct, frozen=True):
    version: str
    stick: dict[str, bytes]  # what the technician brings
    files: dict[str, bytes]  # of the data partition
    keys: dict[str, str]

    def page(self, trial_s: int) -> str:
        return PAGE.format(**self.keys, trial_s=trial_s)


def next_version(built: Path, folder: Path, ready: bool = True) -> NextVersion:
    """The same commit, under the next number. Not `ready`: its table's unit never becomes it."""
    version = f"{(built / 'version').read_text().strip()}.{1 if ready else 2}"
    if not (folder / "SHA256SUMS").exists():
        board = (built / "board").read_text().strip()
        _build(folder, board, version, {} if ready else {DROP_IN: NEVER_READY})
    bundle, cert = folder / BUNDLE, folder / "cert.pem"
    if not bundle.exists():
        _run(*CERTIFICATE, "-keyout", str(folder / "key.pem"), "-out", str(cert))
        words = (str(folder), str(cert.resolve()), str((folder / "key.pem").resolve()))
        _run("sh", str(ROOT / "image/bundle.sh"), *words)
    signers = {side: Ed25519PrivateKey.generate() for side in SIDES}
    board, now = (folder / "board").read_text().strip(), wall_clock_ms()
    offer = Offer(version, board, digest_of(bundle), bundle.stat().st_size, now)
    signed = tuple(approve(offer, side, side, now, key) for side, key in signers.items())
    stick = {
        BUNDLE: bundle.read_bytes(), APPROVED: msgspec.json.encode(Approved(offer, signed))
    }  # fmt: skip
    files = {"etc/stormdeck/update-keyring.pem": cert.read_bytes()}
    keys = {str(side): key.public_key().public_bytes_raw().hex() for side, key in signers.items()}
    return NextVersion(version, stick, files, keys)


def _build(folder: Path, board: str, version: str, more: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as over:
        for name, words in more.items():
            (Path(over) / name).parent.mkdir(parents=True)
            (Path(over) / name).write_text(words)
        env = {**os.environ, "ARCH": board, "VERSION": version, "MORE": over}
        _run("sh", str(ROOT / "image/build.sh"), str(folder), "slot", env=env)


def _run(*command: str, env: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, env=env)
