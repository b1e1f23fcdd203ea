"""Our games as pokerkit plays them: which of its games stands beside which of ours."""

from typing import Any

import pokerkit as pk
from msgspec import Struct

AUTOMATIC = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
)
SMALL, BIG, BLINDS, ANTE, BRING_IN = 10, 20, (5, 10), 2, 3


# Games that pokerkit does not name but can express


class PotLimitHoldem(pk.PotLimitOmahaHoldem):
    hole_dealing_count = 2
    hand_types = pk.NoLimitTexasHoldem.hand_types


class NoLimitOmaha(pk.NoLimitTexasHoldem):
    hole_dealing_count = 4
    hand_types = pk.PotLimitOmahaHoldem.hand_types


class FixedLimitOmahaHiLo(pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """pokerkit 0.7.7 calls it fixed-limit and plays it pot-limit, without a cap."""

    betting_structure = pk.BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count = 4


class FixedLimitOmaha(FixedLimitOmahaHiLo):
    hand_types = pk.PotLimitOmahaHoldem.hand_types


class PotLimitOmahaHiLo(pk.PotLimitOmahaHoldem):
    hand_types = pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.hand_types


class Variant(Struct, frozen=True):
    game: str
    limit: str
    witness: Any  # a class of pokerkit
    seats: int
    bets: tuple[int, ...]
    bring_in: bool = False


_FIXED, _BIG_BET = (SMALL, BIG), (SMALL,)
VARIANTS = {
    "FT": Variant("texas-holdem", "limit", pk.FixedLimitTexasHoldem, 10, _FIXED),
    "NT": Variant("texas-holdem", "no-limit", pk.NoLimitTexasHoldem, 10, _BIG_BET),
    "NS": Variant("short-deck-holdem", "no-limit", pk.NoLimitShortDeckHoldem, 10, _BIG_BET),
    "PO": Variant("omaha", "pot-limit", pk.PotLimitOmahaHoldem, 10, _BIG_BET),
    "FO/8": Variant("omaha-hi-lo", "limit", FixedLimitOmahaHiLo, 10, _FIXED),
    "F7S": Variant("seven-card-stud", "limit", pk.FixedLimitSevenCardStud, 8, _FIXED, True),
    "F7S/8": Variant(
        "seven-card-stud-hi-lo",
        "limit",
        pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        8,
        _FIXED,
        True,
    ),
    "FR": Variant("razz", "limit", pk.FixedLimitRazz, 8, _FIXED, True),
    "N2L1D": Variant(
        "lowball-deuce-to-seven", "no-limit", pk.NoLimitDeuceToSevenLowballSingleDraw, 8, _BIG_BET
    ),
    "F2L3D": Variant("kansas-city", "limit", pk.FixedLimitDeuceToSevenLowballTripleDraw, 8, _FIXED),
    "FB": Variant("badugi", "limit", pk.FixedLimitBadugi, 8, _FIXED),
    "PT": Variant("texas-holdem", "pot-limit", PotLimitHoldem, 10, _BIG_BET),
    "FO": Variant("omaha", "limit", FixedLimitOmaha, 10, _FIXED),
    "NO": Variant("omaha", "no-limit", NoLimitOmaha, 10, _BIG_BET),
    "PO/8": Variant("omaha-hi-lo", "pot-limit", PotLimitOmahaHiLo, 10, _BIG_BET),
}
