"""Once a day: what was kept in one mail, tomorrow's evenings, how evenings and seasons ended."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from league.models import Mail, Season, Session
from league.services.events import sessions
from league.services.letters import daily, deliveries
from league.services.mail import choices
from league.services.seasons import seasons
from tests.league.factories import RegistrationFactory, SessionFactory
from tests.league.mails import give_address, posted
from tests.league.services import acts

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
MORNING = datetime(2026, 11, 21, 7, 5, tzinfo=BERLIN)


@pytest.fixture(autouse=True)
def in_berlin(settings):
    settings.TIME_ZONE = "Europe/Berlin"


@pytest.fixture
def dora(dora, now):
    """Dora wants to hear of everything once a day."""
    wanted = dict.fromkeys(map(str, Mail.TO_CHOOSE), "daily")
    choices.choose(account=dora, wanted=wanted, by=dora, now=now)
    return give_address(dora, now)


def send(at):
    ids = list(Mail.objects.order_by("pk").values_list("pk", flat=True))
    deliveries.send_batch(ids=ids, clock=lambda: at)


@pytest.fixture
def kept(match, bob, dora, now):
    """A mail to Dora that is kept: a result waits."""
    acts.enter(match, bob, now)
    return match


def test_what_was_kept_is_in_one_mail_in_the_morning(kept, dora, now, mailoutbox):
    send(now)
    assert mailoutbox == []
    assert daily.gather(now=MORNING) == 1
    send(MORNING)
    [mail] = mailoutbox
    assert mail.subject == "1 thing has happened"
    assert f"/matches/{kept.code}/confirm/" in mail.body
    assert Mail.objects.get(kind="result.waits").status == "gathered"


@pytest.mark.usefixtures("kept")
def test_there_is_one_such_mail_a_day():
    daily.gather(now=MORNING)
    daily.gather(now=MORNING + timedelta(minutes=10))
    assert posted("digest") == [("dora", "day:2026-11-21")]


@pytest.mark.usefixtures("kept")
def test_before_the_morning_it_is_kept(now):
    assert daily.gather(now=MORNING - timedelta(minutes=10)) == 0
    assert Mail.objects.get().status == "held"


@pytest.mark.usefixtures("kept")
def test_what_comes_later_waits_for_the_next_morning():
    Mail.objects.update(due_at=MORNING)
    assert daily.gather(now=MORNING + timedelta(hours=3)) == 0
    assert daily.gather(now=MORNING + timedelta(days=1)) == 1


def test_what_is_past_by_then_is_not_told(kept, dora, now, mailoutbox):
    acts.confirm(kept, dora, now)
    daily.gather(now=MORNING)
    send(MORNING)
    assert mailoutbox == []


@pytest.fixture
def evening(event, bob, now):
    """Bob is registered for tomorrow, two minutes before midnight."""
    event.starts_at = datetime(2026, 11, 22, 23, 58, tzinfo=BERLIN)
    event.save()
    RegistrationFactory(event=event, player=give_address(bob, now).player)
    return event


NOON = datetime(2026, 11, 21, 12, 0, tzinfo=BERLIN)


def test_tomorrows_evening_is_announced_once(evening, mailoutbox):
    daily.announce(now=NOON)
    daily.announce(now=NOON + timedelta(minutes=10))
    send(NOON)
    [mail] = mailoutbox
    assert mail.subject == "Tomorrow: November"
    assert "When: Sunday, 22 November 2026, 23:58 (CET)" in mail.body


@pytest.mark.parametrize("at", [NOON - timedelta(hours=3), NOON - timedelta(days=1)])
def test_it_is_announced_the_day_before(evening, at):
    daily.announce(now=at)
    assert posted("evening") == []


@pytest.mark.parametrize(
    "fields",
    [{"cancelled_at": NOON}, {"starts_at": NOON + timedelta(days=9)}],
    ids=["cancelled", "moved"],
)
def test_an_evening_that_has_changed_since_is_not_announced(evening, fields, mailoutbox):
    daily.announce(now=NOON)
    type(evening).objects.filter(pk=evening.pk).update(**fields)
    send(NOON)
    assert mailoutbox == []


@pytest.fixture
def played(match, bob, scorer, alice, now):
    """A final match of Bob's."""
    give_address(bob, now)
    acts.enter(match, alice, now)
    acts.confirm(match, scorer, now)
    Mail.objects.all().delete()
    return match


@pytest.mark.usefixtures("played")
def test_who_has_played_is_told_that_the_season_has_ended(alice, season, now, mailoutbox):
    seasons.close_season(season=Season.objects.get(pk=season.pk), by=alice, now=now)
    send(now)
    [mail] = mailoutbox
    assert mail.subject == "2026 has ended"
    assert "Place: 1 / 4" in mail.body


@pytest.fixture
def event_over(played):
    """The event of Bob's match, all of its results final."""
    return played.session.event


def close(session, by, now):
    session.refresh_from_db()
    return sessions.close(session=session, by=by, now=now)


def test_who_has_played_is_told_how_an_evening_ended(event_over, alice, now, mailoutbox):
    close(event_over.sessions.get(), alice, now)
    send(now)
    [mail] = mailoutbox
    assert (mail.subject, mail.to) == (f"{event_over.name}: how it ended", ["bob@example.org"])
    assert "Place: 1 / 4" in mail.body
    assert "1: Bob · " in mail.body
    assert f"/events/{event_over.code}/ranking/" in mail.body


def test_an_evening_that_goes_on_is_not_told_of(event_over, alice, now):
    SessionFactory(event=event_over, number=2, status=Session.Status.DRAFT)
    close(event_over.sessions.get(number=1), alice, now)
    assert not Mail.objects.exists()


def test_an_evening_with_sessions_to_come_is_not_told_of(event_over, alice, now):
    type(event_over).objects.update(planned_sessions=2)
    close(event_over.sessions.get(), alice, now)
    assert not Mail.objects.exists()


def test_an_evening_that_goes_on_again_ends_once_more(event_over, alice, now, mailoutbox):
    session = close(event_over.sessions.get(), alice, now)
    sessions.reopen(session=session, by=alice, now=now)
    send(now)
    assert mailoutbox == []
    close(session, alice, now + timedelta(hours=1))
    send(now + timedelta(hours=1))
    assert [mail.to for mail in mailoutbox] == [["bob@example.org"]]


def test_who_wants_no_reports_gets_none(event_over, alice, bob, now):
    choices.choose(account=bob, wanted={"report": "never"}, by=bob, now=now)
    close(event_over.sessions.get(), alice, now)
    assert "bob" not in [who for who, _about in posted("report")]
