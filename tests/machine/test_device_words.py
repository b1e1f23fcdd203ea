"""What a silent device means is said of that device: a board of doors holds no cards."""

import pytest

from drivers.link.happenings import Down
from drivers.sockets import Place
from firmware.machine.device_faults import fault_of


@pytest.mark.parametrize(
    ("place", "happened", "safe"),
    [
        (Place("station", 7), "The station of seat 7 is silent", "Its cards are hidden"),
        (Place("center"), "The center screen is silent", "It shows nothing"),
        (Place("doors"), "The board of doors and lamps is silent", "It counts by itself"),
    ],
)
def test_a_silent_device_is_told_of_in_its_own_words(place, happened, safe):
    fault = fault_of(place, Down("unplugged"))
    assert fault is not None
    assert fault.happened.startswith(happened)
    assert fault.safe.startswith(safe)
    assert ("cards" in fault.safe) == (place.what == "station")
