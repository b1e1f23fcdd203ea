"""Yesterday's disks in place of today's, or money in one book only. The bank has seen how far the
journal had come, and counts the same money; whoever starts the table is told, and two people can go
on."""

import pytest

from firmware.bank.acts import KnowTable
from firmware.controller.accept import accept_journal
from firmware.controller.to_bank import WITNESS
from firmware.controller.void import void_hand
from firmware.errors import Fault
from firmware.journal.journal import Journal, open_journal
from firmware.journal.records import Transfer, TransferAsked, TransferPosted, to_record
from lab.simulation.company import company, play
from lab.simulation.demo_people import at_work, together
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls
from tests.controller.conftest import KEYS, answered_for


@pytest.fixture
def evening(make_whole):
    """A table after a few hands; its disks as they were an hour ago."""
    whole = make_whole(7)
    whole.power_on()
    players = company(whole, calls)[:4]
    until_between(whole, players, 2)
    old = [dict(disk.files()) for disk in whole._disks]
    until_between(whole, players, 5)
    whole.old = old
    return whole


def between(ctl) -> bool:
    """No hand, and no deck waits for one."""
    return ctl.table.live is None and ctl.deal.memory.in_play() is None


def until_between(whole, players, number: int) -> None:
    """Step by step: the next deck is committed to in the pause, a moment after the last hand."""
    ctl = whole.controller
    play(whole, players, lambda: ctl.table.this_hand.number >= number and ctl.table.live)
    while not between(ctl):
        if ctl.step():
            continue
        ctl.publish()
        for player in players:
            player.look()
        if not ctl.step():
            whole.advance()


def put_back(whole) -> None:
    for disk, files in zip(whole._disks, whole.old, strict=True):
        for name in disk.list():
            disk.remove(name)
        for name, data in files.items():
            disk.overwrite(name, data)


def refused(whole, name: str) -> None:
    """As the program starts it: before it runs."""
    whole.power_on()
    with pytest.raises(Fault) as stop:
        whole.controller.to_bank.compare()
    assert stop.value.name == name
    whole.power_off()


def test_puts_back_both_disks_of_an_hour_ago(evening):
    whole = evening
    whole.power_off()
    put_back(whole)
    refused(whole, "JOURNAL_ROLLED_BACK")


def test_empties_both_disks_and_lets_the_table_begin_anew(evening):
    """Nobody's chips are forgotten without two people; and once they have answered for it, the old
    disks are yesterday's."""
    whole = evening
    whole.power_off()
    whole.old = [dict(disk.files()) for disk in whole._disks]
    for disk in whole._disks:
        for name in disk.list():
            disk.remove(name)
    refused(whole, "JOURNAL_ROLLED_BACK")
    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    whole.now += 1000
    accept_journal(whole.config, opened, whole.window, answered_for(whole, "both disks are gone"))
    opened.journal.close()
    whole.power_on().to_bank.compare()
    whole.power_off()
    put_back(whole)
    refused(whole, "JOURNAL_ROLLED_BACK")


@pytest.mark.parametrize("when", ["committed", "playing"])
def test_puts_back_disks_of_a_moment_when_a_deck_was_committed_to(make_whole, when):
    """The key of that hand is gone, but that is not what is wrong; and there is a way out."""
    whole = make_whole(7)
    ctl = whole.power_on()
    players = company(whole, calls)[:4]
    play(whole, players, lambda: ctl.deal.hand and ctl.deal.hand.life == when)
    whole.old = [dict(disk.files()) for disk in whole._disks]
    hand = ctl.table.this_hand.number
    play(whole, players, lambda: ctl.table.this_hand.number >= hand + 3)
    whole.power_off()
    put_back(whole)
    with pytest.raises(Fault) as stop:
        whole.power_on()
    assert stop.value.name == "JOURNAL_ROLLED_BACK"

    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    accept_journal(whole.config, opened, whole.window, answered_for(whole, "the disk is gone"))
    opened.journal.close()
    with pytest.raises(Fault) as stop:
        whole.power_on()
    assert stop.value.name in ("VAULT_CLOSED", "HAND_IS_OVER")
    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    vault = means(whole.home, whole.seed).vault
    void_hand(whole.config, opened, vault, whole.now, "mia, sue", "the disk is gone")
    opened.journal.close()
    ctl = whole.power_on()
    ctl.to_bank.compare()
    whole.power_off()
    whole.logs.clear()  # the stations know another past: somebody restarts them
    ctl = whole.power_on()
    players = company(whole, calls)[:4]
    assert play(whole, players, lambda: ctl.table.this_hand.number >= hand + 2)


def test_a_rolled_back_table_moves_no_money_even_where_nobody_compared_before(evening):
    """The bank was away at the start: the first thing it is asked is this."""
    whole = evening
    whole.power_off()
    put_back(whole)
    ctl = whole.power_on()
    whole.settle()
    assert "JOURNAL_ROLLED_BACK" in ctl.folds.faults.open
    assert ctl.to_bank.next(ctl.now, ()) == []


def test_takes_a_line_out_of_the_bank_s_books_before_the_table_starts(evening):
    """The table is not concerned, and its money is all there: it does not run on such books."""
    whole = evening
    whole.power_off()
    store = whole.bank.store
    for sql in ("DROP TRIGGER outcome_no_delete", "DELETE FROM outcome WHERE transfer IN "
                "(SELECT id FROM transfer WHERE kind = 'fill')"):  # fmt: skip
        store.transact(lambda tx, sql=sql: tx.run(sql))
    refused(whole, "LEDGER_ALTERED")
    ctl = whole.power_on()  # as where the bank was away
    whole.settle()
    assert "LEDGER_ALTERED" in ctl.folds.faults.open
    assert ctl.to_bank.next(ctl.now, ()) == []


