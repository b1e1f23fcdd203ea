"""Nothing that is somebody's own leaves in a support bundle: cards, PINs, numbers of cards, taxes.

Shapes, not values: who scans knows none of them. A page of a bundle therefore writes its own
numbers so that they have none of these shapes: with commas, and times by the clock. Pure.
"""

import re

SHAPES = {
    "a stripe of a card": re.compile(r"[;%][A-Z]?\d{6,}[=^]"),
    "a card number": re.compile(r"\b(?:\d[ -]?){11,18}\d\b"),
    "a tax number": re.compile(r"\b\d{3}[- ]\d{2}[- ]\d{4}\b|\b\d{9}\b"),
    "a PIN": re.compile(r"(?i)\bpin\b\W{0,3}(?:is |was )?\W{0,3}\d{4,12}\b"),
    "cards of a hand": re.compile(r"\b[2-9TJQKA][shdc](?:[ ,;/-]*[2-9TJQKA][shdc])+\b"),
}


def found_in(name: str, text: str) -> list[str]:
    """What was found and where; never the thing itself."""
    return [
        f"{name}, line {text.count(chr(10), 0, one.start()) + 1}: {what}"
        for what, shape in SHAPES.items()
        for one in shape.finditer(text)
    ]
