"""A round against a bank by touch: drafts stay on the glass, Place says exactly what lies there."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.screens.protocol import Against, Bank, Pick, View, Wagered
from lab.scenes import VIEWS
from lab.scenes.banked import placard
from lab.scenes.pictures import centered
from lab.simulation.banked_rows import banked_rows
from stations.areas import PEEK
from stations.banked.draft import Rules, added, taken
from stations.hand import own_cards
from tests.stage import Stage, dot
from ui.sound import Cue

BETS = VIEWS["bets"]
THREE = Rules(BETS.public.placard.layout, BETS.ask.circles, 41_200)
BACCARAT = VIEWS["bets-baccarat"]
TWO_HANDS = Rules(BACCARAT.public.placard.layout, BACCARAT.ask.circles, 41_200)
ANTE = ("chip 2500", "circle ante")


def test_place_says_what_lies_on_the_circles_and_nothing_before_it_does():
    stage = Stage("bets")
    stage.screen.sounds()
    assert stage.tap(*ANTE, "chip 500", "circle pair plus") == []
    assert stage.screen.sounds() == []
    assert stage.report.says("Place $30")
    assert stage.report.says("Ante to $50: fee $1")  # the tier is told before it is paid
    assert stage.tap("place") == [Pick(41, "bets/ante=2500/pair plus=500")]


def test_a_bonus_brings_the_ante_that_it_needs():
    stage = Stage("bets")
    stage.tap("circle 6 card bonus")
    assert stage.screen.state.wagers.draft == {"ante": 500, "6 card bonus": 500}


def test_a_circle_that_is_held_gives_a_chip_back():
    stage = Stage("bets")
    stage.tap(*ANTE, "circle ante")
    stage.down("circle ante")
    stage.wait(500)
    stage.up("circle ante")
    assert stage.screen.state.wagers.draft == {"ante": 2500}


def test_a_finger_that_slips_off_a_circle_bets_nothing():
    stage = Stage("bets")
    zone = stage.report.targets["circle ante"]
    stage.down("circle ante")
    stage.touch("move", zone.x, zone.bottom + 60)
    stage.touch("up", zone.x, zone.bottom + 60)
    assert stage.screen.state.wagers.draft == {}


def test_no_bet_is_said_too():
    assert Stage("bets-empty").tap("place") == [Pick(41, "bets")]


def test_same_again_lays_what_was_placed_before():
    stage = Stage("bets")
    assert "same again" not in stage.report.targets
    stage.tap(*ANTE, "place")
    stage.send(VIEWS["banked-result"])
    stage.send(BETS, ask=replace(BETS.ask, decision=51))
    stage.wait(500)
    assert stage.tap("same again") == []
    assert stage.tap("place") == [Pick(51, "bets/ante=2500")]


def test_placed_bets_are_white_and_may_be_changed_until_the_close():
    stage = Stage("bets-placed")
    assert stage.report.says("Placed $40")
    stage.tap("circle ante")
    assert stage.report.says("Place $45")
    stage.tap("clear bets")
    assert stage.tap("place") == [Pick(41, "bets")]


def test_a_draft_that_was_late_is_told_so_and_is_gone():
    stage = Stage("bets")
    stage.tap(*ANTE)
    stage.send(VIEWS["banked-watching"])
    assert stage.report.says("Closed. Your draft was not placed.")
    assert stage.screen.state.wagers.draft == {}


def test_others_who_bet_leave_a_draft_alone():
    stage = Stage("bets")
    stage.tap(*ANTE)
    against = replace(BETS.public.against, placed=(1, 2))
    stage.send(BETS, public=replace(BETS.public, against=against))
    assert stage.screen.state.wagers.draft == {"ante": 2500}


def heard(stage: Stage, view: View, **changes: object) -> list[Cue]:
    stage.screen.sounds()
    stage.send(view, **changes)
    return stage.screen.sounds()


def test_the_bank_that_is_offered_is_heard_and_the_close_and_what_is_not_covered():
    stage = Stage("banked-watching")
    assert heard(stage, VIEWS["bank-offer"]) == ["bank offered"]
    stage = Stage("bets-placed")
    closed = replace(BETS.public, against=replace(BETS.public.against, due="deal", dice=(3, 4, 6)))
    assert heard(stage, BETS, ask=None, public=closed) == ["closed", "dice"]
    ended = VIEWS["banked-result"]
    lies = replace(ended.public.against, due="settle")
    stage = Stage("bets")
    stage.send(ended, public=replace(ended.public, against=lies))
    assert "not covered" in heard(stage, ended)


def test_the_last_seconds_of_the_bets_are_heard():
    stage = Stage("bets")
    stage.screen.sounds()
    stage.wait(BETS.public.clock.left_ms - 3_500)
    assert stage.screen.sounds() == ["tick"]


def faces_of(stage: Stage) -> set[int]:
    return {face.card for face in stage.report.faces}


def test_the_banks_cards_turn_over_one_after_the_other_and_show_nothing_before():
    ended = VIEWS["banked-result"]
    bank = ended.public.against.banks[0].seat
    seats = [replace(one, shown=(), down=3) if one.seat == bank else one
             for one in ended.public.seats]  # fmt: skip
    faces = set(ended.public.seats[bank - 1].shown)
    stage = Stage("bets")
    stage.send(ended, public=replace(ended.public, seats=tuple(seats)))
    assert not faces & faces_of(stage)
    stage.send(ended)
    assert not faces & faces_of(stage), "their backs first"
    stage.wait(1_000)
    assert faces <= faces_of(stage)


def test_the_bank_is_taken_for_what_is_shown_or_passed():
    stage = Stage("bank-offer")
    stage.tap("stake 30000")
    assert stage.report.says("Take the bank, $300")
    assert stage.tap("take bank") == [Pick(40, "bank/30000")]
    assert Stage("bank-offer").tap("pass bank") == [Pick(40, "pass")]


def test_who_cannot_hold_the_bank_may_only_pass():
    stage = Stage("bank-too-dear")
    assert "take bank" not in stage.report.targets
    assert stage.tap("pass bank") == [Pick(40, "pass")]


def test_a_banker_who_passes_it_on_is_not_asked_again():
    stage = Stage("banker")
    assert stage.tap("pass on") == []
    assert stage.send(VIEWS["bank-offer"]) == [Pick(40, "pass")]


def test_the_banker_sees_no_cards_but_the_open_ones():
    stage = Stage("banker")
    assert "peek" not in stage.report.targets
    assert [face.card for face in stage.report.faces] == list(stage.view.public.seats[6].up)


@pytest.mark.parametrize(
    ("scene", "touches", "says"),
    [
        ("choice-three-card", ("do fold",), "do/fold/0"),
        ("choice-three-card", ("do play 2500",), "do/play/2500"),
        ("uth", ("do check",), "do/check/0"),
        ("uth", ("do play 10000",), "do/play/10000"),
        ("choice-nines", ("do draw",), "do/draw/0"),
        ("choice-pokara", ("place 1", "do draw 2500"), "do/draw/2500/1"),
    ],
)
def test_a_verb_says_itself_its_price_and_the_cards_that_it_gives_up(scene, touches, says):
    stage = Stage(scene)
    assert stage.tap(*touches) == [Pick(stage.view.ask.decision, says)]


def test_a_card_to_change_is_chosen_first():
    assert "do draw 2500" not in Stage("choice-pokara").report.targets


def test_what_the_cover_did_not_pay_is_told_and_not_as_won():
    report = Stage("banked-result").report
    assert report.says("$45 not covered")
    assert report.says("You win $120")
    assert report.says("$336 + bets back $75 + $120 = $531")


def test_the_bank_is_told_what_its_players_have_and_not_what_it_has_not():
    view = VIEWS["banked-result"]
    report = Stage(replace(view, seat=view.public.against.banks[0].seat)).report
    assert report.says("better hand")
    assert not report.says("your hand is better")


def test_a_sum_of_one_amount_is_no_sum():
    """ "$94 = $94" is what it is."""
    view = VIEWS["banked-result"]
    round_ = view.public.against
    lost = tuple(replace(one, result="lose", won=-one.chips, uncovered=0) for one in round_.wagers)
    public = replace(view.public, against=replace(round_, wagers=lost))
    report = Stage(replace(view, public=public)).report
    assert report.says("any fee was paid before the deal")
    assert not any(" = " in words for words in report.words)


def test_pay_tables_are_the_rows_that_pay():
    stage = Stage("banked-rules")
    stage.tap("menu", "tile rules")
    for circle in stage.view.public.placard.layout.circles:
        for words, result in circle.rows:
            assert stage.report.says(words), words
            assert stage.report.says(result.replace("1000", "1,000")), result
    stage.tap("tab Fees")
    assert stage.report.says("Player, on the bets of the game")


@pytest.mark.parametrize("rules", [THREE, TWO_HANDS], ids=["three card", "baccarat"])
@given(data=st.data())
def test_no_touch_makes_a_draft_that_would_be_refused(rules, data):
    """Whatever is touched, added or taken back: the draft is legal, or there is none."""
    bets: dict[str, int] = {}
    names = [one.name for one in rules.circles]
    for _ in range(data.draw(st.integers(1, 12))):
        step = data.draw(st.sampled_from((added, added, added, taken)))
        chip = data.draw(st.sampled_from((100, 500, 2_500, 10_000)))
        bets = step(rules, bets, data.draw(st.sampled_from(names)), chip)
        assert not bets or rules.legal(bets), bets


# ---- whoever holds the bank


@pytest.mark.parametrize(
    "row",
    [row for row in banked_rows() if row.rules.bank],
    ids=lambda row: f"{row.house} {row.game}",
)
def test_the_banker_reads_his_table_in_every_game(row):
    """With hands that may be split there are ten circles, and their columns ended the station."""
    view = VIEWS["banker"]
    board = placard(row.game, row.house, "$5", row.rules.fees[0].option if row.rules.fees else 0)
    nobody = Against("wager", (Bank(7, 80_000, 80_000),), 1)
    everything = tuple(Wagered(8, one.name, 4000) for one in board.layout.circles)
    for round_ in (nobody, replace(nobody, due="choose", wagers=everything)):
        public = replace(view.public, placard=board, against=round_)
        stage = Stage(replace(view, seat=7, public=public))
        assert stage.report.says("Even bets")
        assert stage.report.says("Settled in this order" if round_.wagers else "Nobody has bet yet")


# ---- twenty-one


def test_hands_lie_side_by_side_and_the_one_to_play_is_told():
    stage = Stage("twentyone")
    for words in (
        "Hand 1",
        "18",
        "Stands",
        "Hand 2",
        "16",
        "To play",
        "on 16",
        "+ $40",
        "$20 back",
    ):
        assert stage.report.says(words), words
    assert stage.report.says("Hand 2 of 2 is yours to play")
    assert stage.report.says("11 or less")
    assert stage.report.says("17  ·  $20"), "what others have is told before their plates"


@pytest.mark.parametrize(
    ("button", "says"),
    [("do stand", "do/stand/0"), ("do hit", "do/hit/0"), ("do surrender", "do/surrender/0"),
     ("do double 4000", "do/double/4000"), ("do split 4000", "do/split/4000")],
)  # fmt: skip
def test_every_verb_of_a_hand_says_what_it_costs(button, says):
    assert Stage("twentyone").tap(button) == [Pick(80, says)]


def test_a_double_for_less_is_typed_and_only_its_own_key_sends_it():
    """003 L2667: from the least of the table to the wager; the button itself is the whole."""
    stage = Stage("twentyone-less")
    assert stage.tap("for less", "digit 1", "digit 5") == []
    for words in ("For less", "$15", "Up to $40"):
        assert stage.report.says(words), words
    assert stage.tap("keypad double") == [Pick(82, "do/double/1500")]
    assert Stage("twentyone-less").tap("do double 4000") == [Pick(82, "do/double/4000")]


@pytest.mark.parametrize(
    ("verb", "typed", "says", "right"),
    [("split", "19", "At least", "$20"), ("split", "41", "At most", "$40"),
     ("double", "9", "At least", "$10"), ("double", "", "At least", "$10")],
)  # fmt: skip
def test_an_amount_that_would_be_refused_is_refused_in_words_and_cannot_be_sent(
    verb, typed, says, right
):
    stage = Stage("twentyone-less")
    stage.tap("for less", *(f"digit {digit}" for digit in typed))
    assert stage.report.says(says)
    assert stage.report.says(right)
    assert f"keypad {verb}" not in stage.report.targets


def test_a_second_touch_on_back_gives_no_hand_up():
    """The verbs come back where it lay."""
    stage = Stage("twentyone-less")
    stage.tap("for less")
    back, (x, y) = stage.report.targets["keypad off"], stage.report.targets["keypad off"].center
    stage.tap("keypad off")
    assert any(
        back.colliderect(zone) for name, zone in stage.report.targets.items() if name[:3] == "do "
    )
    assert stage.touch("down", x, y) + stage.touch("up", x, y) == []
    stage.wait(500)
    assert stage.tap("do surrender") == [Pick(82, "do/surrender/0")]


def test_what_is_typed_belongs_to_one_decision():
    stage = Stage("twentyone-less")
    stage.tap("for less", "digit 1", "digit 5")
    stage.send(replace(stage.view, ask=replace(stage.view.ask, decision=83)))
    assert "do double 4000" in stage.report.targets
    stage.wait(500)
    stage.tap("for less")
    assert not stage.report.says("$15")


def test_one_verb_alone_says_its_whole_range():
    """001 L742: insurance of no more than half."""
    view = VIEWS["twentyone-insurance"]
    less = replace(view.ask.verbs[1], least=100)
    stage = Stage(replace(view, ask=replace(view.ask, verbs=(view.ask.verbs[0], less))))
    stage.tap("for less", "digit 5")
    assert stage.report.says("Insure for less")
    assert stage.report.says("$1 to $20")
    assert stage.tap("keypad insure") == [Pick(81, "do/insure/500")]


def test_verbs_of_one_price_come_without_for_less():
    assert "for less" not in Stage("twentyone").report.targets


def test_insurance_is_taken_or_not():
    assert Stage("twentyone-insurance").tap("do insure 2000") == [Pick(81, "do/insure/2000")]
    assert Stage("twentyone-insurance").tap("do no insurance") == [Pick(81, "do/no insurance/0")]


def test_whoever_waits_sees_his_hands():
    stage = Stage("twentyone-waiting")
    assert stage.report.says("16")
    assert not [name for name in stage.report.targets if name.startswith("do ")]


# ---- craps: tiles, a lock, what lies on


def test_a_place_of_craps_says_what_lies_there_and_what_is_new():
    stage = Stage("craps")
    stage.tap("chip 500", "circle field", "circle hard 6")
    assert stage.report.says("Place $20")
    assert stage.report.says("2 new bets: fee $2")
    (placed,) = stage.tap("place")
    assert placed == Pick(90, "bets/pass=1000/pass odds=2000/field=1000/hard 6=1000")


def test_a_locked_bet_is_neither_raised_nor_taken_and_odds_are():
    stage = Stage("craps")
    stage.tap("circle pass")
    hold(stage, "circle pass")
    assert stage.screen.state.wagers.draft["pass"] == 1000
    hold(stage, "circle pass odds")
    assert stage.screen.state.wagers.draft["pass odds"] == 1500
    assert stage.report.says("Take down")
    stage.tap("clear bets")
    assert stage.report.says("No more bets")
    assert stage.tap("place") == [Pick(90, "bets/pass=1000/pass odds=2000")]


def hold(stage: Stage, name: str) -> None:
    stage.down(name)
    stage.wait(500)
    stage.up(name)


def test_more_turns_the_second_row_to_the_props_and_back():
    stage = Stage("craps")
    assert "circle horn" not in stage.report.targets
    assert stage.report.says("11 more bets")
    stage.tap("more bets")
    assert "circle horn" in stage.report.targets
    stage.tap("more bets")
    assert "circle place 10" in stage.report.targets
    stage.tap("more bets")
    assert "circle hard 4" in stage.report.targets


def test_the_bank_is_asked_whether_it_covers_the_hardways():
    stage = Stage("craps-consent")
    assert stage.report.says("Do you cover the hardway section?")
    assert stage.tap("do no hardways") == [Pick(91, "do/no hardways/0")]


@pytest.mark.parametrize("count", range(1, 14))
def test_own_cards_lie_in_their_zone_however_many(count):
    lying = own_cards.places(count)
    assert len(lying) == count
    assert all(PEEK.contains(rect) for rect in lying)
    assert all(not one.colliderect(other) for one, other in pairwise(lying))


def test_a_banker_who_leaves_reads_what_leaving_means():
    view = replace(VIEWS["banker"], away="leaving")
    stage = Stage(view)
    assert stage.report.says("LEAVING")
    assert stage.report.says("and what your bank wins")
    assert stage.report.says("Your bank pays and takes until then.")


@pytest.mark.parametrize("scene", ["baccarat-over", "craps-waiting"])
def test_where_the_cards_are_everybodys_none_are_promised_to_a_seat(scene):
    """Two places with "Cards come here" lay under the finger; none ever came."""
    stage = Stage(scene)
    assert not stage.report.says("Cards come here")
    assert stage.report.says("No cards of your own")


A_HAND = re.compile(
    r"\b(next|this|last|first|no|between|two|earlier|your) hands?\b(?! is)|^hand", re.IGNORECASE
)
AGAINST = ("banked-watching", "banked-result", "craps-waiting", "set-done", "twentyone-waiting")


@pytest.mark.parametrize("name", AGAINST)
def test_what_is_played_against_a_bank_is_called_a_round(name):
    """ "Sit out: next hand" beside "Round #20,417"; in the menu and on its pages too."""
    view = VIEWS[name]
    stage = Stage(replace(view, session=replace(view.session, hands=12, coming=500)))
    said = [*stage.report.words]
    for page in ("history", "limits", "seats", "proof"):
        stage.tap("menu")
        said += stage.report.words
        stage.tap(f"tile {page}")
        said += stage.report.words
        stage.tap("menu")
    assert {"Rounds played", "Last round", "The last rounds", "Review 10 rounds"} <= {*said}
    assert not [words for words in said if A_HAND.search(words)]


def test_who_waits_at_a_bank_waits_for_the_next_round():
    view = VIEWS["banked-watching"]
    waits = {6: "waiting", view.seat: "waiting"}
    seats = tuple(replace(one, life=waits.get(one.seat, one.life)) for one in view.public.seats)
    stage = Stage(replace(view, public=replace(view.public, seats=seats, against=None)))
    assert {"Next round", "For the next round"} <= {*stage.report.words}
    center = centered(stage.view.public, dot())
    assert "Next round" in center.report.words
    between = replace(stage.view.public, phase="waiting", missing=0)
    assert centered(between, dot()).report.says("The next round starts soon")
