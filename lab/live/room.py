"""The lab's room: one table after the other stands in it, as its page asks for one."""

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path

from firmware.games.banked import spread as banked
from firmware.games.pan import page as pan
from firmware.games.poker.rules import games
from firmware.table.config import Config
from lab.live.fingers import Pause, brisk, human
from lab.live.live_table import LiveTable
from lab.live.page_words import Broken, Speed
from lab.simulation.any_game import front_page, page_of

Stand = Callable[[Path, Config], LiveTable]
Tell = Callable[[str], None]
KEEPS_NOTHING = "nothing of it is kept: make run DATA=evening keeps the journal in evening/"
MOST_BOTS = 9  # one seat is for a person
# How long a bot thinks.
PACES: dict[Speed, Pause] = {
    "slow": lambda rng: 2 * human(rng),
    "real": human,
    "4 times": lambda rng: max(brisk(rng), human(rng) / 4),
    "max": brisk,
}


class Room:
    """`table` is the one that has been set up; None: it is not yet. Whoever sits down next finds
    as many bots, as quick, as at the table before."""

    def __init__(self, stand: Stand, bots: int = 6) -> None:
        self._stand, self.bots = stand, bots
        self.speed: Speed = "real"
        self.table: LiveTable | None = None
        self.count = 0
        self._next: Config | None = None
        self._standing: LiveTable | None = None
        self.doing = ""  # what is done before somebody can sit down, in words
        self.hands = 0
        self.problems: list[str] = []  # of the books, when each table was gone

    async def run(
        self, home: Path, config: Config | None, tell: Tell, ready: Callable[[LiveTable], None]
    ) -> None:
        """Until it is ended. The first table keeps its things in `home`, the others beside it."""
        while config is not None:
            self.count += 1
            place = home if self.count == 1 else _new_place(home)
            self._standing = self._stand(place, config)
            await self._one(self._standing, self._tells(config, tell), ready)
            config, self._next = self._next, None

    def _tells(self, config: Config, tell: Tell) -> Tell:
        """In the terminal, and to who looks at the page meanwhile."""

        def both(words: str) -> None:
            self.doing = f"{_name(config.spreads[0].game)}: {words}" if words else ""
            tell(words)

        both("the programs start")
        return both

    async def _one(self, table: LiveTable, tell: Tell, ready: Callable[[LiveTable], None]) -> None:
        try:
            if await table.start(tell):
                tell("")
                self.table = table
                ready(table)
                await table.stopped.wait()
        finally:
            self.table = None
            self.hands += table.hands
            await table.stop()
            if table.hands:
                tell("the books are compared")
                self.problems += await asyncio.to_thread(table.audit)
                tell("")
            table.clear()
        if (wrong := table.failure or table.fault) is not None:
            raise wrong

    @property
    def ready(self) -> LiveTable | None:
        """None while the next one is set up."""
        table = self.table
        return None if table is None or table.stopped.is_set() else table

    def wish(self, game: str, house: str) -> None:
        """After this hand; whoever asks for the same again does not want to wait."""
        config = page_of(game, house)
        if game == (front := front_page()).spreads[0].game and house in ("", front.house):
            config = front
        table = self.ready
        if table is None:
            return
        if config == self._next:
            table.end()
        elif self._next is None:
            table.end_after_hand()
        self._next = config

    def set_speed(self, speed: Speed) -> None:
        self.speed = speed
        if self.ready is not None:
            self.ready.pace = PACES[speed]

    def set_bots(self, count: int) -> None:
        self.bots = min(max(count, 0), MOST_BOTS)
        if self.ready is not None:
            self.ready.seat_bots(self.bots)

    def broken(self, table: LiveTable) -> Broken:
        coming = self._next.spreads[0].game if self._next else ""
        return Broken(
            tuple(table.bot_seats), tuple(sorted(table.unplugged)), {**table.noisy},
            table.door_open, table.bank_away, table.printer_off, table.powered, self.speed,
            tuple(table.trays.cards), tuple(table.trays.lie), _name(coming) if coming else "",
        )  # fmt: skip

    def summary(self, data: Path | None) -> str:
        """What is left to say when the room is closed."""
        books = self.problems or (["every cent is accounted for"] if self.hands else [])
        kept = f"the journal lies in {data.resolve()}" if data else KEEPS_NOTHING
        hands = f"{self.hands} hand{'s' * (self.hands != 1)}"
        return "; ".join([hands, *books, kept]) + "."

    def end(self) -> None:
        self._next = None
        if self._standing is not None:
            self._standing.end()


def _name(game: str) -> str:
    if game in games():
        return games()[game].name
    return str((banked.catalogue() | pan.catalogue())[game]["name"])


def _new_place(home: Path) -> Path:
    """Beside whatever tables an earlier evening left there."""
    return next(one for n in count(2) if not (one := home / f"table-{n}").exists())
