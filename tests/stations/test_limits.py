"""My limits on the glass: they fall by two touches, and never rise."""

from msgspec.structs import replace

from firmware.screens.protocol import Close, Limits, LowerLimit, Open
from lab.scenes import SEATED, VIEWS
from tests.stage import Stage

LIMITS = Limits(400_00, 120_00, None, 102)


def opened(limits: Limits | None = LIMITS) -> Stage:
    stage = Stage(replace(SEATED, limits=limits))
    assert stage.tap("menu", "tile limits") == [Open("limits")]
    return stage


def test_a_limit_falls_by_two_touches():
    stage = opened()
    stage.tap("money minus", "money minus")
    assert stage.report.says("Lower to $360")
    assert stage.tap("lower money") == []
    assert stage.report.says("Yes, lower to $360")
    assert stage.tap("lower money") == [LowerLimit(cents=360_00)]


def test_another_amount_is_asked_about_again():
    stage = opened()
    stage.tap("money minus", "lower money", "money minus")
    assert stage.tap("lower money") == []
    assert stage.tap("lower money") == [LowerLimit(cents=360_00)]


def test_it_never_asks_for_more_than_holds_now():
    stage = opened()
    stage.tap("money plus", "money plus")
    assert stage.report.says("Lower to $400")
    assert stage.tap("lower money", "lower money") == []
    assert stage.report.says("is done at the cage")


def test_one_who_has_no_limit_sets_one():
    stage = opened()
    assert stage.tap("time minus", "lower time", "lower time") == [LowerLimit(minutes=225)]


def test_nothing_is_below_nothing():
    stage = opened(Limits(10_00, 0, 10, 0))
    for _ in range(3):
        stage.tap("money minus", "time minus")
    assert stage.tap("lower money", "lower money") == [LowerLimit(cents=0)]
    assert stage.tap("page back") == [Close("limits")]


def test_what_the_bank_says_is_read_here():
    stage = opened(None)
    assert stage.report.says("The bank is asked")
    stage.send(replace(VIEWS["limits"], refused="The bank does not answer.", limits=None))
    assert stage.report.says("The bank does not answer.")


def test_chips_that_are_coming_are_not_lost():
    """The menu said + $112 of him, and this page + $24."""
    stage = Stage(replace(VIEWS["menu-coming"], limits=VIEWS["limits"].limits))
    stage.tap("menu")
    assert "+ $112" in stage.report.words
    stage.tap("tile limits")
    assert stage.report.says("81 hands, + $112.")


def test_a_tournaments_chips_are_no_money():
    public = VIEWS["limits"].public
    chips = replace(public, placard=replace(public.placard, chips=True))
    stage = Stage(replace(VIEWS["limits"], public=chips))
    stage.tap("menu", "tile limits")
    assert "This sitting: 1 h 42 min, 81 hands." in stage.report.words
