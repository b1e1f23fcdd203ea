"""Setting a hand by touch: face down, swapped by two touches, undone, the house way, declared; what
it is and whether it is foul only under the finger; and nothing leaves the glass before."""

import pytest
from msgspec.structs import replace

from firmware.screens.protocol import Pick, Verb
from lab.scenes import VIEWS
from tests.stage import Stage

SET = VIEWS["set-hand"]
WORDS = ("Pair of Kings", "Pair of Nines", "Foul as it lies")


def faces(stage):
    return {face.card for face in stage.report.faces}


def order(stage):
    return stage.screen.state.laying.order


def test_nothing_of_the_hand_is_seen_while_the_pad_is_not_held():
    stage = Stage("set-hand")
    assert not faces(stage)
    assert not any(stage.report.says(words) for words in WORDS)
    stage.down("peek")
    stage.wait(500)
    assert faces(stage) == set(SET.hole)
    assert all(stage.report.says(words) for words in WORDS)
    stage.up("peek")
    stage.wait(50)
    assert not faces(stage)
    assert not any(stage.report.says(words) for words in WORDS)


def test_a_finger_that_was_down_before_the_cards_opens_nothing():
    stage = Stage("bets")
    x, y = 172, 664
    stage.touch("down", x, y)
    stage.send(SET)
    stage.wait(500)
    assert not faces(stage)


def test_two_touches_swap_two_cards_and_undo_brings_them_back():
    stage = Stage("set-hand")
    assert stage.tap("laid 0", "laid 2") == []
    assert order(stage) == (2, 1, 0, 3, 4, 5, 6)
    stage.tap("laid 1", "laid 1")  # put down again
    assert order(stage) == (2, 1, 0, 3, 4, 5, 6)
    stage.tap("undo")
    assert order(stage) == (0, 1, 2, 3, 4, 5, 6)
    stage.tap("undo")
    assert order(stage) == (0, 1, 2, 3, 4, 5, 6)


def test_a_foul_is_not_declared_and_says_why_only_under_the_finger():
    stage = Stage("set-hand")
    assert stage.tap("declare") == []
    assert stage.report.says("Hold to see why")
    assert not stage.report.says("Foul as it lies")
    stage.down("peek")
    stage.wait(500)
    assert stage.report.says("Foul as it lies: the front beats the back. Move a card.")


def test_the_house_way_lies_there_and_declare_says_it():
    stage = Stage("set-hand")
    assert stage.tap("house way") == []
    assert stage.tap("declare") == [Pick(90, "do/set/0/2/3/0/1/4/5/6")]


def test_the_buttons_do_not_tell_whether_it_is_foul():
    stage = Stage("set-hand")
    before = {name: zone for name, zone in stage.report.targets.items() if "laid" not in name}
    stage.tap("house way")
    after = {name: zone for name, zone in stage.report.targets.items() if "laid" not in name}
    assert before == after
    assert not stage.report.says("Hold to see why")


def test_setting_is_silent():
    stage = Stage("set-hand")
    stage.screen.sounds()
    stage.tap("laid 0", "laid 2", "house way", "undo")
    assert stage.screen.sounds() == []


def test_others_who_set_leave_a_draft_alone_and_a_new_hand_begins_anew():
    stage = Stage("set-hand")
    stage.tap("laid 0", "laid 2")
    against = replace(SET.public.against, placed=(1, 2, 6, 8))
    stage.send(SET, public=replace(SET.public, against=against))
    assert order(stage) == (2, 1, 0, 3, 4, 5, 6)
    stage.send(SET, ask=replace(SET.ask, decision=91))
    assert order(stage) == ()


def test_the_bank_sets_its_open_cards_without_a_pad():
    stage = Stage("set-bank")
    assert "peek" not in stage.report.targets
    assert stage.report.says("King-Jack high")
    assert stage.tap("house way") == []
    assert stage.report.says("Pair of Jacks")
    assert stage.tap("declare") == [Pick(90, "do/set/0/0/2/1/3/4/5/6")]


@pytest.mark.parametrize("left", [False, True])
def test_nothing_lies_over_anything_else_for_either_hand(left):
    view = replace(SET, prefs=replace(SET.prefs, left=left))
    stage = Stage("waiting")
    stage.send(view)
    zones = [z for name, z in stage.report.targets.items() if name.split()[0] in
             ("laid", "undo", "house", "declare", "peek")]  # fmt: skip
    assert len(zones) == 11
    assert all(not a.colliderect(b) for n, a in enumerate(zones) for b in zones[:n])


# ---- tiles


def test_tiles_are_turned_over_only_under_the_finger_and_declared_as_they_lie():
    stage, words = Stage("set-tiles"), ("8 points", "Wong", "the ten breaks ties")
    assert not faces(stage)
    assert not any(stage.report.says(said) for said in words)
    stage.down("peek")
    stage.wait(500)
    assert faces(stage) == set(VIEWS["set-tiles"].hole)
    assert all(stage.report.says(said) for said in words)
    stage.up("peek")
    assert stage.tap("declare") == [Pick(92, "do/set/0/0/1/2/3")]


def test_tiles_that_are_foul_say_so_only_under_the_finger():
    stage = Stage("set-tiles")
    stage.tap("laid 0", "laid 2", "laid 1", "laid 3")
    assert stage.tap("declare") == []
    assert stage.report.says("Hold to see why")
    stage.down("peek")
    stage.wait(500)
    assert stage.report.says("Foul: low beats high")


# ---- thirteen cards


def test_thirteen_cards_are_three_rows_and_nothing_is_seen_without_the_finger():
    stage = Stage("set-thirteen-back")
    hole = VIEWS["set-thirteen-back"].hole
    assert not faces(stage)
    assert not stage.report.says("Pair of Queens")
    stage.down("peek")
    stage.wait(500)
    assert faces(stage) == set(hole)
    for words in ("Pair of Queens", "Straight, Ten high", "Flush, Ace high", "the strongest"):
        assert stage.report.says(words)


def test_thirteen_cards_that_are_foul_are_not_declared():
    stage = Stage("set-thirteen-back")
    stage.tap(*(name for n in range(5) for name in (f"laid {3 + n}", f"laid {8 + n}")))
    assert stage.tap("declare") == []
    assert stage.report.says("Hold to see why")
    stage.down("peek")
    stage.wait(500)
    assert stage.report.says("the middle beats the back. Move a card.")
    stage.up("peek")
    stage.tap("house way")
    places = "/".join(map(str, range(13)))
    assert stage.tap("declare") == [Pick(95, f"do/set/0/{places}")]


def test_a_hand_that_wins_by_itself_is_offered_only_under_the_finger():
    view = VIEWS["set-thirteen-back"]
    ask = replace(view.ask, verbs=(*view.ask.verbs, Verb("six pairs")))
    stage = Stage("waiting")
    stage.send(view, ask=ask)
    stage.wait(500)
    assert "do six pairs" not in stage.report.targets
    stage.down("peek")
    stage.wait(500)
    zone = stage.report.targets["do six pairs"]
    stage.touch("down", *zone.center, 1)
    assert stage.touch("up", *zone.center, 1) == [Pick(95, "do/six pairs/0")]
