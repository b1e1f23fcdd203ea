"""What must never happen, each as a test."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pygame import Rect, Surface

from firmware.screens import protocol as p
from lab.scenes import NL_PUBLIC, NL_TURN, PEEKING, SEATED, VIEWS
from tests.stage import ALL, Stage, glass, shown

NL = VIEWS["your-turn-nolimit"]


def pixels(surface: Surface, rect: Rect) -> bytes:
    return surface.subsurface(rect).copy().get_buffer().raw


# ---- 1. A face needs a live finger in the zone, a healthy link and a live hand


def test_a_finger_shows_the_cards_and_lifting_it_hides_them():
    stage = Stage(PEEKING)
    assert stage.private_faces() == []
    stage.down("peek")
    stage.wait(120)
    assert stage.private_faces() == list(PEEKING.hole)
    stage.up("peek")
    assert stage.private_faces() == []


def test_leaving_the_zone_hides_and_coming_back_does_not_show():
    stage = Stage(PEEKING)
    zone = stage.report.targets["peek"]
    stage.down("peek")
    stage.touch("move", zone.right + 30, zone.centery)
    assert stage.private_faces() == []
    stage.touch("move", *zone.center)
    assert stage.private_faces() == []


def test_silence_of_half_a_second_hides():
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.wait(499, silent=True)
    assert stage.private_faces()
    stage.wait(2, silent=True)
    assert stage.private_faces() == []
    assert len(stage.report.backs) >= 2


def test_a_held_peek_asks_to_be_woken_before_it_must_hide():
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.wait(200)
    assert stage.screen.next_wake(stage.now) <= stage.now + 501


@pytest.mark.parametrize(
    "view",
    [
        VIEWS["folded"],
        replace(VIEWS["folded"], hole=SEATED.hole),  # even if cards were sent by mistake
        replace(SEATED, public=replace(SEATED.public, phase="waiting")),
        VIEWS["lobby"],
    ],
)
def test_no_live_hand_no_face(view):
    stage = Stage(view)
    stage.touch("down", 170, 640)
    stage.wait(200)
    assert stage.private_faces() == []


def test_a_lost_link_hides_everything_and_nothing_can_be_touched():
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.screen.lost(stage.now)
    stage.draw()
    assert stage.private_faces() == []
    assert stage.report.targets == {}
    assert stage.report.says("Your cards are hidden. Your hand and chips are kept.")


@pytest.mark.parametrize("life", ["folded", "lobby", "seated"])
def test_a_lost_link_promises_no_hand_to_who_has_none(life):
    """Who had folded, or waited for the next hand, read that his cards are hidden."""
    public = NL_PUBLIC
    seats = tuple(
        replace(one, life=life, down=0) if one.seat == SEATED.seat else one for one in public.seats
    )
    stage = Stage(replace(SEATED, hole=(), turn=None, public=replace(public, seats=seats)))
    stage.screen.lost(stage.now)
    stage.draw()
    assert stage.report.says("Your seat and chips are kept.")
    assert not stage.report.says("Your cards are hidden")
    assert stage.report.backs == []


@pytest.mark.parametrize(
    ("name", "says"),
    [("attract", "Nobody sits here."), ("pin", "Your money is safe."), ("buyin", "Your money")],
)
def test_a_lost_link_speaks_of_no_cards_and_chips_where_nobody_has_any(name, says):
    view = VIEWS[name]
    seats = tuple(
        p.Seat(seat.seat) if seat.seat == view.seat else seat for seat in view.public.seats
    )
    stage = Stage(replace(view, public=replace(view.public, seats=seats)))
    stage.screen.lost(stage.now)
    stage.draw()
    assert stage.report.says("Reconnecting")
    assert stage.report.says(says)
    for words in ("Your cards", "Your hand", "chips are kept", "Your stack", "your turn"):
        assert not stage.report.says(words), words


def test_a_view_ends_a_lost_link():
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.wait(1600, silent=True)
    assert stage.report.says("Reconnecting")
    stage.send(PEEKING)
    assert not stage.report.says("Reconnecting")
    assert stage.private_faces() == []  # the finger must come anew


def test_a_machine_that_slept_comes_back_by_itself():
    """The link noticed nothing, and no view follows: it is this player's turn."""
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.wait(1600, silent=True)
    assert stage.report.says("Reconnecting")
    stage.screen.heard(stage.now - 1600)  # what was known before it slept
    stage.draw()
    assert stage.report.says("Reconnecting")
    stage.wait(10)
    assert not stage.report.says("Reconnecting")
    assert stage.private_faces() == []  # the finger must come anew
    assert "peek" in stage.report.targets


