"""Tables for spreadsheets: what they hold, and for whom they are."""

import csv
from io import StringIO

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from league.models import Registration
from league.services.results import results
from tests.league.factories import MatchFactory, PlayerFactory, ResultFactory, SeasonFactory
from tests.league.ladders import make_ladder, rate_player


def table(response):
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.getvalue().decode(), newline="")))


@pytest.fixture
def final_match(entered, dora, now):
    results.confirm(match=entered, by=dora, expected_version=1, now=now)
    return entered


def test_members_are_a_table(as_mallory, bob, alice):
    rows = table(as_mallory.get("/clubs/linde/members.csv"))
    assert [(row["name"], row["role"]) for row in rows] == [
        ("Alice", "organiser"),
        ("Bob", "member"),
    ]


def test_standings_are_a_table(as_mallory, final_match, season):
    rows = table(as_mallory.get(f"/seasons/{season.code}/standings.csv"))
    assert [(row["rank"], row["name"], row["points"]) for row in rows][:2] == [
        ("1", "Bob", "36"),
        ("2", "Dora", "27"),
    ]


def test_results_have_a_row_for_each_round(as_mallory, final_match, season):
    rows = table(as_mallory.get(f"/seasons/{season.code}/results.csv"))
    assert [row["score_1"] for row in rows] == ["30", "1", "0", "5"]
    assert rows[0]["score_5"] == ""


def test_only_the_result_in_force_is_told(as_mallory, final_match, season, bob):
    ResultFactory(match=MatchFactory(session=final_match.session), version=1)
    rows = table(as_mallory.get(f"/seasons/{season.code}/results.csv"))
    assert {row["match"] for row in rows} == {final_match.code}


def test_matches_have_a_row_for_each_seat(as_mallory, match, season):
    rows = table(as_mallory.get(f"/seasons/{season.code}/matches.csv"))
    assert [row["name"] for row in rows] == ["Bob", "Dora", "Emil", "Frida"]


def test_a_draw_is_a_table(as_mallory, match, session):
    rows = table(as_mallory.get(f"/sessions/{session.code}/draw.csv"))
    assert [row["seat"] for row in rows] == ["1", "2", "3", "4"]


def test_ratings_are_a_table(as_mallory, club):
    ladder = make_ladder(club)
    rate_player(ladder, PlayerFactory(name="Fox"))
    assert [row["name"] for row in table(as_mallory.get(f"/seasons/{ladder.code}/ratings.csv"))]


def test_registrations_are_a_table_for_scorers(client_of, scorer, event, bob, now):
    Registration.objects.create(event=event, player=bob.player, registered_at=now)
    rows = table(client_of(scorer).get(f"/events/{event.code}/registrations.csv"))
    assert [(row["name"], row["status"]) for row in rows] == [("Bob", "registered")]


def test_the_audit_trail_is_a_table_for_organisers(as_alice, final_match):
    rows = table(as_alice.get("/clubs/linde/audit.csv"))
    assert rows[-1]["action"] == "result.final"


@pytest.mark.parametrize("address", ["/clubs/linde/audit.csv", "/events/{}/registrations.csv"])
def test_others_do_not_get_what_is_for_organisers(as_bob, event, address):
    assert as_bob.get(address.format(event.code)).status_code == 403


def test_drafts_are_hidden(as_bob, draft, club):
    season = SeasonFactory(club=club, status="draft")
    assert as_bob.get(f"/sessions/{draft.code}/draw.csv").status_code == 404
    assert as_bob.get(f"/seasons/{season.code}/standings.csv").status_code == 404


def test_drafts_of_matches_are_left_out(as_bob, draft, season):
    MatchFactory(session=draft, status="draft", players=[PlayerFactory()])
    assert table(as_bob.get(f"/seasons/{season.code}/matches.csv")) == []


def test_an_unknown_table_is_not_found(as_alice, season):
    assert as_alice.get(f"/seasons/{season.code}/members.csv").status_code == 404


def test_a_name_is_never_a_formula(as_mallory, club, bob):
    bob.player.name = '=HYPERLINK("x")'
    bob.player.save()
    assert table(as_mallory.get("/clubs/linde/members.csv"))[0]["name"].startswith("'=")


def test_a_mark_is_put_before_it_if_asked_for(as_mallory, club):
    plain = as_mallory.get("/clubs/linde/members.csv").getvalue()
    assert as_mallory.get("/clubs/linde/members.csv?bom=1").getvalue() == b"\xef\xbb\xbf" + plain


@pytest.mark.django_db(transaction=True)
def test_an_asgi_server_is_sent_it_in_pieces(club, bob):
    async def read():
        response = await AsyncClient().get("/clubs/linde/members.csv")
        return [piece async for piece in response.streaming_content]

    assert b"Bob" in b"".join(async_to_sync(read)())
