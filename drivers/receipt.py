"""A receipt, and what prints it. The printers themselves are in receipt_printer.py: their library
takes seconds to read what every printer on earth can do."""

from typing import Protocol

from msgspec import Struct

from drivers.fault import Fault


class Receipt(Struct, frozen=True):
    """Lines of plain text; `total` is set large, `qr` is drawn."""

    title: str
    lines: tuple[str, ...]
    total: str = ""
    qr: str = ""
    duplicate: bool = False


class ReceiptPrinter(Protocol):
    def print(self, receipt: Receipt) -> None:
        """Blocks for a second or two: never call it on the event loop's thread. Raises Fault."""


def not_printed(name: str, why: str) -> Fault:
    return Fault(
        name="NOT_PRINTED",
        happened=f"The receipt printer {name} did not print: {why}.",
        safe="The transaction is done and recorded.",
        do="Check paper, power and cable, then print the receipt again.",
    )
