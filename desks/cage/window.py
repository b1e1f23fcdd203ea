"""Which window this is, and what stands above every page of it."""

from datetime import datetime

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from desks.cage import words
from desks.pages import clock_of
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.gaming_day import gaming_day, local
from firmware.bank.staff_sessions import Signed
from firmware.bank.windows import Window
from firmware.errors import Refused


class CageWindow(Struct, frozen=True):
    name: str
    drawer: str
    bank: Bank
    encoder: str = ""  # its device, where a card is written

    def local(self, at_ms: int) -> datetime:
        return local(at_ms, self.bank.house)

    def head(self, who: Signed, mine: Window | None) -> dict[str, object]:
        """The band: who, which day, and since when the drawer is open; never what it holds."""
        day = gaming_day(self.bank.clock(), self.bank.house)
        return {
            **clock_of(self.bank),
            "desk": self.name, "mine": mine, "person": who,
            "day": words.day(day, self.bank.house.day_starts),
            "drawer_words": words.drawer(mine, self.local(mine.opened_ms) if mine else None),
        }  # fmt: skip

    async def mine(self, counter: Counter) -> Window | None:
        return await run_in_threadpool(self.mine_now, counter)

    def mine_now(self, counter: Counter) -> Window | None:
        """My window, if I have one; and it is this one."""
        found = counter.window()
        if found is not None and found.drawer != self.drawer:
            raise Refused(f"You are at {found.drawer}: close it first.", rule="REQ-R41")
        return found


def way_back(request: Request) -> str:
    """To the page of this window that led here."""
    back = request.query_params.get("back", "")
    return back if back.startswith("/cage/") else "/cage"
