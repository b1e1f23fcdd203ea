"""A floor desk at the whole table, and people who signed on at its bank."""

from itertools import count

from msgspec.structs import replace

from firmware.bank.identity import Identity
from firmware.screens.protocol import orders as o
from lab.simulation.demo_people import at_work
from lab.twins.desk import PaperDesk

_ids = count(1)


class Floor:
    """Orders are given by name: `floor("mia", o.Pause)`; the answer comes back."""

    def __init__(self, whole, *, attached: bool = True) -> None:
        self.whole, self.desk = whole, PaperDesk()
        self.tokens: dict[str, str] = {}
        if attached:
            whole.controller.attach_desk(self.desk)
            whole.settle()

    def token(self, person: str) -> str:
        if person not in self.tokens:
            self.tokens[person] = at_work(self.whole.bank, person).token
        return self.tokens[person]

    def make(self, person: str, kind, *, sure: bool = True, **more) -> o.AnyOrder:
        told = {"id": f"order-{next(_ids)}", "table": "1", "reason": "a test", "sure": sure}
        order = kind(**{**told, "token": "", **more})
        return self.slipped(order, self.token(person)) if person and not order.token else order

    def slipped(self, order: o.AnyOrder, token: str) -> o.AnyOrder:
        """As a desk sends it."""
        slip = Identity(self.whole.bank).slip(token, order.table, order.named)
        return replace(order, token=slip)

    def send(self, order: o.AnyOrder) -> o.Answer:
        before = len(self.desk.answers)
        self.whole.controller.order(self.desk, self.desk.sent(order))
        self.whole.settle()
        assert len(self.desk.answers) == before + 1, "an order has one answer"
        return self.desk.answers[-1]

    def __call__(self, person: str, kind, **more) -> o.Answer:
        return self.send(self.make(person, kind, **more))

    @property
    def view(self):
        self.whole.now += 100
        self.whole.controller.publisher.look_again()
        self.whole.settle()
        return self.desk.view
