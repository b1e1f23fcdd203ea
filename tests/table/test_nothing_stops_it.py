"""No input of players or floor stops a table: what the rules do not allow is refused, and a page
that could not be played is refused before anybody sits at it."""

from random import Random

import pytest
from msgspec.structs import replace

from firmware.fairness.digest import TABLE_NAME
from firmware.games.banked.commands import PassBank
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.checking import MOST_STAKES, NAME, validate
from firmware.table.config import Config, Spread
from firmware.table.engine import wants
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.fuzz import SHOW, Fuzz, antes, banked, blinds, evenings, mixed, stud
from tests.table.pages import any_page


@pytest.mark.parametrize("seed", range(8))
def test_whatever_anybody_does_the_table_goes_on(seed):
    """All pages, all orders, all touches, a moody bank, lost links, power cuts: 10,000 hands."""
    for m in evenings(seed, hands=1_250):
        assert any(isinstance(event, e.HandBegan) for event in m.events)


def refusal(page: Config) -> BadPage | None:
    try:
        validate(page)
    except BadPage as no:
        return no
    return None


@pytest.mark.parametrize("seed", range(3))
def test_a_page_by_chance_is_refused_with_its_line_or_played(seed):
    rng, played = Random(seed), 0
    while played < 40:
        page, luck = any_page(rng), rng.randrange(1 << 32)
        if (no := refusal(page)) is not None:
            assert no.field, f"{no}: {page}"
            continue
        played += 1
        try:
            m = Fuzz(page, luck).play_on(10)
            assert m.replay() == m.table
        except Exception as problem:
            problem.add_note(f"Fuzz({page}, {luck})")
            raise


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_soak_a_million_hands_of_anything(seed):
    for _ in evenings(seed, hands=25_000):
        pass


def test_a_bomb_pot_whose_button_left_is_served_by_who_acts_last():
    """The button's collection (002 L301) was asked of an empty seat, and no hand began again."""
    page = config(settings={"bomb_pot": True, "fee_from": "button"}, bomb_ante=300)
    m = BareTable(page).open(1, 2, 3, 4, button=1).next_hand()
    m.fold_out()
    first = m.table.books.fees
    m.ask(c.Leave, 1)
    for seat in (2, 3, 4):
        m.ask(c.Propose, seat, "bomb pot")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert began.bomb
    assert began.button == 1
    assert [(x.seat, x.chips) for x in began.posts if x.kind == "dead"] == [(4, 200)]
    assert m.table.play.fees == 200
    m.call_down()
    assert m.table.books.fees == 200 + first  # and the pot pays it no second time


def test_a_straddle_follows_the_big_blind_that_was_bought_with_the_button():
    """002 L311: who buys the button is the only blind; L313: the straddle is left of it."""
    page = no_limit("delta-downtown", settings={"straddle": True, "buy_button": True})
    m = BareTable(page).open(1, 3, 4, 5, button=5).next_hand()
    m.sit(2)  # between the next button and the small blind
    m.ask(c.ChooseEntry, 2, "buy the button")
    m.fold_out()
    for seat in (1, 3, 4, 5):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert (began.button, began.big) == (1, (2,))
    assert [x.seat for x in began.posts if x.kind == "straddle"] == [3]


SIT_N_GO = no_limit(tournament=SHOW)
IMPOSSIBLE = {
    "spreads[0].fees": replace(config(), tournament=SHOW),
    "jackpot": replace(SIT_N_GO, jackpot=Jackpot()),
    "bomb_ante": replace(SIT_N_GO, bomb_ante=300),
    "spreads[0].game": replace(stud("artichoke-joes"), tournament=SHOW),
    "tournament.levels": replace(SIT_N_GO, tournament=replace(SHOW, levels=((0, 20, 0),))),
    "tournament.level_ms": replace(SIT_N_GO, tournament=replace(SHOW, level_ms=20)),
    "tournament.fee": replace(SIT_N_GO, tournament=replace(SHOW, fee=-1)),
    "jackpot.beaten": no_limit(jackpot=Jackpot(beaten="quads")),
    "jackpot.least_players": no_limit(seats=6, jackpot=Jackpot(least_players=7)),
    "jackpot.pays": no_limit(jackpot=Jackpot(pays=101)),
    "jackpot.winner": no_limit(jackpot=Jackpot(loser=60, winner=50)),
    "settings.action_ms": no_limit(settings={"action_ms": 0}),
    "settings.gap_ms": no_limit(settings={"gap_ms": -1}),
    "settings.least_players": no_limit(seats=6, settings={"least_players": 7}),
    "settings.reserve_ms": no_limit(settings={"reserve_ms": 0}),
    "table": no_limit(table=" "),
}


