"""`stormdeck matrix`: every game of every house, in each of its betting structures, at a table of
its own: random legal play, seats that come and go, the books compared after each hand.
What was played is written to docs/games.md."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.play import PokerPlay
from firmware.games.poker.rules import Stakes, games, houses, spread
from firmware.money import show
from firmware.table import commands as c
from firmware.table.checking import SIT_N_GO, validate
from firmware.table.checking_fees import is_for
from firmware.table.config import Config, Spread, Tournament
from firmware.table.engine import wants
from firmware.table.fee import Fee, schedules
from firmware.table.state import balance
from lab.simulation.banked_rows import ROUNDS, BankedRow, banked_rows, matrix
from lab.simulation.bare_table import BareTable
from lab.simulation.bots import random_player
from lab.simulation.rounds import random_legal

PAGE = Path("docs/games.md")
HANDS = 500


class Row(Struct, frozen=True):
    """A game as a house spreads it, in one structure, at stakes that it posts."""

    house: str
    game: str
    limit: Any
    stakes: Stakes

    @property
    def page(self) -> Config:
        game = Spread(self.game, self.stakes, self.limit, (40 * self.stakes.small, 0))
        seats = houses()[self.house].games[self.game].seats or games()[self.game].seats
        contest = CONTEST if self.game == SIT_N_GO else None
        schedule, fees = posted_fees(self.house, game)
        game = replace(game, fees=fees)
        return Config(
            "1", self.house, (game,), seats[1], schedule if fees else "", tournament=contest
        )


def posted_fees(house: str, game: Spread) -> tuple[str, tuple[int, ...]]:
    """The first rows of the house's sheets that are for such a game; often there is none."""
    for name, schedule in schedules().items():
        if schedule.house == house and (
            options := together(fee for fee in schedule.fees if is_for(fee, game, game.buy_in[0]))
        ):
            return name, options
    return "", ()


def together(fees: Iterable[Fee]) -> tuple[int, ...]:
    """Options that may hang on one sign: as many as there are, and no two for one player."""
    chosen: list[Fee] = []
    for fee in fees:
        same = not chosen or fee.half_hour == chosen[0].half_hour == 0
        if same and all(fee.players[0] > o.players[1] or fee.players[1] < o.players[0]
                        for o in chosen):  # fmt: skip
            chosen.append(fee)
    return tuple(dict.fromkeys(fee.option for fee in chosen))


CONTEST = Tournament(
    entry=5_000, fee=500, chips=2_000, levels=((25, 50, 0), (50, 100, 0), (100, 200, 25)),
    level_ms=300_000, prizes=(70, 30), seats=5,
)  # fmt: skip


def rows(house: str = "") -> Iterator[Row]:
    later = {game.if_passed for game in games().values()}  # not to be chosen by themselves
    for name, home in houses().items():
        if house not in ("", name):
            continue
        for game, here in home.games.items():
            if game not in later:
                for limit in spread(games()[game], here):
                    forms = POSTED.get((name, game, limit)) or (_usual(name, game, limit),)
                    yield from (Row(name, game, limit, stakes) for stakes in forms)


def _usual(house: str, game: str, limit: str) -> Stakes:
    """6-12, with two blinds, or an ante and perhaps a forced bet."""
    big = {"limit": 1_200, "limit with kill": 1_200, "spread": 2_000}.get(limit, 0)
    if games()[game].forced == "blinds" or houses()[house].games[game].blinds:
        return Stakes(600, big, (200, 600), chip=50)
    bring_in = 200 if games()[game].forced == "bring-in" else 0
    return Stakes(600, big, ante=100, bring_in=bring_in, chip=50)


MATCH_IT = Stakes(200, 400, (100, 200), ante=50, chip=50)  # 003 L917


