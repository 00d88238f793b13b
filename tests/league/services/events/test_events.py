import pytest

from league.models import AuditEntry
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.events import events
from tests.league.factories import BotFactory, EventFactory, PlayerFactory, VersionFactory

MANIFEST = {"name": "Fox", "games": ["mit-list-und-tuecke"], "start": ["python3", "bot.py"]}


def choose(event, by, now, *bots):
    return events.choose_bots(event=event, bots=bots, by=by, now=now)


@pytest.fixture
def fox(db):
    return VersionFactory(manifest=MANIFEST)


def test_an_event_is_created_and_noted(season, alice, now):
    event = events.create_event(season=season, name="December", by=alice, now=now)
    assert AuditEntry.objects.get().subject == f"event:{event.code}"


def test_a_name_is_taken_once_in_a_season(event, alice, now):
    with pytest.raises(Invalid) as refused:
        events.create_event(season=event.season, name=event.name, by=alice, now=now)
    assert list(refused.value.errors) == ["name"]


def test_sessions_are_numbered_from_one(season, alice, now):
    event = EventFactory(season=season)
    numbers = [events.create_session(event=event, by=alice, now=now).number for _ in range(3)]
    assert numbers == [1, 2, 3]


def test_a_new_session_is_a_draft_with_its_time(event, alice, now):
    session = events.create_session(event=event, starts_at=now, by=alice, now=now)
    assert (session.status, session.starts_at) == ("draft", now)


def test_members_create_neither(event, bob, now):
    with pytest.raises(Forbidden):
        events.create_event(season=event.season, name="December", by=bob, now=now)
    with pytest.raises(Forbidden):
        events.create_session(event=event, by=bob, now=now)


def test_a_closed_season_takes_neither(event, alice, now):
    event.season.status = "closed"
    with pytest.raises(Conflict, match="closed"):
        events.create_event(season=event.season, name="December", by=alice, now=now)
    with pytest.raises(Conflict, match="closed"):
        events.create_session(event=event, by=alice, now=now)


def test_chosen_bots_replace_those_before(event, alice, fox, now):
    greedy = BotFactory()
    choose(event, alice, now, greedy)
    choose(event, alice, now, fox.player)
    assert list(event.bots.all()) == [fox.player]
    assert AuditEntry.objects.last().data == {"bots": [fox.player.code]}


def test_as_many_bots_may_be_chosen_as_are_told(event, alice, now, monkeypatch):
    monkeypatch.setattr(events, "MOST_BOTS", 2)
    three = [BotFactory() for _ in range(3)]
    choose(event, alice, now, *three[:2])
    with pytest.raises(Invalid, match="at most 2 bots"):
        choose(event, alice, now, *three)


def test_members_choose_no_bots(event, bob, now):
    with pytest.raises(Forbidden):
        choose(event, bob, now, BotFactory())
    assert not event.bots.exists()


def test_in_a_closed_season_no_bots_are_chosen(event, alice, now):
    event.season.status = "closed"
    with pytest.raises(Conflict, match="closed"):
        choose(event, alice, now, BotFactory())


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (PlayerFactory, "is a person"),
        (lambda: VersionFactory().player, "does not play this game"),
        (lambda: VersionFactory(status="quarantined").player, "no longer plays"),
        (lambda: PlayerFactory(kind="bot"), "no longer plays"),
    ],
)
def test_who_cannot_fill_a_seat_is_not_chosen(event, alice, now, make, said):
    with pytest.raises(Invalid) as refused:
        choose(event, alice, now, BotFactory(), make())
    assert said in refused.value.errors["bots.1"][0]
    assert not event.bots.exists()


def test_bots_to_choose_play_the_game(event, fox):
    builtin, every = BotFactory(), VersionFactory(manifest=MANIFEST | {"games": "all"})
    VersionFactory()
    VersionFactory(manifest=MANIFEST, status="withdrawn")
    assert set(events.bots_to_choose(event)) == {builtin, fox.player, every.player}


def test_bots_to_choose_are_found_by_name_and_what_is_chosen_stays(event, fox, alice, now):
    other = VersionFactory(manifest=MANIFEST, bot__name="Otter")
    choose(event, alice, now, fox.player)
    assert events.bots_to_choose(event, named="ott") == [fox.player, other.player]
    assert events.bots_to_choose(event, named="nobody") == [fox.player]


def test_bots_to_choose_are_bounded(event, fox, monkeypatch):
    monkeypatch.setattr(events, "MOST_FOUND", 1)
    VersionFactory(manifest=MANIFEST)
    assert len(events.bots_to_choose(event)) == 1
