"""An order of the floor: whose it is, whether his role allows it, once and no second time, with a
second person where one is not enough; and what became of it, in the journal beside what it did.

Who sends it is asked at the bank, every time: whoever was dismissed a moment ago orders nothing.
What is refused because nobody is signed on, or because the bank is away, was never an order: the
same one may be sent again. Everything else has its answer for good.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Protocol

import msgspec
from msgspec.structs import replace

from firmware.bank import order_slips, roles
from firmware.controller.effects import Answer, Desk, Effects, FaultBegan, Perform, Write
from firmware.controller.floor_commands import command
from firmware.controller.new_page import NewPage
from firmware.controller.records import Happened
from firmware.controller.restore import TableMemory
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Fault, Refused
from firmware.journal import records as r
from firmware.journal.meters import figures
from firmware.screens.projection import effect
from firmware.screens.protocol import orders as o
from firmware.table import commands as c
from firmware.table.engine import Table, decide

SECOND_MS = 120_000
FREEZES = ("VoidHand", "CloseTable")  # while they wait nobody plays on
WANTS_REASON = (
    o.VoidHand, o.FoulHand, o.CashIn, o.Bar, o.Unbar, o.KeepApart, o.LetTogether, o.TurnAway,
    o.CancelTournament, o.Unseal, o.ReadPage,
)  # fmt: skip
BANK_AWAY = "Nothing was done: the bank does not answer, and it knows who you are. Try again."
TOO_LATE = "Nobody confirmed it in time. Nothing happened."
_order = msgspec.json.Decoder(o.AnyOrder).decode


class Signed(Protocol):
    """Somebody who is signed on at the bank."""

    @property
    def person(self) -> str: ...
    @property
    def role(self) -> str: ...


class NewScreens(Protocol):
    """A screen that nobody here knows yet, at one of the table's cables. Each raises Refused."""

    def may_open(self, seat: int) -> None: ...
    def open(self, seat: int) -> None: ...
    def may_say(self, seat: int, digits: str) -> None: ...
    def say(self, seat: int) -> None: ...


