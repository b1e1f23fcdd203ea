"""Shared by all tests: Hypothesis with fixed seeds here, fresh ones in the soak; no stopwatch."""

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from firmware.bank import pins

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", derandomize=True, **_CALM)
settings.register_profile("soak", max_examples=2000, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))

# Every buy-in and every touch waits for a disk; here it is one of memory, where there is room.
MEMORY, ROOM_BYTES = "/dev/shm", 1 << 30
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
    tempfile.tempdir = os.environ.setdefault("TMPDIR", MEMORY)

# What a guess at a PIN costs is for its own test; everywhere else people come and go all day.
SHIPPED_COST, pins.COST = pins.COST, 16

# Real programs, real tables: whoever plays there mostly waits. So these go first, the longest of
# them before the others, and what only computes fills both cores until the end.
FIRST = (
    "tests/desks/test_cage_shift.py",
    "tests/lab/live/test_browser.py",
    "tests/desks/test_floor_evening.py",
    "tests/lab/judges/test_surveillance.py::test_nobody_sees",
    "tests/lab/live/test_kills.py",
    "tests/lab/live/test_live_table.py",
    "tests/desks/test_killed_evening.py",
    "tests/machine/test_",
    "tests/attacks/test_carried_station.py",
    "tests/attacks/test_stopped_screen.py",
    "tests/stations/test_program.py",
)
READS_ALL = "tests/test_nothing_idle.py"  # every source, once


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)
    for item in items:
        if item.nodeid.startswith(READS_ALL):
            item.add_marker(pytest.mark.xdist_group("sources"))


def _turn(item: pytest.Item) -> int:
    return next((n for n, one in enumerate(FIRST) if item.nodeid.startswith(one)), len(FIRST))
