"""What is shown of a cup: who met whom, who goes on, who may come; drafts are for organisers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match, Seat, Session
from league.services.draws import bracket_looks
from league.services.draws.brackets import Wanted
from tests.league.cups import make_cup, next_round, win
from tests.league.draws import register

MODES = [(2, 7), (2, 5), (3, 9), (4, 16)]
"""Players at a table and of the whole cup; seven at tables of two leave a bye."""


@pytest.fixture
def cup_of(club):
    """Return what makes a cup: in Briscola, or at tables of four in a game without sides."""

    def make(count=7, size=2):
        game = "gong-zhu" if size == 4 else "briscola"
        return make_cup(club, count, game=game, table_size=size)

    return make


def look(cup, by=None):
    return bracket_looks.look(cup, by=by)


def seeds(heat):
    return [seat.seed for seat in heat.seats]


def test_nothing_is_shown_before_the_first_draw(cup_of):
    cup, _players = cup_of()
    assert look(cup).rounds == ()


def test_rounds_go_from_the_first_to_the_final(cup_of, alice):
    cup, _players = cup_of(16)
    next_round(cup, alice)
    assert [len(heats) for heats in look(cup).rounds] == [8, 4, 2, 1]


def test_of_a_table_of_four_two_go_on(cup_of, alice):
    cup, players = cup_of(8, 4)
    win(next_round(cup, alice), players)
    shown = look(cup)
    assert (shown.size, shown.advance) == (4, 2)
    ahead = [[one.seed for one in heat.seats if one.goes_on] for heat in shown.rounds[0]]
    assert sorted(map(sorted, ahead)) == [[1, 4], [2, 3]]


def test_the_heats_of_a_round_stand_where_their_players_come_from(cup_of, alice):
    cup, players = cup_of(16)
    win(next_round(cup, alice), players)
    first, second = look(cup).rounds[:2]
    for number, heat in enumerate(second):
        before = first[2 * number : 2 * number + 2]
        assert seeds(heat) == [one.seed for some in before for one in some.seats if one.goes_on]


def test_who_has_a_bye_is_named_in_the_first_round(cup_of, alice):
    cup, players = cup_of(7)
    next_round(cup, alice)
    [bye] = [heat for heat in look(cup).rounds[0] if heat.is_bye]
    assert [(one.player, one.seed, one.goes_on) for one in bye.seats] == [(players[0], 1, False)]


def test_an_open_seat_says_where_somebody_will_come_from(cup_of, alice):
    cup, _players = cup_of(7)
    next_round(cup, alice)
    first, second, _final = look(cup).rounds
    assert second[0].match is None
    known, still_open = second[0].seats
    assert (known.seed, known.heat) == (1, None)
    assert (still_open.player, still_open.heat, still_open.heat_place) == (None, first[1].number, 1)


def test_scores_and_who_goes_on_come_with_the_final_result(cup_of, alice):
    cup, players = cup_of(2)
    session = next_round(cup, alice)
    assert [(one.score, one.goes_on) for one in look(cup).rounds[0][0].seats] == [(None, False)] * 2
    win(session, players)
    [seat, other] = look(cup).rounds[0][0].seats
    assert (seat.score, seat.place, seat.goes_on) == (0, 1, True)
    assert (other.score, other.place, other.goes_on) == (-1, 2, False)


def test_a_table_has_its_match_and_the_number_of_it(cup_of, alice):
    cup, _players = cup_of(4)
    session = next_round(cup, alice)
    shown = {heat.match: heat.table_number for heat in look(cup).rounds[0]}
    assert shown == {match: match.table_number for match in session.matches.all()}


@pytest.mark.parametrize(("size", "count"), MODES)
def test_every_match_is_shown_once(cup_of, alice, size, count):
    cup, players = cup_of(count, size)
    win(next_round(cup, alice), players)
    win(next_round(cup, alice), players)
    shown = look(cup)
    matches = [heat.match.pk for heats in shown.rounds for heat in heats if heat.match]
    assert shown.is_bracket
    assert sorted(matches) == sorted(Match.objects.values_list("pk", flat=True))


def test_a_first_draft_is_for_organisers(cup_of, alice, mallory):
    cup, _players = cup_of()
    next_round(cup, alice, is_published=False)
    assert look(cup, mallory).rounds == look(cup).rounds == ()
    assert look(cup, alice).is_bracket


def test_a_later_draft_is_not_seen_in_the_bracket(cup_of, alice, mallory):
    cup, players = cup_of()
    win(next_round(cup, alice), players)
    before = look(cup, mallory)
    next_round(cup, alice, is_published=False)
    assert look(cup, mallory) == before
    assert {heat.match.status for heat in look(cup, alice).rounds[1]} == {"draft"}


def test_tables_seated_by_hand_are_shown_as_they_were_played(cup_of, alice):
    cup, _players = cup_of(4)
    session = next_round(cup, alice)
    one, other = [match.seats.first() for match in session.matches.order_by("table_number")]
    Seat.objects.filter(pk=one.pk).update(player=other.player)
    Seat.objects.filter(pk=other.pk).update(player=one.player)
    shown = look(cup)
    assert not shown.is_bracket
    [heats] = shown.rounds
    assert [heat.match for heat in heats] == list(session.matches.order_by("table_number"))
    assert heats[0].seats[0].player == other.player


def test_who_was_seated_for_somebody_else_is_in_the_bracket_instead(cup_of, alice):
    cup, players = cup_of(4)
    next_round(cup, alice)
    [guest] = register(cup, 1)
    Seat.objects.filter(player=players[0]).update(player=guest)
    shown = [seat for heat in look(cup).rounds[0] for seat in heat.seats]
    assert (guest, None) in [(seat.player, seat.seed) for seat in shown]
    assert players[0] not in [seat.player for seat in shown]


def test_those_who_are_out_have_places_by_how_far_they_came(cup_of, alice):
    cup, players = cup_of(4)
    for _round in range(2):
        win(next_round(cup, alice), players)
    places = [(one.place, set(one.players)) for one in look(cup).ranks]
    assert places == [(1, {players[0]}), (2, {players[1]}), (3, set(players[2:]))]


def test_the_third_place_has_a_table_of_its_own(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice, wanted=Wanted(third_place=True)), players)
    win(next_round(cup, alice), players)
    assert {seat.player for seat in look(cup).small_final.seats} == set(players[2:])
    assert [one.players for one in look(cup).ranks] == [(player,) for player in players]


def test_a_substitute_is_shown_where_he_will_play(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice), players)
    row = cup.registrations.get(player=players[0])
    [substitute] = register(cup, 1, replaces=row, first_session=2)
    cup.registrations.filter(pk=row.pk).update(last_session=1)
    [first, final] = look(cup).rounds
    assert first[0].seats[0].player == players[0]
    assert final[0].seats[0].player == substitute


def test_a_seeding_with_somebody_unknown_is_no_bracket(cup_of, alice):
    cup, _players = cup_of(4)
    session = next_round(cup, alice)
    told = session.explanation | {"seeding": ["nobody2345", *session.explanation["seeding"][1:]]}
    Session.objects.filter(pk=session.pk).update(explanation=told)
    assert not look(cup).is_bracket


def test_who_has_left_is_still_in_the_bracket(cup_of, alice):
    cup, players = cup_of(4)
    next_round(cup, alice)
    cup.registrations.filter(player=players[0]).update(last_session=1)
    assert seeds(look(cup).rounds[0][0])[0] == 1


def queries(cup):
    with CaptureQueriesContext(connection) as asked:
        look(cup)
    return len(asked)


def test_a_bracket_costs_as_many_queries_for_two_as_for_twenty(cup_of, alice):
    (small, _pair), (large, _twenty) = cup_of(2), cup_of(20)
    for cup in (small, large):
        next_round(cup, alice)
    assert queries(small) == queries(large) == 8
