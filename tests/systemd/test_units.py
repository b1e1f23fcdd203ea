"""The units, judged by systemd itself."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ui.program import REST_MS

UNITS = Path(__file__).parents[2] / "systemd"
NAMES = sorted(path.name for path in UNITS.glob("*.service"))
OURS = "/opt/stormdeck/bin/stormdeck"
EXPOSURE_MOST = {
    "stormdeck-table.service": 1.2,
    "stormdeck-station@.service": 1.0,
    "stormdeck-center.service": 1.0,
    "stormdeck-console@.service": 1.5,
    "stormdeck-metrics.service": 1.2,
    "stormdeck-update.service": 1.7,
    "stormdeck-floor.service": 1.5,
    "stormdeck-cage@.service": 1.5,
    "stormdeck-bank.service": 1.5,
}

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
def test_a_program_may_do_little(name: str, installed: Path):
    path = (installed / name).rename(installed / name.replace("@", "@tty1"))
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", path]
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


def test_every_unit_has_its_limit():
    assert set(EXPOSURE_MOST) == set(NAMES)


def settings(name: str) -> dict[str, str]:
    """The last word of a unit for each of its settings."""
    lines = (line.partition("=") for line in (UNITS / name).read_text().splitlines())
    return {key: value for key, equals, value in lines if equals and not key.startswith("#")}


def test_the_table_boots_into_play_by_one_target():
    target = settings("stormdeck.target")
    assert target["WantedBy"] == "multi-user.target"
    wanted = target["Wants"].split()
    assert wanted == ["stormdeck-table.service", "stormdeck-console@tty1.service",
                      "stormdeck-metrics.service", "stormdeck-update.service"]  # fmt: skip
    for name in wanted:
        unit = settings(name.replace("@tty1", "@"))
        assert unit["WantedBy"] == "stormdeck.target"


@pytest.mark.parametrize("name", ["stormdeck-update.service", "stormdeck-console@.service"])
def test_who_judges_or_mends_a_table_does_not_wait_for_it(name: str):
    """A table that never becomes ready would keep back whoever is to end its trial, and say why."""
    waits = re.findall(
        "^(?:After|Requires|BindsTo|Requisite)=(.*)$", (UNITS / name).read_text(), re.M
    )
    assert "stormdeck-table.service" not in " ".join(waits).split()


def test_the_game_always_wins():
    """Whatever people look at the table by weighs a fiftieth of it, and has a ceiling."""
    table, desk = settings("stormdeck-table.service"), settings("stormdeck-desk.slice")
    assert table["Slice"] == "stormdeck.slice"
    for weight in ("CPUWeight", "IOWeight"):
        assert int(table[weight]) >= 50 * int(desk[weight])
        assert int(table[weight]) >= 50 * int(settings("user.slice.d/stormdeck.conf")[weight])
    assert desk["CPUQuota"] == "50%"
    for name in ("stormdeck-console@.service", "stormdeck-metrics.service"):
        assert settings(name)["Slice"] == "stormdeck-desk.slice"


def test_what_a_console_draws_is_kept_in_no_log():
    """Textual draws on stderr: in the journal of the system it would keep unsealed cards, and the
    terminal would stay dark (seen in the image)."""
    unit = settings("stormdeck-console@.service")
    assert {unit[name] for name in ("StandardInput", "StandardOutput", "StandardError")} == {"tty"}


def test_a_technician_who_comes_by_ssh_finds_the_console_and_nothing_else(tmp_path: Path):
    """REQ-R30: no shell, no tunnel; as sshd itself reads it."""
    sshd, keygen = shutil.which("sshd") or "/usr/sbin/sshd", shutil.which("ssh-keygen")
    if not Path(sshd).exists() or keygen is None:
        pytest.skip("sshd is missing; on Debian: apt-get install openssh-server")
    key = tmp_path / "key"
    subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    page = tmp_path / "sshd_config"
    page.write_text(f"HostKey {key}\n" + (UNITS / "ssh/stormdeck.conf").read_text())
    if not Path("/run/sshd").exists():
        if os.geteuid():
            pytest.skip("sshd wants its /run/sshd, which only root makes")
        Path("/run/sshd").mkdir()
    asked = "user=stormdeck,host=desk,addr=10.0.0.9"
    done = subprocess.run([sshd, "-T", "-f", page, "-C", asked], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines() if " " in line)
    assert said["forcecommand"].startswith(f"{OURS} console ")
    assert {said[one] for one in ("allowtcpforwarding", "x11forwarding", "permittunnel",
                                  "allowagentforwarding", "permituserrc")} == {"no"}  # fmt: skip
