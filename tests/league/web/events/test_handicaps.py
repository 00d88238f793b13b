"""The page of handicaps: read by everybody, set by organisers, by hand or as a rule proposes."""

from decimal import Decimal
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Event, Handicap, Season
from league.services.events import attendance, handicaps
from league.services.events.handicaps import Wanted
from league.web.events import handicaps as pages
from tests.league.factories import (
    NOW,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    RegistrationFactory,
    SessionFactory,
)

from .test_prints import pages as printed


@pytest.fixture
def emil(event):
    return RegistrationFactory(event=event, player=PlayerFactory(name="Emil")).player


@pytest.fixture
def page(event):
    return reverse("web:handicaps", args=[event.code])


@pytest.fixture
def given(event, emil, alice):
    wanted = [Wanted(emil, Decimal("12.5"))]
    return handicaps.set_handicaps(event=event, handicaps=wanted, by=alice, now=NOW)


def play(event, totals):
    """Let players end a match with these points."""
    session = SessionFactory(event=event)
    match = MatchFactory(session=session, players=list(totals))
    for seat in match.seats.all():
        points = totals[seat.player]
        match.seats.filter(pk=seat.pk).update(points=points, score=points, place=1)
    type(match).objects.filter(pk=match.pk).update(status="final", version=1)


RULE = {"basis": "average", "percent": "80", "matches": "1", "most": "20"}


def save(client, page, points, *, seen=0, reason=""):
    values = {f"points-{player.code}": text for player, text in points.items()}
    return client.post(page, values | {"seen": seen, "reason": reason})


def test_an_organiser_sets_those_of_all_at_once(as_alice, page, emil, event):
    fred = RegistrationFactory(event=event, player=PlayerFactory(name="Fred")).player
    assert save(as_alice, page, {emil: "12.5", fred: ""}).url == page
    row = Handicap.objects.get()
    assert (row.player, row.event, row.points) == (emil, event, Decimal("12.5"))


def test_everybody_reads_them(client, page, given):
    shown = client.get(page).content.decode()
    assert "+12.5" in shown
    assert "<form" not in shown.split("<main")[1].split("</main>")[0]


def test_they_are_shown_wherever_points_are(client, given, event, emil):
    play(event, {emil: 30})
    codes = {"season": event.season.code, "ranking": event.code, "event": event.code}
    for name, code in codes.items():
        shown = client.get(reverse(f"web:{name}", args=[code])).content.decode()
        assert "handicap +12.5" in shown, name
    embedded = client.get(reverse("web:embed-standings", args=[event.season.code]))
    assert "handicap +12.5" in embedded.content.decode()
    for name, code in {"standings": event.season.code, "ranking": event.code}.items():
        [text] = printed(client.get(reverse(f"web:print-{name}", args=[code])))
        assert "handicap +12.5" in text, name
    ranking = client.get(reverse("web:ranking", args=[event.code])).content.decode()
    assert "<strong>42.5</strong>" in ranking


def test_without_one_nothing_is_said_of_handicaps(client, emil, event):
    play(event, {emil: 30})
    for name, code in (("season", event.season.code), ("ranking", event.code)):
        shown = client.get(reverse(f"web:{name}", args=[code])).content.decode()
        assert "handicap" not in shown.split("<main")[1].lower()


def test_an_empty_field_ends_one(as_alice, page, given, emil):
    assert 'value="12.5"' in as_alice.get(page).content.decode()
    save(as_alice, page, {emil: ""}, seen=1)
    assert Handicap.objects.get().status == "ended"
    assert "Earlier handicaps" in as_alice.get(page).content.decode()


def test_who_is_on_another_page_keeps_theirs(as_alice, page, event, given):
    fred = RegistrationFactory(event=event, player=PlayerFactory(name="Fred")).player
    assert save(as_alice, page, {fred: "3"}, seen=1).status_code == 302
    assert sorted(handicaps.points_of(event).values()) == [3, Decimal("12.5")]


def test_who_has_left_meanwhile_is_named(as_alice, page, event, emil):
    event.registrations.update(status="withdrawn")
    response = save(as_alice, page, {emil: "3"})
    assert response.status_code == 422
    assert "Emil has no place of their own" in response.content.decode()


def test_a_substitute_who_has_one_is_listed(as_alice, page, event, given, emil):
    other = RegistrationFactory(event=event)
    event.registrations.filter(player=emil).update(replaces=other)
    assert f'name="points-{emil.code}" value="12.5"' in as_alice.get(page).content.decode()
    assert save(as_alice, page, {emil: ""}, seen=1).status_code == 302
    assert Handicap.objects.get().status == "ended"


def test_the_site_says_in_the_readers_words_why_one_has_ended(client, page, given):
    client.cookies["django_language"] = "de"
    Handicap.objects.update(status="ended", ended_at=NOW, ended_because=attendance.WITHDREW)
    assert "Abgemeldet, ohne gespielt zu haben." in client.get(page).content.decode()


def test_once_a_result_counts_a_reason_is_asked_for(as_alice, page, emil, event):
    play(event, {emil: 30})
    response = save(as_alice, page, {emil: "3"})
    assert response.status_code == 422
    assert response.context["form"].fields["reason"].required
    assert 'value="3"' in response.content.decode()
    assert not Handicap.objects.exists()
    assert save(as_alice, page, {emil: "3"}, reason="as agreed").status_code == 302
    assert "as agreed" in as_alice.get(page).content.decode()


