"""The ranking of an evening, and of each of its sessions, on a page and on paper."""

import re
from datetime import timedelta
from html import unescape

from django.utils import timezone

from league.models import Event, Player

from .test_prints import pages

FRAGMENT = {"HX-Request": "true"}


def ranking(client, event, ask=""):
    return client.get(f"/events/{event.code}/ranking/{ask}")


def test_page_shows_who_did_how_well(client, final, event):
    page = ranking(client, event).content.decode()
    seats = list(final.seats.all())
    players = {seat.player_id for seat in seats}
    assert page.count('<th scope="row">') == len(players)
    for player in players:
        assert f">{sum(seat.score for seat in seats if seat.player_id == player)}<" in page


def test_a_session_is_asked_for_by_its_number(client, final, event):
    page = ranking(client, event, "?session=1").content.decode()
    assert f'aria-current="page" href="/events/{event.code}/ranking/?session=1"' in page
    assert final.seats.first().player.shown_name in page


def test_a_draft_or_unknown_session_is_not_found(client, event, draft):
    for number in (draft.number, 9, "x", "-1", "1000000"):
        assert ranking(client, event, f"?session={number}").status_code == 404


def test_print_names_the_players(client, final, event):
    (page,) = pages(client.get(f"/events/{event.code}/ranking.pdf?session=1"))
    assert final.seats.first().player.shown_name in page


def test_event_and_session_lead_there(client, event, session):
    address = f"/events/{event.code}/ranking/"
    assert address in client.get(f"/events/{event.code}/").content.decode()
    assert f"{address}?session={session.number}" in (
        client.get(f"/sessions/{session.code}/").content.decode()
    )


def test_nothing_final_is_said(client, event, session):
    assert "No result is final yet." in ranking(client, event).content.decode()


def asks(client, event):
    """Return the address at which the page asks for news, None if it does not."""
    found = re.search(r'id="ranking" hx-get="(.*?)"', ranking(client, event).content.decode())
    return found and unescape(found[1])


def test_nothing_is_sent_before_something_changes(client, final, event):
    address = asks(client, event)
    assert client.get(address, headers=FRAGMENT).status_code == 204
    Player.objects.filter(pk=final.seats.first().player_id).update(name="Ludwig", builtin="")
    answer = client.get(address, headers=FRAGMENT).content.decode()
    assert "Ludwig" in answer
    assert "<html" not in answer


def test_a_score_that_changes_no_points_is_news(client, final, event):
    final.seats.filter(place=1).update(score=900)
    address = asks(client, event)
    final.seats.filter(place=1).update(score=901)
    assert client.get(address, headers=FRAGMENT).status_code == 200


def test_ranking_of_a_past_event_does_not_renew_itself(client, final, event):
    Event.objects.update(starts_at=timezone.now() - timedelta(days=2))
    assert asks(client, event) is None
