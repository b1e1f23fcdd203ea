"""Own limits on time: minutes a gaming day, across tables, sessions and the start of the day."""

import pytest

from firmware.bank.gaming_day import HouseClock, day_began_ms, gaming_day
from firmware.errors import Refused
from tests.bank.conftest import NOON_MS, buy_in, sit

MINUTE_MS, HOUR_MS = 60_000, 3_600_000


def test_the_minutes_of_all_sessions_count(bank, counter, clock):
    counter.deposit("100001", 900_00, "drawer:1")
    counter.set_time_limit("100001", 90)
    track = sit(bank, "s1")
    clock.now_ms += HOUR_MS
    bank.sign_off("s1")
    clock.now_ms += 5 * HOUR_MS  # at dinner
    on = bank.sign_on(track, "2468", "s2", "table:T2", 1)
    assert on.play_until_ms == pytest.approx(clock.now_ms + 30 * MINUTE_MS, abs=100)
    assert bank.hold(buy_in("b1", 50_00, table="T2")).state == "pending"
    clock.now_ms += 30 * MINUTE_MS
    answer = bank.hold(buy_in("b2", 50_00, table="T2"))
    assert (answer.state, "Your own time for today is used up" in answer.words) == ("refused", True)
    bank.sign_off("s2")
    with pytest.raises(Refused, match="See you tomorrow"):
        bank.sign_on(track, "2468", "s3", "table:T1", 3)
    clock.now_ms += 24 * HOUR_MS
    assert bank.sign_on(track, "2468", "s4", "table:T1", 3).session.id == "s4"


def test_a_new_gaming_day_brings_new_minutes_in_the_middle_of_a_session(bank, counter, clock):
    morning = day_began_ms(gaming_day(NOON_MS, bank.house), bank.house, days=1)
    clock.now_ms = morning - 20 * MINUTE_MS
    counter.set_time_limit("100001", 60)
    track = counter.issue_card("100001")
    on = bank.sign_on(track, "2468", "s1", "table:T1", 3)
    assert on.play_until_ms == morning + 60 * MINUTE_MS
    clock.now_ms = morning + 59 * MINUTE_MS
    bank.sign_on(track, "2468", "s1", "table:T1", 3)  # the same session, asked again
    clock.now_ms = morning + 60 * MINUTE_MS
    with pytest.raises(Refused, match="used up"):
        bank.sign_on(track, "2468", "s1", "table:T1", 3)


def test_a_time_limit_falls_at_once_and_rises_a_day_later(bank, counter, clock):
    track = counter.issue_card("100001")
    assert bank.sign_on(track, "2468", "s1", "table:T1", 3).play_until_ms is None
    bank.sign_off("s1")
    counter.set_time_limit("100001", 10)
    for wish in (600, None):
        counter.set_time_limit("100001", wish)
        on = bank.sign_on(track, "2468", f"s{wish}", "table:T1", 3)
        assert on.play_until_ms < clock.now_ms + 11 * MINUTE_MS
        bank.sign_off(f"s{wish}")
    clock.now_ms += 24 * HOUR_MS
    assert bank.sign_on(track, "2468", "s9", "table:T1", 3).play_until_ms is None


@pytest.mark.parametrize("minutes", [-1, 24 * 60 + 1])
def test_a_limit_fits_in_a_day(counter, minutes):
    with pytest.raises(Refused, match="0 to 1440 minutes"):
        counter.set_time_limit("100001", minutes)


def test_days_begin_at_the_houses_hour_also_when_the_clocks_change():
    """2026-03-08 has 23 hours in Los Angeles, 2026-11-01 has 25."""
    house = HouseClock()
    for day, hours in (("2026-03-07", 23), ("2026-10-31", 25), ("2026-06-10", 24)):
        began, ends = day_began_ms(day, house), day_began_ms(day, house, days=1)
        assert (ends - began) / HOUR_MS == hours
        assert (gaming_day(began, house), gaming_day(began - 1, house) < day) == (day, True)
