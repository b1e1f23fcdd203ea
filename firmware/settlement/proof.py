"""A table's journal that somebody brings to the cage: what of it is proven?

It must be whole, begun with a key that the bank knows this table by, and only what stands under a
good signature is believed: whoever has the disk can add records, not sign them.
"""

from collections.abc import Iterator
from pathlib import Path

from firmware.bank import witness
from firmware.bank.bank import Bank
from firmware.errors import Refused
from firmware.journal import verifier
from firmware.journal.frame import Entry
from firmware.journal.reader import read_home


def proven(home: Path, bank: Bank, table: str) -> Iterator[Entry]:
    """`table` is its account, as table:T1."""
    known = bank.do(lambda tx, now: witness.keys_of(tx, bank.key, table))
    name = table.partition(":")[2]
    try:
        story = verifier.verify(home)[0]
    except verifier.Wrong as wrong:
        raise Refused(f"This journal is not as it was written: {wrong}", rule="REQ-R41") from wrong
    if not known:
        words = f"The bank does not know the key of table {name} yet: stormdeck bank know {name} …"
        raise Refused(words, rule="REQ-R41")
    if story.key.hex() not in known:
        words = f"This journal was not signed by table {name}: nothing of it is believed."
        raise Refused(words, rule="REQ-R41")
    for segment in read_home(home):
        yield from (entry for entry in segment.entries if entry.seq <= story.signed)
