"""The state written down between two hands, so that a start is quick."""

from firmware.controller.deal_memory import DealMemory
from firmware.controller.restore import TableMemory, restore
from firmware.journal.journal import Opened
from firmware.table.engine import Config

HANDS = 25


class Snapshots:
    def __init__(self, config: Config, opened: Opened) -> None:
        self._config, self._journal = config, opened.journal
        # What was last written down, and the first record after it: restored from there.
        first = opened.entries[0].seq if opened.entries else self._journal.head.seq + 1
        self._base = first, opened.state
        self._hands = 0  # that the memory knew of then

    def due(self, memory: TableMemory) -> bool:
        return memory.state.table.live is None and memory.hands - self._hands >= HANDS

    def write(self, memory: TableMemory, deals: DealMemory) -> None:
        assert memory.state.table.live is None
        state = self._without_cards(memory, deals)
        self._journal.snapshot(state)
        self._hands = memory.hands
        self._base = self._journal.head.seq + 1, state

    def _without_cards(self, memory: TableMemory, deals: DealMemory) -> bytes:
        """The state as somebody would replay it who has no key of a past hand: no folded card is in
        it. That it is the same in every cent is worth an assertion."""
        first, base = self._base
        last = self._journal.head.seq
        entries = [*self._journal.read(first, last)] if first <= last else []
        again = restore(self._config, Opened(self._journal, base, entries, []))
        assert again.state.custody == memory.state.custody, "replayed to another place"
        assert again.state.table.books == memory.state.table.books, "replayed to other books"
        return again.snapshot(deals)
