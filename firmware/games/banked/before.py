"""What earlier versions wrote: three card poker, the one banked game there was."""

from collections.abc import Mapping
from typing import Any

from firmware.games.banked import events as e
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.round import Round


def as_now(r: Round, event: BankedEvent) -> BankedEvent:
    """The same in today's words; what was written today is as it is."""
    match event:
        case e.Wagered(seat, ante, bonus):
            both = (("ante", ante), ("bonus", bonus))
            return e.BetsPlaced(seat, tuple((name, chips) for name, chips in both if chips))
        case e.BankCardTurned(card):
            return e.CardsTurned((len(r.dealt) - 1,), (card,))
        case e.Stayed(seat, chips):
            return e.Chosen(seat, "play", "play", chips)
        case e.GaveUp(seat):
            return e.Chosen(seat, "fold")
        case e.WagerWon(seat, wager, back, chips):
            return _settled(r, seat, wager, back, back, chips)
        case e.WagerLost(seat, wager, back, chips):
            return _settled(r, seat, wager, back + chips, back, -chips)
        case e.WagerReturned(seat, wager, back):
            return _settled(r, seat, wager, back, back, 0)
    return event


def _settled(r: Round, seat: int, wager: str, bet: int, back: int, chips: int) -> e.WagerSettled:
    banks = ((r.banker, chips),) if chips else ()
    return e.WagerSettled(seat, wager, bet, "", "", back, chips, 0, banks)


def law_before(posted: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that such a round was played by, as a page of today."""
    lost = ["", "lose"]
    pays = [[hand, f"{chips}:1"] for hand, chips in posted["bonus"].items()]
    hands = [["win", "1:1"], ["tie", "push"], lost]
    return {
        **{name: posted[name] for name in ("name", "source", "words", "seats", "fees")},
        "type": "bank",
        "game": "three-card-poker",
        "bank_hands": posted.get("bank_hands", 2),
        "kind": "versus",
        "deck": "52",
        "decks": 1,
        "ranking": "three",
        "qualifies": "queen high",
        "streets": [{"down": 3, "bank": "ddu", "asks": ["fold", "play 1x"]}],
        "reserve": 1,
        "start": "bank card",
        "folded": "first",
        "order": ["bonus", "ante", "play"],
        "circles": {
            "ante": {
                "rows": [["folded", "lose"], ["bank out", "1:1"], *hands],
                "always": True,
                "base": True,
            },
            "play": {"rows": [["bank out", "push"], *hands], "later": True},
            "bonus": {
                "rows": [["folded", "lose"], *pays, lost],
                "needs": ["ante"],
                "equals": "ante",
            },
        },
    }
