"""Shared by all tests: Hypothesis with fixed seeds here, fresh ones in the soak; no stopwatch."""

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, Phase, settings

from firmware.bank import pins

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", derandomize=True, **_CALM)
# Where a failure is all that is asked for (lab/judges/trial.py): none is made smaller.
settings.register_profile(
    "trial", derandomize=True, phases=(Phase.explicit, Phase.generate), **_CALM
)
settings.register_profile("soak", max_examples=2000, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

# Every buy-in and every touch waits for a disk; here it is one of memory, where there is room.
MEMORY, ROOM_BYTES = "/dev/shm", 1 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
    tempfile.tempdir = os.environ.setdefault("TMPDIR", MEMORY)

# What a guess at a PIN costs is for its own test; everywhere else people come and go all day.
SHIPPED_COST, pins.COST = pins.COST, 16

# Real programs, real tables: whoever plays there mostly waits. So these go first, one after
# the other in a few lanes of their own, and what only computes fills both cores beside them.
LANES = {
    "tests/desks/": "desks",
    "tests/lab/live/test_browser.py": "pages",
    "tests/lab/live/test_page_alone.py": "pages",
    "tests/machine/": "machine",
    "tests/lab/live/": "live",
    "tests/lab/judges/test_surveillance.py::test_nobody_sees": "live",
    "tests/attacks/test_carried_station.py": "live",
    "tests/attacks/test_stopped_screen.py": "live",
    "tests/stations/test_program.py": "live",
}
# What several tests of a file share is computed by one worker only.
SHARED = (
    "tests/test_nothing_idle.py",
    "tests/lab/odds/test_craps.py",
    "tests/lab/odds/test_set_hands.py",
    "tests/lab/odds/test_study.py",
    "tests/lab/odds/test_tiles.py",
)
LONG = ("tests/table/test_evening.py", "tests/test_layout.py", "tests/stations/test_rules.py")


# Eleven thousand tests are collected and stay: nobody need look among them for what is garbage.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(200_000, 20, 10)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    return 0 if _lane(item.nodeid) else 1 if item.nodeid.startswith(LONG) else 2


def _lane(test: str) -> str:
    return next((lane for start, lane in LANES.items() if test.startswith(start)), "")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from xdist.scheduler import LoadScopeScheduling

    class Lanes(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            shared = next((file for file in SHARED if nodeid.startswith(file)), "")
            return _lane(nodeid) or shared or nodeid

    return Lanes(config, log)
