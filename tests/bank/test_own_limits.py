"""Own limits at a table: one falls at once, the other stays, and nothing is said twice."""

import pytest

from firmware.bank import own_limits
from firmware.errors import Refused
from tests.bank.conftest import another, sit


@pytest.fixture
def lower(bank, counter):
    """At seat 3 of table T1, where the player signed on."""
    sit(bank, "s1")

    def at_the_table(cents: int | None = None, minutes: int | None = None) -> own_limits.OwnLimits:
        return bank.do(lambda tx, now: own_limits.lower(tx, "s1", cents, minutes, now, bank.house))

    return at_the_table


def lines(bank) -> list[tuple[str, str]]:
    rows = "SELECT what, after FROM change WHERE agent = 'patron:100001' ORDER BY at_ms"
    return [(what, after) for what, after in bank.do(lambda tx, _: tx.rows(rows))]


def test_who_lowers_one_limit_keeps_the_other(lower):
    lower(cents=500_00, minutes=240)
    both = lower(cents=200_00)
    assert (both.cents, both.minutes) == (200_00, 240)
    both = lower(minutes=60)
    assert (both.cents, both.minutes) == (200_00, 60)


def test_the_same_limit_asked_for_twice_is_written_down_once(bank, lower):
    for _ in range(2):
        lower(cents=200_00, minutes=60)
    assert len(lines(bank)) == 2


def test_at_a_table_neither_limit_rises_and_a_first_one_may_be_any(lower):
    lower(cents=200_00, minutes=60)
    for more in ({"cents": 200_01}, {"minutes": 61}):
        with pytest.raises(Refused, match="can only fall"):
            lower(**more)


def test_a_supervisor_reads_who_keeps_a_limit_and_nobody_else(bank, counter, lower):
    other = counter.open_patron(another("Y"))
    lower(minutes=60)
    kept = bank.do(lambda tx, now: own_limits.kept(tx, now, bank.house))
    assert [(one.patron, one.limits.minutes) for one in kept] == [("100001", 60)]
    counter.set_limit(other, 50_00)
    kept = bank.do(lambda tx, now: own_limits.kept(tx, now, bank.house))
    assert {one.patron for one in kept} == {"100001", other}
