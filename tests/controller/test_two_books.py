"""What a running table tells of its own book is what the cage's supervisor sees beside ours."""

from firmware.bank.overview import overview
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.test_controller import hands


def test_a_table_in_play_agrees_with_the_cage(make_whole):
    whole = make_whole()
    whole.power_on()
    assert play(whole, company(whole, calls), hands(whole, 3))
    (table,) = whole.bank.store.transact(
        lambda tx: overview(tx, whole.bank.key, whole.now)
    ).two_books
    assert table.theirs
    assert table.difference == 0
