"""What the center screen shows, to every side of the table."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from center_screen.screen import Screen
from center_screen.seats import PLACES
from firmware.screens.protocol import Contest
from lab.scenes import CENTERS, SIDE_POTS
from lab.scenes.pictures import NOW, centered
from tests.stage import center_shown
from tests.ui.contrast import contrast
from ui.theme import CENTER

SAYS = {
    "waiting": ["Waiting for one more player", "Swipe to sit", "Ready", "Fair deal: scan"],
    "preflop": ["Lena to act  ·  $3 to call", "BB $3", "SB $1", "Lobby 12:20", "Open seat", "12"],
    "flop-sidepots": [
        "MAIN", "$473", "SIDE 1", "$224", "SIDE 2", "$252", "All pots $1,069", "In main, 1, 2",
        "Kenji to act  ·  $120 to call", "Bet $120", "All-in", "Hand #118,231", "H2PF-8RWC",
    ],
    "showdown": [
        "Lena wins $376  ·  Flush, Ace high", "Walt: Two pair, Kings and Nines", "Lena wins, Flush",
    ],
    "uncontested": ["Lena wins $44"],
    "paused": ["Paused by the floor", "Your cards and chips are kept."],
    "fault": ["The table stopped itself", "T4-JRNL-01"],
    "stud": ["Bet $4"],
    "closed": ["This table is closed"],
    "square": ["Lena cuts  ·  10 shares sealed", "Last hand: Walt won $86", "4 decks sealed"],
    "square-digits": ["Lena: 483920  ·  10 shares sealed", "Last hand: Walt won $86"],
    "void": [
        "Seat 3 did not open its share: new decks.", "Not dealt in", "Voids: 1 in 1,000 hands",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SAYS)
def test_a_state_says_what_it_must(name):
    report = center_shown(name)[1]
    for words in SAYS[name]:
        assert report.says(words), (words, report.words)


@pytest.mark.parametrize("name", ["preflop", "flop-sidepots", "showdown", "paused", "waiting"])
def test_every_message_is_told_to_both_long_sides(name):
    texts = center_shown(name)[1].texts
    for turn in (0, 180):
        assert any(text.turn == turn and text.px >= 30 and text.rect.w > 200 for text in texts)
    ends = {text.turn for text in texts if text.rect.h > 90}
    assert {90, -90} <= ends


@pytest.mark.parametrize(
    ("name", "seats"), [("square", {1, 2, 3, 4, 5, 6, 8, 9, 10}), ("void", {1, 2, 4, 5, 6, 7})]
)
def test_each_seat_whose_share_is_sealed_is_told_so_and_who_cuts_has_a_clock(name, seats):
    surface = Surface(CENTER, 0, 32)
    texts = centered(CENTERS[name], surface).report.texts
    tags = [text for text in texts if text.words == "Sealed"]
    near = {min(PLACES, key=lambda n: _far(PLACES[n].slot(), tag.rect.center)) for tag in tags}
    assert near == seats
    assert [text.words for text in texts if text.words == "3"] == ["3"] * (1 + (name == "square"))


def _far(one, other):
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def test_the_cutters_clock_runs_and_a_new_square_has_none():
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    screen.update(CENTERS["square"], NOW)
    assert screen.next_wake(NOW) is not None
    screen.heard(NOW + 1200)
    screen.draw(surface, NOW + 1200)
    assert screen.report.says("s")
    screen.update(CENTERS["square-digits"], NOW + 1300)
    screen.draw(surface, NOW + 1300)
    assert not any(text.words == "s" for text in screen.report.texts)
    assert not screen.report.says("Last hand"), "no hand was seen before it"


def test_plates_are_turned_to_their_seats():
    report = center_shown("flop-sidepots")[1]
    for number, name in ((1, "Marisol"), (3, "Kenji"), (4, "Priya"), (6, "Walt"), (9, "Bao")):
        plate = next(text for text in report.texts if text.words == name)
        place = PLACES[number]
        assert plate.turn == place.turn
        assert abs(plate.rect.centerx - place.x) < 200
        assert abs(plate.rect.centery - place.y) < 200


@pytest.mark.parametrize("name", CENTERS)
def test_text_is_large_enough_whole_and_readable(name):
    surface, report = center_shown(name)
    for text in report.texts:
        assert text.px >= 26, text
        assert surface.get_rect().contains(text.rect), text
        if text.turn % 90 == 0:
            around = text.rect.inflate(6, 6).clip(surface.get_rect())
            rim = [(around.x + (around.w - 1) * n // 8, y) for n in range(9)
                   for y in (around.y, around.bottom - 1)]  # fmt: skip
            ratios = sorted(contrast(text.ink, tuple(surface.get_at(at))[:3]) for at in rim)
            assert ratios[len(ratios) // 2] >= 4.5, text


@pytest.mark.parametrize("name", CENTERS)
def test_only_public_cards(name):
    """The view has no private card; the screen can show nothing else."""
    public, report = CENTERS[name], center_shown(name)[1]
    known = {*public.board, *public.second, *public.rabbit}
    for seat in public.seats:
        known |= {*seat.up, *seat.shown}
    if public.against:
        known |= {card for hand in public.against.hands for card in hand.cards}
    if public.pan:
        known |= {card for laid in public.pan.melds for card in laid.cards}
    assert {face.card for face in report.faces} <= known


def test_board_cards_lie_once_in_the_middle_and_once_for_each_end():
    faces = center_shown("flop-sidepots")[1].faces
    for card in SIDE_POTS.board:
        assert sum(face.card == card for face in faces) == 3


def test_a_lost_link_claims_nothing_new():
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    screen.update(SIDE_POTS, NOW)
    screen.draw(surface, NOW + 1600)
    assert screen.report.says("One moment")
    assert screen.report.says("C-LINK-03")
    screen.update(SIDE_POTS, NOW + 2500)
    screen.draw(surface, NOW + 2501)
    assert screen.report.says("Kenji to act")


def test_a_center_that_slept_comes_back_by_itself():
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    screen.update(SIDE_POTS, NOW)
    screen.draw(surface, NOW + 1600)
    assert screen.report.says("One moment")
    screen.heard(NOW + 1610)
    screen.draw(surface, NOW + 1611)
    assert screen.report.says("Kenji to act")


def test_nothing_is_painted_when_nothing_changed():
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    still = replace(SIDE_POTS, clock=None)
    screen.update(still, NOW)
    assert screen.draw(surface, NOW + 500)
    assert screen.draw(surface, NOW + 1000) == []
    assert screen.next_wake(NOW + 1000) == NOW + 1501  # only to notice a dead link


def test_a_second_on_the_clock_repaints_little():
    screen, surface = Screen(), Surface(CENTER, 0, 32)
    screen.update(SIDE_POTS, NOW)
    screen.draw(surface, NOW + 500)
    dirty = screen.draw(surface, NOW + 1500)
    assert 0 < sum(rect.w * rect.h for rect in dirty) < CENTER[0] * CENTER[1] / 8


@pytest.mark.parametrize(("number", "turn"), [(6, 0), (7, 0), (1, 180), (2, 180)])
def test_the_button_lies_clear_of_the_band(number, turn):
    """The widest message reaches over the slots of the long sides: nothing there may touch it."""
    seats = tuple(
        replace(seat, name="Maximiliana", bet=12_000, did="bet", life="in")
        for seat in SIDE_POTS.seats
    )
    public = replace(SIDE_POTS, seats=seats, to_call=1_240_000)
    pictures = []
    for button in (0, number):
        screen, on = Screen(), Surface(CENTER, 0, 32)
        screen.update(replace(public, button=button), NOW)
        screen.draw(on, NOW)
        pictures.append(on)
    says = next(t for t in screen.report.texts if "to act" in t.words and t.turn == turn)
    pill = says.rect.inflate(60, 0)
    pill.top, pill.height = says.rect.centery - 26, 52
    assert pill.right > PLACES[6].x - 100
    without, with_it = (one.subsurface(pill).copy().get_buffer().raw for one in pictures)
    assert without == with_it


def test_the_kill_button_lies_beside_the_dealers():
    """002 L259: a marker before whoever won the last pot."""
    pictures = []
    for mark in "", "K":
        seats = tuple(replace(s, mark=mark if s.seat == 4 else "") for s in SIDE_POTS.seats)
        screen, on = Screen(), Surface(CENTER, 0, 32)
        screen.update(replace(SIDE_POTS, seats=seats), NOW)
        screen.draw(on, NOW)
        pictures.append(on.get_buffer().raw)
    assert pictures[0] != pictures[1]


def test_a_voided_hand_is_told_to_all_sides_until_the_next():
    screen = Screen()
    screen.update(replace(CENTERS["waiting"], missing=0, voided=118), NOW)
    screen.draw(Surface(CENTER, 0, 32), NOW)
    for words in ("Hand #118 was voided: every chip is back", "The next hand starts soon"):
        assert {text.turn for text in screen.report.texts if text.words == words} == {0, 180}
    ends = [text.turn for text in screen.report.texts if text.words == "Voided: all chips"]
    assert sorted(ends) == [-90, 90]


def test_a_sit_n_go_posts_its_entry_and_its_fee():
    contest = Contest(0, 3, players=1, entered=1, entry=5_000, fee=500, chips=2_000, seats=5)
    screen = Screen()
    screen.update(replace(CENTERS["waiting"], contest=contest), NOW)
    screen.draw(Surface(CENTER, 0, 32), NOW)
    assert screen.report.says("entry $50 + $5 fee")
    assert not screen.report.says("buy in")


@pytest.mark.parametrize(
    ("agreed", "words"),
    [
        (False, "Lena wins the tournament and $71.40"),
        (True, "Ended by agreement: Lena $71.40 and Walt $30.60"),
    ],
)
def test_who_won_the_tournament_is_told_over_the_last_hand(agreed, words):
    contest = Contest(0, 3, ended=(("Lena", 7_140), ("Walt", 3_060)), agreed=agreed)
    screen = Screen()
    screen.update(replace(CENTERS["showdown"], contest=contest), NOW)
    screen.draw(Surface(CENTER, 0, 32), NOW)
    assert screen.report.says(words)
    assert screen.report.says("Lena wins $376  ·  Flush, Ace high")
