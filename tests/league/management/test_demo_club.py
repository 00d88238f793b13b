"""The demo club: what is there after the first filling, what is printed of it, nothing twice."""

import re
import socket
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from league.management.commands.demo import HOST
from league.management.demo import (
    ahead,
    client,
    closing,
    club,
    evenings,
    league_and_cup,
    members,
    tonight,
)
from league.models import (
    Account,
    Club,
    Event,
    Experiment,
    Fixture,
    Job,
    Match,
    Notice,
    OnlineTable,
    Player,
    Record,
    Registration,
    Seat,
    Session,
    Version,
)
from league.services.play import tables
from league.services.seasons import game_ratings, rankings
from tests.league.factories import NOW

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.xdist_group("demo club"),  # one worker fills it, and not each
]

ADDRESS = "http://127.0.0.1:8000"
TOLD = []
"""The parts of the filling that were told of."""
BEST = [("Heike Krüger", 2572), ("Giulia Conti", 2308), ("Yusuf Demir", 1978)]
BEST_IN_LEAGUE = ["Alice Brandt", "Giulia Conti", "Heike Krüger"]


@pytest.fixture(scope="module")
def filled(once):
    """The demo club, filled once for all tests of the module."""
    return once(lambda: club.fill(now=NOW, tell=TOLD.append))


def test_club_has_thirty_people(filled):
    people = Player.objects.filter(memberships__club=filled.cast.club, kind="person")
    assert people.count() == len(members.SKILL) == 30


def test_all_had_joined_before_the_first_evening(filled):
    club = filled.cast.club
    first = Event.objects.filter(starts_at__isnull=False).earliest("starts_at")
    assert club.memberships.latest("joined_at").joined_at < first.starts_at


def test_every_part_is_told_of(filled):
    assert (len(TOLD), TOLD[0], TOLD[-1]) == (club.PARTS, "members", "ratings")


def test_four_of_them_have_logins_and_one_administers(filled):
    open_ones = [
        name for name in members.GUESTS if filled.cast.accounts[name].has_usable_password()
    ]
    assert (len(open_ones), members.admin().is_superuser) == (4, True)


def test_nobody_can_log_in_whose_password_is_not_printed(filled):
    assert not filled.cast.accounts["yusuf"].has_usable_password()


def test_two_seasons_are_past_and_one_runs(filled):
    assert [season.status for season in filled.seasons] == ["closed", "closed", "running"]


def test_seasons_of_people_have_no_bots(filled):
    seats = Seat.objects.filter(match__session__isnull=False)
    assert not seats.exclude(player__kind="person").exists()


