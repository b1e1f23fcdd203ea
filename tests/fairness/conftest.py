from collections.abc import Iterator
from functools import cache

import pytest

from firmware.fairness import verify
from firmware.fairness.demonstration import Shuffler, play_holdem
from firmware.fairness.digest import canonical
from firmware.fairness.receipt import receipt
from lab.twins.noise import ScriptedNoise, good


@pytest.fixture
def table() -> Iterator[Shuffler]:
    table = Shuffler(ScriptedNoise(good()), simulation=True, name="Test 1")
    yield table
    table.close()


@pytest.fixture
def made(table: Shuffler) -> dict:
    """The receipt of seat 3 after a hold'em hand of six, the fourth hand of the log; seat 6 cut."""
    for number in range(1, 4):
        play_holdem(table.commit(number), range(1, 7))
    hand = table.commit(4, time=1_790_000_000)
    play_holdem(hand, range(1, 7), shown=(1, 2), digits="483920")
    return receipt(hand, table.log.public_key, 3)


@pytest.fixture
def text(made: dict) -> bytes:
    return canonical(made)


@pytest.fixture(scope="module")
def _sign_once() -> Iterator[None]:
    """Checking a signature is pure; a receipt with one changed byte has two that did not."""
    real, verify.signed = verify.signed, cache(verify.signed)
    yield
    verify.signed = real
