"""How many codes a receipt takes (docs/fairness.md): the worst deal of every game, after a million
entries of the log, at the size that takes the most of a receipt."""

import json
import math
from itertools import chain

import pytest

from firmware.fairness import verify
from firmware.fairness.demonstration import cut, deal
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.merkle import Frontier
from firmware.fairness.qr import lean, texts, written
from firmware.fairness.receipt import receipt
from firmware.games.banked.spread import catalogue as banked
from firmware.games.banked.spread import spreading
from firmware.games.pan.page import catalogue as pan
from firmware.games.poker.rules import games, rules
from lab.live.simulate import main as simulate

OLD = (1 << 20) - 1, [bytes([n]) * 32 for n in range(20)]  # the most peaks that a size so far has


def most(made: dict) -> int:
    """Five; six of stud and of a shoe, half a one for each mix, one for a draw of the button."""
    entries = made["log"]["entries"]
    kinds = [entry["kind"] for entry in entries]
    (deck, copies), mixes = entries[-1 - kinds[::-1].index("commit")]["deck"], kinds.count("mix")
    long = mixes or len(verify.DECKS[deck]) * copies > 53
    return 5 + bool(long) + math.ceil(mixes / 2) + kinds.count("draw")


def aged(made: dict) -> list[str]:
    """Its codes, as they would be in a log of that age: no signature fits, and they are as long."""
    made = lean(made)
    log = made["log"] | {"before": [peak.hex() for peak in OLD[1]]}
    first = log["entries"][0] | {"size": OLD[0]}
    return written(made | {"log": log | {"entries": [first, *log["entries"][1:]]}})


def dealt(hand: Hand, plan: tuple, seats: range) -> Hand:
    """Nobody folds, everybody draws what he may, and every card is shown."""
    stations = cut(
        hand, Terms("x" * 40, "0" * 64, seats[-1], tuple(seats), plan, (1,), 1), "123456"
    )
    for at, step in enumerate(plan):
        if step[0] == "draw":
            for seat in seats:
                mine = hand._walk.held(seat)[: step[1]]
                deal(hand, stations, at, seat, *mine)
            if hand._walk.owed:
                deal(hand, stations, at, 0)
        elif step[0] not in ("mix", "twice"):
            deal(hand, stations, at)
    hand.show([number for number, to in enumerate(hand.to) if to > 0])
    hand.finish((), [(seats[0], 100_000)])
    return hand


def poker() -> list[str]:
    return [name for name, page in games().items() if page.limits]


@pytest.mark.parametrize("game", poker())
def test_the_worst_deal_of_a_game_between_players(table, game):
    table.log._tree = Frontier(*OLD)
    law = rules(game, limit=games()[game].limits[0])
    seats = range(1, games()[game].seats[1] + 1)
    hand = dealt(table.commit(1, (law.deck, 1)), law.plan, seats)
    made = receipt(hand, table.log.public_key, seats[-1])
    verify.Hand("\n".join(texts(made)).encode())
    assert len(texts(made)) <= most(made)


QUICK = "california-blackjack", "super-pan-nine"
SLOW = sorted(game for game in chain(banked(), pan()) if game in pan() or spreading(game))


def codes_of_an_evening(tmp_path, capsys, game: str, hands: int) -> None:
    kept = tmp_path / game
    words = ["--headless", "--game", game, "--hands", str(hands), "--receipts", str(kept)]
    assert simulate(words) == 0
    capsys.readouterr()
    for path in sorted(kept.iterdir()):
        made = json.loads(path.read_bytes())
        codes = aged(made)
        assert len(codes) <= most(made), (game, path.name, len(codes), most(made))


@pytest.mark.parametrize("game", QUICK)
def test_rounds_of_a_shoe(tmp_path, capsys, game):
    codes_of_an_evening(tmp_path, capsys, game, 2)


@pytest.mark.soak
@pytest.mark.parametrize("game", SLOW)
def test_soak_every_game_against_a_bank_and_pan(tmp_path, capsys, game):
    codes_of_an_evening(tmp_path, capsys, game, 20)
