"""The pot is shared out by the ranking once it is final, and handed out by a tick."""

import pytest

from league.models import AuditEntry, Match, Payment, Pot, Seat
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.books import payments, prizes
from tests.league.factories import BotFactory, EventFactory


@pytest.fixture
def shared(played, evening, alice, now):
    """Forty euros, of which the club keeps four; the rest is shared by 50, 30 and 20 percent."""
    prizes.set_pot(event=evening, kept=400, shares=[50, 30, 20], by=alice, now=now)
    return evening


def found(event):
    return [(one.place, one.player.name, one.due) for one in prizes.look(event).winners]


def hand_out(event, name, by, now, way="cash"):
    player = Seat.objects.get(match__session__event=event, player__name=name).player
    return prizes.hand_out(event=event, player=player, way=way, by=by, now=now)


def test_nothing_is_shared_out_at_first(evening, played):
    look = prizes.look(evening)
    assert (look.pot, look.kept, look.left, look.winners, look.waits) == (4000, 4000, 0, (), "")


def test_the_ranking_says_who_gets_what(shared):
    assert found(shared) == [(1, "Anna", 1800), (2, "Bert", 1080), (3, "Cora", 720)]


def test_prizes_and_what_is_kept_are_the_pot(shared):
    look = prizes.look(shared)
    assert sum(one.due for one in look.winners) + look.all_kept == look.pot == 4000


def test_equals_share_the_shares_of_their_places(shared, played):
    played.seats.filter(place__in=[1, 2]).update(place=1, points=8, score=8)
    assert found(shared) == [(1, "Anna", 1440), (1, "Bert", 1440), (3, "Cora", 720)]


def test_bots_get_nothing_and_take_no_place(shared, played):
    played.seats.filter(place=1).update(player=BotFactory())
    assert found(shared) == [(1, "Bert", 1800), (2, "Cora", 1080), (3, "Dirk", 720)]


@pytest.mark.parametrize("status", ["open", "entered"])
def test_nobody_gets_anything_before_all_is_final(shared, alice, now, status):
    Match.objects.update(status=status)
    look = prizes.look(shared)
    assert look.winners == ()
    assert "not final yet" in look.waits
    assert look.planned == (1800, 1080, 720)
    with pytest.raises(Conflict, match="not final yet"):
        hand_out(shared, "Anna", alice, now)


def test_an_event_without_a_match_waits(evening, alice, now):
    prizes.set_pot(event=evening, kept=0, shares=[100], by=alice, now=now)
    assert "No result" in prizes.look(evening).waits


def test_a_prize_is_handed_out_once(shared, scorer, alice, now):
    noted = hand_out(shared, "Bert", scorer, now, "transfer")
    assert (noted.amount, noted.noted_by, noted.kind) == (1080, scorer, "prize")
    assert noted.way == "transfer"
    assert hand_out(shared, "Bert", alice, now) == noted


def test_a_prize_is_handed_out_in_a_way_that_there_is(shared, alice, now):
    with pytest.raises(Invalid, match="cash or transfer"):
        hand_out(shared, "Bert", alice, now, "barter")
    assert not Payment.objects.filter(kind="prize").exists()


def test_the_log_says_how_a_prize_was_handed_out(shared, alice, now):
    hand_out(shared, "Bert", alice, now, "transfer")
    assert AuditEntry.objects.get(action="event.hand_out_prize").data["way"] == "transfer"


def test_a_prize_is_no_fee(shared, alice, now):
    hand_out(shared, "Anna", alice, now)
    assert payments.totals(shared).received == 4000
    assert prizes.look(shared).pot == 4000


def test_who_gets_no_prize_is_handed_none(shared, alice, now):
    with pytest.raises(Conflict, match="Dirk gets no prize"):
        hand_out(shared, "Dirk", alice, now)


def test_a_prize_can_be_taken_back(shared, alice, now):
    player = hand_out(shared, "Anna", alice, now).player
    prizes.take_back(event=shared, player=player, by=alice, now=now)
    prizes.take_back(event=shared, player=player, by=alice, now=now)
    assert prizes.look(shared).winners[0].handed == ()


def test_what_was_handed_out_stays_whatever_is_corrected(shared, played, alice, now):
    hand_out(shared, "Cora", alice, now)
    played.seats.filter(player__name="Cora").update(points=0, score=0, place=4)
    last = prizes.look(shared).winners[-1]
    assert (last.place, last.player.name, last.due, last.amount) == (None, "Cora", 0, 720)


def test_without_shares_there_are_no_prizes(shared, alice, now):
    hand_out(shared, "Anna", alice, now)
    prizes.set_pot(event=shared, kept=0, shares=[], by=alice, now=now)
    assert not Pot.objects.exists()
    assert [one.amount for one in prizes.look(shared).winners] == [1800]


@pytest.mark.parametrize("shares", [[50, 40], [100, 0], [2] * 50 + [0], [150, -50]])
def test_shares_make_up_the_whole(evening, alice, now, shares):
    with pytest.raises(Invalid, match="make 100 together"):
        prizes.set_pot(event=evening, kept=0, shares=shares, by=alice, now=now)


def test_what_the_club_keeps_has_bounds(evening, alice, now):
    with pytest.raises(Invalid):
        prizes.set_pot(event=evening, kept=-1, shares=[100], by=alice, now=now)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_share_a_pot(evening, now, who, request):
    with pytest.raises(Forbidden):
        prizes.set_pot(
            event=evening, kept=0, shares=[100], by=request.getfixturevalue(who), now=now
        )


@pytest.mark.parametrize("who", ["bob", "mallory"])
def test_members_and_strangers_hand_out_nothing(shared, now, who, request):
    with pytest.raises(Forbidden):
        hand_out(shared, "Anna", request.getfixturevalue(who), now)
    assert not Payment.objects.filter(kind="prize").exists()


def test_other_events_have_their_own_pot(shared):
    other = EventFactory(season=shared.season)
    assert prizes.look(other).shares == ()


def test_a_look_costs_the_same_however_many_win(shared, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        prizes.look(shared)
