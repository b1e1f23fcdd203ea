"""The floor's pages, attacked from a browser: whoever is not signed on, or comes from another page,
or asks too often, is told so in words, and no table hears of it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from socket import create_connection, socket
from threading import Thread
from time import sleep

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from commands import desk_callers, desk_program
from desks import guard
from firmware.bank import staff
from firmware.settlement.window import TableWindow
from lab.live.ports import free_port
from tests.desks.paper_room import PaperRoom

PAUSE = {"form_id": "tab.1", "reason": "spill"}
ORDER = "/floor/4/order/Pause"


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = PaperRoom(tmp_path_factory.mktemp("floor"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def nobody_ordered_yet(room, monkeypatch):
    monkeypatch.setattr(room.app, "_recent", {})
    for table in room.tables:
        table.orders.clear()


def ordered(room: PaperRoom) -> list[str]:
    return [type(order).__name__ for table in room.tables for order in table.orders]


def test_who_is_signed_on_orders(room):
    assert room.visit(ORDER, room.token(), PAUSE).status == 200
    assert ordered(room) == ["Pause"]


@pytest.mark.parametrize("path", ["/floor", "/floor/4", "/floor/lists", "/floor/4/replay",
                                  "/floor/4/ask/Pause", "/floor/4/stream/table"])  # fmt: skip
def test_without_a_session_there_is_the_sign_on_page_and_nothing_else(room, path):
    answer = room.visit(path)
    assert (answer.status, answer.headers["location"]) == (303, f"/signon?next={path}")
    assert "118,204" not in answer.body


def _dismissed(room: PaperRoom) -> str:
    token = room.token("flo")
    room.bank.do(lambda tx, now: staff.end_sessions(tx, "flo", now))
    return token


def _run_out(room: PaperRoom) -> str:
    token = room.token("flo")
    room.bank.do(lambda tx, now: tx.run("UPDATE staff_session SET until_ms = ?", now))
    return token


def _from_the_books(room: PaperRoom) -> str:
    """What somebody finds who reads the bank's disk."""
    room.token("flo")
    row = room.bank.do(lambda tx, now: tx.row("SELECT token FROM staff_session LIMIT 1"))
    return str(row[0])


def _guessed(room: PaperRoom) -> str:
    return "0" * 64


@pytest.mark.parametrize("token_of", [_dismissed, _run_out, _from_the_books, _guessed])
def test_a_session_that_is_nobody_s_orders_nothing(room, token_of):
    answer = room.visit(ORDER, token_of(room), PAUSE)
    assert answer.status == 409
    assert "Nothing was done" in answer.body
    assert ordered(room) == []


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "https://localhost:80",
                                    "http://localhost:81"])  # fmt: skip
def test_a_form_of_another_page_is_refused_whatever_cookie_comes_with_it(room, origin):
    answer = room.visit(ORDER, room.token(), PAUSE, origin=origin)
    assert (answer.status, answer.body) == (403, "Nothing was done: this came from another page.")
    assert ordered(room) == []


def test_a_name_that_was_made_to_point_here_gets_nothing(room):
    assert room.visit("/floor/4", room.token(), host="evil.example").status == 421


def test_ten_thousand_requests_at_once_are_refused_and_others_are_served(room, monkeypatch):
    now = 100.0
    monkeypatch.setattr(room.app, "clock", lambda: now)
    scope = {"client": ("6.6.6.6", 1)}
    refused = sum(room.app._too_many(scope) for _ in range(10_000))
    assert refused == 10_000 - guard.BURST
    answer = room.visit("/signon", address="6.6.6.6")
    assert (answer.status, answer.body[:16]) == (429, "Nothing was done")
    assert room.visit("/floor/4", room.token(), address="10.0.0.2").status == 200
    now += guard.BURST_S
    assert room.visit("/signon", address="6.6.6.6").status == 200


@contextmanager
def desk() -> Iterator[int]:
    """The server of a desk, at this port of the machine."""
    port = free_port(0)
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("served"))])
    server = desk_program.server(app, f"127.0.0.1:{port}")
    thread = Thread(target=lambda: asyncio.run(server.serve()))
    thread.start()
    while not server.started:
        sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join()


