"""What devices are told: what mails say, in short, once, and nothing that is past."""

from datetime import timedelta

import pytest

from league.models import Account, Device, Login, Mail, Push
from league.services.accounts import logins
from league.services.mail import push_choices
from league.services.privacy import erasures
from league.services.push import sealing
from tests.league.mails import give_address, posted
from tests.league.services import acts

pytestmark = pytest.mark.django_db


def choose(account, kind, is_wanted, now):
    push_choices.choose(account=account, wanted={kind: is_wanted}, by=account, now=now)


def test_the_others_are_told_that_a_result_waits(waiting, match, doras, now, send):
    send()
    [said] = doras.told
    assert said["title"] == "A result waits for you: November"
    assert said["text"] == f"Table: {match.table_number}"
    assert said["address"] == f"/matches/{match.code}/confirm/"
    assert Push.objects.get().status == "sent"
    assert Device.objects.get().arrived_at == now


def test_a_draw_tells_table_and_seat(match, doras, dora, now, tell, send):  # noqa: PLR0917
    session = match.session
    session.published_at = now
    session.save()
    seat = match.seats.get(player=dora.player)
    tell(dora, about=f"session:{session.code}:{now:%Y%m%d%H%M%S}")
    send()
    [said] = doras.told
    assert said["title"] == f"November: your table in session {session.number}"
    told = said["text"].splitlines()[:2]
    assert told == [f"Table: {match.table_number}", f"Seat: {seat.number + 1}"]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("de", "Ein Ergebnis wartet auf dich: November"),
        ("nl", "Een uitslag wacht op je: November"),
    ],
)
def test_it_is_in_the_language_of_who_reads_it(waiting, doras, send, language, title):
    Account.objects.filter(username="dora").update(language=language)
    send()
    [said] = doras.told
    assert (said["title"], said["language"]) == (title, language)


def test_a_fact_that_a_title_only_contains_is_said(match, waiting, doras, send):
    match.session.event.name = f"Cup of {match.table_number} tables"
    match.session.event.save()
    send()
    assert doras.told[0]["text"] == f"Table: {match.table_number}"


def test_what_is_told_of_a_thing_takes_the_place_of_what_was_told_before():
    draws = [Push(kind="draw", about=about) for about in ("session:a:1", "session:a:2")]
    other = Push(kind="draw", about="session:b:1")
    first, second, third = [sealing.topic_of(row) for row in (*draws, other)]
    assert first == second != third


def test_only_the_site_knows_what_a_topic_is_about(settings):
    push = Push(kind="draw", about="session:a:1")
    topic = sealing.topic_of(push)
    settings.SECRET_KEY = "another"
    assert sealing.topic_of(push) != topic


@pytest.mark.usefixtures("waiting")
def test_nobody_is_told_what_is_past(match, dora, doras, now, send):
    acts.confirm(match, dora, now)
    send()
    assert doras.told == []
    assert Push.objects.get().status == "dropped"


def test_what_is_old_is_not_told(waiting, doras, now, send):
    send(at=now + timedelta(hours=13))
    assert doras.told == []
    assert Push.objects.get().status == "dropped"


def test_a_thing_is_told_once(browser, bob, tell):
    tell(bob)
    tell(bob)
    assert Push.objects.count() == 1


def test_each_device_is_told(add, browser, bob, tell):
    add(bob, "bobs-other")
    tell(bob)
    assert Push.objects.count() == 2


def test_it_comes_besides_the_mail(browser, bob, tell, now):
    give_address(bob, now)
    tell(bob)
    assert posted("draw") == [("bob", "session:1:1")]
    assert Push.objects.count() == 1


def test_it_needs_no_mail(browser, bob, tell, settings):
    settings.HAS_MAIL = False
    tell(bob)
    assert not Mail.objects.exists()
    assert Push.objects.count() == 1


def test_a_site_without_a_key_tells_nothing(browser, bob, tell, settings):
    settings.HAS_PUSH = False
    tell(bob)
    assert not Push.objects.exists()


@pytest.mark.parametrize(("kind", "count"), [("draw", 1), ("report", 0), ("season", 0)])
def test_devices_show_what_is_urgent_unless_told_otherwise(browser, bob, tell, kind, count):
    tell(bob, kind=kind)
    assert Push.objects.count() == count


def test_one_chooses_what_devices_show(browser, bob, tell, now):
    choose(bob, "draw", False, now)
    choose(bob, "report", True, now)
    for kind in ("draw", "report"):
        tell(bob, kind=kind)
    assert list(Push.objects.values_list("kind", flat=True)) == ["report"]


def test_who_turns_a_kind_off_meanwhile_is_not_told(waiting, dora, doras, now, send):
    choose(dora, "result.waits", False, now)
    send()
    assert doras.told == []
    assert Push.objects.get().status == "dropped"


def test_nobody_is_flooded(browser, bob, tell, settings):
    settings.PUSH_MOST_A_DAY = 2
    for number in range(4):
        tell(bob, about=f"session:{number}:1")
    assert Push.objects.count() == 2


@pytest.fixture
def many(add, alice, dora, settings):
    """Others with devices, where there is no mail."""
    settings.HAS_MAIL = False
    for account in (alice, dora):
        add(account, account.username)
    return alice, dora


def test_posting_costs_the_same_for_many(browser, bob, many, tell, django_assert_num_queries):
    with django_assert_num_queries(6):
        tell(bob)
    with django_assert_num_queries(6):
        tell(bob, *many, about="session:2:1")


def test_who_logs_out_is_told_nothing(browser, bob, tell):
    tell(bob)
    Login.objects.filter(account=bob).delete()
    assert not Device.objects.exists()
    assert not Push.objects.exists()


def test_who_logs_out_everywhere_is_told_nothing(waiting, dora, doras, send):
    logins.forget(dora)
    send()
    assert doras.told == []


def test_a_login_that_has_expired_is_told_nothing(browser, bob, tell, now):
    Login.objects.update(expires_at=now)
    tell(bob)
    assert not Push.objects.exists()


def test_a_password_set_by_staff_ends_it(waiting, dora, doras, send):
    dora.set_password("another tricky card")
    dora.save()
    send()
    assert doras.told == []


def test_it_is_signed_for_some_hours(waiting, service, now, send):
    send()
    [claims] = service.claims
    assert claims["exp"] == int(now.timestamp()) + 12 * 3600
    assert service.headers[0]["Urgency"] == "high"
    assert claims["sub"] == "mailto:stammtisch@localhost"


def test_who_is_erased_is_told_nothing(waiting, dora, doras, now, send):
    erasures.erase(player=dora.player, account=dora, by=dora, now=now)
    send()
    assert doras.told == []
    assert not Push.objects.exists()
