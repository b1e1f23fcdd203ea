"""A house, or who stole its key, tells two stories of the same deals. The bank computes each head
from the leaves, goes only on from what it knew, and the table stops where the two do not fit."""

import pytest

from firmware.bank.store import bank_away
from firmware.errors import Fault
from firmware.fairness import verify, witness
from firmware.fairness.digest import canonical
from firmware.fairness.merkle import leaf
from firmware.settlement import log_witness
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import no_reason


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
