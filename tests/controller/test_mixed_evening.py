"""One table, one night, twelve games of every kind: the floor changes the game, the power goes in
the middle of rounds, and every cent is where it should be."""

from random import Random

import pytest

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.floor_view import GameSpread
from firmware.table.config import Config
from lab.simulation.any_game import page_of
from lab.simulation.audit import check
from lab.simulation.company import company, play
from lab.simulation.view_bots import any_game
from tests.controller.floor import Floor
from tests.controller.test_controller import everybody_home

NIGHTS = {  # of two houses: neither has all kinds
    "hawaiian-gardens": (
        "texas-holdem", "baccarat", "hawaiian-blackjack", "pai-gow-tiles", "match-it",
        "chinese-poker-13", "pokara", "super-9-bonus-tie", "fortune-pai-gow-poker",
        "three-card-poker", "nine-and-a-half", "badugi",
    ),
    "club-caribe": (
        "texas-holdem", "cal-craps", "posoy", "no-push", "super-pan-nine", "pai-gow-tiles",
        "no-bust-21st-century-blackjack", "seven-card-stud", "jokers-wild-pai-gow-poker",
        "caribbean-stud", "chinese-poker-13", "cal-craps",
    ),
}  # fmt: skip


class Night:
    """A table of four stations."""

    def __init__(self, whole, house: str, seed: int) -> None:
        self.whole, self.house, self.rng = whole, house, Random(seed)
        self.games, self.cuts, self.receipts = set[str](), 0, 0

    def begin(self, game: str) -> None:
        page = page_of(game, self.house)
        self.whole.config = Config(
            self.whole.config.table, self.house, page.spreads, 4, self.house,
            settings={"approval": False, "stakes_vote": False},
        )  # fmt: skip
        self.whole.players = 4
        self.wake()

    def wake(self) -> None:
        ctl = self.whole.power_on()
        ctl.listeners.hand_over = self.over
        self.players = company(self.whole, any_game())

    def over(self, done) -> None:
        """Somebody takes a receipt home."""
        deal = self.whole.controller.deal
        self.games.add(self.whole.controller.table.config.spreads[0].game)
        if deal.hand is not None and self.rng.random() < 0.5:
            seat = self.rng.choice([line.seat for line in done.receipt.seats])
            verify.Hand(canonical(deal.receipt(deal.hand, seat)))
            self.receipts += 1

    def change(self, game: str) -> None:
        one = page_of(game, self.house).spreads[0]
        stakes = one.stakes
        spread = GameSpread(
            game, one.limit, stakes.small, stakes.big, stakes.blinds, stakes.ante, stakes.bring_in,
            stakes.chip, one.buy_in, one.fees,
        )  # fmt: skip
        answer = Floor(self.whole)("mia", o.ChangeGame, game=spread)
        assert isinstance(answer, o.Done), answer
        table = self.whole.controller.table
        assert play(self.whole, self.players, lambda: table.config.spreads[0].game == game)

    def rounds(self, count: int) -> None:
        """So many, and one of them to its end: nobody may have wanted to bet."""
        table = self.whole.controller.table
        until = table.this_hand.number + count

        def there() -> bool:
            played = table.config.spreads[0].game in self.games
            return played and table.this_hand.number >= until and not table.live

        assert play(self.whole, self.players, there)

    def cut(self) -> None:
        """As soon as somebody owes an answer; another evening's disks are read then."""
        whole, steps = self.whole, self.rng.randint(1, 12)
        left = iter(range(steps))

        def there() -> bool:
            live = whole.controller.table.live
            return bool(live and live.queue) and next(left, None) is None

        assert play(whole, self.players, there)
        whole.controller.deal.close()
        for disk in whole._disks:
            disk.cut("lost", self.rng)
        self.wake()
        self.cuts += 1


def night(make_whole, house, seed, rounds) -> Night:
    whole = make_whole(seed)
    one = Night(whole, house, seed)
    first, *others = NIGHTS[house]
    one.begin(first)
    one.rounds(rounds)
    for n, game in enumerate((*others, first)):
        one.change(game)
        if n % 3 == seed % 3 or rounds > 5:
            one.cut()
        one.rounds(rounds)
        assert check(whole.controller, whole.bank) == []
    everybody_home(whole, one.players)
    assert check(whole.controller, whole.bank) == []
    assert one.games == {*NIGHTS[house]}
    assert one.receipts
    return one


@pytest.mark.parametrize("room", NIGHTS)
def test_the_floor_changes_the_game_twelve_times_in_a_night(make_whole, room):
    assert night(make_whole, room, 4, 1).cuts >= 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("room", NIGHTS)
def test_soak_a_long_night(make_whole, room, seed):
    assert night(make_whole, room, seed, 12).cuts == 12
