"""Before a table runs: the journal that the bank has seen, and the same money in both books."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.bank.witness import Seen
from firmware.errors import Fault
from firmware.journal.frame import Entry
from firmware.journal.records import Transfer
from firmware.settlement.at_start import AtBank, Books, check_head, compare
from firmware.settlement.transfers import Outbox, Parcel

JOURNAL = "ab" * 16
KINDS = ("buy_in", "cash_out", "fees", "handpay")
END = 9  # the last record of the journal


def read(first: int, last: int) -> list[Entry]:
    """A journal whose chain after record n is 32 times the byte n."""
    return [
        Entry(n, 0, "HandEnded", b"{}", sealed=False, last=True, chain=bytes([n]) * 32)
        for n in range(first, last + 1)
    ]


def head(record: int, *, chain: int | None = None, journal: str = JOURNAL) -> Seen:
    return Seen(record, (bytes([record if chain is None else chain]) * 32).hex(), journal)


@pytest.mark.parametrize(
    "seen", [None, head(1), head(END - 1), head(END)], ids=["none yet", "first", "before", "last"]
)
def test_a_head_that_the_bank_has_seen_stands_in_the_journal(seen):
    """The last record as well: nothing happened since the table told of it."""
    check_head(seen, JOURNAL, END, read)


@pytest.mark.parametrize(
    "seen",
    [head(END + 1), head(END, chain=1), head(1, chain=2), head(3, journal="cd" * 16)],
    ids=["it goes on", "another last record", "another first record", "another journal"],
)
def test_any_other_head_is_a_journal_that_was_rolled_back(seen):
    with pytest.raises(Fault) as stop:
        check_head(seen, JOURNAL, END, read)
    assert stop.value.name == "JOURNAL_ROLLED_BACK"


class AtTheBank:
    """What it has posted, sum by kind, and by name what of it the table has not heard yet."""

    def __init__(self, posted: dict[str, int], names: set[str]) -> None:
        self.posted, self.names = posted, names

    def at_start(self, place: str, journal: str) -> AtBank:
        assert (place, journal) == ("table:T1", JOURNAL[:8])
        return AtBank(None, dict(self.posted))

    def crossed(self, names: list[str]) -> list[str]:
        return [name for name in names if name in self.names]


cents = st.dictionaries(st.sampled_from(KINDS), st.integers(-500, 500))
fate = st.sampled_from(["on its way", "posted", "paid by hand"])


@given(cents, cents, cents, st.lists(st.tuples(st.integers(1, 500), fate), max_size=4))
def test_the_two_books_agree_but_for_what_is_lacking(heard, accepted, lacking, parcels):
    """The bank has posted what the table heard of, what two people answered for, and what it has
    posted or paid by hand since; what it has beyond that is told, kind by kind."""
    posted = dict.fromkeys(KINDS, 0)
    for part in (heard, accepted, lacking):
        for kind, amount in part.items():
            posted[kind] += amount
    outbox, names = Outbox(), set[str]()
    for n, (amount, became) in enumerate(parcels):
        name = f"{JOURNAL[:8]}-T1-{n}"
        one = Transfer(name, "cash_out", "table:T1", "patron:1", amount, 3, "s1")
        outbox.parcels[name] = Parcel(one, "owed" if became == "paid by hand" else "asked")
        if became == "posted":
            posted["cash_out"] += amount
            names.add(name)
        if became == "paid by hand":
            posted["handpay"] += amount
            names.add(f"{name}-handpay")
    books = Books("table:T1", JOURNAL[:8], heard, accepted, outbox)
    more = {kind: amount for kind, amount in lacking.items() if amount}
    assert compare(AtTheBank(posted, names), books) == (None, more)
