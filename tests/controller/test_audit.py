"""The books compared, whoever came to the cage meanwhile."""

from firmware.money import Cents
from lab.simulation.audit import check
from lab.simulation.company import company, play
from lab.simulation.demo_cage import demo_form
from lab.simulation.demo_people import at_work
from lab.simulation.view_bots import calls
from tests.controller.test_controller import hands


def test_a_customer_who_was_not_there_before_is_accounted_for(make_whole):
    whole = make_whole(8)
    whole.power_on()
    assert play(whole, company(whole, calls), hands(whole, 1))
    counter = at_work(whole.bank, "ann")
    nora = counter.open_patron(demo_form("D1", "Nora"))
    counter.set_pin(nora, "1357")
    counter.issue_card(nora)
    counter.deposit(nora, Cents(500_00), "drawer:1")
    whole.settle()
    assert check(whole.controller, whole.bank) == []
