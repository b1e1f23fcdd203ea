"""What the law wants to know of a patron beside name and document (31 CFR 1010.312, 1021.410).

The tax number is sealed, shown by its last four, and found again by a tag that only the bank's key
can make. One person has one account: who may be the same is noticed before an account is opened.
"""

import re
from datetime import date
from unicodedata import combining, normalize

from msgspec import Struct

from firmware.bank.keys import BankKey
from firmware.bank.papers import plain
from firmware.bank.private import seal, unseal
from firmware.bank.store import Tx
from firmware.errors import Refused

AGE_MIN = 21
TAX_KINDS = {"ssn": "social security card", "passport": "passport", "alien": "alien ID"}
_RULE = "REQ-R34"
_WRITE = "Write the birth date as 12/10/1990: month, day, year."
_SSN = re.compile(r"(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}", re.ASCII)
_BOX = re.compile(r"\b(p\.?\s*o\.?\s*box|post office box)\b", re.IGNORECASE)
_SOUNDS = {letter: digit for digit, letters in enumerate(
    ("bfpv", "cgjkqsxz", "dt", "l", "mn", "r"), 1) for letter in letters}  # fmt: skip
# Letters of other alphabets, each before ours that it is drawn as (UTS 39): Cyrillic, Greek, Latin
_PAIRS = (
    "аa сc еe оo рp хx уy ѕs іi јj һh ԁd ԛq ԝw кk мm тt вb нh гr пn "
    "АA СC ЕE ОO РP ХX УY ЅS ІI ЈJ КK МM ТT ВB НH "
    "οo αa νv ρp τt υu κk ιi ΟO ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΡP ΤT ΥY ΧX ıi øo łl đd"
)
_DRAWN = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


class Detail(Struct, frozen=True):
    birth_date: str = ""  # as 1990-12-10
    street: str = ""
    city: str = ""
    region: str = ""
    postcode: str = ""
    country: str = "US"
    tax_kind: str = "ssn"  # one of TAX_KINDS, for who has none
    tax_number: str = ""


class Known(Struct, frozen=True):
    """As a desk may show it."""

    birth_date: str
    street: str
    city: str
    region: str
    postcode: str
    country: str
    tax_kind: str
    tax_last4: str
    occupation: str
    employer: str


class Match(Struct, frozen=True):
    """An account that may be the same person's."""

    patron: str
    name: str
    why: str


def missing(detail: Detail) -> list[str]:
    fields = {
        "the birth date": detail.birth_date,
        "the street": detail.street,
        "the city": detail.city,
        "the state": detail.region,
        "the postcode": detail.postcode,
        "the country": detail.country,
        "the social security number or passport": detail.tax_number,
    }
    return [words for words, value in fields.items() if not value.strip()]


def check(detail: Detail, today: str) -> None:
    check_age(detail.birth_date, today)
    check_street(detail.street)
    check_tax_number(detail)


def check_street(street: str) -> None:
    if _BOX.search(street):
        raise Refused("A box is no permanent address: write where they live.", rule=_RULE)


def check_tax_number(detail: Detail) -> None:
    if detail.tax_kind not in TAX_KINDS:
        raise Refused(f"The number is of a {' or '.join(TAX_KINDS.values())}.", rule=_RULE)
    number = plain(detail.tax_number)
    if detail.tax_kind == "ssn" and not _SSN.fullmatch(number):
        raise Refused("That is no social security number: nine digits.", rule=_RULE)
    if not 5 <= len(number) <= 20 or not number.isascii():
        raise Refused(f"That is no number of a {TAX_KINDS[detail.tax_kind]}.", rule=_RULE)


def check_age(born: str, today: str) -> None:
    try:
        day = date.fromisoformat(born)
    except ValueError:
        raise Refused(_WRITE, rule=_RULE) from None
    of_age = (day.year + AGE_MIN, day.month, day.day)
    now = date.fromisoformat(today)
    if of_age > (now.year, now.month, now.day):
        raise Refused(f"Under {AGE_MIN}: no account.", rule=_RULE)
    if day.year < now.year - 120:
        raise Refused(_WRITE, rule=_RULE)


