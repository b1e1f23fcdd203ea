"""What holds for every page of every house, whatever anybody does; and a page of one's own."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.banked import bets, spread
from firmware.games.banked import events as e
from firmware.games.banked.commands import Choose, TakeBank, Wager
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.kinds.craps import section_need
from firmware.games.banked.play import new_round
from firmware.games.banked.settle import settlement_order
from firmware.games.banked.spread import banked_rules, houses, read_catalogue, resolve
from firmware.houses import section
from firmware.pages import BadPage
from lab.simulation.rounds import answer, any_places, play_round, random_legal

PAGES = [(house, game) for house, games in houses().items() for game in games]
ROUNDS = 25
to_line, from_line = msgspec.json.encode, msgspec.json.Decoder(BankedEvent).decode


def a_table(rules, rng):
    """Options, seats and stacks as they come, poor ones too."""
    option = rng.choice(rules.fees).option if rules.fees else 0
    low = rules.fee(option).limits[0]
    seats = sorted(rng.sample(range(1, rules.seats[1] + 1), rng.randint(2, rules.seats[1])))
    stacks = {seat: rng.randint(low, low * rng.choice((3, 30, 300))) for seat in seats}
    return new_round(rules, option, rules.seats[1], stacks, tuple(seats)), sum(stacks.values())


def rounds(house, game, partners=1):
    rules, rng = replace(banked_rules(game, house), partners=partners), Random(f"{house} {game}")
    for _ in range(ROUNDS):
        r, chips = a_table(rules, rng)
        yield r, chips, rng, list(rules.shoe)


@pytest.mark.parametrize(("house", "game"), PAGES)
def test_chips_are_conserved_the_bank_pays_what_it_covers_and_a_replay_is_the_same(house, game):
    for r, chips, rng, shoe in rounds(house, game):
        start, told = r.fresh(), list[bytes]()
        draws, staked, needs = [], [], []
        while r.due != "over":
            for event in r.decide(answer(r, shoe, rng, random_legal)):
                r.evolve(event)
                told.append(to_line(event))
                assert sum(r.stacks) + r.pot + r.fees == chips
                assert min((*r.stacks, *r.stakes)) >= 0
                if isinstance(event, e.BetsOpened):
                    draws.append(r.results[r.since :])
                elif isinstance(event, e.BetsClosed):
                    staked.append(sum(r.stakes))
                    needs.append(section_need(r, 0, None))
                elif isinstance(event, e.FeePaid) and r.deals == 1 and r.fee.after_deal:
                    staked[-1] = sum(r.stakes)  # a bank that staked everything pays out of it
        for event in map(from_line, told):
            start.evolve(event)
        assert start == r
        last = [*r.results[r.since :], *r.awards]
        stakes = staked if draws else [sum(r.staked)]  # a fee after the deal may come out of it
        for stake, need, results in zip(stakes, needs, (*draws, last), strict=False):
            section = [one for one in results if r.rules.circles[one.circle].section]
            others = [one for one in results if one not in section]
            if need > stake:  # none of the section has action
                assert all(one.chips == 0 and one.uncovered == one.bet for one in section)
                covered(r, stake, others)
            else:  # all of it has, out of what is set aside
                decided = [one for one in section if one.mark]
                assert all(one.uncovered == 0 for one in decided)
                covered(r, need, decided)
                covered(r, stake - need, others)


def covered(r, stake, results):
    """Matched: paid and taken together are no more than the stake. Net: neither is their
    difference, at any moment. What is not covered was reached by none of it; or no draw came
    that decided it."""
    net, both = 0, 0
    for one in results:
        net, both = net - one.chips, both + abs(one.chips)
        assert -stake <= net <= stake
        assert r.rules.cover == "net" or both <= stake
        used_up = abs(net) == stake or both == stake
        undecided = r.rules.kind == "craps" and not one.mark
        assert one.uncovered == 0 or used_up or undecided


@pytest.mark.parametrize(("house", "game"), PAGES)
def test_wagers_are_settled_in_the_order_of_the_page(house, game):
    for r, _, rng, shoe in rounds(house, game):
        while r.due not in ("settle", "over"):
            for event in r.decide(answer(r, shoe, rng, random_legal)):
                r.evolve(event)
        if r.due == "over" or not r.rules.bank:
            continue
        seats = settlement_order(r)
        if r.rules.folded == "first":
            seats.sort(key=lambda seat: seat not in r.gone)
        for event in r.decide(answer(r, shoe, rng, random_legal)):
            r.evolve(event)
        order, circles = r.rules.order, r.rules.circles
        done = [
            one for one in r.results if one.mark or one.chips or not circles[one.circle].section
        ]
        places = [(seats.index(one.seat), order.index(one.circle)) for one in done]
        if r.rules.lap == "circle":
            places = [place[::-1] for place in places]
        parts = [circles[one.circle].section for one in done]
        assert parts == sorted(parts)
        for part in (False, True):
            own = [at for at, here in zip(places, parts, strict=True) if here is part]
            assert r.rules.order_won or r.rules.order_seven or own == sorted(own)
            assert [at for at, _ in own] == sorted(at for at, _ in own)


@pytest.mark.parametrize(("house", "game"), PAGES)
def test_what_is_offered_is_accepted_and_nothing_else_is(house, game):
    for r, _, rng, shoe in rounds(house, game):
        while r.due != "over":
            if r.due == "choose":
                every_verb(r, rng)
            elif r.due == "wager":
                beyond(r)
            for event in r.decide(answer(r, shoe, rng, random_legal)):
                r.evolve(event)


def every_verb(r, rng):
    for seat in r.queue:
        for verb in r.offer(seat).verbs:
            places = any_places(r, seat, verb, rng)
            assert r.decide(Choose(seat, verb.name, verb.chips, places))
            with pytest.raises(Refused):
                r.decide(Choose(seat, verb.name, verb.chips + 100, places))
            less = verb.least or verb.chips
            if verb.least:
                assert r.decide(Choose(seat, verb.name, less, places))
            if verb.chips and [one.name for one in r.offer(seat).verbs].count(verb.name) == 1:
                with pytest.raises(Refused):
                    r.decide(Choose(seat, verb.name, less - 100, places))
        with pytest.raises(Refused):
            r.decide(Choose(seat, "insure"))


def any_amount(r, seat, rng):
    """Anything that is offered, for any amount that is."""
    move = random_legal(r, seat, rng)
    if not isinstance(move, Choose) or not move.chips:
        return move
    verb = next(one for one in r.offer(seat).verbs if one.name == move.verb)
    chips = rng.randrange(verb.least, verb.chips + 1, 100) if verb.least else move.chips
    return replace(move, chips=chips)


@pytest.mark.parametrize("game", ["pure-21-5-blackjack", "blackjack-poker"])
def test_chips_are_conserved_whatever_is_put_up_for_less(game):
    """And what is settled on a circle is what was put up there."""
    house, less = next(house for house, names in PAGES if names == game), 0
    for r, chips, rng, shoe in rounds(house, game):
        up = dict[tuple[int, str], int]()
        while r.due != "over":
            asked = {v.name: v for v in r.offer(r.queue[0]).verbs} if r.due == "choose" else {}
            for event in r.decide(answer(r, shoe, rng, any_amount)):
                r.evolve(event)
                assert sum(r.stacks) + r.pot + r.fees == chips
                assert min((*r.stacks, *r.stakes)) >= 0
                if isinstance(event, e.Chosen) and event.chips:
                    up[event.seat, event.circle] = event.chips
                    less += event.chips < asked[event.verb].chips
        settled = {(one.seat, one.circle): one.bet for one in r.results}
        assert up.items() <= settled.items()
    assert less, "nobody chose"


def beyond(r):
    for one in r.offer(r.queue[0]).circles:
        for chips in (one.least - one.step, one.most + one.step):
            if one.always and not one.equals and len(r.rules.circles) < 4:
                with pytest.raises(Refused):
                    r.decide(Wager(r.queue[0], ((one.name, chips),)))


@pytest.mark.parametrize(("house", "game"), [page for page in PAGES if page[1] != "no-push"][::4])
def test_several_stakes_cover_one_after_the_other(house, game):
    for r, chips, rng, shoe in rounds(house, game, partners=3):
        while r.due != "over":
            for event in r.decide(answer(r, shoe, rng, random_legal)):
                r.evolve(event)
                assert sum(r.stacks) + r.pot + r.fees == chips
                if isinstance(event, e.WagerSettled):
                    order = [r.banks.index(seat) for seat, _ in event.banks]
                    assert order == sorted(order)
        assert len(r.banks) <= 3


@pytest.mark.parametrize(
    ("game", "most"),
    [("hawaiian-blackjack", 3), ("blackjack-poker", 3), ("caribbean-stud", 3), ("super-9", 4)],
)
def test_003_L586_L668_L759_L2683_no_more_partners_than_are_filed(monkeypatch, game, most):
    """A house that lets more of them hold a bank together is told so."""
    page = section("banked")["hawaiian-gardens"]
    there = {"hawaiian-gardens": page | {"partners": most}}
    monkeypatch.setattr(spread, "section", lambda name: there)
    read = spread.banked_rules.__wrapped__
    assert read(game, "hawaiian-gardens").partners == most
    there["hawaiian-gardens"]["partners"] = most + 1
    with pytest.raises(BadPage, match=f"partners: {most} at most hold a bank together .003 L"):
        read(game, "hawaiian-gardens")


# ---- A page of one's own

DUEL = """
name = "Two Card Duel"
source = "the house's own"
words = "Two cards each; the higher hand wins, a pair pays three to one."
kind = "versus"
deck = "52"
decks = 2
decks_from = [1, 4]
seats = [2, 6]
ranking = "three"
qualifies = "queen high"
streets = [{ down = 3, bank = "ddu", asks = ["fold", "raise 2x"] }]
reserve = 2
order = ["ante", "raise"]

