"""A house, or who stole its key, tells two stories of the same deals. The bank computes each head
from the leaves, goes only on from what it knew, and the table stops where the two do not fit."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import json

from firmware.bank.store import bank_away
from firmware.errors import Fault, Refused
from firmware.fairness import verify, witness
from firmware.fairness.digest import canonical, label2
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.witness import News
from firmware.machine import sisters, window_line
from firmware.settlement import log_witness
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.twins.served import ServedSister
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import no_reason
from tests.settlement.test_bank_service import patiently


@pytest.fixture
def evening(make_whole):
    whole = make_whole(7)
    whole.power_on()
    return whole, company(whole, calls)[:4]


def after(whole, players, number: int) -> None:
    ctl = whole.controller
    assert play(whole, players, lambda: ctl.table.this_hand.number >= number and not ctl.table.live)


def test_the_bank_signs_what_it_computed_and_receipts_carry_it(evening):
    whole, players = evening
    found = []
    pages = whole.controller.pages
    hand_out = pages.hand_out
    pages.hand_out = lambda sat, made: (found.append(dict(made)), hand_out(sat, made))
    after(whole, players, 3)
    made = found[-1][1]
    assert no_reason(canonical(made)) == ""
    [one] = made["witness"]
    assert one["name"] == "bank"
    assert one["size"] in verify.Hand(canonical(made)).heads
    forged = {**made, "witness": [{**one, "sign": "00" * 64}]}
    assert "not what the witness signed" in no_reason(canonical(forged))
    assert whole.controller.deal.memory.unwitnessed == 0


def test_hands_that_no_witness_saw_are_counted_and_seen_later(evening):
    whole, players = evening
    after(whole, players, 1)
    ctl, do = whole.controller, log_witness.known

    def away(tx, key):
        raise bank_away("test")

    log_witness.known = away
    try:
        after(whole, players, 9)
    finally:
        log_witness.known = do
    assert ctl.deal.memory.unwitnessed >= 7
    after(whole, players, ctl.table.this_hand.number + 1)
    assert ctl.deal.memory.unwitnessed == 0
    assert "LOG_FORKED" not in ctl.folds.faults.open


def test_a_story_that_the_bank_does_not_know_stops_the_table(evening):
    whole, players = evening
    after(whole, players, 2)
    ctl = whole.controller
    other = " ".join([leaf(b"another").hex()])
    whole.bank.do(lambda tx, now: tx.run("UPDATE log_seen SET size = 1, peaks = ?", other))
    after(whole, players, ctl.table.this_hand.number + 1)
    assert "LOG_FORKED" in ctl.folds.faults.open
    number = ctl.table.this_hand.number
    for _ in range(60):
        whole.settle()
        whole.advance()
    assert ctl.table.this_hand.number <= number + 1
    assert ctl.table.live is None
    assert "auditor" in str(ctl.folds.faults.open["LOG_FORKED"])


def test_a_slow_bank_is_told_one_thing_at_a_time(evening):
    """Two on their way at once would come in either order: a fork where there is none."""
    whole, players = evening
    after(whole, players, 1)
    witness_of_log = whole.controller.log_witness
    (slow,) = witness_of_log.tell(())
    assert witness_of_log.tell({slow.name}) == []


def test_a_bank_with_a_trouble_of_its_own_stops_no_hand(evening):
    whole, players = evening
    after(whole, players, 1)
    (asked,) = whole.controller.log_witness.tell(())
    torn = Fault("LEDGER_TORN", happened="A row is gone.", safe="None.", do="Call.")
    asked.failed(torn, whole.controller.now)
    assert whole.controller.decks.forked is None


def test_a_table_behind_its_witness_stops_at_its_start(evening):
    whole, players = evening
    after(whole, players, 2)
    whole.power_off()
    whole.bank.do(lambda tx, now: tx.run("UPDATE log_seen SET size = 1024, peaks = ?", "ab" * 32))
    ctl = whole.power_on()
    whole.settle()
    assert "LOG_BEHIND" in ctl.folds.faults.open


def test_a_witness_signs_no_head_that_it_did_not_compute():
    """The house signs a head for leaves that it does not tell."""
    cheat = Cheat()
    log = cheat.log()
    hand = cheat.hand(log=log)
    leaves = tuple(leaf(line) for line in hand.lines)
    good = witness.News("T", log.public_key, 0, leaves, log.head.signature)
    known = witness.heard(witness.Known(), good)
    assert known.root == log.root
    hidden = witness.News("T", log.public_key, 0, (leaf(b"x"),), log.head.signature)
    with pytest.raises(Fault, match="another story"):
        witness.heard(witness.Known(), hidden)
    with pytest.raises(Fault, match="another story"):
        witness.heard(known, good)


# --- sister tables


@pytest.fixture
def sister(tmp_path, monkeypatch):
    """Table 2, at a real socket; table 1 calls it."""
    monkeypatch.setattr(window_line, "LATE_S", 60.0)  # only ends what would never end
    served = ServedSister(tmp_path / "witness", "2", tmp_path / "sister")
    served.line_of_1 = served.line(served.paired("1"))
    patiently(served.line_of_1.log_known, b"k" * 32)
    yield served
    served.close()


def seen_by(sister, whole) -> witness.Known:
    return sister.line_of_1.log_known(whole.controller.deal.log.public_key)


def test_a_sister_follows_hand_by_hand_and_signs_what_it_computed(evening, sister):
    whole, players = evening
    ctl, said = whole.controller, []
    ctl.log_witness.witnesses["table 2"] = sister.line_of_1
    signed = ctl.deal.witnessed
    ctl.deal.witnessed = lambda one: (said.append(one), signed(one))[1]
    after(whole, players, 3)
    assert {one["name"] for one in said} == {"bank", "table 2"}
    last = next(one for one in reversed(said) if one["name"] == "table 2")
    known = seen_by(sister, whole)
    assert last["size"] == known.size > 0
    message = label2("witness", "table 2", ctl.deal.log.public_key.hex(), known.size) + known.root
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(last["key"]))
    key.verify(bytes.fromhex(last["sign"]), message)


def test_a_sister_that_knows_another_story_stops_the_table_whatever_the_bank_signs(
    evening, sister, tmp_path
):
    whole, players = evening
    ctl = whole.controller
    ctl.log_witness.witnesses["table 2"] = sister.line_of_1
    after(whole, players, 2)
    (seen,) = (tmp_path / "witness").glob("*/*.json")
    other = witness.Known(1, (leaf(b"another"),))
    seen.write_bytes(json.encode(other))
    after(whole, players, ctl.table.this_hand.number + 1)
    assert "LOG_FORKED" in ctl.folds.faults.open
    for _ in range(60):
        whole.settle()
        whole.advance()
    assert ctl.table.live is None
    assert "LOG_FORKED" in ctl.folds.faults.open, "the bank's signature does not end it"
    assert seen_by(sister, whole) == other, "it keeps what it knew"


def test_who_stole_a_tables_keys_tells_the_sister_another_story(evening, sister):
    whole, players = evening
    whole.controller.log_witness.witnesses["table 2"] = sister.line_of_1
    after(whole, players, 2)
    known, log = seen_by(sister, whole), whole.controller.deal.log
    fork = Frontier()
    fork.append(leaf(b"another"))
    stories = (
        News("1", log.public_key, 0, (leaf(b"another"),), log.sign(fork)),  # from the beginning
        News("1", log.public_key, known.size, (leaf(b"x"),), log.sign(fork)),  # a head of others
    )
    for news in stories:
        with pytest.raises(Fault, match="another story"):
            sister.line_of_1.hear_log(news)
    with pytest.raises(Refused, match="This is table 1, and tells of table 3"):
        sister.line_of_1.hear_log(News("3", log.public_key, 0, (), b""))
    assert seen_by(sister, whole) == known
    assert any("LOG_FORKED" in line for line in sister.log), "and the sister's own journal says so"


def test_a_sister_that_is_away_is_told_later_and_nobody_waits_for_it(evening, sister, monkeypatch):
    monkeypatch.setattr(window_line, "LOST_S", 0.2)
    whole, players = evening
    ctl = whole.controller
    ctl.log_witness.witnesses["table 2"] = sister.line_of_1
    after(whole, players, 1)
    sister.shut()
    after(whole, players, ctl.table.this_hand.number + 2)
    assert not {"LOG_FORKED", "BANK_AWAY"} & ctl.folds.faults.open.keys()
    before = whole.controller.deal.log.size
    sister.open()
    patiently(sister.line_of_1.log_known, b"k" * 32)
    after(whole, players, ctl.table.this_hand.number + 1)
    assert seen_by(sister, whole).size > before - 10
    assert ctl.folds.faults.open.keys() & {"LOG_FORKED", "LOG_BEHIND"} == set()


def test_one_sister_has_no_more_than_a_few_keys(sister):
    for n in range(sisters.KEYS_MOST + 1):
        log = Log("1", Ed25519PrivateKey.generate())
        news = News("1", log.public_key, 0, (), log.sign(Frontier()))
        if n < sisters.KEYS_MOST:
            assert sister.line_of_1.hear_log(news)["size"] == 0
    with pytest.raises(Refused, match="ask a person"):
        sister.line_of_1.hear_log(news)
