"""Somebody says on their own page in which clubs they play, and organisers see who has not."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Agreement, Notice
from league.services.accounts import agreements
from tests.league.factories import AccountFactory, AgreementFactory, PersonFactory

ME, CLUB = "/me/", "/clubs/linde/"
ORGANISERS_PAGES = ["/clubs/linde/members/", "/events/{event}/", "/events/{event}/door/"]


@pytest.fixture
def request_(club, alice, mallory, now):
    """A request of the club to Mallory, who has not answered yet."""
    [row] = agreements.ask(club=club, players=[mallory.player], by=alice, now=now)
    return row


def answer(client, row, act):
    return client.post(reverse("web:answer-agreement", args=[row.code]), {"act": act}, follow=True)


def status_of(account):
    return Agreement.objects.get(player__account=account).status


def buttons(html):
    return [act for act in ("agree", "decline", "leave") if f'name="act" value="{act}"' in html]


@pytest.mark.parametrize(
    ("status", "offered"),
    [
        ("asked", ["agree", "decline"]),
        ("agreed", ["leave"]),
        ("declined", ["agree"]),
        ("left", ["agree"]),
    ],
)
def test_ones_own_page_offers_what_can_be_answered(as_mallory, club, mallory, status, offered):
    AgreementFactory(club=club, player=mallory.player, status=status)
    shown = as_mallory.get(ME).content.decode()
    assert buttons(shown) == offered
    assert "Stammtisch zur Linde" in shown


def test_ones_own_page_says_who_asks_and_what_agreeing_means(as_mallory, request_):
    shown = as_mallory.get(ME).content.decode()
    assert "Alice asks whether you want to play here." in shown
    assert "Its results then count for your rating" in shown


@pytest.mark.parametrize(
    ("act", "status", "said"),
    [
        ("agree", "agreed", "You play in Stammtisch zur Linde now."),
        ("decline", "declined", "You do not play in Stammtisch zur Linde."),
    ],
)
def test_a_request_is_answered_with_a_button(as_mallory, mallory, request_, act, status, said):  # noqa: PLR0917
    assert said in answer(as_mallory, request_, act).content.decode()
    assert status_of(mallory) == status


def test_a_club_is_left_with_a_button(as_bob, bob):
    row = Agreement.objects.get(player=bob.player)
    assert "Nothing new counts for you there." in answer(as_bob, row, "leave").content.decode()
    assert (status_of(bob), bob.player.memberships.count()) == ("left", 0)


def test_an_answer_that_comes_too_late_is_told(as_mallory, request_):
    answer(as_mallory, request_, "decline")
    shown = answer(as_mallory, request_, "decline").content.decode()
    assert "You have already answered this request." in shown


@pytest.mark.parametrize("who", ["alice", "bob", "owner"])
def test_a_request_to_somebody_else_is_nowhere(client_of, request_, mallory, who, request):
    client = client_of(request.getfixturevalue(who))
    assert answer(client, request_, "agree").status_code == 404
    assert status_of(mallory) == "asked"


def test_another_act_is_none(as_mallory, request_):
    assert answer(as_mallory, request_, "adopt").status_code == 403


def test_a_notice_leads_to_the_answer(as_mallory, request_):
    shown = as_mallory.get("/notices/").content.decode()
    assert "Alice asks whether you want to play in Stammtisch zur Linde." in shown
    assert 'href="/me/#clubs"' in shown


def test_other_notices_lead_nowhere(as_mallory, mallory, now):
    Notice.objects.create(account=mallory, text="x", created_at=now)
    assert 'href="/me/#clubs"' not in as_mallory.get("/notices/").content.decode()


def test_the_page_of_a_club_lets_one_agree_unasked(as_mallory, club, mallory):
    assert "Agree to play here" in as_mallory.get(CLUB).content.decode()
    shown = as_mallory.post(f"{CLUB}agree/", follow=True).content.decode()
    assert "You play in Stammtisch zur Linde now." in shown
    assert "Agree to play here" not in shown
    assert status_of(mallory) == "agreed"


@pytest.mark.parametrize("has_account", [False, True])
def test_who_is_nobody_yet_is_offered_no_agreement(client_of, club, has_account):
    client = client_of(AccountFactory() if has_account else None)
    assert "Agree to play here" not in client.get(CLUB).content.decode()


@pytest.mark.parametrize("address", ORGANISERS_PAGES)
def test_organisers_see_who_has_not_answered(as_alice, event, request_, address):
    shown = as_alice.get(address.format(event=event.code)).content.decode()
    assert "Asked, no answer yet" in shown
    assert "Mallory" in shown


@pytest.mark.parametrize("address", ORGANISERS_PAGES[:2])
def test_others_do_not_see_who_is_asked(as_bob, event, request_, address):
    assert "Mallory" not in as_bob.get(address.format(event=event.code)).content.decode()


def test_who_has_answered_is_not_among_those_asked(as_alice, club, mallory):
    AgreementFactory(club=club, player=mallory.player, status="declined")
    assert "Mallory" not in as_alice.get("/clubs/linde/members/").content.decode()


def test_a_form_says_whom_it_has_asked(as_alice, club, mallory):
    shown = as_alice.post("/clubs/linde/members/new/", {"username": "mallory", "role": "member"})
    assert shown.status_code == 422
    said = "Mallory has an account and has not agreed to play in this club. We have asked them."
    assert said in shown.content.decode()
    assert status_of(mallory) == "asked"


def queries(client, address):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_ones_own_page_costs_the_same_for_many_clubs(as_mallory, mallory, alice):
    AgreementFactory(player=mallory.player, asked_by=alice)
    before = queries(as_mallory, ME)
    AgreementFactory.create_batch(20, player=mallory.player, asked_by=alice)
    assert queries(as_mallory, ME) == before


@pytest.mark.parametrize("address", ORGANISERS_PAGES)
def test_a_page_costs_the_same_for_many_requests(as_alice, club, event, address):
    where = address.format(event=event.code)
    AgreementFactory(club=club, status="asked")
    before = queries(as_alice, where)
    for player in PersonFactory.create_batch(20):
        AgreementFactory(club=club, player=player, status="asked")
    assert queries(as_alice, where) == before
