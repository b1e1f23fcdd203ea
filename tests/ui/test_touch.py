"""A thing that can be touched draws itself and answers; what it asks for the kit never reads."""

import pytest
from pygame import Rect

from ui.buttons import Button, Label, Preset, Step, Tick
from ui.canvas import Canvas
from ui.looks import CARD
from ui.sizes import BUTTON
from ui.touch import Hold, Latch, Slider

ZONE = Rect(100, 100, 200, 80)
SKINS = [
    Label(CARD, "Fold", BUTTON, sign="close"),
    Tick(True, "Call any", "Up to your $412"),
    Preset("1/2 pot", "$62", True),
    Step("plus", "$3"),
]


def canvas(held=()) -> Canvas:
    c = Canvas((400, 300), 18)
    c.begin(held)
    return c


@pytest.mark.parametrize("skin", SKINS, ids=lambda skin: type(skin).__name__)
def test_a_button_is_found_where_it_is_drawn_and_is_darker_under_a_finger(skin):
    button = Button("one", ZONE, skin, lambda: ["asked"])
    resting, pressed = canvas(), canvas(held={"one"})
    button.draw(resting)
    button.draw(pressed)
    assert resting.report.targets == {"one": ZONE}
    assert resting.things["one"] is button
    assert [text.rect for text in resting.report.texts if not ZONE.contains(text.rect)] == []
    assert resting.pieces != pressed.pieces


def test_a_button_answers_a_finger_that_comes_up_on_it():
    button = Button("one", ZONE, SKINS[0], lambda: ["asked"], guarded=True)
    assert button.guarded
    assert not button.slips()
    assert [*button.press(120), *button.move(130)] == []
    assert button.lift(130, inside=False) == ()
    assert button.lift(130, inside=True) == ["asked"]


def test_a_button_may_reach_further_than_it_is_drawn():
    reach = ZONE.inflate(0, 8)
    c = canvas()
    Button("one", ZONE, SKINS[0], list, reach=reach).draw(c)
    assert c.report.targets["one"] == reach


def test_a_hold_lasts_as_long_as_the_finger_is_on_it():
    hold = Hold("balance", ZONE, lambda: ["open"], lambda: ["close"])
    assert hold.press(120) == ["open"]
    assert hold.slips()
    assert hold.lift(0, inside=False) == ["close"]


def test_a_slider_follows_the_finger_and_stops_at_the_ends():
    found = []
    slider = Slider("slider", ZONE, Rect(120, 130, 160, 14), found.append)
    assert [*slider.press(120), *slider.move(200), *slider.move(900), *slider.move(0)] == []
    assert found == [0.0, 0.5, 1.0, 0.0]
    assert not slider.slips()


@pytest.mark.parametrize(("to", "sent"), [(200, []), (290, ["all-in"])])
def test_a_latch_must_be_slid_to_its_end_and_springs_back(to, sent):
    at = [0.0]

    def slide(share):
        at[0] = share

    latch = Latch("slide", ZONE, Rect(120, 100, 160, 80), lambda: at[0], slide, lambda: ["all-in"])
    latch.press(290)  # a touch at the far end is no slide
    assert at == [0.0]
    latch.move(to)
    assert [*latch.lift(to, inside=True)] == sent
    assert at == [0.0]
