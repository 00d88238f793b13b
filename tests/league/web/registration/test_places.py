"""Places in an event: late entry, fixed tables, leaving, substitutes, and the list at the door."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import Membership
from tests.league.factories import NOW, RegistrationFactory

HTMX = {"HX-Request": "true"}


def page(name, row):
    return reverse(f"web:{name}", args=[row.code])


@pytest.fixture
def place(event, bob):
    return RegistrationFactory(event=event, player=bob.player)


def act(client, place, name, **values):
    given = {f"{name}-{field}": value for field, value in values.items()}
    return client.post(page("place", place), {"act": name} | given)


def test_a_member_is_let_in_late(as_alice, event, session, dora):
    wanted = {"player": dora.player.code, "first_session": "3", "group": "Linden"}
    assert as_alice.post(page("let-in", event), wanted).status_code == 302
    row = event.registrations.get()
    assert (row.player, row.first_session, row.group) == (dora.player, 3, "Linden")


def test_a_session_that_is_published_is_refused_beside_its_field(as_alice, event, session, dora):
    wanted = {"player": dora.player.code, "first_session": "1"}
    response = as_alice.post(page("let-in", event), wanted)
    assert response.status_code == 422
    assert response.context["form"].errors["first_session"]


def test_who_has_a_place_is_not_offered(as_alice, event, place, dora):
    shown = as_alice.get(page("let-in", event)).content.decode()
    assert place.player.code not in shown
    assert dora.player.code in shown


def test_somebody_always_sits_at_a_table(as_alice, place):
    act(as_alice, place, "describe", fixed_table="2", group="Linden")
    place.refresh_from_db()
    assert (place.fixed_table, place.group) == (2, "Linden")


def test_a_table_there_cannot_be_comes_back(as_alice, place):
    response = act(as_alice, place, "describe", fixed_table="0")
    assert response.status_code == 422
    assert 'value="0"' in response.content.decode()


def test_a_substitute_plays_on(as_alice, place, event, dora):
    assert act(as_alice, place, "replace", player=dora.player.code).status_code == 302
    assert event.registrations.get(player=dora.player).replaces == place


def test_an_organiser_gives_a_place_up(as_alice, place):
    act(as_alice, place, "leave")
    place.refresh_from_db()
    assert place.status == "withdrawn"


def test_somebody_who_has_left_has_no_place_to_give_up(as_alice, place):
    act(as_alice, place, "leave")
    assert act(as_alice, place, "leave").status_code == 422


@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_look_after_places(request, who, place, event, dora):
    client = request.getfixturevalue(who)
    assert client.get(page("place", place)).status_code == 403
    assert act(client, place, "describe", group="x").status_code == 403
    assert client.post(page("let-in", event), {"player": dora.player.code}).status_code == 403
    assert client.get(page("door", event)).status_code == 403
    assert client.post(page("check-in-all", event)).status_code == 403


def test_a_tick_at_the_door_comes_back_to_the_list(as_alice, place, event):
    given = {"at": "door", "find": "bo"}
    assert as_alice.post(page("check-in", place), given).url == page("door", event)
    response = as_alice.post(page("undo-check-in", place), given, headers=HTMX)
    shown = response.content.decode()
    assert shown.lstrip().startswith('<section id="door"')
    assert "0 of 1 have checked in" in shown


def test_what_is_wrong_is_said_at_the_door(as_alice, place):
    type(place).objects.update(status="withdrawn")
    response = as_alice.post(page("check-in", place), {"at": "door"}, headers=HTMX)
    assert 'role="alert"' in response.content.decode()


def test_the_list_is_searched_by_name(as_alice, place, event, dora):
    RegistrationFactory(event=event, player=dora.player)
    shown = as_alice.get(page("door", event), {"find": "DOR"}).content.decode()
    assert "Dora" in shown
    assert ">Bob<" not in shown


def test_everybody_is_here(as_alice, place, event):
    as_alice.post(page("check-in-all", event))
    place.refresh_from_db()
    assert place.checked_in_at


def test_a_player_says_so_on_the_event_page(as_bob, place, event):
    type(event).objects.update(starts_at=NOW)
    assert "Check me in" in as_bob.get(page("event", event)).content.decode()


@pytest.mark.parametrize(("hours", "is_offered"), [(11, True), (13, False)])
def test_check_me_in_is_offered_from_twelve_hours_before(as_bob, place, event, hours, is_offered):
    Membership.objects.filter(player=place.player).update(role="organiser")
    type(event).objects.update(starts_at=timezone.now() + timedelta(hours=hours))
    shown = as_bob.get(page("event", event)).content.decode()
    assert ("Check me in" in shown) == is_offered
    assert "Check Bob in" in shown


def test_the_door_costs_the_same_for_many(as_alice, place, event):
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert as_alice.get(page("door", event)).status_code == 200
        return len(found)

    before = queries()
    RegistrationFactory.create_batch(20, event=event)
    assert queries() == before