@pytest.mark.parametrize("field", IMPOSSIBLE)
def test_what_a_table_could_not_play_is_refused_with_its_line(field):
    """A sit-n-go's chips are counters (000 L2154): cents taken from them broke the books, and the
    table stopped again after every restart."""
    with pytest.raises(BadPage) as bad:
        validate(IMPOSSIBLE[field])
    assert bad.value.field == field


def bets(**money) -> Stakes:
    return replace(Stakes(small=200, big=400, blinds=(100, 200), chip=100), **money)


def holdem(**more) -> Spread:
    return replace(Spread("texas-holdem", bets(), "limit", (2_000, 0)), **more)


def studs(**money) -> Spread:
    return Spread("seven-card-stud", bets(blinds=(), ante=50, chip=50, **money), "limit")


UNPLAYABLE = {
    "a jackpot nobody can win": (
        "jackpot.least_players", {"seats": 3, "jackpot": Jackpot()}, "2 to 3 dealt in"),
    "a jackpot of nobody": (
        "jackpot.least_players", {"jackpot": Jackpot(least_players=-1)}, "2 to 10 dealt in"),
    "a jackpot without pots": (
        "jackpot", {"spreads": banked().spreads, "seats": 7, "jackpot": Jackpot()}, "out of pots"),
    "a jackpot of low hands": (
        "jackpot",
        {"spreads": (holdem(game="lowball-ace-to-five"),), "seats": 8,
         "jackpot": Jackpot()},
        r"no hand of lowball-ace-to-five can win it, so none may pay for it"),
    "blinds that fall": (
        "tournament.levels",
        {"tournament": replace(SHOW, levels=((10, 20, 0), (20, 40, 5), (20, 40, 0)))},
        r"level 3 falls, from \[20, 40, 5\] to \[20, 40, 0\]; blinds only rise"),
    "a sit-n-go without entries": (
        "spreads[0].game", {"spreads": (Spread("lightning-sit-n-go", bets(), "no-limit"),)},
        r"needs a section \[tournament\]"),
    "three prizes for two": (
        "tournament.prizes", {"tournament": replace(SHOW, prizes=(50, 30, 20), seats=2)},
        "3 prizes for 2 entrants"),
    "less than a blind to begin with": (
        "tournament.chips", {"tournament": replace(SHOW, chips=19)}, "first big blind is 20"),
    "a bomb pot's ante in no chips": ("bomb_ante", {"bomb_ante": 250}, r"in chips of \$1"),
    "a buy-in in no chips": (
        "spreads[0].buy_in", {"spreads": (holdem(buy_in=(2_050, 2_060)),)}, r"in chips of \$1"),
    "a blind above all bets": (
        "spreads[0].stakes.blinds", {"spreads": (holdem(stakes=bets(blinds=(100, 500))),)},
        r"\$5 is more than the biggest bet, \$4"),
    "a third blind above all bets": (
        "spreads[0].stakes.blinds", {"spreads": (holdem(stakes=bets(blinds=(100, 200, 500))),)},
        r"\$5 is more than the biggest bet, \$4"),
    "a forced bet above the bet": (
        "spreads[0].stakes.bring_in", {"spreads": (studs(bring_in=250),), "seats": 8},
        r"\$2.50 is more than the bet that it opens for, \$2"),
    "dollars with two zeros more": (
        "spreads[0].stakes.big", {"spreads": (holdem(stakes=bets(big=1_000_000_100)),)},
        r"\$100,000 at most"),
    "a buy-in with two zeros more": (
        "spreads[0].buy_in", {"spreads": (holdem(buy_in=(2_000, 200_000_000)),)},
        r"\$1,000,000 at most"),
    "an entry with many zeros more": (
        "tournament.entry", {"tournament": replace(SHOW, entry=10**12)}, "100_000_000 at most"),
    "nothing to play for": (
        "spreads[0].stakes",
        {"house": "delta-downtown", "seats": 8,
         "spreads": (Spread("draw-jacks-or-better", bets(blinds=())),)},
        "stakes.ante is missing"),
    "a buy-in that bets nothing": (
        "spreads[0].fees",
        {"spreads": (replace(banked().spreads[0], buy_in=(100, 0)),), "seats": 7},
        "smallest bet is"),
    "fees of no sheet": (
        "spreads[0].fees", {"spreads": (holdem(fees=(1,)),)}, "board-2018-12, pan, stud-and-draw"),
    "nine decks": (
        "spreads[0].decks", {"spreads": (replace(banked().spreads[0], decks=9),), "seats": 7},
        "dealt from 1 to 6"),
    "a pack that is not filed": (
        "spreads[0].pack",
        {"spreads": (replace(banked().spreads[0], pack="two jokers"),), "seats": 7},
        "there is none at all"),
    "prizes that do not make a hundred": (
        "tournament.prizes", {"tournament": replace(SHOW, prizes=(50, 30))}, "these make 80"),
    "a prize of nothing": (
        "tournament.prizes", {"tournament": replace(SHOW, prizes=(100, 0))}, "percent that make"),
    "an ante below the smallest": (  # 000 L337-340
        "spreads[0].stakes.ante",
        {"spreads": (replace(studs(), limit="no-limit", stakes=bets(blinds=(), ante=100)),),
         "seats": 8},
        r"stakes.ante: 500 or more, the smallest \(000 L337-340\)"),
    "a fee that is not filed": (
        "spreads[0].fees",
        {"house": "club-caribe", "seats": 6,
         "spreads": (Spread("pai-gow-poker", Stakes(500), buy_in=(10_000, 0), fees=(1,)),)},
        "fees: none is filed for pai-gow-poker"),
    "a pack of poker": (
        "spreads[0].pack", {"spreads": (holdem(pack="two jokers"),)}, "has none"),
    "a table of pays that is not filed": (
        "spreads[0].pays",
        {"spreads": (replace(banked().spreads[0], pays={"ante": "Z"}),), "seats": 7}, "no 'Z'"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNPLAYABLE)
def test_what_nobody_could_want_is_refused_in_words(what):
    """Money that nobody could win, buy in with or be asked for; and where it stands."""
    field, page, words = UNPLAYABLE[what]
    with pytest.raises(BadPage, match=words) as bad:
        validate(
            Config(**({"table": "1", "house": "artichoke-joes", "spreads": (holdem(),)} | page))
        )
    assert bad.value.field == field


def test_the_biggest_forced_bets_that_are_filed():
    """004 L993: 1-2 with blinds of 1 and 2; 004 L1029: Mexican 2-4, forced 2."""
    validate(Config("1", "club-caribe", (holdem(stakes=bets(small=100, big=200)),)))
    money = bets(blinds=(), ante=50, bring_in=200, chip=50)
    validate(Config("1", "club-caribe", (Spread("mexican-poker", money),), seats=7))


def test_the_least_table_and_the_highest_stakes():
    """As many seats as the game needs, and not one more; $100,000 a bet, and not a chip more."""
    page = no_limit()
    least, _ = page.law(0).seats
    validate(replace(page, seats=least))
    high = bets(small=MOST_STAKES, big=0, blinds=(100, 200))
    spread = holdem(limit="no-limit", stakes=high)
    validate(replace(page, spreads=(spread,)))
    over = replace(spread, stakes=replace(high, small=MOST_STAKES + high.chip))
    with pytest.raises(BadPage, match=r"stakes.small: \$100,000 at most"):
        validate(replace(page, spreads=(over,)))


def test_a_jackpot_may_give_nothing_to_one_of_its_parts():
    """Percent, 0 to 100: all of the drop for high hands, or all of a hit to the loser."""
    validate(no_limit(jackpot=Jackpot(bad_beat=0)))
    validate(no_limit(jackpot=Jackpot(bad_beat=100, loser=100, winner=0)))


def test_a_jackpot_fee_that_is_filed_is_taken_though_its_game_cannot_win_it():
    """004 L1027: a dollar of each hand of lowball 3-6; what wins it is not filed."""
    money = bets(small=300, big=600, blinds=(300,))
    page = Config("1", "club-caribe", (Spread("lowball-ace-to-five", money),), 8)
    validate(replace(page, jackpot=Jackpot()))
    with pytest.raises(BadPage, match="no hand of lowball-ace-to-five can win it"):
        validate(replace(page, house="hawaiian-gardens", jackpot=Jackpot()))


def test_a_bomb_pot_needs_a_flop():
    with pytest.raises(BadPage, match="starts with the flop"):
        validate(replace(stud("delta-downtown"), bomb_ante=300))


@pytest.mark.parametrize(
    ("game", "stakes", "seats", "says"),
    [
        ("seven-card-stud", {"blinds": (100, 200)}, 8, "has no blinds, but antes"),
        ("lightning-holdem", {"blinds": (100, 100, 200)}, 10, "has 2 blinds at most"),
        ("lightning-holdem", {"bring_in": 100}, 10, "has no forced bet"),
        ("seven-card-stud", {"ante": 100}, 9, "8 players at most, and the table has 9 seats"),
    ],
)
def test_forced_bets_and_seats_are_those_of_the_game(game, stakes, seats, says):
    """A stud table that posted blinds dealt neither game."""
    posted = Stakes(**({"small": 200, "big": 400, "blinds": (100, 200), "chip": 100} | stakes))
    if game == "seven-card-stud" and "blinds" not in stakes:
        posted = replace(posted, blinds=())
    page = Config("1", "artichoke-joes", (Spread(game, posted),), seats=seats)
    with pytest.raises(BadPage, match=says):
        validate(page)


def test_kansas_city_takes_three():
    """003 L1614: a table for two is refused, and two players wait for a third."""
    stakes = Stakes(600, 1_200, (300, 600), chip=50)
    page = Config("1", "hawaiian-gardens", (Spread("kansas-city", stakes),), seats=8)
    with pytest.raises(BadPage, match="3 players at least"):
        validate(replace(page, seats=2))
    m = BareTable(page).open(1, 2)
    assert wants(m.table).tick_at is None
    m.sit(3)
    assert m.next_hand().table.live is not None
    m.fold_out()
    m.ask(c.Leave, 3)
    m.now += 60_000
    m.settle()
    assert (m.table.live, m.table.this_hand.number) == (None, 1)


def test_no_sit_n_go_of_a_game_that_takes_three():
    """003 L1614: with two left no hand would begin, and nobody leaves a tournament before its end
    (000 L2154): their entries stayed in the prizes for good."""
    stakes = Stakes(600, 1_200, (300, 600), chip=50)
    games = (Spread("kansas-city", stakes),)
    page = Config("1", "hawaiian-gardens", games, seats=8, tournament=SHOW)
    with pytest.raises(BadPage, match="3 players at least, and a sit-n-go ends with 2"):
        validate(page)


@pytest.mark.parametrize(
    ("house", "game", "limit"),
    [
        ("delta-downtown", "omaha", "limit with kill"),
        ("hawaiian-gardens", "lowball-ace-to-five", "limit"),  # there it always has one
    ],
)
def test_no_sit_n_go_with_kills(house, game, limit):
    """002 L263, 003 L294: a kill raises the posted limits. The killer of a sit-n-go posted it, and
    the hand was played at the level's stakes all the same."""
    page = replace(blinds(house, game, limit), tournament=SHOW)
    with pytest.raises(BadPage, match="a sit-n-go plays its levels") as bad:
        validate(page)
    assert bad.value.field == "spreads[0].limit"


@pytest.mark.parametrize(
    ("stakes", "fees", "field"),
    [
        ({"by": ("under the gun",)}, (1,), "spreads[0].stakes"),
        ({"blinds": (100, 200)}, (), "spreads[0].stakes"),
        ({"ante": 100}, (), "spreads[0].stakes"),
        ({}, (19,), "spreads[0].fees"),
        ({}, (1, 2), "spreads[0].fees"),
    ],
)
def test_a_bank_takes_wagers_and_one_posted_fee(stakes, fees, field):
    """000 L4064-4105: with blinds nobody got in, with a fee that is not posted no round began."""
    game = Spread("three-card-poker", Stakes(500, chip=100, **stakes), buy_in=(10_000, 0))
    page = Config("1", "artichoke-joes", (replace(game, fees=fees),), seats=6)
    with pytest.raises(BadPage) as bad:
        validate(page)
    assert bad.value.field == field


def test_three_card_poker_is_spread_where_it_is_filed():
    """000 L3006-3171, 001 L1795-2041: the six-card bonus by two houses only."""
    game = replace(banked().spreads[0], game="three-card-poker-6-card-bonus")
    page = replace(banked(), spreads=(game,))
    validate(page)
    with pytest.raises(BadPage, match="Delta Downtown does not spread Three Card Poker 6") as bad:
        validate(replace(page, house="delta-downtown"))
    assert bad.value.field == "spreads[0].game"


def test_the_most_is_no_less_than_ten_small_bets():
    """002 L153: what nobody wrote is the least buy-in, too; nobody could buy in."""
    with pytest.raises(BadPage, match="least 2000 is more than most 1000"):
        validate(no_limit(buy_in=(0, 1_000)))


def unopened(page: Config) -> BareTable:
    """Three dollars wait for somebody with jacks (002 L504)."""
    m = BareTable(page, seed=0).open(1, 2, 3).next_hand().call_down()
    assert m.table.books.carried == {1: 100, 2: 100, 3: 100}
    return m


def test_against_a_bank_antes_wait_in_the_middle():
    """002 L504: the books lost them at the end of the round, and again after every restart."""
    jacks = replace(antes("delta-downtown", "draw-jacks-or-better"), seats=7)
    m = unopened(jacks)
    m.order(c.ChangeGame, banked())
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "stakes")
    m.next_hand()
    for seat in (*m.table.live.queue,):
        m.move(PassBank(seat))
    assert m.table.live is None
    assert m.table.books.carried == {1: 100, 2: 100, 3: 100}


