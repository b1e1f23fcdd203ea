"""A slip is good for one order, at one table, for two minutes; and a pad for one window."""

import pytest

from firmware.bank import order_slips, pads
from firmware.bank.gaming_day import APART_MS
from firmware.bank.keys import BankKey
from firmware.bank.order_slips import GOOD_MS, good_until, is_for, signed, write
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.staff_sessions import tag
from firmware.errors import Refused
from lab.simulation.demo_people import at_work
from tests.bank.conftest import KEY, Clock, make_bank

ORDER = "Pause order-1"


@pytest.fixture(scope="module")
def bank():
    return make_bank(SqliteStore(":memory:"), Clock())


@pytest.fixture
def shown(bank):
    """A slip of flo's for table T1, shown so long after it was written."""
    session = tag(at_work(bank, "flo").token, KEY)
    now_ms = bank.clock()

    def show(change=lambda text: text, *, table: str = "T1", key: BankKey = KEY, later_ms: int = 0):
        text = change(write(session, "T1", ORDER, KEY, now_ms))
        return bank.do(lambda tx, _: signed(tx, text, table, key, now_ms + later_ms))

    return show


def test_the_giver_of_an_order_is_known_by_the_slip(shown):
    assert shown().person == "flo"


def changed(at: int, value: str):
    return lambda text: ".".join([*text.split(".")[:at], value, *text.split(".")[at + 1 :]])


@pytest.mark.parametrize(
    "change",
    [
        changed(0, "slap"),
        changed(1, "0" * 64),
        changed(2, "1"),
        changed(3, order_slips._short("VoidHand order-1")),
        changed(4, "0" * 32),
        changed(4, "\u00e9"),
        lambda text: text.rpartition(".")[0],
        lambda text: "",
    ],
    ids=["mark", "session", "until", "order", "tag", "a letter", "no tag", "nothing"],
)
def test_a_slip_in_which_one_thing_is_another_is_none(shown, change):
    with pytest.raises(Refused, match="not given to this table"):
        shown(change)


def test_a_slip_is_good_at_its_own_table_and_by_the_banks_key(shown):
    for other in ({"table": "T2"}, {"key": BankKey(bytes(32))}):
        with pytest.raises(Refused, match="not given to this table"):
            shown(**other)


@pytest.mark.parametrize(
    ("later_ms", "good"),
    [(GOOD_MS - 1, True), (GOOD_MS, False), (-APART_MS, True), (-APART_MS - 1, False)],
)
def test_a_slip_is_good_for_two_minutes(shown, later_ms, good):
    """And not for a day, where the clock was set back."""
    if good:
        assert shown(later_ms=later_ms).person == "flo"
        return
    with pytest.raises(Refused, match="came too late"):
        shown(later_ms=later_ms)


def test_a_table_reads_which_order_a_slip_is_for_and_until_when():
    text = write("s", "T1", ORDER, KEY, 5_000)
    assert is_for(text, ORDER)
    assert not is_for(text, "Pause order-2")
    assert not is_for("slip.s", ORDER)
    assert good_until(text) == 5_000 + GOOD_MS


def test_the_pad_of_a_window_is_the_one_that_was_paired_last(bank):
    def paired(drawer: str, token: str) -> bool:
        return bank.do(lambda tx, _: pads.is_paired(tx, drawer, token, KEY))

    assert not paired("drawer:1", "first"), "there is none yet"
    for token in ("first", "second"):
        bank.do(lambda tx, now, token=token: pads.pair(tx, "drawer:1", token, KEY, "ann", now))
        assert paired("drawer:1", token)
    assert not paired("drawer:1", "first")
    assert not paired("drawer:2", "second")
