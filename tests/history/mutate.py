"""Real hands, broken at random: by bytes, by lines, by values, by actions. Seeded."""

from random import Random

SPITE = (
    b"-1", b"0", b"1e400", b"-1e400", b"nan", b"inf", b"-inf", b"99999999999999999999999",
    b"1.23456789", b"true", b'""', b"[]", b"{}", b"[[[]]]", b"'p1 cc'", b"2009-07-01",
    b"22:12:22", b"'NT'", b"'FR'", b"'FB'", b"[0]", b"0x10", b"1_000", b"9" * 5000, b"[" * 3000,
    b"\xff\xfe", b"\x00", b"# x", b"'''", b"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]",
    b"[inf, inf]", b"[nan, 1]", b"[-5, 10]", b"[0.001, 1]",
)  # fmt: skip

ACTIONS = (
    b"p1 f", b"p2 cc", b"p3 cbr 1", b"p1 cbr 100000000000", b"p9 cc", b"p0 f", b"p1 pb", b"p1 sd",
    b"p1 sm", b"p2 sm ????", b"p2 sm AsAs", b"p1 sd ??", b"p1 sd AsKsQsJsTs", b"d db As",
    b"d db ??????", b"d dh p1 2c", b"d dh p99 As", b"d db Xx", b"d", b"p1", b"", b"# x",
    b"p1 cbr", b"p1 cbr -5", b"p1 cbr nan", b"p1 cbr 0.333333333", b"p10000 f", b"q1 f",
    b"p1 f f", b"p2 sm -", b"p\xc2\xb2 f", b"p1 cbr \xd9\xa3",
)  # fmt: skip


def mutate(text: bytes, rng: Random) -> bytes:
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        text = rng.choice(WAYS)(text, rng)
    return text


def _cut(text: bytes, rng: Random) -> bytes:
    return text[: rng.randrange(len(text) + 1)]


def _bytes(text: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.randbytes(rng.randrange(4)) + text[at + rng.randrange(4) :]


def _lines(text: bytes, rng: Random) -> bytes:
    lines = text.splitlines(keepends=True) or [b""]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
    return b"".join(lines)


def _value(text: bytes, rng: Random) -> bytes:
    lines = text.splitlines(keepends=True) or [b""]
    at = rng.randrange(len(lines))
    key, equals, _ = lines[at].partition(b" = ")
    if equals:
        lines[at] = key + b" = " + rng.choice(SPITE) + b"\n"
    return b"".join(lines)


def _actions(text: bytes, rng: Random) -> bytes:
    parts = text.split(b"', '")
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    match rng.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(at, rng.choice(ACTIONS))
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = rng.choice(ACTIONS)
    return b"', '".join(parts)


def _number(text: bytes, rng: Random) -> bytes:
    """One number becomes another, close by or far off."""
    places = [n for n, byte in enumerate(text) if 48 <= byte <= 57]
    if not places:
        return text
    at = rng.choice(places)
    return (
        text[:at]
        + rng.choice([b"0", b"1", b"7", b"9", b"99", b".", b"-1", b"1e9"])
        + text[at + 1 :]
    )


WAYS = (_cut, _bytes, _lines, _value, _value, _actions, _actions, _actions, _number, _number)
