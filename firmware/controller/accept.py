"""A journal that the bank doubts, or books that do not count the same: two people answer for it.

That they did, and how much it was, is a record of the journal; the bank has seen the head from then
on. Nothing is hidden by it: the difference stays in both books until the cage has settled it.
"""

from firmware.bank.identity import Agreed
from firmware.bank.witness import Head, short
from firmware.controller.commit import commit
from firmware.controller.custody import books
from firmware.controller.records import new_state
from firmware.controller.restore import what_opens
from firmware.journal.journal import Opened
from firmware.journal.records import BooksAccepted
from firmware.settlement.at_start import check_head, compare
from firmware.settlement.window import TableWindow
from firmware.table.engine import Config


def doubted(config: Config, opened: Opened, bank: TableWindow) -> None:
    """Where a hand cannot be opened: a Fault if that is because the whole journal was put back, or
    if nobody can say because the bank is away."""
    journal = opened.journal
    ours = books(new_state(config, journal=short(journal.id.hex())).custody)
    seen, _ = compare(bank, ours)
    check_head(seen, journal.id.hex(), journal.head.seq, journal.read)


def accept_journal(
    config: Config, opened: Opened, bank: TableWindow, agreed: Agreed
) -> dict[str, int]:
    """How much more the bank counts, by kind."""
    memory, journal = what_opens(config, opened), opened.journal
    ours = books(memory.state.custody)
    _, more = compare(bank, ours)
    commit(journal, memory, [BooksAccepted(agreed.names, agreed.reason, more)])
    journal.sign()
    head = Head(ours.place, journal.id.hex(), journal.public_key, journal.head.seq,
                journal.head.chain.hex())  # fmt: skip
    bank.accept(agreed.id, head)
    return more
