"""The units, judged by systemd itself."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ui.program import REST_MS

UNITS = Path(__file__).parents[2] / "systemd"
NAMES = sorted(path.name for path in UNITS.glob("*.service"))
OURS = "/opt/stormdeck/bin/stormdeck"
EXPOSURE_MOST = {"stormdeck-table.service": 2.0}

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is missing; on Debian: apt-get install systemd",
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """As on a table, but with a program that is on this machine."""
    for name in NAMES:
        text = (UNITS / name).read_text()
        assert OURS in text
        (tmp_path / name).write_text(text.replace(OURS, "/bin/true"))
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_good(name: str, installed: Path):
    one = name.replace("@", "@ttyUSB0")
    if one != name:
        (installed / name).rename(installed / one)
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", installed / one]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    said = [line for line in done.stderr.splitlines() if str(installed) in line or name in line]
    assert (done.returncode, said) == (0, [])


@needs_systemd
def test_a_unit_that_is_wrong_is_noticed(installed: Path):
    path = installed / "stormdeck-table.service"
    path.write_text(path.read_text().replace("WatchdogSec", "WatchdogSecs"))
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "WatchdogSecs" in done.stderr


@needs_systemd
@pytest.mark.parametrize("name", EXPOSURE_MOST)
def test_the_table_may_do_little(name: str, installed: Path):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", installed / name]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert found, said.stderr
    assert float(found[1]) <= EXPOSURE_MOST[name], said.stdout


def test_the_table_unit_and_the_program_agree():
    from commands.table import A_PERSON

    text = (UNITS / "stormdeck-table.service").read_text()
    assert f"RestartPreventExitStatus={A_PERSON}\n" in text
    assert "Type=notify\n" in text
    assert "Restart=on-failure\n" in text


@pytest.mark.parametrize("name", ["stormdeck-station@.service", "stormdeck-center.service"])
def test_a_screen_is_heard_often_enough(name):
    text = (UNITS / name).read_text()
    assert "Type=notify\n" in text
    assert "Restart=always\n" in text
    found = re.search(r"^WatchdogSec=(\d+)$", text, re.MULTILINE)
    assert found
    assert int(found[1]) * 1000 >= 4 * REST_MS
