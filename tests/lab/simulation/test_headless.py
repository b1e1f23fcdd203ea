"""`stormdeck simulate --headless`: an evening in seconds, and everything of it can be checked."""

import json
import tomllib

import pytest

from firmware.fairness import verify
from firmware.games.poker.rules import Stakes
from firmware.history.compare import judge
from firmware.history.phh import read
from firmware.journal import verifier
from firmware.table.config import Config, Spread
from lab.live.simulate import main
from lab.simulation import headless
from lab.simulation.company import Player
from lab.simulation.headless import HandFiles, evening, percentiles
from lab.simulation.whole_table import WholeTable, demo_config
from tests.history.witness import pokerkit_stacks


def run(capsys, *words: str) -> dict:
    assert main(["--headless", "--json", "--hands", "3", "--seed", "5", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_evening_can_be_checked_by_strangers(capsys, tmp_path):
    keep = {name: str(tmp_path / name) for name in ("data", "receipts", "phh")}
    told = run(capsys, *(word for name, path in keep.items() for word in (f"--{name}", path)))
    assert told["hands"] == 3
    assert told["problems"] == []
    assert told["bought_in"] == told["cashed_out"] > 0
    receipts = sorted((tmp_path / "receipts").iterdir())
    assert len(receipts) == told["receipts"]
    assert verify.main([str(path) for path in receipts]) == 0
    assert len(list((tmp_path / "phh").glob("*.phh"))) == told["phh"] == 3
    assert verifier.main([keep["data"]]) == 0
    assert told["journal_head"] in capsys.readouterr().out
    more = run(capsys, "--data", keep["data"])  # the same table, on another evening
    assert more["journal_records"] > told["journal_records"]


def test_receipts_wait_until_nobody_can_ask_for_another_card(tmp_path, capsys):
    """With rabbit cards a deck is put away after its hand: the receipts come then, all of them."""
    whole = WholeTable(tmp_path / "home", 8, demo_config(rabbit=True))
    files = HandFiles(whole, tmp_path / "receipts", None)
    told = evening(whole, 2, files, lambda words: None)
    whole.power_off()
    assert told.problems == []
    receipts = sorted((tmp_path / "receipts").iterdir())
    assert len(receipts) == files.written == 11 * told.hands
    assert verify.main([str(path) for path in receipts]) == 0


def test_the_same_seed_is_the_same_evening(capsys):
    """All but how fast this machine was, and the head of a journal whose keys are nobody's seed."""
    one, two = run(capsys), run(capsys)
    for told in (one, two):
        del told["latency_ms"], told["journal_head"]
    assert one == two


def test_what_is_off_is_said_and_fails(capsys, monkeypatch):
    monkeypatch.setattr(headless, "_check", lambda whole: ["The cards hold less."])
    assert main(["--headless", "--hands", "1", "--seed", "5"]) == 1
    assert "WRONG  The cards hold less." in capsys.readouterr().out


def test_bad_input_is_one_line(capsys):
    with pytest.raises(SystemExit) as no:
        main(["--headless", "--hands", "none"])
    assert no.value.code == 2
    assert main(["--headless", "--hands", "1", "--data", "/proc/no"]) == 2
    assert capsys.readouterr().err.strip().count("stormdeck simulate: /proc/no") == 1


def test_percentiles():
    assert percentiles([n / 1000 for n in range(100)]) == {
        "p50": 50, "p90": 90, "p99": 99, "max": 99,
    }  # fmt: skip
    assert percentiles([])["p99"] == 0


PAGE = """\
table = "12"
house = "delta-downtown"
seats = 8
schedule = "delta-2008-03"
rotate = "orbit"

[[spreads]]
game = "seven-card-stud"
stakes = { small = 400, big = 800, ante = 50, chip = 50 }

[[spreads]]
game = "lowball-ace-to-five"
stakes = { small = 400, big = 800, blinds = [200, 400], chip = 50 }
fees = [7, 8, 9]
"""


def test_any_table_by_its_page(capsys, tmp_path):
    """Stud and lowball in turn; the house approves each player, so somebody has to say yes."""
    (tmp_path / "table.toml").write_text(PAGE)
    told = run(capsys, "--hands", "12", "--table", str(tmp_path / "table.toml"))
    assert told["problems"] == []
    assert told["bought_in"] == told["cashed_out"] + told["fees"] + told["pools"]


@pytest.mark.parametrize("game", ["pineapple", "crazy-pineapple-hi-lo"])
def test_the_receipt_of_a_hand_with_a_discard_is_good(capsys, tmp_path, game):
    """The card that everybody gave up stays face down, also the winner's."""
    page, receipts = tmp_path / "table.toml", tmp_path / "receipts"
    page.write_text(f"""\
table = "12"
house = "artichoke-joes"
seats = 5
[[spreads]]
game = "{game}"
stakes = {{ small = 400, big = 800, blinds = [200, 400], chip = 100 }}
""")
    run(capsys, "--hands", "4", "--table", str(page), "--receipts", str(receipts))
    files = [*receipts.iterdir()]
    shown = [len(json.loads(file.read_bytes())["log"]["entries"][-1]["shown"]) for file in files]
    assert max(shown) > 5, "one of them went to a showdown"
    assert verify.main([str(file) for file in files]) == 0


def test_one_sit_n_go_after_the_other(capsys, tmp_path):
    page = tmp_path / "table.toml"
    page.write_text("""\
table = "7"
house = "artichoke-joes"
seats = 4
spreads = [{ game = "lightning-sit-n-go", limit = "no-limit", stakes = { small = 50, blinds = [25, 50] } }]
tournament = { entry = 5000, fee = 500, chips = 500, levels = [[50, 100, 0]], level_ms = 300000, seats = 3 }
""")  # noqa: E501
    told = run(capsys, "--hands", "40", "--table", str(page), "--phh", str(tmp_path / "phh"))
    assert told["hands"] >= 40
    assert told["bought_in"] == told["cashed_out"] + told["fees"] > 3 * 5500
    assert told["fees"] * 11 == told["bought_in"]
    files = sorted((tmp_path / "phh").iterdir())
    assert len(files) == told["phh"] >= 40
    for file in files:  # counters as they are, as in the files of real tournaments
        hand = tomllib.loads(text := file.read_text())
        assert (sum(hand["starting_stacks"]), hand["min_bet"]) == (1500, 100)
        assert judge(read(text)).ok
        theirs, ours = pokerkit_stacks(text), [100 * chips for chips in hand["finishing_stacks"]]
        short = min(hand["starting_stacks"]) < 100  # of a blind: see tests/history/differences.py
        assert theirs == ours or (short and isinstance(theirs, list))


def test_an_hour_holds_the_hands_of_the_whole_sit_n_go(capsys, tmp_path):
    """It is played to its end: all of it was told as if it had taken the time of the first hand,
    19,000 hands an hour."""
    page = tmp_path / "table.toml"
    page.write_text("""\
table = "7"
house = "artichoke-joes"
seats = 3
spreads = [{ game = "lightning-sit-n-go", limit = "no-limit", stakes = { small = 50, blinds = [25, 50] } }]
tournament = { entry = 5000, fee = 500, chips = 700, levels = [[50, 100, 0]], level_ms = 300000, seats = 3 }
""")  # noqa: E501
    told = run(capsys, "--hands", "1", "--table", str(page))
    assert told["hands"] > 1
    assert 10 < told["hands_per_hour"] < 300


def test_the_dearest_game_that_is_filed_is_played(capsys, tmp_path):
    """000 L3354: 10,000-20,000. Nobody's cards held enough, and nobody could count the drawer."""
    page = tmp_path / "table.toml"
    page.write_text("""\
table = "7"
house = "artichoke-joes"
seats = 6
[[spreads]]
game = "lightning-holdem"
stakes = { small = 1000000, big = 2000000, blinds = [500000, 1000000], chip = 10000 }
""")
    told = run(capsys, "--table", str(page))
    assert told["bought_in"] == told["cashed_out"] >= 6 * 100_000_00


def test_a_table_where_nobody_ever_takes_the_bank_is_given_up(tmp_path, monkeypatch):
    """It was waited for without end."""
    monkeypatch.setattr(Player, "_answer", lambda *_: None)
    monkeypatch.setattr(headless, "IDLE_MS", 300_000)
    stakes = Stakes(small=500, chip=100)
    game = Spread("three-card-poker", stakes, buy_in=(10_000, 0), fees=(1,))
    whole = WholeTable(tmp_path / "home", 8, Config("1", "artichoke-joes", (game,), 2))
    told = evening(whole, 1, HandFiles(whole, None, None), lambda words: None)
    whole.power_off()
    assert (told.hands, told.problems) == (0, ["The table fell asleep after 0 hands."])


@pytest.mark.parametrize(
    ("was", "is_now", "line", "says"),
    [
        ('"delta-downtown"', '"delta"', 2, "there is no 'delta'; perhaps"),
        ("small = 400, big = 800, ante", "small = 400, big = 300, ante", 9, "less than small"),
        ("seats = 8", 'seats = "8"', 3, "a whole number belongs here"),
        ("fees = [7, 8, 9]", "fees = [99]", 14, "has no option 99"),
        ("[[spreads]]", "[[spreads]", 7, "this is no TOML"),
    ],
)
def test_a_page_that_is_wrong_is_one_sentence_with_its_line(
    capsys, tmp_path, was, is_now, line, says
):
    page = tmp_path / "table.toml"
    page.write_text(PAGE.replace(was, is_now, 1))
    assert main(["--headless", "--hands", "1", "--table", str(page)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"stormdeck simulate: {page} line {line}: ")
    assert says in told.err
    assert told.err.count("\n") == 1


def test_a_page_that_is_not_there_is_one_line_in_the_browser_too(capsys):
    for words in (["--headless"], []):
        assert main([*words, "--table", "/no/such/page"]) == 2
        assert main([*words, "--game", "old-maid"]) == 2
        assert main([*words, "--game", "pokara", "--house", "delta-downtown"]) == 2
        told = capsys.readouterr().err.splitlines()
        assert [line.split(":")[0] for line in told] == ["stormdeck simulate"] * 3
