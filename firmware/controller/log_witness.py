"""After each hand the bank hears the new leaves of the log, beside the table: nobody waits for it.
If it knows another story, no hand begins any more."""

from collections.abc import Collection
from functools import partial
from typing import Any

from firmware.bank.bank import Bank
from firmware.controller.deal_memory import ENTRY, Tail
from firmware.controller.deck import Decks
from firmware.controller.effects import Effects, FaultBegan, FaultEnded, Write
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Fault
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.witness import BEHIND, FORKED, News, behind, forked
from firmware.journal.journal import Journal
from firmware.settlement import log_witness

NAME = "log witness"


class LogWitness:
    def __init__(self, bank: Bank, decks: Decks, journal: Journal) -> None:
        self._bank, self._decks, self._journal = bank, decks, journal

    def tell(self, busy: Collection[str]) -> Effects:
        """One at a time: of two, the slower would come with a head that the bank has passed."""
        if NAME in busy:
            return []  # what it did not hear now it hears after the next hand
        deal = self._decks.deal
        head, tail = deal.log.head, deal.memory.tail()
        if tail.size + len(tail.leaves) != head.size:
            return []  # the next deck is being made: its commitment is nobody's business yet
        mine = News(deal.log.table, deal.log.public_key, head.size, (), head.signature)
        ask = partial(self._ask, mine, tail, self._journal.head.seq)
        return [asked_of_bank(NAME, ask, self._signed, self._no)]

    def _ask(self, mine: News, tail: Tail, last: int) -> dict[str, Any]:
        """In a thread beside the table. What the bank missed is read from the journal."""
        known = self._bank.do(lambda tx, now: log_witness.known(tx, mine.key))
        if known.size > mine.size:
            raise behind(mine.table, mine.size, known.size)
        if known.size < tail.size:
            tail = self._all(last)
        at, tree = known.size - tail.size, Frontier(tail.size, tail.peaks)
        for one in tail.leaves[:at]:
            tree.append(one)
        if tree.root() != known.root:
            raise forked(mine.table, known.size)
        news = News(mine.table, mine.key, known.size, tuple(tail.leaves[at:]), mine.sign)
        return self._bank.do(lambda tx, now: log_witness.hear(tx, self._bank.key, news))

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
