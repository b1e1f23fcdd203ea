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


def public_log(hands, key) -> verify.PublicLog:
    lines = b"".join(map(public, hands))
    return verify.check_public_log(iter(lines.splitlines(keepends=True)), key)


def voided(table, number: int, voids: int, seeds: tuple[bytes, ...] = ()):
    hand = table.dealer.begin(table.dealer.prepare(number, 1, FULL).result(), 0, voids)
    stations = Stations(hand, [1, 2])
    hand.close(Terms("texas-holdem", "", 2, (1, 2), HOLDEM))
    assert hand.shares.open(1, stations.shares[1].open(0))
    hand._seeds = seeds or hand._seeds
    hand.void("Seat 2 did not open: new decks.")
    return hand, stations


def test_the_public_log_knows_a_void_that_opens_other_decks(table):
    """No receipt of a later hand holds it: the next one has another number."""
    hand, _ = voided(table, 1, 0, tuple(bytes([n]) * 32 for n in range(4)))
    after = play_holdem(table.dealer.begin(table.dealer.prepare(2, 1, FULL).result(), 0, 1), [1, 2])
    with pytest.raises(verify.Wrong, match=r"log line 3.*deck 1 is not the one"):
        public_log([hand, after], table.log.public_key)


def test_the_public_log_knows_a_share_that_was_not_sealed(table):
    hand = table.commit(1)
    stations = Stations(hand, [1, 2])
    hand.close(Terms("texas-holdem", "", 2, (1, 2), HOLDEM))
    stations.open()
    hand.shares.shares[2] = bytes(32)
    hand.cut()
    hand.finish([2], [(1, 100)])
    with pytest.raises(verify.Wrong, match="seat 2 opened what it had not sealed"):
        public_log([hand], table.log.public_key)


@pytest.mark.parametrize("honest", [True, False])
def test_the_public_log_knows_a_late_share_that_was_never_sealed(table, honest):
    hand, stations = voided(table, 1, 0)
    share = stations.shares[2].open(0) if honest else bytes(32)
    hand.aside("late", seat=2, share=share.hex())
    if honest:
        assert public_log([hand], table.log.public_key).voids == [1]
    else:
        with pytest.raises(verify.Wrong, match="seat 2 opened late what it had not sealed"):
            public_log([hand], table.log.public_key)


@pytest.mark.parametrize(("second", "good"), [(2, True), (1, False)])
def test_in_the_public_log_everybody_who_asks_cuts_in_turn(table, second, good):
    hands = []
    for number, cutter in ((1, 1), (2, second)):
        hand = table.commit(number)
        stations = Stations(hand, [1, 2])
        hand.close(Terms("texas-holdem", "", 2, (1, 2), HOLDEM, (1, 2), cutter))
        hand.type_digits("483920")
        stations.open()
        hand.cut()
        hand.finish([2], [(1, 100)])
        hands.append(hand)
    if good:
        assert public_log(hands, table.log.public_key).hands == 2
    else:
        with pytest.raises(verify.Wrong, match="another one's turn to cut"):
            public_log(hands, table.log.public_key)


def test_three_voids_are_an_alarm_of_the_public_log_too(table, tmp_path, capsys):
    hands = [voided(table, number, number - 1)[0] for number in (1, 2, 3)]
    assert public_log(hands[:2], table.log.public_key).alarm == ""
    (tmp_path / "log").write_bytes(b"".join(map(public, hands)))
    verify.main(["--log", str(tmp_path / "log"), "--key", table.log.public_key.hex()])
    assert "ALARM: 3 deals voided in 1,000 hands, up to hand 3" in capsys.readouterr().out


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