def test_nobody_leads_by_having_played_most(filled):
    for season in filled.seasons:
        counts = [row.matches for row in rankings.table(season)]
        assert max(counts) <= 3 * sorted(counts)[len(counts) // 2]


def test_same_seed_makes_the_same_season(filled):
    best = [(row.player.name, row.points) for row in rankings.table(filled.seasons[0])[:3]]
    assert best == BEST


def test_same_seed_makes_the_same_league(filled):
    season = filled.cast.club.seasons.get(name=league_and_cup.LEAGUE.name)
    assert [row.player.name for row in rankings.table(season)[:3]] == BEST_IN_LEAGUE


def test_past_evenings_began_at_half_past_seven(filled):
    first = filled.seasons[0].events.order_by("starts_at").first()
    assert first.starts_at == evenings.half_past_seven(first.starts_at) < NOW


def test_tonight_is_in_the_middle(filled):
    statuses = Match.objects.filter(session__event=filled.evening, session__number=1)
    counted = Counter(statuses.values_list("status", flat=True))
    assert counted == {"final": 2, "entered": 1, "disputed": 1, "open": 3}


def test_two_have_not_come_tonight(filled):
    absent = filled.evening.registrations.filter(checked_in_at=None)
    assert (filled.evening.registrations.count(), absent.count()) == (tonight.COME, tonight.LATE)


def test_bob_and_carol_share_an_open_table(filled):
    assert filled.human_match.status == "open"


def test_alice_can_confirm_a_result(filled):
    waiting = Match.objects.get(session__event=filled.evening, status="entered")
    assert waiting.seats.filter(player__account__username="alice").exists()


def test_alice_and_bob_are_told_that_a_place_was_freed(filled):
    told = Notice.objects.filter(text__contains=ahead.FULL)
    assert sorted(told.values_list("account__username", flat=True)) == ["alice", "bob"]


def test_some_wait_for_a_place(filled):
    waiting = Registration.objects.filter(event__name=ahead.FULL, status="waiting")
    assert waiting.count() == 3


def test_bob_takes_the_last_seat_of_the_online_table(filled):
    table = tables.join(table=OnlineTable.objects.get(), by=filled.cast.accounts["bob"], now=NOW)
    assert table.status == OnlineTable.Status.PLAYING


def test_remote_bots_may_sit_with_bob_and_have_a_ladder(filled):
    event = Event.objects.get(takes_remote_bots=True)
    table = tables.open_table(event=event, by=filled.cast.accounts["bob"], seats=3, now=NOW)
    assert table.status == OnlineTable.Status.GATHERING
    ladder = filled.cast.club.seasons.get(is_remote=True)
    assert (ladder.status, ladder.ratings.count()) == ("running", 3)


def test_half_of_the_fixtures_are_held_in_both_divisions(filled):
    held = Counter(Fixture.objects.filter(event=None).values_list("division__level", flat=True))
    assert (Fixture.objects.count(), held) == (30, {1: 6, 2: 6})


def test_cup_has_come_to_its_semi_finals(filled):
    cup = filled.cast.club.seasons.get(name=league_and_cup.CUP.name)
    sessions = Session.objects.filter(event__season=cup).order_by("number")
    tables = [session.matches.count() for session in sessions]
    assert (tables, [session.status for session in sessions]) == (
        [8, 4, 2],
        ["closed", "closed", "published"],
    )


def test_six_bots_have_been_rated_at_a_hundred_tables(filled):
    rated = filled.ladder.duplicates.filter(status="rated").count()
    assert (filled.ladder.ratings.count(), rated) == (6, 100)


def test_stronger_bots_lead_the_ladder(filled):
    best = filled.ladder.ratings.order_by("-ordinal").values_list("player__builtin", flat=True)
    assert (best.first(), best.last()) == ("hard", "random")


def test_match_worth_watching_has_a_valid_record(filled):
    record = Record.objects.get(result__match=filled.watched)
    assert record.status == Record.Status.VALID


def test_experiment_has_ended(filled):
    experiment = Experiment.objects.get()
    assert (experiment.status, len(experiment.curve) > 100) == ("better", True)


def test_versions_of_carol_may_play(filled):
    assert set(Version.objects.values_list("status", flat=True)) == {"accepted"}


def test_no_job_is_left(filled):
    assert not Job.objects.exclude(status=Job.Status.DONE).exists()


def test_ratings_are_up_to_date(filled):
    assert game_ratings.rate_waiting() == 0


def test_second_filling_makes_nothing(filled):
    before = _counted()
    again = club.fill(now=NOW + timedelta(days=1))
    assert (again, _counted()) == (filled, before)


def test_what_is_missing_is_made_and_told_of(filled):
    filled.cast.club.seasons.filter(name=league_and_cup.CUP.name).update(name="Another cup")
    told = []
    club.fill(now=NOW, tell=told.append)
    assert told == ["cup, round 1", "cup, round 2"]


def test_table_that_was_called_off_is_opened_anew(filled):
    table = OnlineTable.objects.get()
    tables.cancel(table=table, by=filled.cast.accounts["carol"], now=NOW)
    club.fill(now=NOW + timedelta(days=2))
    assert OnlineTable.objects.filter(status="gathering").count() == 1


def test_evening_with_another_name_is_found(filled):
    filled.cast.club.seasons.get(name=club.RUNNING.name).events.filter(name=tonight.NAME).update(
        name="Our evening"
    )
    assert club.fill(now=NOW).evening == filled.evening


def test_nobody_is_seated_online_who_has_left(filled):
    OnlineTable.objects.update(status="cancelled", awaits="nobody", due_at=None)
    Registration.objects.filter(event__name=ahead.ONLINE).update(status="withdrawn")
    club.fill(now=NOW)
    assert not OnlineTable.objects.filter(status="gathering").exists()


def test_result_that_somebody_else_has_looked_after_is_left_alone(filled):
    Match.objects.filter(pk=filled.human_match.pk).update(version=3)
    assert club.fill(now=NOW).human_match is None


def test_changed_password_is_not_printed(filled):
    alice = Account.objects.get(username="alice")
    alice.set_password("my own secret")
    alice.save()
    assert members.password_of("alice") not in closing.logins_text(ADDRESS)


def test_every_address_that_is_printed_is_there(filled):
    said = closing.first_steps_text(ADDRESS, filled) + closing.watch_text(ADDRESS, filled)
    pages = re.findall(rf"{ADDRESS}(\S+)", said)
    browser = Client()
    browser.force_login(filled.cast.accounts["carol"])
    assert [browser.get(page).status_code for page in pages] == [200] * 5


def test_standings_are_printed_with_the_best_first(filled):
    lines = closing.standings_text(filled.seasons[0]).splitlines()
    assert lines[1] == "Stammtisch zur Linde, Skat, first season: Skat"
    assert lines[5].startswith(" 1  Heike Krüger")


def test_server_that_does_not_answer_is_named_with_what_to_do(filled):
    with socket.create_server((HOST, 0)) as silent:
        port = silent.getsockname()[1]
    with pytest.raises(client.Refused, match="Start the demo again"):
        client.play_human_result(
            address=f"http://{HOST}:{port}",
            match=filled.human_match.code,
            rounds=filled.human_sheets,
            enters=filled.cast.accounts["bob"],
            confirms=filled.cast.accounts["carol"],
        )


def _counted():
    return [model.objects.count() for model in (Club, Match, Seat, Session, Notice, OnlineTable)]