@pytest.mark.parametrize("text", ["-1", "10001", "1.0001", "many"])
def test_points_that_cannot_be_come_back_beside_their_player(as_alice, page, emil, text):
    response = save(as_alice, page, {emil: text})
    assert response.status_code == 422
    assert f'id="id_points-{emil.code}_error"' in response.content.decode()
    assert not Handicap.objects.exists()


def test_who_has_looked_before_another_changed_them_is_told(as_alice, page, given, emil):
    response = save(as_alice, page, {emil: "3"}, seen=0)
    assert response.status_code == 422
    assert "Somebody has changed the handicaps" in response.content.decode()
    assert Handicap.objects.get().points == Decimal("12.5")


def test_a_rule_fills_the_fields_and_stores_nothing(as_alice, event, emil):
    best = RegistrationFactory(event=event, player=PlayerFactory(name="Best")).player
    play(EventFactory(season=event.season), {emil: 10, best: 50})
    address = reverse("web:handicaps", args=[event.code])
    shown = as_alice.get(address, RULE).content.decode()
    assert f'name="points-{emil.code}" value="20"' in shown
    assert "Nothing is saved yet" in shown
    assert not Handicap.objects.exists()
    halved = as_alice.get(address, RULE | {"percent": "40"}).content.decode()
    assert f'name="points-{emil.code}" value="16"' in halved


def test_a_rule_leaves_those_of_who_has_not_played(as_alice, page, given, emil):
    shown = as_alice.get(page, RULE).content.decode()
    assert f'name="points-{emil.code}" value="12.5"' in shown


def test_a_rule_that_cannot_be_is_refused(as_alice, page, emil):
    rule = {"basis": "luck", "percent": "0", "matches": "1", "most": "20"}
    response = as_alice.get(page, rule)
    assert response.status_code == 422
    assert "Nothing is saved yet" not in response.content.decode()


def test_members_see_no_proposals(as_bob, page, emil):
    shown = as_bob.get(page, RULE)
    assert shown.status_code == 200
    assert "<form" not in shown.content.decode().split("<main")[1].split("</main>")[0]


def test_a_cup_says_why_nobody_has_one(as_alice, page, event, emil):
    Event.objects.filter(pk=event.pk).update(draw="knockout")
    shown = as_alice.get(page).content.decode()
    assert "In a knock-out whoever wins goes on" in shown
    assert f"points-{emil.code}" not in shown


def test_a_form_sent_when_the_event_has_become_a_cup_is_refused(as_alice, page, event, emil):
    Event.objects.filter(pk=event.pk).update(draw="knockout")
    response = save(as_alice, page, {emil: "3"})
    assert response.status_code == 409
    assert "In a knock-out whoever wins goes on" in response.content.decode()
    assert not Handicap.objects.exists()


def close(event):
    Season.objects.filter(pk=event.season_id).update(status="closed")


def cancel(event):
    Event.objects.filter(pk=event.pk).update(cancelled_at=NOW, cancelled_because="snow")


@pytest.mark.parametrize(
    ("end", "said"), [(close, "The season is closed"), (cancel, "This event is cancelled")]
)
def test_what_is_over_has_no_form(as_alice, page, event, given, emil, end, said):  # noqa: PLR0917
    end(event)
    shown = as_alice.get(page).content.decode()
    assert said in shown
    assert f"points-{emil.code}" not in shown


@pytest.fixture
def two_pages(monkeypatch, event, emil):
    """Pages of one player each: Emil and Fred, who is returned."""
    monkeypatch.setattr(pages, "PER_PAGE", 1)
    return RegistrationFactory(event=event, player=PlayerFactory(name="Fred")).player


def test_after_a_page_the_rule_goes_on_with_the_next(as_alice, page, emil, two_pages):
    first = as_alice.get(page, RULE)
    assert f"points-{two_pages.code}" not in first.content.decode()
    response = save(as_alice, f"{page}?{urlencode(RULE)}", {emil: "3"})
    assert response.url == f"{page}?{urlencode(RULE | {'page': '2'})}"
    response = save(as_alice, response.url, {two_pages: "4"}, seen=1)
    assert response.url == f"{page}?page=2"


def test_the_list_of_handicaps_has_pages(client, page, event, emil, two_pages, alice):  # noqa: PLR0917
    wanted = [Wanted(emil, Decimal(1)), Wanted(two_pages, Decimal(2))]
    handicaps.set_handicaps(event=event, handicaps=wanted, by=alice, now=NOW)
    handicaps.set_handicaps(event=event, handicaps=[Wanted(emil, None)], by=alice, now=NOW)
    shown = [client.get(page, {"players": number}).content.decode() for number in (1, 2)]
    assert ["+2</strong>" in shown[0], "+2</strong>" in shown[1]] == [True, False]
    assert ["Earlier handicaps" in one for one in shown] == [False, True]
    assert "Nobody has a handicap" not in shown[1]


def test_the_page_costs_as_much_for_many(as_alice, page, event, given):
    def cost():
        with CaptureQueriesContext(connection) as seen:
            as_alice.get(page)
        return len(seen)

    few = cost()
    for status in ["in_force", "ended"] * 10:
        player = RegistrationFactory(event=event).player
        event.handicaps.create(player=player, points=1, status=status, set_at=NOW, ended_at=NOW)
    assert cost() == few
