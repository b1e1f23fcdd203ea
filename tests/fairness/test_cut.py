from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from firmware.fairness.cut import Touch, Window, cut, touch_seal
from firmware.fairness.digest import sha256
from lab.judges.deck_statistics import ALARM, chi_square

NONCE = b"n" * 16


def filled(*touches: Touch) -> Window:
    window = Window("T", 1)
    for touch in touches:
        assert window.seal(touch.seat, touch_seal("T", 1, touch))
    return window


def test_a_touch_is_taken_when_it_is_the_one_that_was_sealed():
    touch = Touch(3, 777, NONCE)
    window = filled(touch)
    window.closed = True
    assert window.open(touch)
    assert window.touches == {3: touch}


def test_nothing_is_opened_before_the_window_closes():
    """Else the last one to seal would know all the others."""
    touch = Touch(3, 777, NONCE)
    assert not filled(touch).open(touch)


def test_a_late_or_second_seal_is_not_taken():
    window = filled(Touch(3, 777, NONCE))
    assert not window.seal(3, b"x" * 32)
    window.closed = True
    assert not window.seal(4, b"x" * 32)
    assert list(window.seals) == [3]


def test_bad_seats_and_sizes_are_not_taken():
    window = Window("T", 1)
    assert not window.seal(0, b"x" * 32)
    assert not window.seal(256, b"x" * 32)
    assert not window.seal(1, b"x" * 31)
    touch = Touch(1, 1 << 32, NONCE)
    window.seals[1] = b"x" * 32
    window.closed = True
    assert not window.open(touch)
    assert not window.open(Touch(1, -1, NONCE))
    assert not window.open(Touch(1, 1, b"short"))
    assert not window.open(Touch(2, 1, NONCE))


@given(st.integers(0, 2**32 - 1), st.binary(min_size=16, max_size=16), st.integers(1, 10))
def test_no_other_touch_fits_the_seal(value, nonce, seat):
    window = filled(Touch(3, 777, NONCE))
    window.closed = True
    touch = Touch(seat, value, nonce)
    assert window.open(touch) == (touch == Touch(3, 777, NONCE))


def test_touches_count_in_seat_order_however_they_came():
    one, two = Touch(1, 5, NONCE), Touch(2, 6, NONCE)
    assert cut(b"c" * 32, [one, two], 52) == cut(b"c" * 32, [two, one], 52)


def test_every_seat_alone_moves_the_cut():
    base = [Touch(seat, 5, NONCE) for seat in range(1, 11)]
    cuts = {
        cut(b"c" * 32, [*base[:at], Touch(at + 1, 6, NONCE), *base[at + 1 :]], 52)
        for at in range(10)
    }
    assert len(cuts) > 5


def test_deck_and_place_are_even_though_all_touches_stay_the_same():
    """Constant inputs: the commitment alone must spread (j, k) over all 208 cases."""
    touches = [Touch(seat, 0, bytes(16)) for seat in range(1, 7)]
    seen = Counter(cut(sha256(n.to_bytes(4, "big")), touches, 52) for n in range(40_000))
    assert len(seen) == 208
    assert chi_square("cut", "", list(seen.values()), [1] * 208).p > ALARM


def test_deck_and_place_are_even_though_the_commitment_stays_the_same():
    """The other way round: a house that found a lucky commitment is spread by one honest seat."""
    seen = Counter(cut(b"c" * 32, [Touch(1, n, NONCE)], 52) for n in range(40_000))
    assert len(seen) == 208
    assert chi_square("cut", "", list(seen.values()), [1] * 208).p > ALARM
