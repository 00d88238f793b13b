import pytest

from league.logic.recent import Recent


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def recent(now):
    return Recent(10, unused_s=600, size=len, clock=lambda: now[0])


def test_what_is_used_stays_and_what_is_taken_goes(recent):
    recent.put("a", "value")
    assert [recent.use("a"), recent.use("a"), recent.use("b")] == ["value", "value", None]
    assert [recent.take("a"), recent.take("a"), recent.use("a")] == ["value", None, None]


def test_a_value_takes_the_place_of_an_earlier_one(recent):
    for number in range(9):
        recent.put("a", f"value {number}")
    assert (recent.use("a"), len(recent)) == ("value 8", 1)


def test_those_used_last_are_kept(recent):
    for key in "abc":
        recent.put(key, "123")
    recent.use("a")
    recent.put("d", "123")
    assert [recent.use(key) for key in "abcd"] == ["123", None, "123", "123"]


def test_what_is_too_large_is_not_kept(recent):
    recent.put("a", "12345678901")
    assert len(recent) == 0
    recent.put("a", "1234567890")
    assert recent.use("a")


def test_what_nobody_uses_is_let_go_in_time(recent, now):
    recent.put("old", "1")
    recent.put("used", "1")
    now[0] = 599.0
    assert recent.use("used")
    now[0] = 600.0
    recent.put("new", "1")
    assert len(recent) == 3
    now[0] = 601.0
    recent.put("newer", "1")
    assert [recent.use(key) for key in ("old", "used", "new", "newer")] == [None, "1", "1", "1"]


def test_as_much_is_kept_for_one_hour_as_for_a_hundred(recent, now):
    for number in range(6000):
        now[0] = 60.0 * number
        recent.put(number, "")
    assert len(recent) == 11


def test_nothing_is_kept_after_clearing(recent):
    recent.put("a", "1234567890")
    recent.clear()
    recent.put("b", "1234567890")
    assert (recent.use("a"), recent.use("b"), len(recent)) == (None, "1234567890", 1)