def test_the_pixels_of_a_face_are_gone_in_the_next_frame():
    stage = Stage(PEEKING, glass())
    stage.wait(400)  # the frame of the turn has stopped beating
    before = stage.surface.copy()
    stage.down("peek")
    stage.wait(200)
    assert stage.surface.get_buffer().raw != before.get_buffer().raw
    stage.up("peek")
    stage.wait(0)
    zone = stage.report.targets["peek"]
    assert pixels(stage.surface, zone) == pixels(before, zone)


def test_hands_and_cards_are_in_no_repr():
    for thing in (PEEKING, p.Draw(1, (3, 4)), p.EnterPin("4711")):
        assert "51" not in repr(thing)
        assert "4711" not in repr(thing)
    stage = Stage(PEEKING)
    stage.down("peek")
    stage.wait(120)
    assert "hidden" in repr([face for face in stage.report.faces if face.private])


def test_the_name_of_the_hand_only_inside_the_peek():
    stage = Stage(SEATED)
    assert not stage.report.says("Flush draw")
    stage.down("peek")
    assert stage.report.says("Flush draw")


def test_old_hands_show_own_cards_only_while_held():
    stage = Stage("history")
    stage.tap("menu", "tile history")
    assert stage.private_faces() == []
    stage.down("past mine")
    assert len(stage.private_faces()) == 2
    stage.up("past mine")
    assert stage.private_faces() == []


# ---- 2. and 3. Nothing leaves before it is confirmed, and nobody hears a choice

DRAFTS = (
    "preset 4800",
    "preset 10400",
    "preset 41200",
    "minus",
    "plus",
    "keypad",
    "keypad off",
    "digit 5",
)


@given(st.lists(st.sampled_from(DRAFTS), max_size=8))
@settings(max_examples=15)
def test_a_draft_never_leaves(names):
    stage = Stage(NL)
    stage.screen.sounds()
    for name in names:
        if name in stage.report.targets:
            assert stage.tap(name) == []
    assert stage.screen.sounds() == []


def test_a_pre_action_never_leaves_before_the_turn():
    stage = Stage(SEATED)
    stage.screen.sounds()
    assert stage.tap("pre check/fold") == []
    assert stage.screen.sounds() == []
    assert stage.send(VIEWS["your-turn-check"]) == [p.Act(32, "call")]


def test_peeking_is_silent():
    stage = Stage(SEATED)
    stage.screen.sounds()
    stage.down("peek")
    stage.wait(300)
    stage.up("peek")
    assert stage.screen.sounds() == []


def test_check_clears_if_anyone_bets():
    stage = Stage(SEATED)
    stage.tap("pre check")
    stage.send(VIEWS["waiting-facing-bet"])
    assert stage.screen.state.ahead.act == ""
    assert stage.send(NL) == []


@pytest.mark.parametrize(
    ("ticked", "act"),
    [("check", None), ("check/fold", "fold"), ("call any", "call")],
)
def test_a_bet_that_comes_with_the_turn_is_never_paid_by_a_check(ticked, act):
    """No view between the tick and the turn: what was ticked must still mean what it said."""
    stage = Stage(SEATED)
    stage.tap(f"pre {ticked}")
    assert stage.send(NL) == ([p.Act(31, act)] if act else [])


def test_a_call_ticked_for_less_is_not_made():
    stage = Stage("waiting-facing-bet")
    stage.tap("pre call")
    assert stage.send(replace(NL, turn=replace(NL_TURN, call=5000))) == []


def test_call_clears_if_it_grows():
    stage = Stage("waiting-facing-bet")
    stage.tap("pre call")
    stage.send(replace(stage.view, owed=2000))
    assert stage.screen.state.ahead.act == "call"
    stage.send(replace(stage.view, owed=5000))
    assert stage.screen.state.ahead.act == ""


