"""What each state of a station shows: by the draw report, and by its pixels."""

import re

import pygame
import pytest
import zxingcpp
from msgspec.structs import replace

from firmware.screens.protocol import Alert, Clock, Prefs
from lab.scenes import NL_PUBLIC, SEATED, VIEWS
from tests.stage import ALL, Stage, glass, shown
from tests.ui.contrast import contrast

SAYS = {
    "attract": [
        "Swipe",
        "to sit down",
        "Seat 7 is open",
        "Buy in from $100 to $500",
        "$18,642",
        "21+",
    ],
    "pin": ["Enter your PIN", "Card ending 4471", "5 tries left"],
    "pin-wrong": ["Wrong PIN", "2 tries left"],
    "locked": ["This card is locked", "Your money is safe. Nobody can use this card."],
    "buyin": [
        "How much to the table?",
        "$300",
        "100 big blinds",
        "$940",
        "Wait for the big blind",
        "Post $3",
    ],
    "buyin-returning": ["$412", "bring at least that"],
    "add-chips": ["$500 is the most at this table, and you have $412."],
    "no-chips": ["No chips can be bought now", "when you have no chips"],
    "buyin-free": ["$500 is the most at this table.", "You are dealt in as soon as you may be."],
    "slip": ["You left the table", "$412", "Is on your card ending 4471", "holds $1,240 now"],
    "slip-moved": ["You sit in seat 9 now", "$412", "Your chips came with you."],
    "please-wait": ["The floor has been asked to approve your seat"],
    "wait-hand": ["You are in from the next hand"],
    "wait-blind": ["You are in when the big blind reaches you"],
    "waiting": [
        "Walt to act  ·  you are next",
        "Check / fold",
        "Call any",
        "Nobody sees your choice",
        "POT",
        "$44",
        "Lobby 11:42",
    ],
    "waiting-facing-bet": ["Fold", "Call $20", "Clears if it grows", "Bao bets $20"],
    "your-turn-nolimit": [
        "YOUR TURN",
        "Call $20",
        "Raise to $76",
        "Only you see this amount until you confirm",
        "Bank 45 s",
        "Walt bets $20  ·  $20 to call",
    ],
    "your-turn-check": ["Check", "Bet $3"],
    "your-turn-limit": [
        "Bets are $8",
        "1 of 4",
        "$68",
        "$80",
        "Raise to $24",
        "Raise 2 of 4",
        "Call $16",
    ],
    "your-turn-bank": ["TIME BANK"],
    "your-turn-allin": ["All-in $412"],
    "peek": ["Lift finger to hide", "4 BB", "Raise to $12"],
    "all-in": ["ALL-IN", "$697", "2 cards to come", "In main"],
    "folded": ["FOLDED", "You folded", "Your next cards come with the next hand."],
    "showdown": [
        "You win $376",
        "Flush, Ace high",
        "beats Walt: Two pair, Kings and Nines",
        "+ $376",
        "3 s",
        "Winning five",
    ],
    "showdown-pots": [
        "You win $108",
        "Main pot $96: Otis, Straight, King high",
        "Side pot 1 $108: You, Pair of Kings",
        "Side pot 2 $40: Walt, Pair of Nines",
    ],
    "showdown-twice": [
        "You win $98",
        "First board",
        "Main pot $49: Otis, Straight, King high",
        "Side pot 2 $20: You, Straight, Ace high",
    ],
    "showdown-twice-lost": ["Otis wins $99", "Side pot 2 $20: Lena, Straight, Ace high"],
    "showdown-lost": ["Lena wins $376", "beats you: Two pair, Kings and Nines"],
    "uncontested": ["You win $44", "Nobody called", "Muck", "Show"],
    "sit-out": ["SITTING OUT", "I am back", "Leave table"],
    "lobby": ["Lobby 11:40 left", "I am back"],
    "lobby-late": ["The floor has been told."],
    "timed-out": ["Your time ran out in hand #118,204: your hand was folded, 3 min ago."],
    "after-hand": ["You sit out from the next hand on.", "Deal me in"],
    "your-turn-late": ["Checking is free  ·  At 0 s you check and sit out"],
    "menu-on-turn": ["YOUR TURN", "25 s"],
    "leaving": ["Cash out $412 and what you win"],
    "leaving-all-in": ["You are all-in and play for $697"],
    "display": ["Four colors", "Classic", "For color blindness"],
    "leave": ["$412 and what you win", "If you come back within the hour"],
    "broke": ["You have no chips", "Your seat is kept for", "Add chips"],
    "menu-coming": ["After this hand", "+ $88", "Finish your hand first."],
    "lobby-page": ["Finish your hand first."],
    "menu": [
        "This session",
        "1 h 42 min",
        "+ $112",
        "Leave table",
        "With what you win, after this hand",
        "Walt to act, then you.",
    ],
    "history": ["#118,203", "+ $44", "Walt raises to $12"],
    "fairness": [
        "Was the last deal fair?",
        "Y5D5-XLUX-KZKP",
        "Your digits went into the shuffle",
        "What this cannot prove",
        "Receipt  ·  code 1 of 3",
    ],
    "paused": ["Paused by the floor", "Your cards and chips are kept. All clocks are stopped."],
    "fault": ["Reconnecting", "S7-LINK-03", "$412", "Stopped", "22 s of 30 s left", "#118,204"],
    "out-of-service": ["Out of service", "S7-TOUCH-01", "calls the floor by itself"],
    "service-test": ["Service test", "A technician tests this table", "C-TST-01"],
    "draw": ["Change 2 cards", "Give up"],
    "discard": ["Give up 1 card"],
    "roll": ["Keep it down", "Turn it up"],
    "vote": ["Run it twice?", "Yes", "No"],
    "cut": ["Hand #118,204 is sealed", "nobody can guess", "with 6 digits"],
    "stud": ["Fourth street", "Bets are $4"],
    "refused": ["Make it $40 or more"],
    "fold-when-free": ["Check is free. Fold anyway?"],
}


