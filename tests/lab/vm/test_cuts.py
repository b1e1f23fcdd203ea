"""Two hundred power cuts in the life of an update, at writes that luck chose."""

from pathlib import Path

import pytest

from lab.vm.after_a_cut import cuts

ROOT = Path(__file__).parents[3]
KEPT = sorted((ROOT / "build/lab/writes").glob("*/"))
CUTS = 200
SEED = 1807


@pytest.mark.soak
@pytest.mark.skipif(not KEPT, reason="make appliance keeps the writes of two updates; none yet")
@pytest.mark.parametrize("kept", KEPT, ids=lambda one: one.name)
def test_wherever_the_disk_stood_still_one_verified_version_starts(kept):
    assert cuts(kept, CUTS, SEED, print) >= CUTS
