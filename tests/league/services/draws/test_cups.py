"""What may happen to a cup on an evening, and that it goes on to its winner."""

import pytest

from league.models import (
    Bye,
    Event,
    Match,
    Registration,
    Session,
    Standing,
)
from league.services.base.refusals import Conflict
from league.services.corrections import corrections, voids
from league.services.draws import bracket_looks, drawing, draws
from league.services.draws.brackets import Seeding, Wanted
from league.services.events import attendance, sessions
from league.services.registration import registrations
from tests.league.cups import make_cup, next_round, win
from tests.league.draws import tables
from tests.league.factories import NOW, PlayerFactory


@pytest.fixture
def cup_of(club):
    """Return what makes a cup: in Briscola in pairs, or at tables of four of Gong Zhu."""

    def make(count, size=2, **fields):
        game = "gong-zhu" if size == 4 else "briscola"
        return make_cup(club, count, game=game, table_size=size, **fields)

    return make


def row_of(cup, player):
    return cup.registrations.get(player=player)


def leave(cup, player, by):
    return attendance.withdraw(registration=row_of(cup, player), by=by, now=NOW)


def playing(session):
    return {player for table in tables(session) for player in table}


def places(cup):
    return [(one.place, list(one.players)) for one in bracket_looks.look(cup, by=None).ranks]


def decide(session, order, by, *, gave_up=()):
    """Let all but the best of each table forfeit, and everybody where one of these sits."""
    for match in session.matches.all():
        seats = sorted(match.seats.all(), key=lambda seat: order.index(seat.player))
        lost = seats if {seat.player for seat in seats} & set(gave_up) else seats[1:]
        corrections.forfeit(
            match=match,
            seats=[seat.number for seat in lost],
            reason="Gone.",
            by=by,
            expected_version=None,
            now=NOW,
        )


def change(match, *, lost, by):
    """Change the result of a match: one of these has given it up."""
    match = Match.objects.get(pk=match.pk)
    corrections.forfeit(
        match=match,
        seats=[seat.number for seat in match.seats.all() if seat.player in lost],
        reason="Read wrongly.",
        by=by,
        expected_version=match.version,
        now=NOW,
    )


def test_who_is_knocked_out_may_leave(cup_of, alice):
    cup, players = cup_of(8)
    win(next_round(cup, alice), players)
    leave(cup, players[7], alice)
    assert playing(next_round(cup, alice)) == set(players[:4])


def test_a_substitute_plays_on_in_the_place(cup_of, alice):
    cup, players = cup_of(8)
    win(next_round(cup, alice), players)
    substitute = PlayerFactory()
    row = row_of(cup, players[0])
    attendance.replace(registration=row, player=substitute, by=alice, now=NOW)
    second = next_round(cup, alice)
    assert playing(second) == {substitute, *players[1:4]}
    win(second, [substitute, *players])
    final = next_round(cup, alice)
    assert playing(final) == {substitute, players[1]}
    win(final, [substitute, *players])
    assert places(cup)[0] == (1, [substitute])


def test_a_substitute_before_the_first_draw_can_be_replaced_again(cup_of, alice):
    cup, players = cup_of(4)
    first, second = PlayerFactory.create_batch(2)
    came = attendance.replace(registration=row_of(cup, players[0]), player=first, by=alice, now=NOW)
    win(next_round(cup, alice), [first, *players])
    attendance.replace(registration=came, player=second, by=alice, now=NOW)
    assert second in playing(next_round(cup, alice))


def test_the_opponent_of_who_left_goes_on_with_a_bye(cup_of, alice):
    cup, players = cup_of(8)
    win(next_round(cup, alice), players)
    leave(cup, players[3], alice)
    second = next_round(cup, alice)
    assert [set(table) for table in tables(second)] == [set(players[1:3])]
    assert Bye.objects.get(session=second).player == players[0]
    assert second.explanation["breaches"] == []
    win(second, players)
    assert playing(next_round(cup, alice)) == set(players[:2])


def test_who_is_alone_in_the_end_has_won(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice), players)
    leave(cup, players[0], alice)
    with pytest.raises(Conflict, match=f"{players[1].name} has won this cup"):
        next_round(cup, alice)


