"""Drawings fill their frames, tell their axes, and cut no label off."""

from decimal import Decimal

import pytest
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from league.logic.ratings import Skill
from league.services.seasons.courses import Course
from league.web.base.charts import RIGHT, Axis, Curve, Race, Ratio
from tests.league.factories import PlayerFactory

VALUES = st.lists(st.floats(-90_000, 90_000), min_size=1, max_size=9)
WIDEST = 6.8
"""How wide a digit of 12 pixels is at most in the typefaces of the pages."""


@given(VALUES)
@example([0.5, -0.25])
def test_an_axis_reaches_from_the_least_to_the_greatest_value(values):
    axis = Axis.over(values, start=0, end=1000)
    if max(values) - min(values) >= 1:
        assert {axis.at(min(values)), axis.at(max(values))} == {0, 1000}
    assert 0 <= min(map(axis.at, values)) <= max(map(axis.at, values)) <= 1000


@given(VALUES)
def test_an_axis_has_one_to_six_ticks_within_it(values):
    marks = [at for _tick, at in Axis.over(values, start=0, end=1000).marks]
    assert 1 <= len(marks) <= 6
    assert 0 <= min(marks) <= max(marks) <= 1000


AXES = {
    "en": ("Rating", "Tables played"),
    "de": ("Wertung", "Gespielte Tische"),
    "nl": ("Rating", "Gespeelde tafels"),
}


def points_in(drawn):
    return [tuple(map(int, place.split(","))) for place in drawn.split()]


def test_a_curve_uses_the_whole_frame():
    curve = Curve.through([(0, Skill(25, 8)), (50, Skill(40, 4)), (137, Skill(33, 1))])
    across = [x for x, _y in points_in(curve.line)]
    assert (min(across), max(across)) == (curve.across.start, Curve.WIDTH - RIGHT)
    up = [y for _x, y in points_in(curve.band)]
    assert (min(up), max(up)) == (curve.up.end, curve.up.start)


@pytest.mark.parametrize("most", [9, -120, 60_000])
def test_labels_have_room_beside_the_drawing(most):
    courses = [Course(PlayerFactory.build(), [Decimal(0), Decimal(most)])]
    race = Race.of(courses)
    widest = max(len(str(tick)) for tick in race.up.ticks) * WIDEST
    assert race.across.start - 6 - widest >= 0


@pytest.mark.parametrize("sessions", [2, 12, 13, 24])
def test_sessions_are_numbered_where_there_is_room(sessions):
    race = Race.of([Course(PlayerFactory.build(), [Decimal(n) for n in range(sessions + 1)])])
    numbers = [tick for tick, _x in race.across.marks]
    assert numbers[0] == 1
    assert sessions / 3 <= len(numbers) <= 12


def test_a_ratio_uses_the_whole_width():
    ratio = Ratio.of([(40, 1.0), (150, -0.5)], (-2.9, 2.9))
    assert ratio.end[0] == Ratio.WIDTH - RIGHT


@pytest.mark.parametrize("language", AXES)
def test_a_curve_tells_its_axes(client, ladder, rated, language):
    player = rated.matches.first().seats.first().player
    address = reverse("web:ladder-player", args=[ladder.code, player.code])
    page = client.get(address, headers={"Accept-Language": language}).content.decode()
    assert [words for words in AXES[language] if f">{words}</text>" not in page] == []
