"""The chain of heads: one history for everybody."""

import re

import pytest

from firmware.fairness import verify
from firmware.fairness.demonstration import FULL, HOLDEM, Shuffler, Stations, play_holdem
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Terms
from firmware.fairness.log import log_line
from firmware.fairness.receipt import receipt
from lab.twins.noise import ScriptedNoise, good
from tests.fairness.cheat import Cheat

pytestmark = pytest.mark.usefixtures("_sign_once")


def public(hand) -> bytes:
    each = zip(hand.entries, hand.lines, hand.heads, strict=True)
    signs = [
        (line, head.signature if e["kind"] in verify.SIGNED else b"") for e, line, head in each
    ]
    return b"".join(log_line(line, sign) for line, sign in signs)


@pytest.fixture
def three_hands(table, tmp_path):
    """Receipts of three hands in a row, and the public log of them."""
    paths, lines = [], b""
    for number in range(1, 4):
        hand = play_holdem(table.commit(number), [1, 2, 3])
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(canonical(receipt(hand, table.log.public_key, 1)))
        lines += public(hand)
    (tmp_path / "log").write_bytes(lines)
    return [str(path) for path in paths], tmp_path / "log"


def test_receipts_of_one_history_pass_together(three_hands, capsys):
    paths, log = three_hands
    assert verify.main([*paths, "--log", str(log)]) == 0
    said = capsys.readouterr().out
    assert "3 hands, 0 voids" in said
    assert said.endswith("VERIFIED\n")


def test_how_far_it_has_come_is_told_now_and_then_and_only_to_a_terminal(
    three_hands, capsys, monkeypatch
):
    paths, log = three_hands
    monkeypatch.setattr(verify.sys.stderr, "isatty", lambda: True)
    assert verify.main([*paths, "--log", str(log)]) == 0
    assert len(log.read_bytes().splitlines()) < 256
    assert capsys.readouterr().err == ""


def test_a_forked_log_is_caught(tmp_path, capsys):
    """Two players of one table are told two histories; each alone looks good."""
    cheat, paths = Cheat(), []
    for fork in range(2):
        log = cheat.log()
        log.append({"kind": "other past", "fork": fork})
        hand = cheat.hand(1, log=log)
        paths.append(tmp_path / f"{fork}.json")
        paths[-1].write_bytes(canonical(cheat.played(hand)))
        assert verify.main([str(paths[-1])]) == 0
    assert verify.main([str(path) for path in paths]) == 1
    assert "FORKED LOG" in capsys.readouterr().out


def test_a_receipt_of_another_history_is_not_in_the_public_log(three_hands, tmp_path, capsys):
    _, log = three_hands
    other = Shuffler(ScriptedNoise(good()), True, "Test 1")
    hand = play_holdem(other.commit(1), [1, 2, 3])
    (tmp_path / "x.json").write_bytes(canonical(receipt(hand, other.log.public_key, 1)))
    other.close()
    assert verify.main([str(tmp_path / "x.json"), "--log", str(log)]) == 1
    assert "NOT VERIFIED" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["drop", "swap", "repeat", "edit", "cut off"])
def test_a_public_log_that_was_touched_is_caught(three_hands, what, capsys):
    paths, log = three_hands
    lines = log.read_bytes().splitlines(keepends=True)
    if what == "drop":
        del lines[4:8]  # a whole hand goes missing
    elif what == "swap":
        lines[0:4], lines[4:8] = lines[4:8], lines[0:4]
    elif what == "repeat":
        lines[8:8] = lines[4:8]
    elif what == "edit":
        lines[7] = lines[7].replace(b'"won":[[1,1000]]', b'"won":[[2,1000]]')
    else:
        del lines[8:]
    log.write_bytes(b"".join(lines))
    assert verify.main([*paths, "--log", str(log)]) == 1
    said = capsys.readouterr().out
    assert re.search(r"NOT VERIFIED  (log line \d+: |.*not in the public log)", said)


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_a_second_draw_for_the_button_is_counted_in_the_public_log(table, draws):
    def commit(attempt: int):
        prepared = table.dealer.prepare(1, attempt, FULL).result()
        return table.dealer.begin(prepared, 0, max(0, attempt - 2))

    lines = b""
    for attempt in range(1, draws + 1):
        drawn = commit(attempt)
        stations = Stations(drawn, [1, 2])
        drawn.close(Terms("button: high card", "", 0, (1, 2), verify.BUTTON_PLAN))
        stations.open()
        drawn.draw()
        lines += public(drawn)
    lines += public(play_holdem(commit(draws + 1), [1, 2]))
    found = verify.check_public_log(iter(lines.splitlines(keepends=True)), table.log.public_key)
    assert (found.hands, found.voids) == (1, [1] * (draws - 1))


def test_voids_are_counted(table, tmp_path, capsys):
    lines = b""
    for number in range(1, 4):
        hand = table.dealer.begin(
            table.dealer.prepare(number, 1, FULL).result(), 0, int(number == 3)
        )
        if number == 2:
            Stations(hand, [1, 2])
            hand.close(Terms("texas-holdem", "", 2, (1, 2), HOLDEM))
            hand.void("test")
        else:
            play_holdem(hand, [1, 2])
        lines += public(hand)
    (tmp_path / "log").write_bytes(lines)
    key = table.log.public_key.hex()
    assert verify.main(["--log", str(tmp_path / "log"), "--key", key]) == 0
    assert "2 hands, 1 voids" in capsys.readouterr().out
