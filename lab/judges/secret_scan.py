"""No password, key or token in what is shared (REQ-R29): `make check` reads every file of git's.

Shapes of keys and tokens are looked for everywhere; words that could be keys, by their length and
their disorder, only in what ships on a table: fixtures are full of public hashes.
"""

import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPS = ("firmware/", "drivers/", "ui/", "stations/", "center_screen/", "desks/", "console/",
         "commands/", "systemd/")  # fmt: skip
PUBLIC = {"firmware/fairness/known_answers.py"}  # answers that standards have published
EVERYWHERE = {
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    "a password in an address": re.compile(r"\b\w+://[^/\s:@\"'{}]+:[^@\s/\"'{}]+@"),
    "a token of a service": re.compile(
        r"\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|xox[baprs]-[\w-]{10,}|glpat-[\w-]{20,})"
    ),
}
ASSIGNED = re.compile(
    r"(?i)\b(?:password|passwd|passphrase|api_?key|secret|pin)\s*[:=]\s*[\"']([^\"'\s{}/]{4,})[\"']"
)
LONG = re.compile(r"\b[0-9a-fA-F]{32,}\b|[\"'][A-Za-z0-9+/_-]{40,}={0,2}[\"']")
DISORDER = 3.4  # bits a sign: sixteen hex digits at random have nearly four


def found_in(name: str, text: str) -> Iterator[str]:
    """Each with its line, and without the secret."""
    ships = name.startswith(SHIPS) and name not in PUBLIC
    for what, shape in EVERYWHERE.items():
        yield from (f"{name}:{_line(text, one)}: {what}" for one in shape.finditer(text))
    if not ships:
        return
    for one in ASSIGNED.finditer(text):
        yield f"{name}:{_line(text, one)}: a password that everybody can read"
    for one in LONG.finditer(text):
        if disorder(one[0]) >= DISORDER:
            yield f"{name}:{_line(text, one)}: this looks like a key"


def disorder(word: str) -> float:
    counts = Counter(word).values()
    return -sum(n / len(word) * math.log2(n / len(word)) for n in counts)


def _line(text: str, one: re.Match[str]) -> int:
    return text.count("\n", 0, one.start()) + 1


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    found: list[str] = []
    for name in listed.stdout.decode().split("\0")[:-1]:
        try:
            found += found_in(name, (ROOT / name).read_text())
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # pictures and fixtures in bytes
    print("\n".join(found) if found else "no secret in any file", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
