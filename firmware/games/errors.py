"""The polite No. The other two kinds are Fault (the world) and assert (us)."""


class Refused(Exception):
    """An answer, not an accident: nothing moved. The seat reads it; the floor looks up `rule`."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.rule = rule
