"""The key with which an earlier version sealed the cards of every hand leaves the machine: for the
auditor outside, and in two halves for the manager and the house auditor, as a deck's seeds do.

First everything that it sealed is told again without the folded cards, and that is replayed: only
if it comes to the same cent is the key let go. Until the last step is durable the key file holds
both keys, and a start after a power cut begins here again.
"""

from collections.abc import Callable

from msgspec import json

from firmware.bank.witness import short
from firmware.controller.deal_memory import DealMemory
from firmware.controller.records import new_state
from firmware.controller.resealed import records, without_cards
from firmware.controller.restore import TableMemory, replay
from firmware.controller.restore import began_with as page_of
from firmware.errors import Fault
from firmware.fairness.digest import label2
from firmware.fairness.seal import Keyholders, seal
from firmware.journal.frame import Entry, Record
from firmware.journal.journal import Journal, Opened
from firmware.table.engine import Config

OLD_KEY = "journal.old_key"
Random = Callable[[int], bytes]
STAYS = "OLD_KEY_STAYS"


def is_old(journal: Journal) -> bool:
    return journal.keys.sealed_cards or bool(journal.keys.old)


def let_go(config: Config, opened: Opened, to: Keyholders, random: Random) -> bool:
    """Before the table runs. False: a hand is in play, and it is done at the next start."""
    journal = opened.journal
    entries = [*journal.read(1, journal.head.seq)]
    page = config if opened.state is None else page_of(config, opened.state, entries)
    before = _replayed(page, journal, entries, {})
    if before.state.table.live is not None:
        return False
    bodies = without_cards(entries, journal.unseal)
    after = _replayed(page, journal, entries, bodies)
    _check(before, after)
    if not journal.keys.old:
        journal.keys.renew()
    journal.append([*records(bodies), _boxed(journal, to, random)], signed=True)
    journal.snapshot(after.snapshot(_settled(after.deals)))
    journal.keys.let_old_go()
    return True


def _replayed(
    page: Config, journal: Journal, entries: list[Entry], bodies: dict[int, bytes]
) -> TableMemory:
    memory = TableMemory(new_state(page, journal=short(journal.id.hex())))
    replay(memory, entries, lambda one: bodies.get(one.seq) or journal.unseal(one))
    return memory


def _settled(deals: DealMemory) -> DealMemory:
    deals.settle()
    return deals


def _check(before: TableMemory, after: TableMemory) -> None:
    one, two = before.state, after.state
    if (one.custody, one.table.books) != (two.custody, two.table.books):
        raise Fault(
            STAYS,
            happened="Without its old key the journal does not come to the same money.",
            safe="Nothing was changed: the table runs with the old key.",
            do="Send the journal to the maker; until then keep the machine locked.",
        )


def _boxed(journal: Journal, to: Keyholders, random: Random) -> Record:
    old = journal.keys.old
    boxes = seal(old, random(len(old)), to, context(journal.id))
    named = {"auditor": boxes.auditor.hex(), "manager": boxes.manager.hex()}
    return Record(OLD_KEY, json.encode({**named, "house_auditor": boxes.house_auditor.hex()}))


def context(journal: bytes) -> bytes:
    return label2("journal key", journal.hex())
