"""What is wrong with a hand history: the field and the words. The caller knows file and hand."""


class Malformed(Exception):
    """A hand that cannot be what it says: `field`, then what is wrong with it, in one line."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(f"{field}: {words}")
        self.field = field
        self.words = words


def brief(value: object) -> str:
    """A value of a file, short enough for one line whatever it is."""
    if not isinstance(value, str | int) or (isinstance(value, int) and value.bit_length() > 256):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
