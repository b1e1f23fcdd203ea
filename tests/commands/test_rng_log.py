"""The public log of a table: exported, served, checked, followed."""

import json
from threading import Thread
from urllib.request import urlopen

import pytest

from commands import main, rng_log
from firmware.bank import pins
from firmware.fairness.log import Log, log_line
from firmware.journal.disk import RealDisk
from lab.simulation.company import company, play
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    home = tmp_path_factory.mktemp("table")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "COST", 16)
        whole = WholeTable(home, 5)
        ctl = whole.power_on()
        players = company(whole, calls)[:3]
        assert play(whole, players, lambda: ctl.table.this_hand.number >= 3 and not ctl.table.live)
    whole.power_off()
    disks = tuple(RealDisk(home / name, read_only=True) for name in "ab")
    return rng_log.Source("1", disks, means(home, 5).key)


@pytest.fixture(scope="module")
def written(source, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    rng_log._write(source.lines(), path)
    return path


def run(capsys, *argv) -> tuple[int, str]:
    code = main(["rng", "log", *map(str, argv)])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_an_exported_log_is_whole_and_counts_its_hands(source, written, capsys):
    code, words = run(capsys, written, "--check", "--key", source.public_key)
    assert code == 0, words
    assert words.startswith("table 1: 3 hands")
    assert words.endswith("VERIFIED\n")
    assert "NOT VERIFIED" not in words


@pytest.mark.parametrize("trick", ["a line less", "a card", "two swapped", "another key"])
def test_whatever_is_changed_in_it_is_found(source, written, tmp_path, capsys, trick):
    lines, key = written.read_bytes().splitlines(keepends=True), source.public_key
    if trick == "a line less":
        del lines[2]
    elif trick == "a card":
        lines[0] = lines[0].replace(b'"voids":0', b'"voids":1')
    elif trick == "two swapped":
        lines[1], lines[2] = lines[2], lines[1]
    else:
        key = "ab" * 32
    (tmp_path / "log").write_bytes(b"".join(lines))
    code, words = run(capsys, tmp_path / "log", "--check", "--key", key)
    assert code == 1
    assert words.startswith("NOT VERIFIED  log line ")


def test_a_witness_goes_on_and_refuses_another_story(source, written, tmp_path, capsys):
    whole = written.read_bytes().splitlines(keepends=True)
    ends = [n for n, line in enumerate(whole, 1) if b'"kind":"hand"' in line]
    part, seen = tmp_path / "part", tmp_path / "seen"
    key = ("--key", source.public_key, "--witness", seen)
    part.write_bytes(b"".join(whole[: ends[0]]))
    assert run(capsys, part, *key)[0] == 0
    code, words = run(capsys, written, *key, "--name", "auditor")
    said = json.loads(words.splitlines()[1])
    assert code == 0
    assert (said["name"], said["size"]) == ("auditor", len(whole))
    assert run(capsys, part, *key)[0] == 1, "it ends before what was seen"
    forked, log = [], Log("1", source.key)
    for line in whole:
        entry = json.loads(line)
        body = json.dumps(entry["entry"], sort_keys=True, separators=(",", ":"))
        body = body.replace('"time":', '"time":1') if '"size":0' in body else body
        head = log.append_line(body.encode())
        forked.append(log_line(body.encode(), head.signature if entry["sign"] else b""))
    (tmp_path / "fork").write_bytes(b"".join(forked[: ends[0]]))
    code, words = run(capsys, tmp_path / "fork", *key)
    assert code == 1
    assert "another story" in words


def test_it_is_served_to_whoever_asks(source, written):
    with rng_log.server(source, "127.0.0.1", 0) as open_:
        Thread(target=open_.serve_forever, daemon=True).start()
        where = f"http://127.0.0.1:{open_.server_address[1]}"
        assert urlopen(f"{where}/log.jsonl").read() == written.read_bytes()
        assert urlopen(f"{where}/key").read().decode().strip() == source.public_key
        open_.shutdown()


BAD = {
    "no key": ("/nowhere", "--check"),
    "no such key": ("/nowhere", "--check", "--key", "x"),
    "no table": ("/nowhere",),
    "no log": ("/nowhere", "--check", "--key", "ab" * 32),
}


@pytest.mark.parametrize("argv", BAD.values(), ids=[*BAD])
def test_what_cannot_be_done_is_said(capsys, argv):
    code, words = run(capsys, *argv)
    assert code == 1
    assert "Traceback" not in words
    assert words.strip()
