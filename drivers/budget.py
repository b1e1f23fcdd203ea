"""How much somebody may ask of the table: at once so much, and then so much a second.

Work that nobody limits is work that one broken or dishonest device can fill the table with. The
time is the caller's own; milliseconds or seconds, if only it always is the same.
"""


class Budget:
    def __init__(self, burst: float, rate: float) -> None:
        """`rate`: what comes back in one unit of the caller's time."""
        self.burst, self.rate = burst, rate
        self._left, self._at = burst, 0.0

    def left(self, now: float) -> float:
        if now > self._at:
            self._left = min(self.burst, self._left + (now - self._at) * self.rate)
            self._at = now
        return self._left

    def spend(self, amount: float, now: float) -> None:
        """More than is left is owed."""
        self._left = self.left(now) - amount

    def again_at(self, amount: float, now: float) -> float:
        """When so much will be left."""
        return now + max(0.0, amount - self.left(now)) / self.rate
