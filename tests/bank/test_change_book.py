"""The change log as one chain: whoever writes at once, whatever the clock says, however old."""

from firmware.bank import change_book
from firmware.bank.acts import UnbarPatron
from firmware.bank.bank import Bank
from firmware.bank.changes import LINE
from firmware.bank.counter import Counter
from lab.simulation.demo_people import at_work, together
from tests.bank.conftest import KEY, another
from tests.bank.test_ledger import at_once

DAY_MS = 86_400_000


def test_many_write_at_once_and_every_line_has_its_link(bank, connect, clock):
    patrons = ["100001", *(at_work(bank, "ann").open_patron(another(one)) for one in "ABC")]
    desks = [at_work(Bank(connect(), KEY, clock), "ann") for _ in patrons]
    done = at_once(
        *(lambda d=desk, p=patron: [d.exclude(p, days) for days in range(1, 6)]
          for desk, patron in zip(desks, patrons, strict=True))
    )  # fmt: skip
    assert all(isinstance(one, list) for one in done), done
    assert Counter(bank).reconcile().problems == []
    excluded = bank.do(lambda tx, now: change_book.last_lines(tx, ("exclusion",)))
    assert sorted(who for who, _ in excluded) == patrons


def test_a_clock_that_was_ahead_does_not_turn_the_order_of_lines(bank, clock):
    """Barred by a clock a year ahead, let in again by the right one: the later line is the last."""
    clock.now_ms += 365 * DAY_MS
    at_work(bank, "ann").bar("100001", "fought")
    clock.now_ms -= 365 * DAY_MS
    together(bank, UnbarPatron("100001"), "mia", "sue")
    assert Counter(bank).reconcile().problems == []


def test_what_stood_there_before_is_linked_when_the_books_are_opened(bank, connect, clock):
    """More than one statement's worth; two lines that are the same are two."""
    values = [(n // 2, "ann", f"{n // 2}", "window", "", "open", "") for n in range(1_200)]
    for row in values:
        words = f"INSERT INTO change ({LINE}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        bank.store.transact(lambda tx, row=row, words=words: tx.run(words, *row))
    assert len(Counter(bank).reconcile().problems) == 600
    bank.store.transact(lambda tx: tx.run("DELETE FROM setting WHERE name = ?", change_book.LINKED))
    again = Bank(connect(), KEY, clock)
    found = Counter(again).reconcile()
    assert (found.problems, found.unlinked) == ([], 0)