def test_two_people_go_on_with_what_is_there(evening):
    """Not exit 78 for ever: the difference stands in the journal with both names."""
    whole = evening
    whole.power_off()
    put_back(whole)
    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    accept_journal(whole.config, opened, whole.window, answered_for(whole, "the disk is gone"))
    opened.journal.close()
    ctl = whole.power_on()
    ctl.to_bank.compare()
    players = company(whole, calls)[:4]
    hand = ctl.table.this_hand.number
    play(whole, players, lambda: ctl.table.this_hand.number >= hand + 2)


def test_tells_another_story_of_the_same_length(evening, monkeypatch):
    """One that the bank heard there; what somebody else wrote into its row is named before that."""
    whole, ctl = evening, evening.controller
    whole.power_off()
    bank, place = whole.bank, ctl.custody.account
    bank.do(lambda tx, now: tx.run("UPDATE witness SET chain = 'ab' WHERE place = ?", place))
    refused(whole, "LEDGER_ALTERED")
    monkeypatch.setattr(bank, "check_books", lambda: None)
    refused(whole, "JOURNAL_ROLLED_BACK")


def test_writes_money_into_the_journal_with_the_tables_own_key(evening):
    """Even who has stolen the key makes no money: the bank never sent it."""
    whole, ctl = evening, evening.controller
    name = ctl.custody.name("1-999")
    transfer = Transfer(name, "buy_in", "patron:100001", ctl.custody.account, 200_00, 3, "s")
    ctl.journal.append([to_record(TransferAsked(transfer)), to_record(TransferPosted(transfer))])
    whole.power_off()
    refused(whole, "BOOKS_DIFFER")


def test_takes_a_transfer_out_of_the_banks_books(evening, monkeypatch):
    whole, ctl = evening, evening.controller
    whole.power_off()
    bank = whole.bank
    for verb in ("update", "delete"):
        bank.do(lambda tx, now, verb=verb: tx.run(f"DROP TRIGGER outcome_no_{verb}"))
    bank.do(
        lambda tx, now: tx.run(
            "DELETE FROM outcome WHERE transfer IN (SELECT id FROM transfer WHERE kind = 'buy_in' "
            "AND id LIKE ? LIMIT 1)",
            f"{ctl.custody.journal}-%",
        )
    )
    refused(whole, "LEDGER_ALTERED")
    monkeypatch.setattr(bank, "check_books", lambda: None)  # two people accepted them so
    refused(whole, "BOOKS_DIFFER")


def test_what_the_bank_posted_and_the_table_has_not_heard_is_no_difference(make_whole):
    whole = make_whole(7)
    ctl = whole.power_on()
    players = company(whole, calls)[:4]
    play(whole, players, lambda: ctl.table.this_hand.number >= 2)
    transfer = Transfer(
        ctl.custody.name("1-900"), "cash_out", ctl.custody.account, "patron:100001", 1_00, 3, "s"
    )
    ctl.record([TransferAsked(transfer)])
    from firmware.settlement.transfers import order_of

    whole.bank.hold(order_of(transfer))
    whole.bank.post(transfer.id)
    whole.power_off()
    whole.power_on().to_bank.compare()


def test_a_table_with_another_key_is_not_believed(evening, monkeypatch):
    """Whoever builds a table of the same name has another key; a new machine is let in by two."""
    whole, ctl = evening, evening.controller
    monkeypatch.setattr(Journal, "public_key", property(lambda journal: "ff" * 32))
    ctl.to_bank.hand_is_over()
    ctl.journal.sign()
    whole.settle()
    assert list(ctl.folds.faults.open) == ["TABLE_NOT_KNOWN"]
    together(whole.bank, KnowTable("1", ctl.journal.public_key), "sue", "mia")
    ctl.to_bank.hand_is_over()
    ctl.journal.sign()
    whole.settle()
    assert ctl.folds.faults.open == {}


def test_nothing_crosses_while_the_bank_hears_what_the_table_holds(evening):
    """Or a buy-in between the two moments were counted by the bank alone, and cage and table were
    said to differ until the next hand."""
    ctl = evening.controller
    (told,) = [one for one in _tells(ctl) if one.name == WITNESS]
    chips = Transfer(
        ctl.custody.name("1-900"), "buy_in", "patron:100001", ctl.custody.account, 1_00, 3, "s"
    )
    ctl.record([TransferAsked(chips)])
    assert ctl.to_bank.next(ctl.now, {WITNESS}) == []
    told.work()
    assert [one.name for one in ctl.to_bank.next(ctl.now, ())] == [chips.id]
    (books,) = at_work(evening.bank, "sue").overview().two_books
    assert (books.theirs, books.difference) == (books.ours, 0)


def test_what_the_table_holds_is_not_told_while_chips_cross(evening):
    """The bank may have them already, and the table not yet."""
    ctl = evening.controller
    chips = Transfer(
        ctl.custody.name("1-900"), "buy_in", "patron:100001", ctl.custody.account, 1_00, 3, "s"
    )
    ctl.record([TransferAsked(chips)])
    ctl.to_bank.hand_is_over()
    ctl.journal.sign()
    assert WITNESS not in [one.name for one in ctl.to_bank.next(ctl.now, {chips.id})]


def _tells(ctl):
    ctl.to_bank.hand_is_over()
    ctl.journal.sign()
    return ctl.to_bank.next(ctl.now, ())
