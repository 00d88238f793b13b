"""What lists read: the rows they show, found by an index in their order, and not all there are."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Duplicate, Job, Match, Session
from tests.league.factories import (
    NOW,
    ClubFactory,
    EventFactory,
    JobFactory,
    MembershipFactory,
    SessionFactory,
)
from tests.league.ladders import make_ladder
from tests.league.planner import analyze

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.only("postgresql", "the plans are its own"),
]


@pytest.fixture
def much(season):
    """Return an old season with one match, after which there came many of others."""
    ladder = make_ladder(season.club)
    duplicate = Duplicate.objects.create(season=ladder, created_at=NOW)
    old = SessionFactory(event=EventFactory(season=season), status="published", published_at=NOW)
    Match.objects.create(season=season, session=old, table_number=1, status="open")
    Match.objects.create(season=ladder, duplicate=duplicate, table_number=1, status="open")
    sessions = Session.objects.bulk_create(
        Session(event=event, number=number, status="closed")
        for event in EventFactory.create_batch(20)
        for number in range(1, 11)
    )
    Match.objects.bulk_create(
        Match(
            season=session.event.season,
            session=session,
            table_number=table,
            status="final",
            version=1,
        )
        for session in sessions
        for table in range(1, 11)
    )
    analyze("league_match")
    return {"season": season.code, "session": old.code, "duplicate": duplicate.code}


def plans(client, address, model):
    """Return the plans of what is asked of a model's rows, in their order."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    begin = f'SELECT "{model._meta.db_table}"."id"'
    asked = [query["sql"] for query in queries if query["sql"].startswith(begin)]
    with connection.cursor() as cursor:
        for sql in asked:
            cursor.execute(f"EXPLAIN {sql}")
            yield "\n".join(line for (line,) in cursor.fetchall())


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("season={season}", "match_of_season"),
        ("session={session}", "table_number_in_session"),
        ("duplicate={duplicate}", "one_match_per_rotation"),
        ("status=open", "match_not_final"),
        ("status=void", "match_not_final"),
        ("season={season}&status=void", "match_"),
    ],
)
def test_matches_of_one_owner_are_found_by_its_index(anonymous, much, query, index):
    [plan] = plans(anonymous, f"matches?{query.format(**much)}", Match)
    assert index in plan
    assert "league_match_pkey" not in plan
    assert "Seq Scan on league_match" not in plan


@pytest.fixture
def many_jobs(much, season):
    """Return jobs of an old match, after which there came many of other clubs."""
    match = Match.objects.get(season=season)
    old = [JobFactory(match=match, version=version, status="failed") for version in range(3)]
    others = Match.objects.exclude(season__club=season.club).select_related("season")
    Job.objects.bulk_create(
        Job(kind=kind, match=match, club_id=match.season.club_id, status="done", created_at=NOW)
        for match in others
        for kind in (Job.Kind.PLAY_MATCH, Job.Kind.VALIDATE_RECORD)
    )
    analyze("league_job")
    return old


@pytest.fixture
def organises_another(alice):
    club = ClubFactory(slug="another")
    MembershipFactory(club=club, player=alice.player, role="organiser")


JOBS = [
    "",
    "club=linde",
    "club=another",
    "kind=play_match",
    "kind=validate_record",
    "status=failed",
    "status=done",
]


@pytest.mark.parametrize("query", JOBS)
@pytest.mark.parametrize("other", [(), ("organises_another",)], ids=["one club", "two clubs"])
def test_jobs_of_clubs_are_found_by_their_index(request, as_alice, many_jobs, other, query):
    for fixture in other:
        request.getfixturevalue(fixture)
    *parts, _rows = plans(as_alice, f"jobs?{query}", Job)
    assert any("job_of_club" in plan for plan in parts)
    assert not any("league_job_pkey" in plan for plan in parts)
    assert not any("Seq Scan on league_job " in plan for plan in parts)


def test_the_front_page_asks_for_the_sessions_it_shows(client, much):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # there are too few rows to care
        cursor.execute("SET LOCAL enable_sort = off")
    [plan] = plans(client, reverse("web:home"), Session)
    assert "session_by_publication" in plan
    assert "league_match" not in plan
