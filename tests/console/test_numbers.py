"""Metrics: few enough, and nobody in a label. Read back with Prometheus' own parser."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from commands.metrics import Watch
from console.numbers import Machine, numbers
from firmware.screens.protocol import Seat
from firmware.screens.protocol.devices import Devices, Lag, Noise, Reader, Wire
from firmware.screens.protocol.floor_view import FloorSeat, Hour, Trouble
from tests.console.seen import NOW, floor

MONITORING = Path(__file__).parents[2] / "systemd/monitoring"
UNITS = [*(f"seat {n}" for n in range(1, 11)), "center", "doors"]
SERIES_MOST = 500
LABELS = {"unit", "code", "copy", "zone", "read", "le"}

FULL = floor(
    faults=tuple(
        Trouble(f"{code} {unit}", "words about Marisol, hand 118,204", NOW)
        for code in ("LINK_DOWN", "READER_UNPLUGGED")
        for unit in (*UNITS, "patron:100007", "T1-b7 Marisol")
    ),
    hours=(Hour(NOW, hands=40, voids=1),),
)
FULL = replace(
    FULL,
    public=replace(FULL.public, hand=118_204,
                   seats=tuple(Seat(n, "in", f"Marisol {n}", 30_000) for n in range(1, 11))),
    seats=tuple(FloorSeat(n, account=f"patron:10000{n}") for n in range(1, 11)),
)  # fmt: skip
BUSY = Devices(
    "x",
    wires=tuple(Wire(one, "up", "Station", 5, 900, 1, 800, 2, 3, 1, 0,
                     (1, 2, 3, 4, 5, 6, 7, 8, 9), 4_000) for one in UNITS),
    readers=tuple(Reader(n, True, 30, 1) for n in range(1, 11)),
    noise=Noise("hwrng", "healthy", 1_000_000),
    lag=Lag(3, 1, 2, 0),
)  # fmt: skip
MACHINE = Machine({"1": 10**9, "2": 10**9}, {"1": 5, "2": 5}, {str(n): 50.0 for n in range(4)})


class Given(Watch):
    """The page as it is served, of a table that is only data."""

    def __init__(self, floor, devices) -> None:
        self._desk, self._devices = type("Desk", (), {"view": floor})(), devices

    def _machine(self) -> Machine:
        return MACHINE


def page(floor=FULL, devices=BUSY) -> str:
    registry = CollectorRegistry()
    registry.register(Given(floor, devices))
    return generate_latest(registry).decode()


def samples(text: str):
    return [one for family in text_string_to_metric_families(text) for one in family.samples]


def test_a_table_that_is_full_and_ill_has_at_most_five_hundred_series():
    found = samples(page())
    assert 200 < len(found) <= SERIES_MOST
    assert len({(one.name, *sorted(one.labels.items())) for one in found}) == len(found)


def test_no_patron_no_card_and_no_hand_is_in_a_label():
    for one in samples(page()):
        assert set(one.labels) <= LABELS, one
        for name, value in one.labels.items():
            assert name != "unit" or value in ("", *UNITS), one
            assert not re.search(r"Marisol|patron|118|T1-", value), one


def test_a_histogram_counts_up_and_its_parts_agree():
    rows = {one.labels["le"]: one.value for one in samples(page())
            if one.name.endswith("_bucket") and one.labels["unit"] == "seat 7"}  # fmt: skip
    assert [*rows.values()] == [1, 3, 6, 10, 15, 21, 28, 36, 45]
    sums = {one.name: one.value for one in samples(page()) if one.labels.get("unit") == "seat 7"}
    assert sums["stormdeck_link_round_trip_seconds_count"] == 45
    assert sums["stormdeck_link_round_trip_seconds_sum"] == 4


def test_of_a_dead_table_only_the_machine_is_told():
    found = {one.name: one.value for one in samples(page(None, None))}
    assert found["stormdeck_up"] == 0
    assert set(found) == {"stormdeck_up", "stormdeck_disk_free_bytes", "stormdeck_journal_bytes",
                          "stormdeck_temperature_celsius"}  # fmt: skip


def asked(text: str) -> set[str]:
    return {re.sub("_(bucket|count|sum)$", "", one) for one in re.findall(r"stormdeck_\w+", text)}


def test_alerts_and_dashboard_ask_for_numbers_that_exist():
    there = {f"stormdeck_{one.name}" for one in numbers(FULL, BUSY, MACHINE)}
    assert asked((MONITORING / "alerts.yml").read_text()) <= there
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    shown = asked(" ".join(one["expr"] for panel in panels for one in panel["targets"]))
    assert shown <= there
    assert len(panels) == 11


NO_PROMTOOL = "promtool is missing; on Debian: apt-get install prometheus"


@pytest.mark.skipif(shutil.which("promtool") is None, reason=NO_PROMTOOL)
def test_promtool_reads_page_and_rules_and_every_alert_comes_when_it_should():
    rules = MONITORING / "alerts.yml"
    for words in (["check", "rules", rules], ["test", "rules", MONITORING / "alerts.test.yml"]):
        done = subprocess.run(["promtool", *words], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(["promtool", "check", "metrics"], input=page(), capture_output=True,
                          text=True, timeout=60)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    alerts = set(re.findall(r"alert: (\w+)", rules.read_text()))
    tried = set(re.findall(r"alertname: (\w+)", (MONITORING / "alerts.test.yml").read_text()))
    assert alerts == tried, "each is tried"
