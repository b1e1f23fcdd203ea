"""A whole table in one process: the real controller, journal, bank and fair deal; people of paper.

Time is virtual and all luck comes from one seed, so that an evening takes seconds and happens
again in the same way. Screens hang on queues instead of wires: what a station is shown has been
packed and unpacked as on the wire.
"""

import dataclasses
import hashlib
import heapq
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from firmware.bank.bank import Bank
from firmware.bank.cards import track_of
from firmware.bank.counter import Counter
from firmware.bank.keys import BankKey, load_bank_key
from firmware.bank.ledger import Order
from firmware.bank.patrons import Application
from firmware.bank.sqlite_store import SqliteStore
from firmware.controller.fair_deal import Means
from firmware.controller.loop import Controller
from firmware.fairness.boot import next_boot
from firmware.fairness.dealer import Dealer
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Prepared
from firmware.fairness.seal import Boxes, Keyholders
from firmware.fairness.vault import Vault
from firmware.journal.disk import Disk, RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import Keys, load_keys
from firmware.money import Cents
from firmware.screens import protocol as g
from firmware.table.config import Config
from lab.simulation.bare_table import no_limit
from lab.twins.noise import keystream

EVENING_MS = 1_781_118_000_000
PIN = "2468"
FUNDED = Cents(5_000_00)
NAMES = ("Marisol", "Dutch", "Kenji", "Priya", "Ana", "Walt", "Lena", "Otis", "Bao", "Gus")


def demo_config(**settings: Any) -> Config:
    """No-limit hold'em, $1/$2, for ten."""
    ways = {"approval": False, **settings}
    return replace(no_limit(buy_in=(4_000, 40_000)), table="1", settings=ways)


class SeededNoise:
    """Noise that comes again: a simulation, and every receipt says so."""

    def __init__(self, seed: int) -> None:
        self._take = keystream(f"desk {seed}".encode())

    def take(self, size: int) -> bytes:
        return self._take(size)

    def check(self) -> None:
        pass


class SeededDealer(Dealer):
    """Real boxes are sealed with luck of their own, and the cut depends on them: here they are
    stand-ins that nobody opens, so that a seed says everything."""

    def prepare_now(self, hand: int, cards: Sequence[int]) -> Prepared:
        made = super().prepare_now(hand, cards)
        roots = b"".join(deck.root for deck in made.decks)
        boxes = (hashlib.shake_256(roots + bytes([n])).digest(176) for n in range(3))
        return dataclasses.replace(made, boxes=Boxes(*boxes))


