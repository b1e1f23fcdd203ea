"""Hands in PHH, replayed: every variant, every feature of the format, and the real ones."""

from pathlib import Path

import pytest

from firmware.history.compare import Verdict, judge
from firmware.history.malformed import Malformed
from firmware.history.phh import read
from firmware.history.variants import VARIANTS
from tests.history.texts import DRAWS, EVERY, F2L3D, F7S, FT, NT, PO
from tests.history.witness import pokerkit_stacks

SHARED = Path(__file__).parents[3] / "shared" / "phh"


def replayed(text: str) -> Verdict:
    return judge(read(text))


def stacks(text: str) -> list[float]:
    """In whole chips of the file."""
    verdict = replayed(text)
    assert verdict.stacks is not None
    return [float("inf") if s is None else s / 100 for s in verdict.stacks]


def swap(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_every_variant_of_the_format_has_a_game_and_a_text() -> None:
    assert set(EVERY) == set(VARIANTS)


@pytest.mark.parametrize("code", EVERY)
def test_a_hand_of_each_variant(code: str) -> None:
    verdict = replayed(EVERY[code])

    assert verdict.ok, verdict.words
    assert not verdict.rake


@pytest.mark.parametrize("code", EVERY)
def test_pokerkit_reads_our_texts_the_same(code: str) -> None:
    assert pokerkit_stacks(EVERY[code]) == replayed(EVERY[code]).stacks


@pytest.mark.skipif(not SHARED.is_dir(), reason="the hands of ../shared/phh are not here")
def test_the_shared_hands_are_exact() -> None:
    files = sorted(SHARED.rglob("*.phh"))
    assert len(files) == 99
    for file in files:
        verdict = judge(read(file.read_bytes()))
        assert verdict.ok, (file.name, verdict.words)
        assert not verdict.rake, file.name
        assert verdict.reading == "as written", file.name


# What the format says


def test_amounts_are_exact_to_the_last_decimal() -> None:
    cents = swap(
        NT,
        ("[1, 2, 0]", "[0.1, 0.2, 0]"),
        ("min_bet = 2", "min_bet = 0.20"),
        ("cbr 50", "cbr 0.3"),
        ("[152, 48, 100]", "[100.5, 99.50, 100.0]"),
    )
    assert replayed(cents).ok
    assert not replayed(swap(cents, ("100.5,", "100.501,"))).ok


def test_commentary_and_empty_actions_say_nothing() -> None:
    noted = swap(NT, ('"p3 f"', '"# Burn card 6s is exposed", "", "  p3   f  # tilted, p1 f"'))

    assert replayed(noted).ok


def test_fields_that_users_add_are_theirs() -> None:
    text = NT + '_note = "x"\nmystery = 1\nvenue = "The Deck"\ntime = 12:00:00\n[_more]\na = 1\n'

    assert replayed(text).ok


def test_two_players_hold_blinds_and_antes_in_reverse() -> None:
    text = swap(PO, ("antes = [0, 0]", "antes = [0, 3]"))
    short = text[: text.index('"p2 cbr 6"')] + '"p2 f"]\n'

    assert stacks(short) == [101, 99]


@pytest.mark.parametrize(("trimmed", "finish"), [("true", [98, 6, 98]), ("false", [96, 10, 96])])
def test_a_short_ante_wins_all_antes_or_what_it_matches(trimmed: str, finish: list[int]) -> None:
    text = f"""
variant = "NT"
ante_trimming_status = {trimmed}
antes = [4, 4, 4]
blinds_or_straddles = [0, 0, 0]
min_bet = 4
starting_stacks = [100, 2, 100]
actions = [
  "d dh p1 KsQd", "d dh p2 AsAh", "d dh p3 KdQs",
  "p1 cc", "p3 cc", "d db 2c3d4h", "p1 cc", "p3 cc", "d db 9s", "p1 cc", "p3 cc",
  "d db Th", "p1 cc", "p3 cc", "p1 sm -", "p2 sm -", "p3 sm -",
]
"""
    assert stacks(text) == finish


def test_a_straddle_opens_to_its_left_and_speaks_last() -> None:
    text = swap(
        NT,
        ("[1, 2, 0]", "[1, 2, 4]"),
        ('"p3 f", "p1 cc", "p2 cc"', '"p1 cc", "p2 cc", "p3 f"'),
        ("[152, 48, 100]", "[158, 46, 96]"),
    )
    assert replayed(text).ok


def test_a_post_is_a_bet_that_does_not_open() -> None:
    text = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, -2]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 f", "p4 cc", "p1 f",
  "p2 cbr 8", "p4 f"]
