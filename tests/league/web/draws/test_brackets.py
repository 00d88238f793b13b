"""The bracket on the page of a cup, and what its rounds and open seats are called."""

import pytest
from django.urls import reverse
from django.utils import translation

from league.models import Match, Result, Seat
from league.services.draws import bracket_looks
from league.services.draws.brackets import Wanted
from league.web.draws.brackets import rounds_in_words
from tests.league.cups import make_cup, next_round, win
from tests.league.factories import NOW


@pytest.fixture
def cup_of(club, alice):
    """Return what makes a cup and draws its first round."""

    def make(count, **fields):
        cup, players = make_cup(club, count, **fields)
        return cup, players, next_round(cup, alice)

    return make


def page(client, cup):
    return client.get(reverse("web:event", args=[cup.code])).content.decode()


def rounds(cup):
    return rounds_in_words(bracket_looks.look(cup, by=None))


def test_rounds_of_pairs_are_called_as_in_any_cup(cup_of):
    cup, *_others = cup_of(17, table_size=2)
    names = ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert [one.name for one in rounds(cup)] == names


def test_a_round_of_larger_tables_has_its_number(cup_of):
    cup, *_others = cup_of(32, game="gong-zhu", table_size=4)
    assert rounds(cup)[0].name == "Round 1"


def test_names_of_rounds_are_in_the_language_of_the_reader(cup_of):
    cup, *_others = cup_of(8, table_size=2)
    with translation.override("de"):
        assert [one.name for one in rounds(cup)] == ["Viertelfinale", "Halbfinale", "Finale"]


def test_an_open_seat_says_whose_winner_comes(cup_of):
    cup, *_others = cup_of(4, table_size=2)
    [final] = rounds(cup)[1].heats
    assert [seat.comes for seat in final.seats] == ["winner of table 1", "winner of table 2"]


def test_an_open_seat_says_which_place_comes_where_two_go_on(cup_of):
    cup, *_others = cup_of(8, game="gong-zhu", table_size=4)
    [final] = rounds(cup)[1].heats
    assert [seat.comes for seat in final.seats][:2] == ["place 1 at table 1", "place 1 at table 2"]


def test_lines_join_those_who_meet(cup_of):
    cup, *_others = cup_of(8, table_size=2)
    ends = [(heat.is_first, heat.is_last) for heat in rounds(cup)[0].heats]
    assert ends == [(True, False), (False, True)] * 2


def test_the_page_leads_to_matches_and_says_seeds_scores_and_who_goes_on(client, cup_of):
    cup, players, session = cup_of(3, table_size=2)
    win(session, players)
    shown = page(client, cup)
    assert reverse("web:match", args=[session.matches.get().code]) in shown
    assert "advances" in shown
    assert '<span class="visually-hidden">seed </span>1' in shown
    assert '<span class="bracket__score">-1' in shown
    assert "Bye" in shown


def test_the_page_says_who_has_won(client, cup_of):
    cup, players, session = cup_of(2, table_size=2)
    assert ", has won" not in page(client, cup)
    win(session, players)
    assert ", has won" in page(client, cup)


def test_the_page_says_everybodys_place_and_has_a_table_for_the_third(client, club, alice):
    cup, players = make_cup(club, 4, table_size=2)
    win(next_round(cup, alice, wanted=Wanted(third_place=True)), players)
    win(next_round(cup, alice), players)
    shown = page(client, cup)
    assert "Third place" in shown
    for place, player in enumerate(players, start=1):
        assert f'<b>{place}.</b> <span class="player">{player.name}</span>' in shown


def test_a_seat_that_nobody_takes_says_so(client, club, alice):
    cup, players = make_cup(club, 4, table_size=2)
    session = next_round(cup, alice)
    win(session, players)
    match = session.matches.first()
    Match.objects.filter(pk=match.pk).update(result_version=2)
    seats = [seat.number for seat in match.seats.all()]
    Result.objects.create(
        match=match,
        version=2,
        source="forfeit",
        totals=[0, 0],
        places=[2, 2],
        forfeits=seats,
        entered_at=NOW,
    )
    assert [seat.comes for seat in rounds(cup)[1].heats[0].seats].count("nobody") == 1


def test_the_page_says_why_there_is_no_bracket(client, cup_of):
    cup, _players, session = cup_of(4, table_size=2)
    one, other = [match.seats.first() for match in session.matches.order_by("table_number")]
    Seat.objects.filter(pk=one.pk).update(player=other.player)
    Seat.objects.filter(pk=other.pk).update(player=one.player)
    shown = page(client, cup)
    assert "seated by hand" in shown
    assert "bracket--joined" not in shown
    assert reverse("web:match", args=[one.match.code]) in shown


def test_a_session_of_a_cup_does_not_say_what_its_tables_cost(client, cup_of):
    *_others, session = cup_of(4, table_size=2)
    assert session.matches.exists()
    shown = client.get(reverse("web:session", args=[session.code])).content.decode()
    assert "Why this table" not in shown


def test_other_events_have_no_bracket(client, event, session, match):
    assert "bracket" not in page(client, event)
