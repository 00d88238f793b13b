"""Planning events on their pages: made, changed, called off, repeated; sessions and venues."""

import pytest
from django.urls import reverse

from league.models import Event, Season, Session, Venue
from tests.league.factories import RegistrationFactory, VenueFactory

PLAN = {"name": "December", "draw": "swiss", "fill": "sizes", "is_open": "on"}


def page(name, row):
    return reverse(f"web:{name}", args=[getattr(row, "slug", None) or row.code])


def test_an_organiser_plans_an_event(as_alice, season, club):
    venue = VenueFactory(club=club)
    wanted = {"starts_at": "2026-12-04T20:00", "venue": venue.code, "capacity": "24"}
    wanted |= {"table_size": "4", "draw": "movement", "planned_sessions": "3"}
    response = as_alice.post(page("new-event", season), PLAN | wanted)
    event = Event.objects.get()
    assert response.url == page("event", event)
    assert (event.venue, event.capacity, event.table_size) == (venue, 24, 4)
    assert event.starts_at.hour == 20


def test_what_is_wrong_with_a_plan_is_said_beside_its_field(as_alice, season):
    wanted = {"starts_at": "2026-12-04T20:00", "ends_at": "2026-12-04T19:00"}
    response = as_alice.post(page("new-event", season), PLAN | wanted)
    assert response.status_code == 422
    assert "later time" in str(response.context["form"].errors["ends_at"])
    assert 'value="2026-12-04T19:00"' in response.content.decode()


def test_the_form_holds_the_plan_and_changes_it(as_alice, event):
    Event.objects.update(capacity=8, fill="byes")
    shown = as_alice.get(page("edit-event", event)).content.decode()
    assert 'value="8"' in shown
    assert '<option value="byes" selected>' in shown
    as_alice.post(page("edit-event", event), PLAN | {"capacity": "12"})
    event.refresh_from_db()
    assert (event.name, event.capacity) == ("December", 12)


def test_bots_are_not_offered_where_nobody_plays_their_cards(as_alice, season, event):
    for address in (page("new-event", season), page("edit-event", event)):
        assert 'value="bots"' not in as_alice.get(address).content.decode()


def test_an_event_is_called_off_with_a_reason(as_alice, client, event):
    assert as_alice.post(page("cancel-event", event), {"reason": ""}).status_code == 422
    as_alice.post(page("cancel-event", event), {"reason": "snow"})
    assert "snow" in client.get(page("event", event)).content.decode()


def test_an_event_that_was_called_off_takes_place_after_all(as_alice, as_bob, event):
    as_alice.post(page("cancel-event", event), {"reason": "snow"})
    address = page("reinstate-event", event)
    assert address in as_alice.get(page("event", event)).content.decode()
    assert address not in as_bob.get(page("event", event)).content.decode()
    as_alice.post(address)
    event.refresh_from_db()
    assert event.cancelled_at is None
    assert address not in as_alice.get(page("event", event)).content.decode()


def test_why_it_does_not_take_place_is_said(as_alice, event, now):
    answer = as_alice.post(page("reinstate-event", event))
    assert "This event is not cancelled." in answer.content.decode()
    Event.objects.update(cancelled_at=now)
    Season.objects.update(status=Season.Status.CLOSED)
    assert as_alice.post(page("reinstate-event", event)).status_code == 422


def test_calling_off_says_that_it_can_be_taken_back(as_alice, event):
    assert (
        "You can reinstate the event later"
        in as_alice.get(page("cancel-event", event)).content.decode()
    )


def test_an_event_is_not_called_off_twice(as_alice, event, now):
    Event.objects.update(cancelled_at=now)
    response = as_alice.post(page("cancel-event", event), {"reason": "snow"})
    assert response.status_code == 422
    assert "is cancelled" in response.content.decode()


def test_an_evening_comes_again(as_alice, event, now):
    Event.objects.update(starts_at=now)
    wanted = {"rhythm": "weekly", "times": "2", "skip": "2026-11-27"}
    as_alice.post(page("repeat-event", event), wanted)
    days = (
        Event.objects.exclude(pk=event.pk).order_by("starts_at").values_list("starts_at", flat=True)
    )
    assert [str(at.date()) for at in days] == ["2026-12-04", "2026-12-11"]


