"""How far each book and the change log have come, kept beside the bank's key, not in the database.

Who can cut the last rows off the database, or put last week's in its place, cannot change this. It
is read when a program opens the books (cage, floor, bank service, a table beside them), and kept
then and after every document of the cage.

At a start that is all there is since, the lines before it as far as `AGAIN`, and of the rest that
none is gone: so much costs the same in ten years. `reconcile` reads every line.
"""

from collections.abc import Callable
from pathlib import Path

from msgspec import json

from firmware import durable
from firmware.bank import chain, change_book, testimony
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.errors import Fault

EVERY = ""  # no place: there, when every program makes links
CHANGES = "\nchanges"  # no place either; of no links, so that the version before passes over it
HOUSE = "\nhouse"  # as little a place: when the gaming day begins, and where
SEEN = "\nseen "  # nor is this, before the name of a journal or log that was witnessed
AGAIN = 1_000  # lines of each book that are read at every start, known or not
NUMBERS_END = 1 << 63  # as the database counts
Heads = dict[str, tuple[int, str]]  # place: lines, chain


def read(path: Path) -> Heads:
    try:
        known = json.decode(durable.read(path), type=Heads)
        _check_form(known)
    except FileNotFoundError:
        return {}
    except OSError as no:
        raise not_kept(path, no.strerror or "no reason given") from no
    except ValueError:
        raise chain.ledger_altered(f"{path} is damaged.") from None
    return known


def _check_form(known: Heads) -> None:
    for name, (links, head) in known.items():
        numbers = [links]
        if name == CHANGES:
            numbers.append(_end_of_changes(head)[0])
        elif name.startswith(SEEN):
            numbers.append(_end_of_seen(head)[0])
        if not all(0 <= number < NUMBERS_END for number in numbers):
            raise ValueError(name)


def _end_of_changes(head: str) -> tuple[int, str, str]:
    number, last, every = head.split(" ")
    return int(number), last, every


def _end_of_seen(head: str) -> tuple[int, str]:
    number, end = head.split(" ")
    return int(number), end


def keep(path: Path, told: Callable[[], Heads]) -> None:
    """By one program of this machine at a time, and `told` meanwhile: never back by another's."""
    try:
        with durable.alone(path):
            durable.replace(path, json.encode(told()))
    except OSError as no:
        raise not_kept(path, no.strerror or "no reason given") from no


def now(tx: Tx) -> Heads:
    rows = tx.rows("SELECT id, links, chain FROM place WHERE tag <> '' ORDER BY id")
    known = {place: (links, head) for place, links, head in rows}
    links, last = change_book.head(tx)
    known[CHANGES] = (0, f"{links} {last} {change_book.ALL if change_book.is_all(tx) else ''}")
    known[HOUSE] = (0, _house(tx))
    known |= {SEEN + about: (0, f"{at} {end}") for about, (at, end) in testimony.ends(tx).items()}
    return {**known, EVERY: (0, "")} if chain.is_all(tx) else known


def problems(tx: Tx, key: BankKey, known: Heads) -> list[str]:
    """Are these heads still in the books, is what follows them as it was written, and is nothing
    gone?"""
    found = []
    for place, (links, head) in sorted(({**_begun(tx), **known}).items()):
        if links and head not in _at(tx, place, links):
            found.append(f"The book of {place} no longer holds its line {links}.")
        elif place.startswith(SEEN):
            found += _unseen(tx, place, head)
        elif _is_place(place):
            found += chain.problems(tx, key, place, max(0, links - AGAIN))
    found += [*chain.erased(tx), *change_book.erased(tx), *change_book.set_back(tx)]
    found += testimony.problems(tx, key)
    if EVERY in known and not chain.is_all(tx):
        found.append("Every program made links, and the books no longer say so.")
    if known.get(HOUSE, (0, ""))[1] not in ("", _house(tx)):
        found.append(f"The gaming day was {known[HOUSE][1]}, and is {_house(tx)}.")
    return found + _changes(tx, key, known.get(CHANGES, (0, "0  "))[1])


def gone(tx: Tx, known: Heads) -> list[str]:
    """The same in short, of what is known and has moved since: is it still there?"""
    fresh, found = now(tx), []
    for name, (links, head) in known.items():
        if fresh.get(name) == (links, head) or name == EVERY:
            continue
        if _is_place(name) and links and head not in _at(tx, name, links):
            found.append(f"The book of {name} no longer holds its line {links}.")
        elif name == CHANGES:
            number, last, _ = _end_of_changes(head)
            found += [] if change_book.holds(tx, number, last) else [_cut(number)]
        elif name.startswith(SEEN):
            found += _unseen(tx, name, head)
    return found


def _unseen(tx: Tx, name: str, head: str) -> list[str]:
    return testimony.gone(tx, name.removeprefix(SEEN), *_end_of_seen(head))


def _cut(number: int) -> str:
    return f"The change log no longer holds its line {number}."


def _begun(tx: Tx) -> Heads:
    """Books that may be new to who looks."""
    return {place: (0, "") for (place,) in tx.rows("SELECT id FROM place WHERE tag <> ''")}


def _is_place(name: str) -> bool:
    return name not in (EVERY, CHANGES, HOUSE) and not name.startswith(SEEN)


def _house(tx: Tx) -> str:
    rows = tx.rows("SELECT value FROM setting WHERE name IN ('day_starts', 'zone') ORDER BY name")
    return " ".join(value for (value,) in rows)


def _changes(tx: Tx, key: BankKey, said: str) -> list[str]:
    links, last, every = _end_of_changes(said)
    if every and not change_book.is_all(tx):
        return ["Every program linked the change log, and the books no longer say so."]
    if not change_book.holds(tx, links, last):
        return [_cut(links)]
    return change_book.after(tx, key, max(0, links - AGAIN))


def _at(tx: Tx, place: str, links: int) -> list[str]:
    rows = tx.rows(
        "SELECT chain FROM transfer WHERE place = ? AND link = ? UNION ALL "
        "SELECT o.chain FROM outcome o JOIN transfer t ON t.id = o.transfer "
        "WHERE t.place = ? AND o.link = ?",
        place, links, place, links,
    )  # fmt: skip
    return [row[0] for row in rows]


def strange_key(tx: Tx, key: BankKey) -> bool:
    """Not one end of a book has a tag of this key. Who edits a line, or a whole book, has the
    others against him: so it is the key that is another."""
    tags = [*chain.ends(tx), *change_book.ends(tx)]
    return bool(tags) and not any(
        chain.is_tag(its_tag, key, book, number, its_chain)
        for book, number, its_chain, its_tag in tags
    )


STRANGE_KEY = "No book of this bank was written with the key that was given."


def another_key(words: str) -> Fault:
    return Fault(
        "BANK_KEY",
        happened=f"{STRANGE_KEY} {words}",
        safe="Nothing was changed, and no money moves.",
        do="Name the key and the books of one bank (--key and --db, or bank_key and bank of the "
        "page). If both are right, all books were written anew: keep them, and call the service.",
    )


def not_kept(path: Path, why: str) -> Fault:
    return Fault(
        "HEADS_NOT_KEPT",
        happened=f"How far the bank's books have come cannot be kept in {path}: {why}.",
        safe="All that was written in the books is in them.",
        do="Make room there, or give the directory to the program's user; then ask again.",
    )
