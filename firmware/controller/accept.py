"""A journal that the bank doubts, or books that do not count the same: two people answer for it.

That they did, and how much it was, is a record of the journal; the bank has seen the head from then
on. Nothing is hidden by it: the difference stays in both books until the cage has settled it.
"""

from firmware.bank.bank import Bank
from firmware.bank.witness import Head, keep
from firmware.controller.commit import commit
from firmware.controller.custody import books
from firmware.controller.restore import restore
from firmware.journal.journal import Opened
from firmware.journal.records import BooksAccepted
from firmware.settlement.at_start import differences
from firmware.table.engine import Config


def accept_journal(
    config: Config, opened: Opened, bank: Bank, by: str, reason: str
) -> dict[str, int]:
    """How much more the bank counts, by kind."""
    memory, journal = restore(config, opened), opened.journal
    ours = books(memory.state.custody)
    more = bank.do(lambda tx, now: differences(tx, ours))
    commit(journal, memory, [BooksAccepted(by, reason, more)])
    journal.sign()
    head = Head(ours.place, journal.id.hex(), journal.public_key, journal.head.seq,
                journal.head.chain.hex())  # fmt: skip
    bank.do(lambda tx, now: keep(tx, head, now))
    return more
