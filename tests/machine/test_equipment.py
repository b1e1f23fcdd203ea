"""What stands behind a table, taken from its page."""

import pytest

from firmware.errors import Fault
from firmware.machine import equipment
from firmware.machine.plan import read_plan
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