def write(tx: Tx, patron: str, name: str, detail: Detail, key: BankKey) -> None:
    number = plain(detail.tax_number)
    values = (
        patron,
        detail.birth_date,
        detail.street.strip(),
        detail.city.strip(),
        detail.region.strip(),
        detail.postcode.strip(),
        detail.country.strip(),
        detail.tax_kind,
        seal(key, f"tax number of {patron}", number.encode()),
        _tag(detail, key),
        number[-4:],
        sound(name),
    )
    named = ("birth_date", "street", "city", "region", "postcode", "country", "tax_kind",
             "tax_sealed", "tax_tag", "tax_last4", "sound")  # fmt: skip
    tx.run(
        f"INSERT INTO patron_detail (patron, {', '.join(named)}) "
        f"VALUES ({', '.join('?' * len(values))}) ON CONFLICT (patron) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in named),
        *values,
    )


def known(tx: Tx, patron: str) -> Known | None:
    """None: opened by a program that did not ask; to be completed."""
    row = tx.row(
        "SELECT birth_date, street, city, region, postcode, country, tax_kind, tax_last4, "
        "occupation, employer FROM patron_detail WHERE patron = ?",
        patron,
    )
    return Known(*row) if row else None


def told(one: Known) -> str:
    """In the change log, once it is no longer so."""
    where = ", ".join((one.street, one.city, one.region, one.postcode, one.country))
    return f"{where}; born {one.birth_date}; {one.tax_kind} ending {one.tax_last4}"


def tax_number(tx: Tx, patron: str, key: BankKey) -> str:
    row = tx.row("SELECT tax_sealed FROM patron_detail WHERE patron = ?", patron)
    if row is None:
        raise Refused(f"Account {patron} has no number yet.", rule=_RULE)
    return unseal(key, f"tax number of {patron}", row[0]).decode()


def holder(tx: Tx, detail: Detail, key: BankKey) -> str | None:
    """Whose number it is already."""
    row = tx.row("SELECT patron FROM patron_detail WHERE tax_tag = ?", _tag(detail, key))
    return str(row[0]) if row else None


def matches(tx: Tx, name: str, detail: Detail) -> list[Match]:
    rows = tx.rows(
        "SELECT d.patron, p.name, d.tax_last4 FROM patron_detail d "
        "JOIN patron p ON p.id = d.patron WHERE d.birth_date = ? ORDER BY d.patron",
        detail.birth_date,
    )
    found = []
    for patron, other, last4 in rows:
        if last4 == plain(detail.tax_number)[-4:]:
            found.append(Match(patron, other, "birth date and last four"))
        elif sound(other) == sound(name):
            found.append(Match(patron, other, "birth date and a name that sounds alike"))
    return found


def sound(name: str) -> str:
    """Soundex of each word (US patent 1,261,167): what is said alike is written alike, and so is
    what is drawn alike."""
    words = re.findall(r"[a-z]+", drawn(name).lower().replace("'", "").replace("’", ""))
    return " ".join(sorted(_soundex(word) for word in words))


def drawn(name: str) -> str:
    """As it looks: full width, with accents, or in letters of another alphabet it is the same."""
    ours = normalize("NFKD", name.translate(_DRAWN)).translate(_DRAWN)
    return "".join(one for one in ours if not combining(one))


def _soundex(word: str) -> str:
    digits, last = "", _SOUNDS.get(word[0], 0)
    for letter in word[1:]:
        digit = _SOUNDS.get(letter, 0)
        if digit and digit != last:
            digits += str(digit)
        if letter not in "hw":  # which part nothing
            last = digit
    return f"{word[0].upper()}{digits:0<3}"[:4]


def _tag(detail: Detail, key: BankKey) -> str:
    return key.tag(f"tax number {detail.tax_kind}", plain(detail.tax_number)).hex()
