"""Every option of the schedules, and every fee at its moment (000 L3350-4064, 002 L619-660)."""

import pytest
from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.games.poker.commands import Call, Fold, Raise
from firmware.games.poker.events import Dropped
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import checking
from firmware.table import commands as c
from firmware.table import config as config_page
from firmware.table import events as e
from firmware.table.config import Config, Spread
from firmware.table.fee import fees_told, for_players, posted, schedules
from lab.simulation.bare_table import BareTable, config, no_limit

BOARD = {fee.option: fee for fee in schedules()["board-2018-12"].fees}


def grid(option):
    """The printed rows as the digest of the other half restates them, in dollars."""
    five = {0: (0, 0, 0), 1: (0, 0, 1), 2: (1, 0, 1), 3: (0, 1, 0), 4: (1, 1, 0)}
    three = {0: (0, 0), 1: (0, 1), 2: (1, 0)}
    for first, last, fee, players in (
        (1, 30, 3, (7, 10)),
        (31, 45, 2, (6, 6)),
        (46, 55, 1, (2, 5)),
    ):
        if first <= option <= last:
            modified, turn, river = five[(option - first) % 5]
            return "limit", players, fee + (option - first) // 5, modified, turn, river, 1, 0
    for first, last, fee, players in (
        (56, 70, 4, (7, 10)),
        (71, 76, 3, (6, 6)),
        (77, 79, 2, (2, 5)),
    ):
        if first <= option <= last:
            turn, river = three[(option - first) % 3]
            return "no-limit", players, fee + (option - first) // 3, 1, turn, river, 1, 0
    everybody = (2, 10)
    if option <= 83:
        return "limit" if option < 82 else "no-limit", everybody, 3 + option % 2, None, 0, 0, 1, 0
    if option <= 88:
        return "no-limit", everybody, option - 81, None, 0, 0, 0, 0
    if option <= 98:
        fees = [(4, 1), (5, 2), (6, 0), (7, 0), (8, 0), (10, 0), (15, 0), (20, 0), (30, 0), (50, 0)]
        fee, modified = fees[option - 89]
        return "no-limit", everybody, fee, modified, 0, 0, 0, 0
    return "no-limit", everybody, 0, None, 0, 0, 0, (6, 7, 10, 15, 20, 30, 50)[option - 99]


def play(option, players, end, split=False, house=None):
    """What the house takes from one hand that ends there, in dollars."""
    structure = "no-limit" if "no-limit" in BOARD[option].structures else "limit"
    page = no_limit(buy_in=(20_000, 0)) if structure == "no-limit" else config()
    spread = replace(page.spreads[0], fees=(option,))
    m = BareTable(replace(page, spreads=(spread,), schedule="board-2018-12"))
    m.open(*range(1, players + 1), chips=20_000, button=1).next_hand()
    if end == "no flop":
        m.fold_out()
        return m.table.books.fees / 100
    hand = m.table.play
    while hand.due == "act" and not hand.board:
        m.move(Call(hand.queue[0]))
    stop = {"flop": 3, "turn": 4, "river": 5}[end]
    while m.table.live:
        if len(hand.board) >= stop and hand.due == "act" and len(hand.live) > 1 and not split:
            m.move(Fold(hand.queue[0]))
        elif hand.due == "act":
            m.move(Call(hand.queue[0]))
        else:
            m.wait()
            m.settle()
    return m.table.books.fees / 100


@pytest.mark.parametrize("option", range(1, 106))
def test_F8_option(option):
    """Each of the 105 rows is the row that was printed, and is taken when it says."""
    structure, players, fee, modified, turn, river, split, half_hour = grid(option)
    row = BOARD[option]
    assert structure in row.structures
    assert row.players == players
    assert row.fee == fee * 100
    assert row.no_flop == (None if modified is None else modified * 100)
    assert (row.turn, row.river, row.split) == (turn * 100, river * 100, split * 100)
    assert row.half_hour == half_hour * 100
    if half_hour:
        return
    people = players[1]
    first = min(fee, 3) if modified is None else modified  # blinds of $3, the uncalled $1 back
    assert play(option, people, "no flop") <= 3
    if modified is not None:
        assert play(option, people, "no flop") == min(first, 2)
    assert play(option, people, "flop") == min(fee, 2 * people)
    assert play(option, people, "turn") == min(fee + turn, 2 * people)
    assert play(option, people, "river") == min(fee + turn + river, 2 * people)


