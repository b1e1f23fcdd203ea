"""Rounds against a bank, of each kind: on the bare engine, and at the table with its fair deal.

Four bettors and a banker, where so many can sit, by the house way; the same decisions for all.
Between two rounds the next shoe is made by the dealer's thread, so that is not in it, as in
`table.py`.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any

from firmware.games.banked.page import BankedRules
from firmware.games.banked.play import new_round
from firmware.games.poker.commands import Deal, Settle
from firmware.table.engine import wants
from lab.bench.all import Figure, figure
from lab.bench.table import TableRun, fair_deal, interleaved
from lab.simulation.banked_rows import BankedRow
from lab.simulation.bare_table import BareTable
from lab.simulation.rounds import house_way

SEATS = (1, 2, 3, 4, 5)
# A kind of game, and the page that asks most of it.
KINDS = {
    "versus": ("artichoke-joes", "ultimate-texas-holdem"),
    "baccarat": ("artichoke-joes", "ruyi-baccarat"),
    "nines": ("hawaiian-gardens", "super-9-bonus-tie"),
    "pokara": ("hawaiian-gardens", "pokara"),
    "pool": ("club-caribe", "no-push"),
    "twenty-one": ("artichoke-joes", "no-bust-21st-century-blackjack"),
    "doubles": ("artichoke-joes", "fortune-pai-gow-poker"),
    "tiles": ("artichoke-joes", "pai-gow-tiles"),
    "mah-jong": ("delta-downtown", "mah-jong-pai-gow"),
    "thirteen": ("club-caribe", "posoy"),
    "craps": ("club-caribe", "cal-craps"),
}
SHUFFLES = 200


def figures() -> Iterator[Figure]:
    for kind, (house, game) in KINDS.items():
        found, shoe_ms = compare(house, game)
        alone, whole = found["bare"], found["core, journal, fair deal"]
        yield figure(f"{kind}: {game}, bare engine", "rounds/s", alone)
        yield figure(f"{kind}: {game}, table, fair deal", "rounds/s", whole, alone, "bare engine")
        yield figure(f"{kind}: {game}, table, fair deal", "x bare (most: 3)", alone / whole)
        if kind == "baccarat":
            yield figure("a shoe of eight decks, receipts with proofs", "ms (most: 15)", shoe_ms)


def compare(
    house: str, game: str, rounds: int = 5, hands: int = 40
) -> tuple[dict[str, float], float]:
    """Rounds a second, and what a shoe takes beside them: made, sealed, its receipts written."""
    fair, noise = fair_deal()
    try:
        alone, with_fair = run(house, game), run(house, game, fair)
        engine = bare(with_fair.table.config.law(0), with_fair.stacks)
        return interleaved(engine, alone, with_fair, fair, rounds, hands)
    finally:
        fair.close()
        noise.stop()


def run(house: str, game: str, fair: Any = None) -> TableRun:
    page = BankedRow(house, game).page
    machine = BareTable(page)
    machine.open(*SEATS[: page.law(0).seats[1]], chips=2_000 * page.spreads[0].stakes.small)
    if wants(machine.table).button:
        machine.step()
    rules = page.law(0)
    assert isinstance(rules, BankedRules)
    return TableRun(player(), fair=fair, machine=machine, shuffles=shoes(rules))


def player() -> Callable[[Any], Any]:
    rng = Random(7)
    return lambda play: house_way(play, play.queue[0], rng)


def shoes(rules: BankedRules) -> Iterator[list[int]]:
    """The same shuffles for both."""
    rng, found = Random(7), []
    for _ in range(SHUFFLES):
        shoe = list(rules.shoe)
        rng.shuffle(shoe)
        found.append(shoe)
    return cycle(found)


def bare(rules: Any, stacks: dict[int, int]) -> Callable[[], int]:
    """The engine alone: no table, no journal."""
    shuffles, act, luck = shoes(rules), player(), Random(7)
    seats = SEATS[: rules.seats[1]]
    at_table = {seat: stacks[seat] for seat in seats}
    option = rules.fees[0].option if rules.fees else 0

    def one_round() -> int:
        play = new_round(rules, option, rules.seats[1], at_table, seats)
        shoe, at = next(shuffles), 0
        while (due := play.due) != "over":
            if due == "deal":
                want = play.wants()
                dice = tuple(luck.randint(1, want.sides) for _ in range(want.dice))
                command: Any = Deal(tuple(shoe[at : at + len(want.targets)]), dice)
                at += len(want.targets)
            else:
                command = Settle() if due == "settle" else act(play)
            for event in play.decide(command):
                play.evolve(event)
        return 1

    return one_round
