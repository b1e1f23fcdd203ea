"""Inputs worth keeping, one a line in base64, shortest first: small enough for a review."""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "tests/corpus"
BYTES_MAX = 24_000  # of one door: replayed in a second, and a page of a review


def kept(name: str) -> list[bytes]:
    path = CORPUS / f"{name}.b64"
    return [b64decode(line) for line in path.read_text().split()] if path.exists() else []


def keep(name: str, inputs: Iterable[bytes]) -> int:
    """The shortest of these, as many as there is room for. Returns how many."""
    lines, room = [], BYTES_MAX
    for one in sorted(set(inputs), key=lambda data: (len(data), data)):
        line = b64encode(one).decode()
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    CORPUS.mkdir(parents=True, exist_ok=True)
    (CORPUS / f"{name}.b64").write_text("".join(f"{line}\n" for line in lines))
    return len(lines)
