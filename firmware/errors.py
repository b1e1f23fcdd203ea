"""Two kinds of No. Refused: a person asked for what a rule forbids. Fault: the world broke.

The third kind, a broken promise of our own, is an assert and stops the program.
"""


class Refused(Exception):
    """An answer, not an accident: nothing moved. A person reads it; the floor looks up `rule`."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.rule = rule


class Fault(Exception):
    """What happened, what is safe, what to do: three sentences for the floor.

    `name` is what the log, the meters and the service console call it; it never changes.
    """

    def __init__(self, name: str, happened: str, safe: str, do: str) -> None:
        super().__init__(f"{happened} {safe} {do}")
        self.name = name
