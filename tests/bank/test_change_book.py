"""The change log as one chain: whoever writes at once, whatever the clock says, however old."""

from contextlib import suppress

import pytest

from firmware.bank import chain, change_book, proposals, schema, standing
from firmware.bank.acts import UnbarPatron
from firmware.bank.bank import Bank
from firmware.bank.changes import LINE, note_change
from firmware.bank.counter import Counter
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, at_work, together
from tests.attacks.test_dishonest_cashier import forget_links, unlock
from tests.bank.conftest import KEY, another, make_bank
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
    excluded = bank.do(lambda tx, now: change_book.last_lines(tx, KEY, ("exclusion",)))
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
    unlock(bank)
    forget_links(bank)
    again = Bank(connect(), KEY, clock)
    found = Counter(again).reconcile()
    assert (found.problems, found.unlinked) == ([], 0)


def test_an_act_costs_the_same_however_old_the_log_is(clock, tmp_path):
    """Of whoever signs on every day, and of a patron: steps of the database are counted."""
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), clock)
    at_work(bank, "ann").bar("100001", "fought")

    def steps() -> int:
        counted, db = [], bank.store._db
        db.set_progress_handler(lambda: counted.append(1), 1)
        with suppress(Refused):
            bank.do(lambda tx, now: standing.check(tx, KEY, "patron", "100001"))
            bank.do(lambda tx, now: standing.check(tx, KEY, "person", "ann"))
        db.set_progress_handler(None, 1)
        return len(counted)

    def years(tx, now) -> None:
        for who in ("ann", "100001"):
            for day in range(1_000):
                note_change(tx, "ann", who, "seen", "", str(day), "", now)

    young = steps()
    bank.do(years)
    assert steps() < 1.1 * young


TRICKS = {
    "its chain": lambda before, line, its_chain, tag: (line, "0" * 64, tag),
    "its tag": lambda before, line, its_chain, tag: (line, its_chain, "0" * 32),
    "its line": lambda before, line, its_chain, tag: (edited(line), its_chain, tag),
    "its line, and a chain for it": lambda before, line, its_chain, tag: (
        edited(line), chain.follow(before, [edited(line)]), tag),
}  # fmt: skip


def edited(line: str) -> str:
    return line.replace("fought", "helped")


@pytest.mark.parametrize("trick", TRICKS)
def test_a_link_is_true_by_its_chain_and_by_its_tag(tmp_path, trick):
    """Each alone is not enough: a chain anybody can make, and a tag may be another link's."""
    store = SqliteStore(tmp_path / "bank.db")
    schema.found(store)
    bank = Bank(store, KEY, lambda: 1)
    bank.do(lambda tx, now: note_change(tx, "ann", "100001", "status", "", "x", "fought", now))
    unlock(bank)
    asked = "100001", "status"

    def forge(tx) -> None:
        (before, *_), (number, *link) = tx.rows(
            "SELECT chain, 0, 0, 0 FROM change_link WHERE number = 1 UNION ALL "
            "SELECT number, line, chain, tag FROM change_link WHERE number = 2"
        )
        tx.run("UPDATE change_link SET line = ?, chain = ?, tag = ? WHERE number = ?",
               *TRICKS[trick](before, *link), number)  # fmt: skip

    def told():
        return bank.do(lambda tx, _: change_book.lines_of(tx, KEY, *asked))

    assert [line.reason for line in told()] == ["fought"]
    store.transact(forge)
    with pytest.raises(Refused, match="changed here by somebody"):
        told()
    assert bank.do(lambda tx, _: change_book.last_lines(tx, KEY, ("status",)))[asked] == []


def test_only_in_books_that_hold_nothing_has_every_program_made_links(tmp_path):
    """Books that have a link had begun: who takes the setting out makes them no new ones."""
    store = SqliteStore(tmp_path / "bank.db")
    schema.found(store)
    Bank(store, KEY, lambda: 1)

    def written() -> str:
        row = "SELECT value FROM setting WHERE name = ?", change_book.LINKED
        return store.transact(lambda tx: tx.row(*row)[0])

    assert written() == change_book.ALL
    store.transact(lambda tx: tx.run("DELETE FROM setting WHERE name = ?", change_book.LINKED))
    store.transact(lambda tx: change_book.begin(tx, KEY, 1))
    assert written() == change_book.SOME


@pytest.mark.parametrize(("every", "told"), [(True, True), (False, True), (False, False)])
def test_a_proposal_is_as_the_change_log_tells(bank, monkeypatch, every, told):
    """Of an older program the log may tell nothing, and that is all that is let pass."""
    monkeypatch.setattr(proposals, "is_all", lambda tx: every)
    if not told:
        monkeypatch.setattr(proposals, "lines_of", lambda *_: [])
    asked = at_work(bank, "mia").propose(UnbarPatron("100001"), STAFF_PIN, "it was her sister")

    def find():
        return bank.do(lambda tx, _: proposals.find(tx, KEY, asked.id))

    assert find().first == "mia"
    bank.do(lambda tx, _: tx.run("UPDATE proposal SET first = 'sue' WHERE id = ?", asked.id))
    if told:
        with pytest.raises(Refused, match="changed here by somebody"):
            find()
    else:
        assert find().first == "sue"
    if not told:
        monkeypatch.setattr(proposals, "is_all", lambda tx: True)
        with pytest.raises(Refused, match="changed here by somebody"):
            find()
