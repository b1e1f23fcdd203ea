"""A security key in place of the card (WebAuthn): proof that its owner's key was touched just now,
for this house's host name and for one question that was asked once. The PIN comes beside it.

A desk in a browser carries the question to the key and the answer back; nothing of it is secret.
"""

from collections.abc import Mapping
from typing import Any

from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from msgspec import json

from firmware.bank import staff, staff_sessions, standing
from firmware.bank.changes import note_change
from firmware.bank.identity import Identity
from firmware.bank.staff_sessions import Session
from firmware.bank.store import Tx
from firmware.errors import Refused

ANSWER_MS = 60_000
_RULE = "REQ-R46"


class SecurityKeys:
    def __init__(self, identity: Identity, host: str) -> None:
        """`host`: the name by which browsers reach the desks; keys know no address of numbers."""
        self.identity, self.bank = identity, identity.bank
        self._server = Fido2Server(PublicKeyCredentialRpEntity(name="Stormdeck", id=host))

    def ask_new(self, token: str) -> tuple[str, Mapping[str, Any]]:
        """The question for a new key of whoever is signed on: its id, and what the browser gets."""

        def work(tx: Tx, now: int) -> tuple[str, Mapping[str, Any]]:
            who = staff_sessions.signed(tx, token, self.bank.key, now).person
            user = PublicKeyCredentialUserEntity(id=who.encode(), name=who, display_name=who)
            options, state = self._server.register_begin(
                user,
                self._keys_of(tx, who),
                resident_key_requirement=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.DISCOURAGED,
            )
            return self._asked(tx, who, state, now), dict(options)

        return self.bank.do(work)

    def add(self, token: str, pin: str, question: str, answer: Mapping[str, Any]) -> None:
        """By the PIN as well: nobody adds a key at a colleague's open desk."""
        who = self.identity.session(token).person
        self.identity.check_pin(who, pin)

        def work(tx: Tx, now: int) -> None:
            state = self._question(tx, question, who, now)
            try:
                data = self._server.register_complete(state, answer).credential_data
            except ValueError as error:
                raise _not_good(error) from error
            assert data is not None, "a new key brings its public half"
            tx.run(
                "INSERT INTO staff_key (credential, person, data, uses, added_ms) "
                "VALUES (?, ?, ?, 0, ?)",
                data.credential_id.hex(),
                who,
                bytes(data).hex(),
                now,
            )
            told = standing.marked(data.credential_id.hex()[:8], bytes(data).hex())
            note_change(tx, who, who, standing.KEY, "", told, "", now)

        self.bank.do(work)

    def ask(self) -> tuple[str, Mapping[str, Any]]:
        """Whose key is there?"""

        def work(tx: Tx, now: int) -> tuple[str, Mapping[str, Any]]:
            options, state = self._server.authenticate_begin(
                user_verification=UserVerificationRequirement.DISCOURAGED
            )
            return self._asked(tx, "", state, now), dict(options)

        return self.bank.do(work)

    def sign_on(
        self, question: str, answer: Mapping[str, Any], pin: str, place: str, new_pin: str = ""
    ) -> Session:
        """As with a card: the key, then the PIN."""
        person = self.bank.do(lambda tx, now: self._whose(tx, question, answer, now))
        return self.identity.sign_on_as(person, pin, place, new_pin)

    def _whose(self, tx: Tx, question: str, answer: Mapping[str, Any], now: int) -> str:
        state = self._question(tx, question, "", now)
        try:
            said = AuthenticationResponse.from_dict(answer)
            row = tx.row(
                "SELECT person, data, uses FROM staff_key WHERE credential = ?", said.raw_id.hex()
            )
            known = [AttestedCredentialData(bytes.fromhex(row[1]))] if row else []
            self._server.authenticate_complete(state, known, answer)
        except (ValueError, KeyError, TypeError) as error:
            raise _not_good(error) from error
        assert row is not None, "an unknown key was refused above"
        standing.check_key(tx, self.bank.key, row[0], said.raw_id.hex()[:8], row[1])
        self._count_use(tx, said, row[2])
        return staff.person(tx, row[0]).id

    def _count_use(self, tx: Tx, said: AuthenticationResponse, uses: int) -> None:
        """A key that counts never counts back: two that do are one key and its copy."""
        counted = said.response.authenticator_data.counter
        if counted and counted <= uses:
            raise Refused("This key was copied: take it to a lead.", rule=_RULE)
        tx.run("UPDATE staff_key SET uses = ? WHERE credential = ?", counted, said.raw_id.hex())

    def _keys_of(self, tx: Tx, who: str) -> list[AttestedCredentialData]:
        rows = tx.rows("SELECT data FROM staff_key WHERE person = ?", who)
        return [AttestedCredentialData(bytes.fromhex(data)) for (data,) in rows]

    def _asked(self, tx: Tx, who: str, state: Mapping[str, Any], now: int) -> str:
        id_ = str(state["challenge"])
        tx.run("DELETE FROM key_question WHERE until_ms < ?", now)
        tx.run(
            "INSERT INTO key_question (id, person, state, until_ms) VALUES (?, ?, ?, ?)",
            id_,
            who,
            json.encode(state).decode(),
            now + ANSWER_MS,
        )
        return id_

    def _question(self, tx: Tx, id_: str, who: str, now: int) -> dict[str, Any]:
        """Answered once, by whom it was put to, and soon."""
        row = tx.row("SELECT person, state, until_ms FROM key_question WHERE id = ?", id_)
        tx.run("DELETE FROM key_question WHERE id = ?", id_)
        if row is None or row[0] != who or now > row[2]:
            raise Refused("That took too long: touch the key again.", rule=_RULE)
        return json.decode(row[1], type=dict[str, Any])


def _not_good(error: Exception) -> Refused:
    return Refused(f"The key was not accepted: {error}", rule=_RULE)
