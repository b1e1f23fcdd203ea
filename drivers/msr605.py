"""The words of the MSR605 card encoder family: requests out, replies in. Pure.

    read    ESC r                                 reply  ESC s {ESC n track} ? FS ESC status
    write   ESC w ESC s {ESC n text} ? FS         reply  ESC status

A track in a reply has its marks (%…? or ;…?), ESC + for an empty one, ESC * for one it could not
read; a text in a request has none. The check byte and the parity are the encoder's own.
"""

from msgspec import Struct

ESC, FS = b"\x1b", b"\x1c"
RESET, TEST, TEST_REPLY = ESC + b"a", ESC + b"e", ESC + b"y"
HIGH_COERCIVITY, LOW_COERCIVITY = ESC + b"x", ESC + b"y"
READ, ERASE = ESC + b"r", ESC + b"c"
GOOD = "0"
REPLY_BYTES_MAX = 512
STATUS = {
    "0": "done",
    "1": "the stripe could not be written or read",
    "2": "the encoder did not understand the request",
    "4": "the encoder does not know this request",
    "9": "the card was swiped the wrong way or too unevenly",
    "A": "the encoder could not do it",
}
_MARKS = {1: ("%", "?"), 2: (";", "?"), 3: (";", "?")}
_ALPHABETS = {1: frozenset(map(chr, range(0x20, 0x60))), 2: frozenset("0123456789:<=>")}
_ALPHABETS[3] = _ALPHABETS[2]
_LENGTHS_MAX = {1: 76, 2: 37, 3: 104}


class Tracks(Struct, frozen=True):
    """Without marks; None: empty. Shown by no repr."""

    track1: str | None = None
    track2: str | None = None
    track3: str | None = None

    def __repr__(self) -> str:
        return "Tracks(…)"


class Reply(Struct, frozen=True):
    status: str
    tracks: Tracks | None = None  # of a read
    unreadable: tuple[int, ...] = ()

    @property
    def good(self) -> bool:
        return self.status == GOOD

    @property
    def words(self) -> str:
        return STATUS.get(self.status, "the encoder gave an answer that we do not know")


def write_request(tracks: Tracks) -> bytes:
    texts = {1: tracks.track1, 2: tracks.track2, 3: tracks.track3}
    for n, text in texts.items():
        assert text is None or fits(n, text)
    parts = (ESC + bytes([n]) + (text or "").encode("ascii") for n, text in texts.items())
    return ESC + b"w" + ESC + b"s" + b"".join(parts) + b"?" + FS


def fits(n: int, text: str) -> bool:
    """No mark inside, no character that the track cannot hold, no longer than the stripe."""
    inside = set(text) - {"?"} <= _ALPHABETS[n] - set(_MARKS[n]) and "?" not in text
    return inside and 0 < len(text) <= _LENGTHS_MAX[n]


class ReplyReader:
    """Bytes as the port gives them; one Reply when it is whole. Never holds more than one."""

    def __init__(self) -> None:
        self._data = b""

    def forget(self) -> None:
        self._data = b""

    def feed(self, data: bytes) -> Reply | None:
        self._data = (self._data + data)[-REPLY_BYTES_MAX:]
        start = self._data.find(ESC)
        if start < 0:
            self._data = b""
            return None
        self._data = self._data[start:]
        if self._data[1:2] == b"s":
            return self._read_reply()
        if len(self._data) < 2:
            return None
        status, self._data = chr(self._data[1]), self._data[2:]
        return Reply(status)

    def _read_reply(self) -> Reply | None:
        end = self._data.find(b"?" + FS + ESC)
        if end < 0 or len(self._data) < end + 4:
            return None
        body, status = self._data[2:end], chr(self._data[end + 3])
        self._data = self._data[end + 4 :]
        return _read(body, status)


def _read(body: bytes, status: str) -> Reply:
    """ESC n starts track n; inside a track ESC is followed only by + or *."""
    texts: dict[int, str | None] = {1: None, 2: None, 3: None}
    bad: list[int] = []
    starts = [(body.find(ESC + bytes([n])), n) for n in (1, 2, 3)]
    found = sorted((at, n) for at, n in starts if at >= 0)
    ends = [at for at, _ in found[1:]] + [len(body)]
    for (at, n), end in zip(found, ends, strict=True):
        raw = body[at + 2 : end]
        text = None if raw in (b"", ESC + b"+") else _unmark(n, raw)
        texts[n] = text or None
        if text is None and raw not in (b"", ESC + b"+"):
            bad.append(n)
    return Reply(status, Tracks(texts[1], texts[2], texts[3]), tuple(bad))


def _unmark(n: int, raw: bytes) -> str | None:
    """None: unreadable. The very last ? of a reply was eaten with its trailer by some makes."""
    text = raw.decode("ascii", "replace")
    first, last = _MARKS[n]
    if not text.startswith(first):
        return None
    text = text[1:].removesuffix(last)
    return text if not text or fits(n, text) else None
