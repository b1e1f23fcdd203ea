"""Written for whoever reads it in another way: refused, with the place, by each verifier."""

import copy

import pytest

from firmware.fairness import verify, verify_v1
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Hand
from firmware.fairness.qr import texts
from firmware.fairness.receipt import Earlier, receipt
from tests.fairness import crooked
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import no_reason
from tests.fairness.second_check import SMALL_ORDER, problems


@pytest.fixture(scope="module")
def cheat() -> Cheat:
    return Cheat()


def test_a_crooked_receipt_is_refused_by_both(cheat):
    for name, data in crooked.receipts(cheat).items():
        good = name == "honest"
        assert (no_reason(data) == "") == good, name
        assert (problems(data) == []) == good, name


def test_a_crooked_code_is_refused(cheat):
    for name, data in crooked.codes(cheat).items():
        assert no_reason(data), name


def test_codes_are_read_however_they_were_pasted(cheat):
    codes = texts(cheat.played(cheat.hand()))
    for between in "\n", " ", "\r\n\r\n", "\t":
        assert no_reason(f"\n {between.join(codes)}\n".encode()) == ""


@pytest.mark.parametrize("key", SMALL_ORDER)
def test_a_key_that_binds_nobody_signs_nothing(key):
    """Zero times the base fits one message of eight, or all of them."""
    sign = bytes([1]) + bytes(63)
    messages = [bytes([n]) for n in range(64)]
    for check in verify.signed, verify_v1.signed:
        assert not any(check(bytes.fromhex(key), message, sign) for message in messages)


def test_who_was_paid_though_he_was_out_and_that_nobody_was_is_said(cheat):
    """A step of a bank's in the plan lets whoever bet be paid: the player saw him fold."""
    paid = verify.Hand(canonical(crooked.paid_after_he_folded(cheat)))
    assert "  note   seat 4 was paid, and was not in at the end" in [*paid.words()]
    story = copy.deepcopy(cheat.played(cheat.hand()))
    assert not [word for word in verify.Hand(canonical(story)).words() if "paid" in word]
    story["log"]["entries"][-1]["won"] = []
    unpaid = verify.Hand(canonical(cheat.resigned(story)))
    assert "  note   nobody was paid" in [*unpaid.words()]


def after_a_void(cheat: Cheat) -> verify.Hand:
    log = cheat.log()
    first = cheat.hand(log=log)
    cheat.sealed(first)
    first.void("new decks")
    second = Hand(cheat.prepared(attempt=2), log, 0, True)
    stations = cheat.sealed(second)
    stations.open()
    second.cut()
    cheat.dealt(second, stations)
    earlier = Earlier(*first.before)
    earlier.entries += first.entries
    earlier.signs += [first.heads[n].signature for n in (1, 2)]
    return verify.Hand(canonical(receipt(second, log.public_key, 3, earlier)))


def test_a_square_that_was_scanned_before_a_void_is_not_that_of_the_deal(cheat):
    """The house shows a square, all scan it, the deal is void: the next deal has another one."""
    hand = after_a_void(cheat)
    voided, dealt = [seen for seen, kind in hand.squares.items() if kind == "seals"]
    earlier = "after the seals of an earlier attempt, and this deal has another one"
    assert earlier in verify.check_square(hand, voided)
    assert earlier in verify.check_square(hand, voided.rpartition("/")[2][:12])
    assert verify.check_square(hand, dealt) == "  note   your square stood after the seals"
