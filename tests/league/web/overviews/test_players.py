"""A player's page and one's own: what they show, to whom, and at what cost."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Event, Match, RatingPool, Season, Session
from league.services.results import results
from league.services.seasons import game_ratings
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PersonFactory,
    PlayerFactory,
    ResultFactory,
    RoundFactory,
    SeasonFactory,
    SessionFactory,
    VenueFactory,
)
from tests.league.web.online import online_event, seat_people


def page(player):
    return reverse("web:player", args=[player.code])


def rating(player):
    return reverse("web:rating", args=[player.code])


def opponents(player):
    return reverse("web:opponents", args=[player.code])


def text(response):
    return response.content.decode()


def finish(match, entered_by, by, scores=(30, 20, 10, 0)):
    """Enter and confirm scores, the same in each of four rounds."""
    ranks = [sorted(scores, reverse=True).index(score) + 1 for score in scores]
    totals = [4 * score for score in scores]
    result = ResultFactory(match=match, entered_by=entered_by, totals=totals, places=ranks)
    for number in range(4):
        RoundFactory(result=result, number=number, dealer=number, scores=list(scores))
    match.refresh_from_db()
    results.confirm(match=match, by=by, expected_version=match.version, now=NOW)
    match.refresh_from_db()
    return match


@pytest.fixture
def finished(match, bob, dora):
    """The match of Bob, Dora, Emil and Frida, in that order."""
    return finish(match, bob, dora)


@pytest.fixture
def rated(finished):
    game_ratings.rate_slice(game=finished.season.game)
    return finished


def test_player_without_matches_has_a_page(client, mallory):
    answer = client.get(page(mallory.player))
    assert answer.status_code == 200
    assert "No result is final yet." in text(answer)


def test_a_bot_is_nobodys_own_page(client, db):
    page = client.get(reverse("web:player", args=[BotFactory().code]))
    assert page.context["is_own"] is False
    assert reverse("web:me") not in page.content.decode()


def test_unknown_player_is_not_found(client, db):
    assert client.get("/players/nobody/").status_code == 404


def test_next_table_says_where_with_whom_and_which_seat(client, match, dora):
    event = match.session.event
    event.venue, event.starts_at = VenueFactory(club=event.season.club, name="Linde"), NOW
    event.save()
    shown = text(client.get(page(dora.player)))
    assert all(word in shown for word in ("Linde", "Seat 2", "Emil", "20 Nov 2026"))


def test_tables_of_drafts_are_not_shown(client, match, bob):
    Match.objects.filter(pk=match.pk).update(status=Match.Status.DRAFT)
    Session.objects.filter(pk=match.session_id).update(status=Session.Status.DRAFT)
    assert list(client.get(page(bob.player)).context["to_come"]) == []


def test_draft_season_shows_nothing_to_others(client, finished, bob):
    Season.objects.filter(pk=finished.season_id).update(status=Season.Status.DRAFT)
    context = client.get(page(bob.player)).context
    assert (context["results"], context["seasons"]) == ([], [])
    assert client.get(opponents(bob.player)).context["opponents"] == []


def test_results_are_shown_with_place_and_score(client, finished, dora):
    [one] = client.get(page(dora.player)).context["results"]
    assert (one.seat.match, one.seat.place, one.seat.score) == (finished, 2, 80)
    assert [player.name for player in one.others] == ["Bob", "Emil", "Frida"]


@pytest.mark.further
def test_results_come_in_pages(client, bob, dora, session, table_of_four):
    for number in range(21):
        made = MatchFactory(session=session, table_number=number + 1, players=table_of_four)
        finish(made, bob, dora)
    assert len(client.get(page(bob.player)).context["results"]) == 20
    assert len(client.get(page(bob.player), {"page": 2}).context["results"]) == 1
    for asked, shown in (("99", 1), ("9" * 30, 1), ("0", 1), ("x", 20), ("", 20)):
        assert len(client.get(page(bob.player), {"page": asked}).context["results"]) == shown


def test_record_can_be_stepped_through(client, final):
    bot = final.seats.first().player
    assert reverse("web:viewer", args=[final.code]) in text(client.get(page(bot)))


def test_sheets_of_people_have_no_record_to_step_through(client, finished, bob):
    assert "Step through" not in text(client.get(page(bob.player)))


def plan(match, sessions):
    """Let the event of a match have so many sessions, so that all that comes is known."""
    Event.objects.filter(pk=match.session.event_id).update(planned_sessions=sessions)


def test_running_season_shows_rank_and_what_is_possible(client, finished, dora):
    plan(finished, 1)
    [one] = client.get(page(dora.player)).context["seasons"]
    assert (one.row.rank, one.possible.best, one.possible.worst) == (2, 2, 2)
    assert "Final rank: 2 for certain." in text(client.get(page(dora.player)))


def test_range_of_ranks_is_told_while_matches_are_left(client, finished, dora, table_of_four):
    plan(finished, 1)
    MatchFactory(session=finished.session, table_number=2, players=table_of_four)
    shown = text(client.get(page(dora.player)))
    assert "Final rank still open: 1–4." in shown


def test_opponents_are_counted_before_and_after(client, finished, dora):
    rows = client.get(opponents(dora.player)).context["opponents"]
    assert {row.opponent.name: (row.met, row.before, row.after) for row in rows} == {
        "Bob": (1, 0, 1),
        "Emil": (1, 1, 0),
        "Frida": (1, 1, 0),
    }


def test_partners_are_no_opponents(client, club, bob, dora):
    session = SessionFactory(event__season=SeasonFactory(club=club, game="cinch"))
    others = [PlayerFactory(name=name) for name in ("Emil", "Frida")]
    made = MatchFactory(session=session, players=[bob.player, dora.player, *others])
    Match.objects.filter(pk=made.pk).update(status=Match.Status.FINAL, version=1)
    made.seats.filter(number__in=[0, 2]).update(place=1)
    made.seats.filter(number__in=[1, 3]).update(place=3)
    rows = client.get(opponents(bob.player)).context["opponents"]
    assert {row.opponent.name: row.before for row in rows} == {"Dora": 1, "Frida": 1}


def test_rating_has_a_curve_with_its_number_in_words(client, rated, bob):
    answer = client.get(rating(bob.player))
    assert answer.context["curve"].line.count(",") == 2
    assert "after 1 rated match," in text(answer)


def test_rating_shows_which_game_its_curve_is_for(client, rated, bob):
    skat = RatingPool.objects.create(game="skat")
    bob.player.game_ratings.create(pool=skat, mu=30, sigma=4, ordinal=18)
    answer = client.get(rating(bob.player), {"game": "skat"}).content.decode()
    [tabs] = re.findall(r'<nav class="tabs".*?</nav>', answer)
    [current] = re.findall(r'aria-current="true">(.*?)<', tabs)
    assert current == "Skat"
    assert "css/forms" in answer


def test_rating_of_another_game_can_be_asked_for(client, rated, bob):
    skat = RatingPool.objects.create(game="skat")
    bob.player.game_ratings.create(pool=skat, mu=30, sigma=4, ordinal=18)
    most_played = bob.player.game_ratings.get(pool__game=rated.season.game)
    for asked, shown in (("skat", skat), ("chess", most_played.pool), ("", most_played.pool)):
        answer = client.get(rating(bob.player), {"game": asked})
        assert answer.context["rating"].pool == shown
        assert f'{rating(bob.player)}?game=skat"' in text(answer)


def test_who_is_not_rated_yet_is_told_so(client, bob):
    assert "No rated matches yet." in text(client.get(rating(bob.player)))


def test_page_asks_for_the_rating_once_it_is_looked_at(client, rated, bob):
    address = rating(bob.player)
    shown = text(client.get(page(bob.player)))
    assert f'hx-get="{address}" hx-trigger="revealed"' in shown
    assert f'href="{address}"' in shown
    part = text(client.get(address, headers={"HX-Request": "true"}))
    assert part.startswith('<div id="rating">')
    assert "<polyline" in part
    assert "<html" not in part


def test_calendar_can_be_subscribed_to(client, bob):
    assert reverse("web:player-calendar", args=[bob.player.code]) in text(
        client.get(page(bob.player))
    )


def test_own_page_needs_a_login(client, db):
    assert client.get("/me/").url == "/login/?next=/me/"


def test_own_page_is_about_oneself(as_dora, finished, dora):
    assert as_dora.get("/me/").context["player"] == dora.player


def test_own_page_works_for_who_plays_nowhere(client_of, django_user_model):
    answer = client_of(django_user_model.objects.create_user("nina")).get("/me/")
    assert "You are not in any event yet." in text(answer)


def test_own_table_leads_to_entering_its_result(as_bob, match):
    assert reverse("web:from-card", args=[match.code]) in text(as_bob.get("/me/"))


def test_own_online_table_leads_to_its_cards(client_of, club):
    table, accounts = seat_people(online_event(club, "skat"), 3)
    shown = text(client_of(accounts[0]).get("/me/"))
    assert reverse("web:table", args=[table.code]) in shown
    assert reverse("web:from-card", args=[table.match.code]) not in shown


def queries_of(client, player):
    client.get(page(player))
    with CaptureQueriesContext(connection) as queries:
        client.get(page(player))
    return len(queries)


@pytest.mark.further
def test_page_costs_the_same_for_any_number_of_matches(client, rated, bob, dora):
    session, table_of_four = rated.session, [seat.player for seat in rated.seats.all()]
    MatchFactory(session=session, table_number=2, players=table_of_four)
    before = queries_of(client, bob.player)
    for number in range(10):
        made = MatchFactory(session=session, table_number=number + 5, players=table_of_four)
        finish(made, bob, dora)
        other = [bob.player, PersonFactory(name=f"Guest {number}"), *table_of_four[2:]]
        MatchFactory(session=session, table_number=number + 50, players=other)
    game_ratings.rate_slice(game=rated.season.game)
    assert queries_of(client, bob.player) == before


def test_page_looks_at_four_seasons_at_most(client, club, bob):
    for number in range(6):
        season = SeasonFactory(club=club, name=f"{number}")
        MatchFactory(session=SessionFactory(event=EventFactory(season=season)), players=[])
        bob.player.standings.create(season=season, matches=1)
    assert len(client.get(page(bob.player)).context["seasons"]) == 4
