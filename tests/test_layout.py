"""Nothing covers a name, a card or an amount, and no words leave their box: whatever the table,
whoever looks at it."""

from itertools import combinations

import pytest
from hypothesis import given
from msgspec.structs import replace
from pygame import Rect

from firmware.fairness.station import Proved, StationLog
from firmware.games.poker import commands as p
from firmware.screens.protocol import Pot, Prefs, Seat
from lab.scenes import CENTERS, NL_PUBLIC, SEATED, SIDE_POTS, VIEWS
from lab.scenes.pictures import Step, centered, played
from lab.scenes.pictures import stations as scenes
from lab.simulation.bare_table import BareTable
from lab.simulation.matrix import rows
from tests import tables
from tests.overlaps import faults, recording
from tests.recording import Mark, Recording, corners
from tests.screens.seen import everyone, station
from tests.stage import dot
from ui.theme import CENTER, STATION

WAYS = ("left", "large", "contrast")
EVERY_TWO = [(), *((way,) for way in WAYS), *combinations(WAYS, 2)]
ON_CENTER = 7  # letters and dots of a cut name are more
WHY = "Hand 118204.1.cut: seat 10 opened what it had not sealed, " * 4


@pytest.fixture(autouse=True, scope="module")
def _recorded():
    with recording():
        yield


def station_faults(view, step=Step()):  # noqa: B008
    screen, _ = played(view, step, dot())
    return faults(screen.report.marks, Rect(0, 0, *STATION))


def center_faults(public):
    screen = centered(public, dot())
    return faults(screen.report.marks, Rect(0, 0, *CENTER), ON_CENTER)


@given(tables.stations())
def test_nothing_covers_anything_on_a_station(view):
    assert station_faults(view) == []


@given(tables.tables() | tables.waiting_tables())
def test_nothing_covers_anything_on_the_center(public):
    assert center_faults(public) == []


@pytest.mark.parametrize("ways", EVERY_TWO, ids=" ".join)
def test_nothing_covers_anything_in_any_state(ways):
    prefs = dict.fromkeys(ways, True)
    for name, view, step in scenes():
        there = tuple(tap for tap in step.taps if not tap.startswith("preset"))  # large has fewer
        seen = replace(view, prefs=replace(view.prefs, **prefs))
        assert station_faults(seen, step._replace(taps=there)) == [], name


@pytest.mark.parametrize("name", CENTERS)
def test_nothing_covers_anything_in_any_state_of_the_center(name):
    assert center_faults(CENTERS[name]) == []


# ---- boards that are laid out in rows

BOARDS = [row for row in rows("club-caribe") if row.game.startswith("cuban")]


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row.game)
def test_a_board_of_many_cards_keeps_off_everything(row):
    """Eight cards in one row lay under seat 4 and beyond the glass, and a check at a side had less
    room than none, which ended the station."""
    m = BareTable(row.page, 3).open(*range(1, 8), chips=99_900).next_hand()
    looks = []
    while (hand := m.table.live) is not None:
        if hand.due != "act":
            if not m.step():
                m.wait()
            continue
        m.move(p.Call(hand.queue[0]))
        if len(m.table.play.board) == row.page.law(0).board:
            looks.append((everyone(m), station(m, 4), station(m, 1)))
    for public, one, other in (looks[2], looks[-1]):
        assert center_faults(public) == []
        assert station_faults(one) == []
        assert station_faults(replace(other, prefs=Prefs(large=True, left=True))) == []
        assert station_faults(one, Step(("menu",))) == []
        for screen in (played(one, Step(), dot())[0],
                       centered(public, dot())):  # fmt: skip
            assert {*public.board} <= {face.card for face in screen.report.faces}


# ---- as it was seen


def ten_shown(public, large=False, seat=7):
    """All ten show, and there are five pots."""
    seats = tuple(
        Seat(n, "in", "Maximiliana-Josephine", 123_400, shown=(4 * n, 4 * n + 1), mark="BB",
             hand="Straight flush, Queen high")
        for n in range(1, 11)
    )  # fmt: skip
    pots = tuple(Pot(43_600 * n) for n in range(1, 6))
    ended = replace(public, seats=seats, pots=pots)
    return replace(VIEWS["showdown"], public=ended, seat=seat, prefs=Prefs(large=large))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("pots", [1, 4, 5])
def test_pots_keep_off_names_and_cards(pots, large):
    view = ten_shown(VIEWS["showdown"].public, large)
    view = replace(view, public=replace(view.public, pots=view.public.pots[:pots]))
    assert station_faults(view) == []


@pytest.mark.parametrize("large", [False, True])
def test_five_pots_in_play_are_told_apart(large):
    public = replace(NL_PUBLIC, pots=tuple(Pot(43_600 * n) for n in range(1, 6)))
    view = replace(VIEWS["your-turn-nolimit"], public=public, prefs=Prefs(large=large))
    screen, _ = played(view, Step(), dot())
    assert {"MAIN", "SIDE 1", "SIDE 4", "$2,180"} <= set(screen.report.words)
    assert station_faults(view) == []


def test_the_name_of_a_hand_keeps_off_a_neighbours_plate():
    assert station_faults(ten_shown(VIEWS["showdown"].public)) == []
    assert center_faults(ten_shown(CENTERS["showdown"]).public) == []


@pytest.mark.parametrize("large", [False, True])
def test_what_the_table_says_keeps_off_the_board(large):
    view = replace(VIEWS["refused"], prefs=Prefs(large=large))
    assert station_faults(view) == []
    said = replace(SEATED, said="The floor is called.", prefs=Prefs(large=large))
    screen, _ = played(said, Step(), dot())
    assert screen.report.says("The floor is called.")


