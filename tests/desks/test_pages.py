"""What both desks share."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import desks


def test_no_two_pages_of_one_name():
    """One is found for both names, and the other's page is drawn with what is not its own."""
    rooms = Path(desks.__file__).parent.glob("*/templates/*.html")
    assert [name for name, count in Counter(page.name for page in rooms).items() if count > 1] == []


@pytest.mark.parametrize("desk", ["floor", "cage"])
def test_a_desk_opens_before_it_has_read_what_it_may_never_need(desk):
    """Printers and PDF files: seconds, in which nobody could sign on."""
    found = f"import sys, desks.{desk}.app; print({{'escpos', 'fpdf', 'yaml'}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
