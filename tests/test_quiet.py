"""What the site logs is heard, in tests and of programs."""

import logging

import pytest

from . import quiet

ERROR = "2026-03-01 20:00:00,000 ERROR league.jobs: no room left [job=7]"
WEB = "[2026-03-01 20:00:00 +0000] [7] [ERROR] no worker"
TRACEBACK = 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: odd'


def raise_and_log():
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("league.jobs").warning("it went wrong", exc_info=True)


def refused(function, *, asked=()):
    """Return what is said of what a function logs; outside of this, it is asked for."""
    with pytest.raises(pytest.fail.Exception) as failed, quiet.listening([*asked]):
        function()
    return str(failed.value)


@pytest.mark.logs("no room")
def test_an_error_fails_a_test():
    assert "no room" in refused(lambda: logging.getLogger("league.jobs").error("no room"))


@pytest.mark.logs("odd")
def test_a_traceback_fails_a_test_at_any_level():
    assert "ValueError: odd" in refused(raise_and_log)


@pytest.mark.logs("no cards")
def test_what_was_not_asked_for_may_not_be_logged():
    logger = logging.getLogger("league.jobs")
    assert "no cards" in refused(lambda: logger.error("no cards"), asked=["no room"])


@pytest.mark.logs("no .oom", "ValueError")
def test_what_was_asked_for_may_be_logged():
    logging.getLogger("league.jobs").error("no room")
    raise_and_log()


def test_warnings_may_be_logged():
    logging.getLogger("league.jobs").warning("late")


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("2026-03-01 20:00:00,000 INFO league.jobs: ERRORS are rare\n", []),
        (f"{ERROR}\n2026-03-01 20:00:01,000 INFO league: on it goes\n", [ERROR]),
        (f"{ERROR}\n{TRACEBACK}\n", [f"{ERROR}\n{TRACEBACK}"]),
        (f"compiling\n{TRACEBACK}\n", [f"compiling\n{TRACEBACK}"]),
        ('{"level": "error"}\n{"level": "info"}\n', ['{"level": "error"}']),
        ('{"level": "info", "message": "Traceback"}\n', []),
        (f"{WEB}\n", [WEB]),
        (f"2026-03-01 20:00:00,000 WARNING django.request: Forbidden: /\n{TRACEBACK}\n", []),
    ],
)
def test_errors_of_programs_are_found(log, found):
    assert quiet.errors_in(log) == found
