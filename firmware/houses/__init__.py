"""One page a card room: how it spreads which game ([games]; against a bank: [banked]) and how it
runs its table ([table]), each with its sources; and the fee sheets as posted (fees/, banked_fees/).
Pan has a section of its own ([pan]). Data: what a section may say is checked by the room that reads
it: games/poker/house.py, games/banked/spread.py, games/pan/page.py and table/settings.py.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from firmware.pages import parse

Raw = dict[str, Any]


def section(name: Literal["games", "banked", "pan", "table"]) -> dict[str, Raw]:
    """This part of every page that has it, by house, under the house's name and filing."""
    return {
        house: {"name": page["name"], "filing": page.get("filing", ""), **page[name]}
        for house, page in _pages().items()
        if name in page
    }


def fee_sheets() -> dict[str, Raw]:
    return _read(files(__name__).joinpath("fees"))


@cache
def banked_fees() -> dict[str, Raw]:
    """House -> the sheets of its banked games, by their names in the digest."""
    return _read(files(__name__).joinpath("banked_fees"))


@cache
def _pages() -> dict[str, Raw]:
    return _read(files(__name__))


def _read(folder: Traversable) -> dict[str, Raw]:
    found = sorted((one.name, one) for one in folder.iterdir() if one.name.endswith(".toml"))
    return {name[:-5]: parse(page.read_text("utf-8"), name) for name, page in found}