def ended(line: socket) -> bool:
    """As soon as the desk ends it; a line that is kept says nothing."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def serves(port: int) -> bool:
    with create_connection(("127.0.0.1", port), 60) as line:
        try:
            line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return b"served" in b"".join(iter(lambda: line.recv(4096), b""))
        except ConnectionError:
            return False


def test_holds_every_line_that_the_desk_has(monkeypatch, capfd):
    """The program had no file left, and wrote that into its log thousands of times a second."""
    monkeypatch.setattr(desk_callers, "MOST", 3)
    monkeypatch.setattr(desk_callers, "SILENT_S", 3600)
    with desk() as port:
        held = [create_connection(("127.0.0.1", port), 60) for _ in range(9)]
        assert [ended(line) for line in held[3:]] == [True] * 6
        assert not serves(port), "what is held is held"
        for line in held:
            line.close()
        while not serves(port):
            sleep(0.01)
    assert "Traceback" not in capfd.readouterr().err


def test_calls_and_says_nothing(monkeypatch):
    monkeypatch.setattr(desk_callers, "SILENT_S", 0.05)
    with desk() as port, create_connection(("127.0.0.1", port), 60) as line:
        assert ended(line)
        while not serves(port):  # a slow machine may be taken for silent
            sleep(0.01)


def test_one_address_does_not_take_the_lines_of_the_others():
    mine, most = "10.0.0.7", desk_callers.OF_ONE_MOST
    assert not desk_callers.too_many(mine, [mine] * (most - 1))
    assert desk_callers.too_many(mine, [mine] * most)
    assert not desk_callers.too_many("10.0.0.8", [mine] * most)
    assert not desk_callers.too_many("127.0.0.1", ["127.0.0.1"] * most), "a proxy's"


def test_more_than_a_form_can_hold_is_not_read(room):
    answer = room.visit(ORDER, room.token(), PAUSE | {"reason": "x" * guard.BODY_MOST})
    assert answer.status == 413
    assert ordered(room) == []


@pytest.mark.parametrize("page", ["lists", "signon", "base", "..%2Fkit%2Fsignon", "table.html"])
def test_a_stream_draws_no_page_but_the_table_s(room, page):
    answer = room.visit(f"/floor/4/stream/{page}", room.token())
    assert answer.body.startswith("data: ")
    assert "Needs you" in answer.body


@pytest.mark.parametrize("path", ["/floor/99", "/floor/4/ask/NoOrder", "/floor/4/ask/__init__",
                                  "/floor/99/replay"])  # fmt: skip
def test_what_is_not_there_is_said_in_words(room, path):
    answer = room.visit(path, room.token())
    assert answer.status < 500
    assert "There is no" in answer.body
    assert ordered(room) == []


@pytest.mark.parametrize("form", [
    {"seat": "abc", "seconds": "30"}, {"seat": "7"}, {"seat": "7", "seconds": "-1"},
    {"seat": "7", "seconds": "99999999999999999999"}, {"seat": "²", "seconds": "30"},
])  # fmt: skip
def test_a_form_that_no_page_wrote_is_refused_in_words(room, form):
    answer = room.visit("/floor/4/order/ExtendClock", room.token(), form | {"form_id": "a.b"})
    assert (answer.status, "not filled in" in answer.body) == (409, True)
    assert ordered(room) == []


def test_an_order_goes_to_the_table_of_its_page_in_its_own_session(room):
    token = room.token()
    smuggled = PAUSE | {"table": "5", "token": room.token("mia"), "id": "another"}
    room.visit(ORDER, token, smuggled)
    (order,) = room.tables[0].orders
    assert (order.table, order.id) == ("4", "tab.1")
    assert TableWindow(room.bank, "4").person(order.token).person == "flo"


@pytest.mark.parametrize("person", ["aud", "tom", "rex", "ann"])
@pytest.mark.parametrize("what", ["put-down", "call", "take-off", "move", "back-in", "interest",
                                  "end-interest", "take-back", "call-all"])  # fmt: skip
def test_only_the_floor_changes_the_lists(room, person, what):
    """An auditor sees, and never touches."""
    form = {"form_id": "t.1", "name": "name-1", "who": "Eve Adams", "game": "NL $1/$3", "why": "x"}
    room.visit("/wall")
    before = (room.book.names, room.book.interests)
    assert before[0]
    answer = room.visit(f"/floor/lists/{what}", room.token(person), form)
    assert (answer.status, "may not" in answer.body) == (409, True)
    room.visit("/wall")
    assert (room.book.names, room.book.interests) == before


@pytest.mark.parametrize(("person", "status"), [("flo", 200), ("aud", 409), ("ann", 409)])
def test_the_day_s_notes_are_the_floor_s(room, person, status):
    form = {"form_id": f"n.{person}", "words": f"{person} <b>was</b> here"}
    assert room.visit("/floor/day/note", room.token(person), form).status == status
    shown = room.visit("/floor/day", room.token()).body
    assert (f"{person} &lt;b&gt;was&lt;/b&gt; here" in shown) == (status == 200)


def test_a_name_is_words_and_never_a_script(room):
    form = {"form_id": "t.2", "who": "<script>alert(1)</script> Eve", "game": "NL $2/$5"}
    assert room.visit("/floor/lists/put-down", room.token(), form).status == 200
    for page in ("/floor/lists", "/wall"):
        assert "<script>alert" not in room.visit(page, room.token()).body


def test_a_page_loads_nothing_foreign_and_is_framed_by_nobody(room):
    headers = room.visit("/floor/4", room.token()).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["cache-control"] == "no-store"
