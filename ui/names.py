"""Names in a sentence, or where there is little room."""

from collections.abc import Callable, Sequence


def listed(names: Sequence[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def shortened(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def whole_words(name: str, fits: Callable[[str], bool]) -> str:
    """As many of them as there is room for, and at least one; none is left hanging."""
    words = name.split()
    while len(words) > 1 and (not fits(" ".join(words)) or words[-1] == "with"):
        words.pop()
    return " ".join(words).rstrip(",")
