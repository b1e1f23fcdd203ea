"""The slip of who cashed out is there until the bank has answered, and then long enough to read."""

from msgspec.structs import replace

from firmware.screens.projection import slips
from firmware.table.events import CashedOut
from lab.scenes import VIEWS
from tests.stage import Stage

SLOW_MS = 45_000  # a bank that takes longer than a slip is read


def cash_out(why="player"):
    event = CashedOut(0, 7, "acc", "1-5521", 41_200, why)
    return slips.cashed_out(event, "4471")


def test_a_slow_bank_takes_nothing_from_the_time_to_read_its_answer():
    asked = cash_out()
    stage = Stage(replace(VIEWS["slip"], slip=asked))
    stage.wait(SLOW_MS)
    assert stage.report.says("The bank is asked.")

    stage.send(replace(VIEWS["slip"], slip=slips.paid(asked, 124_000)))
    stage.wait(slips.READ_MS - 1_000)
    assert stage.report.says("Is on your card ending 4471")
    assert stage.report.says("The card holds $1,240 now.")
    stage.wait(2_000)
    assert stage.report.says("to sit down")


def test_an_answer_after_the_slip_has_gone_brings_it_back():
    asked = cash_out()
    stage = Stage(replace(VIEWS["slip"], slip=asked))
    stage.wait(slips.UNANSWERED_MS + 1_000)
    assert stage.report.says("to sit down")
    stage.send(replace(VIEWS["slip"], slip=slips.paid(asked, 124_000)))
    assert stage.report.says("The card holds $1,240 now.")


def test_who_was_away_too_long_finds_his_slip_but_no_balance():
    done = slips.paid(cash_out("away too long"), 124_000)
    stage = Stage(replace(VIEWS["slip"], slip=done))
    stage.wait(5 * 60_000)
    assert stage.report.says("Your seat was released")
    assert not stage.report.says("$1,240")
