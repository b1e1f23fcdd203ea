"""Every number of a table's page at its bound: the last that can be played, and the first that is
refused, with its field. What the refusals say is in test_nothing_stops_it.py."""

import pytest
from msgspec.structs import replace

from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table.checking import ADDRESS_MOST, MOST_BUY_IN, MOST_STAKES, validate
from firmware.table.config import Config, Spread, Tournament
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import config

MONEY = Stakes(small=200, big=400, blinds=(100, 200), chip=100)
SHOW = Tournament(5_000, 500, 1_000, ((10, 20, 0), (20, 40, 5)), 600_000)


def page(**more) -> Config:
    spread = Spread("texas-holdem", MONEY, "limit", (2_000, 0))
    return replace(Config("1", "artichoke-joes", (spread,)), **more)


def money(house="artichoke-joes", game="texas-holdem", limit="limit", seats=8, **stakes) -> Config:
    """MONEY, but for these."""
    return Config("1", house, (Spread(game, replace(MONEY, **stakes), limit),), seats)


def buys(*cents, **more) -> Config:
    return page(spreads=(replace(page().spreads[0], buy_in=cents, **more),))


def stud(**stakes) -> Config:
    return money(game="seven-card-stud", **({"blinds": (), "ante": 50, "chip": 50} | stakes))


def by_ante(least=200_000, **stakes) -> Config:
    """000 L337-340: an ante of 5, forced 25, a bet of 50, a buy-in of 2,000."""
    own = {"small": 5_000, "big": 0, "blinds": (), "ante": 500, "bring_in": 2_500} | stakes
    spread = Spread("seven-card-stud", replace(MONEY, **own), "no-limit", (least, 0))
    return Config("1", "artichoke-joes", (spread,), 8)


def draw(ante=100, by=("winner",), limit="no-limit", blinds=(200,)) -> Config:
    own = replace(MONEY, big=0, blinds=blinds, ante=ante, by=by)
    return Config("1", "artichoke-joes", (Spread("draw-poker", own, limit),), 8)


def jackpot(**more) -> Config:
    return page(jackpot=Jackpot(**more))


def contest(**more) -> Config:
    return page(tournament=replace(SHOW, **more))


def bank(least, fees=(), **stakes) -> Config:
    spread = Spread("three-card-poker", Stakes(500, **({"chip": 100} | stakes)), buy_in=(least, 0))
    return Config("1", "artichoke-joes", (replace(spread, fees=fees),), 7)


def pan(least=2_000, rotate="", **stakes) -> Config:
    own = Stakes(**({"small": 100, "ante": 100, "chip": 100} | stakes))
    spread = Spread("panguingue", own, buy_in=(least, 0), signed="somebody, 2026-01-01")
    return Config("1", "artichoke-joes", (spread,), 7, rotate=rotate)