def test_seven_at_tables_of_four_sit_at_a_table_of_four(cup_of, alice):
    cup, players = cup_of(7, 4)
    first = next_round(cup, alice)
    assert [len(table) for table in tables(first)] == [4]
    assert {bye.player for bye in first.byes.all()} == set(players[:3])
    win(first, players)
    assert playing(next_round(cup, alice)) == set(players[:4])


@pytest.mark.parametrize(("fill", "sizes"), [("byes", [3, 3, 3, 3]), ("sizes", [3, 3, 4])])
def test_sixteen_of_skat_at_three_sit_as_the_event_says(club, alice, fill, sizes):
    cup, _players = make_cup(club, 16, game="skat", table_size=3, fill=fill)
    assert sorted(len(table) for table in tables(next_round(cup, alice))) == sizes


def test_bots_do_not_fill_places_of_a_cup(cup_of, alice):
    cup, _players = cup_of(7, fill="bots")
    with pytest.raises(Conflict, match="could win it"):
        next_round(cup, alice)


def test_too_few_for_one_table_are_told_so(cup_of, alice):
    cup, _players = cup_of(3, 4)
    with pytest.raises(Conflict, match="needs 4 players"):
        next_round(cup, alice)


def test_the_best_who_is_out_completes_a_table(cup_of, alice):
    cup, players = cup_of(8, 4)
    win(next_round(cup, alice), players)
    leave(cup, players[3], alice)
    final = next_round(cup, alice)
    assert playing(final) == {*players[:3], players[4]}
    win(final, players[::-1])
    assert places(cup)[0] == (1, [players[4]])


def test_who_is_registered_for_a_table_that_lacks_players_sits_there(cup_of, alice):
    cup, players = cup_of(7, 4)
    first = next_round(cup, alice)
    win(first, players)
    for player in players[3:]:
        leave(cup, player, alice)
    with pytest.raises(Conflict, match="Register another player"):
        next_round(cup, alice)
    Session.objects.filter(event=cup, number=2).delete()
    row = registrations.register_guest(event=cup, name="Zoe", by=alice, now=NOW)
    assert playing(next_round(cup, alice)) == {*players[:3], row.player}


def test_who_comes_late_is_named(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice), players)
    row = registrations.register_guest(event=cup, name="Zoe", by=alice, now=NOW)
    second = next_round(cup, alice)
    assert row.player not in playing(second)
    assert second.explanation["late"] == [row.player.code]


def test_nobody_goes_on_from_a_table_that_both_gave_up(cup_of, alice):
    cup, players = cup_of(8)
    decide(next_round(cup, alice), players, alice, gave_up=players[3:4])
    second = next_round(cup, alice)
    assert [set(table) for table in tables(second)] == [set(players[1:3])]
    assert [bye.player for bye in second.byes.all()] == [players[0]]


def test_the_third_place_is_played_for_where_it_is_wanted(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice, wanted=Wanted(third_place=True)), players)
    final = next_round(cup, alice)
    assert [set(table) for table in tables(final)] == [set(players[:2]), set(players[2:])]
    win(final, players)
    assert places(cup) == [(place, [player]) for place, player in enumerate(players, start=1)]


def test_seeds_are_by_lot_where_that_is_wanted(cup_of, alice):
    cup, players = cup_of(16)
    session = next_round(cup, alice, wanted=Wanted(seeding=Seeding.LOT))
    codes = [player.code for player in players]
    assert sorted(session.explanation["seeding"]) == sorted(codes)
    assert session.explanation["seeding"] != codes


def test_seeds_are_by_the_standings_where_that_is_wanted(cup_of, alice):
    cup, players = cup_of(4)
    for number, player in enumerate(players):
        Standing.objects.create(
            season=cup.season, player=player, gross=number, place_counts=[1], matches=1
        )
    session = next_round(cup, alice, wanted=Wanted(seeding=Seeding.STANDINGS))
    assert session.explanation["seeding"] == [player.code for player in players[::-1]]


def test_what_the_first_draw_settled_stays_when_the_event_changes(cup_of, alice):
    cup, players = cup_of(8, 4)
    win(next_round(cup, alice), players)
    Event.objects.filter(pk=cup.pk).update(fill="byes", table_size=None)
    assert playing(next_round(cup, alice)) == set(players[:4])


def test_a_cup_that_was_begun_before_plans_were_kept_goes_on(cup_of, alice):
    cup, players = cup_of(7)
    first = next_round(cup, alice)
    told = {name: first.explanation[name] for name in ("seeding", "breaches", "tables", "total")}
    Session.objects.filter(pk=first.pk).update(explanation=told)
    win(first, players)
    assert playing(next_round(cup, alice)) == set(players[:4])


