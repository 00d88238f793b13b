"""Play now: who wants to play a game meets who else does, or gets bots after a while."""

from datetime import timedelta

import pytest

from league.models import Agreement, Club, Event, OnlineTable, Registration, Season
from league.services.accounts import people
from league.services.base.refusals import Invalid, NotFound
from league.services.play import play_now, tables
from league.services.play.play_now import Company
from tests.league.factories import AccountFactory, EventFactory, PersonFactory, SeasonFactory
from tests.league.services.play import acts
from tests.league.services.races import at_once

GAME = "mit-list-und-tuecke"
Status = OnlineTable.Status


@pytest.fixture(autouse=True)
def offer(season):
    """The event whose tables Play now fills."""
    Club.objects.filter(pk=season.club_id).update(is_trusted=True)
    return EventFactory(season=season, draw=Event.Draw.ONLINE, play_now=True)


def sit(by, now, **wish):
    return acts.row(play_now.sit_down(game=GAME, by=by, now=now, **wish))


def names(table):
    return [seat.player.name for seat in acts.row(table).seats.all()]


def test_who_comes_first_waits_for_others(offer, bob, now):
    table = sit(bob, now)
    assert (table.event, table.status, names(table)) == (offer, Status.GATHERING, ["Bob"])


def test_who_comes_next_sits_down_beside_them(bob, dora, now):
    assert sit(bob, now) == sit(dora, now)


def test_whoever_sits_down_is_registered_and_agrees(offer, season, mallory, now):
    sit(mallory, now)
    row = Registration.objects.get(event=offer, player=mallory.player)
    agreed = Agreement.objects.get(club=season.club, player=mallory.player)
    assert (row.status, agreed.status) == ("registered", "agreed")


def test_an_account_that_is_nobody_gives_a_name(now):
    nobody = AccountFactory(username="nina")
    with pytest.raises(Invalid, match="own_name"):
        sit(nobody, now)
    assert names(sit(nobody, now, own_name="Nina")) == ["Nina"]


def test_pressing_twice_leads_to_one_table(bob, now):
    assert sit(bob, now) == sit(bob, now, company=Company.NOW)


@pytest.mark.parametrize("adds_number", [True, False])
def test_who_plays_bots_adds_a_number_or_gets_cards_at_once(bob, now, adds_number):
    table = sit(bob, now, company=Company.NOW, adds_number=adds_number)
    assert (table.status, table.length) == (Status.PLAYING, 0 if adds_number else 1)


def test_bots_take_the_seats_that_are_left_after_a_minute(bob, dora, now):
    table = sit(bob, now, bot="easy")
    sit(dora, now, bot="hard")
    acts.watch(now, seconds=59)
    assert acts.row(table).status == Status.GATHERING
    acts.watch(now, seconds=60)
    assert acts.row(table).status == Status.PLAYING
    assert names(table) == ["Bob", "Dora", "easy", "easy"]


def test_bots_are_there_at_once_for_who_wants(bob, now):
    table = sit(bob, now, company=Company.NOW)
    assert (table.status, names(table)) == (Status.PLAYING, ["Bob", "medium", "medium", "medium"])


def test_who_wants_people_only_gets_no_bots(bob, dora, mallory, now):
    table = sit(bob, now, company=Company.PEOPLE)
    assert sit(dora, now) != table
    assert sit(mallory, now, company=Company.PEOPLE) == table


def test_a_table_for_friends_is_theirs(bob, dora, now):
    table = sit(bob, now, company=Company.FRIENDS)
    assert (table.is_private, table.fill_with) == (True, "")
    assert sit(dora, now, company=Company.PEOPLE) != table
    assert table not in play_now.waiting(play_now.offers(now=now))


def test_people_who_never_come_end_the_wait(bob, now):
    table = sit(bob, now, company=Company.PEOPLE)
    acts.watch(now, seconds=15 * 60)
    assert acts.row(table).status == Status.CANCELLED


def test_tables_of_another_size_are_others(bob, dora, now):
    assert sit(bob, now, seats=5) != sit(dora, now)


