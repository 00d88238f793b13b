"""What filters of templates print, in the visitor's language."""

from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from league.models import Match, Season, Session
from league.templatetags.scores import points
from league.templatetags.times import when
from league.web.base.match_names import match_name, session_name


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("3.000", "3"),
        ("0", "0"),
        ("0.500", "0.5"),
        ("-12.34", "-12.34"),
        ("0.125", "0.125"),
        ("1234567", "1234567"),
    ],
)
def test_points_are_told_with_no_more_digits_than_they_have(value, said):
    assert points(Decimal(value)) == said


def test_no_points_are_nothing():
    assert points(None) == ""


def test_points_have_the_decimal_sign_of_the_language():
    with translation.override("de"):
        assert points(Decimal("0.5")) == "0,5"


def test_a_moment_is_told_in_every_language_and_zone_that_asks():
    at = datetime(2026, 11, 20, 19, 30, tzinfo=ZoneInfo("UTC"))
    assert ">20 Nov 2026, 19:30<" in when(at)
    with translation.override("de"):
        assert "20. November 2026" in when(at)
    with timezone.override("Europe/Berlin"):
        assert ">20 Nov 2026, 20:30<" in when(at)
    assert ">20 Nov 2026, 19:30<" in when(at)


def test_tables_of_ladders_are_rotations_but_of_remote_bots():
    assert match_name(Match(table_number=3)) == "Table 3"
    assert match_name(Match(table_number=3, duplicate_id=1, season=Season())) == "Rotation 3"
    far = Season(is_remote=True)
    assert match_name(Match(table_number=1, duplicate_id=1, season=far)) == "Match"
    assert session_name(Session(number=2)) == "Session 2"
