"""Which window this is, and what stands above every page of it."""

from datetime import datetime

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from desks.cage import words
from desks.pages import clock_of
from firmware.bank import windows
from firmware.bank.accounts import called
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.gaming_day import gaming_day, local
from firmware.bank.staff_sessions import Signed
from firmware.bank.store import Tx
from firmware.bank.windows import Window
from firmware.errors import Refused


class CageWindow(Struct, frozen=True):
    name: str
    drawer: str
    bank: Bank
    encoder: str = ""  # its device, where a card is written

    def local(self, at_ms: int) -> datetime:
        return local(at_ms, self.bank.house)

    def head(self, who: Signed, mine: Window | None, pad: str = "") -> dict[str, object]:
        """The band: who, which day, and since when the drawer is open, never what it holds; or what
        the customer's pad shows."""
        day = gaming_day(self.bank.clock(), self.bank.house)
        drawer = words.drawer(mine, self.local(mine.opened_ms) if mine else None)
        return {
            **clock_of(self.bank),
            "desk": self.name, "mine": mine, "person": who,
            "day": words.day(day, self.bank.house.day_starts),
            "drawer_words": words.Fact("Customer pad shows", pad) if pad else drawer,
        }  # fmt: skip

    def standing(self) -> list[words.Fact]:
        """Before anybody has signed on: the drawer, and the day; never what it holds."""

        def look(tx: Tx, now: int) -> list[words.Fact]:
            found = windows.at_drawer(tx, self.drawer)
            closed = windows.last_closed_ms(tx, self.drawer)
            day = words.day(gaming_day(now, self.bank.house), self.bank.house.day_starts)
            state = words.drawer_now(found, closed, self.local, self.local(now).date())
            return [state, words.Fact("Gaming day", day)]

        return self.bank.do(look)

    async def mine(self, counter: Counter) -> Window | None:
        return await run_in_threadpool(self.mine_now, counter)

    def mine_now(self, counter: Counter) -> Window | None:
        """My window, if I have one; and it is this one."""
        found = counter.window()
        if found is not None and found.drawer != self.drawer:
            raise Refused(f"You are at {called(found.drawer)}: close it first.", rule="REQ-R41")
        return found


def way_back(request: Request) -> str:
    """To the page of this window that led here."""
    back = request.query_params.get("back", "")
    return back if back.startswith("/cage/") else "/cage"
