"""A hand told again as everyone saw it: from one public view to the next, in words. Pure."""

from firmware.games.cards import NAMES
from firmware.money import show
from firmware.screens import protocol as g

DID = {
    "fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to",
    "all-in": "is all-in", "draw": "draws", "pat": "stands pat", "complete": "completes to",
}  # fmt: skip


def what_happened(old: g.Public | None, new: g.Public) -> str:
    """Between these two; "": nothing that is worth a line."""
    if old is None or old.hand != new.hand:
        return f"Hand {new.hand:,} begins, button at seat {new.button}"
    if new.result is not None and old.result is None:
        return _ended(new)
    if new.alert is not None and new.alert != old.alert:
        return new.alert.title
    if new.last is not None and new.last != old.last:
        return _act(new, new.last)
    if len(new.board) > len(old.board):
        return f"{new.street.capitalize()} {_cards(new.board[len(old.board) :])}"
    if _in_bank(new) and not _in_bank(old):
        return f"{_name(new, new.actor)}: the time bank runs"
    return f"{_name(new, new.actor)} to act" if new.actor and new.actor != old.actor else ""


def _act(view: g.Public, last: g.Last) -> str:
    chips = f" {show(last.chips)}" if last.chips and last.did not in ("fold", "check") else ""
    return f"{_name(view, last.seat)} {DID.get(last.did, last.did)}{chips}"


def _ended(view: g.Public) -> str:
    result = view.result
    assert result is not None
    hand = f" with {result.hand}" if result.hand else ", shows nothing"
    return f"{_name(view, result.winner)} wins {show(result.chips)}{hand}"


def _name(view: g.Public, seat: int) -> str:
    found = next((one.name for one in view.seats if one.seat == seat), "")
    return found or f"Seat {seat}"


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(NAMES[card] for card in cards)


def _in_bank(view: g.Public) -> bool:
    return view.clock is not None and view.clock.in_bank
