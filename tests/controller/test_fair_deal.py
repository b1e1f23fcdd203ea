"""The fair deal between hands: committed and cut ahead, taken back unheard, found again."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import msgpack

from firmware.controller.deal_memory import DealMemory
from firmware.controller.fair_deal import FairDeal
from firmware.controller.wishes import Wish
from firmware.fairness import verify
from firmware.fairness.demonstration import Keyring
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.log import Log
from firmware.fairness.merkle import leaf, root
from firmware.fairness.share import Share
from firmware.games.play import BOARD, BURN
from lab.bench.table import fair_deal
from lab.simulation.seeded import means

FULL, SHORT = ("52", 1), ("36", 1)
PLAN = (("down", 2), ("burn", 1), ("board", 3))


def ready(deal: FairDeal, number: int, deck=FULL) -> list:
    """Committed, sealed by two, cut."""
    deal.prepare(number, deck, 5_000)
    deal.wait()
    records = deal.commit()
    shares = deal.waiting.shares
    mine = [Share(shares.attempt, shares.commitment, seat) for seat in (1, 2)]
    for share in mine:
        assert shares.seal(share.seat, share.seal)
    records += deal.seal(Terms("texas-holdem", "", 2, (1, 2), PLAN), (1, 2))
    for share in mine:
        assert shares.open(share.seat, share.open(0))
    return records + deal.cut()


def dealt(deal: FairDeal, *targets: int) -> tuple:
    wish = Wish(targets)
    assert deal.ask(wish) == "deal"
    return deal.deal(wish)


def played(deal: FairDeal, number: int, deck=FULL) -> list:
    """A hand of two."""
    records = ready(deal, number, deck)
    records += dealt(deal, 1, 2, 1, 2)[1] + dealt(deal, BURN, BOARD, BOARD, BOARD)[1]
    records += deal.finish([0, 2], [2], [(1, 100)])
    deal.forget_key()
    return records


def receipts(deal: FairDeal) -> list[verify.Hand]:
    assert deal.hand is not None
    made = (deal.receipt(deal.hand, seat) for seat in (0, 1, 2))
    return [verify.Hand(canonical(one)) for one in made]


@pytest.fixture
def deal(tmp_path: Path):
    made = FairDeal("1", means(tmp_path, 3), DealMemory())
    yield made
    made.close()


def test_the_last_hand_stays_provable_while_the_next_one_is_prepared(deal):
    played(deal, 1)
    deal.prepare(2, FULL, 9_000)
    deal.wait()
    assert deal.hand.number == 1
    assert all(one.shown for one in receipts(deal))


def test_the_steps_of_a_hand_stand_in_the_log_in_their_order(deal):
    kinds = [json.loads(r.body)["kind"] for r in played(deal, 1) if r.kind == "fair.entry"]
    assert kinds == ["commit", "seals", "cut", "hand"]


def test_a_deck_for_another_game_is_taken_back_before_anybody_heard_of_it(deal):
    lines = [r.body for r in played(deal, 1) if r.kind == "fair.entry"]
    deal.write_receipts()
    deal.prepare(2, SHORT, 9_000)
    deal.wait()
    lines += [r.body for r in played(deal, 2) if r.kind == "fair.entry"]
    assert deal.hand.deck == FULL
    assert deal.log.root == root([leaf(line) for line in lines])
    assert receipts(deal)


def test_a_voided_attempt_stands_before_the_next_in_the_receipt(tmp_path):
    own = means(tmp_path, 6)
    deal = FairDeal("1", own, DealMemory())
    deal.prepare(1, FULL, 0)
    deal.wait()
    deal.commit()
    deal.void("another game is played")
    saved = msgpack.encode(deal.memory)
    played(deal, 1)
    assert [len(one.attempts) for one in receipts(deal)] == [2, 2, 2]
    deal.close()
    after = FairDeal("1", own, msgpack.decode(saved, type=DealMemory))
    played(after, 1)
    assert [len(one.attempts) for one in receipts(after)] == [2, 2, 2]
    after.close()


def test_the_memory_of_a_finished_hand_goes_on_after_a_restart(tmp_path):
    own = means(tmp_path, 4)
    before = FairDeal("1", own, DealMemory())
    played(before, 1)
    saved = msgpack.encode(before.memory)
    before.close()
    after = FairDeal("1", own, msgpack.decode(saved, type=DealMemory))
    assert (after.log.size, after.log.root) == (before.log.size, before.log.root)
    played(after, 2)
    assert receipts(after)
    after.close()


def test_a_journal_of_many_hands_gives_the_same_memory(deal):
    heard = DealMemory()
    for number in (1, 2, 3):
        for record in played(deal, number):
            heard.note(record.kind, record.body)
        deal.write_receipts()
    assert heard == deal.memory
    heard.settle()
    assert (heard.size, tuple(heard.peaks)) == (deal.log.size, deal.log.peaks)


@pytest.mark.parametrize("changed", [False, True])
def test_a_hand_that_began_is_the_same_after_a_power_cut(tmp_path, changed):
    """Also where a keyholder got a new key, or the noise was replaced, while it was played."""
    own = means(tmp_path, 5)
    before = FairDeal("1", own, DealMemory())
    played(before, 1)
    before.write_receipts()
    ready(before, 2)
    cards, _ = dealt(before, 1, 2, 1, 2)
    saved = msgpack.encode(before.memory)
    before.close()
    if changed:
        own = replace(own, keyholders=Keyring().holders(), simulation=not own.simulation)
    after = FairDeal("1", own, msgpack.decode(saved, type=DealMemory))
    assert [dealt.card for dealt in after.hand.dealt] == list(cards)
    assert after.hand.heads == before.hand.heads
    after.close()


def test_noise_that_fails_after_the_preparation_still_stops_the_hand():
    deal, noise = fair_deal()
    deal.prepare(1, FULL, 0)
    deal.wait()

    class Broken(Exception):
        pass

    def broken() -> None:
        raise Broken

    noise.check = broken
    with pytest.raises(Broken):
        deal.commit()
    assert deal.hand is None
    deal.close()
    noise.stop()


class CountingKey:
    def __init__(self, key) -> None:
        self._key, self.signed = key, 0
        self.public_key = key.public_key

    def sign(self, message: bytes) -> bytes:
        self.signed += 1
        return self._key.sign(message)


def test_a_head_is_signed_when_it_is_handed_out_and_always_the_same():
    key = CountingKey(Keyring().table)
    log = Log("T", key)
    heads = [log.append({"n": n}) for n in range(5)]
    assert key.signed == 0
    again = Log("T", key._key)
    assert [again.append({"n": n}).signature for n in range(5)] == [h.signature for h in heads]
    assert [h.signature for h in heads] == [h.signature for h in heads]
    assert key.signed == 5


def test_the_seals_are_signed_before_a_share_can_be_opened(deal):
    key = CountingKey(Keyring().table)
    hand = Hand(deal.dealer.prepare_now(1, 1, FULL), Log("1", key), 0, True)
    share = Share(hand.shares.attempt, hand.shares.commitment, 1)
    assert hand.shares.seal(1, share.seal)
    assert not hand.shares.open(1, share.open(0))
    hand.close(Terms("texas-holdem", "", 1, (1,), PLAN))
    assert key.signed == 1
    assert hand.shares.open(1, share.open(0))


@pytest.mark.parametrize(
    "value",
    [
        {"why": "naïve € \U0001f0a1", "a": 1},
        {"why": "del \x7f and tab \t and \x1f", "b": [True, None, -3]},
        {"why": 'quote " back \\ slash /', "z": {"y": 1, "x": [2**63, []]}},
        {"B": 1, "a": 2, "_": 3, "10": 4, "9": 5},
    ],
)
def test_an_entry_has_one_way_to_be_written(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    assert canonical(value) == text == verify.canonical(value)
