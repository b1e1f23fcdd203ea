"""What the cage decides about a patron reaches the table they sit at; one card sits at one."""

import pytest

from firmware.bank.acts import EndSession
from firmware.bank.play import HEARD_MS
from firmware.bank.store import bank_away
from firmware.controller.to_bank import STAY_MS
from firmware.errors import Refused
from lab.simulation.company import company, play
from lab.simulation.demo_people import at_work, together
from lab.simulation.view_bots import calls
from tests.controller.glasses import sit_down
from tests.controller.test_controller import everybody_home


def seconds(whole, ms: int) -> None:
    """So much time passes, and whatever it brings happens."""
    until = whole.now + ms
    while (at := whole.controller.wake_at()) is not None and at <= until:
        whole.now = max(whole.now, at)
        whole.settle()
    whole.now = until
    whole.settle()


@pytest.mark.parametrize("stop", ["bar", "exclude"])
def test_who_is_barred_or_excluded_at_the_cage_goes_home_from_the_table(make_whole, stop):
    whole = make_whole(4)
    ctl = whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, lambda: ctl.table.live is not None and ctl.table.seats[3].ready)
    ann = at_work(whole.bank, "ann")
    if stop == "bar":
        ann.bar("100003", "a fight")
    else:
        ann.exclude("100003", 30)
    assert play(whole, players, lambda: ctl.table.seats[3].life == "empty")
    whole.settle()
    assert whole.bank.balance("table:1").held == 0
    words = b"barred" if stop == "bar" else b"not to let you play"
    entries = ctl.journal.read(1, ctl.journal.head.seq)
    assert any(words in ctl.journal.unseal(one) for one in entries if not one.of_hand)
    everybody_home(whole, players)


def test_one_card_never_sits_at_two_tables(make_whole):
    """The cage frees an account only from a table that is silent; when that one is back, the seat
    is cashed out before anything else is played there."""
    whole = make_whole(4)
    ctl = whole.power_on()
    whole.bank.open_account("table:2", "table")
    sit_down(whole, 3)
    seconds(whole, STAY_MS)
    with pytest.raises(Refused, match="Table 1 answers: the floor cashes seat 3 in there"):
        together(whole.bank, EndSession("100003"))
    bank, track = whole.bank, whole.tracks[2]
    with pytest.raises(Refused, match="already in play at table 1, seat 3"):
        bank.sign_on(track, "2468", "elsewhere", "table:2", 1)

    whole.power_off()
    whole.now += HEARD_MS + 20_000
    assert "no longer sits at table:1" in together(bank, EndSession("100003")).words
    assert bank.sign_on(track, "2468", "elsewhere", "table:2", 1).session.place == "table:2"
    ctl = whole.power_on()
    assert ctl.table.seats[3].life != "empty"
    seconds(whole, STAY_MS)
    assert ctl.table.seats[3].life == "empty"
    assert bank.balance("table:1").balance == 0


def test_a_table_that_cannot_ask_plays_on(make_whole, monkeypatch):
    whole = make_whole(4)
    ctl = whole.power_on()
    sit_down(whole, 3)

    def away(*_):
        raise bank_away("no route")

    monkeypatch.setattr(whole.bank, "who_must_go", away)
    seconds(whole, 4 * STAY_MS)
    assert ctl.table.seats[3].seated
    faults = ctl.folds.faults  # over as soon as the bank answers anything else
    assert "BANK_AWAY" in {one.name for one in (*faults.open.values(), *faults.past)}
