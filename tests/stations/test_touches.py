"""A finger where the button is drawn: what leaves the station, and what does not."""

import pytest
from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens import protocol as p
from lab.scenes import LIMIT_VIEW, NL_TURN, SEATED, VIEWS
from stations.hand.bets import amount_at, presets, share_of
from stations.wakes import ANSWER_MS
from tests.stage import Stage

NL = VIEWS["your-turn-nolimit"]
CHECK = VIEWS["your-turn-check"]


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("fold", p.Act(31, "fold")),
        ("call", p.Act(31, "call")),
        ("raise", p.Act(31, "raise", 4000)),  # the draft starts at the minimum
    ],
)
def test_a_turn_is_answered_with_its_decision_number(name, act):
    assert Stage(NL).tap(name) == [act]


def test_a_preset_is_a_draft_until_confirmed():
    stage = Stage(NL)
    assert stage.tap("preset 7600") == []
    assert stage.report.says("Raise to $76")
    assert stage.tap("raise") == [p.Act(31, "raise", 7600)]


def test_presets_are_shares_of_the_pot_after_the_call():
    """Pot 64, call 20: a third is 20 + 28, the pot 20 + 84; before the flop in big blinds."""
    stage = Stage(NL)
    assert [one.to for one in presets(stage.screen.state, NL_TURN)] == [
        4000,
        4800,
        6200,
        7600,
        10400,
        41200,
    ]
    before = Stage("peek")
    found = presets(before.screen.state, before.view.turn)
    assert [(one.title, one.to) for one in found] == [
        ("Min", 600), ("3 BB", 900), ("Pot", 1000),
        ("4 BB", 1200), ("5 BB", 1500), ("All-in", 42400),
    ]  # fmt: skip


def test_the_slider_drafts_and_only_the_button_sends():
    stage = Stage(NL)
    row = stage.report.targets["slider"]
    assert stage.touch("down", row.x + 40, row.centery) == []
    assert stage.touch("move", row.right + 200, row.centery) == []  # a finger may slip off the row
    assert stage.screen.state.bet.to == 41200
    assert stage.touch("up", row.right + 200, row.centery) == []
    assert stage.report.says("All-in $412")
    assert stage.tap("raise") == [p.Act(31, "raise", 41200)]


@pytest.mark.parametrize("share", [0, 0.1, 0.33, 0.5, 0.77, 1])
def test_the_slider_offers_only_legal_amounts(share):
    to = amount_at(NL_TURN, share)
    assert 4000 <= to <= 41200
    assert (to - 4000) % 100 == 0
    assert abs(share_of(NL_TURN, to) - share) < 0.02


def test_minus_and_plus_step_by_a_big_blind_and_stop_at_the_ends():
    stage = Stage(NL)
    stage.tap("plus", "plus")
    assert stage.screen.state.bet.to == 4600
    stage.tap("minus", "minus", "minus", "minus")
    assert stage.screen.state.bet.to == 4000


def test_the_keypad_sets_a_draft():
    stage = Stage(NL)
    stage.tap("keypad", "digit 1", "digit 2", "digit 3")
    assert stage.report.says("$123")
    assert stage.tap("keypad set") == []
    assert stage.tap("raise") == [p.Act(31, "raise", 12300)]


def test_the_keypad_refuses_less_than_the_minimum():
    stage = Stage(NL)
    stage.tap("keypad", "digit 7")
    assert "keypad set" not in stage.report.targets


def test_limit_raises_in_one_touch():
    assert Stage(LIMIT_VIEW).tap("raise") == [p.Act(12, "raise", 2400)]


def test_folding_what_may_be_checked_asks_first():
    stage = Stage(CHECK)
    assert stage.tap("fold") == []
    assert stage.report.says("Check is free. Fold anyway?")
    assert stage.tap("call") == [p.Act(32, "call")]
    again = Stage(CHECK)
    again.tap("fold")
    assert again.tap("fold anyway") == [p.Act(32, "fold")]


def test_an_illegal_action_is_absent_not_grey():
    stage = Stage(replace(NL, turn=replace(NL_TURN, raise_to=None)))
    assert "raise" not in stage.report.targets
    assert not stage.report.says("Raise")
    assert "fold" in stage.report.targets


def test_an_answer_is_sent_once():
    stage = Stage(NL)
    stage.tap("call")
    assert "call" not in stage.report.targets
    assert stage.report.says("SENT")


def test_a_refused_answer_may_be_given_again():
    stage = Stage(NL)
    stage.tap("call")
    stage.send(NL, refused="Please wait for your turn.")
    stage.wait(500)
    assert stage.report.says("Please wait for your turn.")
    assert "call" in stage.report.targets


def test_an_answer_that_got_lost_may_be_given_again():
    stage = Stage(NL)
    stage.tap("call")
    for _ in range(5):
        stage.wait(500)
    assert stage.tap("call") == [p.Act(31, "call")]


