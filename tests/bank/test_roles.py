"""One table says who may do what: every act and every order of the floor is in it."""

from pathlib import Path

import pytest

from commands import main as stormdeck
from firmware.bank import roles
from firmware.errors import Refused
from firmware.table import commands

PAGE = Path(__file__).parents[2] / "docs" / "roles.md"


def orders() -> set[str]:
    found = vars(commands).values()
    kinds = [each for each in found if isinstance(each, type) and issubclass(each, commands.Order)]
    return {each.__name__ for each in kinds if each is not commands.Order}


def test_every_order_to_a_table_has_its_row():
    assert orders() - set(roles.ACTS) == set()


def test_every_role_of_the_table_is_one_and_a_second_needs_a_first():
    for name, act in roles.ACTS.items():
        assert {*act.first, *act.second} <= set(roles.ROLES), name
        assert act.first or not act.second, name


def test_who_only_reads_gives_no_order_and_moves_no_money():
    """REQ-R46: an auditor and a regulator see, and never touch; what was folded they see by two."""
    reading = {
        "ReadChanges",
        "ReadReports",
        "SeePatron",
        "SeeDrawer",
        "SeeConsole",
        "AtConsole",
        "Unseal",
    }
    assert roles.ACTS["Unseal"].second == (roles.MANAGER,)
    touching = set(roles.ACTS) - reading
    for role in (roles.AUDITOR, roles.REGULATOR):
        assert [act for act in touching if role in roles.ACTS[act].first] == []
        assert [act for act in touching if role in roles.ACTS[act].second] == []


@pytest.mark.parametrize("act", [name for name in roles.ACTS if roles.needs_two(name)])
def test_an_act_for_two_never_ends_with_one_who_may_only_begin_it(act):
    """The second name is a lead's: two cashiers, or two of the floor, are no check."""
    assert set(roles.ACTS[act].second) <= {roles.SUPERVISOR, roles.MANAGER}


def test_a_refusal_names_who_may():
    with pytest.raises(Refused, match=r"eve \(floor\) may not take a deposit: ask a cashier or"):
        roles.require("eve", roles.FLOOR, "Deposit")
    with pytest.raises(Refused, match="may not confirm to void a hand"):
        roles.require_second("eve", roles.FLOOR, "VoidHand")


def test_the_page_is_the_table(capsys):
    assert stormdeck(["staff", "roles"]) == 0
    assert capsys.readouterr().out.strip() in PAGE.read_text()
