"""`stormdeck verify-hand`: each receipt by the file of its own version of the protocol."""

import sys
from pathlib import Path

from firmware.fairness import verify, verify_v1

OLD = "Of version 1: the house may have searched for these decks before it committed to them."


def main(argv: list[str]) -> int:
    if any(map(_is_old, argv)):
        print(OLD, file=sys.stderr)
        return verify_v1.main(argv)
    return verify.main(argv)


def _is_old(name: str) -> bool:
    """A receipt of version 1, as JSON or as the texts of its codes."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(verify.BYTES_MAX)
    except (OSError, ValueError):
        return False
    return data.startswith(b"SD1/") or data.removesuffix(b"\n").endswith(b'"stormdeck":1}')
