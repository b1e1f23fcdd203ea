"""Title 31 at the desks: what a window asks before the money moves, what a supervisor files."""

from typing import Any

from firmware.bank import changes, currency_reports, suspicions, title31
from firmware.bank.desk import Desk, new_id
from firmware.bank.gaming_day import gaming_day
from firmware.bank.store import Tx
from firmware.money import Cents, show


class Title31Desk(Desk):
    def would_cross(self, patron: str, kind: str, amount: Cents) -> title31.Crossing | None:
        """A `deposit` or a `withdraw`, before it is confirmed."""
        return self._act(
            "SeePatron",
            lambda tx, now, by: title31.would_cross(tx, patron, self._today(now), kind, amount),
        )

    def missing_for_report(self, patron: str) -> list[str]:
        return self._act(
            "SeePatron", lambda tx, now, by: currency_reports.missing(tx, patron, self._today(now))
        )

    def complete_report(
        self, patron: str, occupation: str, on_behalf: str, employer: str = ""
    ) -> None:
        """Today's, while the patron stands there."""
        self._act(
            "CompleteReport",
            lambda tx, now, by: currency_reports.complete(
                tx, patron, self._today(now), occupation, on_behalf, employer, by, now
            ),
        )

    def note_attempt(self, patron: str, kind: str, amount: Cents, how: str) -> None:
        """Cash that would have been reported, and was taken back: kept, whoever took it back."""
        what = f"{how}: {kind} {show(amount)}"
        self._act(
            "CompleteReport",
            lambda tx, now, by: changes.note_change(
                tx, by, patron, f"report {self._today(now)}", "", what, "", now
            ),
        )

    def unfiled_reports(self) -> list[currency_reports.CurrencyReport]:
        return self._act("ReadReports", lambda tx, now, by: currency_reports.unfiled(tx))

    def report_data(self, patron: str, day: str) -> dict[str, Any]:
        return self._act(
            "FileReport",
            lambda tx, now, by: currency_reports.data(tx, patron, day, by, self.bank.key, now),
        )

    def file_report(self, patron: str, day: str, reference: str) -> None:
        self._act(
            "FileReport",
            lambda tx, now, by: currency_reports.file(
                tx, patron, day, reference, by, now, self.bank.house, self.bank.key
            ),
        )

    def note_suspicion(self, patron: str, words: str, id_: str = "") -> None:
        name = id_ or new_id()

        def work(tx: Tx, now: int, by: str) -> None:
            seen = suspicions.Suspicion(name, patron, words, by, now)
            suspicions.note(tx, seen, self.bank.key)

        self._act("NoteSuspicion", work)

    def suspicions(self) -> list[suspicions.Suspicion]:
        return self._act("ReadSuspicions", lambda tx, now, by: suspicions.read(tx, self.bank.key))

    def _today(self, now_ms: int) -> str:
        return gaming_day(now_ms, self.bank.house)