@pytest.mark.parametrize(
    ("wish", "field"), [({"seats": 9}, "seats"), ({"bot": "Fox 1"}, "bot"), ({"bot": "x"}, "bot")]
)
def test_a_wish_that_cannot_be_names_the_field(bob, now, wish, field):
    with pytest.raises(Invalid) as refused:
        sit(bob, now, **wish)
    assert list(refused.value.errors) == [field]
    assert not Registration.objects.exists()


def test_the_first_event_of_a_game_takes_all(offer, season, bob, now):
    EventFactory(season=season, draw=Event.Draw.ONLINE, play_now=True)
    assert sit(bob, now).event == offer


@pytest.mark.parametrize(
    "fields",
    [
        {"play_now": False},
        {"is_open": False},
        {"cancelled_at": True},
        {"closes_at": True},
        {"ends_at": True},
        {"capacity": 4},
    ],
)
def test_an_event_that_takes_nobody_is_no_offer(offer, bob, now, fields):
    fields = {
        name: now if value is True and name.endswith("_at") else value
        for name, value in fields.items()
    }
    Event.objects.filter(pk=offer.pk).update(**fields)
    with pytest.raises(NotFound, match="Nobody offers this game"):
        sit(bob, now)


def test_a_club_that_nobody_trusts_offers_nothing(season, bob, now):
    Club.objects.filter(pk=season.club_id).update(is_trusted=False)
    assert not play_now.offers(now=now)


def test_a_season_that_is_closed_offers_nothing(season, now):
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    assert not play_now.offers(now=now)


def test_a_table_whose_season_is_closed_is_called_off(season, bob, now):
    table = sit(bob, now)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    acts.watch(now, seconds=60)
    assert acts.row(table).status == Status.CANCELLED


def test_a_bot_that_may_not_play_any_more_is_replaced(offer, bob, now):
    table = sit(bob, now, bot="easy")
    offer.bots.add(people.builtin_bot(name="greedy"))
    acts.watch(now, seconds=60)
    assert names(table)[1:] == ["greedy"] * 3


def test_what_was_played_last_is_offered_first(bob, now):
    sit(bob, now, bot="hard")
    assert play_now.last_wish(bob) == play_now.Wish(GAME, "hard")


def test_offers_cost_one_query(season, now, django_assert_num_queries):
    for number in range(5):
        other = SeasonFactory(club=season.club, name=str(number), game="skat")
        EventFactory(season=other, draw=Event.Draw.ONLINE, play_now=True)
    with django_assert_num_queries(1):
        assert len(play_now.offers(now=now)) == 2


@pytest.mark.django_db(transaction=True)
def test_two_at_once_end_at_one_table(bob, dora, mallory, now):
    found = at_once(*[lambda by=by: sit(by, now) for by in (bob, dora, mallory)])
    assert len({table.pk for table in found}) == 1
    assert sorted(names(found[0])) == ["Bob", "Dora", "Mallory"]


@pytest.mark.further
@pytest.mark.django_db(transaction=True)
def test_more_people_than_seats_end_at_two_tables(now):
    others = [PersonFactory().account for _ in range(5)]
    found = at_once(*[lambda by=by: sit(by, now) for by in others])
    tables_of_four = OnlineTable.objects.order_by("pk")
    assert [len(names(table)) for table in tables_of_four] == [4, 1]
    assert len(found) == 5


@pytest.mark.django_db(transaction=True)
def test_who_comes_as_bots_sit_down_has_a_seat_of_their_own(bob, dora, now):
    table = sit(bob, now)
    at_once(lambda: acts.watch(now, seconds=60), lambda: sit(dora, now))
    assert len(names(table)) == 4
    own = OnlineTable.objects.filter(seats__player=dora.player)
    assert own.count() == 1


def test_a_table_is_filled_once(bob, now):
    table = sit(bob, now)
    later = now + timedelta(minutes=1)
    tables.fill_due(table=table, now=later)
    assert tables.fill_due(table=table, now=later).status == Status.PLAYING
