"""The number of a paper: however somebody types it, one document has one number."""

from unicodedata import digit, normalize

from firmware.errors import Refused


def plain(number: str) -> str:
    """Letters and digits, whatever stands between them: "x 1" is X1, in every script's digits."""
    kept = filter(str.isalnum, normalize("NFKC", number))
    return "".join(str(digit(one, one)) for one in kept).upper()


def check(number: str) -> None:
    """A letter of another alphabet may look like one of ours: the same paper would be two."""
    if not plain(number).isascii():
        words = "Write the document's number in letters A to Z and digits, as by the photo."
        raise Refused(words, rule="REQ-R34")
