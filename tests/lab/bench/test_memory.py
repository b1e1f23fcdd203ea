"""What a screen program weighs: the real ones, each in its process, while a whole table plays."""

import pytest

from lab.bench.memory import HANDS, MOST_MB, evening
from ui.sprites import MEGABYTE


def test_the_budget_holds_in_a_real_program():
    for kind, curve in evening(3).items():
        assert [one.hand for one in curve] == [0, 1, 2, 3], kind
        assert all(0 < one.sprites <= one.allowed < MOST_MB[kind] * MEGABYTE for one in curve)


@pytest.mark.soak
def test_soak_a_thousand_hands_weigh_no_more_than_is_allowed():
    for kind, curve in evening(HANDS).items():
        assert curve[-1].hand == HANDS
        assert max(one.resident for one in curve) <= MOST_MB[kind] * MEGABYTE, kind
