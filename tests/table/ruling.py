"""Tables of both Lightning houses, for the rules by number."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from lab.simulation.bare_table import BareTable, config

AJ, DELTA = "artichoke-joes", "delta-downtown"


def playing(page=None, seats=(1, 2, 3, 4)) -> BareTable:
    return (
        BareTable(page or config(schedule="", spreads=free()))
        .open(*seats, button=seats[0])
        .next_hand()
    )


def free(house=AJ):
    return tuple(replace(spread, fees=()) for spread in config(house).spreads)


def delta(*seats) -> BareTable:
    return playing(config(DELTA, schedule="", spreads=free(DELTA)), seats or (1, 2, 3, 4))


def refused(m, command) -> str:
    with pytest.raises(Refused) as no:
        m.do(command)
    return str(no.value)