def test_all_in_can_ask_for_a_slide():
    stage = Stage(replace(NL, prefs=p.Prefs(slide=True)))
    stage.tap("preset 41200")
    assert "raise" not in stage.report.targets
    bar = stage.report.targets["slide"]
    stage.touch("down", bar.x + 40, bar.centery)
    stage.touch("move", bar.centerx, bar.centery)
    assert stage.touch("up", bar.centerx, bar.centery) == []  # half way is no answer
    stage.touch("down", bar.x + 40, bar.centery)
    stage.touch("move", bar.right - 10, bar.centery)
    assert stage.touch("up", bar.right - 10, bar.centery) == [p.Act(31, "raise", 41200)]


# ---- choices that are no bets


def test_draw_sends_the_chosen_cards():
    stage = Stage("draw")
    assert stage.tap("place 3", "place 4") == []
    assert stage.report.says("Change 2 cards")
    assert stage.tap("draw") == [p.Draw(33, cards("7h2c"))]
    assert Stage("draw").tap("draw") == [p.Draw(33, ())]


def test_a_discard_must_be_chosen():
    stage = Stage("discard")
    assert "draw" not in stage.report.targets
    stage.tap("place 0", "place 1")  # the second is one too many
    assert stage.tap("draw") == [p.Draw(34, cards("As"))]


@pytest.mark.parametrize(
    ("scene", "name", "sent"),
    [
        ("roll", "up", p.Roll(35, True)),
        ("roll", "down", p.Roll(35, False)),
        ("uncontested", "muck", p.Show(41, False)),
        ("uncontested", "show", p.Show(41, True)),
        ("uncontested", "show 1", p.Show(41, True, (1,))),
        ("vote", "pick run it twice/yes", p.Pick(36, "run it twice/yes")),
        ("asks-rabbit", "motion rabbit", p.Pick(0, "rabbit/yes")),
        ("sit-out", "back in", p.ComeBack()),
        ("lobby", "back in", p.ComeBack()),
        ("waiting", "sit out", p.SitOut()),
        ("ways-in", "enter post", p.Enter("post")),
        ("ways-in", "enter buy the button", p.Enter("buy the button")),
        ("waiting", "add chips", p.Open("add chips")),
        ("waiting", "floor", p.CallFloor()),
        ("waiting", "history", p.Open("history")),
        ("your-turn-nolimit", "time", p.UseTime(31)),
        ("attract", "proof", p.Open("proof")),
        ("locked", "cancel", p.Cancel()),
        ("add-chips", "sit down", p.Buy(8800, False, True)),
        ("add-chips", "cancel", p.Close("add chips")),
        ("showdown", "proof", p.Open("proof")),
    ],
)  # fmt: skip
def test_one_touch_one_intent(scene, name, sent):
    assert Stage(scene).tap(name) == [sent]


@pytest.mark.parametrize(
    ("taps", "sent"),
    [
        (("menu", "tile lobby", "lobby now"), p.GoLobby()),
        (("lobby", "meal"), p.GoLobby(meal=True)),
        (("menu", "tile seats", "seat 5"), p.ChangeSeat(5)),
        (("menu", "tile seats", "seat 3"), p.ChangeSeat(7)),  # not after all
        (("menu", "tile seats", "seat 0"), p.ChangeSeat(0)),
    ],
)
def test_a_page_sends_what_is_touched_on_it(taps, sent):
    assert Stage("seats").tap(*taps) == [sent]


def test_the_cut_is_typed_and_leaves_the_station_only_when_it_is_whole():
    stage = Stage("cut")
    stage.tap("cut clear")
    assert "cut" not in stage.report.targets
    for digit in "48392":
        assert stage.tap(f"cut {digit}") == [p.CutKey(37)]  # which, nobody is told
        assert "cut" not in stage.report.targets
    stage.tap("cut 0")
    assert stage.tap("cut") == [p.Digits(37, "483920")]


def test_twelve_digits_are_the_most_and_none_is_a_choice():
    stage = Stage("cut")
    for _ in range(20):
        stage.tap("cut 7")
    assert stage.screen.state.digits == "777777777777"
    stage.tap("cut erase")
    assert stage.tap("cut skip") == [p.Digits(37)]


# ---- sitting down


def test_the_fourth_digit_signs_in():
    stage = Stage("pin")
    assert stage.tap("key 4", "key 7", "key 1") == []
    assert stage.tap("key 9") == [p.EnterPin("4719")]


def test_clear_and_erase():
    stage = Stage("pin")
    stage.tap("key 4", "key 7", "key erase", "key 1")
    assert stage.screen.state.entry.pin == "41"
    stage.tap("key clear")
    assert stage.screen.state.entry.pin == ""


def test_a_pin_that_got_lost_is_typed_once_more():
    """No answer came to the fourth digit: the pad is not dead, the next one begins anew."""
    stage = Stage("pin")
    stage.tap("key 4", "key 7", "key 1", "key 9")
    stage.wait(ANSWER_MS + 1)
    assert stage.tap("key 4") == []
    assert stage.screen.state.entry.pin == "4"
    assert stage.tap("key 7", "key 1", "key 9") == [p.EnterPin("4719")]