@pytest.mark.parametrize(
    ("option", "end", "dollars"),
    [(13, "no flop", 1), (13, "flop", 5), (13, "turn", 5), (13, "river", 6), (15, "flop", 5),
     (15, "turn", 6), (15, "river", 6)],
)  # fmt: skip
def test_worked_example_poker_fee(option, end, dollars):
    assert play(option, 8, end) == dollars


def split_pot(option) -> BareTable:
    """Everybody plays the board."""
    page = config()
    m = BareTable(replace(page, spreads=(replace(page.spreads[0], fees=(option,)),)))
    m.open(*range(1, 9), chips=20_000, button=1)
    board = cards("As Ks Qs Js Ts")
    rest = [card for card in range(52) if card not in board]
    m.deck = [*rest[:16], rest[16], *board[:3], rest[17], board[3], rest[18], board[4]]
    m.settle()
    while m.table.live:
        if m.table.play.due == "act":
            m.move(Call(m.table.play.queue[0]))
        else:
            m.settle()
    return m


def test_T3_is_taken_when_identical_hands_split():
    m = split_pot(13)
    assert m.table.books.fees == 700
    assert len(m.table.this_hand.result.won) == 8


@pytest.mark.parametrize(
    ("house", "options", "words"),
    [
        ("delta-downtown", (4,), "2, 3, 4, 5, 6 players; add for 2 to 4 option 6; for 5 to 6"),
        ("delta-downtown", (4, 6), "none for 5, 6 players; add for 5 to 6 option 5$"),
        ("artichoke-joes", (13, 53), "none for 6 players; add for 6 option 31, 32"),
        ("artichoke-joes", (38, 53), "none for 7, 8, 9, 10 players; add for 7 to 10 option"),
    ],
)
def test_no_number_of_players_plays_for_nothing(house, options, words):
    """002 L619-641: each limit has three fees, by players; AJ-A42: so have those of the sign."""
    page = config(house)
    gap = replace(page, spreads=(replace(page.spreads[0], fees=options),))
    with pytest.raises(BadPage, match=words) as no:
        checking.check_sign(gap)
    assert no.value.field == "spreads[0].fees"
    checking.validate(gap)  # a sign that hangs already keeps no table from waking
    checking.check_sign(page)
    checking.check_sign(replace(page, spreads=(replace(page.spreads[0], fees=()),)))


def test_no_game_with_blinds_pays_the_fee_of_an_ante_alone():
    """000 L1651-1688: with three blinds $10 a half hour, not the $7 of an ante and a least bet."""
    stakes = Stakes(1_000, blinds=(500, 500, 1_000), ante=100, chip=100)
    game = Spread("draw-poker", stakes, "no-limit", (100_000, 0), (31,))
    page = Config("1", "artichoke-joes", (game,), seats=8, schedule="stud-and-draw")
    with pytest.raises(BadPage, match=r"option 31 is for an ante of \$1 without blinds") as no:
        checking.check_sign(page)
    assert no.value.field == "spreads[0].fees"
    checking.validate(page)  # where it hangs already
    alone = replace(game, stakes=replace(stakes, blinds=()), buy_in=(30_000, 0))
    checking.check_sign(replace(page, spreads=(alone,)))
    two = replace(stakes, blinds=(500, 1_000), by=("under the gun", "winner"))
    checking.check_sign(replace(page, spreads=(replace(game, stakes=two, fees=(51,)),)))


def test_A42_the_row_goes_by_players_dealt_in():
    rows = posted("board-2018-12", (13, 38, 53))
    assert [for_players(rows, n).option for n in (2, 5, 6, 7, 10)] == [53, 53, 38, 13, 13]


def test_never_more_than_the_pot(monkeypatch):
    """AJ-A41: an $8 fee in a 1-2 game, two players: the pot is $4."""
    page = config()
    stakes = replace(page.spreads[0].stakes, small=100, big=200, blinds=(100, 100))
    fee = replace(BOARD[30], players=(2, 10))
    m = BareTable(replace(page, spreads=(replace(page.spreads[0], stakes=stakes, fees=()),)))
    monkeypatch.setattr(config_page, "posted", lambda schedule, options: (fee,))
    m.open(1, 2, button=1).next_hand()
    m.move(Call(1))
    m.move(Call(2))
    assert m.table.play.pot == 0
    assert m.table.play.fees == 200
    m.move(Raise(2, 100))
    m.move(Call(1))
    assert m.table.play.fees == 400, "the rest, on a later street"


