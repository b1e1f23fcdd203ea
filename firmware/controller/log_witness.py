"""After each hand the bank and the sister tables hear the new leaves of the log, beside the table:
nobody waits for them. If one knows another story, no hand begins any more."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Protocol

from firmware.controller.deal_memory import ENTRY, Tail
from firmware.controller.deck import Decks
from firmware.controller.effects import Effects, FaultBegan, FaultEnded, Task, Write
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Fault, Refused
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.witness import BEHIND, FORKED, Known, News, behind, forked
from firmware.journal.journal import Journal

BANK = "bank"
LEAVES_MOST = 500  # told at once


class Witness(Protocol):
    """Who follows the log: the bank's window, a sister's."""

    def log_known(self, key: bytes) -> Known: ...
    def hear_log(self, news: News) -> dict[str, Any]: ...


class LogWitness:
    def __init__(self, bank: Witness, decks: Decks, journal: Journal) -> None:
        self._decks, self._journal = decks, journal
        self.witnesses: dict[str, Witness] = {BANK: bank}
        self._refused: dict[str, Fault] = {}  # by whom

    def tell(self, busy: Collection[str]) -> Effects:
        """Each one at a time: of two, the slower would come with a head that he has passed. What a
        witness did not hear now he hears after the next hand."""
        idle = [name for name in self.witnesses if _task(name) not in busy]
        deal = self._decks.deal
        head, tail = deal.log.head, deal.memory.tail()
        if tail.size + len(tail.leaves) != head.size:
            return []  # the next deck is being made: its commitment is nobody's business yet
        told = deal.log, head.size, tail, self._journal.head.seq
        return [self._asked(name, partial(self._ask, self.witnesses[name], *told)) for name in idle]

    def _asked(self, name: str, ask: Callable[[], dict[str, Any]]) -> Task:
        good, bad = partial(self._signed, name), partial(self._no, name)
        made = asked_of_bank if name == BANK else Task
        return made(_task(name), ask, good, bad)

    def _ask(self, witness: Witness, log: Log, size: int, tail: Tail, last: int) -> dict[str, Any]:
        """In a thread beside the table. What the witness missed is read from the journal."""
        known = witness.log_known(log.public_key)
        if known.size > size:
            raise behind(log.table, size, known.size)
        if known.size < tail.size:
            tail = self._all(last)
        at, tree = known.size - tail.size, Frontier(tail.size, tail.peaks)
        for one in tail.leaves[:at]:
            tree.append(one)
        if tree.root() != known.root:
            raise forked(log.table, known.size)
        return _tell(witness, log, tree, tail.leaves[at:])

    def _all(self, last: int) -> Tail:
        entries = self._journal.read(1, last)
        return Tail(0, (), [leaf(entry.body) for entry in entries if entry.kind == ENTRY])

    def _signed(self, name: str, said: dict[str, Any], now: int) -> Effects:
        self._refused.pop(name, None)
        return [Write(self._decks.deal.witnessed(said)), *self._stops()]

    def _no(self, name: str, problem: Exception, now: int) -> Effects:
        if not isinstance(problem, Fault | Refused):
            raise problem
        if not isinstance(problem, Fault) or problem.name not in (FORKED, BEHIND):
            return []  # it signs later; hands that it has not seen are counted
        self._refused[name] = problem
        return self._stops()

    def _stops(self) -> Effects:
        """While one of them refuses, whatever the others sign."""
        self._decks.forked = next(iter(self._refused.values()), None)
        there = {fault.name: fault for fault in self._refused.values()}
        over = [FaultEnded(name) for name in (FORKED, BEHIND) if name not in there]
        return [*over, *(FaultBegan(fault) for fault in there.values())]


def _task(name: str) -> str:
    return f"log witness: {name}"


def _tell(witness: Witness, log: Log, tree: Frontier, leaves: list[bytes]) -> dict[str, Any]:
    """In pieces that fit into a message, each with the head that it comes to."""
    for at in range(0, max(1, len(leaves)), LEAVES_MOST):
        piece, before = tuple(leaves[at : at + LEAVES_MOST]), tree.size
        for one in piece:
            tree.append(one)
        sign = log.sign(tree)
        said = witness.hear_log(News(log.table, log.public_key, before, piece, sign))
    return said