def test_a_wrong_pin_empties_the_boxes():
    stage = Stage("pin")
    stage.tap("key 1", "key 2", "key 3", "key 4")
    stage.send(VIEWS["pin-wrong"])
    assert stage.screen.state.entry.pin == ""
    assert stage.report.says("Wrong PIN")
    assert stage.report.says("2 tries left")


def test_a_scrambled_pad_types_what_it_shows():
    stage = Stage("pin-wrong")
    zero = stage.report.targets["key 0"]
    text = next(t for t in stage.report.texts if t.words == "0")
    assert zero.collidepoint(text.rect.center)


def test_buy_in():
    stage = Stage("buyin")
    stage.tap("buy 20000", "buy plus", "post now")
    assert stage.report.says("Sit down with $225")
    assert stage.report.says("$1,015")  # stays on the card
    assert stage.tap("sit down") == [p.Buy(22500, True)]


def test_the_buy_in_slider_stays_in_range():
    stage = Stage("buyin")
    row = stage.report.targets["buy slider"]
    stage.touch("down", row.centerx, row.centery)
    stage.touch("move", row.right + 100, row.centery)
    stage.touch("up", row.right + 100, row.centery)
    assert stage.tap("sit down") == [p.Buy(50000)]


@pytest.mark.parametrize("share", [0.1, 0.37, 0.5, 0.81])
def test_the_buy_in_slider_offers_only_whole_chips_of_the_table(share):
    """$25 chips on $110 at least: $135, $160 and so on, and nothing between."""
    ask = replace(VIEWS["buyin"].buy_in, amounts=p.Range(11_000, 48_500, 2_500), presets=())
    stage = Stage(replace(VIEWS["buyin"], buy_in=ask))
    row = stage.report.targets["buy slider"]
    stage.touch("down", row.x + share * row.w, row.centery)
    stage.touch("up", row.x + share * row.w, row.centery)
    (bought,) = stage.tap("sit down")
    assert 11_000 < bought.chips < 48_500
    assert (bought.chips - 11_000) % 2_500 == 0


# ---- pages


def test_the_menu_opens_pages_and_comes_back():
    stage = Stage(SEATED)
    stage.tap("menu")
    assert stage.tap("tile display") == []
    assert stage.tap("switch left") == [p.Choose(p.Prefs(left=True))]
    assert stage.tap("deck classic") == [p.Choose(p.Prefs(deck="classic"))]
    stage.tap("page back")
    stage.tap("tile sound")
    assert stage.tap("volume 0") == [p.Choose(p.Prefs(volume=0))]


def test_leaving_takes_two_touches():
    stage = Stage(SEATED)
    assert stage.tap("menu", "tile leave") == []
    assert stage.report.says("$412")
    assert stage.tap("leave now") == [p.Leave()]


def test_the_menu_closes_on_turn():
    stage = Stage(SEATED)
    stage.tap("menu")
    stage.send(NL)
    assert "call" in stage.report.targets


def test_the_card_balance_shows_only_while_held():
    stage = Stage(SEATED)
    stage.tap("menu")
    assert stage.down("balance") == [p.Open("balance")]
    stage.send(replace(SEATED, session=replace(SEATED.session, balance=94000)))
    assert stage.report.says("$940")
    assert stage.up("balance") == [p.Close("balance")]
    assert not stage.report.says("$940")


def test_a_press_that_slips_off_does_nothing():
    stage = Stage(NL)
    stage.down("fold")
    assert stage.touch("up", 640, 300) == []


def test_left_hand_mirrors_the_block():
    right, left = Stage(NL), Stage(replace(NL, prefs=p.Prefs(left=True)))
    for name in ("peek", "fold", "call", "raise", "slider"):
        a, b = right.report.targets[name], left.report.targets[name]
        assert (b.x, b.y, b.size) == (1280 - a.right, a.y, a.size)
    assert left.tap("raise") == [p.Act(31, "raise", 4000)]


def test_what_is_counted_keeps_its_order_for_the_left_hand():
    """Card 1 is the leftmost one, under the finger and to give up; 1 2 3 is no 3 2 1; and the
    amounts run as their slider does."""
    draw = Stage(replace(VIEWS["draw"], prefs=p.Prefs(left=True)))
    nl = Stage(replace(NL, prefs=p.Prefs(left=True)))
    amounts = [name for name in nl.report.targets if name.startswith("preset ")]
    amounts.sort(key=lambda name: int(name.removeprefix("preset ")))
    assert _from_the_left(nl, amounts) == amounts
    cards = [f"place {n}" for n in range(5)]
    assert _from_the_left(draw, cards) == cards
    nl.tap("keypad")
    digits = ["digit 1", "digit 2", "digit 3"]
    assert _from_the_left(nl, digits) == digits


def _from_the_left(stage, names):
    return sorted(names, key=lambda name: stage.report.targets[name].x)
