"""From nothing to a running season: a club is founded, its game chosen, the season started."""

import pytest

import games
from league.models import Club, Role, Season
from league.web.games.game_tiles import tiles
from tests.league.factories import AccountFactory

NEW_CLUB, NEW_SEASON = "/new-club/", "/clubs/linde/seasons/new/"
USUAL = {"cycles": "1", "points_rule": "sum", "drop_worst": "0", "min_attendance": "0"}
WISH = {"name": "2030", "game": "skat", **USUAL}


def test_somebody_founds_a_club_and_goes_on_to_its_season(as_mallory, mallory):
    answer = as_mallory.post(NEW_CLUB, {"name": "Rote Laterne"})
    club = Club.objects.get(slug="rote-laterne")
    assert club.memberships.get(player__account=mallory).role == Role.OWNER
    assert answer.url == "/clubs/rote-laterne/seasons/new/"


def test_an_account_that_is_nobody_yet_names_itself(client_of):
    account = AccountFactory(username="nell")
    nell = client_of(account)
    assert nell.post(NEW_CLUB, {"name": "Krone"}).status_code == 422
    nell.post(NEW_CLUB, {"name": "Krone", "owner_name": "Nell"})
    assert Club.objects.get(slug="krone").memberships.get().player.account == account


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "Krone", "slug": "linde"}, "slug"),
        ({"name": "???"}, "slug"),
        ({"name": "Krone", "slug": "no spaces"}, "slug"),
    ],
)
def test_what_a_club_cannot_be_is_said_beside_the_field(as_mallory, club, wish, field):
    answer = as_mallory.post(NEW_CLUB, wish)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors


def test_a_visitor_logs_in_before_founding(client, db):
    assert client.get(NEW_CLUB).url.startswith("/login/")
    assert 'href="/new-club/"' not in client.get("/").content.decode()


def test_name_and_game_suffice_for_a_season_that_starts_at_once(as_alice, club):
    form = as_alice.get(NEW_SEASON).context["form"]
    usual = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    as_alice.post(NEW_SEASON, usual | {"name": "2030", "game": "briscola", "start": "yes"})
    season = Season.objects.get()
    assert (season.status, season.game) == ("running", "briscola")
    assert season.tie_breaks == ["wins", "score"]


def test_tie_breaks_are_as_chosen_and_as_usual_without_a_choice(as_alice, club):
    as_alice.post(NEW_SEASON, WISH)
    as_alice.post(
        NEW_SEASON,
        WISH | {"name": "2031", "tie_break_0": "direct", "tie_break_1": "", "tie_break_2": "lot"},
    )
    kept = {season.name: season.tie_breaks for season in Season.objects.all()}
    assert kept == {"2030": ["wins", "score"], "2031": ["direct", "lot"]}


def test_a_tie_break_that_decides_nothing_more_is_said_beside_it(as_alice, club):
    wish = WISH | {"tie_break_0": "lot", "tie_break_1": "wins"}
    answer = as_alice.post(NEW_SEASON, wish)
    assert answer.status_code == 422
    assert "After the lot, no further tie-break is" in str(
        answer.context["form"].errors["tie_break_1"]
    )


def test_every_game_has_a_picture_of_its_own_cards_and_a_line():
    for game in games.all():
        assert game.words.line, game.slug
        pack = {
            game.pack.format(card)
            for players in game.players
            for card in game.deck_of(players, game.options())
        }
        assert set(game.words.tile.split()) <= pack, game.slug
        assert len(tiles()[game.slug].cards) == 3, game.slug


def test_tiles_say_how_many_play():
    assert (tiles()["truco"].players, tiles()["loo"].players) == ("4", "5–10")


@pytest.mark.parametrize("viewer", ["as_bob", "as_mallory"])
def test_only_organisers_make_seasons(request, club, viewer):
    client = request.getfixturevalue(viewer)
    assert client.get(NEW_SEASON).status_code == 403
    assert client.post(NEW_SEASON, WISH).status_code == 403
