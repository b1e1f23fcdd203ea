"""What a round against a bank comes to, for whoever draws it: who bet what, who is first, who won.

Everything here is read off the public view; nothing is known to one glass that another is not told.
"""

from firmware.screens.protocol import Against, Ask, Layout, Pays, Public, Wagered
from ui.amounts import show

SIGNS = {"player": "P", "banker": "B", "tie": "T", "dragon 7": "7", "panda 8": "8"}


def title(circle: str) -> str:
    """As it is written on the layout."""
    return " ".join(word[:1].upper() + word[1:] for word in circle.split())


def banker(round_: Against) -> int:
    return round_.banks[0].seat if round_.banks else 0


def stake(round_: Against) -> int:
    return sum(bank.stake for bank in round_.banks)


def cover_left(round_: Against) -> int:
    return sum(bank.left for bank in round_.banks)


def action(round_: Against) -> int:
    return sum(one.chips for one in round_.wagers)


def of_seat(round_: Against, seat: int) -> list[Wagered]:
    return [one for one in round_.wagers if one.seat == seat]


def bets(round_: Against, seat: int) -> dict[str, int]:
    return {one.circle: one.chips for one in of_seat(round_, seat)}


def net(round_: Against, seat: int) -> int:
    """What a seat won or lost; the bank's is what all others did not."""
    if seat == banker(round_):
        return -sum(one.won for one in round_.wagers)
    return sum(one.won for one in of_seat(round_, seat))


def uncovered(round_: Against, seat: int) -> int:
    return sum(one.uncovered for one in of_seat(round_, seat))


def settled(round_: Against) -> bool:
    return round_.due == "over" or any(one.result for one in round_.wagers)


def bettors(public: Public, round_: Against) -> list[int]:
    """In the order of settlement: from the first, else from the left of the bank."""
    found = sorted({one.seat for one in round_.wagers})
    start = round_.first or banker(round_) + 1
    return [n for n in found if n >= start] + [n for n in found if n < start]


def pays(layout: Layout, circle: str) -> Pays:
    return next((one for one in layout.circles if one.name == circle), Pays(circle))


def best_odds(layout: Layout, circle: str) -> str:
    """What a circle pays: one row as it is, several as up to the best of them."""
    found = [row for _, row in pays(layout, circle).rows if ":" in row]
    if not found:
        return "a pool" if not layout.bank_hands else ""
    best = max(found, key=_worth)
    return best if len(set(found)) == 1 else f"up to {_thousands(best)}"


def _worth(odds: str) -> float:
    won, of = odds.split(":")
    return int(won) / int(of)


def _thousands(odds: str) -> str:
    won, of = odds.split(":")
    return f"{int(won):,}:{of}"


def placed(ask: Ask) -> dict[str, int]:
    return {one.name: one.placed for one in ask.circles if one.placed}


def summed(layout: Layout, found: dict[str, int]) -> str:
    """The wagers of the game itself, then the bonuses: $25 + $10."""
    base = sum(chips for name, chips in found.items() if not _bonus(layout, name))
    bonus = sum(chips for name, chips in found.items() if _bonus(layout, name))
    return " + ".join(show(part) for part in (base, bonus) if part)


def _bonus(layout: Layout, name: str) -> bool:
    one = pays(layout, name)
    return not one.base and not one.later


def range_of(least: int, most: int) -> str:
    return show(most) if least == most else f"{show(least)} to {show(most)}"


def bank_fee(layout: Layout) -> str:
    found = [fee for _, _, fee in layout.fees.bank]
    return range_of(min(found), max(found)) if found else "None"


def player_fee(layout: Layout) -> str:
    found = [fee for _, _, fee in (*layout.fees.player, *layout.fees.bonus)]
    return range_of(min(found), max(found)) if found else "None"