class DeskOrders:
    def __init__(self, who: Callable[[str], Signed], memory: TableMemory) -> None:
        self._who, self._memory = who, memory
        self.new_page = NewPage(memory)
        self.new_screens: NewScreens | None = None  # of a table that has wires
        self.tests_by = ""  # who tests the devices as soon as this hand is over

    @property
    def _table(self) -> Table:
        return self._memory.state.table

    # ---- An order comes

    def read(self, desk: Desk, order: o.AnyOrder, busy: Collection[str]) -> Effects:
        """`busy`: the slow work that is under way."""
        name, mine = f"order {order.id}", self._table.config.table
        if (known := self._known(order)) is not None:
            return [Answer(desk, known)]
        if name in busy:
            return []
        if order.table != mine:
            words = f"This is table {mine}; that order was for table {order.table}."
            return self._refuse(desk, order, None, Refused(words, "REQ-R30"))
        if not order_slips.is_for(order.token, order.named):
            return self._refuse(desk, order, None, Refused("Another order's slip.", "REQ-R46"))
        work = partial(self._who, order.token)
        signed, unknown = partial(self._signed, desk, order), partial(self._unknown, desk, order)
        return [asked_of_bank(name, work, signed, unknown)]

    def _known(self, order: o.AnyOrder) -> o.Answer | None:
        """The answer that this order has. An id that was another's is nobody's."""
        orders = self._memory.folds.orders
        given, waiting = orders.given.get(order.id), orders.waiting.get(order.id)
        if not order.sure or (given is None and waiting is None):
            return None
        if _body(order) != (given.answer.order if given else waiting and waiting.asked.order):
            return o.No(order.id, "Another order has this number. Please begin anew.", "REQ-R30")
        if given is None:
            assert waiting is not None
            return _waits(waiting.asked)
        if given.answer.done:
            return o.Done(order.id, given.answer.words)
        return o.No(order.id, given.answer.words, given.answer.rule)

    def _unknown(self, desk: Desk, order: o.AnyOrder, no: Exception, now: int) -> Effects:
        if isinstance(no, Fault):
            return [FaultBegan(no), Answer(desk, o.No(order.id, BANK_AWAY, no.name, again=True))]
        if not isinstance(no, Refused):
            raise no
        return self._refuse(desk, order, None, no)

    def _signed(self, desk: Desk, order: o.AnyOrder, by: Signed, now: int) -> Effects:
        if (known := self._known(order)) is not None:  # it came by two desks at once
            return [Answer(desk, known)]
        try:
            match order:
                case o.Confirm():
                    return self._confirm(desk, order, by, now)
                case o.TakeBack():
                    return self._take_back(desk, order, by)
            return self._consider(desk, order, by, now)
        except Refused as no:
            return self._refuse(desk, order, by, no)

    def _consider(self, desk: Desk, order: o.AnyOrder, by: Signed, now: int) -> Effects:
        act = self._act(order)
        roles.require(by.person, by.role, act)
        if order.sure and isinstance(order, WANTS_REASON) and len(order.reason.strip()) < 2:
            raise Refused("Say why: the reason is kept with it.", "AJ-R33")
        two, words = roles.needs_two(act), effect(self._table, order)
        if two:
            self._nobody_asks_for_it(order)
        done = self._done(order, by.person, now)
        if not order.sure:
            return [Answer(desk, o.Would(order.id, words, two))]
        if two:
            return self._ask_second(desk, order, by, words, now)
        said = self._answered(order, by, desk, words)
        return [*done([said]), Answer(desk, o.Done(order.id, words))]

    def _act(self, order: o.AnyOrder) -> str:
        """What it is called in the table of roles: to close at once voids the hand in play."""
        voids = isinstance(order, o.CloseTable) and order.now and self._table.live is not None
        return "VoidHand" if voids else type(order).__name__

    def _done(
        self, order: o.AnyOrder, by: str, now: int
    ) -> Callable[[Sequence[Happened]], Effects]:
        """What it does, in one batch with what is said of it. Refused: nothing."""
        match order:
            case o.OpenDispute() | o.SettleDispute():
                record = self._dispute(order, by)
                return lambda said: [Write([*said, record])]
            case o.EnterTests():
                self._may_be_tested()
                return partial(self._ask_tests, by)
            case o.LeaveTests():
                return self._leave_tests(by, now)
            case o.Unseal():
                self._is_over(order.hand)
                return lambda said: [Write([*said])]
            case o.ReadPage():
                return self.new_page.ordered(by, order.reason)
            case o.OpenPairing() | o.SayPaired():
                return self._pair(order)
            case o.AtConsole():
                return lambda said: [Write([*said])]
            case o.Confirm() | o.TakeBack():
                raise AssertionError("these are about another order")
        does = command(self._table, order, by, now)
        decide(self._table, does)
        return lambda said: [Perform(does, before=said, sure=True)]

    def _pair(self, order: o.OpenPairing | o.SayPaired) -> Callable[[Sequence[Happened]], Effects]:
        if self.new_screens is None:
            raise Refused("This table has no cables.", "REQ-R32")
        screens, seat = self.new_screens, order.seat
        if isinstance(order, o.OpenPairing):
            screens.may_open(seat)
            does = partial(screens.open, seat)
        else:
            screens.may_say(seat, order.digits)
            does = partial(screens.say, seat)

        def done(said: Sequence[Happened]) -> Effects:
            does()
            return [Write([*said])]

        return done

    # ---- Tests of devices (REQ-R27)

    def _may_be_tested(self) -> None:
        if self._table.stopped_by("service") or self.tests_by:
            raise Refused("Its devices are under test.", "REQ-R27")
        if self._table.sit_n_go.running:
            raise Refused("A tournament is played to its end first.", "REQ-R27")
        if self._table.transit.owed:
            raise Refused("A cash-out waits for the cage: settle it first.", "REQ-R27")

    def _ask_tests(self, by: str, said: Sequence[Happened]) -> Effects:
        self.tests_by = by
        return [Write([*said])]

    def begin_tests(self, now: int) -> Effects:
        """Between two hands, and with no cent on its way: a test has nothing to count."""
        table, by = self._table, self.tests_by
        if not by or table.live is not None or table.transit.flying:
            return []
        self.tests_by = ""
        entered = r.ServiceTestEntered(by, figures(self._memory.folds.meters))
        return [Perform(c.Pause(now, c.SERVICE, f"tests by {by}"), before=[entered], sure=True)]

    def _leave_tests(self, by: str, now: int) -> Callable[[Sequence[Happened]], Effects]:
        if self.tests_by:  # they had not begun
            return partial(self._ask_tests, "")
        resume = c.Resume(now, c.SERVICE, f"tests ended by {by}")
        if not self._table.stopped_by("service"):
            raise Refused("No test is on.", "REQ-R27")
        left = r.ServiceTestLeft(by, figures(self._memory.folds.meters))
        return lambda said: [Perform(resume, before=[*said, left], sure=True)]

    def _dispute(self, order: o.OpenDispute | o.SettleDispute, by: str) -> r.Told:
        disputes, spans = self._memory.folds.disputes, self._memory.folds.recall.spans
        if isinstance(order, o.SettleDispute):
            if order.number not in disputes.open:
                raise Refused(f"No dispute {order.number} is open.", "dispute")
            return r.DisputeSettled(order.number, order.decision, order.note, by)
        if not any(span.hand == order.hand for span in spans):
            raise Refused(f"Hand {order.hand:,} is not among the last thousand.", "REQ-R20")
        number = disputes.count + 1
        return r.DisputeOpened(number, order.hand, order.seat, order.about, order.note, by)

    def _is_over(self, hand: int) -> None:
        spans = self._memory.folds.recall.spans
        if not spans or not 1 <= hand <= spans[-1].hand:
            raise Refused(f"There was no hand {hand:,} at this table.", "REQ-R47")
        if any(span.hand == hand and not span.last for span in spans):
            words = f"Hand {hand:,} is still being played: unseal it when it is over."
            raise Refused(words, "REQ-R47")

    # ---- Two people

    def _nobody_asks_for_it(self, order: o.AnyOrder) -> None:
        what = type(order).__name__
        for one in self._memory.folds.orders.waiting.values():
            if one.asked.what == what:
                words = f"{one.asked.by} has asked for that: confirm it, or wait."
                raise Refused(words, "REQ-R47")

    def _ask_second(
        self, desk: Desk, order: o.AnyOrder, by: Signed, words: str, now: int
    ) -> Effects:
        asked = r.OrderAsked(
            order.id, type(order).__name__, _body(order), words, by.person, by.role,
            order.reason, desk.name, now + SECOND_MS, order_slips.good_until(order.token),
        )  # fmt: skip
        freeze = [Perform(c.Pause(now, c.SECOND, words))] if asked.what in FREEZES else []
        return [Write([asked]), *freeze, Answer(desk, _waits(asked))]

    def _confirm(self, desk: Desk, order: o.Confirm, by: Signed, now: int) -> Effects:
        asked = self._waiting(order.order)
        if by.person == asked.by:
            raise Refused("You are the first name. Another person must confirm.", "REQ-R47")
        first = _order(asked.order.encode())
        roles.require_second(by.person, by.role, self._act(first))
        done = self._done(first, f"{asked.by} and {by.person}", now)
        if not order.sure:
            return [Answer(desk, o.Would(order.id, asked.words))]
        said = [_ended(asked, asked.words, by.person), self._answered(order, by, desk, asked.words)]
        return [*done(said), Answer(desk, o.Done(order.id, asked.words))]

    def _take_back(self, desk: Desk, order: o.TakeBack, by: Signed) -> Effects:
        asked = self._waiting(order.order)
        if by.person != asked.by:
            roles.require_second(by.person, by.role, self._act(_order(asked.order.encode())))
        words = f"{by.person} took it back. Nothing happened."
        if not order.sure:
            return [Answer(desk, o.Would(order.id, "Nothing happens; play goes on."))]
        said = [_ended(asked, words), self._answered(order, by, desk, words)]
        return [Write(said), Answer(desk, o.Done(order.id, words))]

    def _waiting(self, id: str) -> r.OrderAsked:
        orders = self._memory.folds.orders
        if id in orders.waiting:
            return orders.waiting[id].asked
        given = orders.given.get(id)
        words = f"It has its answer: {given.answer.words}" if given else "No such order waits."
        raise Refused(words, "REQ-R47")

    # ---- Time

    def due(self, now: int) -> Effects:
        """What nobody confirmed is over; and play goes on when nothing holds it any more."""
        waiting = self._memory.folds.orders.waiting.values()
        late = [one.asked for one in waiting if one.asked.until_ms <= now]
        if late:
            return [Write([_ended(asked, TOO_LATE) for asked in late])]
        if page := self.new_page.due(now):
            return page
        holds = any(one.asked.what in FREEZES for one in waiting)
        if self._table.stopped_by("second") and not holds:
            return [Perform(c.Resume(now, c.SECOND, "nothing waits any more"))]
        return []

    def next_at(self) -> int | None:
        waiting = self._memory.folds.orders.waiting.values()
        return min((one.asked.until_ms for one in waiting), default=None)

    # ---- Answers

    def _answered(self, order: o.AnyOrder, by: Signed, desk: Desk, words: str) -> r.OrderAnswered:
        return r.OrderAnswered(
            order.id, type(order).__name__, _body(order), words, True, by.person, by.role,
            order.reason, desk.name, slip_until_ms=order_slips.good_until(order.token),
        )  # fmt: skip

    def _refuse(self, desk: Desk, order: o.AnyOrder, by: Signed | None, no: Refused) -> Effects:
        answer = Answer(desk, o.No(order.id, str(no), no.rule))
        if not order.sure:
            return [answer]
        person, role = (by.person, by.role) if by else ("", "")
        until_ms = order_slips.good_until(order.token) if by else 0
        said = r.OrderAnswered(
            order.id, type(order).__name__, _body(order), str(no), False, person, role,
            order.reason, desk.name, rule=no.rule, slip_until_ms=until_ms,
        )  # fmt: skip
        return [Write([said]), answer]


def _body(order: o.AnyOrder) -> str:
    """All of it but whose session it came by, which may be another when it comes again, and a
    patron's name: the journal knows the account."""
    if isinstance(order, o.Reserve | o.JoinList):
        order = replace(order, name=order.account)
    return msgspec.json.encode(replace(order, token="")).decode()


def _waits(asked: r.OrderAsked) -> o.WantsSecond:
    act = "VoidHand" if asked.what == "CloseTable" else asked.what
    return o.WantsSecond(asked.id, asked.words, asked.until_ms, roles.ACTS[act].second)


def _ended(asked: r.OrderAsked, words: str, second: str = "") -> r.OrderAnswered:
    """Of an order that waited; it is done if there is a second name."""
    return r.OrderAnswered(
        asked.id, asked.what, asked.order, words, bool(second), asked.by, asked.role,
        asked.reason, asked.desk, second, slip_until_ms=asked.slip_until_ms,
    )  # fmt: skip
