"""Who somebody is: card, PIN and a session; two people, and never one of them twice."""

import pytest

from firmware.bank import proposals, staff_sessions
from firmware.bank.acts import Correct, Enrol, MoveHouseMoney, NewCredentials, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.identity import CARRY_OUT_MS, Identity
from firmware.bank.ledger import Order
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track, together
from tests.bank.conftest import books_balance
from tests.bank.test_ledger import at_once

VOID = TableOrder("table:T1", "VoidHand", '{"hand":7}')


@pytest.fixture
def identity(bank) -> Identity:
    return Identity(bank)


def sign_on(identity: Identity, name: str, place: str = "window 1"):
    return identity.sign_on(staff_track(identity.bank, name), STAFF_PIN, place)


def test_a_session_says_who_and_until_when_and_ends_by_itself(identity, clock):
    session = sign_on(identity, "ann")
    signed = identity.session(session.token)
    assert (signed.person, signed.role, signed.place) == ("ann", "cashier", "window 1")
    assert signed.until == session.until
    with pytest.raises(Refused, match="has run out"):
        identity.session(session.token, now_ms=session.until)
    clock.now_ms += staff_sessions.SESSION_MS
    with pytest.raises(Refused, match="has run out"):
        identity.session(session.token)


ALIKE = (" ANN ", "\uff41\uff4e\uff4e", "\u0430nn", "a\u0301nn")


@pytest.mark.parametrize("name", [*ALIKE, "ann\u00a0", "ann"])
@pytest.mark.parametrize("left", [False, True], ids=["works here", "has left"])
def test_no_two_people_of_the_house_have_names_that_look_alike(bank, name, left):
    """Who is enrolled a second time is the second name beside himself."""
    if left:
        at_work(bank, "sue").dismiss("ann", "moved away")
    if left and name.strip() == "ann":
        together(bank, Enrol(name, "cashier"), "mia", "sue")
        return
    with pytest.raises(Refused, match=r"works here already|looks like ann in the books"):
        together(bank, Enrol(name, "cashier"), "mia", "sue")


def test_a_name_of_signs_that_nobody_sees_is_none(bank):
    for name in ("a\u200bnn", "\u202eann", "", " \u00a0 "):
        with pytest.raises(Refused, match="Write down a name"):
            together(bank, Enrol(name, "cashier"), "mia", "sue")


def test_signing_off_twice_is_signing_off_once(identity):
    session = sign_on(identity, "ann")
    for _ in range(2):
        identity.sign_off(session.token)
    with pytest.raises(Refused, match="signed off"):
        identity.session(session.token)
    with pytest.raises(Refused, match="Please sign on first"):
        identity.session("made up")


def test_a_desk_tells_when_the_same_person_was_there_before(identity, clock):
    first = sign_on(identity, "ann")
    assert identity.last_here(first.token) == 0
    clock.now_ms += 60_000
    identity.sign_off(first.token)
    left = clock.now_ms
    clock.now_ms += 60_000
    sign_on(identity, "sue")
    assert identity.last_here(sign_on(identity, "ann", "window 2").token) == 0
    assert identity.last_here(sign_on(identity, "ann").token) == left


def test_the_books_hold_no_token_that_opens_anything(identity, bank):
    session = sign_on(identity, "ann")
    rows = bank.do(lambda tx, now: tx.rows("SELECT token FROM staff_session"))
    assert session.token not in {token for (token,) in rows}
    with pytest.raises(Refused):
        identity.session(rows[0][0])


def test_a_locked_desk_answers_to_nothing_but_its_holders_pin(identity, bank):
    session = sign_on(identity, "ann")
    identity.lock(session.token)
    with pytest.raises(Refused, match="locked: enter your PIN"):
        Counter(bank, session.token).deposit("100001", 5_00, "drawer:1")
    with pytest.raises(Refused, match="Wrong PIN"):
        identity.unlock(session.token, "111111")
    identity.unlock(session.token, STAFF_PIN)
    assert Counter(bank, session.token).deposit("100001", 5_00, "drawer:1").balance == 5_00


def test_the_fifth_wrong_pin_locks_and_signs_off_everywhere(identity, bank):
    """Also when it is guessed at somebody's open desk."""
    open_desk = sign_on(identity, "sue")
    for left in ("4 tries are", "3 tries are", "2 tries are", "1 try is"):
        with pytest.raises(Refused, match=f"Wrong PIN; {left} left"):
            Counter(bank, open_desk.token).propose(Correct("d1"), "000000", "why")
    with pytest.raises(Refused, match="locked"):
        Counter(bank, open_desk.token).propose(Correct("d1"), "000000", "why")
    with pytest.raises(Refused, match="signed off"):
        identity.session(open_desk.token)
    with pytest.raises(Refused, match="two leads give you a new card"):
        sign_on(identity, "sue")


