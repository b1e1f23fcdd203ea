"""Who calls at the port of a desk: nobody keeps more lines open than a room of browsers needs, and
none without a word. Else whoever finds the port takes every file that the program may open, and it
does nothing any more but say so in its log."""

import asyncio
from collections.abc import Sequence

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 150  # of the files that a program makes room for (firmware/machine/open_files.py)
AT_ONCE = 32  # so many are answered before any of them is counted
OF_ONE_MOST = 40  # a browser opens six a page; behind a proxy all are this machine's
SILENT_S = 10.0  # until it has asked for something
HERE = ("127.", "::1", "?")


def too_many(mine: str, others: Sequence[str]) -> bool:
    of_one = not mine.startswith(HERE) and others.count(mine) >= OF_ONE_MOST
    return len(others) >= MOST or of_one


class Caller(H11Protocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        others = [_address(one) for one in self.connections]
        super().connection_made(transport)
        if too_many(_address(self), others):
            transport.abort()
        else:
            self.loop.call_later(SILENT_S, self._asked_nothing)

    def _asked_nothing(self) -> None:
        if self.cycle is None:
            self.transport.abort()


def _address(caller: object) -> str:
    client = getattr(caller, "client", None)
    return client[0] if client else "?"
