"""Opening an account at the window: kept as it is typed, opened whole."""

from msgspec import json

from firmware.bank import cards, drafts, pins, roles
from firmware.bank.desk import Desk
from firmware.bank.store import Tx


class OpeningDesk(Desk):
    def draft(self, id_: str) -> drafts.Draft:
        key = self.bank.key
        return self._act("OpenAccount", lambda tx, now, by: drafts.read(tx, id_, key, now))

    def kept_drafts(self) -> list[drafts.Draft]:
        return self._act("OpenAccount", lambda tx, now, by: drafts.kept(tx, self.bank.key, now))

    def type_draft(self, id_: str, typed: drafts.Typed) -> None:
        self._keep(id_, "typed", json.encode(typed))

    def draft_picture(self, id_: str, part: drafts.Picture, media: str, data: bytes) -> None:
        self._act(
            "OpenAccount",
            lambda tx, now, by: drafts.keep_picture(
                tx, id_, part, media, data, by, self.bank.key, now
            ),
        )

    def see_draft_picture(self, id_: str, part: drafts.Picture) -> tuple[str, bytes]:
        return self._act(
            "OpenAccount", lambda tx, now, by: drafts.picture(tx, id_, part, self.bank.key)
        )

    def sign_draft(self, id_: str, signature: bytes, pin: str) -> None:
        """Both by the patron's own hand, on the pad."""
        stored = pins.hash_pin(pin, self.bank.key).encode()
        self.draft_picture(id_, "signature", "image/png", signature)
        self._keep(id_, "pin", stored)

    def discard_draft(self, id_: str) -> None:
        self._act("OpenAccount", lambda tx, now, by: drafts.discard(tx, id_))

    def alike(self, draft: drafts.Draft) -> list[drafts.Alike]:
        return self._act(
            "OpenAccount", lambda tx, now, by: drafts.alike(tx, draft, self.bank.key, now)
        )

    def open_draft(self, id_: str) -> tuple[str, str]:
        """The account, and the track of its first card; none, if it was opened before."""
        patron, number = self._act("OpenAccount", lambda tx, now, by: self._open(tx, now, id_))
        return patron, cards.track_of(number, self.bank.key) if number else ""

    def _open(self, tx: Tx, now: int, id_: str) -> tuple[str, str]:
        """Who looks like somebody who is stopped, and is another, a supervisor has seen."""
        who, key = self._signed(tx, now), self.bank.key
        if any(one.stopped for one in drafts.alike(tx, drafts.read(tx, id_, key, now), key, now)):
            roles.require(who.person, who.role, "OpenBesideStopped")
        return drafts.open_account(tx, id_, who.person, key, now, self.bank.house)

    def _keep(self, id_: str, part: drafts.Part, data: bytes) -> None:
        self._act(
            "OpenAccount",
            lambda tx, now, by: drafts.keep(tx, id_, part, data, by, self.bank.key, now),
        )