"""
    assert stacks(text) == [49, 53, 50, 48]


def test_what_a_post_has_above_the_big_blind_is_dead() -> None:
    text = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, -3]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 f", "p4 cc", "p1 f",
  "p2 cc", "d db 2c3d4h", "p2 cbr 2", "p4 f"]
"""
    assert stacks(text) == [49, 54, 50, 47]


def test_cards_told_at_the_end_were_there_from_the_start() -> None:
    late = swap(
        NT, ("dh p1 AsAh", "dh p1 ????"), ("dh p2 KsKh", "dh p2 ??Kh"), ('p2 sm"', 'p2 sm KhKs"')
    )

    assert replayed(late).ok


def test_a_partial_show_tells_what_it_tells() -> None:
    hidden = swap(F2L3D, ("sm 8c5c4c3h2d", "sm ????4c????"))

    assert replayed(hidden).ok  # p1 showed, p2 did not beat it


def test_a_discard_by_name_was_held() -> None:
    text = swap(F2L3D, ('"p1 sd ????"', '"p1 sd KsKh"'))
    assert replayed(text).ok

    with pytest.raises(Malformed, match="is not among the cards of p1"):
        replayed(swap(text, ('"p1 sd ??"', '"p1 sd KdKcQdQcQs"')))


def test_a_hand_may_stop_at_any_action() -> None:
    """Its stacks are then what lies behind the bets."""
    untold = NT[: NT.index("finishing_stacks")]
    for count in range(len(read(NT).actions)):
        part = read(untold)
        part.actions = part.actions[:count]
        assert judge(part).ok
    until_turn = NT[: NT.index('"d db 9s"')] + "]\nfinishing_stacks = [48, 48, 100]"
    verdict = replayed(until_turn)
    assert verdict.ok
    assert not verdict.over


def test_a_stack_of_inf_is_a_stack_nobody_wrote_down() -> None:
    text = swap(NT, ("[100, 100, 100]", "[inf, inf, 100]"), ("[152, 48, 100]", "[inf, inf, 100]"))

    assert replayed(text).stacks == [None, None, 10000]


def test_who_is_passed_over_with_an_unknown_stack_was_all_in() -> None:
    text = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [inf, 100, 100]
actions = ["d dh p1 AsAh", "d dh p2 ????", "d dh p3 ????", "p3 cbr 20", "p1 cbr 40", "p2 cbr 80",
  "p3 cc", "d db 2c3d4h", "p2 cbr 20", "p3 f", "d db 9s", "d db 9h", "p1 sm AsAh", "p2 sm KsKh"]
