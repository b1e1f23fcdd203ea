"""A journal that the bank doubts, or books that do not count the same: two people answer for it.

That they did, and how much it was, is a record of the journal; the bank has seen the head from then
on. Nothing is hidden by it: the difference stays in both books until the cage has settled it.
"""

from firmware.bank.bank import Bank
from firmware.bank.witness import Head, keep, newest, short
from firmware.controller.commit import commit
from firmware.controller.custody import books
from firmware.controller.records import new_state
from firmware.controller.restore import what_opens
from firmware.journal.journal import Opened
from firmware.journal.records import BooksAccepted
from firmware.settlement import log_witness
from firmware.settlement.at_start import check_head, differences
from firmware.table.engine import Config


def doubted(config: Config, opened: Opened, bank: Bank) -> None:
    """Where a hand cannot be opened: a Fault if that is because the whole journal was put back, or
    if nobody can say because the bank is away."""
    journal = opened.journal
    place = new_state(config, journal=short(journal.id.hex())).custody.account
    known = bank.do(lambda tx, now: newest(tx, place))
    check_head(known, journal.id.hex(), journal.head.seq, journal.read)


def accept_journal(
    config: Config, opened: Opened, bank: Bank, by: str, reason: str
) -> dict[str, int]:
    """How much more the bank counts, by kind."""
    memory, journal = what_opens(config, opened), opened.journal
    ours = books(memory.state.custody)
    more = bank.do(lambda tx, now: differences(tx, ours))
    commit(journal, memory, [BooksAccepted(by, reason, more)])
    journal.sign()
    head = Head(ours.place, journal.id.hex(), journal.public_key, journal.head.seq,
                journal.head.chain.hex())  # fmt: skip
    bank.do(lambda tx, now: keep(tx, head, now))
    bank.do(lambda tx, now: log_witness.forget(tx, config.table))
    return more
