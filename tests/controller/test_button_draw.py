"""The draw for the first button: a hand with a card for each, that everybody can check."""

import json

import pytest

from firmware.controller.deal_memory import ENTRY, DealMemory
from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.table.beginning import DRAWS
from firmware.table.checking import load
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.fairness import second_check
from tests.fairness.refusing import no_reason

JACKS_OR_BETTER = """
table = "1"
house = "delta-downtown"
seats = 8
[[spreads]]
game = "draw-jacks-or-better"
stakes = { small = 200, big = 400, ante = 100, chip = 100 }
"""


def entries(ctl) -> list[dict]:
    every = ctl.journal.read(1, ctl.journal.head.seq)
    return [json.loads(one.body) for one in every if one.kind == ENTRY]


def drawn(ctl) -> bool:
    return any(one["kind"] == "draw" for one in entries(ctl))


@pytest.fixture
def evening(make_whole):
    def make(seed: int, **settings):
        whole = make_whole(seed, **settings)
        whole.power_on()
        return whole, company(whole, calls)[:4]

    return make


@pytest.mark.parametrize("ways", ["random", "high card"])
def test_the_receipts_of_the_first_hand_prove_the_draw(evening, ways):
    whole, players = evening(5, button_draw=ways)
    ctl, found = whole.controller, []
    hand_out = ctl.pages.hand_out
    ctl.pages.hand_out = lambda sat, made: (found.append(dict(made)), hand_out(sat, made))
    assert play(whole, players, lambda: bool(found))
    for made in found[0].values():
        text = canonical(made)
        assert no_reason(text) == ""
        assert second_check.problems(text) == []
        draw, dealt = verify.Hand(text).attempts
        assert draw.end["kind"] == "draw"
        assert dealt.seals["button"] == draw.end["button"]
        assert len(set(draw.drawn)) == len(draw.seals["seats"])


def test_the_house_names_another_seat(evening):
    whole, players = evening(6)
    assert play(whole, players, lambda: drawn(whole.controller))
    *first, draw = [one for one in entries(whole.controller) if one["attempt"] == 1]
    other = next(seat for seat in first[1]["seats"] if seat != draw["button"])
    assert verify.Attempt([*first, draw], "attempt").drawn
    with pytest.raises(verify.Wrong, match="not the seat with the best card"):
        verify.Attempt([*first, {**draw, "button": other}], "attempt")


def test_no_joker_is_drawn_for_the_button(make_whole):
    """It is no high card, and one that was drawn ended the controller."""
    whole = make_whole()
    whole.config = load(JACKS_OR_BETTER)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls)[:3], lambda: drawn(ctl))
    decks = [one["deck"] for one in entries(ctl) if one["kind"] == "commit"]
    assert decks[0] == ["52", 1]


def test_the_power_goes_in_the_draw_and_it_goes_on(evening):
    whole, players = evening(7)
    sealed = lambda: any(one["kind"] == "seals" for one in entries(whole.controller))  # noqa: E731
    ctl = whole.controller
    ctl.decks.opening.open = lambda *_: []
    assert play(whole, players, sealed)
    assert not drawn(ctl)
    whole.power_off()
    ctl = whole.power_on()
    assert play(whole, players, lambda: drawn(ctl))
    assert ctl.deal.memory.voids == []


@pytest.mark.parametrize("name", DRAWS)
def test_table_and_verifier_mean_the_same_by_the_best_card(name):
    mine, theirs = DRAWS[name], verify.BUTTON[f"button: {name}"]
    assert sorted(range(52), key=mine) == sorted(range(52), key=theirs)


def test_a_deal_that_the_house_does_not_like_is_no_draw(evening):
    """All of its decks would lie open, and nothing would be counted."""
    whole, players = evening(6)
    assert play(whole, players, lambda: drawn(whole.controller))
    commit, seals, draw = [one for one in entries(whole.controller) if one["attempt"] == 1]
    for other in ({"plan": [["down", 2]]}, {"game": "Hold'em"}, {"cutter": seals["seats"][0]}):
        with pytest.raises(verify.Wrong, match=r"not what was sealed|digits|who cuts"):
            verify.Attempt([commit, {**seals, **other}, draw], "attempt")


def test_a_second_draw_for_one_hand_counts_like_a_void():
    memory = DealMemory()
    for attempt in (1, 2):
        line = {"kind": "draw", "table": "1", "hand": 1, "attempt": attempt, "button": 3}
        memory.note(ENTRY, canonical({**line, "shares": [], "seeds": []}))
        assert memory.voids == [1] * (attempt - 1)


def test_who_does_not_open_in_the_draw_is_out_and_the_others_draw(evening):
    whole, players = evening(8)
    ctl = whole.controller
    opens, out = ctl.decks.opening.open, players[1].seat
    ctl.decks.opening.open = lambda seat, *more: [] if seat == out else opens(seat, *more)
    assert play(whole, players, lambda: drawn(ctl))
    seals = [one for one in entries(ctl) if one["kind"] == "seals"]
    assert out in seals[0]["seats"]
    assert out not in seals[-1]["seats"]
    (void,) = [one for one in entries(ctl) if one["kind"] == "void"]
    assert (void["missing"], len(void["seeds"])) == ([out], 4)
    assert ctl.deal.memory.voids == [1]
    assert play(whole, players, lambda: ctl.table.this_hand.number == 1 and not ctl.table.live)


def test_a_station_that_sealed_nothing_does_not_stop_the_draw(evening):
    whole, players = evening(9)
    ctl = whole.controller
    seals, out = ctl.decks.opening.seal, players[1].seat
    ctl.decks.opening.seal = lambda seat, *more: [] if seat == out else seals(seat, *more)
    assert play(whole, players, lambda: drawn(ctl))
    assert not any(out in one["seats"] for one in entries(ctl) if one["kind"] == "seals")
    assert ctl.deal.memory.voids == []
