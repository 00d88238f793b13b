"""Rows are shown as the framework would show them, and read only as far as they are shown."""

import pytest
from rest_framework import serializers

from league.api.outputs import columns_of
from league.api.v1.results.match_outputs import MatchDetailOutput, MatchOutput, SeatOutput
from league.api.v1.results.matches import as_listed
from league.models import Match


@pytest.mark.parametrize("kind", [MatchOutput, MatchDetailOutput])
def test_a_row_is_told_as_by_the_framework(match, kind):
    told = kind(match).data
    assert told == serializers.ModelSerializer.to_representation(kind(), match)
    assert [seat["player"]["name"] for seat in told["seats"]] == ["Bob", "Dora", "Emil", "Frida"]


def test_what_is_shown_is_read_at_once(match, django_assert_num_queries):
    told = MatchOutput(match).data
    with django_assert_num_queries(3):
        [row] = as_listed(Match.objects.all())
        assert MatchOutput(row).data == told


def test_columns_are_those_of_the_fields():
    columns = ("number", "player__code", "player__name", "player__kind", "score", "place", "points")
    assert columns_of(SeatOutput) == columns
    assert {"code", "session__event__name", "duplicate__code"} < set(columns_of(MatchOutput))


def test_what_may_read_anything_has_no_columns():
    with pytest.raises(TypeError, match="commitment"):
        columns_of(MatchDetailOutput)
