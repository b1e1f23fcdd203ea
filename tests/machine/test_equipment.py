"""What stands behind a table, taken from its page."""

import pytest

from drivers.link.keys import open_book
from firmware.errors import Fault
from firmware.machine import equipment
from firmware.machine.plan import read_plan
from firmware.machine.window_line import bank_of
from firmware.settlement.window import TableWindow
from tests.machine.test_plan import page as page


def test_a_clearing_that_cannot_be_done_leaves_the_key_that_signs_the_deals(page):
    """Two people ordered it, but the journal's key is torn: nothing begins anew, nothing ends."""
    plan = read_plan(page)
    for name in plan.machine.journal:
        plan.beside(name).mkdir(parents=True)
    home = equipment.secrets(plan)
    (home / equipment.DEAL_KEY).write_bytes(bytes(32))
    (home / "journal.key").write_bytes(b"torn")
    with pytest.raises(Fault, match="does not open its journal"):
        equipment.clear_journal(plan, "tom and mia", "both disks were wet")
    assert (home / equipment.DEAL_KEY).exists()


def test_keys_that_lie_where_a_thief_finds_them_are_told_of(page):
    plan = read_plan(page)
    assert equipment.beside_journal(plan) == "", "no copy is there yet"
    plan.beside(plan.machine.journal[1]).mkdir(parents=True)
    assert plan.machine.journal[1] in equipment.beside_journal(plan)
    assert "seal it to this machine" in equipment.plain_bank_key(plan)


def test_a_table_that_was_never_paired_with_its_bank_opens_nothing(tmp_path):
    with pytest.raises(Fault, match="stormdeck pair --as bank") as stop:
        bank_of(open_book(tmp_path / "links.json"))
    assert stop.value.name == "NO_BANK_PAIRED"


def test_a_table_under_anothers_name_is_told_whose_key_it_has():
    with pytest.raises(Fault, match="calls itself T2; the bank knows its key as T1's") as stop:
        TableWindow(None, "T1").at_start("table:T2", "")
    assert stop.value.name == "ANOTHER_TABLE"
