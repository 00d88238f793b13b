"""Rows written without objects are those that objects would have written."""

from decimal import Decimal

import pytest
from django.db import IntegrityError

from league.models import AuditEntry, Result, Round, Seat
from league.services.base import rows
from tests.league.factories import NOW

COLUMNS = ("result", "number", "dealer", "scores", "sheet", "redeal")


@pytest.fixture
def result(match):
    return Result.objects.create(
        match=match, version=1, source="scores", totals=[3, 1], places=[1, 2], entered_at=NOW
    )


def test_inserted_row_is_that_of_an_object(result):
    values = {"dealer": 2, "scores": [3, -1], "sheet": {"who": "Jörg"}, "redeal": True}
    Round.objects.create(result=result, number=0, **values)
    rows.insert(Round, COLUMNS, [(result.pk, 1, *values.values())])
    columns = ("dealer", "scores", "sheet", "redeal")
    first, second = Round.objects.order_by("number").values(*columns)
    assert first == second == values


def test_nothing_is_null_and_not_the_null_of_json(result):
    rows.insert(Round, COLUMNS, [(result.pk, 0, 0, [], None, False)])
    assert Round.objects.filter(sheet__isnull=True).count() == 1


def test_time_is_kept_to_the_microsecond(db):
    at = NOW.replace(microsecond=123456)
    rows.insert(AuditEntry, ("at", "action", "subject", "data"), [(at, "test", "", {})])
    assert AuditEntry.objects.get(at=at).at == at


def test_decimal_is_kept_exactly(match):
    seat = match.seats.get(number=0)
    rows.update(Seat, ("score", "place", "points"), [(seat.pk, -7, 2, Decimal("1234.567"))])
    changed = Seat.objects.values_list("score", "place", "points").get(pk=seat.pk)
    assert changed == (-7, 2, Decimal("1234.567"))


def test_update_leaves_other_rows_alone(match):
    seat = match.seats.get(number=0)
    rows.update(Seat, ("score",), [(seat.pk, 5)])
    assert list(match.seats.values_list("score", flat=True)) == [5, None, None, None]


def test_row_that_is_there_already_is_refused(result):
    given = [(result.pk, 0, 0, [], None, False)] * 2
    with pytest.raises(IntegrityError):
        rows.insert(Round, COLUMNS, given)


def test_no_rows_are_no_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        rows.insert(Round, COLUMNS, [])


def test_value_of_another_kind_is_refused(result):
    with pytest.raises(TypeError, match="not for a row"):
        rows.insert(Round, COLUMNS, [(result.pk, 0, 0, {1, 2}, None, False)])
