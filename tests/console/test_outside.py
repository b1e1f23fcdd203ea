"""What a console asks of the world, where the world allows little."""

import asyncio
import os

from console.outside import Outside
from lab.live.home import lay_out


def test_the_disks_are_read_where_a_unit_may_not_change_its_priority(tmp_path, monkeypatch):
    """stormdeck-console@.service: SystemCallFilter=~@resources. The page said "reading the disks"
    for ever, and no update could be brought in."""

    def not_allowed(*_words: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", not_allowed)
    page = lay_out(tmp_path, seats=2)[0].page
    look = asyncio.run(Outside(page, lambda: None, None, tmp_path / "none").look(None, 0, 1))
    assert look.wrong is not None
    assert look.wrong.name == "JOURNAL_AWAY"
