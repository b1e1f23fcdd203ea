"""Scripted views: every state a screen can be in, for screenshots, tests and benchmarks."""

from firmware.screens.protocol import Public, View
from lab.scenes.asked import ASKED
from lab.scenes.banked import BANKED, BANKED_CENTERS
from lab.scenes.cast import SEATED
from lab.scenes.center import CENTERS as POKER_CENTERS
from lab.scenes.center import SIDE_POTS
from lab.scenes.coming import COMING
from lab.scenes.hands import LIMIT_VIEW, NL_PUBLIC, NL_TURN, PEEKING
from lab.scenes.looking_back import LOOKING_BACK
from lab.scenes.other_games import OTHER_GAMES
from lab.scenes.pan import PAN, PAN_CENTERS
from lab.scenes.playing import PLAYING
from lab.scenes.reading_rules import READING_RULES

VIEWS: dict[str, View] = {
    **COMING, **PLAYING, **LOOKING_BACK, **ASKED, **OTHER_GAMES, **BANKED,
    **READING_RULES, **PAN,
}  # fmt: skip
CENTERS: dict[str, Public] = {**POKER_CENTERS, **BANKED_CENTERS, **PAN_CENTERS}

__all__ = [
    "CENTERS", "LIMIT_VIEW", "NL_PUBLIC", "NL_TURN", "PEEKING", "SEATED", "SIDE_POTS", "VIEWS",
]  # fmt: skip
