"""An organiser sees the link of an invitation once, and whoever has it opens an account."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.utils import timezone

from league.models import Account, Invitation, Notice, Player
from league.services.base import limits
from league.services.clubs import invitations
from league.services.corrections import merges
from league.services.privacy import erasures
from league.web.base.qr import qr
from league.web.clubs import invitations as pages
from tests.league.factories import (
    AccountFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
)

PAGE = "/invitation/"
WISH = {"act": "open", "username": "dirk", "password": "tricky cards"}
TAKE = {"act": "take-over"}


@pytest.fixture
def dirk(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Dirk")).player


@pytest.fixture
def member_page(club, dirk):
    return f"/clubs/{club.slug}/members/{dirk.code}/"


@pytest.fixture
def secret(dirk, alice):
    return invitations.invite(player=dirk, by=alice, now=timezone.now())[1]


@pytest.fixture
def as_nobody(client_of):
    """The browser of an account that has no player."""
    return client_of(AccountFactory(username="nobody"))


def make(client, member_page):
    return client.post(f"{member_page}invitation/", {"act": "make"})


def look(client, secret):
    return client.post(PAGE, {"act": "look", "link": secret}, follow=True)


def text(answer):
    return answer.content.decode()


def is_gone(answer):
    return answer.status_code == 404 and "This link no longer works" in text(answer)


def test_an_organiser_makes_one_and_sees_its_link(as_alice, member_page, dirk):
    assert "Invite to open an account" in text(as_alice.get(member_page))
    answer = make(as_alice, member_page)
    link = answer.context["link"]
    assert link.startswith("http://testserver/invitation/#sti_")
    assert link in text(answer)
    assert invitations.of_link(link, now=timezone.now()).player == dirk


def test_the_code_to_scan_is_the_link(as_alice, member_page):
    answer = make(as_alice, member_page)
    assert qr(answer.context["link"]) in text(answer)


def test_the_link_is_shown_once_and_kept_by_no_cache(as_alice, member_page):
    answer = make(as_alice, member_page)
    assert "no-store" in answer.headers["Cache-Control"]
    shown = text(as_alice.get(f"{member_page}invitation/", follow=True))
    assert answer.context["link"].partition("#")[2] not in shown


def test_the_page_of_the_guest_says_who_made_it_and_takes_it_back(as_alice, member_page, secret):
    assert "Alice made an invitation on" in text(as_alice.get(member_page))
    answer = as_alice.post(f"{member_page}invitation/", {"act": "take-back"}, follow=True)
    assert "You took the invitation back" in text(answer)
    assert "Alice made an invitation on" not in text(answer)


def test_taking_back_what_is_used_says_so(as_alice, member_page, client, secret):
    Invitation.objects.update(status="used")
    answer = as_alice.post(f"{member_page}invitation/", {"act": "take-back"}, follow=True)
    assert "No invitation is open for Dirk" in text(answer)


def test_who_got_an_account_meanwhile_is_not_invited(as_alice, member_page, dirk):
    Player.objects.filter(pk=dirk.pk).update(account=AccountFactory())
    answer = as_alice.post(f"{member_page}invitation/", {"act": "make"}, follow=True)
    assert "Dirk has an account already" in text(answer)


def test_nobody_invites_who_has_an_account(as_alice, club, bob):
    shown = text(as_alice.get(f"/clubs/{club.slug}/members/{bob.player.code}/"))
    assert "Invite to open an account" not in shown


def test_the_link_leads_to_what_is_there(client, club, secret):
    answer = look(client, secret)
    assert answer.redirect_chain == [(PAGE, 302)]
    shown = text(answer)
    for words in ("Are you Dirk?", "Alice invites you", club.name, "By this you agree to play in"):
        assert words in shown
    assert secret not in shown


def test_a_visitor_opens_an_account_and_is_who_they_were(client, dirk, secret):
    look(client, secret)
    answer = client.post(PAGE, WISH, follow=True)
    assert answer.redirect_chain == [("/me/", 302)]
    assert "You are logged in and play as Dirk." in text(answer)
    assert get_user(client).player == dirk
    assert Player.objects.filter(name="Dirk").count() == 1


def test_what_is_wrong_stands_beside_its_field(client, secret):
    look(client, secret)
    answer = client.post(PAGE, WISH | {"password": "short"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["password"])
    assert "short" not in answer.context["form"]["password"].as_widget()
    assert not Account.objects.filter(username="dirk").exists()


def test_who_logs_in_first_comes_back_and_takes_over(client, dirk, secret):
    account = AccountFactory(username="nobody")
    account.set_password("tricky cards")
    account.save()
    shown = text(look(client, secret))
    assert f'href="/login/?next={PAGE}"' in shown
    login = {"username": "nobody", "password": "tricky cards", "next": PAGE}
    assert "Play as Dirk" in text(client.post("/login/", login, follow=True))
    client.post(PAGE, TAKE)
    assert Player.objects.get(account=account) == dirk


def test_who_plays_as_somebody_else_is_told_of_merging(as_bob, bob, dirk, secret):
    shown = text(look(as_bob, secret))
    assert "You already play as Bob" in shown
    assert "Merge with another person" in shown
    assert "Play as Dirk" not in shown


def test_who_plays_as_somebody_else_takes_nothing_over(as_bob, dirk, secret):
    look(as_bob, secret)
    assert "You already play as Bob" in text(as_bob.post(PAGE, TAKE))
    assert Invitation.objects.get(player=dirk).status == "open"


def test_an_account_opens_no_second_one(as_nobody, secret):
    look(as_nobody, secret)
    as_nobody.post(PAGE, WISH)
    assert not Account.objects.filter(username="dirk").exists()


def taken_back(dirk, alice, now):
    invitations.take_back(player=dirk, by=alice, now=now)


def expired(dirk, alice, now):
    Invitation.objects.update(expires_at=now - timedelta(seconds=1))


def used(dirk, alice, now):
    row = invitations.of_player(dirk, now=now)
    invitations.take_over(invitation=row, by=AccountFactory(), now=now)


def with_an_account(dirk, alice, now):
    Player.objects.filter(pk=dirk.pk).update(account=AccountFactory())


def merged(dirk, alice, now):
    club = alice.player.memberships.get().club
    stays = MembershipFactory(club=club, player=PlayerFactory(name="Dirk E.")).player
    merges.merge(gone=dirk, stays=stays, by=alice, now=now)


def erased(dirk, alice, now):
    erasures.erase_guest(player=dirk, name="Dirk", by=alice, now=now)


ENDS = [taken_back, expired, used, with_an_account, merged, erased]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_a_link_that_opens_nothing_gives_one_and_the_same_page(client, dirk, alice, secret, end):
    unknown = look(client, "sti_unknown")
    end(dirk, alice, timezone.now())
    answer = look(client, secret)
    assert is_gone(unknown)
    assert is_gone(answer)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_what_ends_while_the_form_is_open_is_told(client, dirk, alice, secret, end):
    look(client, secret)
    end(dirk, alice, timezone.now())
    assert is_gone(client.post(PAGE, WISH))
    assert not Account.objects.filter(username="dirk").exists()


def test_two_forms_at_once_one_is_told(client, as_nobody, secret, monkeypatch):
    for browser in (client, as_nobody):
        look(browser, secret)
    row = Invitation.objects.select_related("player", "made_by__player").get()
    as_nobody.post(PAGE, TAKE)
    monkeypatch.setattr(pages.invitations, "of_key", lambda key, *, now, known=[row]: _first(known))
    assert is_gone(client.post(PAGE, WISH))


def _first(known):
    """Return what was read before the other was done, and then nothing."""
    return known.pop() if known else None


def test_without_a_link_the_page_asks_for_it(client):
    assert "Paste it here" in text(client.get(PAGE))
    assert client.post(PAGE, {"act": "look", "link": " "}).status_code == 422


def test_no_page_of_it_is_cached_or_tells_others_where_one_was(client, secret):
    for answer in (client.get(PAGE), look(client, secret), look(client, "x")):
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_one_address_tries_so_many_links_an_hour(client, secret, monkeypatch):
    monkeypatch.setattr(pages, "MOST_AN_HOUR", 1)
    look(client, "sti_x")
    answer = look(client, secret)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert look_from(client, secret, "192.0.2.7").status_code == 302


def look_from(client, secret, address):
    return client.post(PAGE, {"act": "look", "link": secret}, REMOTE_ADDR=address)


def test_accounts_opened_so_count_with_all_others(client, secret, monkeypatch):
    look(client, secret)
    monkeypatch.setattr(limits, "count", lambda what, *, within_s: 101 * ("join" in what))
    answer = client.post(PAGE, WISH)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3600")
    assert not Account.objects.filter(username="dirk").exists()


def test_closed_site_opens_none_but_lets_accounts_take_over(client, as_nobody, secret, settings):
    settings.SIGN_UP_OPEN = False
    assert "The operator of this site opens accounts" in text(look(client, secret))
    assert client.post(PAGE, WISH).status_code == 403
    look(as_nobody, secret)
    assert as_nobody.post(PAGE, TAKE).url == "/me/"


def test_who_invited_reads_it_in_the_notices(as_alice, client, secret):
    look(client, secret)
    client.post(PAGE, WISH)
    assert Notice.objects.exists()
    assert "Dirk has used your invitation" in text(as_alice.get("/notices/"))


def test_the_session_of_a_browser_keeps_no_secret(client, secret):
    look(client, secret)
    assert secret not in str(dict(client.session))