[circles.ante]
always = true
base = true
rows = [["folded", "lose"], ["win", "1:1"], ["tie", "push"], ["", "lose"]]

[circles.raise]
later = true
rows = [["bank out", "push"], ["win", "3:1"], ["tie", "push"], ["", "lose"]]
"""


def own(tmp_path, text):
    (tmp_path / "duel.toml").write_text(text)
    return resolve("duel", "common", read_catalogue(tmp_path)["duel"])


def test_a_new_game_of_a_known_kind_is_one_page(tmp_path):
    rules, rng = own(tmp_path, DUEL), Random(4)
    raised = 0
    for _ in range(40):
        r, events = play_round(
            rules, dict.fromkeys(range(1, 6), 50_000), rng, random_legal, places=6
        )
        raised += sum(one.circle == "raise" and one.chips == 3 * one.bet for one in r.results)
        assert isinstance(events[-1], e.RoundEnded)
    assert raised


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('kind = "versus"', 'kind = "dice"', "there is no 'dice'"),
        ('"3:1"', '"3 to 1"', 'write "3:2"'),
        ('["win", "3:1"]', '["wins", "3:1"]', "there is no 'wins'; perhaps win"),
        ('order = ["ante", "raise"]', 'order = ["ante"]', "raise is missing"),
        ("decks = 2", "decks = 5", "1 to 4, not 5"),
        ('ranking = "three"', 'ranking = "four"', "there is no 'four'"),
        ("always = true", "allways = true", "unknown field"),
        ('deck = "52"', 'deck = "51"', "there is no '51'"),
    ],
)
def test_a_page_that_cannot_be_played_says_why(tmp_path, old, new, says):
    with pytest.raises(BadPage, match=says.replace("(", r"\(")):
        own(tmp_path, DUEL.replace(old, new))


@pytest.mark.parametrize(
    ("house", "game", "filed", "says"),
    [
        ("artichoke-joes", "no-bust-21st-century-blackjack", (6, 8), "6 or 8"),
        ("casino-royale", "baccarat-gold", (4, 6, 8), "4, 6 or 8"),  # 001 L22
        ("delta-downtown", "21st-century-baccarat", (6, 8), "6 or 8"),
        ("hawaiian-gardens", "caribbean-stud", (4, 8), "4 or 8"),
        ("hawaiian-gardens", "baccarat-9-v1", (6, 8), "6 or 8"),
        ("club-caribe", "cal-craps", (8, 16), "8 or 16"),  # 004 L1264, L1271
        ("casino-royale", "royal-baccarat", tuple(range(3, 9)), "3 to 8"),
        ("artichoke-joes", "california-blackjack", (6,), "6"),
    ],
)
def test_only_the_numbers_of_decks_that_are_filed(house, game, filed, says):
    rules = banked_rules(game, house)
    for count in range(1, 21):
        if count in filed:
            assert rules.of_decks(count).decks == count
        else:
            with pytest.raises(BadPage, match=f"dealt from {says} of them"):
                rules.of_decks(count)


def test_a_page_like_itself_is_told(tmp_path):
    with pytest.raises(BadPage, match="is like"):
        own(tmp_path, 'like = "duel"\n')


def test_a_house_lays_its_own_over_a_page():
    rules = banked_rules("caribbean-stud", "hawaiian-gardens")
    assert list(rules.circles) == ["ante", "call"]
    assert rules.circles["ante"] == banked_rules("caribbean-stud", "club-caribe").circles["ante"]
    assert (rules.cover, rules.decks) == ("net", 8)


def test_the_bank_takes_from_its_least_on():
    r = new_round(
        banked_rules("three-card-poker", "artichoke-joes"), 4, 8, {1: 900, 2: 500}, (1, 2)
    )
    with pytest.raises(Refused, match=r"\$5 to \$9"):
        r.decide(TakeBank(1, 400))


def test_what_is_wrong_with_a_page_is_said_of_the_page_and_at_a_house_of_the_house(monkeypatch):
    """Whoever mends it has to know which file."""
    monkeypatch.setattr(spread, "catalogue", lambda: {"duel": {"name": "Duel", "kind": 7}})
    there = {"club-caribe": {"games": {"duel": {}}}}
    monkeypatch.setattr(spread, "section", lambda name: there)
    monkeypatch.setattr(spread, "houses", lambda: {"club-caribe": {"duel": {}}})
    read = spread.banked_rules.__wrapped__
    with pytest.raises(BadPage, match=r"^duel\.toml: "):
        read("duel")
    with pytest.raises(BadPage, match=r"^club-caribe\.toml: duel"):
        read("duel", "club-caribe")


def test_what_a_wager_needs_lies_with_it_and_what_lies_there_stays_as_it_is():
    rules = banked_rules("ultimate-texas-holdem", "artichoke-joes")
    fee = rules.fees[0]
    r = new_round(rules, fee.option, rules.seats[1], {1: 10**6, 2: 10**6}, (1, 2))
    lies = {"ante": 1_500, "blind": 1_500}
    assert bets.with_needed(r, "trips", 500, lies) == {**lies, "trips": 500}
    assert bets.with_needed(r, "trips", 500)["ante"] == fee.limits[0]


def taken(r, wagers):
    try:
        bets.check(r, 2, wagers)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("house", "game"), PAGES)
def test_a_circle_is_offered_from_its_least_to_its_most_and_nothing_beside(house, game):
    """With the least of all that it needs; what is not offered at all is not taken for its least
    either. Poor seats and rich ones, a step beyond each end, and half a step."""
    rules = banked_rules(game, house)
    fees = rules.fees or (rules.fee(0),)
    for n, stack in enumerate((-1, 0, 250, 500, 4_000, 10**6)):
        fee = fees[n % len(fees)]
        chips = fee.limits[0] * (2 if stack == 250 else 1) + stack
        stacks = {1: 10**6, 2: chips, 3: chips}
        r = new_round(rules, fee.option, rules.seats[1], stacks, (1, 2, 3))
        for event in r.decide(TakeBank(1, 10**5)) if rules.bank else ():
            r.evolve(event)
        for event in r.decide(Choose(1, "cover hardways")) if r.due == "choose" else ():
            r.evolve(event)
        offered = {one.name: one for one in r.offer(2).circles} if r.due == "wager" else {}
        for name, circle in rules.circles.items():
            one = offered.get(name)
            if r.due != "wager" or circle.later:
                assert one is None
            elif one is None:
                assert not taken(r, bets.with_needed(r, name, circle.limits[0] or fee.limits[0]))
            else:
                beyond = (one.least - one.step, one.most + one.step, one.least + one.step // 2)
                ways = {n: bets.with_needed(r, name, n) for n in (*beyond, one.least, one.most)}
                assert taken(r, ways[one.least])
                assert taken(r, ways[one.most])
                assert not any(taken(r, ways[n]) for n in beyond if ways[n][name] == n)
