"""How well a text stands out from what it is written on."""

from ui.theme import Color


def contrast(ink: Color, ground: Color) -> float:
    """WCAG 2 contrast ratio, 1 to 21."""
    hi, lo = sorted((_luminance(ink), _luminance(ground)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


def _luminance(color: Color) -> float:
    r, g, b = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