@pytest.mark.parametrize("name", SAYS)
def test_a_state_says_what_it_must(name):
    report = shown(name)[1]
    for words in SAYS[name]:
        assert report.says(words), (words, report.words)


def test_a_table_under_test_calls_nobody():
    assert not shown("service-test")[1].says("calls the floor")


@pytest.mark.parametrize("name", ALL)
def test_contrast_of_every_text(name):
    """Ink against the ground that really lies around it: 4.5 to 1, the Time button off turn 3."""
    surface, report, _ = shown(name)
    for text in report.texts:
        around = text.rect.inflate(4, 6).clip(surface.get_rect())
        ground = sorted(
            (tuple(surface.get_at(at))[:3] for at in _rim(around)),
            key=lambda c: contrast(text.ink, c),
        )
        middle = ground[len(ground) // 2]
        least = 3.0 if text.words == "Time" else 4.5
        assert contrast(text.ink, middle) >= least, (text, middle)


def _rim(rect):
    for n in range(9):
        x = rect.x + (rect.w - 1) * n // 8
        yield x, rect.y
        yield x, rect.bottom - 1


def test_the_slip_is_read_from_the_glass_by_a_telephone():
    surface, _, screen = shown("slip")
    pixels = pygame.surfarray.array3d(surface).swapaxes(0, 1).copy()
    found = zxingcpp.read_barcodes(pixels, formats=zxingcpp.BarcodeFormat.QRCode)
    assert [code.text for code in found] == [screen.state.view.slip.text]


BRITISH = re.compile(r"\b(?:colour|grey|cheque|centre|favour|licence|cancelled)")


@pytest.mark.parametrize("name", ALL)
def test_a_card_room_of_california_is_spoken_to_in_its_own_spelling(name):
    words = " ".join(shown(name)[1].words)
    assert not BRITISH.search(words.lower())


def test_who_is_all_in_plays_for_the_pots_that_he_is_in():
    for name, view in VIEWS.items():
        me = next((one for one in view.public.seats if one.seat == view.seat), None)
        if me is not None and me.all_in:
            assert view.plays_for == sum(view.public.pots[n].chips for n in me.pots) > 0, name
            assert view.ask is not None or shown(name)[1].says(f"${view.plays_for // 100}"), name


def test_only_public_cards_and_no_others():
    """Every face on a station is on the board, up, shown, or own and held."""
    for name in ALL:
        _, report, screen = shown(name)
        view = screen.state.view
        public: set[int] = set()
        for seen in (view.public, *(moment.public for moment in view.replay)):
            public |= {*seen.board, *seen.second, *seen.rabbit}
            public |= {card for seat in seen.seats for card in (*seat.up, *seat.shown)}
            public |= {card for laid in (seen.pan.melds if seen.pan else ()) for card in laid.cards}
        for past in view.past:
            public |= {*past.board}
        if view.public.result:
            public |= {*view.public.result.cards}
        for face in report.faces:
            assert face.card in (view.hole if face.private else public), name


def test_the_clock_counts_down_from_what_was_sent():
    stage = Stage("your-turn-nolimit")
    assert stage.view.public.clock.left_ms == 14_000
    for _ in range(7):
        stage.wait(500)
    big = [text.words for text in stage.report.texts if text.px == 36 and text.rect.y < 480]
    assert big == ["10"]


def test_the_last_five_seconds_tick_and_the_turn_is_heard():
    stage = Stage(SEATED)
    stage.screen.sounds()
    stage.send(
        replace(VIEWS["your-turn-nolimit"], public=replace(NL_PUBLIC, clock=Clock(7_000, 20_000)))
    )
    assert stage.screen.sounds()[0] == "your turn"
    for _ in range(14):
        stage.wait(500)
    assert stage.screen.sounds().count("tick") == 5


def test_only_the_winner_hears_the_win():
    stage, other = Stage(SEATED), Stage(replace(SEATED, seat=6))
    stage.send(VIEWS["showdown"])
    other.send(replace(VIEWS["showdown"], seat=6))
    assert "win" in stage.screen.sounds()
    assert "win" not in other.screen.sounds()


def test_ten_two_and_every_number_of_seats_have_a_place():
    for count in range(2, 11):
        seats = tuple(
            s
            for s in SEATED.public.seats
            if s.seat in range(8 - min(count, 7), 8) or s.seat > 17 - count
        )
        stage = Stage(replace(SEATED, public=replace(SEATED.public, seats=seats)))
        assert stage.report.says("Lena · you")


def test_large_numbers_and_long_names_stay_whole():
    seats = tuple(
        replace(s, name="Maximiliana-Josephine", stack=123_456_789) if s.name else s
        for s in NL_PUBLIC.seats
    )
    stage = Stage(replace(VIEWS["your-turn-nolimit"], public=replace(NL_PUBLIC, seats=seats)))
    whole = [t for t in stage.report.texts if t.words == "$1,234,567.89"]
    assert len(whole) >= 9
    assert all(t.rect.w <= t.room for t in whole if t.room)


# ---- no work when nothing moves


def test_nothing_is_painted_when_nothing_changed():
    stage = Stage(VIEWS["leaving"], glass())
    stage.wait(2000)
    assert stage.screen.draw(stage.surface, stage.now) == []


def test_a_waiting_station_sleeps_until_something_changes_by_itself():
    quiet = replace(
        SEATED.public, clock=None, seats=tuple(replace(s, away_ms=0) for s in SEATED.public.seats)
    )
    stage = Stage(replace(SEATED, public=quiet))
    stage.wait(2000)
    assert stage.screen.next_wake(stage.now) == stage.now + 1501  # only to notice a dead link


def test_an_own_turn_wakes_a_few_times_a_second():
    stage = Stage(VIEWS["your-turn-nolimit"])
    stage.wait(2000)
    wakes = 0
    end = stage.now + 3000
    while stage.now < end:
        stage.now = stage.screen.next_wake(stage.now)
        stage.screen.heard(stage.now)
        stage.draw()
        wakes += 1
    assert wakes <= 3 * 20


def test_a_flop_flips_and_then_rests():
    stage = Stage(replace(SEATED, public=replace(SEATED.public, board=())))
    stage.send(SEATED)
    assert stage.screen.next_wake(stage.now) <= stage.now + 17
    assert not stage.report.faces
    stage.wait(500)
    assert [face.card for face in stage.report.faces] == list(SEATED.public.board)


def test_less_motion_shows_the_flop_at_once():
    calm = replace(SEATED, prefs=Prefs(calm=True))
    stage = Stage(replace(calm, public=replace(SEATED.public, board=())))
    stage.send(calm)
    assert len(stage.report.faces) == 3


def test_a_pause_says_once_that_all_is_kept():
    view = VIEWS["paused"]
    alert = Alert("Paused by the floor", "Your cards and chips are kept.")
    words = Stage(replace(view, public=replace(view.public, alert=alert))).report.words
    assert sum("are kept" in line for line in words) == 1


def test_the_menu_names_no_jackpot_where_there_is_none_and_no_pot_at_a_bank():
    menu = VIEWS["menu"]
    for fee, named in (("$4 + $1 jackpot", True), ("$4", False)):
        placard = replace(menu.public.placard, fee=fee)
        stage = Stage(replace(menu, public=replace(menu.public, placard=placard)))
        stage.tap("menu")
        assert stage.report.says(", fee, jackpot") == named
    bank = VIEWS["banker"]
    stage = Stage(replace(bank, public=replace(bank.public, pots=menu.public.pots)))
    stage.tap("menu")
    assert not any(line.startswith("Pot $") for line in stage.report.words)


def test_where_checking_is_free_the_pot_is_the_pot():
    turn = VIEWS["your-turn-limit"]
    assert Stage(turn).report.says("Pot if you call")
    free = Stage(replace(turn, turn=replace(turn.turn, call=0)))
    assert not free.report.says("Pot if you call")


def test_a_voided_hand_is_told_where_the_last_hand_is():
    quiet = replace(VIEWS["wait-hand"].public, hand=0, actor=0, phase="waiting", voided=118)
    report = Stage(replace(VIEWS["wait-hand"], public=quiet)).report
    assert report.words.count("Hand #118 was voided: every chip is back") == 2
    assert report.says("#118")
    assert not report.says("None yet")


def test_a_seat_that_the_floor_holds_does_not_say_that_it_is_open():
    """The floor called a name of the list there: the center said Reserved, the seat "open"."""
    view = VIEWS["attract"]
    seats = [replace(one, life="reserved") if one.seat == view.seat else one
             for one in view.public.seats]  # fmt: skip
    stage = Stage(replace(view, public=replace(view.public, seats=tuple(seats))))
    assert stage.report.says("Seat 7 is reserved")
