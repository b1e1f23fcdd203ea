"""The live parts of the floor's pages, each drawn once for all tabs that show it.

What depends on the person who looks, or on the seat that they chose, says so in its key.
"""

from functools import lru_cache

import msgspec
from markupsafe import Markup
from msgspec import Struct

from desks.floor import acts, void, words
from desks.floor.book import ListBook
from desks.floor.lists import Column, columns
from desks.floor.must_move import Feeding, feedings, going
from desks.floor.room import Room
from desks.floor.words import AtDesk, Need
from desks.pages import now_ms, render
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
            "desk": "Floor", "page": page, "selected": selected, "next_table": self._next(selected),
            "person": {"name": who.person, "role": who.role}, "stream": "", "form_id": form_id,
            "tabs": Markup(self.tabs(page, selected)),
        }  # fmt: skip

    def tabs(self, page: str, selected: str) -> str:
        shown = self.shared.once("tabs", lambda: tuple(map(words.tab, self.room.tables)))
        return _tabs(shown, page, selected, self._next(selected))

    def live(self, looking: Looking) -> Parts:
        """All that the tab's stream brings."""
        tabs = {"tabs": self.tabs(looking.page, looking.table)}
        if looking.page == "void":
            return tabs | {"main": looking.tab.own(self.void(looking))}
        return tabs | {name: looking.tab.own(html) for name, html in self.table(looking).items()}

    def void(self, looking: Looking) -> str:
        at, who = self.room.table(looking.table), looking.who

        def draw() -> str:
            given = self.head("void", at.name, who)
            return render("void.html", given | {"void": void.page_of(at, who.person)})

        return self.shared.once(("void", at.name, who.person), draw)

    def table(self, looking: Looking, question: acts.Question | None = None) -> dict[str, str]:
        at, seat, person = self.room.table(looking.table), looking.seat, looking.who.person
        here, once = {"selected": at.name, "chosen": seat, "form_id": form_id}, self.shared.once
        asked = acts.Question("", "", "") if looking.asks else None
        acts_of = ("acts", at.name, seat, looking.more, looking.asks)
        return {
            "map": once(("map", at.name, seat), lambda: render("map.html", here | _map(at))),
            "acts": render("acts.html", here | _acts(at, looking, question)) if question
            else once(acts_of, lambda: render("acts.html", here | _acts(at, looking, asked))),
            "needs": once(("needs", person), lambda: self._needs(person)),
            "list": once(("list", at.name), lambda: render("list.html", here | self._list(at))),
            "today": once("today", self._today),
        }  # fmt: skip

    def _needs(self, person: str) -> str:
        found = [_with_way(need) for need in words.needs(self.room.tables, person)]
        return render("needs.html", {"needs": found, "form_id": form_id})

    def _list(self, at: AtDesk) -> dict[str, object]:
        """Of those who wait for what this table spreads."""
        column = next((one for one in self.columns() if at.name in one.tables.split(", ")), None)
        return {"list": column, "wishes": words.wishes(at) if at.floor else ()}

    def _today(self) -> str:
        return render("today.html", {"day": words.day(self.room.tables)})

    def columns(self) -> list[Column]:
        return self.shared.once("columns", self._columns)

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


@lru_cache(maxsize=256)  # tables change their state seldom
def _tabs(tabs: tuple[words.Tab, ...], page: str, selected: str, following: str) -> str:
    given = {"tabs": tabs, "page": page, "selected": selected, "next_table": following}
    return render("tabs.html", given)


def _map(at: AtDesk) -> dict[str, object]:
    if at.floor is None:
        return {"hand": None}
    return {"hand": words.hand(at), "plates": words.plates(at)}


def _acts(at: AtDesk, looking: Looking, question: acts.Question | None) -> dict[str, object]:
    floor, seat = at.floor, looking.seat
    if floor is None:
        return {"hand": None, "seat": None, "acts": (), "more": False, "question": question}
    return {
        "hand": True, "seat": words.seat_facts(at, seat), "more": looking.more,
        "acts": acts.more(floor, seat) if looking.more else acts.acts(at.name, floor, seat),
        "question": question,
    }  # fmt: skip


def _with_way(need: Need) -> dict[str, object]:
    given = msgspec.structs.asdict(need)
    where = need.way or (f"?seat={need.seat}" if need.seat else "")
    return given | {"fields": dict(need.given), "href": f"/floor/{need.table}{where}"}
