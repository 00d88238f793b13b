"""Inviting a guest for programs."""

import pytest
from django.utils import timezone

from league.models import Invitation, StoredAnswer
from league.services.clubs import invitations
from tests.league.factories import PlayerFactory, RegistrationFactory


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def address(dirk):
    return f"players/{dirk.code}/invitation"


def test_the_answer_has_the_link_and_no_cache_keeps_it(as_alice, address, dirk):
    answer = as_alice.post(address)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    link = answer.json()["link"]
    assert link.startswith("http://testserver/invitation/#sti_")
    assert invitations.of_link(link, now=timezone.now()).player == dirk


def test_a_second_one_replaces_the_first(as_alice, address):
    first = as_alice.post(address).json()["link"]
    as_alice.post(address)
    assert invitations.of_link(first, now=timezone.now()) is None


def test_it_is_taken_back(as_alice, address):
    as_alice.post(address)
    assert as_alice.delete(address).status_code == 204
    assert Invitation.objects.get().status == "taken_back"
    assert as_alice.delete(address).status_code == 404


def test_no_answer_is_stored(as_alice, address):
    answer = as_alice.post(address, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 400
    assert not StoredAnswer.objects.exists()


def test_who_has_an_account_is_not_invited(as_alice, bob):
    answer = as_alice.post(f"players/{bob.player.code}/invitation")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert "has an account already" in answer.json()["detail"]