@pytest.mark.parametrize("large", [False, True])
def test_an_amount_with_cents_keeps_off_its_label_in_the_menu(large):
    """ "On the table" ran into $11,505.50."""
    view = VIEWS["menu"]
    seats = tuple(replace(one, stack=1_150_550) for one in view.public.seats)
    session = replace(view.session, bought_in=1_381_200, result=-230_650, coming=1_234_550)
    view = replace(view, public=replace(view.public, seats=seats), session=session)
    assert station_faults(replace(view, prefs=Prefs(large=large)), Step(("menu",))) == []


def test_whom_the_table_waits_for_is_read_in_the_menu():
    """ "Wolfgang Amadeus to turn a card up, then you." stood at half of its width."""
    public = replace(VIEWS["menu"].public, asked="roll", actor=6)
    seats = tuple(replace(one, name="Wolfgang Amadeus") for one in public.seats)
    view = replace(VIEWS["menu"], public=replace(public, seats=seats), prefs=Prefs(large=True))
    screen, _ = played(view, Step(("menu",)), dot())
    assert "Wolfgang Amadeus to turn a card up." in screen.report.words
    assert station_faults(view, Step(("menu",))) == []


@pytest.mark.parametrize("left", [False, True])
def test_what_is_said_beside_the_pin_pad_keeps_off_it_and_off_the_words(left):
    """ "Your PIN comes first." lay on a line, and for the left hand on the keys."""
    view = replace(VIEWS["pin"], refused="Your PIN comes first.", prefs=Prefs(left=left))
    assert station_faults(view) == []


@pytest.mark.parametrize("large", [False, True])
def test_the_whole_proof_is_read(large, monkeypatch):
    """Also the one that does not hold."""
    monkeypatch.setattr(StationLog, "_prove", lambda *_: Proved(None, WHY))
    view = replace(VIEWS["fairness"], prefs=Prefs(large=large))
    assert station_faults(view, Step(("menu", "tile proof"))) == []


@pytest.mark.parametrize("name", ["cut", "bets", "twentyone"])
def test_large_type_cuts_neither_the_own_name_nor_the_games(name):
    """ "Lena · y…" beside the deck that she cuts, and "Three Card Pok…" over her bets."""
    view = replace(VIEWS[name], prefs=Prefs(large=True))
    screen, _ = played(view, Step(), dot())
    assert not [words for words in screen.report.words if words.endswith("…")]


def test_whoever_is_ready_has_his_name():
    seats = tuple(Seat(n, "ready", "Guadalupe", 30_000) for n in range(1, 11))
    screen = centered(replace(CENTERS["waiting"], seats=seats), dot())
    assert screen.report.words.count("Guadalupe") == 10


def test_side_pots_keep_off_the_corners_of_the_center():
    pots = tuple(Pot(123_400 * n) for n in range(1, 6))
    assert center_faults(replace(SIDE_POTS, pots=pots)) == []


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("turn", ["your-turn-nolimit", "your-turn-limit"])
@pytest.mark.parametrize("end", ["showdown", "showdown-lost", "asks-rabbit"])
def test_nothing_at_the_end_of_a_hand_lies_where_raise_appears(end, turn, left):
    """A finger that is late for a raise must not sit its player out."""
    reports = []
    for name in (end, turn):
        view = replace(VIEWS[name], prefs=Prefs(left=left))
        reports.append(played(view, Step(), dot())[0].report)
    offered = reports[0].targets
    assert {"history", "proof"} <= offered.keys()
    for act in ("fold", "call", "raise"):
        assert not [name for name, at in offered.items() if at.colliderect(reports[1].targets[act])]


# ---- the judge itself


def mark(kind, x, y, w, h, **more):
    return Mark(kind, more.pop("says", ""), corners(Rect(x, y, w, h)), **more)


def test_what_is_a_fault():
    glass = Rect(0, 0, 1000, 1000)
    name, pill = mark("text", 100, 100, 80, 20, says="Lena"), mark("box", 170, 90, 90, 40)
    card, over = mark("face", 300, 300, 50, 70), mark("face", 310, 300, 50, 70)
    assert len(faults([name, pill], glass)) == 1  # covered
    assert len(faults([pill, name], glass)) == 1  # leaves its box
    assert len(faults([card, over], glass)) == 1  # the rank is hidden
    assert faults([card, over._replace(corners=corners(Rect(330, 300, 50, 70)))], glass) == []
    assert len(faults([mark("text", 950, 0, 80, 20)], glass)) == 1  # leaves the glass
    assert len(faults([mark("text", 0, 0, 20, 20, says="L…", asked="Lena")], glass)) == 1
    a, b = mark("target", 0, 0, 100, 72), mark("target", 90, 0, 100, 72)
    assert len(faults([a, b], glass)) == 1


def test_a_letter_that_goes_under_its_line_counts():
    """The amount under Split touched its p in large type."""
    c = Recording((1000, 1000), 18)
    for words in ("Deal", "Split"):
        c.text(words, 0, 100, 40)
    stands, goes_under = (max(y for _, y in one.corners) for one in c.report.marks)
    assert goes_under == stands + 8


def test_a_turned_name_is_covered_only_where_it_lies():
    glass = Rect(0, 0, 1000, 1000)
    name = mark("text", 0, 90, 200, 20, says="Lena").around(500, 500, 45, 200, 200)
    inside_its_bounds, on_it = mark("box", 440, 440, 20, 20), mark("box", 490, 490, 20, 20)
    assert faults([name, inside_its_bounds], glass) == []
    assert len(faults([name, on_it], glass)) == 1
