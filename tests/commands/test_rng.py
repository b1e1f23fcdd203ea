"""`stormdeck rng` and `stormdeck verify-hand`, as a person types them."""

import json
import subprocess
import sys

import pytest
import zxingcpp
from PIL import Image

import commands
from commands import rng
from drivers.fault import Fault
from firmware.fairness import demonstration
from lab.twins.noise import ScriptedNoise, good, stuck

QR = zxingcpp.BarcodeFormat.QRCode


@pytest.fixture(autouse=True)
def no_hardware(monkeypatch):
    """The same on every machine; one test below asks the real one."""
    monkeypatch.setattr(demonstration, "present", lambda: False)


def run(capsys, *words) -> tuple[int, str, str]:
    status = commands.main(list(words))
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_demonstration_receipt_verifies(capsys, tmp_path):
    status, receipt, err = run(capsys, "rng", "receipt")
    assert status == 0
    assert "may only run as a simulation" in err
    (tmp_path / "r.json").write_text(receipt)
    status, words, _ = run(capsys, "verify-hand", str(tmp_path / "r.json"))
    assert status == 0
    assert "SIMULATION" in words
    assert words.endswith("VERIFIED\n")


@pytest.mark.parametrize(
    "options",
    [["--seat", "0"], ["--seats", "10", "--seat", "10"], ["--draw"], ["--stud"], ["--dice"]],
)
def test_every_kind_of_receipt_verifies(capsys, tmp_path, options):
    _, receipt, _ = run(capsys, "rng", "receipt", *options)
    (tmp_path / "r.json").write_text(receipt)
    assert run(capsys, "verify-hand", str(tmp_path / "r.json"))[0] == 0


def test_the_receipt_as_codes_and_the_public_log(capsys, tmp_path):
    _, receipt, _ = run(
        capsys, "rng", "receipt", "--qr", str(tmp_path / "qr"), "--log", str(tmp_path / "log")
    )
    pictures = sorted((tmp_path / "qr").glob("*.png"))
    read = [zxingcpp.read_barcodes(Image.open(path).convert("L"), QR)[0].text for path in pictures]
    (tmp_path / "scanned").write_text("\n".join(read))
    status, words, _ = run(
        capsys, "verify-hand", str(tmp_path / "scanned"), "--log", str(tmp_path / "log")
    )
    assert status == 0
    assert "1 hands, 0 voids" in words
    assert json.loads(receipt)["stormdeck"] == 2


def test_decks_come_one_a_line_each_complete(capsys):
    status, out, _ = run(capsys, "rng", "decks", "--count", "9")
    assert status == 0
    lines = [line.split() for line in out.splitlines()]
    assert len(lines) == 9
    assert all(len(set(line)) == 52 for line in lines)
    assert len(set(map(tuple, lines))) == 9


@pytest.mark.parametrize("options", [["--reseed", "hand"], ["--played"], ["--shoe", "6"]])
def test_decks_in_other_ways(capsys, options):
    status, out, _ = run(capsys, "rng", "decks", "--count", "5", "--deck", "40 + joker", *options)
    assert status == 0
    size = 41 * (6 if "--shoe" in options else 1)
    assert [len(line.split()) for line in out.splitlines()] == [size] * 5


@pytest.mark.parametrize("size", [1, 1000, 70_000])
def test_raw_gives_exactly_so_many_bytes(capsysbinary, size):
    assert commands.main(["rng", "raw", "--bytes", str(size)]) == 0
    got = capsysbinary.readouterr().out
    assert len(got) == size
    assert size < 1000 or len(set(got)) > 200


def test_raw_does_not_spoil_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    status, out, err = run(capsys, "rng", "raw", "--bytes", "10")
    assert (status, out) == (2, "")
    assert "file or a pipe" in err


def test_raw_hardware_noise_is_never_simulated(capsys):
    status, out, err = run(capsys, "rng", "raw", "--bytes", "10", "--source", "hardware")
    assert (status, out) == (1, "")
    assert "no working /dev/hwrng" in err


def test_health_says_when_there_is_no_hardware(capsys):
    status, out, _ = run(capsys, "rng", "health")
    assert status == 1
    assert "no working /dev/hwrng: it may only run as a simulation" in out


def test_health_of_a_good_and_of_a_stuck_source(capsys, monkeypatch):
    monkeypatch.setattr(rng, "hardware_or_kernel", lambda: (ScriptedNoise(good()), False))
    status, out, _ = run(capsys, "rng", "health", "--windows", "4")
    assert status == 0
    assert "healthy" in out
    monkeypatch.setattr(rng, "hardware_or_kernel", lambda: (ScriptedNoise(stuck()), False))
    status, out, _ = run(capsys, "rng", "health")
    assert status == 1
    assert "NOT HEALTHY  RNG_FAULT" in out


def test_a_sick_source_gives_one_sentence_not_a_traceback(capsys, monkeypatch):
    monkeypatch.setattr(rng, "hardware_or_kernel", lambda: (ScriptedNoise(stuck()), False))
    for verb in (["receipt"], ["decks", "--count", "1"]):
        status, out, err = run(capsys, "rng", *verb)
        assert (status, out) == (1, "")
        assert err.startswith("stormdeck rng: RNG_FAULT")
        assert err.count("\n") == 1


BAD = [
    ["rng"],
    ["rng", "dance"],
    ["rng", "raw"],
    ["rng", "raw", "--bytes", "0"],
    ["rng", "raw", "--bytes", "-5"],
    ["rng", "raw", "--bytes", "many"],
    ["rng", "raw", "--bytes", "9" * 5000],
    ["rng", "decks", "--count", "1e9"],
    ["rng", "decks", "--count", "1", "--deck", "tarot"],
    ["rng", "decks", "--count", "1", "--shoe", "99"],
    ["rng", "receipt", "--seats", "11"],
    ["rng", "receipt", "--seats", "1"],
    ["rng", "receipt", "--seat", "7"],
    ["rng", "receipt", "--seat", "x"],
    ["verify-hand"],
    ["verify-hand", "--log", "x"],
]


@pytest.mark.parametrize("words", BAD, ids=lambda words: " ".join(words)[:40])
def test_bad_words_give_help_and_status_2(capsys, words):
    try:
        status = commands.main(words)
    except SystemExit as end:  # argparse
        status = end.code
    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert "Traceback" not in said.err
    assert len(said.err) < 1000


@pytest.mark.parametrize(
    "words",
    [
        ["rng", "receipt", "--log", "/nowhere/log"],
        ["rng", "receipt", "--qr", "/dev/null/qr"],
        ["verify-hand", "/nowhere/r.json"],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_what_cannot_be_written_or_read_is_said_in_one_line(capsys, words):
    status, _, err = run(capsys, *words)
    assert status in (1, 2)
    assert "Traceback" not in err
    assert err.splitlines()[-1].endswith(".")


def test_a_reader_that_has_seen_enough_ends_it_quietly():
    """`stormdeck rng decks | head -1`, for real."""
    command = (
        f"{sys.executable} -c 'import commands; commands.main()' rng decks --count 100000 | head -1"
    )
    ran = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert len(ran.stdout.split()) == 52
    assert "Traceback" not in ran.stderr


def test_faults_read_as_three_sentences():
    fault = Fault("BROKEN", "It broke.", "All is safe.", "Mend it.")
    assert str(fault) == "It broke. All is safe. Mend it."