def test_a_new_street_clears_what_was_ticked():
    stage = Stage(SEATED)
    stage.tap("pre call any")
    board = (*SEATED.public.board, 0)
    stage.send(replace(SEATED, public=replace(SEATED.public, board=board)))
    assert stage.screen.state.ahead.act == ""


# ---- 5. A touch meant for one button never lands on another that just appeared


def test_touches_wait_after_the_row_changed():
    stage = Stage(SEATED)
    stage.send(NL)
    stage.wait(200)
    assert stage.tap("call") == []
    stage.wait(200)
    assert stage.tap("call") == [p.Act(31, "call")]


def test_a_press_begun_before_the_change_does_not_count():
    stage = Stage("your-turn-check")
    stage.down("call")
    stage.wait(20)
    stage.send(replace(NL, turn=replace(NL_TURN, decision=32)))
    stage.wait(600)
    assert stage.up("call") == []


def test_an_amount_that_changed_under_the_finger_is_not_called():
    stage = Stage(NL)
    stage.down("call")
    more = replace(NL_TURN, call=4000)
    stage.send(replace(NL, turn=more, public=replace(NL_PUBLIC, to_call=4000)))
    stage.wait(50)
    assert stage.up("call") == []


def test_pre_actions_lie_where_no_action_appears():
    boxes = [r for n, r in shown("waiting")[1].targets.items() if n.startswith("pre ")]
    for scene in ("your-turn-nolimit", "your-turn-limit", "your-turn-check"):
        targets = shown(scene)[1].targets
        for name in ("fold", "call", "raise"):
            assert targets[name].collidelist(boxes) < 0 or scene == "your-turn-limit"
    limit = shown("your-turn-limit")[1].targets
    for name in ("fold", "call", "raise"):  # limit buttons are tall: they begin lower
        assert limit[name].y >= max(box.y for box in boxes) + 72


# ---- 6. PIN keys do not light up; four digits of the card at most


def test_pin_keys_do_not_light_up():
    stage = Stage("pin", glass())
    key = stage.report.targets["key 5"]
    before = pixels(stage.surface, key)
    stage.down("key 5")
    assert pixels(stage.surface, key) == before


def test_the_pin_is_never_drawn():
    stage = Stage("pin")
    quiet = sorted(stage.report.words)
    stage.tap("key 1", "key 2")
    assert sorted(stage.report.words) == quiet


# ---- 9. and 4. Nothing under the floor size, nothing cut off, everything big enough to hit


@pytest.mark.parametrize("name", ALL)
def test_text_is_large_enough_and_whole(name):
    surface, report, screen = shown(name)
    floor = 22 if screen.state.view.prefs.large else 18
    for text in report.texts:
        assert text.px >= floor, text
        assert surface.get_rect().contains(text.rect), text
        assert not text.room or text.rect.w <= text.room, text
        assert "…" not in text.words or "$" not in text.words, text


@pytest.mark.parametrize("name", ALL)
def test_texts_do_not_lie_on_each_other(name):
    texts = shown(name)[1].texts
    for n, one in enumerate(texts):
        for other in texts[n + 1 :]:
            assert not one.rect.inflate(-2, -4).colliderect(other.rect.inflate(-2, -4)), (
                one,
                other,
            )


@pytest.mark.parametrize("name", ALL)
def test_targets_are_large_enough_and_apart(name):
    targets = shown(name)[1].targets
    for one, rect in targets.items():
        assert min(rect.size) >= 70, (one, rect)
    for one, rect in targets.items():
        for other, second in targets.items():
            if one < other and not {"floor", "time", "menu"} & {one, other}:  # the bar has no gaps
                assert not rect.colliderect(second), (one, other)


@pytest.mark.parametrize(
    ("phase", "hand", "said"),
    [("in hand", 118_204, ["This hand", "#118,204", "will go on"]),
     ("showdown", 118_204, ["Last hand", "#118,204", "is over"]),
     ("waiting", 0, ["First hand", "not yet"])],
)  # fmt: skip
def test_a_lost_link_promises_only_a_hand_that_is_in_play(phase, hand, said):
    """ "This hand #118,204 will go on" of one that was over, and "#0" before the first."""
    stage = Stage("waiting")
    stage.send(replace(stage.view, public=replace(stage.view.public, phase=phase, hand=hand)))
    stage.wait(9500, silent=True)
    assert {*said} <= {*stage.report.words}
