import pytest

from league.models import AuditEntry, Season
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.seasons import seasons
from tests.league.factories import SeasonFactory


def create(club, by, now, **changes):
    given = {"name": "2027", "game": "mit-list-und-tuecke", "club": club, "by": by, "now": now}
    return seasons.create_season(**given | changes)


def test_a_new_season_is_a_draft(club, alice, now):
    season = create(club, alice, now, points_rule="placing", cycles=2)
    season.refresh_from_db()
    assert (season.status, season.points_rule, season.cycles) == ("draft", "placing", 2)


def test_creating_is_noted(club, alice, now):
    season = create(club, alice, now)
    assert AuditEntry.objects.get().subject == f"season:{season.code}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("game", "chess"),
        ("points_rule", "luck"),
        ("cycles", 0),
        ("cycles", 21),
    ],
)
def test_a_season_is_refused_with_the_field_named(club, alice, now, field, value):
    with pytest.raises(Invalid) as refused:
        create(club, alice, now, **{field: value})
    assert list(refused.value.errors) == [field]
    assert not Season.objects.exists()


def test_unknown_options_are_named(club, alice, now):
    with pytest.raises(Invalid) as refused:
        create(club, alice, now, options={"jokers": 2})
    assert list(refused.value.errors) == ["options.jokers"]


def test_a_name_is_taken_once_in_a_club(club, season, alice, now):
    with pytest.raises(Invalid) as refused:
        create(club, alice, now, name=season.name)
    assert list(refused.value.errors) == ["name"]


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_create_seasons(club, now, who, request):
    with pytest.raises(Forbidden):
        create(club, request.getfixturevalue(who), now)


def test_a_season_starts_closes_and_starts_again(club, alice, now):
    season = create(club, alice, now)
    for change, status in [
        (seasons.start_season, "running"),
        (seasons.close_season, "closed"),
        (seasons.start_season, "running"),
    ]:
        change(season=season, by=alice, now=now)
        season.refresh_from_db()
        assert season.status == status


def test_a_running_season_cannot_start(season, alice, now):
    with pytest.raises(Conflict) as refused:
        seasons.start_season(season=season, by=alice, now=now)
    assert refused.value.current == season


def test_a_draft_cannot_close(club, alice, now):
    season = SeasonFactory(club=club, status="draft")
    with pytest.raises(Conflict):
        seasons.close_season(season=season, by=alice, now=now)


def test_of_two_who_close_the_second_is_told(season, alice, now):
    mine, theirs = Season.objects.get(), Season.objects.get()
    seasons.close_season(season=theirs, by=alice, now=now)
    with pytest.raises(Conflict) as refused:
        seasons.close_season(season=mine, by=alice, now=now)
    assert refused.value.current.status == "closed"
    assert AuditEntry.objects.filter(action="season.close").count() == 1


def test_changed_rules_are_noted_with_what_holds_now(season, alice, now):
    seasons.change_rules(season=season, by=alice, now=now, drop_worst=1)
    entry = AuditEntry.objects.get(action="season.rules")
    assert (entry.subject, entry.data["drop_worst"]) == (f"season:{season.code}", 1)


def test_members_neither_start_nor_close(season, bob, now):
    for change in (seasons.start_season, seasons.close_season):
        with pytest.raises(Forbidden):
            change(season=season, by=bob, now=now)