def test_it_says_how_often_or_until_when(as_alice, event, now):
    Event.objects.update(starts_at=now)
    response = as_alice.post(page("repeat-event", event), {"rhythm": "weekly"})
    assert response.status_code == 422
    assert "times" in response.context["form"].errors


def test_a_session_is_added(as_alice, event):
    response = as_alice.post(page("new-session", event), {"starts_at": "2026-12-04T20:00"})
    session = Session.objects.get()
    assert response.url == page("session", session)
    assert session.starts_at.hour == 20


def test_all_sessions_are_drawn_in_advance(as_alice, event):
    Event.objects.update(draw="round_robin", table_size=2)
    type(event.season).objects.update(game="briscola")
    for _ in range(4):
        RegistrationFactory(event=event)
    as_alice.post(page("draw-all", event))
    assert event.sessions.count() == 3


def test_why_they_are_not_is_said(as_alice, event):
    response = as_alice.post(page("draw-all", event))
    assert response.status_code == 409
    assert "Nothing was saved" in response.content.decode()


def test_venues_are_added_changed_and_shown(as_alice, client, club):
    wanted = {"name": "Linde", "address": "Dorfstraße 1", "tables": "6"}
    as_alice.post(page("new-venue", club), wanted)
    venue = Venue.objects.get()
    assert as_alice.post(page("venue", venue), wanted | {"name": ""}).status_code == 422
    as_alice.post(page("venue", venue), wanted | {"tables": "7"})
    shown = client.get(page("venues", club)).content.decode()
    assert "Dorfstraße 1" in shown
    assert "7 tables" in shown


@pytest.fixture
def emil_and_eva(event):
    rows = [RegistrationFactory(event=event, player__name=name) for name in ("Emil", "Eva")]
    return [row.player for row in rows]


def test_pairs_are_kept_apart_and_set_free(as_alice, event, emil_and_eva):
    one, other = (player.code for player in emil_and_eva)
    wanted = {"one": one, "other": other, "kind": "apart"}
    assert as_alice.post(page("pairs", event), wanted).status_code == 302
    rule = event.pair_rules.get()
    assert {rule.one, rule.other} == set(emil_and_eva)
    assert "Emil – Eva" in as_alice.get(page("pairs", event)).content.decode()
    as_alice.post(page("pairs", event), {"kept": [str(rule.pk)], "kind": "apart"})
    assert event.pair_rules.exists()
    as_alice.post(page("pairs", event), {"kind": "apart"})
    assert not event.pair_rules.exists()


@pytest.mark.parametrize("other", ["", "the same"])
def test_half_a_pair_comes_back(as_alice, event, emil_and_eva, other):
    code = emil_and_eva[0].code
    wanted = {"one": code, "other": code if other else "", "kind": "together"}
    response = as_alice.post(page("pairs", event), wanted)
    assert response.status_code == 422
    assert response.context["form"].errors["other"]


EVENT_PAGES = ("pairs", "edit-event", "cancel-event", "repeat-event", "new-session")


@pytest.mark.parametrize("name", EVENT_PAGES)
@pytest.mark.parametrize("who", ["as_bob", "as_mallory"])
def test_only_organisers_plan(request, who, name, event):
    client = request.getfixturevalue(who)
    assert client.get(page(name, event)).status_code == 403
    assert client.post(page(name, event), PLAN | {"reason": "x"}).status_code == 403
    assert page(name, event) not in client.get(page("event", event)).content.decode()


@pytest.mark.parametrize("name", [*EVENT_PAGES, "door", "let-in", "import-registrations"])
def test_visitors_are_asked_to_log_in(client, name, event):
    assert "/login/" in client.get(page(name, event)).url


def test_only_organisers_draw_in_advance_and_keep_venues(as_bob, event, club, season):
    assert as_bob.post(page("draw-all", event)).status_code == 403
    assert as_bob.post(page("new-venue", club), {"name": "x"}).status_code == 403
    assert as_bob.post(page("new-event", season), PLAN).status_code == 403
    assert as_bob.get(page("venue", VenueFactory(club=club))).status_code == 403
