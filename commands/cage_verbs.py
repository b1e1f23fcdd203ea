"""The verbs of `stormdeck bank` for a shift at the window and for Title 31."""

import sys
from argparse import Namespace
from mimetypes import guess_type
from pathlib import Path

from msgspec import json

from commands.bank_verbs import day_of, detail_of, drawer_name, ends_on, tell
from commands.sign_on import agree, ask, signed_on
from firmware.bank import acts, days, windows
from firmware.bank.accounts import called
from firmware.bank.amounts import cents
from firmware.bank.counter import Counter
from firmware.bank.desk import new_id
from firmware.bank.gaming_day import local_text
from firmware.errors import Refused
from firmware.money import Cents, show


def open_window(counter: Counter, args: Namespace) -> int:
    drawer = drawer_name(args.drawer)
    with signed_on(counter.bank) as desk:
        return _told(
            desk.counter.open_window(drawer, _pieces()), f"The window at {called(drawer)} is open."
        )


def count(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        return _told(desk.counter.count(_pieces()), "Even. Next: close-window.")


def _told(sheet: windows.Sheet, even: str) -> int:
    if not sheet.difference:
        print(even)
        return 0
    kind = "over" if sheet.difference > 0 else "short"
    print(f"Counted {show(Cents(sheet.counted))}: {show(Cents(abs(sheet.difference)))} {kind}.")
    print(f"Count once more, or two people: post-difference {sheet.window} --reason …")
    return 0


def _pieces() -> dict[int, int]:
    """Typed one after the other; an empty line is not a nought."""
    typed = {value: ask(f"{show(Cents(value))}: ", hidden=False) for value in windows.DENOMINATIONS}
    if not all(text == "" or (text.isascii() and text.isdigit()) for text in typed.values()):
        raise Refused("A number of notes or coins is 0 or more.")
    return {value: int(text) for value, text in typed.items() if text}


def close_window(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.close_window()
    print("The window is closed.")
    return 0


def post_difference(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.PostDifference(args.window), args.reason).words)
    return 0


def explain(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        rows = desk.counter.explanations(args.window)
    for one in rows[:10]:
        when = local_text(one.at_ms, counter.bank.house)
        print(f"{one.number}  {one.kind:<10} {show(Cents(one.cents)):>12}  {when}")
    return 0


def patron(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        known, scans = desk.counter.details(args.patron), desk.counter.attachments(args.patron)
    if known is None:
        print("Address, birth date and tax number are not known yet: complete")
    else:
        print(f"born {days.shown(known.birth_date)}  {known.tax_kind} ending in {known.tax_last4}")
        print(f"{known.street}, {known.city}, {known.region} {known.postcode}, {known.country}")
    for id_, kind, _, at_ms, by in scans:
        print(f"{kind:<10} {id_}  {local_text(at_ms, counter.bank.house)}  {by}")
    return 0


def complete(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.complete_patron(args.patron, detail_of(counter, args))
    print(f"Account {args.patron} is complete.")
    return 0


def document(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        seen = (args.id_type, args.id_number, ends_on(args.id_expiry))
        desk.counter.new_document(args.patron, *seen)
    print(f"The document of account {args.patron} is renewed.")
    return 0


def attach(counter: Counter, args: Namespace) -> int:
    path = Path(args.file)
    media = guess_type(path.name)[0] or ""
    data = path.read_bytes()
    with signed_on(counter.bank) as desk:
        print(f"Attached as {desk.counter.attach(args.patron, args.kind, media, data)}.")
    return 0


def look_at(counter: Counter, args: Namespace) -> int:
    """Into a file that only its owner can read."""
    with signed_on(counter.bank) as desk:
        _, data = desk.counter.look_at(args.attachment)
    path = Path(args.file)
    path.touch(0o600, exist_ok=False)
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes. Delete it when you have looked.")
    return 0


def tax_number(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        print(desk.counter.tax_number(args.patron, args.reason))
    return 0


def would_cross(counter: Counter, args: Namespace) -> int:
    amount = cents(args.amount)
    with signed_on(counter.bank) as desk:
        crossing = desk.counter.would_cross(args.patron, args.kind, amount)
        gaps = desk.counter.missing_for_report(args.patron)
    if crossing is None:
        raise Refused(f"{args.kind!r} is no cash: say deposit or withdraw.")
    before, after = show(Cents(crossing.before)), show(Cents(crossing.after))
    print(f"{crossing.side} today {before}, with it {after}")
    if crossing.report:
        print(f"Report due. Still missing: {', '.join(gaps) or 'nothing'}.")
    elif crossing.log:
        print("It enters the log.")
    return 0


def replace_card(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        track = desk.counter.replace_card(args.patron)
    print(f"Every card of account {args.patron} is dead. Encode this track:\n{track}")
    return 0


def reset_pin(counter: Counter, args: Namespace) -> int:
    print(agree(counter.bank, acts.ResetPin(args.patron), args.reason).words)
    return 0


def pay_without_pin(counter: Counter, args: Namespace) -> int:
    drawer, amount = drawer_name(args.drawer), cents(args.amount)
    act = acts.PayWithoutPin(args.id or new_id(), args.patron, amount, drawer, args.document)
    return tell("Withdrawal", counter, agree(counter.bank, act, args.reason))


def close_account(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        pin, drawer = ask("The patron's PIN: "), drawer_name(args.drawer)
        done = desk.counter.close_account(args.patron, drawer, pin, args.id)
    if done.answer:
        tell("Paid", counter, done)
    print(f"Account {args.patron} is closed.")
    return 0


def complete_report(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.complete_report(args.patron, args.occupation, args.on_behalf, args.employer)
        gaps = desk.counter.missing_for_report(args.patron)
    print(f"Still missing: {', '.join(gaps)}." if gaps else "The report's data are complete.")
    return 0


def reports(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        found = desk.counter.unfiled_reports()
    for one in found:
        sums = f"in {show(Cents(one.cash_in))}, out {show(Cents(one.cash_out))}"
        gaps = f"  missing: {', '.join(one.missing)}" if one.missing else ""
        print(f"{one.day}  account {one.patron}  {sums}  {one.state}{gaps}")
    print(f"{len(found)} to file." if found else "Nothing is to be filed.")
    return 0


def report_data(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        data = desk.counter.report_data(args.patron, day_of(args.day))
    sys.stdout.write(json.format(json.encode(data)).decode() + "\n")
    return 0


def file_report(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.file_report(args.patron, day_of(args.day), args.reference)
    print(f"The report of account {args.patron}, {args.day}, is filed.")
    return 0


def suspect(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        desk.counter.note_suspicion(args.patron, args.words)
    print("Written down. Only supervisors read it.")
    return 0


def suspicions(counter: Counter, args: Namespace) -> int:
    with signed_on(counter.bank) as desk:
        found = desk.counter.suspicions()
    for one in found:
        when = local_text(one.at_ms, counter.bank.house)
        print(f"{when}  {one.by:<14} account {one.patron}: {one.words}")
    return 0