def test_002_F2_delta_posts_a_dead_collection_blind_on_the_button():
    m = BareTable(config("delta-downtown")).open(*range(1, 9), button=1).next_hand()
    began = next(x for x in m.events if isinstance(x, e.HandBegan))
    assert [(x.seat, x.chips) for x in began.posts if x.kind == "dead"] == [(1, 400)]
    m.fold_out()
    assert m.table.books.fees == 400, "flop or not"


@pytest.mark.parametrize(("players", "dollars"), [(8, 4), (6, 3), (5, 3), (4, 2), (2, 2)])
def test_002_F2_row_by_players(players, dollars):
    m = BareTable(config("delta-downtown")).open(*range(1, players + 1), button=1).next_hand()
    m.fold_out()
    assert m.table.books.fees == dollars * 100


def test_time_collection_at_the_end_of_each_half_hour():
    """Options 99-105: on the hour and half hour, from everybody who sits."""
    page = no_limit(schedule="board-2018-12")
    half = 1_800_000
    m = BareTable(
        replace(page, spreads=(replace(page.spreads[0], fees=(101,)),)), now=10 * half + 5
    )
    m.open(1, 2, 3, button=1)
    m.now = 11 * half - 1
    m.next_hand()
    m.fold_out()
    m.ask(c.GoAway, 2)
    m.now = max(m.now, 11 * half)
    m.settle()
    taken = [x for x in m.events if isinstance(x, e.TimeFeesTaken)]
    assert taken[0].paid == ((1, 1_000), (2, 1_000), (3, 1_000))
    assert m.table.books.fees == 3_000


HALF = 1_800_000
BY_TIME = no_limit(schedule="board-2018-12")
BY_TIME = replace(BY_TIME, spreads=(replace(BY_TIME.spreads[0], fees=(101,)),))  # $10
BY_POT = no_limit()


def test_who_has_too_few_chips_for_the_time_pays_the_rest_before_he_plays():
    """001 L860: "you will be responsible for paying your collection prior to resuming play"."""
    stakes = Stakes(small=1_000, blinds=(500, 1_000), chip=100)
    spread = Spread("omaha", stakes, "pot-limit", (10_000, 0), (77,))  # $7
    m = BareTable(Config("t1", "casino-royale", (spread,), schedule="casino-royale"), now=10 * HALF)
    m.open(1, 2, 3, button=1).next_hand().fold_out()
    m.ask(c.GoAway, 2)
    more = m.table.seats[2].chips.stack - 400
    m.table.seats[2].chips.stack -= more
    m.table.seats[1].chips.stack += more
    m.now = 11 * HALF
    m.settle()
    chips, books = m.table.seats[2].chips, m.table.books
    assert (chips.stack, chips.owes, books.fees) == (0, 300, 1_800)
    taken = next(x for x in m.events if isinstance(x, e.TimeFeesTaken))
    assert taken.owed == ((2, 300),), "and nobody else owes anything, not even nothing"
    m.ask(c.BuyIn, 2, 10_000)
    m.bank()
    assert (chips.stack, chips.owes, books.fees) == (9_700, 0, 2_100)


def time_taken(m: BareTable) -> list[tuple[int, int]]:
    """Each half hour that was settled, and what it brought."""
    found = [x for x in m.events if isinstance(x, e.TimeFeesTaken)]
    return [(x.period, sum(chips for _, chips in x.paid)) for x in found]


def hand_until(m: BareTable, now: int) -> None:
    """A hand that is over then, and what is due after it."""
    m.next_hand()
    m.now = max(m.now, now)
    m.fold_out()
    m.settle()


def test_000_L3503_no_time_is_paid_for_a_game_that_took_none():
    """Two hours by the pot, then the game is changed to time: the next half hour that ends is the
    first that is paid."""
    m = BareTable(BY_POT, now=10 * HALF + 5).open(1, 2, 3, button=1)
    hand_until(m, 14 * HALF + 7)
    m.order(c.ChangeGame, BY_TIME)
    m.settle()
    assert time_taken(m) == [(14, 0)]
    m.now = 15 * HALF
    m.settle()
    assert time_taken(m) == [(14, 0), (15, 3_000)]


