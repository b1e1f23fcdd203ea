"""The last hands, looked at again: step by step, and no card that was not seen."""

import pytest
from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import Close, Open
from lab.scenes import VIEWS
from tests.stage import Stage

VIEW = VIEWS["history"]


def opened(name: str = "history") -> Stage:
    stage = Stage(name)
    stage.tap("menu", "tile history")
    return stage


def now(stage: Stage) -> str:
    return next(words for words in stage.report.words if words.startswith("Step "))


def test_it_opens_at_the_end_and_goes_step_by_step():
    stage = opened()
    assert now(stage) == "Step 9 of 9"
    stage.tap("step back", "step back")
    assert now(stage) == "Step 7 of 9"
    assert stage.report.words.count("Walt bets $20") == 2  # on the felt, and in the list
    stage.tap("first", "step back")
    assert now(stage) == "Step 1 of 9"
    assert stage.report.says("Posted $1, $3")
    stage.tap("last", "step next")
    assert now(stage) == "Step 9 of 9"


def test_it_plays_from_the_deal_to_the_end_and_rests():
    stage = opened()
    stage.tap("play")
    assert now(stage) == "Step 1 of 9"
    assert stage.report.says("Pause")
    for _ in range(200):
        wake = stage.screen.next_wake(stage.now)
        if not stage.report.says("Pause") or wake is None:
            break
        stage.wait(max(1.0, wake - stage.now))
    assert now(stage) == "Step 9 of 9"
    assert stage.report.says("Play")


def test_a_finger_on_the_line_takes_the_hand_with_it():
    stage = opened()
    line = stage.report.targets["replay"]
    stage.touch("down", line.x + 40, line.centery)
    assert now(stage) == "Step 1 of 9"
    stage.touch("move", line.centerx, line.centery)
    assert now(stage) == "Step 5 of 9"
    stage.touch("up", line.centerx, line.centery)


def test_own_cards_lie_open_only_while_they_are_held():
    stage = opened()
    assert stage.private_faces() == []
    stage.down("past mine")
    assert stage.private_faces() == list(cards("JhTh"))
    stage.wait(600, silent=True)  # the link is silent: backs
    assert stage.private_faces() == []
    stage.wait(1)
    stage.up("past mine")
    assert stage.private_faces() == []


def test_nothing_but_public_cards_is_on_the_small_felt():
    """Each step of a hand that nobody showed: the board as far as it lay, and no other face."""
    stage = opened()
    for step in reversed(VIEW.replay):
        assert {face.card for face in stage.report.faces} == set(step.public.board)
        stage.tap("step back")


def test_what_was_shown_lies_at_its_seat():
    stage = opened("history-all-show")
    shown = [card for seat in stage.view.replay[-1].public.seats for card in seat.shown]
    assert len(shown) == 18
    assert {face.card for face in stage.report.faces} >= set(shown)
    assert stage.report.says("MAIN")
    assert stage.report.says("SIDE 1")


def test_another_hand_is_asked_for_by_its_number_and_this_one_stays_until_it_comes():
    stage = opened()
    assert stage.tap("past 1") == [Open("history", 118_202)]
    assert stage.report.says("Bao folds")  # in words, as long as its steps are on the way
    moved = tuple(replace(one, public=replace(one.public, hand=118_202)) for one in VIEW.replay[:3])
    stage.send(replace(VIEW, replay=moved))
    assert now(stage) == "Step 3 of 3"
    assert stage.tap("page back") == [Close("history")]


def test_a_hand_that_ends_meanwhile_does_not_change_the_one_that_is_read():
    stage = opened()
    newer = replace(VIEW.past[0], hand=118_204)
    stage.send(replace(VIEW, past=(newer, *VIEW.past)))
    assert now(stage) == "Step 9 of 9"
    assert stage.tap("proof") == [Close("history"), Open("proof", 118_203)]


def test_ten_hands_have_room():
    stage = opened("history-all-show")
    assert len(stage.view.past) == 10
    seen = set()
    for _ in range(4):
        seen |= {name for name in stage.report.targets if name.startswith("past ")}
        stage.tap("older")
    assert {f"past {n}" for n in range(10)} <= seen
    stage.tap("newer", "newer", "newer")
    assert "past 0" in stage.report.targets


def test_after_a_power_cut_the_words_are_left():
    stage = opened("history-words")
    assert stage.report.says("only the words are left")
    assert stage.report.says("Lena folds")
    stage.tap("step back")
    assert stage.report.words.count("Walt bets $20") == 2


def test_hands_that_are_on_their_way_are_not_denied():
    """Who had played read that none had been played until the table had sent them."""
    session = replace(VIEW.session, hands=2)
    stage = Stage(replace(VIEW, past=(), session=session))
    stage.tap("menu", "tile history")
    assert stage.report.says("One moment")
    stage.send(replace(VIEW, past=(), session=replace(session, hands=0)))
    assert stage.report.says("You have played no hand here yet.")


@pytest.mark.parametrize(
    ("hands", "note"), [(0, "None yet"), (1, "Review it"), (3, "Review 3 hands")]
)
def test_the_tile_beside_the_cards_promises_the_hands_that_its_page_has(hands, note):
    """Who had just sat down was offered the last hand by its number, and the page had none."""
    session = replace(VIEW.session, hands=hands)
    stage = Stage(replace(VIEWS["wait-hand"], past=(), session=session))
    assert stage.report.words.count(note) == 1
    stage.tap("menu")
    assert stage.report.words.count(note) == 1


def test_the_list_names_no_hand_and_the_felt_does():
    words = opened("history-all-show").report.words
    assert "Bao wins $188" in words
    assert "Bao wins $188: Flush, King high" in words
