"""Before a season is closed, its organiser sees what will stand, and is asked once."""

import pytest

from league.models import Season


def page(client, season):
    return client.get(f"/seasons/{season.code}/close/")


def test_final_table_is_shown_and_nothing_is_done(as_alice, season, final):
    answer = page(as_alice, season).content.decode()
    assert "Final table" in answer
    assert final.seats.first().player.shown_name in answer
    assert Season.objects.get().status == "running"


def test_it_says_what_would_not_count(as_alice, season, entered):
    answer = page(as_alice, season).content.decode()
    assert "1 match has no final result." in answer
    assert "1 of them only waits for confirmation." in answer


@pytest.mark.usefixtures("final")
def test_where_all_is_final_nothing_is_missing(as_alice, season):
    assert "no final result" not in page(as_alice, season).content.decode()


def test_it_is_closed_by_one_press(as_alice, season):
    as_alice.post(f"/seasons/{season.code}/close/")
    assert Season.objects.get().status == "closed"


def test_a_closed_season_leads_to_its_page(as_alice, season):
    Season.objects.update(status=Season.Status.CLOSED)
    assert page(as_alice, season)["Location"] == f"/seasons/{season.code}/"
