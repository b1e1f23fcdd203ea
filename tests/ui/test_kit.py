"""The kit: text that fits, cards that differ, frames that repaint only what changed."""

import itertools

import pygame
import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pygame import Rect, Surface

from center_screen.screen import Screen as Center
from firmware.fairness.qr import texts
from firmware.screens.protocol import View
from lab.scenes import CENTERS, VIEWS
from lab.scenes.pictures import NOW
from lab.scenes.sealed import CUTTER, RECEIPTS
from stations.pages.code import LARGE
from stations.screen import Screen
from tests.ui.contrast import contrast
from ui import cards, chips, motion, qr, sound, text, theme
from ui.canvas import Canvas, merged
from ui.shapes import Look, box, mask, ring_mask
from ui.sprites import SPRITES
from ui.theme import CENTER, STATION


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


# ---- colours


PAIRS = [
    (theme.TEXT, theme.BG, 17.9),
    (theme.TEXT, theme.SURFACE, 16.0), (theme.TEXT, theme.RAISED, 14.0),
    (theme.TEXT2, theme.SURFACE, 9.0), (theme.TEXT3, theme.SURFACE, 5.9),
    (theme.GOLD, theme.BG, 12.0),
    (theme.GOLD_INK, theme.GOLD_TOP, 12.9), (theme.GOLD_INK, theme.GOLD_LOW, 9.5),
    (theme.WHITE, theme.BLUE_TOP, 4.5), (theme.ROSE, theme.ROSE_GROUND, 10.9),
    (theme.WHITE, theme.RED, 4.9),
    (theme.WHITE, theme.GREEN_DEEP, 4.5), (theme.SKY, theme.SURFACE, 8.4),
]  # fmt: skip


@pytest.mark.parametrize(("ink", "ground", "ratio"), PAIRS)
def test_contrast_of_the_palette(ink, ground, ratio):
    assert contrast(ink, ground) >= ratio


def test_contrast_of_black_on_white():
    assert round(contrast((0, 0, 0), (255, 255, 255)), 2) == 21


@pytest.mark.parametrize("deck", theme.DECKS)
def test_suits_stand_out_from_the_paper(deck):
    for ink in theme.DECKS[deck]:
        assert contrast(ink, theme.WHITE) >= 4.5


# ---- text


def test_changing_digits_have_one_width():
    widths = {text.width(digit * 4, 24, "bold", tab=True) for digit in "0123456789"}
    assert len(widths) == 1
    assert text.width("1111", 24, "bold") < text.width("1111", 24, "bold", tab=True)


def test_every_letter_of_a_name_has_a_glyph():
    for name in ("Đặng Thị Hương", "Łukasz", "José", "Zoë", "Müller", "Søren"):
        metrics = text._font(20, "semibold").metrics(name)
        assert None not in metrics, name


@given(st.integers(0, 10**10), st.integers(60, 300))
@settings(max_examples=30)
def test_a_number_is_never_cut(cents, room):
    c = Canvas((400, 100), 18)
    shown = f"${cents / 100:,.2f}"
    rect = c.text(shown, 10, 50, 32, "bold", room=room)
    assert c.report.words == [shown]
    assert rect.w <= room


def test_a_long_name_ends_in_an_ellipsis():
    c = Canvas((400, 100), 18)
    rect = c.text("Maximiliana-Josephine", 10, 50, 20, room=110, name=True)
    assert c.report.words[0].endswith("…")
    assert rect.w <= 110


# ---- shapes


@given(st.integers(2, 90), st.integers(2, 90), st.floats(0, 60), st.floats(0.5, 4))
@settings(max_examples=60)
def test_rounded_boxes_have_the_size_that_was_asked(w, h, radius, line):
    for surface in (mask(w, h, radius), ring_mask(w, h, radius, line)):
        assert surface.get_size() == (w, h)


def test_a_pill_is_symmetric():
    pill = mask(120, 33, 16.5)
    flipped = pygame.transform.flip(pill, True, True)
    off = [abs(a - b) for a, b in zip(pixels(pill), pixels(flipped), strict=True)]
    assert max(off) <= 40


def test_the_same_box_is_the_same_sprite():
    assert box(80, 40, Look((1, 2, 3))) is box(80, 40, Look((1, 2, 3)))


# ---- cards and chips


@pytest.mark.parametrize("draw", [cards.face, cards.two_headed, cards.tile])
def test_every_face_is_different(draw):
    assert len({pixels(draw(card, 48, 68, "four")) for card in range(53)}) == 53


def test_a_deck_printed_ahead_is_found_again():
    for _ in cards.warm([(46, 64)], "four"):
        pass
    before = SPRITES.drawn.copy()
    cards.face(7, 46, 64, "four")
    cards.framed(7, 46, 64, "four", False)
    cards.shaded(7, 46, 64, "four", False)
    assert SPRITES.drawn == before


def test_two_headed_cards_read_the_same_from_both_sides():
    for card in (51, 20, 33):
        face = cards.two_headed(card, 94, 134, "four")
        turned = pygame.transform.rotate(face, 180)
        off = sum(abs(a - b) for a, b in zip(pixels(face), pixels(turned), strict=True))
        assert off / len(pixels(face)) < 4


def test_six_and_nine_cannot_be_confused():
    six, nine = cards.two_headed(16, 94, 134, "four"), cards.two_headed(28, 94, 134, "four")
    assert pixels(six) != pixels(pygame.transform.rotate(nine, 180))


def test_a_back_tells_nothing_and_a_curl_begins_as_one():
    assert cards.back(124, 174) is cards.back(124, 174)
    first = {pixels(cards.curl(card, 124, 174, "four", 1).surface) for card in range(52)}
    assert len(first) == 1  # nothing of the face shows in the first frame


