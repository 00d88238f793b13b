import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Job, Match, Seat, Version
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import draws
from tests.league.factories import BotFactory, PlayerFactory, SessionFactory, VersionFactory


def people(count):
    return PlayerFactory.create_batch(count)


def seat(draft, by, now, *tables):
    return draws.seat_players(session=draft, tables=tables, by=by, now=now)


def publish(draft, by, now):
    return draws.publish(session=draft, by=by, now=now)


@pytest.fixture
def bots(db):
    return BotFactory.create_batch(2) * 2


def test_players_sit_in_the_order_given(draft, alice, now):
    first, second = people(4), people(5)
    seat(draft, alice, now, first, second)
    assert [[s.player for s in m.seats.all()] for m in draft.matches.order_by("table_number")] == [
        first,
        second,
    ]


def test_seating_again_replaces_the_draft(draft, alice, now):
    seat(draft, alice, now, people(4), people(4))
    [match] = seat(draft, alice, now, people(6))
    assert list(Match.objects.all()) == [match]
    assert Seat.objects.count() == 6


def test_matches_of_a_draft_take_no_result(draft, alice, now):
    [match] = seat(draft, alice, now, people(4))
    assert match.status == Match.Status.DRAFT


@pytest.mark.parametrize("size", [0, 1, 3, 7])
def test_the_game_says_how_large_a_table_is(draft, alice, now, size):
    with pytest.raises(Invalid) as refused:
        seat(draft, alice, now, people(4), people(size))
    assert list(refused.value.errors) == ["tables.1"]
    assert not Match.objects.exists()


def test_a_draw_has_a_table(draft, alice, now):
    with pytest.raises(Invalid):
        seat(draft, alice, now)


def test_nobody_sits_at_two_tables(draft, alice, now):
    bob, *others = people(8)
    with pytest.raises(Invalid) as refused:
        seat(draft, alice, now, [bob, *others[:3]], [*others[3:6], bob])
    assert list(refused.value.errors) == ["tables.1.3"]


def test_nobody_sits_twice_at_one_table(draft, alice, now):
    bob, dora, emil = people(3)
    with pytest.raises(Invalid) as refused:
        seat(draft, alice, now, [bob, dora, emil, bob])
    assert list(refused.value.errors) == ["tables.0.3"]


def test_a_bot_may_take_several_seats(draft, alice, bots, now):
    assert seat(draft, alice, now, bots, bots)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_draw(draft, now, who, request):
    by = request.getfixturevalue(who)
    with pytest.raises(Forbidden):
        seat(draft, by, now, people(4))
    with pytest.raises(Forbidden):
        publish(draft, by, now)


def test_a_published_draw_keeps_its_seats(session, match, alice, now):
    with pytest.raises(Conflict) as refused:
        seat(session, alice, now, people(4))
    assert refused.value.current == session
    assert Match.objects.get() == match


def test_publishing_opens_the_matches(draft, alice, now):
    seat(draft, alice, now, people(4), people(5))
    publish(draft, alice, now)
    draft.refresh_from_db()
    assert (draft.status, draft.published_at) == ("published", now)
    assert {match.status for match in draft.matches.all()} == {Match.Status.OPEN}


def test_publishing_is_noted(draft, alice, now):
    seat(draft, alice, now, people(4))
    publish(draft, alice, now)
    assert AuditEntry.objects.get(action="draw.publish").subject == f"session:{draft.code}"


def test_tables_of_bots_alone_get_a_job(draft, alice, bots, now):
    _people, alone = seat(draft, alice, now, people(4), bots)
    publish(draft, alice, now)
    job = Job.objects.get()
    assert (job.match, job.kind, job.version) == (alone, "play_match", 0)


def test_a_table_of_people_and_bots_is_not_published(draft, alice, bots, now):
    seat(draft, alice, now, people(4), [*people(1), *bots[:3]], bots, [*people(2), *bots[:2]])
    with pytest.raises(Conflict, match=r"Table 2, Table 4\. Choose tables"):
        publish(draft, alice, now)
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_publishing_twice_is_told_the_second_time(draft, alice, bots, now):
    seat(draft, alice, now, bots)
    publish(draft, alice, now)
    with pytest.raises(Conflict):
        publish(draft, alice, now)
    assert Job.objects.count() == 1


def test_an_empty_draw_is_not_published(draft, alice, now):
    with pytest.raises(Conflict, match="Seat players"):
        publish(draft, alice, now)
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_a_draw_is_published_in_a_running_season(draft, alice, now):
    seat(draft, alice, now, people(4))
    draft.event.season.change_status("closed")
    with pytest.raises(Conflict, match="The season has not started"):
        publish(draft, alice, now)


@pytest.mark.parametrize("act", [seat, lambda draft, by, now, *_: publish(draft, by, now)])
def test_the_number_of_queries_does_not_grow(event, alice, bots, now, act):
    few, many = (SessionFactory(event=event, status="draft") for _ in range(2))
    seat(few, alice, now, *[bots] * 2)
    seat(many, alice, now, *[bots] * 20)
    with CaptureQueriesContext(connection) as with_few:
        act(few, alice, now, *[bots] * 2)
    with CaptureQueriesContext(connection) as with_many:
        act(many, alice, now, *[bots] * 20)
    assert len(with_few) == len(with_many)


@pytest.fixture
def fox(db):
    return VersionFactory()


def test_without_a_choice_an_authors_bot_is_not_seated(draft, alice, now, bots, fox):
    with pytest.raises(Invalid) as refused:
        seat(draft, alice, now, [*bots[:3], fox.player])
    assert list(refused.value.errors) == ["tables.0.3"]
    assert "Choose it on the event's page first" in str(refused.value)


def test_only_chosen_bots_are_seated(draft, alice, now, bots, fox):
    draft.event.bots.set([fox.player])
    seat(draft, alice, now, [fox.player] * 4)
    with pytest.raises(Invalid) as refused:
        seat(draft, alice, now, [fox.player, *bots[:3]])
    assert list(refused.value.errors) == ["tables.0.1", "tables.0.2", "tables.0.3"]


@pytest.mark.parametrize("status", [Version.Status.WITHDRAWN, Version.Status.QUARANTINED])
def test_bot_that_plays_no_more_is_not_seated(draft, alice, now, fox, status):
    draft.event.bots.set([fox.player])
    Version.objects.update(status=status)
    with pytest.raises(Invalid, match="no longer plays"):
        seat(draft, alice, now, [fox.player] * 4)


@pytest.mark.parametrize("status", [Version.Status.WITHDRAWN, Version.Status.QUARANTINED])
def test_draw_with_a_bot_that_plays_no_more_is_not_published(draft, alice, now, fox, status):
    draft.event.bots.set([fox.player])
    seat(draft, alice, now, [fox.player] * 4)
    Version.objects.update(status=status)
    with pytest.raises(Conflict, match="no longer plays"):
        publish(draft, alice, now)
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_seating_many_bots_costs_no_more_queries(draft, alice, now, fox, bots):
    draft.event.bots.set([fox.player, *bots])
    seat(draft, alice, now, bots)
    with CaptureQueriesContext(connection) as few:
        seat(draft, alice, now, bots)
    with CaptureQueriesContext(connection) as many:
        seat(draft, alice, now, *[[fox.player, *bots[:3]]] * 20)
    assert len(many) == len(few)
