"""The link of a table: who opens it sits down, also as a guest, who may do nothing else."""

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Account, Event, OnlineTable, Player
from league.services.play import table_invitations, tables
from tests.league.factories import EventFactory, RegistrationFactory
from tests.league.services.play import acts


@pytest.fixture
def event(season, bob, dora):
    event = EventFactory(season=season, draw=Event.Draw.ONLINE, takes_guests=True)
    for account in (bob, dora):
        RegistrationFactory(event=event, player=account.player)
    return event


@pytest.fixture
def table(event, bob, now):
    return acts.row(tables.open_table(event=event, by=bob, is_private=True, now=now))


@pytest.fixture
def address(table):
    return reverse("web:invited", args=[table.code])


@pytest.fixture
def secret(table):
    return table_invitations.secret_of(table)


@pytest.fixture
def as_guest(client, address, secret):
    """A browser in which Gerd has sat down as a guest."""
    client.post(address, {"invitation": secret, "own_name": "Gerd"})
    return client


def text(answer):
    return answer.content.decode()


def page(table, name="table"):
    return reverse(f"web:{name}", args=[table.code])


def begin(table, bob, now):
    """Fill the table; without numbers of browsers the first round is dealt after a while."""
    tables.fill(table=acts.row(table), by=bob, bots=["greedy"] * 2, now=now)
    acts.watch(now, seconds=60)


def test_who_opens_a_private_table_sees_its_link(as_bob, client, event, secret):
    answer = text(as_bob.get(page(event.tables.get())))
    assert f"/invited/#{secret}" in answer
    assert "<svg" in answer
    assert secret not in text(client.get(page(event.tables.get())))


def test_a_table_is_opened_for_friends(as_dora, event):
    as_dora.post(reverse("web:tables", args=[event.code]), {"company": "friends"})
    assert OnlineTable.objects.get().is_private


def test_a_member_sits_down_by_the_link(as_dora, address, table, secret):
    answer = as_dora.post(address, {"invitation": f"https://example.org/#{secret}"})
    assert answer.url == page(table)
    assert "Dora" in text(as_dora.get(page(table)))


def test_a_visitor_sits_down_as_a_guest(as_guest, table, bob, now):
    begin(table, bob, now)
    answer = as_guest.get(page(table))
    assert 'class="own-hand' in text(answer)


def test_another_browser_is_not_the_guest(as_guest, table, bob, now):
    begin(table, bob, now)
    assert Client().get(page(table)).context["board"].own is None


def test_a_guest_acts_at_the_table(as_guest, table, bob, now):
    begin(table, bob, now)
    gerd = Account.objects.get(is_guest=True)
    while not acts.look(table, gerd).legal:
        acts.play_on(table, [bob], now)
    look = acts.look(table, gerd)
    answer = as_guest.post(page(table), {"action": look.legal[0], "version": look.version})
    assert answer.status_code == 302
    assert acts.row(table).actions.filter(seat=1).exists()


@pytest.mark.parametrize("address", ["me", "my-data", "tokens", "new-club", "my-bots", "password"])
def test_a_guest_is_nobody_elsewhere(as_guest, address):
    answer = as_guest.get(reverse(f"web:{address}"))
    assert (answer.status_code, "/login/" in answer.url) == (302, True)


def test_a_guest_sits_down_nowhere_else(as_guest, event, dora, now):
    other = tables.open_table(event=event, by=dora, now=now)
    assert "/login/" in as_guest.post(page(other, "table-join")).url
    assert as_guest.post(reverse("web:tables", args=[event.code]), {}).status_code == 302
    assert OnlineTable.objects.count() == 2
    assert len(acts.row(other).seats.all()) == 1


def test_a_guest_leaves(as_guest, table):
    as_guest.post(page(table, "table-leave"))
    assert [seat.player.name for seat in acts.row(table).seats.all()] == ["Bob"]


def test_who_sits_there_is_led_to_the_table(as_guest, address, table):
    assert as_guest.get(address).url == page(table)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"invitation": "stj_0", "own_name": "Gerd"}, "invitation"),
        ({"own_name": "Gerd"}, "invitation"),
    ],
)
def test_a_wrong_link_is_told(client, address, sent, field):
    answer = client.post(address, sent)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not Player.objects.filter(name="Gerd").exists()


def test_where_no_guests_play_the_page_leads_to_an_account(client, address, secret, event):
    Event.objects.filter(pk=event.pk).update(takes_guests=False)
    answer = client.post(address, {"invitation": secret, "own_name": "Gerd"})
    assert "To play here you need an account." in text(answer)
    assert not Account.objects.filter(is_guest=True).exists()


def test_too_many_guests_of_an_address_are_put_off(client, address, secret, monkeypatch):
    monkeypatch.setattr("league.web.play.invited.MOST_AN_HOUR", 1)
    send = {"invitation": "stj_0", "own_name": "Gerd"}
    assert client.post(address, send).status_code == 422
    assert client.post(address, send | {"invitation": secret}).status_code == 429


def test_a_match_that_has_begun_is_told(client, address, secret, table, now):
    tables.fill(table=table, by=table.opened_by.account, now=now)
    assert "has already begun" in text(client.get(address))
    answer = client.post(address, {"invitation": secret, "own_name": "Gerd"})
    assert answer.status_code == 422


def test_a_guest_keeps_results_in_an_account(as_guest, table):
    answer = as_guest.post(
        page(table, "keep-guest"), {"username": "gerd", "password": "tricky cards"}
    )
    assert answer.url == page(table)
    assert "Gerd" in text(as_guest.get(reverse("web:me")))


def test_a_name_that_is_taken_is_told(as_guest, table, bob):
    sent = {"username": bob.username, "password": "tricky cards"}
    assert as_guest.post(page(table, "keep-guest"), sent).status_code == 422


@pytest.mark.parametrize("viewer", ["client", "as_bob"])
def test_only_a_guest_keeps_results(request, table, viewer):
    browser = request.getfixturevalue(viewer)
    assert browser.get(page(table, "keep-guest")).status_code == 404
