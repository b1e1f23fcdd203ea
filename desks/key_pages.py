"""A person's security key at a desk: the browser carries the bank's question to it, and its answer
back. Only under a name: no browser asks a key on an address of numbers."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from desks.pages import clock_of, form_of, page
from firmware.bank.identity import Identity
from firmware.bank.security_keys import SecurityKeys
from firmware.bank.staff_sessions import Session, Signed
from firmware.errors import Fault, Refused

Question = tuple[str, Mapping[str, Any]]


class KeyPages:
    def __init__(self, identity: Identity, desk: str, place: str) -> None:
        self.identity, self.desk, self.place = identity, desk, place

    async def ask(self, request: Request) -> Response:
        """Whose key is there?"""
        return await _question(self._keys(request).ask)

    def sign_on(self, request: Request, form: Mapping[str, str], old: str, new: str) -> Session:
        answer = _answer(form)
        return self._keys(request).sign_on(form["question"], answer, old, self.place, new)

    async def new(self, request: Request, who: Signed) -> Response:
        return self._page(who, "")

    async def ask_new(self, request: Request, token: str) -> Response:
        return await _question(lambda: self._keys(request).ask_new(token))

    async def add(self, request: Request, who: Signed, token: str) -> Response:
        form = await form_of(request)
        pin, question = form.get("pin", ""), form.get("question", "")
        try:
            answer = _answer(form)
            await run_in_threadpool(self._keys(request).add, token, pin, question, answer)
        except (Refused, Fault) as no:
            return self._page(who, f"Nothing was added. {no}", 409)
        return self._page(who, "This key is yours now: use it in place of your card.")

    def _page(self, who: Signed, words: str, status: int = 200) -> Response:
        given = {"desk": self.desk, "person": who.person, "words": words, "done": status == 200}
        return page("key.html", clock_of(self.identity.bank) | given, status)

    def _keys(self, request: Request) -> SecurityKeys:
        return SecurityKeys(self.identity, request.url.hostname or "")


def named(request: Request) -> bool:
    """Whether a key can know this desk."""
    host = request.url.hostname or ""
    return not host.replace(".", "").isdigit() and ":" not in host


async def _question(ask: Callable[[], Question]) -> Response:
    try:
        question, options = await run_in_threadpool(ask)
    except (Refused, Fault) as no:
        return JSONResponse({"words": str(no)}, 409)
    return JSONResponse({"question": question, "options": dict(options)})


def _answer(form: Mapping[str, str]) -> dict[str, Any]:
    try:
        return msgspec.json.decode(form.get("answer", ""), type=dict[str, Any])
    except msgspec.DecodeError:
        raise Refused("The key has not answered: touch it again.", rule="REQ-R46") from None
