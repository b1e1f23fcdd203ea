"""The public log of a table: exported, served, checked, followed."""

import json
from threading import Thread
from types import SimpleNamespace
from urllib.request import urlopen

import pytest

from commands import integrity_page, main, rng_log
from firmware.bank import pins
from firmware.controller.deal_memory import ENTRY, WITNESSED
from firmware.fairness.log import Log, log_line
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry
from firmware.journal.records import OrderAnswered, to_record
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
        if entry["entry"]["kind"] == "hand":
            entry["entry"]["won"] = [[1, 1]]
        body = json.dumps(entry["entry"], sort_keys=True, separators=(",", ":"))
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
        page = urlopen(f"{where}/").read().decode()
        open_.shutdown()
    assert page.count("<rect") == len(integrity_page.hands_of(source.entries()))
    assert "Do not believe a picture" in page


def told(kind: str, hand: int, attempt: int = 1, **facts) -> Entry:
    body = json.dumps({"kind": kind, "hand": hand, "attempt": attempt, **facts}).encode()
    return SimpleNamespace(kind=ENTRY, body=body)


def test_the_integrity_page_counts_attempts_voids_and_hands_that_nobody_witnessed():
    """A void before the seals is free; one after them counts, and so does an absent link."""
    seen = SimpleNamespace(kind=WITNESSED, body=b"{}")
    entries = [told("commit", 1), told("seals", 1), told("cut", 1), told("hand", 1), seen,
               told("commit", 2), told("void", 2), told("commit", 2, 2), told("seals", 2, 2),
               told("void", 2, 2), told("commit", 2, 3), told("seals", 2, 3),
               told("mix", 2, 3, absent=[4]), told("hand", 2, 3),
               told("commit", 3), told("seals", 3)]  # fmt: skip
    one, two, three = integrity_page.hands_of(entries)
    assert (one.attempts, one.voids, one.witnessed) == (1, 0, True)
    assert (two.attempts, two.voids, two.witnessed) == (3, 2, False)
    assert (three.attempts, three.over) == (1, False)
    page = integrity_page.page("1", [one, two, three], 7).decode()
    for words in (
        "<dd>2</dd>",
        "<dd>5</dd>",
        "<dd>7</dd>",
        "<dd>1<small>, from hand 2</small></dd>",
    ):
        assert words in page
    assert "ALARM" not in page
    two.voids = 3
    assert "3: ALARM" in integrity_page.page("1", [one, two], 0).decode()


def test_the_integrity_page_counts_a_second_draw_for_the_button():
    draws = [[told("commit", 1, n), told("seals", 1, n), told("draw", 1, n)] for n in (1, 2, 3)]
    first, third = ([one for each in draws[:n] for one in each] for n in (1, 3))
    assert [integrity_page.hands_of(log)[0].voids for log in (first, third)] == [0, 2]


def test_the_integrity_page_counts_unsealings_and_names_nobody():
    asked = ("id", "Unseal", "{}", "folded cards of hand 7", True, "aud")
    order = lambda *words: to_record(OrderAnswered(*words))  # noqa: E731
    entries = [order(*asked), order(*asked[:4], False), order("id", "Pause", *asked[2:])]
    entries = [SimpleNamespace(kind=one.kind, body=one.body, sealed=False) for one in entries]
    assert integrity_page.unsealed_in(entries) == 1


def test_only_the_last_thousand_hands_are_drawn():
    hands = integrity_page.hands_of(told("commit", n) for n in range(1, 1501))
    assert (len(hands), hands[0].number) == (1000, 501)


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
