"""All the card readers of one table: one task for each reader that is plugged."""

import asyncio
from collections.abc import Callable

from drivers.card_reader import CardReader, Listening
from drivers.fault import Fault
from drivers.hotplug import Plugged, Unplugged
from drivers.input_pipe import open_reader
from drivers.sockets import Place, Sockets
from drivers.track_decoder import BadSwipe, Swipe

REOPEN_S = 0.5
Opener = Callable[[int, str], CardReader]
Heard = Listening | Swipe | BadSwipe | Fault


class Readers:
    """`tell(place, happening)` hears Listening, Swipe, BadSwipe and Fault."""

    def __init__(
        self, sockets: Sockets, tell: Callable[[Place, Heard], None],
        opener: Opener = open_reader,
    ) -> None:  # fmt: skip
        self._sockets, self._tell, self._opener = sockets, tell, opener
        self._plugged: dict[Place, Plugged] = {}
        self._tasks: dict[Place, asyncio.Task[None]] = {}

    def changed(self, event: Plugged | Unplugged) -> None:
        """From Hotplug.events(); what no seat's socket holds is somebody's keyboard, not ours."""
        place = self._sockets.place(event.socket) if event.bus == "input" else None
        if place is None or place.what != "reader":
            return
        if isinstance(event, Plugged):
            self._stop(place)
            self._plugged[place] = event
            self._tasks[place] = asyncio.create_task(self._listen(place, event))
        elif self._plugged.get(place) and self._plugged[place].path == event.path:
            del self._plugged[place]  # the reader itself saw the error first and told it

    async def _listen(self, place: Place, event: Plugged) -> None:
        told = ""
        while self._plugged.get(place) == event:
            try:
                async for swipe in self._opener(place.seat, event.path).swipes():
                    told = ""
                    self._tell(place, swipe)
            except Fault as fault:
                if str(fault) != told:
                    self._tell(place, fault)
                told = str(fault)
            await asyncio.sleep(REOPEN_S)

    def _stop(self, place: Place) -> None:
        task = self._tasks.pop(place, None)
        if task:
            task.cancel()

    def close(self) -> None:
        self._plugged.clear()
        for place in list(self._tasks):
            self._stop(place)
