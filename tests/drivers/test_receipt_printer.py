"""Receipts through python-escpos: a file, a network twin, and printers that fail."""

from pathlib import Path

import pytest

from drivers.fault import Fault
from drivers.receipt import Receipt
from drivers.receipt_printer import (
    COLUMNS,
    compose,
    file_printer,
    network_printer,
    usb_printer,
)
from lab.twins.receipt_printer import PaperTwin, text_of

RECEIPT = Receipt("STORMDECK", ("Document 000017", "Buy-in, seat 4"), "$200.00", "receipt:17")


def test_a_receipt_holds_its_words_a_code_and_one_cut_at_the_end():
    paper = compose(RECEIPT)

    for words in ("STORMDECK", "Document 000017", "Buy-in, seat 4", "$200.00"):
        assert words in text_of(paper)
    assert b"receipt:17" in paper
    assert paper.count(b"\x1dV") == 1
    assert paper.rindex(b"\x1dV") > paper.index(b"receipt:17")


def test_a_reprint_says_so():
    assert "DUPLICATE" in text_of(compose(Receipt("CAGE", (), duplicate=True)))
    assert "DUPLICATE" not in text_of(compose(Receipt("CAGE", ())))


def test_long_lines_and_odd_letters_do_not_stop_a_receipt():
    paper = compose(Receipt("CAGE", ("x" * 200, "José Ñandú €5 中", "")))

    assert "x" * COLUMNS in text_of(paper)
    assert "x" * (COLUMNS + 1) not in text_of(paper)


def test_to_a_file(tmp_path: Path):
    path = tmp_path / "lp0"
    file_printer(path).print(RECEIPT)
    file_printer(path).print(RECEIPT)

    assert path.read_bytes() == 2 * compose(RECEIPT)


def test_over_the_network():
    twin = PaperTwin()
    printer = network_printer("127.0.0.1", twin.port)
    printer.print(RECEIPT)
    assert twin.printed.acquire(timeout=20)
    twin.off()

    assert twin.papers == [compose(RECEIPT)]
    with pytest.raises(Fault, match=r"did not print: .*The transaction is done"):
        printer.print(RECEIPT)


@pytest.mark.parametrize(
    "printer", [file_printer(Path("/no/such/folder/lp0")), usb_printer(0x04B8, 0xFFFF)]
)
def test_a_printer_that_is_not_there_is_one_clear_fault(printer):
    with pytest.raises(Fault, match="did not print"):
        printer.print(RECEIPT)
