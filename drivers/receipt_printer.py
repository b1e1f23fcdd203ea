"""Receipts on paper, through python-escpos: to a file or device node, over the network, or USB.

A receipt is printed whole or not at all as far as we can tell: one connection, one cut at the
end. The caller keeps the document number; a reprint says DUPLICATE on it.
"""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from escpos.escpos import Escpos
from escpos.exceptions import Error as EscposError
from escpos.printer import Dummy, File, Network, Usb

from drivers.receipt import Receipt, not_printed

COLUMNS = 42
NETWORK_WAIT_S = 5


class EscposPrinter:
    """`connect` makes a fresh connection for each receipt, so that a printer may be switched off
    and on between two."""

    def __init__(self, name: str, connect: Callable[[], Escpos]) -> None:
        self.name, self._connect = name, connect

    def print(self, receipt: Receipt) -> None:
        try:
            printer = self._connect()
            try:
                printer._raw(compose(receipt))
            finally:
                printer.close()
        except (OSError, EscposError, AttributeError, RuntimeError, ValueError) as bad:
            raise not_printed(self.name, _reason(bad)) from bad


def compose(receipt: Receipt) -> bytes:
    """The whole receipt as bytes, before any printer is opened: nothing fails half way."""
    page = Dummy()
    page.hw("INIT")
    page.set(align="center", bold=True, double_height=True, double_width=True)
    page.textln(receipt.title)
    if receipt.duplicate:
        page.textln("DUPLICATE")
    page.set(align="left", bold=False, normal_textsize=True)
    for line in receipt.lines:
        page.textln(line[:COLUMNS])
    if receipt.total:
        page.set(align="right", bold=True, double_height=True, double_width=True)
        page.textln(receipt.total)
    if receipt.qr:
        page.set(align="center", normal_textsize=True)
        page.qr(receipt.qr, native=True, size=4)
    page.cut()
    return bytes(page.output)


class _Appending(File):  # type: ignore[misc]
    """python-escpos empties a plain file with every opening; a roll of paper only grows."""

    def open(self, raise_not_found: bool = True) -> None:
        self._device = Path(self.devfile).open("ab")  # noqa: SIM115  (escpos closes it)


def file_printer(path: Path) -> EscposPrinter:
    """A device node such as /dev/usb/lp0, or a plain file."""
    return EscposPrinter(str(path), lambda: _opened(_Appending(str(path), auto_flush=True)))


def network_printer(host: str, port: int = 9100) -> EscposPrinter:
    def connect() -> Escpos:
        return _opened(Network(host, port, timeout=NETWORK_WAIT_S))

    return EscposPrinter(f"{host}:{port}", connect)


def usb_printer(vendor: int, product: int) -> EscposPrinter:
    """By USB numbers."""
    name = f"usb {vendor:04x}:{product:04x}"
    return EscposPrinter(name, lambda: _opened(Usb(vendor, product)))


def _opened(printer: Any) -> Escpos:
    printer.open()
    return printer


def _reason(bad: Exception) -> str:
    if isinstance(bad, TimeoutError | socket.timeout):
        return "it does not answer"
    if isinstance(bad, OSError) and bad.strerror:
        return bad.strerror.lower()
    return "it cannot be opened"
