"""What is printed at a window: slips for customers, signed sheets. Never a sum that is reported."""

from pathlib import Path

from desks.cage import words
from desks.cage.window import CageWindow
from drivers.receipt import Receipt, ReceiptPrinter
from firmware.bank import days, surveillance
from firmware.bank.accounts import called
from firmware.bank.counter import Counter
from firmware.bank.explanations import Document
from firmware.bank.windows import Sheet
from firmware.errors import Fault, Refused
from firmware.money import show


def printer_at(address: str) -> ReceiptPrinter | None:
    """As cage.toml names it: file:/dev/usb/lp0, tcp:host:port, usb:04b8:0e15; or none."""
    if not address:
        return None
    from drivers.receipt_printer import file_printer, network_printer, usb_printer

    kind, _, rest = address.partition(":")
    first, _, second = rest.rpartition(":")
    try:
        match kind:
            case "file" if rest:
                return file_printer(Path(rest))
            case "tcp" if first:
                return network_printer(first, int(second))
            case "usb":
                return usb_printer(int(first, 16), int(second, 16))
    except ValueError:
        pass  # no number where one belongs
    raise Refused(f"{address} is no printer: file:/path, tcp:host:port or usb:vendor:product.")


class Paper:
    def __init__(self, window: CageWindow, printer: ReceiptPrinter | None) -> None:
        self.window, self.printer = window, printer
        self.failed: dict[str, str] = {}  # transfer: why its slip is not printed

    def slip(self, counter: Counter, transfer: str, duplicate: bool = False) -> str:
        """Of cash at the window; what went wrong, if it was not printed. A customer holds it: no
        surname, no whole number, nothing of the law."""
        if self.printer is None:
            return ""
        found, balance = counter.receipt_now(transfer)
        lines = (
            self.window.name, days.shown_at(self.window.local(found.answer.at_ms), seconds=True),
            f"Document {found.answer.document}", words.masked(found.name),
            f"On the card now {show(balance)}",
        )  # fmt: skip
        title, total = words.KINDS[found.kind], show(found.answer.amount)
        wrong = self._print(Receipt(title, lines, total, duplicate=duplicate))
        self.failed.pop(transfer, None)
        if wrong:
            self.failed[transfer] = wrong
        return wrong

    def sheet(self, sheet: Sheet, person: str) -> str:
        """A signed count, for the envelope."""
        lines = [
            f"{worth:>8} x {n:<6} {show(cents):>14}" for worth, n, cents in words.counted(sheet)
        ]
        head = (self.window.name, called(self.window.drawer), f"Counted by {person}")
        title = f"Count sheet {sheet.number}"
        return self._print(Receipt(title, (*head, *lines, "", "Signed"), show(sheet.counted)))

    def for_surveillance(self, one: Document, person: str) -> str:
        """Where and when to look; of the customer nothing."""
        minutes = surveillance.minutes_of(one, self.window.bank.house)
        lines = (
            self.window.name, called(self.window.drawer), days.shown(minutes.day),
            f"Document {one.number}, {words.kind(one)}", f"Asked by {person}",
        )  # fmt: skip
        return self._print(Receipt("For surveillance", lines, minutes.words))

    def _print(self, receipt: Receipt) -> str:
        if self.printer is None:
            return ""
        try:
            self.printer.print(receipt)
        except Fault as fault:
            return str(fault)
        return ""
