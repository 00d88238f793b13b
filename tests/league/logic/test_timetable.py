from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from league.logic.timetable import LENGTH, Said, timetable

SEVEN = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
ELEVEN = SEVEN + 4 * HOUR
DAY = timedelta(days=1)


def times(sessions, start=SEVEN, end=ELEVEN, planned=1):
    """Return in hours after seven when each session begins and ends."""
    found = timetable(sessions, start=start, end=end, planned=planned)
    return {number: tuple((at - SEVEN) / HOUR for at in span) for number, span in found.items()}


def test_sessions_without_times_share_the_evening():
    assert times([Said(1), Said(2)]) == {1: (0, 2), 2: (2, 4)}


def test_planned_sessions_keep_their_share():
    assert times([Said(1)], planned=2) == {1: (0, 2)}


def test_sessions_share_what_those_with_times_leave():
    sessions = [Said(1), Said(2), Said(3, SEVEN + 3 * HOUR)]
    assert times(sessions) == {1: (0, 1.5), 2: (1.5, 3), 3: (3, 4)}


def test_a_session_follows_the_end_of_the_one_before():
    assert times([Said(1, SEVEN, SEVEN + HOUR), Said(2)]) == {1: (0, 1), 2: (1, 4)}


def test_a_time_before_the_event_is_believed():
    assert times([Said(1, SEVEN - HOUR), Said(2)]) == {1: (-1, 2), 2: (2, 4)}


def test_a_session_in_a_long_event_has_the_time_said_of_it():
    sessions = [Said(1, SEVEN), Said(2), Said(3, SEVEN + DAY)]
    assert times(sessions, end=SEVEN + 2 * DAY) == {1: (0, 3), 3: (24, 27)}


def test_an_event_without_a_time_gives_none_to_its_sessions():
    assert times([Said(1), Said(2, SEVEN)], start=None, end=None) == {2: (0, 3)}


def test_no_session_shares_the_time_that_another_has():
    assert times([Said(1), Said(2, SEVEN)]) == {2: (0, 3)}


def test_an_end_before_the_start_is_not_believed():
    sessions = [Said(1, SEVEN, SEVEN - HOUR)]
    assert times(sessions, start=None, end=None) == {1: (0, LENGTH / HOUR)}


@st.composite
def evenings(draw):
    """Draw an event, its sessions in any order, and times within it that some of them have."""
    length = draw(st.integers(60, 24 * 60))
    count = draw(st.integers(1, 9))
    own = draw(st.sets(st.integers(1, count)))
    minutes = draw(
        st.lists(st.integers(0, length - 1), min_size=len(own), max_size=len(own), unique=True)
    )
    starts = dict(zip(sorted(own), minutes, strict=True))
    sessions = [
        Said(number, SEVEN + timedelta(minutes=starts[number]) if number in starts else None)
        for number in draw(st.permutations(range(1, count + 1)))
    ]
    return sessions, SEVEN + timedelta(minutes=length), draw(st.integers(0, 12))


@given(evenings())
def test_sessions_lie_within_their_event(evening):
    sessions, end, planned = evening
    found = timetable(sessions, start=SEVEN, end=end, planned=planned)
    assert found.keys() >= {one.number for one in sessions if one.starts_at}
    assert all(SEVEN <= first < last <= end for first, last in found.values())


@given(evenings())
def test_no_two_sessions_are_at_the_same_time(evening):
    sessions, end, planned = evening
    found = timetable(sessions, start=SEVEN, end=end, planned=planned)
    assert all(one[1] <= other[0] for one, other in pairwise(sorted(found.values())))
