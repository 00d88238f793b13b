"""The form of a new season offers what is usual in a game, and says what that is."""

from django.urls import reverse

from league.models import Season


def test_the_form_names_the_lengths_and_the_tables_of_skat(as_alice, club):
    shown = as_alice.get(reverse("web:new-season", args=[club.slug])).content.decode()
    assert "Skat: 12 times make 48 (at tables of 4), 36 (at tables of 3) deals." in shown
    assert "3–4 players" in shown


def test_what_is_left_empty_is_as_usual_in_the_game(as_alice, club):
    sent = {"name": "2027", "game": "skat", "drop_worst": "0", "min_attendance": "0"}
    sent |= {"cycles": "", "points_rule": ""}
    as_alice.post(reverse("web:new-season", args=[club.slug]), sent)
    season = Season.objects.get(name="2027")
    assert (season.cycles, season.points_rule) == (12, "seeger-fabian")