def _posted() -> Iterator[tuple[tuple[str, str, str], tuple[Stakes, ...]]]:
    """Where a house posts other forced bets than those."""
    three = Stakes(1_000, blinds=(500, 500, 1_000), chip=50)
    spread_limit = Stakes(100, 1_000, ante=100, chip=50)
    one, lone = Stakes(500, blinds=(500,), ante=100, chip=50), Stakes(500, ante=100, chip=50)
    for game in houses()["artichoke-joes"].games:  # 000 L842, L1651-1688
        if games()[game].forced == "blinds" and not game.startswith("lightning"):
            yield ("artichoke-joes", game, "no-limit"), (three,)
    sized = Stakes(5_000, ante=500, bring_in=2_500, chip=50)  # 000 L337-340
    for game in ("seven-card-stud", "seven-card-stud-hi-lo", "razz"):
        yield ("artichoke-joes", game, "no-limit"), (sized,)
    for game in ("draw-poker", "lowball-ace-to-five"):
        yield ("artichoke-joes", game, "no-limit"), (lone, one, three)
        yield ("artichoke-joes", game, "spread"), (spread_limit,)
    for game in ("crazy-pineapple-hi-lo", "omaha-hi-lo", "lowball-ace-to-five", "mexican-draw"):
        for limit in ("limit", "limit with kill"):  # 004 L305, L1007-1027
            yield ("club-caribe", game, limit), (Stakes(600, 1_200, (600,), chip=50),)
    forced = Stakes(600, 1_200, ante=100, bring_in=600, chip=50)  # 004 L1029-1033
    yield ("club-caribe", "mexican-poker", "limit"), (forced,)
    kills = Stakes(300, 600, ante=50, bring_in=100, chip=50)  # 004 L1043
    yield ("club-caribe", "seven-card-stud-hi-lo", "limit with kill"), (kills,)
    low = Stakes(1_500, 3_000, (500, 1_000, 1_500), chip=50)  # 003 L336-354, L1616, L2571
    for game in ("lowball-ace-to-five", "kansas-city", "badugi"):
        for limit in ("limit", "limit with kill"):
            yield ("hawaiian-gardens", game, limit), (low,)
    yield ("hawaiian-gardens", "match-it", "limit"), (MATCH_IT,)
    pot = Stakes(500, blinds=(200, 300, 500), chip=50)  # 003 L2315-2327
    both = (Stakes(1_000, blinds=(500, 1_000), chip=50), pot)
    yield ("hawaiian-gardens", "texas-holdem", "pot-limit"), both


POSTED = dict(_posted())


class Marathon:
    """One table without a pause: whoever is asked does something that the rules allow."""

    def __init__(self, page: Config, seed: int = 1) -> None:
        validate(page)
        self.m = BareTable(page, seed)
        self.rng, self.bot = Random(seed), random_player(folds=0.3)
        self.contest = page.tournament is not None
        self.chips = (
            page.tournament.entry if page.tournament else 100 * page.spreads[0].stakes.small
        )
        self.names = 0

    def run(self, hands: int) -> int:
        """Hands played; the books are right after each."""
        m, table = self.m, self.m.table
        self.come(5)
        if not self.contest:
            m.order(c.OpenTable)
        number = 0
        while number < hands:
            if table.live is None:
                if table.this_hand.number > number:
                    number = table.this_hand.number
                    here, should = balance(table)
                    assert here == should
                self.stir()
                m.bank()
                m.shuffle()
            live = table.live
            if live is not None and live.queue and live.due != "deal":
                m.do(c.Play(m.now, table.decision, self.move(live)))
            elif not m.step():
                self.wait()
            m.events.clear()
        return number

    def move(self, live: Any) -> c.Move:
        if not isinstance(live, PokerPlay):
            seat = live.queue[0] if live.due == "bank" else self.rng.choice(live.queue)
            return random_legal(live, seat, self.rng)
        move: object = self.bot(live, self.rng)
        assert isinstance(move, c.Move)
        return move

    def wait(self) -> None:
        want = wants(self.m.table)
        if want.tick_at is None and not want.cards:
            self.come(2)
        else:
            self.m.wait()

    def stir(self) -> None:
        """Who is broke or away goes; now and then somebody else does, or comes, or sits out."""
        rng, seats = self.rng, self.m.table.seats[1:]
        for seat in seats:
            if seat.life == "away" or (seat.seated and not seat.chips.stack and not self.contest):
                self.tried(c.Leave, seat.number)
        here = sum(seat.life != "empty" for seat in seats)
        wish = rng.random()
        if here < 3 or wish < 0.15:
            self.come(max(1, 4 - here))
        elif wish > 0.9 and not self.contest:
            self.tried(c.Leave, rng.choice(seats).number)
        elif wish > 0.85 and not self.contest:
            self.tried(c.SitOut, rng.choice(seats).number, "next hand")

    def come(self, count: int) -> None:
        m = self.m
        empty = [seat.number for seat in m.table.seats[1:] if seat.life == "empty"]
        for number in self.rng.sample(empty, min(count, len(empty))):
            self.names += 1
            name = f"p{self.names}"
            if self.tried(c.SwipeCard, number, name, name):
                m.ask(c.PinChecked, number, True, 10_000_000)
                if m.table.seats[number].life == "asking":
                    m.order(c.Approve, number)
                m.ask(c.BuyIn, number, self.chips, True)
                m.bank()

    def tried(self, kind: Any, *args: Any) -> bool:
        try:
            self.m.ask(kind, *args)
        except Refused:
            return False
        return True