def test_new_credentials_end_the_old_card_and_its_sessions(identity, bank):
    old_card, old = staff_track(bank, "ann"), sign_on(identity, "ann")
    given = together(bank, NewCredentials("ann"), "sue", "mia").credentials
    with pytest.raises(Refused, match="signed off"):
        identity.session(old.token)
    with pytest.raises(Refused, match="signs nobody on"):
        identity.sign_on(old_card, STAFF_PIN, "")
    with pytest.raises(Refused, match="Choose a PIN of your own"):
        identity.sign_on(given.track, given.first_pin, "")
    session = identity.sign_on(given.track, given.first_pin, "", "135790")
    assert identity.session(session.token).person == "ann"
    with pytest.raises(Refused, match="Wrong PIN"):
        identity.sign_on(given.track, given.first_pin, "")
    kept = bank.do(lambda tx, now: tx.rows("SELECT answer FROM proposal"))
    assert given.first_pin not in str(kept)


def test_who_is_dismissed_is_signed_off_at_once_at_every_desk(identity, bank, connect, clock):
    session = sign_on(identity, "ann")
    elsewhere = Identity(Bank(connect(), bank.key, clock))
    at_work(bank, "mia").dismiss("ann", "took money")
    with pytest.raises(Refused, match="signed off"):
        elsewhere.session(session.token)
    with pytest.raises(Refused, match="signs nobody on"):
        elsewhere.sign_on(staff_track_of_anyone(bank, "ann"), STAFF_PIN, "")
    with pytest.raises(Refused, match="Another person dismisses you"):
        at_work(bank, "mia").dismiss("mia", "bored")
    with pytest.raises(Refused, match="does not work here"):
        at_work(bank, "mia").dismiss("ann", "again")
    again = together(bank, Enrol("ann", "cashier"), "sue", "mia").credentials
    identity.sign_on(again.track, again.first_pin, "", "135790")


def staff_track_of_anyone(bank: Bank, name: str) -> str:
    from firmware.bank.cards import track_of

    row = bank.do(lambda tx, now: tx.row("SELECT number FROM staff_card WHERE person = ?", name))
    return track_of(row[0], bank.key)


def test_a_players_card_is_nobodys_key_and_a_staff_card_sits_down_nowhere(identity, bank):
    player = at_work(bank, "ann").issue_card("100001")
    with pytest.raises(Refused, match="signs nobody on"):
        identity.sign_on(player, "2468", "")
    with pytest.raises(Refused, match="not known"):
        bank.recognise(staff_track(bank, "ann"))


def test_two_people_each_with_their_own_session_and_pin(identity, bank):
    ann, sue = sign_on(identity, "ann"), sign_on(identity, "sue")
    asked = Counter(bank, ann.token).propose(VOID_FILL, STAFF_PIN, "drawer low", "p1")
    assert [each.id for each in Counter(bank).waiting()] == ["p1"]
    with pytest.raises(Refused, match="You are the first name"):
        Counter(bank, ann.token).confirm("p1", STAFF_PIN)
    with pytest.raises(Refused, match="You are the first name"):  # at another desk, too
        Counter(bank, sign_on(identity, "ann").token).confirm("p1", STAFF_PIN)
    with pytest.raises(Refused, match="Wrong PIN"):  # ann, at the open desk of sue
        Counter(bank, sue.token).confirm("p1", "000000")
    with pytest.raises(Refused, match="may not confirm"):
        Counter(bank, sign_on(identity, "bob").token).confirm("p1", STAFF_PIN)
    assert bank.balance("drawer:1").balance == -50_000_00
    done = Counter(bank, sue.token).confirm(asked.id, STAFF_PIN)
    assert bank.balance("drawer:1").balance == -50_001_00
    assert Counter(bank, sue.token).confirm("p1", STAFF_PIN) == done, "asked again: the same answer"
    assert bank.balance("drawer:1").balance == -50_001_00
    with pytest.raises(Refused, match="sue has confirmed it already"):
        at_work(bank, "mia").confirm("p1", STAFF_PIN)
    books_balance(bank)


VOID_FILL = MoveHouseMoney(Order("f1", "fill", "drawer:1", "vault", 1_00, "drawer:1"))


