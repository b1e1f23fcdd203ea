"""Every game of every house deals as its plan says, whoever folds and whatever is drawn."""

from random import Random

import pytest

from firmware.controller.deck import wish_of
from firmware.controller.wishes import FACE_UP, as_step
from firmware.fairness.verify import DECKS, Walk
from firmware.games import cards
from firmware.games.play import BANK, BANK_UP, BOARD, BURN, MUCK, RESHUFFLE, SCRAP, Play
from firmware.table.engine import wants
from lab.simulation.matrix import Marathon, Row, rows

ROWS = list(rows())


class Follower:
    """Walks the plan beside the game; a mix changes nothing that it looks at."""

    def __init__(self, play: Play) -> None:
        plan = [[*step] for step in play.rules.plan]
        self.walk = Walk(plan, [*play.dealing], len(cards.DECKS[play.rules.deck]))
        self.ops: list = []
        self.mixes = self.agains = 0
        self.to: list[int] = []

    @property
    def next_step(self) -> int:
        rest = enumerate(self.walk.plan[self.walk.at :], self.walk.at)
        return next(n for n, step in rest if step[0] not in ("mix", "draw", "hit", "twice"))

    def follow(self, play: Play, to: tuple[int, ...], rabbit: bool) -> None:
        wish = wish_of(play, to, rabbit)
        step, back = as_step(self, wish), None
        left = list(step.to)
        while left:
            if not self.ops:
                self._begin(step)
            kind, what = self.ops.pop(0)
            if kind == "deal":
                assert what == left[: len(what)]
                del left[: len(what)]
                self.walk.dealt(what)
                self.to += what
            elif kind == "again" or what:
                back = sorted(what)
                assert back == sorted(wish.back or ())
                self.walk.came_back(what)
                self.agains += 1
            else:
                self.mixes += 1

    def _begin(self, step) -> None:
        walk = self.walk
        for what, seats in ("keep", step.keep), ("out", step.out):
            new = [s for s in seats if s in walk.inside or (what == "out" and s in walk.keeps)]
            if new:
                walk.follow([what, *new])
        at = step.step if step.step >= 0 else self.next_step
        asked = step.asked
        if step.rabbit and walk.plan[at][0] == "board":
            asked = (1,)
        self.ops = walk.follow([at, *asked])


class Followed(Marathon):
    def __init__(self, row: Row, seed: int) -> None:
        super().__init__(row.page, seed)
        self.follower: Follower | None = None
        self.hand = 0
        self.mixes = self.agains = 0
        self.m.cards, self._cards = self._watched, self.m.cards

    def _watched(self, count, back=None):
        table, want = self.m.table, wants(self.m.table)
        play = table.play
        if table.this_hand.number != self.hand:
            self.hand, self.follower = table.this_hand.number, Follower(play)
        self.follower.follow(play, want.targets or want.rabbit, not want.targets)
        self.mixes += self.follower.mixes
        self.agains += self.follower.agains
        return self._cards(count, back)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.house} {row.game} {row.limit}")
def test_a_game_keeps_to_its_plan(row):
    marathon = Followed(row, Random(str(row)).randrange(1000))
    assert marathon.run(12) >= 12


@pytest.mark.parametrize("game", ["seven-card-stud", "draw-poker", "badugi", "mexican-poker"])
def test_stud_and_draw_mix_before_every_card_that_a_fold_could_shift(game):
    row = next(row for row in ROWS if row.game == game)
    marathon = Followed(row, 5)
    marathon.run(40)
    assert marathon.mixes > 40


def test_the_verifiers_decks_are_the_games_decks():
    assert {name: tuple(deck) for name, deck in DECKS.items()} == cards.DECKS


def test_a_scrapped_card_lies_nowhere():
    assert SCRAP not in FACE_UP | {0}


def test_what_is_no_seat_is_mistaken_for_none():
    """A seat's number is where its cards go, and less than nothing where they lie face up."""
    others = {BOARD, SCRAP, RESHUFFLE, BANK, BANK_UP, MUCK}
    assert len(others) == 6
    assert BURN == 0
    assert max(others) < -10
