"""A cashier's shift at a window: float, count, close."""

from firmware.bank import explanations as clues
from firmware.bank import overview, pads, proposals, shifts, surveillance, windows
from firmware.bank.acts import PostDifference
from firmware.bank.desk import Desk, new_id
from firmware.bank.gaming_day import day_began_ms, gaming_day
from firmware.bank.store import Tx
from firmware.errors import Refused


class WindowDesk(Desk):
    def open_window(self, drawer: str, pieces: dict[int, int], id_: str = "") -> windows.Sheet:
        """`pieces`: how many of each note and coin lie in the drawer."""
        name = id_ or new_id()

        def work(tx: Tx, now: int, by: str) -> windows.Sheet:
            self.bank.check_clock(tx, now)
            return windows.open_window(tx, name, drawer, pieces, by, now)

        return self._act("OpenWindow", work)

    def window(self) -> windows.Window | None:
        """Mine: since when, and in what state; never what it should hold."""
        return self._act("OpenWindow", lambda tx, now, by: windows.window_of(tx, by))

    def done_today(self, drawer: str) -> tuple[int, int, int]:
        """By me at this drawer today: deposits, withdrawals, new cards; never how much."""

        def work(tx: Tx, now: int, by: str) -> tuple[int, int, int]:
            day = gaming_day(now, self.bank.house)
            return windows.done_today(tx, drawer, by, day, day_began_ms(day, self.bank.house))

        return self._act("OpenWindow", work)

    def count(self, pieces: dict[int, int], sheet_no: int = 0) -> windows.Sheet:
        """No new sheet while a second name is asked: it would be posted for the one seen."""

        def work(tx: Tx, now: int, by: str) -> windows.Sheet:
            mine = windows.window_of(tx, by)
            asked = mine is not None and any(
                one.act == PostDifference(mine.id) for one in proposals.waiting(tx, now)
            )
            sheets = windows.closing_sheets(tx, mine.id) if mine else 0
            if asked and not 0 < sheet_no <= sheets:
                words = "A second name is asked for the sheet that you signed: wait for it."
                raise Refused(words, rule="REQ-R41")
            return windows.count(tx, pieces, by, now, sheet_no)

        return self._act("OpenWindow", work)

    def sheet(self) -> windows.Sheet:
        """Mine, once it is signed."""
        return self._act("OpenWindow", lambda tx, now, by: windows.signed_sheet(tx, by))

    def sheets(self, window: str) -> int:
        """How often it was counted at the end."""
        return self._act("OpenWindow", lambda tx, now, by: windows.closing_sheets(tx, window))

    def close_window(self) -> None:
        self._act("OpenWindow", lambda tx, now, by: windows.close(tx, by, now))

    def way_of(self, window: str) -> windows.Way:
        """How the books come to what should be there; who signed the sheet may see it."""
        return self._act("OpenWindow", lambda tx, now, by: windows.way_of(tx, window))

    def explanations(self, window: str) -> list[clues.Document]:
        """Once a count that differs is signed: the documents that could explain it."""
        return self._act("OpenWindow", lambda tx, now, by: clues.explanations(tx, window))

    def document(self, window: str, transfer: str) -> clues.Document:
        """One of them."""
        return self._act("OpenWindow", lambda tx, now, by: clues.document(tx, window, transfer))

    def ask_surveillance(self, window: str, transfer: str) -> bool:
        """For the minutes of one of them; False: somebody has asked."""
        return self._act(
            "OpenWindow",
            lambda tx, now, by: surveillance.ask(tx, window, transfer, by, self.bank.house, now),
        )

    def surveillance_asked(self, window: windows.Window) -> list[str]:
        return self._do(lambda tx, now: surveillance.asked(tx, window))

    def next_sheet(self, drawer: str) -> str:
        """The number of the sheet that is counted now."""
        return self._act("OpenWindow", lambda tx, now, by: windows.next_sheet(tx, drawer))

    def past_gaps(self) -> list[int]:
        """What my last shifts differed by, the newest first."""
        return self._act("OpenWindow", lambda tx, now, by: shifts.past_gaps(tx, by))

    def tables_agree(self) -> bool:
        """Whether every table's own book says the same as ours; no sum."""
        return self._act("OpenWindow", lambda tx, now, by: overview.tables_agree(tx))

    def difference(self, window: str) -> tuple[windows.Window, windows.Sheet]:
        """For whoever is asked to be the second name."""
        return self._do(lambda tx, now: windows.difference(tx, window))

    def pair_pad(self, drawer: str, token: str) -> None:
        """Whoever holds this token is the customer's pad of that window."""
        self._act(
            "OpenWindow",
            lambda tx, now, by: pads.pair(tx, drawer, token, self.bank.key, by, now),
        )
