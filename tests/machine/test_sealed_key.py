"""A key sealed to a board opens there and on no other: systemd-creds with two TPMs in software."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

LIMIT_S = 60.0  # only ends what would never end


@contextmanager
def board(folder: Path) -> Iterator[str]:
    """Its TPM, as systemd names it."""
    folder.mkdir()
    wire = folder / "tpm"
    chip = subprocess.Popen(
        ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}", "--flags", "startup-clear",
         "--server", f"type=unixio,path={wire}", "--ctrl", f"type=unixio,path={wire}.ctrl"],
    )  # fmt: skip
    try:
        ends = time.monotonic() + LIMIT_S
        while not Path(f"{wire}.ctrl").exists():
            assert time.monotonic() < ends, "there is no TPM"
            time.sleep(0.05)
        yield f"--tpm2-device=swtpm:path={wire}"
    finally:
        chip.kill()
        chip.wait()


def creds(*words: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(["systemd-creds", *words], capture_output=True, timeout=LIMIT_S)


@pytest.mark.skipif(
    not shutil.which("swtpm"), reason="swtpm is missing: apt-get install swtpm tpm2-tools"
)
def test_a_bank_key_sealed_to_its_board_opens_on_no_other(tmp_path: Path):
    """docs/appliance.md, A board is replaced; REQ-R29."""
    key, sealed = tmp_path / "bank.key", tmp_path / "bank.key.cred"
    key.write_bytes(bytes(range(32)))
    with board(tmp_path / "one") as here, board(tmp_path / "two") as there:
        done = creds("encrypt", "--with-key=tpm2", here, "--name=bank.key", str(key), str(sealed))
        if b"not installed" in done.stderr:
            pytest.skip("systemd has no TPM library here: apt-get install tpm2-tools")
        assert done.returncode == 0, done.stderr
        assert key.read_bytes() not in sealed.read_bytes()
        opened = creds("decrypt", here, "--name=bank.key", str(sealed), "-")
        assert opened.stdout == key.read_bytes(), opened.stderr
        other = creds("decrypt", there, "--name=bank.key", str(sealed), "-")
        assert other.returncode != 0
        assert other.stdout == b""
