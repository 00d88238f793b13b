import pytest

from league.models import Bye, GameRating, Match, Seat
from league.services.base.refusals import Conflict
from league.services.draws import draws, seating
from league.services.draws.seating import SwapPlayers
from tests.league.cups import make_cup, next_round, win
from tests.league.draws import register, tables
from tests.league.factories import NOW, EventFactory, PlayerFactory, SessionFactory


@pytest.fixture
def made(club):
    return make_cup(club, 7, table_size=2)


@pytest.fixture
def cup(made):
    return made[0]


@pytest.fixture
def seeded(made):
    """Seven players, each rated better than the next."""
    return made[1]


def test_the_best_has_a_bye_and_meets_the_second_in_the_final(cup, seeded, alice):
    first = next_round(cup, alice)
    assert Bye.objects.get(session=first).player == seeded[0]
    assert len(tables(first)) == 3
    win(first, seeded)
    second = next_round(cup, alice)
    assert {player for table in tables(second) for player in table} == set(seeded[:4])
    win(second, seeded)
    final = next_round(cup, alice)
    assert [set(table) for table in tables(final)] == [set(seeded[:2])]


def test_a_round_waits_for_the_one_before(cup, seeded, alice):
    next_round(cup, alice)
    with pytest.raises(Conflict, match="not finished"):
        next_round(cup, alice)


def test_after_the_final_there_is_no_round(cup, seeded, alice):
    for _ in range(3):
        win(next_round(cup, alice), seeded)
    with pytest.raises(Conflict, match="final has been played"):
        next_round(cup, alice)


def test_the_seeding_stays_when_ratings_move(cup, seeded, alice):
    win(next_round(cup, alice), seeded)
    GameRating.objects.filter(player=seeded[6]).update(ordinal=99)
    second = next_round(cup, alice)
    assert {player for table in tables(second) for player in table} == set(seeded[:4])


def test_a_round_that_was_seated_by_hand_is_told(cup, seeded, alice):
    first = next_round(cup, alice)
    win(first, seeded)
    one, other = first.matches.order_by("table_number")[:2]
    a, b = one.seats.first(), other.seats.first()
    Seat.objects.filter(pk=a.pk).update(player=b.player)
    Seat.objects.filter(pk=b.pk).update(player=a.player)
    with pytest.raises(Conflict, match="did not follow the bracket"):
        next_round(cup, alice)


def test_sides_are_not_knocked_out(club, alice):
    cup = EventFactory(season__club=club, season__game="truco", draw="knockout")
    register(cup, 8)
    with pytest.raises(Conflict, match="plays alone"):
        next_round(cup, alice)


def test_a_guest_who_was_seated_by_hand_plays_on(cup, seeded, alice):
    first = next_round(cup, alice)
    guest = PlayerFactory()
    Seat.objects.filter(player=seeded[6]).update(player=guest)
    order = [guest, *seeded]
    win(first, order)
    second = next_round(cup, alice)
    assert guest in playing(second)
    assert second.explanation["breaches"] == []
    win(second, order)
    assert guest in playing(next_round(cup, alice))


def test_a_table_that_became_void_is_drawn_again(cup, seeded, alice):
    first = next_round(cup, alice)
    win(first, seeded)
    again = first.matches.get(table_number=1)
    Match.objects.filter(pk=again.pk).update(status=Match.Status.VOID)
    second = next_round(cup, alice)
    assert {seat.player for seat in again.seats.all()} in [set(one) for one in tables(second)]


def test_byes_of_a_bracket_and_who_is_out_break_no_rule(club, alice):
    """Of five, one has a bye in each of two rounds, and three are out before the final."""
    cup, players = make_cup(club, 5, table_size=2)
    for number in range(3):
        session = next_round(cup, alice)
        assert session.explanation["breaches"] == []
        assert all(table["breaches"] == [] for table in session.explanation["tables"])
        reasons = [one["why"] for one in session.explanation["reasons"]]
        assert reasons == (["bracket"] if number < 2 else [])
        win(session, players)


def playing(session):
    return {player for table in tables(session) for player in table}


LEFT = [{"code": "bracket", "players": [], "table": None}]


def priced(session, one, other, by):
    price = seating.price(session=session, wish=SwapPlayers(one, other), by=by)
    return price["severity"], price["breaches"], price["mended"]


def swap(session, one, other, by):
    seating.change(session=session, wish=SwapPlayers(one, other), by=by, now=NOW)


def test_a_swap_with_the_bye_of_a_bracket_leaves_it(cup, seeded, alice):
    session = next_round(cup, alice, is_published=False)
    assert priced(session, seeded[0], seeded[1], alice) == ("breach", LEFT, [])


def test_a_swap_between_tables_of_any_round_leaves_the_bracket(cup, seeded, alice):
    for _ in range(2):
        session = next_round(cup, alice, is_published=False)
        (one, _one), (other, _other), *_more = tables(session)
        assert priced(session, one, other, alice) == ("breach", LEFT, [])
        draws.publish(session=session, by=alice, now=NOW)
        win(session, seeded)


def test_a_swap_at_one_table_of_a_bracket_is_free(cup, seeded, alice):
    session = next_round(cup, alice, is_published=False)
    assert priced(session, *tables(session)[0], alice) == ("free", [], [])


def test_a_swap_back_mends_the_bracket_and_any_other_says_no_more(cup, seeded, alice):
    session = next_round(cup, alice, is_published=False)
    (one, mate), (other, _other), _third = tables(session)
    swap(session, one, other, alice)
    assert session.explanation["breaches"] == LEFT
    assert priced(session, one, other, alice) == ("free", [], LEFT)
    assert priced(session, mate, one, alice) == ("free", [], [])


def test_a_round_after_the_bracket_was_left_has_none_to_leave(cup, seeded, alice):
    first = next_round(cup, alice, is_published=False)
    (one, _one), (other, _other), _third = tables(first)
    swap(first, one, other, alice)
    draws.publish(session=first, by=alice, now=NOW)
    win(first, seeded)
    second = SessionFactory(event=first.event, number=2, status="draft")
    draws.seat_players(session=second, tables=[seeded[:2], seeded[2:4]], by=alice, now=NOW)
    assert priced(second, seeded[0], seeded[2], alice)[1:] == ([], [])


def test_a_draft_that_was_changed_keeps_its_seeding(cup, seeded, alice):
    """Else the next round would be one of a bracket by other ratings."""
    first = next_round(cup, alice, is_published=False)
    swap(first, *tables(first)[0], alice)
    GameRating.objects.filter(player=seeded[6]).update(ordinal=99)
    draws.publish(session=first, by=alice, now=NOW)
    win(first, seeded)
    second = next_round(cup, alice)
    assert {player for table in tables(second) for player in table} == set(seeded[:4])