class Inline(Executor):
    """Errands done at once: virtual time does not wait for anybody."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


class QueueLink:
    """A wire that is a list: the newest view waits at its end, packed."""

    def __init__(self) -> None:
        self.waiting: bytes | None = None
        self.bytes = self.views = 0
        self.watch: Callable[[bytes], None] | None = None

    def show(self, view: g.View | g.Public) -> None:
        self.waiting = g.pack(view)
        self.bytes += len(self.waiting)
        self.views += 1
        if self.watch:
            self.watch(self.waiting)

    def take(self) -> bytes | None:
        found, self.waiting = self.waiting, None
        return found


def means(home: Path, seed: int) -> Means:
    """Keys and noise of a table that does not exist; the same seed, the same decks."""
    home.mkdir(parents=True, exist_ok=True)
    stream = keystream(f"kernel {seed}".encode())
    noise = SeededNoise(seed)
    generator = Generator(noise, "1", next_boot(home / "boot"), stream, lambda: 0)

    def secret(name: str) -> bytes:
        return hashlib.sha256(f"{name} {seed}".encode()).digest()

    boxes = (X25519PrivateKey.from_private_bytes(secret(name)) for name in ("a", "m", "h"))
    return Means(
        generator,
        noise,
        Ed25519PrivateKey.from_private_bytes(secret("table")),
        Keyholders(*(key.public_key() for key in boxes)),
        Vault(home / "vault.key"),
        simulation=True,
        dealer=SeededDealer,
    )


def demo_bank(path: Path | str, key: BankKey, clock: Callable[[], int]) -> tuple[Bank, list[str]]:
    """A cage with a full drawer, and a funded card for every seat; its tracks, seat 1 first."""
    bank = Bank(SqliteStore(path), key, clock)
    numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    if not numbers:
        _found(bank)
        numbers = bank.store.transact(lambda tx: tx.rows("SELECT number FROM card ORDER BY number"))
    return bank, [track_of(row[0], key) for row in numbers]


def _found(bank: Bank) -> None:
    counter = Counter(bank)
    accounts = {"vault": "vault", "drawer:1": "drawer", "table:1": "table", "fees": "fees"}
    for account, kind in accounts.items():
        bank.open_account(account, kind)
    counter.enrol("mia", "manager")
    counter.enrol("ann", "cage", by="mia")
    counter.enrol("sue", "supervisor", by="mia")
    cash = Cents(len(NAMES) * FUNDED)
    fill = Order("fill-1", "fill", "drawer:1", "vault", cash, "drawer:1", agent="ann",
                 approver="sue")  # fmt: skip
    counter.transfer(fill)
    for number, name in enumerate(NAMES):
        form = Application(name, "passport", f"P{number}", "2039-12-31", signed=True)
        patron = counter.open_patron(form, "ann")
        counter.set_pin(patron, PIN, "ann")
        counter.issue_card(patron, "ann")
        counter.deposit(patron, FUNDED, "drawer:1", "ann")


class WholeTable:
    """One table, from the noise to the glass. `power_on` again on the same disks is a restart."""

    def __init__(
        self,
        home: Path,
        seed: int = 1,
        config: Config | None = None,
        disks: tuple[Disk, Disk] | None = None,
        books: Path | str | None = None,
        keys: Keys | None = None,
    ) -> None:
        self.home, self.seed, self.config = home, seed, config or demo_config()
        self.now = EVENING_MS
        self._disks, self._keys = disks, keys
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = load_bank_key(home / "bank.key")
        self.bank, self.tracks = demo_bank(books or home / "bank.db", key, lambda: self.now)
        self.players = 2  # to open the table with
        self.latencies: list[float] = []
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._heard_at: float | None = None

    def power_on(self) -> Controller:
        home = self.home
        disks = self._disks or (RealDisk(home / "a"), RealDisk(home / "b"))
        keys = self._keys or load_keys(home / "table.key")
        opened = open_journal(disks, keys, table=self.config.table, clock=lambda: self.now)
        self.controller = Controller(
            self.config, opened, means(home, self.seed), self.bank, lambda: self.now,
            Inline(), patient=True,
        )  # fmt: skip
        self.controller.opens_with = self.players
        self.now = max(self.now, self.controller.table.now)
        self._later.clear()
        self.links = {seat: QueueLink() for seat in range(self.config.seats + 1)}
        for seat, link in self.links.items():
            self.controller.attach(seat, link)
        return self.controller

    def power_off(self) -> None:
        """As a cable that is pulled: nothing is told to anybody."""
        self.controller.close()

    # Time

    def at(self, ms: int, work: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._later, (ms, self._count, work))

    def touch(self, seat: int, intent: g.Intent) -> None:
        self._heard_at = perf_counter()
        self.controller.heard(seat, intent)

    def settle(self) -> None:
        """Until the table waits for a person or for time; then everybody sees it."""
        while self.controller.step():
            pass
        self.controller.publish()
        if self._heard_at is not None:
            self.latencies.append(perf_counter() - self._heard_at)
            self._heard_at = None

    def advance(self) -> bool:
        """To the next thing that happens. False: nothing ever will."""
        at = self.controller.next_at()
        due = self._later[0][0] if self._later else None
        times = [ms for ms in (at, due) if ms is not None]
        if not times:
            return False
        self.now = max(self.now, min(times))
        if due is not None and due <= self.now:
            heapq.heappop(self._later)[2]()
        return True


class Player:
    """A bot at a station: it knows what its own glass shows, and nothing else."""

    def __init__(self, whole: WholeTable, seat: int, policy: "Policy", rng: Random) -> None:
        self.whole, self.seat, self.policy, self.rng = whole, seat, policy, rng
        self.view = g.View(seat)
        self.going = False  # home, at the next chance
        self._done: object = None

    def look(self) -> None:
        """A new view: perhaps it asks for something."""
        body = self.whole.links[self.seat].take()
        if body is None:
            return
        self.view = g.view(body)
        self.think()

    def think(self) -> None:
        found = self._wish(self.view)
        if found is None or found[0] == self._done:
            return
        self._done, ms, act = found
        self.whole.at(self.whole.now + ms, act)

    def _wish(self, view: g.View) -> tuple[object, int, Callable[[], None]] | None:
        seat, whole = self.seat, self.whole
        pause = int(min(27_000, max(700, self.rng.lognormvariate(8.0, 0.6))))
        match view.mode:
            case "attract" if not self.going:
                return ("swipe", view.refused), 2_000, lambda: self._swipe()
            case "pin":
                return ("pin", view.refused), 3_000, lambda: whole.touch(seat, g.EnterPin(PIN))
            case "buy-in" if view.buy_in:
                buy = g.Buy(view.buy_in.start, post=view.buy_in.post > 0)
                return ("buy", view.refused), 4_000, lambda: whole.touch(seat, buy)
            case "seated":
                intent = self._seated(view)
                if intent is not None:
                    key, wish = intent
                    pause = 200 if isinstance(wish, g.Leave) else pause  # before the next hand
                    return key, pause, lambda: whole.touch(seat, wish)
        return None

    def _seated(self, view: g.View) -> tuple[object, g.Intent] | None:
        if view.turn is not None:
            return ("turn", view.turn.decision), self.policy(view, self.rng)
        if self.going:
            return None if view.away == "leaving" else (("leave", view.public.hand), g.Leave())
        if view.ask is not None and (answer := self._answer(view, view.ask)) is not None:
            return ("ask", view.ask), answer
        if view.buy_in is not None and view.buy_in.adding:
            ask = view.buy_in
            if ask.balance < ask.amounts.least:
                self.going = True
                return ("broke", 0), g.Leave()
            return ("again", view.session.bought_in), g.Buy(ask.start, adding=True)
        if view.away == "sit out":
            return ("back", view.public.hand, view.refused), g.ComeBack()
        return None

    def _answer(self, view: g.View, ask: g.Ask) -> g.Intent | None:
        """Agrees to what is asked, and otherwise does the plain thing."""
        match ask.kind:
            case "pick":
                return g.Pick(ask.decision, ask.options[min(1, len(ask.options) - 1)].name)
            case "draw":
                return g.Draw(ask.decision)
            case "discard":
                return g.Draw(ask.decision, view.hole[: ask.least])
            case "roll":
                return g.Roll(ask.decision, up=True)
            case "kill":
                return g.Kill(ask.decision, kill=False)
        return None  # shows nothing, cuts nothing

    def _swipe(self) -> None:
        self.whole.controller.swipe(self.seat, self.whole.tracks[self.seat - 1])

    def go_home(self) -> None:
        self.going = True
        self.think()


Policy = Callable[[g.View, Random], g.Intent]


def company(whole: WholeTable, policy: Policy) -> list[Player]:
    return [
        Player(whole, seat, policy, Random(f"{whole.seed} {seat}"))
        for seat in range(1, whole.config.seats + 1)
    ]


def play(whole: WholeTable, players: list[Player], until: Callable[[], bool]) -> bool:
    """Let time pass until something is so. False: it never will."""
    while True:
        whole.settle()
        for player in players:
            player.look()
        if until():
            return True
        if not whole.advance():
            return False
