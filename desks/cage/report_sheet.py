"""A report as it is put on paper. Pure."""

from collections.abc import Sequence

from msgspec import Struct


class Part(Struct, frozen=True):
    """One table of a report. The last column is money, and stands to the right."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    widths: tuple[int, ...]


class Report(Struct, frozen=True):
    title: str
    about: Sequence[str]
    parts: Sequence[Part]
    signs: tuple[str, ...] = ()  # who signs it
