"""Hands that we play, written as PHH, read by pokerkit and by ourselves."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pokerkit import HandHistory

from firmware.errors import Refused
from firmware.games.poker.commands import Post, Settle, Start
from firmware.games.poker.engine import Hand, Rules, Stakes, new_hand, play
from firmware.games.poker.events import Event
from firmware.games.poker.rules import rules
from firmware.history.compare import judge
from firmware.history.malformed import Malformed
from firmware.history.phh import read
from firmware.history.variants import CODES, VARIANTS, house_rules
from firmware.history.write import write
from lab.simulation.bots import answer, calls, play_hand, random_player, shuffled
from tests.games.poker.test_houses import SPREAD
from tests.history.differences import differences
from tests.history.texts import STUD
from tests.history.witness import pokerkit_stacks

HANDS = 40  # of each variant
PLAYER = random_player(folds=0.2, raises=0.35, free_folds=0)


def stakes_of(law: Rules, rng: Random) -> Stakes:
    small, ante = 400, rng.choice([0, 0, 100])
    if law.forced == "bring-in":
        return Stakes(small, 800, ante=100, bring_in=200, chip=100)
    if law.limit == "limit":
        return Stakes(small, 800, blinds=(200, 400), ante=ante, chip=100)
    return Stakes(small, blinds=(200, 400), ante=ante, chip=100)


def posts_of(law: Rules, count: int, rng: Random) -> tuple[Post, ...] | None:
    """Now and then a straddle, a post, missed blinds, or a big-blind ante."""
    if law.forced != "blinds" or count < 4:
        return None
    blinds = (Post(1, 200), Post(2, 400))
    if law.house != "common":  # which has its own straddles, and seldom any
        three = 3 in law.settings.blind_counts
        blinds = (Post(count, rng.choice([100, 200])), *blinds) if three else blinds
        return rng.choice([blinds, (*blinds, Post(3, 400, "post"))])
    return rng.choice(
        [
            None,
            None,
            (*blinds, Post(3, 800, "straddle")),
            (*blinds, Post(count, 800, "straddle")),
            (*blinds, Post(4, 400, "post")),
            (Post(4, 200, "dead"), *blinds, Post(4, 400, "post")),
            (Post(2, 400, "dead"), *blinds),
        ]
    )


def played(
    code: str, count: int, seed: str = "write", law: Rules | None = None
) -> Iterator[tuple[Hand, Hand, list[Event]]]:
    """Starts, ends and events of random hands, few chips among them."""
    law = law or house_rules(VARIANTS[code])
    most = min(law.seats[1], 8)
    for number in range(count):
        rng = Random(f"{seed} {code} {number}")
        stakes, players = stakes_of(law, rng), rng.randint(2, most)
        deep = rng.choice([12, 60, 200])
        stacks = {seat: 100 * rng.randint(5, deep) for seat in range(1, players + 1)}
        posts = posts_of(law, players, rng)
        start = new_hand(law, stakes, players, stacks)
        hand, events = play_hand(law, stakes, players, stacks, rng, PLAYER, posts)
        yield start, hand, events


@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_reads_our_hands_to_the_same_stacks(code: str) -> None:
    agreed, named = 0, Counter[str]()
    for start, hand, events in played(code, HANDS):
        theirs = pokerkit_stacks(text := write(start, events))
        if theirs == [hand.stacks[seat] for seat in start.seats]:
            agreed += 1
            continue
        why = differences(start, events)
        assert why, f"{theirs} and no rule of ours explains it:\n{text}"
        named.update(why)
    print(f"{code}: {agreed} of {HANDS} agree; {dict(named)}")
    assert agreed >= HANDS // 2


@pytest.mark.parametrize("code", VARIANTS)
def test_we_read_our_own_hands_to_the_same_stacks(code: str) -> None:
    for start, hand, events in played(code, HANDS):
        verdict = judge(read(text := write(start, events)))

        assert verdict.ok, text
        assert not verdict.rake
        assert verdict.reading == "as written"
        assert verdict.stacks == [hand.stacks[seat] for seat in start.seats], text


@pytest.mark.parametrize(("house", "game", "limit"), [w for w in SPREAD if w[1:] in CODES])
def test_a_hand_of_a_house_is_replayed_by_its_ways(house: str, game: str, limit: Any) -> None:
    """000 L261: Artichoke Joe's has a fourth raise, and a forced bet that is a whole one (L299).
    The file names house and game, and whoever does not know them passes over both."""
    law = rules(game, house, limit)
    for start, hand, events in played(CODES[game, limit], 12, house, law):
        text = write(start, events)

        assert f'_house = "{house}"\n_game = "{game}"\n' in text
        verdict = judge(read(text))
        assert (verdict.ok, verdict.reading) == (True, "as written"), text
        assert verdict.stacks == [hand.stacks[seat] for seat in start.seats], text
    common, _, told = next(played(CODES[game, limit], 1))
    assert "_house" not in write(common, told)


def _third_street(actions: str) -> str:
    """Seven-card stud up to there."""
    hand = {"one": "AsAh5c", "two": "KsKh9c", "three": "2c", "first": "p3"}
    text = STUD.format(variant="F7S", third=actions, finishing=[], **hand)
    return text.partition("finishing_stacks")[0]


def test_a_fourth_raise_and_a_forced_bet_of_the_lower_limit_are_told_as_played() -> None:
    """000 L261, L299; 004 L1029-1033: forced 2 in 2-4."""
    raises = _third_street('"p1 cbr 5", "p2 cbr 9", "p3 cbr 13", "p1 cbr 17"')
    with pytest.raises(Malformed, match="bet size"):
        judge(read(raises))
    assert not judge(read('_house = "artichoke-joes"\n' + raises)).over
    even = _third_street('"p1 cc"').replace("bring_in = 1", "bring_in = 4")
    with pytest.raises(Malformed, match="less than small_bet"):
        judge(read(even))
    assert not judge(read('_house = "club-caribe"\n' + even)).over


THREE = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, 0, LAST]
min_bet = 10
starting_stacks = [500, 500, 500, 500]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", ACTIONS]
"""


