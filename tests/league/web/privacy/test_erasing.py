"""Pages on which somebody goes for good, or an organiser lets a guest go."""

import pytest

from league.models import Account, Membership
from league.services.accounts import guesses
from tests.league.factories import PASSWORD, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def bobs(bob, client):
    bob.set_password(PASSWORD)
    bob.save()
    client.force_login(bob)
    return client


@pytest.fixture
def guest(club):
    player = PlayerFactory(name="Gustav")
    Membership.objects.create(club=club, player=player)
    return player


@pytest.fixture
def alices(alice, client):
    client.force_login(alice)
    return client


def test_ones_page_leads_to_data_and_erasure(bobs):
    page = bobs.get("/me/").text
    assert "/me/data.json" in page
    assert "/me/erase/" in page


def test_looking_erases_nobody(bobs):
    assert "cannot be undone" in bobs.get("/me/erase/").text
    assert Account.objects.filter(username="bob").exists()


def test_the_password_erases_and_logs_out(bobs, bob):
    answer = bobs.post("/me/erase/", {"password": PASSWORD}, follow=True)
    assert "Your account is erased." in answer.text
    assert "_auth_user_id" not in bobs.session
    player = bob.player
    player.refresh_from_db()
    assert player.erased_at is not None


def test_a_wrong_password_is_said_beside_its_field(bobs):
    answer = bobs.post("/me/erase/", {"password": "guessed"})
    assert answer.status_code == 422
    assert "This password is wrong." in answer.text
    assert "_auth_user_id" in bobs.session


def test_nobody_guesses_a_password_where_accounts_are_erased(bobs, bob):
    for _ in range(guesses.MOST_OF_A_NAME):
        bobs.post("/me/erase/", {"password": "guessed"})
    answer = bobs.post("/me/erase/", {"password": PASSWORD})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == str(guesses.LOCK_S)
    assert Account.objects.filter(username="bob").exists()


def test_a_former_player_is_named_in_the_visitors_language(bobs, bob, client):
    bobs.post("/me/erase/", {"password": PASSWORD})
    address = f"/players/{bob.player.code}/"
    mark = bob.player.code[:4]
    assert f"Former player {mark}" in client.get(address).text
    assert (
        f"Voormalige speler {mark}" in client.get(address, headers={"Accept-Language": "nl"}).text
    )


def test_an_organiser_erases_a_guest(alices, guest):
    address = f"/players/{guest.code}/"
    assert f"{address}erase/" in alices.get(address).text
    alices.post(f"{address}erase/", {"name": "Gustav"})
    assert "Gustav" not in alices.get(address).text


def test_a_member_is_not_offered_to_erase(bobs, guest):
    assert "/erase/" not in bobs.get(f"/players/{guest.code}/").text
    assert bobs.post(f"/players/{guest.code}/erase/", {"name": "Gustav"}).status_code == 403


def test_erasing_needs_a_login(client, guest):
    assert client.post(f"/players/{guest.code}/erase/").status_code == 302
    assert client.post("/me/erase/").status_code == 302
