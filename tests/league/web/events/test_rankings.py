"""The ranking of an evening, and of each of its sessions, on a page and on paper."""

from .test_prints import pages


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
