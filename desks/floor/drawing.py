"""The live parts of the floor's pages, each drawn once for all tabs that show it.

What depends on the person who looks, or on the seat that they chose, says so in its key.
"""

from functools import partial

import msgspec
from msgspec import Struct

from desks.floor import acts, void, words
from desks.floor.book import ListBook
from desks.floor.lists import Column, columns
from desks.floor.must_move import Feeding, feedings, going
from desks.floor.room import Room
from desks.floor.words import AtDesk, Need
from desks.pages import clock_of, now_ms, render
from desks.stream import Parts, Shared, Tab, form_id
from firmware.bank.staff_sessions import Signed


class Looking(Struct):
    """What one tab looks at. Its stream draws the same from the same."""

    tab: Tab
    who: Signed
    page: str
    table: str
    seat: int = 0
    more: bool = False  # what is ordered seldom
    asks: bool = False  # a question stands on the page, and is left alone by the stream


class Drawing:
    def __init__(self, room: Room, book: ListBook) -> None:
        self.room, self.book = room, book
        self.shared = Shared(room.news)

    def head(self, page: str, selected: str, who: Signed) -> dict[str, object]:
        """What stands around every page of the floor."""
        return {
            **clock_of(self.book.bank),
            "desk": "Floor", "page": page, "selected": selected, "next_table": self._next(selected),
            "person": {"name": who.person, "role": who.role}, "stream": "", "form_id": form_id,
            "tabs": self.tabs(page, selected),
        }  # fmt: skip

    def tabs(self, page: str, selected: str) -> str:
        tabs = self.shared.now("tabs", lambda: tuple(map(words.tab, self.room.tables)))
        given = {"page": page, "selected": selected, "next_table": self._next(selected)}
        key = ("tabs", page, selected)
        return self.shared.once(key, tabs, lambda: render("tabs.html", given | {"tabs": tabs}))

    def live(self, looking: Looking) -> Parts:
        """All that the tab's stream brings."""
        tabs = {"tabs": self.tabs(looking.page, looking.table)}
        if looking.page == "void":
            return tabs | {"main": looking.tab.own(self.void(looking))}
        return tabs | {name: looking.tab.own(html) for name, html in self.table(looking).items()}

    def void(self, looking: Looking) -> str:
        at, who = self.room.table(looking.table), looking.who

        def draw() -> str:
            page = void.page_of(at, who.person, self.book.bank.house)
            return render("void.html", self.head("void", at.name, who) | {"void": page})

        return self.shared.once(("void", at.name, who.person), _heard(at), draw)

    def table(self, looking: Looking, question: acts.Question | None = None) -> dict[str, str]:
        at, person = self.room.table(looking.table), looking.who.person
        here = {"selected": at.name, "chosen": looking.seat, "form_id": form_id}
        asked = question or (acts.Question("", "", "") if looking.asks else None)

        def draw(part: str) -> str:
            given = _given(part, at, looking, asked)
            return render(f"{part}.html", here | given)

        once, key, of = self.shared.once, (at.name, looking.seat), _heard(at)
        acts_key = ("acts", looking.more, looking.asks, *key)
        return {
            "map": once(("map", *key), of, partial(draw, "map")),
            "acts": draw("acts") if question else once(acts_key, of, partial(draw, "acts")),
            "needs": self._needs(person), "list": self._list(at), "today": self._today(),
        }  # fmt: skip

    def _needs(self, person: str) -> str:
        def find() -> list[Need]:
            comps = words.comps(self.book.comps, person, self._next(""))
            return comps + words.needs(self.room.tables, person)

        found = self.shared.now(("needs", person), find)

        def draw() -> str:
            given = {"needs": [_with_way(need) for need in found], "form_id": form_id}
            return render("needs.html", given)

        return self.shared.once(("needs drawn", person), found, draw)

    def _list(self, at: AtDesk) -> str:
        """Of those who wait for what this table spreads."""
        column = next((one for one in self.columns() if at.name in one.tables.split(", ")), None)
        wishes = words.wishes(at) if at.floor else []
        given = {"selected": at.name, "list": column, "wishes": wishes, "form_id": form_id}
        draw = partial(render, "list.html", given)
        return self.shared.once(("list", at.name), (column, wishes), draw)

    def _today(self) -> str:
        day = self.shared.now("day", lambda: words.day(self.room.tables))
        return self.shared.once("today", day, lambda: render("today.html", {"day": day}))

    def columns(self) -> list[Column]:
        return self.shared.now("columns", self._columns)

    def _columns(self) -> list[Column]:
        found, book = self.feedings(), self.book
        taken = {(one.main, seat) for one in found for seat in going(found, one.main)}
        return columns(self.room.tables, book.names, book.interests, now_ms(), book.feeders, taken)

    def feedings(self) -> list[Feeding]:
        return feedings(self.room.tables, self.book.feeders)

    def _next(self, selected: str) -> str:
        names = list(self.room.links)
        if not selected:
            return names[0] if names else ""
        return names[(names.index(selected) + 1) % len(names)]


def _heard(at: AtDesk) -> tuple[object, ...]:
    """What is drawn of one table stays until it is heard of again."""
    return at.floor, at.heard_ms, at.away_ms


def _given(
    part: str, at: AtDesk, looking: Looking, question: acts.Question | None
) -> dict[str, object]:
    floor, seat = at.floor, looking.seat
    if floor is None:
        return {"hand": None, "seat": None, "acts": (), "more": False, "question": question}
    if part == "map":
        return {"hand": words.hand(at), "plates": words.plates(at)}
    return {
        "hand": True, "seat": words.seat_facts(at, seat), "more": looking.more,
        "acts": (acts.more if looking.more else acts.acts)(at.name, floor, seat),
        "question": question,
    }  # fmt: skip


def _with_way(need: Need) -> dict[str, object]:
    given = msgspec.structs.asdict(need)
    where = need.way or (f"?seat={need.seat}" if need.seat else "")
    return given | {"fields": dict(need.given), "href": f"/floor/{need.table}{where}"}
