"""Two kinds of No. Refused: a person asked for what a rule forbids. Fault: the world broke.

The third kind, a broken promise of our own, is an assert and stops the program.
"""

from drivers.fault import Fault

__all__ = ["Fault", "Refused"]


class Refused(Exception):
    """An answer, not an accident: nothing moved. A person reads it; the floor looks up `rule`."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(words)
        self.rule = rule
