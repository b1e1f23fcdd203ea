"""A service that tables call, each by its own paired key: and each has its own window.

The bank's holds key and books, so that no table does; at a table's its sisters tell their deals.
Who asks too much waits, and nobody waits for him; a question that comes twice under one id is
answered once, and then the same. A question that breaks our own promises is told of and answered
as if nobody were there: others play on.
"""

import asyncio
import traceback
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from msgspec import msgpack

from drivers.budget import Budget
from drivers.desks import Caller, Desks
from drivers.fault import Fault
from drivers.link.happenings import Arrived, Misfit, Stranger
from drivers.link.keys import Book
from drivers.stations import Misplaced
from firmware.bank.identity import FirstPin
from firmware.bank.pins import WrongPin
from firmware.bank.store import AWAY, bank_away
from firmware.errors import Refused
from firmware.machine.window_words import Answer, Ask, Broke, Good, No, Verb, Words
from firmware.settlement.window import NotYours

ASKS_A_S, ASKS_AT_ONCE = 20, 100  # of one table: ten seats that come and go are far below
OPEN_MOST = 8  # of one table: its other questions wait with it
THREADS = 2 * OPEN_MOST  # one table that asks all it may leaves as many to the others
STARTS_A_S, STARTS_AT_ONCE = 1 / 60, 10  # of one table: at each the books are read, others wait
START = "at_start"
KEPT = 64  # answers of one table, for a question that comes again
SAID_A_S, SAID_AT_ONCE = 1 / 60, 20  # lines of the log

MISTAKE = "its service made a mistake, which its log tells"

Say = Callable[[str], None]


class Table:
    """One table as the service knows it."""

    def __init__(self, name: str, window: Any) -> None:
        self.name, self.window = name, window
        self.budget = Budget(ASKS_AT_ONCE, ASKS_A_S)
        self.starts = Budget(STARTS_AT_ONCE, STARTS_A_S)
        self.answers: OrderedDict[str, Answer] = OrderedDict()
        self.asked_by: dict[str, Caller[Answer, Ask]] = {}  # what is open: who waits for it

    def keep(self, answer: Answer) -> None:
        self.answers[answer.id] = answer
        while len(self.answers) > KEPT:
            self.answers.popitem(last=False)


class WindowService:
    def __init__(self, kind: type, window_of: Callable[[str], Any], links: Book, say: Say) -> None:
        """`window_of`: a table's, by its name."""
        self._words, self._window_of, self._say = Words(kind), window_of, say
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Table] = {}
        self._beside = ThreadPoolExecutor(THREADS, "beside")
        self._open: set[asyncio.Task[None]] = set()
        self._log = Budget(SAID_AT_ONCE, SAID_A_S)
        self._lines: Desks[Answer, Ask] = Desks(
            links, self._words.at_window(), self._hear, ("table",)
        )

    def listen(self, address: str) -> None:
        """Raises Fault."""
        self._lines.listen(address)

    def _hear(self, caller: Caller[Answer, Ask] | None, happening: Any) -> None:
        match happening:
            case Arrived(ask) if caller is not None and caller.peer is not None:
                self._asked(caller, self._table(caller.peer.name), ask)
            case Stranger(name):
                self._tell(f"{name} calls as a table and was never paired.")
            case Misplaced(_, why):
                self._tell(f"{why}.")
            case Misfit(peer, why):
                self._tell(f"table {peer.name} is of another version: {why}.")

    def _table(self, name: str) -> Table:
        if name not in self._tables:
            self._tables[name] = Table(name, self._window_of(name))
        return self._tables[name]

    def _asked(self, caller: Caller[Answer, Ask], table: Table, ask: Ask) -> None:
        known = table.answers.get(ask.id)
        if known is not None:
            caller.send(known)
        elif ask.id in table.asked_by:
            table.asked_by[ask.id] = caller  # it hung up meanwhile, and is back
        elif len(table.asked_by) >= OPEN_MOST or self._too_often(table, ask):
            caller.slow_down()
            caller.send(_broke(ask.id, bank_away("too much was asked at once")))
        else:
            self._work(caller, table, ask)

    def _too_often(self, table: Table, ask: Ask) -> bool:
        now = self._loop.time()
        return table.budget.left(now) < 1 or (ask.verb == START and table.starts.left(now) < 1)

    def _work(self, caller: Caller[Answer, Ask], table: Table, ask: Ask) -> None:
        table.budget.spend(1, self._loop.time())
        table.starts.spend(ask.verb == START, self._loop.time())
        table.asked_by[ask.id] = caller

        async def done() -> None:
            answer = await self._loop.run_in_executor(self._beside, self._do, table, ask)
            table.keep(answer)
            back = table.asked_by.pop(ask.id)
            if back.link.up:
                back.send(answer)

        task = self._loop.create_task(done())
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    def _do(self, table: Table, ask: Ask) -> Answer:
        """In a thread."""

        def tell(words: str) -> None:
            self._loop.call_soon_threadsafe(self._tell, f"table {table.name}{words}")

        return answer(self._words, table.window, ask, tell)

    def _tell(self, words: str) -> None:
        if self._log.left(self._loop.time()) >= 1:
            self._log.spend(1, self._loop.time())
            self._say(words)

    def close(self) -> None:
        self._lines.close()
        self._beside.shutdown(wait=False, cancel_futures=True)


def answer(words: Words, window: Any, ask: Ask, tell: Say) -> Answer:
    """Whatever was asked; `tell`: what the log is to say of it."""
    verb = words.verbs.get(ask.verb)
    try:
        if verb is None:
            raise NotYours(f"A table may not ask for {ask.verb[:40]!r}.")
        said = getattr(window, ask.verb)(*_read(verb, ask))
        return Good(ask.id, msgpack.encode(said))
    except WrongPin as no:
        return No(ask.id, str(no), no.rule, no.left)
    except Refused as no:
        if isinstance(no, NotYours):
            tell(f": {no}")
        return No(ask.id, str(no), no.rule, first_pin=isinstance(no, FirstPin))
    except Fault as fault:
        if fault.name != AWAY:
            tell(f": {fault.name}: {fault.happened}")
        return _broke(ask.id, fault)
    except Exception:
        tell(f", {ask.verb[:40]}:\n{traceback.format_exc()}")
        return _broke(ask.id, bank_away(MISTAKE))


def _read(verb: Verb, ask: Ask) -> tuple[Any, ...]:
    """Bytes that are no words are another kind of wrong than words that do not belong there."""
    try:
        return verb.read(ask.body)
    except (ValueError, RecursionError):
        raise Refused(f"{ask.verb} cannot be asked like that.", "REQ-R47") from None


def _broke(id: str, fault: Fault) -> Broke:
    return Broke(id, fault.name, fault.happened, fault.safe, fault.do)