PLAYED = {
    "two seats": page(seats=2),
    "ten seats": page(seats=10),
    "no address": page(verify=""),
    "an address": page(verify="https://floor.example/verify"),
    "the longest address": page(verify="https://a/".ljust(ADDRESS_MOST, "a")),
    "the longest name": page(table="n" * 32),
    "no bomb pot": page(bomb_ante=0),
    "a bomb pot of one chip": page(bomb_ante=100),
    "one PIN": page(settings={"pin_tries": 1}),
    "a moment to act": page(settings={"action_ms": 1}),
    "ten seconds to sit down": page(settings={"reserve_ms": 10_000}),
    "no pause": page(settings={"gap_ms": 0}),
    "everybody or nobody": page(seats=6, settings={"least_players": 6}),
    "one bet for both": money(big=200),
    "no upper bet": money(big=0),
    "one blind at DD": money("delta-downtown", "lowball-ace-to-five", blinds=(200,)),
    "two even blinds": money(blinds=(200, 200)),
    "a blind as big as the upper bet": money(blinds=(100, 400)),
    "three blinds": money(limit="no-limit", blinds=(100, 100, 200)),
    "a forced bet as big as the bet": stud(bring_in=200),
    "the least and the most in one": buys(2_000, 2_000),
    "the dearest buy-in": buys(2_000, MOST_BUY_IN),
    "the dearest of all": buys(MOST_BUY_IN, MOST_BUY_IN),
    "the dearest blind": money(limit="no-limit", small=MOST_STAKES, big=0),
    "no-limit stud": by_ante(),
    "no-limit stud with more": by_ante(small=5_100, bring_in=2_600),
    "the winner's blind": draw(),
    "from home and the winner's": draw(
        by=("under the gun", "from home", "winner"), blinds=(100, 100, 200)),
    "a jackpot for two": jackpot(least_players=2),
    "a jackpot for all": jackpot(least_players=10),
    "all to the loser": jackpot(loser=100, winner=0),
    "all to both": jackpot(loser=60, winner=40),
    "nothing to either": jackpot(loser=0, winner=0, pays=0, bad_beat=0),
    "all of it": jackpot(pays=100, bad_beat=100),
    "the shortest level": contest(level_ms=1_000),
    "even blinds in a contest": contest(levels=((20, 20, 0), (20, 20, 0))),
    "just a blind to begin with": contest(chips=20),
    "no fee and no break": contest(fee=0, break_after=0, break_ms=0),
    "the dearest entry": contest(entry=MOST_BUY_IN, fee=MOST_BUY_IN),
    "the cheapest entry": contest(entry=1, chips=20),
    "two entrants, two prizes": contest(seats=2, prizes=(60, 40)),
    "ten entrants": contest(seats=10, prizes=(91, *[1] * 9)),
    "as many prizes as seats": replace(contest(prizes=(60, 40)), seats=2),
    "a bank's least": bank(500),
    "a bank's one fee": bank(10_000, fees=(1,)),
    "pan": pan(),
}  # fmt: skip

