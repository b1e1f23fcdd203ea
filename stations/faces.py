"""Cards that lie face up for one player, in the deck that he chose."""

from pygame import Rect

from stations.state import State
from ui import cards
from ui.canvas import Canvas


def lay(c: Canvas, s: State, card: int, rect: Rect, private: bool = False) -> None:
    c.blit(cards.face(card, *rect.size, s.view.prefs.deck), *rect.topleft)
    c.face(card, rect, private)


def lay_shadowed(c: Canvas, s: State, card: int, rect: Rect) -> None:
    c.sprite(cards.shadowed(cards.face(card, *rect.size, s.view.prefs.deck)), *rect.topleft)
    c.face(card, rect)


def lay_back(c: Canvas, rect: Rect) -> None:
    c.blit(cards.back(*rect.size), *rect.topleft)
    c.report.backs.append(rect)
