"""The world let us down: what happened, what is safe, what to do."""


class Fault(Exception):
    """Three sentences for the floor. Nothing here is a player's doing or our own mistake.

    `name` is what the log, the meters and the service console call it; it never changes.
    """

    def __init__(self, name: str, happened: str, safe: str, do: str) -> None:
        super().__init__(f"{happened} {safe} {do}")
        self.name, self.happened, self.safe, self.do = name, happened, safe, do
