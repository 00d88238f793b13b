"""Pushes: keys, and what push services say."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from py_vapid import Vapid02

from league.logic import vapid
from league.logic.pushes import LONGEST_WAIT, Answer, is_point, is_secret, meaning, wait_of

NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)


def test_a_new_key_is_one_that_signs(capsys):
    call_command("vapid")
    key = capsys.readouterr().out.strip()
    assert vapid.is_key(key)
    assert Vapid02.from_raw(key.encode()).sign({"aud": "https://x.example", "sub": "mailto:a@b.c"})


@pytest.mark.parametrize("number", [0, vapid.ORDER, 2**256 - 1])
def test_other_numbers_are_no_keys(number):
    assert not vapid.is_key(vapid.to_text(number.to_bytes(32)))


@pytest.mark.parametrize("text", ["", "A", "A===", "AB", "+/", "AA\n", "ä"])
def test_what_nobody_wrote_is_not_read(text):
    assert vapid.from_text(text) in {None, b""}


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        *((status, Answer.TAKEN) for status in (200, 201, 202)),
        *((status, Answer.GONE) for status in (404, 410)),
        *((status, Answer.LATER) for status in (408, 429, 500, 503)),
        *((status, Answer.REFUSED) for status in (301, 400, 401, 403, 413)),
    ],
)
def test_answers_of_push_services(status, wanted):
    assert meaning(status) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("", timedelta()),
        ("90", timedelta(seconds=90)),
        ("9" * 400, LONGEST_WAIT),
        ("-5", timedelta()),
        ("soon", timedelta()),
        ("Fri, 20 Nov 2026 20:05:00 GMT", timedelta(minutes=5)),
        ("Fri, 20 Nov 2026 19:05:00 GMT", timedelta()),
        ("Fri, 20 Nov 2026 20:05:00", timedelta()),
        ("Fri, 20 Nov 9999 20:05:00 GMT", LONGEST_WAIT),
        ("²", timedelta()),
    ],
)
def test_how_long_a_push_service_wants_to_be_left_alone(said, wanted):
    assert wait_of(said, now=NOW) == wanted


def test_forms_of_keys():
    assert is_point(vapid.to_text(b"\x04" * 65))
    assert not is_point(vapid.to_text(b"\x04" * 64))
    assert is_secret(vapid.to_text(b"x" * 16))
    assert not is_secret(vapid.to_text(b"x" * 17))
