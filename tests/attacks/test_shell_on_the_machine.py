"""Somebody with a shell on the machine, and the table's own user."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.machine.open_files import FILES
from firmware.machine.plan import read_plan
from firmware.pages import BadPage
from lab.live.home import lay_out

ROOT = Path(__file__).parents[2]
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"
UNITS = sorted((ROOT / "systemd").glob("*.service"))


@pytest.mark.parametrize(
    ("noise", "why"),
    [("a file", "it is no device"), ("/dev/urandom", "the kernel's own"), ("/dev/zero", "own")],
)
def test_a_real_table_takes_no_file_for_noise(tmp_path, noise, why):
    """A file that somebody knows gives decks that somebody knows."""
    home, _ = lay_out(tmp_path, seats=2, simulation=False)
    if noise == "a file":
        noise = tmp_path / "noise"
        noise.write_bytes(os.urandom(4096))
    line = "simulation = false"
    page = home.page.read_text().replace(line, f'noise = "{noise}"\n{line}')
    home.page.write_text(page)

    with pytest.raises(BadPage, match=rf"table.toml line \d+: machine.noise: .*{why}"):
        read_plan(home.page)
    home.page.write_text(page.replace(line, "simulation = true"))
    assert read_plan(home.page).machine.simulation


def limits_of(words: str) -> str:
    program = f"from firmware.machine.own_memory import keep_private; keep_private(); {words}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.strip()


def test_a_program_that_falls_leaves_no_core():
    words = "import resource; print(resource.getrlimit(resource.RLIMIT_CORE)[0])"
    assert limits_of(words) == "0"


def test_another_program_of_the_same_user_does_not_read_its_memory():
    words = "import ctypes; print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"  # PR_GET_DUMPABLE
    assert limits_of(words) == "0"


@pytest.mark.skipif(
    os.geteuid() != 0 and resource.getrlimit(resource.RLIMIT_MEMLOCK)[0] != resource.RLIM_INFINITY,
    reason="this user may not lock memory; on a table the unit allows it",
)
def test_no_page_of_it_goes_to_a_disk():
    words = "print([l for l in open('/proc/self/status') if l.startswith('VmLck')][0].split()[1])"
    assert int(limits_of(words)) > 1_000


@pytest.mark.parametrize("most", [12, 32, 255])
def test_a_machine_that_opens_few_files_is_told_so_before_anything_is_opened(tmp_path, most):
    home, _ = lay_out(tmp_path, seats=2)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "table", str(home.page)], capture_output=True, text=True,
        timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)),
    )  # fmt: skip
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.startswith("stormdeck table: FEW_FILES: This machine lets a program open")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "journal-a").exists()


@pytest.mark.parametrize("program", [["cage"], ["floor"]])
def test_a_desk_where_few_files_may_be_opened_says_so_and_begins_nothing(tmp_path, program):
    """It took a browser's lines till it had no file left, and filled its log."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *program, str(tmp_path / "page.toml")], capture_output=True,
        text=True, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)),
    )  # fmt: skip
    assert done.returncode == 2
    assert "This machine lets a program open 32 files at once" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_low_limit_that_may_be_raised_is_raised(tmp_path):
    words = "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    low = "import resource; n = resource.RLIMIT_NOFILE; resource.setrlimit(n, (32, 4096));"
    room = "from firmware.machine.open_files import make_room; make_room();"
    assert limits_of(f"{low}{room}{words}") == str(FILES)


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_unit_bounds_what_its_program_may_take(unit):
    text = unit.read_text()
    for line in ("MemoryMax=", "TasksMax=", "MemorySwapMax=0", "LimitCORE=0"):
        assert f"\n{line}" in text


@pytest.mark.parametrize("name", ["table", "station@", "center"])
def test_what_holds_cards_is_never_swapped_and_dies_when_it_hangs(name):
    text = (ROOT / "systemd" / f"stormdeck-{name}.service").read_text()
    assert "\nLimitMEMLOCK=" in text
    assert "\nWatchdogSignal=SIGKILL\n" in text, "a stopped program hears no other signal"
