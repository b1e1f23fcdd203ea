"""The vault's way in and out: cash of the house's own bank, by two people, with a reason."""

import pytest

from firmware.bank.accounts import BANKROLL
from firmware.bank.acts import MoveHouseMoney
from firmware.bank.ledger import Order
from firmware.bank.overview import overview
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, VAULT, at_work, together
from tests.bank.conftest import make_bank

FILLED = 100_000_00  # both drawers of conftest


def _seen(bank):
    return bank.do(lambda tx, now: overview(tx, bank.key, now))


def _vault(bank, kind, debit, credit, amount, id_="v1"):
    together(bank, MoveHouseMoney(Order(id_, kind, debit, credit, amount, "vault")))
    return _seen(bank).vault


def test_what_was_brought_in_is_there_and_no_more_leaves(bank):
    assert _seen(bank).vault == VAULT - FILLED
    assert _vault(bank, "vault_in", "vault", BANKROLL, 500_00) == VAULT - FILLED + 500_00
    assert _vault(bank, "vault_out", BANKROLL, "vault", 200_00, "v2") == VAULT - FILLED + 300_00
    with pytest.raises(Refused, match="The vault holds"):
        _vault(bank, "vault_out", BANKROLL, "vault", VAULT, "v3")
    assert _seen(bank).sum == 0


def test_a_drawer_is_not_filled_from_an_empty_vault(bank):
    _vault(bank, "vault_out", BANKROLL, "vault", VAULT - FILLED)
    with pytest.raises(Refused, match=r"The vault holds \$0"):
        together(bank, MoveHouseMoney(Order("f9", "fill", "drawer:1", "vault", 1, "drawer:1")))


def test_one_person_alone_brings_nothing_in(bank):
    ann = at_work(bank, "ann")
    act = MoveHouseMoney(Order("v1", "vault_in", "vault", BANKROLL, 100, "vault"))
    asked = ann.propose(act, STAFF_PIN, "from the safe")
    with pytest.raises(Refused, match="Another person"):
        ann.confirm(asked.id, STAFF_PIN)
    with pytest.raises(Refused, match="Write down the reason"):
        ann.propose(act, STAFF_PIN, " ")


def test_a_fresh_house_owes_its_vault_nothing(connect, clock):
    house = _seen(make_bank(connect(), clock))
    assert house.vault >= 0
    assert house.cash == house.vault + FILLED