"""
    assert stacks(text) == [float("inf"), 100, 20]


def test_who_shows_nothing_loses_to_who_shows() -> None:
    text = swap(NT, ("dh p2 KsKh", "dh p2 ????"), ('p2 sm"', 'p2 sm ????"'))

    assert replayed(text).ok


def test_who_shows_nothing_wins_if_the_winnings_say_so() -> None:
    text = swap(NT, ("dh p2 KsKh", "dh p2 ????"), ('p2 sm"', 'p2 sm ????"'), ("152, 48", "48, 152"))

    assert not replayed(text).ok
    assert replayed(text + "winnings = [0, 104, 0]").ok


def test_a_showdown_that_nobody_showed_cannot_be_settled() -> None:
    text = swap(
        NT,
        ("dh p1 AsAh", "dh p1 ????"),
        ("dh p2 KsKh", "dh p2 ????"),
        ("p1 sm AsAh", "p1 sm ????"),
        ('p2 sm"', 'p2 sm ????"'),
    )
    untold = replayed(text[: text.index("finishing_stacks")])

    assert untold.ok
    assert untold.stacks is None
    assert not replayed(text).ok


def test_the_last_who_does_not_muck_wins_unseen() -> None:
    text = swap(NT, ("dh p1 AsAh", "dh p1 ????"), ("p1 sm AsAh", "p1 sm ????"))

    assert replayed(text).ok


def test_a_raise_for_all_that_the_other_has_may_be_written_as_that() -> None:
    """2023 WSOP, event 43, hand at 03:50:24: 600,000 raised to 750,000, the rest of the other."""
    text = swap(
        FT, ("[100, 100, 100]", "[100, 7, 100]"), ('"p2 cc",\n  "d db 9s"', '"p2 cc", "d db 9s"')
    )
    text = swap(
        text,
        ('"p1 cc", "p2 cc",\n  "d db Th", "p1 cc", "p2 cc",', '"p1 cbr 3", "p2 cc", "d db Th",'),
        ("[104, 96, 100]", "[107, 0, 100]"),
    )
    assert replayed(text).ok


def test_a_check_against_players_who_are_all_in_changes_nothing() -> None:
    text = NT[: NT.index('"d db 2c3d4h"')].replace("[100, 100, 100]", "[2, 100, 100]")
    rest = '"d db 2c3d4h", "p2 cc", "d db 9s", "d db Th"]\nfinishing_stacks = [4, 98, 100]'

    assert replayed(text + rest).ok


# What a card room keeps


RAKED = NT.replace("[152, 48, 100]", "{}") + 'currency_symbol = "$"\n'


def test_rake_is_what_winners_alone_are_short_of() -> None:
    raked = RAKED.format("[149, 48, 100]")

    verdict = replayed(raked)

    assert verdict.ok
    assert verdict.rake == 300
    assert verdict.stacks == [14900, 4800, 10000]


@pytest.mark.parametrize(
    "stacks", ["[152, 47, 100]", "[120, 48, 100]", "[153, 48, 100]", "[149, 51, 100]"]
)
def test_what_is_no_rake_is_a_difference(stacks: str) -> None:
    assert not replayed(RAKED.format(stacks)).ok


def test_tournament_chips_are_not_raked() -> None:
    assert not replayed(swap(NT, ("[152, 48, 100]", "[149, 48, 100]"))).ok


def test_rake_and_winnings_say_the_same() -> None:
    raked = RAKED.format("[149, 48, 100]")

    assert replayed(raked + "winnings = [101, 0, 0]").ok
    assert not replayed(raked + "winnings = [102, 0, 0]").ok


def test_a_lone_blind_of_two_players_stands_where_it_is_written() -> None:
    text = swap(PO, ("[1, 2]", "[0, 2]"))
    text = (
        text[: text.index('"p2 cbr 6"')]
        + '"p1 cc", "p2 cbr 6", "p1 f"]\nfinishing_stacks = [98, 102]'
    )

    assert replayed(text).reading == "lone blind"


def test_a_small_post_may_be_a_dead_blind_beside_a_live_one() -> None:
    text = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, -1]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????",
  "p3 cbr 6", "p4 f", "p1 f", "p2 f"]
finishing_stacks = [49, 48, 56, 47]
"""
    assert replayed(text).reading == "missed blinds"


def test_the_dash_shows_what_was_dealt() -> None:
    assert replayed(swap(NT, ("sm AsAh", "sm -"))).ok


def test_unseen_draws_of_badugi() -> None:
    text = DRAWS.format(variant="FB", unseen="??" * 4, best="Ac2d3h4s", worse="Ad2c3s4h")

    assert not replayed(text).ok
    assert stacks(text) == [100, 100]


def test_stud_cards_that_are_not_known_to_open() -> None:
    with pytest.raises(Malformed, match="up card of p3 is not known"):
        replayed(swap(F7S, ("????2c", "??????")))
