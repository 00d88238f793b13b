"""Registering a list on the event's page: looked at first, then done."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from league.models import Player, Registration


@pytest.fixture
def page(event):
    return reverse("web:import-registrations", args=[event.code])


def send(client, page, csv, **values):
    return client.post(page, {"csv": csv} | values)


def test_a_list_is_looked_at_first(as_alice, page, bob):
    response = send(as_alice, page, "Bob;;Linden;3\nEmil")
    shown = response.content.decode()
    assert response.status_code == 200
    assert shown.count('<span class="tag">new guest') == 1
    assert '<option value="fixed_table" selected>' in shown
    assert not Registration.objects.exists()
    assert not Player.objects.filter(name="Emil").exists()


def test_then_it_is_done(as_alice, page, event, bob):
    response = send(as_alice, page, "Bob;;Linden;3\nEmil", do="yes")
    assert response.url == reverse("web:event", args=[event.code])
    rows = event.registrations.order_by("player__name")
    assert [(str(row.player), row.fixed_table) for row in rows] == [("Bob", 3), ("Emil", None)]


def test_a_file_is_read(as_alice, page):
    file = SimpleUploadedFile("list.csv", "name\nZoë".encode())
    assert "Zoë" in as_alice.post(page, {"file": file}).content.decode()


def test_errors_name_line_and_column_and_keep_the_list(as_alice, page):
    response = send(as_alice, page, "Name;Code\nAda\nBen;nobody", do="yes")
    shown = response.content.decode()
    assert response.status_code == 422
    assert '<td class="list__wrong">nobody<span class="error">' in shown
    assert '"Ben";"nobody"' in shown.replace("&quot;", '"')
    assert not Registration.objects.exists()


def test_a_list_that_is_too_large_is_refused(as_alice, page):
    assert send(as_alice, page, "x" * 1_000_001).status_code == 422


def test_for_a_cancelled_event_nothing_is_stored(as_alice, page, event, now):
    type(event).objects.update(cancelled_at=now)
    assert send(as_alice, page, "Ada", do="yes").status_code == 409
    assert not Registration.objects.exists()


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_register_lists(request, who, page, event):
    client = request.getfixturevalue(who)
    assert client.get(page).status_code == 403
    assert send(client, page, "Ada", do="yes").status_code == 403
    shown = client.get(reverse("web:event", args=[event.code])).content.decode()
    assert page not in shown


def test_the_event_leads_there(as_alice, page, event):
    assert page in as_alice.get(reverse("web:event", args=[event.code])).content.decode()
