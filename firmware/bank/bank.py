"""The bank as a table sees it: who sits down, and money between a card and the table.

Each service is one unit of work. What a rule forbids is Refused, or an Answer that says so; a
database that does not answer is a Fault called BANK_AWAY, and asking again with the same id is
always safe.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from firmware.bank import (
    accounts,
    apart,
    cage_clock,
    cards,
    chain,
    change_book,
    heads,
    held_cards,
    ledger,
    own_limits,
    patrons,
    pins,
    play,
    play_time,
    standing,
    testimony,
    witness,
)
from firmware.bank.gaming_day import HouseClock
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Answer, Order
from firmware.bank.schema import half_books, migrate
from firmware.bank.store import Store, Tx
from firmware.errors import Refused
from firmware.money import show

T = TypeVar("T")
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class SignedOn(Struct, frozen=True):
    session: play.Session
    name: str
    available: int
    play_until_ms: int | None = None  # when the patron's own time for today is used up
    at_ms: int = 0  # by the bank's clock


class Known(Struct, frozen=True):
    """Whose card it is, before any PIN."""

    account: str
    name: str
    tail: str  # the last four digits of the card


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> cage_clock.Steady:
    """The machine's own count since it was started: nobody can set it."""
    boot = _BOOT.read_text().strip() if _BOOT.exists() else ""
    return boot, time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


