"""The sizes of type, by the part they play on a station. From HEADING on Inter's display cut."""

from typing import NamedTuple

from ui.text import Weight


class Type(NamedTuple):
    px: int
    weight: Weight


class Size:
    """One size in its three weights: label, name, amount."""

    def __init__(self, px: int) -> None:
        self.px = px
        self.medium, self.semibold, self.bold = (
            Type(px, "medium"),
            Type(px, "semibold"),
            Type(px, "bold"),
        )


FINE = Size(18)  # the least that is read at arm's length
SMALL = Size(19)
LABEL = Size(20)
VALUE = Size(22)
BUTTON = Size(24)
TILE = Size(26)
HEADING = Size(28)
DIGIT = Size(30)
STACK = Size(32)
TITLE = Size(34)
AMOUNT = Size(36)
ACTION = Size(38)
TALL = Size(40)  # on the buttons of a limit game
RESULT = Size(46)
PROMPT = Size(52)
ALARM = Size(56)
HEADLINE = Size(64)
INVITATION = Size(82)
SUM = Size(92)
BANNER = Size(124)