def test_a_proposal_has_its_time_and_no_clock_confirms_it(bank, clock):
    asked = at_work(bank, "ann").propose(VOID_FILL, STAFF_PIN, "low", "p1")
    clock.now_ms = asked.until_ms
    with pytest.raises(Refused, match="nothing happened"):
        at_work(bank, "sue").confirm("p1", STAFF_PIN)
    assert Counter(bank).waiting() == []
    assert bank.balance("drawer:1").balance == -50_000_00
    assert proposals.OPEN_MS == 120_000


def test_a_form_sent_twice_is_one_proposal_and_its_id_is_nobody_elses(bank):
    ann = at_work(bank, "ann")
    assert ann.propose(VOID_FILL, STAFF_PIN, "low", "p1") == ann.propose(
        VOID_FILL, STAFF_PIN, "low", "p1"
    )
    with pytest.raises(Refused, match="belongs to another"):
        ann.propose(Correct("x"), STAFF_PIN, "low", "p1")
    with pytest.raises(Refused, match="belongs to another"):
        at_work(bank, "bob").propose(VOID_FILL, STAFF_PIN, "low", "p1")


def test_who_lost_the_role_between_the_two_names_has_not_agreed(bank):
    asked = at_work(bank, "ann").propose(VOID_FILL, STAFF_PIN, "low")
    at_work(bank, "mia").dismiss("ann", "took money")
    with pytest.raises(Refused, match="ann does not work here"):
        at_work(bank, "sue").confirm(asked.id, STAFF_PIN)


def test_two_leads_at_once_confirm_once(bank, connect, clock):
    asked = at_work(bank, "ann").propose(VOID_FILL, STAFF_PIN, "low")
    banks = [Bank(connect(), bank.key, clock) for _ in range(2)]
    leads = [at_work(one, name) for one, name in zip(banks, ("sue", "mia"), strict=True)]
    answers = at_once(*(lambda one=one: one.confirm(asked.id, STAFF_PIN) for one in leads))
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert bank.balance("drawer:1").balance == -50_001_00
    books_balance(bank)


def test_a_table_hears_what_two_people_agreed_and_only_for_a_while(bank, identity, clock):
    asked = at_work(bank, "flo").propose(VOID, STAFF_PIN, "deck stuck")
    with pytest.raises(Refused, match="has not confirmed"):
        identity.agreed(asked.id)
    at_work(bank, "mia").confirm(asked.id, STAFF_PIN)
    agreed = identity.agreed(asked.id)
    assert (agreed.order, agreed.first, agreed.second) == (VOID, "flo", "mia")
    confirmed = "SELECT answered_ms FROM proposal WHERE id = ?"
    ((confirmed_ms,),) = bank.store.transact(lambda tx: tx.rows(confirmed, asked.id))
    clock.now_ms = confirmed_ms + CARRY_OUT_MS - 1
    assert identity.agreed(asked.id) == agreed, "to the moment"
    with pytest.raises(Refused, match="too long ago"):
        identity.agreed(asked.id)
    money = at_work(bank, "ann").propose(VOID_FILL, STAFF_PIN, "low")
    at_work(bank, "sue").confirm(money.id, STAFF_PIN)
    with pytest.raises(Refused, match="has not confirmed"):
        identity.agreed(money.id)


def test_an_order_for_one_person_or_for_nobody_is_no_proposal(bank):
    for order in ("Pause", "HandPay", "Dance"):
        with pytest.raises(Refused, match="no act for two people"):
            at_work(bank, "mia").propose(TableOrder("table:T1", order, ""), STAFF_PIN, "x")
    with pytest.raises(Refused, match="may not void a hand"):
        at_work(bank, "ann").propose(VOID, STAFF_PIN, "x")


def test_the_change_log_has_every_sign_on_and_every_change_of_staff(identity, bank):
    session = sign_on(identity, "ann")
    identity.sign_off(session.token)
    with pytest.raises(Refused):
        identity.sign_on(staff_track(bank, "ann"), "000000", "")
    together(bank, Enrol("eve", "cashier"), "sue", "mia", "new")
    log = at_work(bank, "aud").changes("ann")
    assert [one.what for one in log[:3]] == ["sign-on", "sign-off", "sign-on"]
    assert log[0].after == "wrong PIN, 4 left"
    hers = {(one.agent, one.what, one.after) for one in at_work(bank, "rex").changes("eve")}
    assert ("sue, mia", "role", "cashier") in hers
    with pytest.raises(Refused, match="may not read the change log"):
        at_work(bank, "ann").changes()
