from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.calendar import RHYTHMS, dates_after, most_at_once, moved

FRIDAY = date(2026, 11, 20)
"""The third Friday of its month."""
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("rhythm", "dates"),
    [
        ("weekly", [date(2026, 11, 27), date(2026, 12, 4), date(2026, 12, 11)]),
        ("fortnightly", [date(2026, 12, 4), date(2026, 12, 18), date(2027, 1, 1)]),
        ("monthly", [date(2026, 12, 18), date(2027, 1, 15), date(2027, 2, 19)]),
    ],
)
def test_dates_come_in_their_rhythm(rhythm, dates):
    assert dates_after(FRIDAY, rhythm, times=3, most=100) == dates


def test_a_fifth_weekday_becomes_the_last():
    dates = dates_after(date(2026, 10, 30), "monthly", times=3, most=100)
    assert dates == [date(2026, 11, 27), date(2026, 12, 25), date(2027, 1, 29)]


def test_dates_end_with_the_last_day():
    assert dates_after(FRIDAY, "weekly", until=date(2026, 12, 4), most=100)[-1] == date(2026, 12, 4)


def test_skipped_dates_do_not_count():
    dates = dates_after(FRIDAY, "weekly", times=2, skip={date(2026, 11, 27)}, most=100)
    assert dates == [date(2026, 12, 4), date(2026, 12, 11)]


def test_dates_are_bounded():
    assert len(dates_after(FRIDAY, "weekly", until=date.max, most=7)) == 7


def test_dates_end_with_the_calendar():
    assert dates_after(date(9999, 12, 20), "weekly", times=9, most=100) == [date(9999, 12, 27)]


@given(first=st.dates(max_value=date(2200, 1, 1)), rhythm=st.sampled_from(RHYTHMS))
def test_dates_rise_and_keep_the_weekday(first, rhythm):
    dates = dates_after(first, rhythm, times=30, most=100)
    assert sorted(set(dates)) == dates
    assert {day.weekday() for day in dates} == {first.weekday()}
    assert dates[0] > first


@given(first=st.dates(max_value=date(2200, 1, 1)))
def test_monthly_dates_leave_no_month_out(first):
    months = [day.year * 12 + day.month for day in dates_after(first, "monthly", times=30, most=99)]
    assert months == list(range(first.year * 12 + first.month + 1, months[-1] + 1))


def test_the_clock_stays_over_daylight_saving():
    summer = datetime(2026, 10, 23, 19, 30, tzinfo=BERLIN).astimezone(UTC)
    winter = moved(summer, 7, BERLIN)
    assert winter == datetime(2026, 10, 30, 19, 30, tzinfo=BERLIN)
    assert winter - summer == timedelta(days=7, hours=1)


def test_days_are_counted_by_the_local_calendar():
    late = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)  # in Berlin it is Saturday
    assert moved(late, 7, BERLIN).astimezone(BERLIN).date() == date(2026, 11, 28)


def at(hour):
    return datetime(2026, 11, 20, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("others", "most"),
    [
        ([], 0),
        ([(at(10), at(12), 5)], 0),
        ([(at(18), at(20), 5)], 5),
        ([(at(12), at(14), 3), (at(14), at(18), 4)], 4),
        ([(at(12), at(15), 3), (at(14), at(18), 4)], 7),
        ([(at(10), at(20), 3), (at(17), at(18), 4), (at(18), at(19), 5)], 8),
    ],
)
def test_what_is_needed_at_once_is_added(others, most):
    assert most_at_once(at(12), at(19), others) == most