# The page


def text(played: dict[Row, int], banked: dict[BankedRow, int]) -> str:
    return "\n".join(_page(played, banked)) + "\n"


def _page(played: dict[Row, int], banked: dict[BankedRow, int]) -> Iterator[str]:
    yield "# Games at the table"
    yield ""
    yield (
        "Written by `stormdeck matrix` from what it played: each line so many hands of random legal"
        " play on a table of its own, players coming and going, the books exact after each hand."
        " `stormdeck games show GAME --house HOUSE` tells the rules, docs/house-rules.md how each"
        " house runs its table."
    )
    rooms = [name for name, home in houses().items() if home.games]
    yield from ("", f"| game | {' | '.join(houses()[room].name for room in rooms)} |")
    yield "|---" * (len(rooms) + 1) + "|"
    for game in games():
        cells = [_structures(played, room, game) for room in rooms]
        if any(cells):
            yield f"| {game} | {' | '.join(cells)} |"
    yield from matrix({room: houses()[room].name for room in rooms}, banked)
    for room in rooms:
        yield from section(room, played)


def _structures(played: dict[Row, int], house: str, game: str) -> str:
    here = [row.limit for row in played if (row.house, row.game) == (house, game)]
    return ", ".join(dict.fromkeys(here))


def section(house: str, played: dict[Row, int]) -> Iterator[str]:
    """One house's lines."""
    yield from ("", f"## {houses()[house].name}", "")
    yield from ("| game | structure | stakes | fees | hands |", "|---|---|---|---|---|")
    for row, hands in played.items():
        if row.house == house:
            yield f"| {row.game} | {row.limit} | {_posted_at(row)} | {_taken(row)} | {hands} |"


def _posted_at(row: Row) -> str:
    stakes = row.stakes
    if row.page.tournament:
        return "sit-n-go"
    parts = [f"{show(stakes.small)}-{show(stakes.big)}"] if stakes.big else []
    parts += ["blinds " + "/".join(map(show, stakes.blinds))] if stakes.blinds else []
    parts += [f"ante {show(stakes.ante)}"] if stakes.ante else []
    parts += [f"forced {show(stakes.bring_in)}"] if stakes.bring_in else []
    return ", ".join(parts)


def _taken(row: Row) -> str:
    page = row.page
    return f"{page.schedule} {', '.join(map(str, page.spreads[0].fees))}" if page.schedule else ""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck matrix", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="of each line")
    parser.add_argument("--to", type=Path, default=PAGE, help="file to write")
    args = parser.parse_args(argv)
    played = {row: Marathon(row.page).run(args.hands) for row in rows()}
    banked = {row: Marathon(row.page).run(min(ROUNDS, args.hands)) for row in banked_rows()}
    args.to.write_text(text(played, banked), "utf-8")
    hands = sum(played.values()) + sum(banked.values())
    print(f"wrote {args.to}: {len(played) + len(banked)} games, {hands} hands")
    return 0
