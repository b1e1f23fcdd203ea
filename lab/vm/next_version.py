"""The next version of the built image, as a bundle that house and lab of this run have approved."""

import os
import subprocess
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from firmware.journal.journal import wall_clock_ms
from firmware.machine.offer import Approved, Offer, approve
from firmware.machine.this_machine import APPROVED, BUNDLE, digest_of

ROOT = Path(__file__).parents[2]
CERTIFICATE = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
               "-nodes", "-subj", "/CN=lab", "-days", "3650")  # fmt: skip
PAGE = """
[updates]
house = "{house}"
lab = "{lab}"
trial_s = {trial_s}
"""


class NextVersion(Struct, frozen=True):
    version: str
    stick: dict[str, bytes]  # what the technician brings
    files: dict[str, bytes]  # of the data partition
    keys: dict[str, str]

    def page(self, trial_s: int) -> str:
        return PAGE.format(**self.keys, trial_s=trial_s)


def next_version(built: Path, folder: Path) -> NextVersion:
    """The same commit, under the next number."""
    version = f"{(built / 'version').read_text().strip()}.1"
    if not (folder / "SHA256SUMS").exists():
        env = {**os.environ, "VERSION": version}
        _run("sh", str(ROOT / "image/build.sh"), str(folder), "slot", env=env)
    bundle, cert = folder / BUNDLE, folder / "cert.pem"
    if not bundle.exists():
        _run(*CERTIFICATE, "-keyout", str(folder / "key.pem"), "-out", str(cert))
        words = (str(folder), str(cert.resolve()), str((folder / "key.pem").resolve()))
        _run("sh", str(ROOT / "image/bundle.sh"), *words)
    house, lab = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    board, now = (folder / "board").read_text().strip(), wall_clock_ms()
    offer = Offer(version, board, digest_of(bundle), bundle.stat().st_size, now)
    signed = (
        approve(offer, "house", "house", now, house),
        approve(offer, "lab", "lab", now, lab),
    )
    stick = {
        BUNDLE: bundle.read_bytes(), APPROVED: msgspec.json.encode(Approved(offer, signed))
    }  # fmt: skip
    files = {
        "etc/stormdeck/update-keyring.pem": cert.read_bytes(),
        "etc/stormdeck/trial.env": b"TRIAL_S=3000\n",  # emulation takes its time
    }
    public = {"house": house, "lab": lab}
    keys = {name: key.public_key().public_bytes_raw().hex() for name, key in public.items()}
    return NextVersion(version, stick, files, keys)


def _run(*command: str, env: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, env=env)
