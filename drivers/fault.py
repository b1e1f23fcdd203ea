"""The world let us down: what happened, what is safe, what to do."""


class Fault(Exception):
    """Three sentences for the floor. Nothing here is a player's doing or our own mistake."""

    def __init__(self, happened: str, safe: str, do: str) -> None:
        super().__init__(f"{happened} {safe} {do}")
        self.happened, self.safe, self.do = happened, safe, do
