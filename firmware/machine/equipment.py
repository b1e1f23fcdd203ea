"""What stands behind a table: its journal, its fair deal, its bank. Made from the page."""

import os
import time
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from drivers.entropy import EntropySource, HardwareNoise, KernelNoise
from drivers.link.keys import Book, open_book
from firmware import durable
from firmware.bank.address import POSTGRES, store_of
from firmware.bank.bank import Bank
from firmware.bank.keys import heads_beside, is_sealed, load_bank_key
from firmware.controller import old_seals
from firmware.controller.next_deck import Means
from firmware.errors import Fault, Refused
from firmware.fairness import known_answers
from firmware.fairness.boot import next_boot
from firmware.fairness.generator import Generator
from firmware.fairness.noise import NoiseWorker
from firmware.fairness.vault import Vault
from firmware.journal import clear, faults, keep
from firmware.journal.disk import Disk, LostDisk, RealDisk
from firmware.journal.journal import Opened, open_journal
from firmware.journal.keys import Keys, load_keys
from firmware.journal.mend import Disks
from firmware.journal.reader import open_to_read
from firmware.machine.plan import Plan
from firmware.machine.window_line import bank_window
from firmware.settlement.window import TableWindow

DEAL_KEY = "deal.key"


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


def secrets(plan: Plan) -> Path:
    folder = plan.secrets
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as no:
        raise secrets_away(folder, no.strerror or "no reason given") from no
    return folder


def journal(plan: Plan) -> Opened:
    """Verified, mended, and ready to be told again."""
    return open_journal(_disks(plan), _keys(plan), table=plan.config.table)


def without_old_key(plan: Plan, opened: Opened, say: Callable[[str], None]) -> Opened:
    """The same journal, when the key of an earlier version has left this machine."""
    if not old_seals.is_old(opened.journal):
        return opened
    try:
        if not old_seals.let_go(plan.config, opened, plan.keyholders, os.urandom):
            return opened
    except Fault as fault:
        if fault.name != old_seals.STAYS:
            raise
        say(f"{fault.name}: {fault}")
        return opened
    say("The journal's old key has left for the keyholders: nothing here opens an old card now.")
    opened.journal.close()
    again = journal(plan)
    return Opened(again.journal, again.state, again.entries, [*opened.repairs, *again.repairs])


def beside_journal(plan: Plan) -> str:
    """Who steals or writes on a disk of the journal should not find the table's keys on it."""
    home = secrets(plan).stat().st_dev
    copies = [plan.beside(name) for name in plan.machine.journal]
    found = [str(copy) for copy in copies if copy.is_dir() and copy.stat().st_dev == home]
    return f"the table's keys lie on the disk of its journal, {found[0]}" if found else ""


def plain_bank_key(plan: Plan) -> str:
    """Who copies this machine's disk should not have the key that makes the house's cards."""
    if plan.bank_service or is_sealed(plan.bank_key):
        return ""
    return f"the bank's key lies in a file, {plan.bank_key}: seal it to this machine (docs/bank.md)"


def keep_copy(plan: Plan, which: int, by: str, reason: str) -> None:
    """What two people ordered, of a table that does not run."""
    keep.keep_copy(_disks(plan), _keys(plan), which, by, reason)


def clear_journal(plan: Plan, by: str, reason: str) -> None:
    """The same: a new one begins, and with it a new log of deals. Two logs under one key would be a
    forgery, so the key that signed the old one signs nothing more."""
    disks, keys = _disks(plan), _keys(plan)
    for disk in disks:
        keep.lock(disk)
    (secrets(plan) / DEAL_KEY).unlink(missing_ok=True)
    clear.clear(disks, keys, by, reason, table=plan.config.table)


def _disks(plan: Plan) -> Disks:
    one, two = (plan.beside(name) for name in plan.machine.journal)
    try:
        return RealDisk(one), RealDisk(two)
    except OSError as error:
        raise faults.from_error(error, str(error.filename)) from error


def _keys(plan: Plan) -> Keys:
    return load_keys(secrets(plan) / "journal.key")


def journal_to_read(plan: Plan) -> Opened:
    """For whoever only looks, whether the table runs or not; one copy is enough."""
    one, two = (_to_read(plan.beside(name)) for name in plan.machine.journal)
    if isinstance(one, LostDisk) and isinstance(two, LostDisk):
        raise journal_away(one.name, two.name)
    key = plan.secrets / "journal.key"
    if not key.exists():
        raise Refused(f"This table has never run: there is no {key}.")
    return open_to_read((one, two), load_keys(key))


def _to_read(where: Path) -> Disk:
    disk = RealDisk(where, read_only=True)
    try:
        disk.list()
    except OSError:
        return LostDisk(str(where))
    return disk


def link_book(plan: Plan) -> Book:
    return open_book(secrets(plan) / "links.json")


def noise(plan: Plan) -> NoiseWorker:
    """Not started yet: a hand that was in play comes back whether or not there is noise."""
    source: EntropySource = KernelNoise()
    if not plan.machine.simulation:
        source = HardwareNoise(plan.machine.noise)
    return NoiseWorker(source)


def means(plan: Plan, worker: NoiseWorker) -> Means:
    known_answers.check()
    home, table = secrets(plan), plan.config.table
    return Means(
        Generator(worker, table, next_boot(home / "boot")),
        worker,
        _deal_key(home / DEAL_KEY),
        plan.keyholders,
        vault(plan),
        plan.machine.simulation,
    )


def vault(plan: Plan) -> Vault:
    return Vault(secrets(plan) / "vault.key")


def deal_key(plan: Plan) -> Ed25519PrivateKey:
    """Of a table that was started before: nothing is made here."""
    path = secrets(plan) / "deal.key"
    if not path.exists():
        raise Refused(f"There is no {path} yet: start the table first.")
    return _deal_key(path)


def _deal_key(path: Path) -> Ed25519PrivateKey:
    """What signs the log of deals; made at the first start."""
    if not path.exists():
        durable.replace(path, Ed25519PrivateKey.generate().private_bytes_raw())
    try:
        return Ed25519PrivateKey.from_private_bytes(path.read_bytes())
    except ValueError:
        raise deal_key_damaged(path) from None


def bank(plan: Plan) -> TableWindow:
    """A server that is away does not keep the table from its hand: it is asked when needed."""
    if plan.bank_service:
        return bank_window(link_book(plan), plan.bank_service)
    address = plan.machine.bank
    key = load_bank_key(plan.bank_key)
    where = address if address.startswith(POSTGRES) else str(plan.beside(address))
    books = Bank(store_of(where), key, late=True, heads=heads_beside(plan.bank_key))
    return TableWindow(books, plan.config.table)


def secrets_away(folder: Path, why: str) -> Fault:
    return Fault(
        "SECRETS_AWAY",
        happened=f"The directory of the table's keys, {folder}, cannot be used: {why}.",
        safe="Nothing was opened.",
        do="Mount its disk or give it to the table's user; then start again.",
    )


def journal_away(one: str, two: str) -> Fault:
    return Fault(
        "JOURNAL_AWAY",
        happened=f"Neither copy of the journal can be read: {one}, {two}.",
        safe="Nothing was changed.",
        do="Push home the plugs of both disks and mount them; one of them is enough to look.",
    )


def deal_key_damaged(path: Path) -> Fault:
    return Fault(
        "DEAL_KEY",
        happened=f"{path} is not the key of this table's deals.",
        safe="Nothing was changed and no hand can start.",
        do="Put back the key file from the service copy, then start again.",
    )
