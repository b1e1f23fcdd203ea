"""The station's glass as areas: where the bar, a page, the table and the player's block lie.

A margin of 16 around, gaps of 12 and 16 between. Below the felt the left hand mirrors.
"""

from pygame import Rect

from ui.layout import bottom, inset, left, right, top
from ui.theme import STATION

GLASS = Rect(0, 0, *STATION)
MARGIN = GAP = 16
NARROW = 12  # between buttons of one row
MIRRORED_FROM = 444

BAR = top(GLASS, 72)
BODY = inset(GLASS, MARGIN, BAR.h + MARGIN, bottom=MARGIN)  # under the bar

# a page: its title beside the way back, and the sheet under them
HEAD = top(BODY, 72)
SHEET = inset(BODY, 0, 96, bottom=0)
FOOT = bottom(BODY, 100)

# a narrow column at the player's own side, the rest beside it
COLUMN = left(BODY, 312)
WIDE = right(BODY, BODY.w - COLUMN.w - GAP)

# the table
FELT = Rect(80, 108, 1120, 334)
UNDER_BOARD = Rect(GLASS.centerx - 280, 402, 560, 34)  # a line of words
UNDER_LARGE_BOARD = UNDER_BOARD.move(0, 6)
OWN = top(bottom(COLUMN, 332), 84)
PEEK = bottom(COLUMN, 240)
BLOCK = bottom(WIDE, 332)  # what this player can do now
TAG_ROW = top(BLOCK, 40)  # whose turn, and the clock
ACTIONS = bottom(BLOCK, 100)  # fold, call, raise
UNDER_TAG = inset(BLOCK, 0, 56, bottom=0)
