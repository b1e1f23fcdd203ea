"""A station's own memory of the log: what it believes, and what becomes of it when it was away."""

import pytest
from msgspec.structs import replace

from firmware.fairness import station
from firmware.fairness.demonstration import HOLDEM
from firmware.fairness.hand import Terms
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.share import Share
from firmware.fairness.station import LATE, NOTHING, SEAL, Opening, Proved, Seal, StationLog, Told
from tests.fairness.cheat import Cheat


@pytest.fixture(scope="module")
def cheat() -> Cheat:
    return Cheat()


def told(hand, log) -> Told:
    size, peaks = hand.before
    return Told(log.public_key, size, tuple(peaks), (), tuple(hand.lines), (b"",), SEAL)


def test_a_station_that_was_away_for_hands_goes_on_and_says_since_when(cheat):
    """It cannot know what it missed, as one that is started anew cannot; it is dealt in again."""
    log, table = StationLog(3), cheat.log()
    first = cheat.hand(log=table)
    assert isinstance(log.hear(told(first, table)), Seal)
    assert log.since == 0
    for number in range(2, 9):
        cheat.played(cheat.hand(number=number, log=table))
    ninth = cheat.hand(number=9, log=table)
    assert isinstance(log.hear(told(ninth, table)), Seal)
    assert not log.fault
    assert log.since == ninth.before[0]


SENSELESS = {
    "a log that is longer than its peaks": lambda words: replace(words, size=7),
    "a line without end": lambda words: replace(words, lines=(b"[" * 100_000,)),
    "more decks than there is memory": lambda words: replace(
        words, lines=with_many_decks(words.lines), wants=NOTHING
    ),
    "a cut without seals": lambda words: replace(
        words,
        lines=tuple(line.replace(b'"kind":"seals"', b'"kind":"digits"') for line in words.lines),
    ),
}


def with_many_decks(lines: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return tuple(line.replace(b'["52",1]', b'["52",1%s]' % (b"0" * 30)) for line in lines)


@pytest.mark.parametrize("what", SENSELESS)
def test_whatever_a_table_tells_is_a_fault_and_not_the_end_of_the_station(cheat, what):
    log, hand = StationLog(3), cheat.hand()
    cheat.played(hand)
    heard = told(hand, cheat.log())
    assert log.hear(SENSELESS[what](heard)) is None
    assert log.fault


def test_what_it_was_told_again_must_be_what_it_knew(cheat):
    log, table = StationLog(3), cheat.log()
    first = cheat.hand(log=table)
    log.hear(told(first, table))
    other = Frontier(0)
    other.append(leaf(b"another past"))
    assert log.hear(Told(table.public_key, 1, tuple(other.peaks), (), (), (), SEAL)) is None
    assert "not the one that this station knew" in log.fault


def test_a_head_that_was_found_good_is_not_computed_again_and_another_sign_of_it_is(
    cheat, monkeypatch
):
    """Every line comes with all before it: in a long hand of pan that was most of the work."""
    log, table, asked = StationLog(3), cheat.log(), []
    first = cheat.hand(log=table)
    heard = replace(told(first, table), signs=(b"s",) * len(first.lines))
    monkeypatch.setattr(station, "SIGNED", ("commit",))
    monkeypatch.setattr(station, "good", lambda key, message, sign: asked.append(sign) or True)
    for wants in (SEAL, NOTHING):  # not the same words twice
        log.hear(replace(heard, wants=wants))
    assert (asked, log.fault) == ([b"s"], "")
    monkeypatch.setattr(station, "good", lambda key, message, sign: False)
    log.hear(replace(heard, signs=(b"t",) * len(first.lines)))
    assert "signature does not fit" in log.fault


def test_a_proof_is_printed_without_a_card():
    assert repr(Proved()) == "<Proved: it holds>"
    assert (
        repr(Proved(wrong="cards: not what was sealed")) == "<Proved: cards: not what was sealed>"
    )


@pytest.mark.parametrize(("number", "fault"), [(2, ""), (1, "committed twice to one deal")])
def test_one_deal_has_one_commitment_also_when_the_log_goes_on(cheat, number, fault):
    log, table = StationLog(3), cheat.log()
    assert isinstance(log.hear(told(cheat.hand(log=table), table)), Seal)
    again = log.hear(told(cheat.hand(number=number, log=table), table))
    assert (again is None, fault in log.fault, bool(log.fault)) == (bool(fault), True, bool(fault))


def test_a_late_share_is_opened_when_the_log_says_that_its_deal_is_void_and_not_before(cheat):
    """Of a deal that goes on it would open a card."""
    log, table = StationLog(3), cheat.log()
    hand = cheat.hand(log=table)
    assert isinstance(log.hear(told(hand, table)), Seal)
    assert log.hear(replace(told(hand, table), wants=LATE)) is None
    hand.void("a seat did not open")
    late = log.hear(replace(told(hand, table), signs=(b"",) * len(hand.lines), wants=LATE))
    assert isinstance(late, Opening), log.fault


def sealed_to(cheat, log, table):
    """What is told of a hand that is sealed, by this station too, and how its heads are signed."""
    hand = cheat.hand(log=table)
    mine = log.hear(told(hand, table))
    hand.shares.seal(3, mine.seal)
    hand.close(Terms("texas-holdem", "", 3, (3,), HOLDEM))
    words = replace(told(hand, table), signs=(b"",) * len(hand.lines))
    return words, (b"", *(head.signature for head in hand.heads[1:]))


@pytest.mark.parametrize("wants", [-4, -5, -64, -65, -66, -(1 << 40)])
def test_no_link_is_counted_from_the_last_one(cheat, wants):
    """All links before it follow from the last: a table that was told it knew the share before the
    digits were typed, and every mix of the deal before it was due."""
    log, table = StationLog(3), cheat.log()
    words, signs = sealed_to(cheat, log, table)
    assert log.hear(replace(words, wants=wants)) is None
    assert log.hear(replace(words, signs=signs, wants=wants)) is None
    with pytest.raises(AssertionError, match="from the other end"):
        Share(("T", 1, 1), bytes(32), 3).open(wants)


def test_who_is_asked_for_nothing_opens_nothing(cheat):
    log, table = StationLog(3), cheat.log()
    assert log.hear(Told(table.public_key, wants=SEAL)) is None, "no hand is there yet"
    assert not log.fault
    words, signs = sealed_to(cheat, log, table)
    for signed in (words, replace(words, signs=signs)):
        assert log.hear(replace(signed, wants=NOTHING)) is None
    assert isinstance(log.hear(replace(words, signs=signs, wants=0)), Opening)


def test_a_deal_is_checked_once_however_often_its_lines_come(cheat, monkeypatch):
    log, table, checked = StationLog(3), cheat.log(), []
    monkeypatch.setattr(log, "_checks", lambda entries, what: checked.append(what))
    hand = cheat.hand(log=table)
    log.hear(told(hand, table))
    assert checked == []
    cheat.played(hand)
    cut = next(n for n, line in enumerate(hand.lines, 1) if b'"kind":"cut"' in line)
    for count in (cut, cut, len(hand.lines)):
        lines = tuple(hand.lines[:count])
        log.hear(replace(told(hand, table), lines=lines, signs=(b"",) * count, wants=NOTHING))
    assert checked == ["Hand 1.1"]
