"""`stormdeck simulate --headless`: an evening in seconds, and everything of it can be checked."""

import json

import pytest

from firmware.bank import pins
from firmware.fairness import verify
from firmware.journal import verifier
from lab.live.simulate import main
from lab.simulation import headless
from lab.simulation.headless import HandFiles, evening, percentiles
from lab.simulation.whole_table import WholeTable, demo_config


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    monkeypatch.setattr(pins, "COST", 16)


def run(capsys, *words: str) -> dict:
    assert main(["--headless", "--json", "--hands", "3", "--seed", "5", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_evening_can_be_checked_by_strangers(capsys, tmp_path):
    keep = {name: str(tmp_path / name) for name in ("data", "receipts", "phh")}
    told = run(capsys, *(word for name, path in keep.items() for word in (f"--{name}", path)))
    assert told["hands"] == 3
    assert told["problems"] == []
    assert told["bought_in"] == told["cashed_out"] > 0
    receipts = sorted((tmp_path / "receipts").iterdir())
    assert len(receipts) == told["receipts"]
    assert verify.main([str(path) for path in receipts]) == 0
    assert len(list((tmp_path / "phh").glob("*.phh"))) == told["phh"] == 3
    assert verifier.main([keep["data"]]) == 0
    assert told["journal_head"] in capsys.readouterr().out
    more = run(capsys, "--data", keep["data"])  # the same table, on another evening
    assert more["journal_records"] > told["journal_records"]


def test_receipts_wait_until_nobody_can_ask_for_another_card(tmp_path, capsys):
    """With rabbit cards a deck is put away after its hand: the receipts come then, all of them."""
    whole = WholeTable(tmp_path / "home", 8, demo_config(rabbit=True))
    files = HandFiles(whole, tmp_path / "receipts", None)
    told = evening(whole, 2, files, lambda words: None)
    whole.power_off()
    assert told.problems == []
    receipts = sorted((tmp_path / "receipts").iterdir())
    assert len(receipts) == files.written == 22
    assert verify.main([str(path) for path in receipts]) == 0


def test_the_same_seed_is_the_same_evening(capsys):
    kept = ("hands", "table_hours", "intents", "bought_in", "transfers", "journal_records")
    one, two = run(capsys), run(capsys)
    assert [one[name] for name in kept] == [two[name] for name in kept]


def test_what_is_off_is_said_and_fails(capsys, monkeypatch):
    monkeypatch.setattr(headless, "_check", lambda whole: ["The cards hold less."])
    assert main(["--headless", "--hands", "1", "--seed", "5"]) == 1
    assert "WRONG  The cards hold less." in capsys.readouterr().out


def test_bad_input_is_one_line(capsys):
    with pytest.raises(SystemExit) as no:
        main(["--headless", "--hands", "none"])
    assert no.value.code == 2
    assert main(["--headless", "--hands", "1", "--data", "/proc/no"]) == 2
    assert capsys.readouterr().err.strip().count("stormdeck simulate: /proc/no") == 1


def test_percentiles():
    assert percentiles([n / 1000 for n in range(100)]) == {
        "p50": 50, "p90": 90, "p99": 99, "max": 99,
    }  # fmt: skip
    assert percentiles([])["p99"] == 0