@given(st.integers(100, 10**8))
def test_piles_stand_for_the_amount(cents):
    assert chips.value_of(cents) * 100 <= max(cents, 100)
    assert all(count > 0 for _, count in chips.stand_for(cents))


# ---- frames


@given(st.lists(st.sampled_from(sorted(VIEWS)), min_size=2, max_size=5))
@settings(max_examples=12)
def test_repainting_what_changed_gives_the_whole_picture(names):
    """Any walk through the states: the surface is the one a fresh painting would give."""
    screen, surface, now = Screen(), Surface(STATION, 0, 32), NOW
    for name in names:
        now += 777
        screen.update(VIEWS[name], now)
        screen.draw(surface, now + 300)
    fresh = Surface(STATION, 0, 32)
    screen._canvas.paint(fresh)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


@pytest.mark.parametrize(
    ("made", "size", "scenes"), [(Screen, STATION, VIEWS), (Center, CENTER, CENTERS)]
)
@given(st.data())
@settings(max_examples=8)
def test_while_only_chips_fly_the_picture_is_the_one_that_drawing_it_all_gives(
    made, size, scenes, data
):
    lazy, thorough, now = made(), made(), NOW
    glass, other = Surface(size, 0, 32), Surface(size, 0, 32)
    for name in data.draw(st.lists(st.sampled_from(sorted(scenes)), min_size=2, max_size=4)):
        for screen in (lazy, thorough):
            screen.update(without_clocks(scenes[name]), now)
        for wait in data.draw(st.lists(st.integers(1, 120), min_size=2, max_size=4)):
            now += wait
            lazy.draw(glass, now)
            thorough._still_until = 0.0
            thorough.draw(other, now)
            same = glass.get_buffer().raw == other.get_buffer().raw
            assert same
            assert vars(lazy.report) == vars(thorough.report)


def test_nothing_flies_on_where_nothing_flew():
    """A page lies over the table: its chips are not put under the page's ground."""
    c, sprite = Canvas((200, 200), 18), Surface((9, 9))
    c.begin()
    c.blit(sprite, 0, 0)
    c.fly_on([(sprite, 50, 50)])
    assert c.pieces == [(sprite, 0, 0)]
    c.begin()
    c.fly([(sprite, 50, 50)])
    c.blit(sprite, 0, 0)
    c.fly_on([(sprite, 60, 50), (sprite, 70, 50)])
    c.fly_on([(sprite, 80, 50)])
    assert c.pieces == [(sprite, 80, 50), (sprite, 0, 0)]


def without_clocks(view):
    """Bars move at a pace of their own, whatever flies."""
    if isinstance(view, View):
        ask = view.ask and replace(view.ask, ms=0)
        return replace(view, public=without_clocks(view.public), ask=ask)
    result = view.result and replace(view.result, next_ms=0, next_of_ms=0)
    return replace(view, clock=None, result=result)


@given(st.lists(st.tuples(*[st.integers(0, 60)] * 4), max_size=8))
def test_merged_rectangles_cover_all_and_are_no_more_to_paint(found):
    rects = [Rect(x, y, w + 1, h + 1) for x, y, w, h in found]
    few = merged(list(rects))
    assert all(any(big.contains(rect) for big in few) for rect in rects)
    assert sum(map(area, few)) <= sum(map(area, rects))
    for a, b in itertools.combinations(few, 2):
        assert not a.colliderect(b) or area(a.union(b)) > area(a) + area(b)


def area(rect: Rect) -> int:
    return rect.w * rect.h


# ---- motion, sound, QR


@pytest.mark.parametrize("ease", [motion.linear, motion.out_cubic, motion.in_out])
def test_easings_begin_and_end(ease):
    assert ease(0) == 0
    assert ease(1) == 1


def test_a_timeline_runs_and_rests():
    line = motion.Timeline()
    line.start("x", 1000, 100)
    assert line.at("x", 1000) == 0
    assert 0 < line.at("x", 1050) < 1
    assert line.moving(1050)
    assert line.at("x", 1100) == 1
    assert not line.moving(1101)


def test_reduced_motion_moves_nothing():
    line = motion.Timeline(calm=True)
    line.start("x", 0, 100)
    assert line.at("x", 1) == 1


@pytest.mark.parametrize("cue", sound.Cue.__args__)
def test_every_cue_is_heard_and_off_is_silent(cue):
    assert max(sound.samples(cue, 3)) > 0
    assert not any(sound.samples(cue, 0))
    assert len(sound.samples(cue, 3)) / 2 / sound.RATE <= 1.0


def test_a_receipts_code_in_large_has_six_pixels_a_module():
    for words in texts(RECEIPTS[CUTTER]):
        code = segno.make(words, error="l", micro=False, boost_error=False)
        assert LARGE.w // (len(code.matrix) + 8) >= 6
        corner = qr.qr(words, LARGE.w, error="l").get_at((LARGE.w // 2, 6))
        assert tuple(corner)[:3] == (255, 255, 255)  # the quiet zone


def test_chips_fly_from_plate_to_slot_and_land():
    from ui.flights import Chips, Flights, Spots

    spots = Spots(lambda seat: (0, 0), lambda seat: (100, 0), (50, 50), 28, (36, 50))
    flights, c = Flights(), Canvas((200, 200), 18)
    flights.launch([Chips(1, (0, 500), (0, 0), (2, 2))], spots, 1000)
    assert flights.moving(1100)
    c.begin()
    c.fly(flights.pieces(1075))
    assert len(c.pieces) == 1
    assert not flights.moving(1150)
    c.begin()
    c.fly(flights.pieces(1151))
    assert c.pieces == []
