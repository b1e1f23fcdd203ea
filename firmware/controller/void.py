"""A hand whose deck is lost: two people void it, before the table starts again.

The vault's key is gone or is another's, so nobody can deal the hand to its end. Every stack is as
it was when the hand began, and the log of deals says that the hand did not count, and why.
"""

import re

from firmware.controller.commit import commit
from firmware.controller.deal_memory import ENTRY, CommittedDeck, DealMemory
from firmware.controller.past_cards import told
from firmware.controller.restore import what_opens
from firmware.errors import Fault, Refused
from firmware.fairness.digest import canonical
from firmware.fairness.vault import Vault
from firmware.journal.frame import Record
from firmware.journal.journal import Opened
from firmware.table import commands as c
from firmware.table.engine import Config, decide
from firmware.table.events import AnyEvent

WORDS = re.compile(r"[ -~]{2,80}")  # as the log of deals may hold them


def lost_hand(config: Config, opened: Opened, vault: Vault) -> int:
    """The hand whose deck nobody can open. Refused: there is none, and the table just starts."""
    memory = what_opens(config, opened)
    deck = memory.deals.in_play()
    if deck is None:
        raise Refused("No deck waits to be opened. Just start the table.", "void hand")
    if _opens(vault, memory.state.table.config.table, deck):
        words = f"The deck of hand {deck.hand} is safe. Just start the table: the hand goes on."
        raise Refused(words, "void hand")
    return deck.hand


def check_reason(reason: str) -> None:
    if not WORDS.fullmatch(reason):
        raise Refused("A reason, please: 2 to 80 plain letters.", "void hand")


def void_hand(
    config: Config, opened: Opened, vault: Vault, now_ms: int, by: str, reason: str
) -> int:
    """Journalled with both names and the reason; which hand it was."""
    lost_hand(config, opened, vault)
    check_reason(reason)
    memory = what_opens(config, opened)
    deck, table = memory.deals.in_play(), memory.state.table
    assert deck is not None
    events: list[AnyEvent] = []
    if table.live is not None:
        events = decide(table, c.VoidHand(max(now_ms, table.now), by, reason))
    end = _end(memory.deals, table.config.table, deck, by, reason)
    again = [told(deck.hand, memory.sealed, memory.deals.dealt(), {}, deck.cards)]
    commit(opened.journal, memory, [*events, end, *(again if memory.sealed else [])])
    opened.journal.forget_hand()
    return deck.hand


def _opens(vault: Vault, table: str, deck: CommittedDeck) -> bool:
    try:
        vault.get(deck.box, table, deck.hand)
    except Fault:
        return False
    return True


def _end(deals: DealMemory, table: str, deck: CommittedDeck, by: str, reason: str) -> Record:
    """The hand's last line in the log of deals. Its seeds are lost, so no deck of it is opened: the
    receipt of no such hand verifies, and the alarm is right."""
    whose: dict[str, object] = {"kind": "void", "table": table, "hand": deck.hand}
    if not deck.attempt:
        whose |= {"dealt": deals.dealt(), "shown": [], "why": f"{by}: {reason}"}
    else:
        whose |= {"attempt": deck.attempt, "answers": [], "shown": [], "why": reason, "by": by}
        whose |= {"missing": [], "shares": [], "seeds": []}
    return Record(ENTRY, canonical(whose))
