"""What stands between a draft and an open account, told as a list that ticks itself. Pure."""

from collections.abc import Callable, Mapping
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from firmware.bank import days, details, papers, patrons
from firmware.bank.details import Detail
from firmware.bank.drafts import Alike, Draft, Typed
from firmware.errors import Refused


class Check(Struct, frozen=True):
    label: str
    done: bool
    words: str
    field: str  # where to go for it


def checks(draft: Draft, alike: list[Alike], today: str) -> list[Check]:
    one = draft.typed
    detail = one.detail
    return [
        Check("Name", bool(one.given.strip() and one.family.strip()), "given, family", "given"),
        _told("Birth date", "born", _read(detail.birth_date, today), lambda: _born(detail, today)),
        _told("Tax number", "tax", "typed twice", lambda: _tax(detail)),
        _told("Permanent address", _gap(detail), "complete", lambda: _address(detail)),
        _told("Document", "id_expiry" if papers.plain(one.id_number) else "id_number",
              f"to {days.shown(one.id_expiry)}", lambda: _document(one, today)),
        _picture(draft.parts & {"document", "photo"}),
        _known(alike, one.not_same),
        Check("Signature and PIN", {"signature", "pin"} <= draft.parts, "on the pad", "pad"),
    ]  # fmt: skip


def _told(label: str, field: str, good: str, check: Callable[[], None]) -> Check:
    try:
        check()
    except Refused as no:
        return Check(label, False, str(no).split(":")[0].rstrip("."), field)
    return Check(label, True, good, field)


def _born(detail: Detail, today: str) -> None:
    if not detail.birth_date:
        raise Refused("month, day, year")
    details.check_age(detail.birth_date, today)


def _tax(detail: Detail) -> None:
    if not detail.tax_number:
        raise Refused("type it twice")
    details.check_tax_number(detail)


def _address(detail: Detail) -> None:
    gap = _gap(detail)
    if gap:
        raise Refused({"region": "state", "postcode": "ZIP code"}.get(gap, gap))
    details.check_street(detail.street)


def _gap(detail: Detail) -> str:
    wanted = ("street", "city", "region", "postcode", "country")
    return next((name for name in wanted if not getattr(detail, name).strip()), "")


def _document(one: Typed, today: str) -> None:
    if not papers.plain(one.id_number):
        raise Refused("number")
    papers.check(one.id_number)
    if not one.id_expiry:
        raise Refused("valid to")
    patrons.check_expiry(one.id_expiry, today)


def _picture(parts: frozenset[str]) -> Check:
    return Check("Scan or photo", bool(parts), " and ".join(sorted(parts)) or "one of them", "scan")


def _known(alike: list[Alike], not_same: str) -> Check:
    label = "Known already?"
    if any(one.is_same for one in alike):
        return Check(label, False, "has an account", "alike")
    if not alike:
        return Check(label, True, "nobody alike", "alike")
    return Check(label, bool(not_same.strip()), "another person" if not_same else "decide", "alike")


def _read(born: str, today: str) -> str:
    """As it was read, and how old that makes them."""
    try:
        day, now = date.fromisoformat(born), date.fromisoformat(today)
    except ValueError:
        return ""
    years = now.year - day.year - ((now.month, now.day) < (day.month, day.day))
    return f"{days.shown(born)}, age {years}"


def typed(form: Mapping[str, str], before: Typed, today: str) -> Typed:
    """What the form says now. A tax number is never drawn again: left blank, it stays."""

    def text(name: str) -> str:
        return form.get(name, "").strip()[:100]

    address = text("street"), text("city"), text("region"), text("postcode"), text("country")
    number, kind = _number(text("tax"), text("tax_again"), before.detail), text("tax_kind")
    if kind != before.detail.tax_kind and not text("tax"):
        number = ""  # of another kind of document
    born = days.typed(text("born"), today)
    detail = Detail(born, *address, kind, number)
    who = text("given"), text("family"), text("id_type")
    seen = _document_number(text("id_number"), before), days.typed(text("id_expiry"))
    made = Typed(*who, *seen, detail)
    return replace(made, not_same=text("not_same"))


def _number(first: str, second: str, before: Detail) -> str:
    if not first and not second:
        return before.tax_number
    return first if first == second else ""


def _document_number(text: str, before: Typed) -> str:
    return text or before.id_number


def masked(number: str) -> str:
    """By its last few only."""
    return f"••• {number[-4:]}" if len(number) > 4 else ""