class Bank:
    def __init__(
        self, store: Store, key: BankKey, clock: Callable[[], int] = wall_clock_ms,
        late: bool = False, heads: Path | None = None,
        synchronised: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        """`late`: the books are opened when they are first needed, and may be away till then.
        `heads`: where it is kept, beside the key, how far each book has come. `synchronised`:
        whether the clock is kept by a time server."""
        self.store, self.key, self.clock, self.heads = store, key, clock, heads
        self._synchronised = synchronised
        # A count beside the clock that nobody can set; a simulated clock has none.
        self.steady = steady_ms if clock is wall_clock_ms else None
        self._house: HouseClock | None = None
        if not late:
            self._open()

    def _open(self) -> None:
        migrate(self.store)
        self.store.transact(self._begin_chains)
        settings: dict[str, str] = dict(
            self.store.transact(lambda tx: tx.rows("SELECT name, value FROM setting"))
        )
        if not {"zone", "day_starts"} <= settings.keys():
            raise half_books()
        self._house = HouseClock(settings["zone"], settings["day_starts"])

    def _begin_chains(self, tx: Tx) -> None:
        change_book.begin(tx, self.key, self.clock())
        chain.begin(tx, self.key, self.clock())
        testimony.begin(tx, self.key)

    @property
    def house(self) -> HouseClock:
        assert self._house is not None, "the books are not open"
        return self._house

    @property
    def pen(self) -> ledger.Pen:
        return ledger.Pen(self.house, self.key)

    def check_clock(self, tx: Tx, now: int) -> None:
        """Before money of the cage moves."""
        cage_clock.check_kept(tx, now, self._synchronised())
        cage_clock.check(tx, now, self.house, self.steady)

    def do(self, work: Callable[[Tx, int], T]) -> T:
        """One unit of work, which is told what time it is."""
        now = self.clock()
        return self._do(lambda tx: work(tx, now))

    def _do(self, work: Callable[[Tx], T]) -> T:
        if self._house is None:
            self._open()
        return self.store.transact(lambda tx: self._linked(tx, work))

    def _linked(self, tx: Tx, work: Callable[[Tx], T]) -> T:
        done = work(tx)
        change_book.link(tx, self.key, tx.noted)
        return done

    def check_books(self) -> None:
        """At the start of every program that opens them, and of every table that asks here: a line
        that is gone, or not as it was written, or somebody who is not as the change log says, is
        LEDGER_ALTERED; if the key is another one's, all of them seem so, and it is BANK_KEY."""
        found = self.do(lambda tx, now: [*self.altered(tx), *self._people_altered(tx)])
        if found:
            strange = self.do(lambda tx, now: heads.strange_key(tx, self.key))
            raise (heads.another_key if strange else chain.ledger_altered)(found[0])
        self.keep_heads()

    def _people_altered(self, tx: Tx) -> list[str]:
        return [*standing.problems(tx, self.key), *held_cards.problems(tx, self.key)]

    def altered(self, tx: Tx) -> list[str]:
        known = heads.read(self.heads) if self.heads else {}
        return heads.problems(tx, self.key, known)

    def keep_heads(self) -> None:
        """How far the books have come is known outside of them, too. Never back: where something
        that was known is gone, that stays known, till two people accept the books."""
        if self.heads:
            heads.keep(self.heads, self._further)

    def accept_heads(self) -> None:
        """Two people say that what is there now is right."""
        if self.heads:
            heads.keep(self.heads, lambda: self.do(lambda tx, now: heads.now(tx)))

    def check_heads(self) -> None:
        """Before a program that runs writes on: is what was known still there?"""
        if self.heads and (found := self._gone(heads.read(self.heads))):
            raise chain.ledger_altered(found[0])

    def _further(self) -> heads.Heads:
        assert self.heads is not None
        known = heads.read(self.heads)
        return known if self._gone(known) else self.do(lambda tx, now: heads.now(tx))

    def _gone(self, known: heads.Heads) -> list[str]:
        return self.do(lambda tx, now: heads.gone(tx, known))

    def heard(self, work: Callable[[Tx, int], T]) -> T:
        """What a table tells of itself: how far it goes is known outside of the books, too."""
        self.check_heads()
        done = self.do(work)
        self.keep_heads()
        return done

    def open_account(self, account: str, kind: str) -> None:
        now = self.clock()
        self._do(lambda tx: accounts.open_account(tx, account, kind, now))

    def recognise(self, track: str) -> Known:
        """A card of this house, and an owner who may play."""
        number, now = cards.read_track(track, self.key), self.clock()

        def work(tx: Tx) -> Known:
            who = patrons.patron(tx, self._who(tx, number, now))
            return Known(who.account, patrons.shown_name(who.name), number[-4:])

        return self._do(work)

    def sign_on(self, track: str, pin: str, session: str, place: str, seat: int) -> SignedOn:
        """Card, then person, then PIN, then the one live session: the first No is the answer."""
        number, now = cards.read_track(track, self.key), self.clock()
        patron = self._do(lambda tx: self._who(tx, number, now))
        pins.check_pin(self.store, pins.PATRONS, patron, pin, self.key)
        return self._do(lambda tx: self._sit(tx, patron, session, place, seat, now))

    def sign_off(self, session: str) -> None:
        now = self.clock()
        self._do(lambda tx: play.close_session(tx, session, now))

    def who_must_go(self, place: str, sessions: list[str]) -> dict[str, str]:
        """A table asks about its players: which sessions may not go on, and why."""
        now = self.clock()

        def work(tx: Tx) -> dict[str, str]:
            play.note_contact(tx, place, now)
            return play.who_must_go(tx, sessions, now)

        return self._do(work)

    def balance(self, account: str) -> accounts.Account:
        return self._do(lambda tx: accounts.account_of(tx, account))

    def hold(self, order: Order) -> Answer:
        return self._do(lambda tx: self._hold(tx, order))

    def post(self, transfer: str) -> Answer:
        return self._do(lambda tx: ledger.post(tx, transfer, self.clock(), self.pen))

    def void(self, transfer: str, words: str = "cancelled") -> Answer:
        now = self.clock()
        return self._do(lambda tx: ledger.void(tx, transfer, now, self.pen, words=words))

    def paid_by_hand(self, transfer: str) -> ledger.HandPay | None:
        """Has the cage paid this cash-out, which did not reach the card?"""
        return self._do(lambda tx: ledger.paid_by_hand(tx, transfer))

    def witness(self, head: witness.Head) -> None:
        """How far a table's journal has come, and what it holds."""

        def work(tx: Tx, now: int) -> None:
            if witness.tell(tx, self.key, head, now):
                apart.compare(tx, head, now)

        self.heard(work)

    def _who(self, tx: Tx, number: str, now: int) -> str:
        patron = cards.patron_of(tx, number)
        held_cards.check(tx, self.key, patron, number)
        patrons.may_play(patrons.patron(tx, patron), now)
        return patron

    def _may_play(self, tx: Tx, who: patrons.Patron, now: int) -> None:
        """What somebody asked to be held to counts days: a clock in doubt ends none of them."""
        patrons.may_play(who, now)
        if own_limits.ever(tx, who.id):
            try:
                self.check_clock(tx, now)
            except Refused:
                raise Refused(own_limits.IN_DOUBT, rule=own_limits.RULE) from None

    def _sit(self, tx: Tx, patron: str, session: str, place: str, seat: int, now: int) -> SignedOn:
        who = patrons.patron(tx, patron)
        standing.check(tx, self.key, "patron", patron)
        self._may_play(tx, who, now)
        play_time.check_time(tx, patron, now, self.house)
        opened = play.open_session(tx, session, patron, place, seat, now)
        available = accounts.account_of(tx, who.account).available
        until = play_time.play_until(tx, patron, now, self.house)
        return SignedOn(opened, patrons.shown_name(who.name), available, until, now)

    def _hold(self, tx: Tx, order: Order) -> Answer:
        now = self.clock()
        return ledger.hold(tx, order, now, self.pen, lambda: self._may_cross(tx, order, now))

    def _may_cross(self, tx: Tx, order: Order, now: int) -> None:
        if order.kind == "jackpot_out":
            _can_be_fetched(tx, order)
            return
        apart.check(tx, order.place)
        if order.kind == "buy_in":
            self._may_buy_in(tx, order, now)

    def _may_buy_in(self, tx: Tx, order: Order, now: int) -> None:
        who = patrons.patron(tx, order.patron)
        standing.check(tx, self.key, "patron", who.id)
        ledger.check_told(tx, order.debit)
        self._may_play(tx, who, now)
        live = play.live_session(tx, who.id)
        if live is None or live.place != order.place or order.debit != who.account:
            raise Refused("Please swipe your card at this table first.", rule="REQ-R35")
        play_time.check_time(tx, who.id, now, self.house)
        patrons.check_limit(tx, who, order.amount, now, self.house)


def _can_be_fetched(tx: Tx, order: Order) -> None:
    """A table fetches back from a pool what it brought there, and not another table's; it asks when
    all that it sent has come. While two people look at its books it is asked again."""
    apart.check_prize(tx, order.place)
    left = ledger.brought(tx, order.place, order.debit)
    if order.amount > left:
        words = f"Of {order.debit} only {show(left)} came from {order.place}."
        raise Refused(words, rule="REQ-R43")
