"""A security key and a PIN sign on as a card and a PIN do; a copy, a stranger or a late one not."""

import copy

import pytest

from firmware.bank.identity import Identity
from firmware.bank.security_keys import ANSWER_MS, SecurityKeys
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, at_work
from lab.twins.security_key import SecurityKey

HOST = "cage.example"


@pytest.fixture
def keys(bank) -> SecurityKeys:
    return SecurityKeys(Identity(bank), HOST)


@pytest.fixture
def hers(bank, keys) -> SecurityKey:
    """The key of sue, who added it herself."""
    key, token = SecurityKey(HOST), at_work(bank, "sue").token
    question, options = keys.ask_new(token)
    keys.add(token, STAFF_PIN, question, key.register(options))
    return key


def sign_on(keys: SecurityKeys, key: SecurityKey, pin: str = STAFF_PIN):
    question, options = keys.ask()
    return keys.sign_on(question, key.touch(options), pin, "window 2")


def test_a_key_and_a_pin_sign_on(keys, hers):
    signed = keys.identity.session(sign_on(keys, hers).token)
    assert (signed.person, signed.role, signed.place) == ("sue", "cage supervisor", "window 2")
    with pytest.raises(Refused, match="Wrong PIN"):
        sign_on(keys, hers, "000000")


def test_a_strange_key_and_another_houses_host_are_not_accepted(keys, hers):
    with pytest.raises(Refused, match="not accepted: Unknown credential"):
        sign_on(keys, SecurityKey(HOST))
    hers.origin = "https://cage.example.evil"
    with pytest.raises(Refused, match="not accepted: Invalid origin"):
        sign_on(keys, hers)
    hers.origin, hers.host = f"https://{HOST}", "elsewhere"
    with pytest.raises(Refused, match="not accepted: Wrong RP"):
        sign_on(keys, hers)


def test_a_key_that_was_laid_under_another_name_is_nobody_s(bank, keys, hers):
    """By somebody who writes in the database; sue's PIN he has seen."""
    bank.store.transact(lambda tx: tx.run("UPDATE staff_key SET person = 'mia'"))
    with pytest.raises(Refused, match="changed here by somebody"):
        sign_on(keys, hers)


def test_an_answer_is_good_once_and_soon(keys, hers, clock):
    question, options = keys.ask()
    answer = hers.touch(options)
    keys.sign_on(question, answer, STAFF_PIN, "")
    with pytest.raises(Refused, match="touch the key again"):
        keys.sign_on(question, answer, STAFF_PIN, "")
    late, options = keys.ask()
    answer = hers.touch(options)
    clock.now_ms += ANSWER_MS + 1
    with pytest.raises(Refused, match="touch the key again"):
        keys.sign_on(late, answer, STAFF_PIN, "")
    with pytest.raises(Refused, match="not accepted"):
        keys.sign_on(keys.ask()[0], hers.touch(options), STAFF_PIN, "")  # to another question
    with pytest.raises(Refused, match="not accepted"):
        keys.sign_on(keys.ask()[0], {"id": "x"}, STAFF_PIN, "")


def test_a_copied_key_is_noticed_by_its_count(keys, hers):
    thief = copy.copy(hers)
    sign_on(keys, hers)
    with pytest.raises(Refused, match="This key was copied"):
        sign_on(keys, thief)


def test_nobody_adds_a_key_at_a_colleagues_open_desk(bank, keys):
    key, token = SecurityKey(HOST), at_work(bank, "sue").token
    question, options = keys.ask_new(token)
    with pytest.raises(Refused, match="Wrong PIN"):
        keys.add(token, "000000", question, key.register(options))
    mine = at_work(bank, "ann").token
    with pytest.raises(Refused, match="touch the key again"):  # her question, my desk
        keys.add(mine, STAFF_PIN, question, key.register(options))


def test_the_key_of_somebody_dismissed_opens_nothing(bank, keys, hers):
    at_work(bank, "mia").dismiss("sue", "left")
    with pytest.raises(Refused, match="Unknown credential"):
        sign_on(keys, hers)
