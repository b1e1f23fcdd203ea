"""What `stormdeck play` shows: every game can be watched, and the telling is true."""

import re

import pytest

from firmware.games.poker.rules import games, rules
from lab.simulation.terminal import BUY_IN, Teller, TerminalTable, main


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_can_be_watched(game, capsys):
    assert main([game, "--hands", "2", "--pause", "0", "--seed", "11"]) == 0
    told = capsys.readouterr().out
    assert told.count("Hand ") == 2
    assert "wins" in told or "stays for the next deal" in told
    assert "\x1b" not in told  # no colours into a pipe


@pytest.mark.parametrize("game", ["razz", "seven-card-stud", "mexican-poker", "cuban-watch"])
def test_the_telling_fits_a_terminal(game, capsys):
    assert main([game, "--hands", "6", "--pause", "0", "--seed", "7"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_a_house_plays_what_it_spreads(capsys):
    """Casino Royale has Mexican poker as a spread game first, and no limit game of it."""
    argv = ["mexican-poker", "--house", "casino-royale", "--hands", "1", "--pause", "0"]
    assert main(argv) == 0
    assert capsys.readouterr().out.startswith("Mexican Poker, spread, ")


@pytest.mark.parametrize(
    "argv", [["--pause", "-1"], ["--pause", "nan"], ["--pause", "inf"], ["--hands", "-1"]]
)
def test_a_wrong_number_is_refused_before_anything_is_dealt(argv, capsys):
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert argv[1] in capsys.readouterr().err


def test_the_same_seed_tells_the_same_evening(capsys):
    main(["omaha-hi-lo", "--hands", "3", "--pause", "0", "--seed", "4"])
    first = capsys.readouterr().out
    main(["omaha-hi-lo", "--hands", "3", "--pause", "0", "--seed", "4"])
    assert capsys.readouterr().out == first


def test_no_chip_is_lost_when_nobody_opens():
    """Jacks or better: the antes of a passed-out deal are in the next pot (002 L504)."""
    evening = TerminalTable(Teller(0, colour=False), rules("draw-jacks-or-better"), seed=3)
    carried = 0
    for _ in range(40):
        before = sum(evening.stacks.values()) + sum(post.chips for post in evening.carried)
        evening.hand()
        after = sum(evening.stacks.values()) + sum(post.chips for post in evening.carried)
        assert (after - before) % BUY_IN == 0  # but for new buy-ins
        carried += bool(evening.carried)
    assert carried


def test_nobody_sees_a_card_before_it_is_shown(capsys):
    main(["texas-holdem", "--hands", "8", "--pause", "0", "--seed", "2"])
    for line in capsys.readouterr().out.splitlines():
        if re.search(r"[♣♦♥♠]", line):
            assert re.match(r"\s+(Flop|Turn|River|\w+\s+shows)", line), line


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["no-such-game"], "there is no 'no-such-game'"),
        (["omaha", "--house", "nowhere"], "there is no 'nowhere'"),
        (["badugi", "--limit", "no-limit"], "not no-limit"),
    ],
)
def test_a_wrong_word_gets_one_clear_line(argv, words, capsys):
    assert main([*argv, "--hands", "1", "--pause", "0"]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
