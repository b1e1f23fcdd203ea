"""After each hand the bank hears the new leaves of the log, beside the table: nobody waits for it.
If it knows another story, no hand begins any more."""

from collections.abc import Collection
from functools import partial
from typing import Any

from firmware.controller.deal_memory import ENTRY, Tail
from firmware.controller.deck import Decks
from firmware.controller.effects import Effects, FaultBegan, FaultEnded, Write
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Fault
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.witness import BEHIND, FORKED, News, behind, forked
from firmware.journal.journal import Journal
from firmware.settlement.window import TableWindow

NAME = "log witness"
LEAVES_MOST = 500  # told at once


class LogWitness:
    def __init__(self, bank: TableWindow, decks: Decks, journal: Journal) -> None:
        self._bank, self._decks, self._journal = bank, decks, journal

    def tell(self, busy: Collection[str]) -> Effects:
        """One at a time: of two, the slower would come with a head that the bank has passed."""
        if NAME in busy:
            return []  # what it did not hear now it hears after the next hand
        deal = self._decks.deal
        head, tail = deal.log.head, deal.memory.tail()
        if tail.size + len(tail.leaves) != head.size:
            return []  # the next deck is being made: its commitment is nobody's business yet
        ask = partial(self._ask, deal.log, head.size, tail, self._journal.head.seq)
        return [asked_of_bank(NAME, ask, self._signed, self._no)]

    def _ask(self, log: Log, size: int, tail: Tail, last: int) -> dict[str, Any]:
        """In a thread beside the table. What the bank missed is read from the journal."""
        known = self._bank.log_known(log.public_key)
        if known.size > size:
            raise behind(log.table, size, known.size)
        if known.size < tail.size:
            tail = self._all(last)
        at, tree = known.size - tail.size, Frontier(tail.size, tail.peaks)
        for one in tail.leaves[:at]:
            tree.append(one)
        if tree.root() != known.root:
            raise forked(log.table, known.size)
        return self._tell(log, tree, tail.leaves[at:])

    def _tell(self, log: Log, tree: Frontier, leaves: list[bytes]) -> dict[str, Any]:
        """In pieces that fit into a message, each with the head that it comes to."""
        for at in range(0, max(1, len(leaves)), LEAVES_MOST):
            piece, before = tuple(leaves[at : at + LEAVES_MOST]), tree.size
            for one in piece:
                tree.append(one)
            sign = log.sign(tree)
            said = self._bank.hear_log(News(log.table, log.public_key, before, piece, sign))
        return said

    def _all(self, last: int) -> Tail:
        entries = self._journal.read(1, last)
        return Tail(0, (), [leaf(entry.body) for entry in entries if entry.kind == ENTRY])

    def _signed(self, said: dict[str, Any], now: int) -> Effects:
        self._decks.forked = None
        ended = [FaultEnded(name) for name in (FORKED, BEHIND)]
        return [Write(self._decks.deal.witnessed(said)), *ended]

    def _no(self, problem: Exception, now: int) -> Effects:
        if not isinstance(problem, Fault):
            raise problem
        if problem.name not in (FORKED, BEHIND):
            return []  # it signs later; hands that it has not seen are counted
        self._decks.forked = problem
        return [FaultBegan(problem)]