@pytest.mark.parametrize(
    ("last", "actions", "ok"),
    [
        ("5", '"p3 cc", "p4 cc", "p1 cc", "p2 cc"', True),  # 000 L842: a blind of the button's
        ("10", '"p3 cc", "p4 cc", "p1 cc", "p2 cc"', True),
        ("20", '"p1 cc", "p2 f", "p3 f", "p4 cc"', True),  # the button straddles
        ("5", '"p1 cc"', False),
    ],
)
def test_a_third_blind_is_the_buttons_and_no_straddle(last: str, actions: str, ok: bool) -> None:
    text = THREE.replace("LAST", last).replace("ACTIONS", actions)
    if ok:
        assert judge(read(text)).ok
        return
    with pytest.raises(Malformed, match="it is the turn of p3"):
        judge(read(text))


@pytest.mark.soak
@pytest.mark.parametrize("code", VARIANTS)
def test_pokerkit_reads_thousands_of_our_hands(code: str) -> None:
    for start, hand, events in played(code, 2_000, "soak"):
        theirs = pokerkit_stacks(text := write(start, events))
        if theirs != [hand.stacks[seat] for seat in start.seats]:
            assert differences(start, events), text


def test_a_hand_that_is_not_over_is_written_as_far_as_it_went() -> None:
    start, _, events = next(played("NT", 1))

    text = write(start, events[: len(events) // 2])

    assert "finishing_stacks" not in text
    assert not judge(read(text)).over


def test_hands_thrown_away_at_the_end_are_written_as_mucked() -> None:
    for number in range(20):
        law, rng = house_rules(VARIANTS["NT"]), Random(number)
        stakes = Stakes(400, blinds=(200, 400), chip=100)
        start = new_hand(law, stakes, 3, {1: 9000, 2: 9000, 3: 9000})
        hand = new_hand(law, stakes, 3, {1: 9000, 2: 9000, 3: 9000})
        deck, events = shuffled(law, rng), play(hand, Start())
        while hand.due != "settle":
            events += play(hand, answer(hand, deck, rng, calls))
        events += play(hand, Settle(mucked=tuple(rng.sample((1, 2, 3), rng.choice([1, 2])))))

        text = write(start, events)

        assert text.count(' sm"') in (1, 2)
        assert judge(read(text)).ok
        assert pokerkit_stacks(text) == hand.stacks[1:]


def test_names_stay_in_their_quotes() -> None:
    start, _, events = next(played("NT", 1))
    names = ['Bob "the\nBat"', "C:\\temp", *["'", "Zoë", "]", "=", "#", "[1]", ""]]
    names = names[: len(start.seats)]

    text = write(start, events, {"players": names, "table": 'T"1', "hand": 7})

    assert HandHistory.loads(text).players == names
    assert judge(read(text)).ok


def test_what_the_hand_tells_cannot_be_told_otherwise() -> None:
    start, _, events = next(played("NT", 1))

    with pytest.raises(ValueError, match="finishing_stacks"):
        write(start, events, {"finishing_stacks": [1, 2]})


def test_many_hands_make_a_phhs() -> None:
    texts = [write(start, events) for start, _, events in played("NT", 3)]
    many = "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))

    assert len(list(HandHistory.loads_all(many))) == 3


@pytest.mark.parametrize(("game", "limit"), [("pineapple", "limit"), ("texas-holdem", "spread")])
def test_a_game_without_a_code_is_refused(game: str, limit: Any) -> None:
    start = new_hand(rules(game, "common", limit), Stakes(400, 800), 2, {1: 100, 2: 100})

    with pytest.raises(Refused, match="no code"):
        write(start, [])


def test_the_button_is_the_last_player_whatever_the_seats() -> None:
    law = rules("texas-holdem", "common", "no-limit")
    stakes = Stakes(400, blinds=(200, 400), chip=100)
    stacks = {2: 9000, 5: 8000, 9: 7000}
    _, events = play_hand(law, stakes, 5, stacks, Random(1), PLAYER)

    text = write(new_hand(law, stakes, 5, stacks), events)

    assert "seats = [9, 2, 5]" in text
    assert "starting_stacks = [70, 90, 80]" in text