def test_000_L3503_time_that_was_played_is_paid_before_the_game_changes():
    m = BareTable(BY_TIME, now=10 * HALF + 5).open(1, 2, 3, button=1)
    m.now = 11 * HALF + 7  # between two hands, and nobody has ticked yet
    m.order(c.ChangeGame, BY_POT)
    assert time_taken(m) == [(11, 3_000)]
    hand_until(m, 13 * HALF)
    assert time_taken(m) == [(11, 3_000)], "and none afterwards"


def test_000_L3503_stakes_that_everybody_agreed_to_settle_the_time_too():
    ways = {"settings": {"stakes_vote": True}}
    m = BareTable(replace(BY_POT, **ways), now=10 * HALF + 5).open(1, 2, 3, button=1)
    hand_until(m, 14 * HALF + 7)
    m.order(c.ChangeGame, replace(BY_TIME, **ways))
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "stakes")
    m.settle()
    assert m.table.config.by_the_half_hour
    assert time_taken(m) == [(14, 0)]


def test_000_L3503_in_a_rotation_only_the_half_hours_of_the_game_by_time_are_paid():
    """The game that is played when a half hour ends decides; the other's are free for good."""
    spreads = (replace(BY_TIME.spreads[0], fees=()), BY_TIME.spreads[0])
    m = BareTable(replace(BY_TIME, spreads=spreads, rotate="orbit"), now=10 * HALF + 5)
    m.open(1, 2, 3, button=1)
    hand_until(m, 12 * HALF + 7)
    assert time_taken(m) == [(12, 0)]
    assert [x.paid for x in m.events if isinstance(x, e.TimeFeesTaken)] == [()]  # nobody paid $0
    while m.table.spread == 0:
        hand_until(m, 0)
    assert m.now < 13 * HALF
    assert time_taken(m) == [(12, 0)]
    hand_until(m, 13 * HALF)
    assert m.table.spread == 1
    assert time_taken(m) == [(12, 0), (13, 3_000)]


def test_one_posted_profile_at_a_time():
    with pytest.raises(BadPage, match="two fees"):
        posted("board-2018-12", (13, 14))


def test_fees_are_never_a_part_of_a_void_hand():
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    for _ in range(3):
        m.move(Call(m.table.play.queue[0]))
    assert m.table.play.fees
    m.order(c.VoidHand)
    assert m.table.books.fees == 0


@pytest.mark.parametrize(
    ("house", "game", "limit", "first", "lines"),
    [
        # A sheet of other games is not told, one for all of its schedule is.
        ("artichoke-joes", "razz", "limit", "Option 11: $3 for 2 to 8 players.", 1),
        # Many options are one sentence: from the smallest fee to the biggest.
        ("artichoke-joes", "texas-holdem", "limit", "Options 1 to 30: $3 to $8 for 7 to 10", 4),
    ],
)
def test_a_rules_page_tells_the_fees_of_its_own_game(house, game, limit, first, lines):
    told = [*fees_told(house, game, limit)]
    assert told[0].startswith(first)
    assert len(told) == lines


@pytest.mark.parametrize(
    ("house", "words"),
    [("artichoke-joes", "; $0 to $1 if it ends on the first street;"),  # each option its own
     ("casino-royale", "; $1 if it ends on the first street.")],  # all rows of the sheet
)  # fmt: skip
def test_a_rules_page_tells_what_a_hand_without_a_flop_pays(house, words):
    """000 F8, T1: the smaller fee; 001 L437: a dollar."""
    assert words in next(fees_told(house, "texas-holdem", "limit"))


@pytest.mark.parametrize("house", ["artichoke-joes", "delta-downtown"])
def test_a_street_that_costs_nothing_drops_nothing(house):
    m = BareTable(config(house)).open(1, 2, 3, 4, button=1).next_hand().call_down()
    inside = [one for event in m.events if isinstance(event, e.InHand) for one in event.events]
    drops = [one.chips for one in inside if isinstance(one, Dropped)]
    assert drops
    assert 0 not in drops


PAGE = """
table = "1"
house = "artichoke-joes"
[[spreads]]
game = "lightning-holdem"
stakes = { small = 200, big = 400, blinds = [100, 200], chip = 100 }
"""


def test_rules_are_read_from_the_pages_and_never_written_on_a_table_s():
    assert checking.load(PAGE).rulebook is None
    book = '[rulebook]\nhouse = "mine"\nways = {}\nsources = {}\nlaws = []\nfees = []\n'
    with pytest.raises(BadPage, match="read from the pages, never written by hand") as bad:
        checking.load(PAGE + book)
    assert bad.value.field == "rulebook"
