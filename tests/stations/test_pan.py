"""Pan by touch: cards are chosen face down, seen only while the pad is held, and what is said is
just what was offered."""

import pytest
from msgspec.structs import replace

from firmware.screens.protocol import Pick
from lab.scenes import VIEWS
from tests.stage import Stage

OWN = VIEWS["pan"].hole


def faces(stage: Stage) -> set[int]:
    return {face.card for face in stage.report.faces if face.private}


def test_the_own_hand_is_seen_only_while_the_pad_is_held() -> None:
    stage = Stage("pan")
    assert faces(stage) == set()
    stage.down("peek")
    stage.wait(500)
    assert faces(stage) == set(OWN)
    stage.up("peek")
    stage.wait(50)
    assert faces(stage) == set()


def test_two_cards_and_the_turned_one_are_melded() -> None:
    stage = Stage("pan")
    assert "do meld" not in stage.report.targets
    assert stage.tap("place 0", "place 1") == []
    assert stage.report.says("$5 from each")
    assert stage.tap("do meld") == [Pick(61, "do/meld/0/0/1")]


def test_cards_that_make_no_meld_are_not_offered() -> None:
    stage = Stage("pan")
    stage.tap("place 0", "place 2")
    assert "do meld" not in stage.report.targets
    stage.tap("place 2", "place 1")  # put back
    assert "do meld" in stage.report.targets


@pytest.mark.parametrize(
    ("scene", "touches", "says"),
    [
        ("pan", ("do leave",), Pick(61, "do/leave/0")),
        ("pan", ("place 0", "do leave"), Pick(61, "do/leave/0")),
        ("pan-left", ("do add",), Pick(63, "do/add 2/0")),
        ("pan-left", ("do draw",), Pick(63, "do/draw/0")),
        ("pan-hit", ("place 1", "do discard"), Pick(62, "do/discard/0/1")),
        ("pan-declare", ("do in",), Pick(60, "do/in/0")),
        ("pan-declare", ("do out",), Pick(60, "do/out/0")),
        ("pan-split", ("do agree",), Pick(64, "do/agree/0")),
        ("pan-split", ("do play on",), Pick(64, "do/play on/0")),
    ],
)
def test_what_a_button_says(scene: str, touches: tuple[str, ...], says: Pick) -> None:
    assert Stage(scene).tap(*touches) == [says]


def test_a_discard_needs_one_card() -> None:
    stage = Stage("pan-hit")
    assert "do discard" not in stage.report.targets
    stage.tap("place 0", "place 1")
    assert "do discard" not in stage.report.targets


def test_the_buttons_tell_onlookers_nothing_of_the_hand() -> None:
    """With or without two fives in it the glass looks the same until cards are chosen."""
    fits = VIEWS["pan"]
    assert fits.ask is not None
    not_ = replace(fits, ask=replace(fits.ask, verbs=fits.ask.verbs[1:]))
    seen = []
    for view in (fits, not_):
        stage = Stage("pan")
        stage.send(view)
        stage.wait(500)
        seen.append(({*stage.report.targets}, [text.words for text in stage.report.texts]))
    assert seen[0] == seen[1]


def test_who_waits_touches_nothing_of_the_hand() -> None:
    assert not [name for name in Stage("pan-waiting").report.targets if name.startswith("place")]
