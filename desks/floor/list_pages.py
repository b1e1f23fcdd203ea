"""The routes of the waiting lists and of the wall board."""

from functools import partial

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from desks.floor import words
from desks.floor.drawing import Drawing
from desks.floor.lists import Column
from desks.pages import clock_of, form_of, now_ms, number, page, render, said
from desks.sign_on import SignOn
from desks.stream import Parts, Tab, Tabs, form_id, stream
from firmware.bank import must_move, roles
from firmware.bank import waiting_lists as lists
from firmware.bank.staff_sessions import Signed
from firmware.errors import Fault, Refused
from firmware.screens.protocol.orders import CashIn, No, Reserve

WALL_NAMES, WALL_GAMES, WALL_PAGE_MS = 3, 6, 10_000
AGAIN = {
    "back-in": (lists.back_in, "is back in."),
    "take-back": (lists.take_back, "waits again."),
}


class ListPages:
    def __init__(self, drawing: Drawing, sign_on: SignOn, tabs: Tabs) -> None:
        self.drawing, self.sign_on, self.tabs = drawing, sign_on, tabs
        self.room, self.book = drawing.room, drawing.book

    def routes(self) -> list[Route]:
        signed = self.sign_on.signed
        return [
            Route("/floor/lists", signed(self.look)),
            Route("/floor/lists/stream", signed(self.stream)),
            Route("/floor/lists/{what}", signed(self.change), methods=["POST"]),
            Route("/wall", self.wall),
            Route("/wall/stream", self.wall_stream),
        ]

    async def look(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.new()
        given = self._given() | {"stream": f"/floor/lists/stream?tab={tab.name}"}
        head = self.drawing.head("lists", "", who)
        return HTMLResponse(tab.own(render("floor.html", head | given)))

    async def stream(self, request: Request, who: Signed) -> Response:
        tab = self.tabs.find(request.query_params.get("tab", ""))
        return stream(self.room.news, partial(self._live, tab), self.sign_on.alive(request))

    async def change(self, request: Request, who: Signed) -> Response:
        form = await form_of(request)
        try:
            answer = await self._change(request, form, who)
        except (Refused, Fault) as no:
            return said(request, f"Nothing was done. {no}", done=False)
        self.tabs.answered(form.get("form_id", ""))
        self.room.news.tell()
        return said(request, answer, done=True)

    async def _change(self, request: Request, form: dict[str, str], who: Signed) -> str:
        what, name = request.path_params["what"], form.get("name", "")
        act = "LeaveList" if what in ("take-off", "end-interest") else "JoinList"
        roles.require(who.person, who.role, act)
        if what == "put-down":
            return await self._put_down(form, who.person)
        if what == "call":
            return await self._call(name, form, self.sign_on.token(request))
        if what == "call-all":
            return await self._call_all(form.get("game", ""), self.sign_on.token(request))
        if what == "take-off":
            return await self._take_off(name, form.get("why", ""), who.person)
        if what == "move":
            return await self._move(name, form.get("game", ""))
        if what == "interest":
            return await self._interest(form)
        if what == "end-interest":
            return await self._end_interest(form.get("game", ""))
        if what in ("must-move", "feed", "end-feed"):
            return await self._must_move(what, form, who.person, self.sign_on.token(request))
        if what in AGAIN:
            again, words = AGAIN[what]
            return f"{(await self.book.change(lambda tx, now: again(tx, name, now))).shown} {words}"
        raise Refused("There is no such button.", rule="REQ-R46")

    async def _put_down(self, form: dict[str, str], by: str) -> str:
        typed, game = form.get("who", "").strip(), form.get("game", "")
        patron, name = "", typed
        if typed[:1] in (";", "%") or typed.isdigit():
            account, name = await self.book.whose(typed)
            patron = account.removeprefix("patron:")
        put = await self.book.change(
            lambda tx, now: lists.put_down(
                tx, form.get("form_id", ""), game, name, patron, "", by, now
            )
        )
        return f"{put.shown} waits for {game}."

    async def _call(self, name: str, form: dict[str, str], token: str) -> str:
        """A seat is held for an account: who put down a name only is called to the desk."""
        waits = await self.book.change(lambda tx, now: lists.find(tx, name))
        table, seat = form.get("table", ""), number(form.get("seat", ""))
        if not (waits.patron and seat):
            table, seat = "", 0
        elif not waits.called(now_ms()):
            await self._hold(waits, table, seat, token)
        called = await self.book.change(lambda tx, now: lists.call(tx, name, table, seat, now))
        where = (
            f"table {called.table}, seat {called.seat}, is held" if called.seat else "to the desk"
        )
        return f"{called.shown} is called: {where}."

    async def _call_all(self, game: str, token: str) -> str:
        """Everybody who opens a game; of whom a table refuses, the others come all the same."""
        found = [one for one in self.drawing.columns() if one.title == game and one.all_to]
        rows = [row for one in found for row in one.rows if row.place and not row.called_ms]
        if not rows:
            raise Refused(f"Nobody is to be called for {game} now.", rule="REQ-R46")
        called, refused = [], []
        for row in rows:
            where = {"table": row.table, "seat": str(row.seat)}
            try:
                called.append(await self._call(row.name.id, where, token))
            except Refused as no:
                refused.append(f"{row.name.shown} is not called. {no}")
        return " ".join(called + refused)

    async def _hold(self, waits: lists.Name, table: str, seat: int, token: str) -> None:
        order = Reserve(
            id=f"{waits.id}.{waits.place_ms}.{table}.{seat}", table=table, token=token, seat=seat,
            account=f"patron:{waits.patron}", name=waits.shown, reason="of the list", sure=True,
        )  # fmt: skip
        await self._ordered(table, order)

    async def _must_move(self, what: str, form: dict[str, str], by: str, token: str) -> str:
        feeder, main = form.get("feeder", ""), form.get("main", "")
        if what == "feed":
            self.room.table(feeder), self.room.table(main)
            await self.book.change(lambda tx, now: must_move.feed(tx, feeder, main, by, now))
            return f"Table {feeder} feeds table {main} now."
        if what == "end-feed":
            await self.book.change(lambda tx, now: must_move.end(tx, feeder))
            return f"Table {feeder} feeds no table any more."
        return await self._move_over(feeder, number(form.get("seat", "")), token)

    async def _move_over(self, feeder: str, seat: int, token: str) -> str:
        """First their new seat is held, with the stack they bring; then they are sent on."""
        here = next((one for one in self.drawing.feedings() if one.feeder == feeder), None)
        mover = next((one for one in here.movers if one.seat == seat), None) if here else None
        if here is None or mover is None or not mover.to:
            raise Refused("No seat is free for them now.", rule="REQ-R46")
        id_ = f"mm.{feeder}.{mover.seat}.{mover.since_at}"
        reason = f"must move to table {here.main}, seat {mover.to}"
        await self._ordered(here.main, Reserve(
            id=f"{id_}.hold", table=here.main, token=token, seat=mover.to, account=mover.account,
            name=mover.name, brings=mover.stack, reason="must move", sure=True,
        ))  # fmt: skip
        await self._ordered(feeder, CashIn(
            id=f"{id_}.go", table=feeder, token=token, seat=mover.seat, reason=reason, sure=True,
        ))  # fmt: skip
        return f"{mover.name} moves to table {here.main}, seat {mover.to}, after this hand."

    async def _ordered(self, table: str, order: Reserve | CashIn) -> None:
        answer = await self.room.order(table, order)
        if isinstance(answer, No):
            raise Refused(answer.words, answer.rule)

    async def _take_off(self, name: str, why: str, by: str) -> str:
        await self.book.change(lambda tx, now: lists.take_off(tx, name, why, by, now))
        return "Seated, and off the list." if why == lists.SEATED else "Taken off the list."

    async def _move(self, name: str, game: str) -> str:
        moved = await self.book.change(lambda tx, now: lists.change_list(tx, name, game, now))
        return f"{moved.shown} waits for {game} now."

    async def _end_interest(self, game: str) -> str:
        await self.book.change(lambda tx, now: lists.close_interest(tx, game))
        return f"{game} is off the wall board."

    async def _interest(self, form: dict[str, str]) -> str:
        game, opens_at = form.get("game", ""), number(form.get("opens_at", ""))
        await self.book.change(lambda tx, now: lists.open_interest(tx, game, opens_at, now))
        return f"{game} is on the wall board."

    # ---- The wall board: for everybody

    async def wall(self, request: Request) -> Response:
        return page("wall.html", self._wall() | {"desk": "Card room"})

    async def wall_stream(self, request: Request) -> Response:
        return stream(self.room.news, self._wall_live, _always)

    # ---- What is on them

    def _given(self) -> dict[str, object]:
        tables = self.room.tables
        return {
            "columns": self.drawing.columns(), "waiting": len(self.book.names), "form_id": form_id,
            "feedings": self.drawing.feedings(), "tables": [table.name for table in tables],
            "changes": [
                {"table": table.name, "words": w.words, "seat": w.seat, "to": w.to, "open": w.open}
                for table in tables if table.floor for w in words.wishes(table)
            ],
        }  # fmt: skip

    def _live(self, tab: Tab) -> Parts:
        drawn = self.drawing.shared.now("lists page", lambda: render("lists.html", self._given()))
        return {"main": tab.own(drawn), "tabs": self.drawing.tabs("lists", "")}

    def _wall(self) -> dict[str, object]:
        shown = self.drawing.columns()
        pages = -(-len(shown) // WALL_GAMES) or 1
        first = now_ms() // WALL_PAGE_MS % pages * WALL_GAMES
        jackpot, high_hand = words.prizes(self.room.tables)
        return {
            **clock_of(self.book.bank),
            "games": [_game(column) for column in shown[first : first + WALL_GAMES]],
            "calls": [row for column in shown for row in column.rows if row.called_ms],
            "jackpot": jackpot, "high_hand": high_hand,
        }  # fmt: skip

    def _wall_live(self) -> Parts:
        now = self.drawing.shared.now
        return {"main": now("wall", lambda: render("wall_live.html", self._wall()))}


async def _always() -> bool:
    return True  # the wall is everybody's


class Game(Struct, frozen=True):
    """A row of the wall board."""

    title: str
    stakes: str
    tables: str
    state: str
    look: str
    names: list[str]
    more: str
    empty: str
    wait: str


def _game(column: Column) -> Game:
    names = [row.name.shown for row in column.rows if not row.called_ms and row.place]
    if column.opens_at:
        return _not_open(column, names)
    waits = [row.wait for row in column.rows if not row.called_ms and row.place]
    placard = column.placard
    low, high = placard.buy_in
    buy_in = f", buy in ${low // 100:,}" + (f" to ${high // 100:,}" if high else "") if low else ""
    return Game(
        placard.game or column.title, (placard.stakes + buy_in) if placard.stakes else "",
        column.tables, column.state.replace(" seats", "").replace(" seat", ""), column.look,
        names[:WALL_NAMES],
        f"+ {len(names) - WALL_NAMES}" if len(names) > WALL_NAMES else "",
        "Sit down now" if column.look == "green" else "",
        waits[-1].removeprefix("~ ") if waits else "none",
    )  # fmt: skip


def _not_open(column: Column, names: list[str]) -> Game:
    missing = column.opens_at - len(column.rows)  # who is called is on the way to it
    more = f"+ {missing} to open" if missing > 0 else ""
    state = "Opening" if missing <= 0 else f"At {column.opens_at} names"
    game, stakes, rest = column.title.partition(" $")  # as the floor wrote it
    return Game(
        game, stakes and f"${rest.replace('/', ' / ')}", column.tables, state, column.look,
        names[:WALL_NAMES],
        more or (f"+ {len(names) - WALL_NAMES}" if len(names) > WALL_NAMES else ""),
        "", "now" if missing <= 0 else "–",
    )  # fmt: skip
