"""Old records of ladders are deleted; what they led to stays."""

from datetime import timedelta

import pytest

from league.models import Match, Rating, Record, Result
from league.services.results import records
from tests.league.factories import NOW, ResultFactory


def after(days):
    return NOW + timedelta(days=days)


def test_records_of_a_ladder_are_kept_for_their_days(rated, settings):
    assert records.forget_old(now=after(settings.LADDER_RECORD_DAYS)) == 0
    assert Record.objects.count() == 4


def test_records_of_a_ladder_are_deleted_afterwards(rated, settings):
    assert records.forget_old(now=after(settings.LADDER_RECORD_DAYS + 1)) == 4
    assert not Record.objects.exists()


def test_what_old_records_led_to_stays(rated):
    ratings = list(Rating.objects.order_by("pk").values_list("mu", flat=True))
    records.forget_old(now=after(1000))
    assert list(Rating.objects.order_by("pk").values_list("mu", flat=True)) == ratings
    assert Result.objects.filter(match__duplicate=rated).count() == 4


def test_records_are_kept_for_ever_where_that_is_set(rated, settings):
    settings.LADDER_RECORD_DAYS = 0
    assert records.forget_old(now=after(100_000)) == 0


def test_records_of_people_are_not_touched(match):
    Record.objects.create(result=ResultFactory(match=match), blob=b"blob")
    Match.objects.update(finished_at=NOW)
    assert records.forget_old(now=after(1000)) == 0


def test_a_match_that_is_not_over_keeps_its_record(rated):
    Match.objects.update(finished_at=None)
    assert records.forget_old(now=after(1000)) == 0


def test_at_most_so_many_are_deleted_at_a_time(rated, monkeypatch):
    monkeypatch.setattr(records, "SLICE", 1)
    monkeypatch.setattr(records, "MOST_SLICES", 3)
    assert records.forget_old(now=after(1000)) == 3
    assert records.forget_old(now=after(1000)) == 1


@pytest.mark.parametrize(
    ("source", "is_forgotten"),
    [("played", True), ("record", True), ("scores", False), ("sheets", False)],
)
def test_only_what_was_there_is_forgotten(db, source, is_forgotten):
    assert records.is_forgotten(ResultFactory(source=source)) is is_forgotten
    assert not records.is_forgotten(None)
