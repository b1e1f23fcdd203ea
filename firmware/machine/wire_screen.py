"""A screen at the end of a link, as the controller sees it: something with `show`.

After each Up a whole view, then differences against what this very link was sent last. A view is
written when the wire has room for it: a slow wire gets the newest, never a queue of old ones. The
link's own heartbeat tells the screen that all is well.
"""

from collections.abc import Callable
from typing import Any

from firmware.screens import protocol as g
from firmware.screens.sending import AnyView, changed, whole

Compose = Callable[[Callable[[], Any] | None], None]  # of the link, which asks when it has room


class WireScreen:
    def __init__(self, compose: Compose) -> None:
        self._compose = compose
        self._newest: AnyView | None = None
        self._sent: AnyView | None = None
        self._number = 0

    def show(self, view: AnyView) -> None:
        self._newest = view
        self._compose(self._write)

    def gone(self) -> None:
        """The link is down: nothing of today is shown to whoever comes next."""
        self._newest = self._sent = None
        self._compose(None)

    def _write(self) -> g.ToScreen:
        assert self._newest is not None
        before, self._sent = self._sent, self._newest
        self._number = g.after(self._number)
        if before is None:
            return whole(self._number, self._newest)
        return changed(self._number, before, self._newest)