def test_a_draft_is_not_published_after_a_result_it_was_drawn_from_changed(cup_of, alice):
    cup, players = cup_of(4)
    first = next_round(cup, alice)
    decide(first, players, alice)
    final = next_round(cup, alice, is_published=False)
    match = first.matches.get(seats__player=players[0])
    change(match, lost=players[:1], by=alice)
    with pytest.raises(Conflict, match="Draw again"):
        draws.publish(session=final, by=alice, now=NOW)
    final = Session.objects.get(pk=final.pk)
    drawing.draw(session=final, by=alice, now=NOW)
    draws.publish(session=final, by=alice, now=NOW)
    assert playing(final) == {players[3], players[1]}


def test_a_draft_that_was_changed_by_hand_is_published_all_the_same(cup_of, alice):
    cup, players = cup_of(4)
    win(next_round(cup, alice), players)
    final = next_round(cup, alice, is_published=False)
    guest = PlayerFactory()
    draws.seat_players(session=final, tables=[[guest, players[1]]], by=alice, now=NOW)
    draws.publish(session=final, by=alice, now=NOW)
    win(final, [guest, *players])
    assert places(cup)[0] == (1, [guest])


def corrected_final(cup_of, alice):
    """Return a cup whose final is published, and the result of its first semi-final."""
    cup, players = cup_of(4)
    first = next_round(cup, alice)
    decide(first, players, alice)
    final = next_round(cup, alice)
    match = first.matches.get(seats__player=players[0])
    return cup, players, final, match


def test_a_result_that_a_published_round_was_drawn_from_stays(cup_of, alice):
    _cup, players, final, match = corrected_final(cup_of, alice)
    with pytest.raises(Conflict, match="Session 2 was drawn from this result"):
        change(match, lost=players[:1], by=alice)
    sessions.undo(session=Session.objects.get(pk=final.pk), by=alice, now=NOW)
    change(match, lost=players[:1], by=alice)


def test_a_result_may_change_where_the_same_players_go_on(cup_of, alice):
    _cup, players, _final, match = corrected_final(cup_of, alice)
    change(match, lost=players[1:], by=alice)


def test_a_result_may_change_after_the_next_round_was_played(cup_of, alice):
    """Who has played the final has played it."""
    cup, players, final, match = corrected_final(cup_of, alice)
    win(final, players)
    change(match, lost=players[:1], by=alice)
    assert places(cup)[0] == (1, [players[0]])


def void(match, by):
    fresh = Match.objects.get(pk=match.pk)
    voids.void(match=fresh, reason="wrong deck", by=by, expected_version=None, now=NOW)


def test_a_table_is_not_void_while_the_next_round_is_published(cup_of, alice):
    _cup, _players, _final, match = corrected_final(cup_of, alice)
    with pytest.raises(Conflict, match="Session 2 was drawn from this result"):
        void(match, alice)


def test_a_table_is_not_void_while_the_next_round_has_a_result(cup_of, alice):
    _cup, players, final, match = corrected_final(cup_of, alice)
    decide(final, players, alice)
    with pytest.raises(Conflict, match="void its table, then change this result"):
        void(match, alice)


@pytest.mark.further
def test_rounds_that_are_void_are_drawn_again(cup_of, alice):
    """The organiser does as told: the final is void first, then the table it was drawn from."""
    cup, players, final, match = corrected_final(cup_of, alice)
    decide(final, players, alice)
    void(final.matches.get(), alice)
    void(match, alice)
    again = next_round(cup, alice)
    assert [set(table) for table in tables(again)] == [{players[0], players[3]}]
    decide(again, players[::-1], alice)
    last = next_round(cup, alice)
    assert playing(last) == {players[3], players[1]}
    decide(last, players, alice)
    assert places(cup)[0] == (1, [players[1]])


def test_only_players_who_are_checked_in_stays_as_it_was_set(cup_of, alice):
    cup, players = cup_of(4)
    Registration.objects.filter(player__in=players[:2]).update(checked_in_at=NOW)
    session = next_round(cup, alice, checked_in_only=True)
    assert session.explanation["checked_in_only"]
    assert playing(session) == set(players[:2])
