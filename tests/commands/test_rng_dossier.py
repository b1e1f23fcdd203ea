"""The dossier for a lab: raw noise, restarts, an estimate; and a generator that answers right."""

import json
import random

import pytest

from commands import main as stormdeck
from commands.rng_dossier import most_common_value, restart_test
from drivers.fault import Fault
from firmware.fairness import known_answers


def test_the_dossier_is_whole_and_never_written_over(tmp_path, capsys):
    words = ["rng", "dossier", str(tmp_path / "d"), "--samples", "5000", "--restarts", "20"]
    assert stormdeck([*words, "--simulation"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (tmp_path / "d/raw.bin").stat().st_size == 5000
    assert (tmp_path / "d/restart.bin").stat().st_size == 20_000
    assert said["restart test"] == "passed"
    assert 6 < said["most common value, bits"] <= 8
    assert stormdeck([*words, "--simulation"]) == 1
    assert "not empty" in capsys.readouterr().err


def test_a_biased_source_is_estimated_low():
    rng = random.Random(1)
    biased = bytes(rng.choice((0, rng.randrange(256))) for _ in range(100_000))
    assert most_common_value(biased) == pytest.approx(1.0, abs=0.03)
    assert most_common_value(bytes(1000)) == 0


def test_a_source_that_begins_alike_fails_the_restart_test():
    rng = random.Random(2)
    good = [rng.randbytes(1000) for _ in range(100)]
    assert restart_test(good, 4) == "passed"
    assert "in one column" in restart_test([b"\x07" + row[1:] for row in good], 4)


def test_a_generator_that_answers_otherwise_deals_nothing(monkeypatch):
    known_answers.check()
    monkeypatch.setattr(known_answers, "RESEED", "00" * 32)
    with pytest.raises(Fault, match="published answers") as stop:
        known_answers.check()
    assert stop.value.name == "RNG_SELF_TEST"
