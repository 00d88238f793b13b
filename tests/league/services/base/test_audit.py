"""The trail tells the story of an evening: every act, by whom, in order."""

from league.models import AuditEntry, Role
from league.services.clubs import clubs
from league.services.draws import draws
from league.services.events import events
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import seasons
from tests.league.factories import PersonFactory, agree


def test_an_evening_from_founding_to_final_is_noted(mallory, now):
    owner, act = mallory, {"by": mallory, "now": now}
    club = clubs.found_club(slug="anker", name="Anker", **act)
    friends = PersonFactory.create_batch(3)
    agree(club, *friends)
    clubs.admit(club=club, player=friends[0], role=Role.SCORER, **act)
    season = seasons.create_season(club=club, name="2027", game="mit-list-und-tuecke", **act)
    seasons.start_season(season=season, **act)
    event = events.create_event(season=season, name="January", **act)
    session = events.create_session(event=event, **act)
    [match] = draws.seat_players(session=session, tables=[[owner.player, *friends]], **act)
    draws.publish(session=session, **act)
    match.refresh_from_db()
    entry = Scores(rounds=[[1, 2, 3, 4]] * 4)
    results.enter(match=match, submission=entry, expected_version=None, **act)
    results.confirm(match=match, by=friends[0].account, expected_version=1, now=now)
    assert [(e.action, e.account) for e in AuditEntry.objects.filter(club=club).order_by("id")] == [
        ("club.found", owner),
        ("agreement.agree", owner),
        ("club.admit", owner),
        ("season.create", owner),
        ("season.start", owner),
        ("event.create", owner),
        ("session.create", owner),
        ("draw.seat", owner),
        ("draw.publish", owner),
        ("result.enter", owner),
        ("result.final", friends[0].account),
    ]


def test_replaced_results_stay_in_the_trail(match, bob, dora, now):
    for version, by in [(None, bob), (1, dora)]:
        results.enter(
            match=match,
            submission=Scores(rounds=[[by.pk % 7, 2, 3, 4]] * 4),
            by=by,
            expected_version=version,
            now=now,
        )
    trail = AuditEntry.objects.filter(subject=f"match:{match.code}").order_by("id")
    assert [entry.data["totals"] for entry in trail] == [
        result.totals for result in match.results.order_by("version")
    ]