REFUSED = {
    "spreads": [page(spreads=())],
    "table": [page(table="n" * 33)],
    "seats": [page(seats=1), page(seats=11)],
    "verify": [
        page(verify="https://a/".ljust(ADDRESS_MOST + 1, "a")), page(verify="https://a/#b"),
        page(verify="floor.example"),
    ],
    "bomb_ante": [page(bomb_ante=-100), page(bomb_ante=150), replace(
        contest(), bomb_ante=100)],
    "house": [page(house="nobodys")],
    "schedule": [page(schedule="delta-2008-03"), page(schedule="none")],
    "rotate": [page(rotate="button"), pan(rotate="orbit")],
    "settings.pin_tries": [page(settings={"pin_tries": 0})],
    "settings.action_ms": [page(settings={"action_ms": 0})],
    "settings.reserve_ms": [page(settings={"reserve_ms": 9_999})],
    "settings.gap_ms": [page(settings={"gap_ms": -1})],
    "settings.least_players": [
        page(seats=6, settings={"least_players": 7}), page(settings={"least_players": 1}),
    ],
    "settings.nonsense": [page(settings={"nonsense": 1})],
    "settings.approval": [page(settings={"approval": "perhaps"})],
    "spreads[0].stakes.small": [
        money(small=0), money(small=-100), money(small=250), money(small=MOST_STAKES + 100, big=0),
        by_ante(small=4_900),
    ],
    "spreads[0].stakes.chip": [money(chip=0), money(chip=-1)],
    "spreads[0].stakes.big": [money(big=100), money(big=450), money(big=MOST_STAKES + 100)],
    "spreads[0].stakes.blinds": [
        money(blinds=(200, 100)), money(blinds=(0, 200)), money(blinds=(-100, 200)),
        money(blinds=(50, 200)), money(blinds=(100, 500)), stud(blinds=(100, 200)),
        money(limit="no-limit", blinds=(100, 100, 100, 200)), money(blinds=(100, 100, 200)),
    ],
    "spreads[0].stakes.ante": [stud(ante=-50), stud(ante=75), by_ante(ante=400)],
    "spreads[0].stakes.bring_in": [
        stud(bring_in=250), stud(bring_in=-50), money(bring_in=100), by_ante(bring_in=2_400),
    ],
    "spreads[0].stakes.by": [
        draw(ante=0), draw(limit="limit"), draw(by=("from home",)), draw(by=("winner", "winner")),
        draw(by=("under the gun", "winner")),
    ],
    "spreads[0].stakes": [
        money(blinds=()), draw(ante=0, by=(), blinds=()), bank(500, blinds=(100,)),
        bank(500, ante=100), bank(500, bring_in=100), bank(500, by=("winner",)),
        pan(big=200), pan(blinds=(100,)), pan(ante=200), pan(chip=50), pan(bring_in=100),
        pan(by=("winner",)),
    ],
    "spreads[0].buy_in": [
        buys(-100, 0), buys(0, -100), buys(2_000, 1_900), buys(2_050, 0), buys(2_000, 2_050),
        buys(2_000, MOST_BUY_IN + 100), buys(MOST_BUY_IN + 100, 0), by_ante(200_100),
        by_ante(199_900), pan(1_900),
    ],
    "spreads[0].game": [
        replace(stud(), seats=9), replace(stud(), bomb_ante=100), replace(
            bank(500), bomb_ante=100), replace(stud(), tournament=SHOW),
    ],
    "spreads[0].antes": [buys(2_000, 0, antes=-1), buys(2_000, 0, antes=1)],
    "spreads[0].kill": [buys(2_000, 0, kill="full")],
    "spreads[0].fees": [
        bank(400), bank(500, fees=(1, 2)), bank(500, fees=(19,)), buys(2_000, 0, fees=(1,)),
        replace(contest(), schedule="board-2018-12", spreads=config().spreads),
    ],
    "jackpot": [replace(contest(), jackpot=Jackpot()), replace(bank(500), jackpot=Jackpot())],
    "jackpot.least_players": [jackpot(least_players=1), jackpot(least_players=11)],
    "jackpot.beaten": [jackpot(beaten="quads")],
    "jackpot.beater": [jackpot(beater="quads")],
    "jackpot.high_hand": [jackpot(high_hand="quads")],
    "jackpot.bad_beat": [jackpot(bad_beat=-1), jackpot(bad_beat=101)],
    "jackpot.pays": [jackpot(pays=-1), jackpot(pays=101)],
    "jackpot.loser": [jackpot(loser=-1), jackpot(loser=101)],
    "jackpot.winner": [jackpot(winner=-1), jackpot(loser=60, winner=41)],
    "tournament.prizes": [
        contest(prizes=(99,)), contest(prizes=(101,)), contest(prizes=(100, 0)),
        contest(prizes=(101, -1)), contest(seats=2, prizes=(50, 30, 20)),
        replace(contest(prizes=(50, 30, 20)), seats=2),
    ],
    "tournament.entry": [contest(entry=0), contest(entry=-1), contest(entry=MOST_BUY_IN + 1)],
    "tournament.chips": [contest(chips=0), contest(chips=MOST_BUY_IN + 1), contest(chips=19)],
    "tournament.level_ms": [contest(level_ms=999)],
    "tournament.levels": [
        contest(levels=()), contest(levels=((0, 20, 0),)), contest(levels=((20, 10, 0),)),
        contest(levels=((10, 20, -1),)), contest(levels=((10, 20, 0), (9, 20, 0))),
        contest(levels=((10, 20, 5), (10, 20, 4))),
    ],
    "tournament.fee": [contest(fee=-1), contest(fee=MOST_BUY_IN + 1)],
    "tournament.break_after": [contest(break_after=-1)],
    "tournament.break_ms": [contest(break_ms=-1)],
    "tournament.seats": [contest(seats=1, prizes=(100,)), contest(seats=11)],
}  # fmt: skip


@pytest.mark.parametrize("what", PLAYED)
def test_at_the_bound_it_is_played(what):
    validate(PLAYED[what])


@pytest.mark.parametrize("field", REFUSED)
def test_beyond_it_the_field_is_named(field):
    for at, one in enumerate(REFUSED[field]):
        with pytest.raises(BadPage) as bad:
            validate(one)
        assert bad.value.field == field, (at, str(bad.value))
