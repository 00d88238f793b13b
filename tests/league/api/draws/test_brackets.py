"""The bracket of a cup as programs read it."""

import pytest

from tests.league.cups import make_cup, next_round, win
from tests.league.factories import SessionFactory


@pytest.fixture
def cup(club, alice):
    """A cup of three: the best seed has a bye, the two others have played."""
    cup, players = make_cup(club, 3, table_size=2)
    win(next_round(cup, alice), players)
    return cup


def bracket(client, cup):
    return client.get(f"events/{cup.code}/bracket").json()


def test_the_bracket_has_rounds_of_heats_of_seats(anonymous, cup):
    shown = bracket(anonymous, cup)
    assert (shown["is_bracket"], shown["table_size"], shown["go_on"]) == (True, 2, 1)
    [bye, heat], [final] = shown["rounds"]
    match = cup.sessions.get().matches.get()
    assert bye["is_bye"]
    assert heat["match"] == {"code": match.code, "status": "final"}
    assert [seat["goes_on"] for seat in heat["seats"]] == [True, False]
    assert [seat["seed"] for seat in final["seats"]] == [1, 2]


def test_an_open_seat_names_the_heat_it_is_taken_from(anonymous, cup):
    cup.sessions.get().matches.update(status="entered")
    [_bye, heat], [final] = bracket(anonymous, cup)["rounds"]
    assert final["match"] is None
    seat = final["seats"][1]
    assert (seat["player"], seat["heat"], seat["heat_place"]) == (None, heat["number"], 1)


def test_the_bracket_has_everybodys_place(anonymous, cup):
    shown = bracket(anonymous, cup)
    assert [(rank["place"], len(rank["players"])) for rank in shown["ranks"]] == [(3, 1)]
    assert shown["small_final"] is None


def test_the_first_draw_settles_seeding_and_third_place(as_alice, club):
    cup, _players = make_cup(club, 4, table_size=2)
    session = SessionFactory(event=cup, number=1, status="draft")
    wanted = {"seeding": "lot", "third_place": True}
    assert as_alice.post(f"sessions/{session.code}/draw", wanted).status_code == 200
    session.refresh_from_db()
    assert (session.explanation["seeded_by"], session.explanation["third_place"]) == ("lot", True)
    assert len(bracket(as_alice, cup)["small_final"]["seats"]) == 2


def test_a_draft_is_not_in_the_bracket_of_strangers(as_alice, as_mallory, alice, cup):
    draft = next_round(cup, alice, is_published=False).matches.get()
    assert bracket(as_mallory, cup)["rounds"][1][0]["match"] is None
    shown = bracket(as_alice, cup)["rounds"][1][0]["match"]
    assert shown == {"code": draft.code, "status": "draft"}


def test_an_event_that_is_no_knock_out_has_no_bracket(anonymous, event):
    response = anonymous.get(f"events/{event.code}/bracket")
    assert response.status_code == 404
    assert "not a knock-out" in response.json()["detail"]