def test_a_bomb_pot_is_played_for_the_antes_that_wait():
    """002 L504: it began without them, and ended with books that were off."""
    jacks = replace(antes("delta-downtown", "draw-jacks-or-better"), seats=8)
    m = unopened(jacks)
    bombs = blinds("delta-downtown", "texas-holdem", "limit")
    m.order(c.ChangeGame, replace(bombs, settings={"bomb_pot": True}, bomb_ante=300))
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "stakes")
    m.settle()
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "bomb pot")
    m.next_hand()
    assert m.table.play.pot == 1_200
    m.fold_out()
    assert m.table.books.carried == {}


def test_the_game_stays_while_antes_wait():
    """ "Each player must ante again" (002 L504): the next game of the table is none with antes."""
    jacks = antes("delta-downtown", "draw-jacks-or-better")
    m = unopened(mixed(jacks, blinds("delta-downtown", "texas-holdem", "limit")))
    m.table.position.orbit_from = m.table.position.button % 3 + 1  # it comes round now
    assert m.next_hand().table.spread == 0
    assert m.table.play.pot == 600


@pytest.mark.parametrize("name", ["", "a/b", "../../x", "ü", "n" * 33, "%s"])
def test_a_table_has_a_name_that_its_seals_can_write(name):
    assert NAME.pattern == TABLE_NAME.pattern
    with pytest.raises(BadPage) as bad:
        validate(no_limit(table=name))
    assert bad.value.field == "table"
