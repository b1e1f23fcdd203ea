"""What both desks share."""

from collections import Counter
from pathlib import Path

import desks


def test_no_two_pages_of_one_name():
    """One is found for both names, and the other's page is drawn with what is not its own."""
    rooms = Path(desks.__file__).parent.glob("*/templates/*.html")
    assert [name for name, count in Counter(page.name for page in rooms).items() if count > 1] == []
