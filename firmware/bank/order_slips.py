"""A slip for one order of the floor: whose it is, to which table, which order and until when, under
the bank's key. It goes to the table in place of its giver's session, which opens every door of the
house: whoever has taken a table over can show it to no other table, for no other order and not
later.

    slip.SESSION.UNTIL.ORDER.TAG

A session stands in it as the books call it, from which nobody can tell its token.
"""

import hmac
from hashlib import sha256

from firmware.bank import staff_sessions
from firmware.bank.gaming_day import is_over
from firmware.bank.keys import BankKey
from firmware.bank.staff_sessions import Signed
from firmware.bank.store import Tx
from firmware.errors import Refused

GOOD_MS = 2 * 60 * 1000
_MARK, _DIGITS, _RULE = "slip", 32, "REQ-R46"


def write(session: str, table: str, order: str, key: BankKey, now_ms: int) -> str:
    """`order`: its kind and its id."""
    parts = session, str(now_ms + GOOD_MS), _short(order)
    return ".".join((_MARK, *parts, _tag(key, table, *parts)))


def is_for(text: str, order: str) -> bool:
    """A table asks this itself, before it asks whose it is."""
    return text.split(".")[3:4] == [_short(order)]


def good_until(text: str) -> int:
    """Of one that the bank knows, by the bank's clock."""
    return int(text.split(".")[2])


def signed(tx: Tx, text: str, table: str, key: BankKey, now_ms: int) -> Signed:
    """Who gave it; `table` is who shows it."""
    mark, session, until, order, tag = (*text.split("."), *[""] * 5)[:5]
    ours = _tag(key, table, session, until, order)
    if not hmac.compare_digest(tag.encode(), ours.encode()) or mark != _MARK:
        raise Refused("This order was not given to this table.", rule=_RULE)
    if is_over(int(until) - GOOD_MS, int(until), now_ms):
        raise Refused("This order came too late: press again.", rule=_RULE)
    return staff_sessions.of_session(tx, session, key, now_ms)


def _short(order: str) -> str:
    return sha256(order.encode()).hexdigest()[:_DIGITS]


def _tag(key: BankKey, table: str, *parts: str) -> str:
    return key.tag("order slip", ".".join((*parts, table))).hex()[:_DIGITS]
