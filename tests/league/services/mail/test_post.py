"""What is posted: once for each thing, to who can be reached and wants it."""

import pytest

from league.models import Mail, MailChoice
from league.services.base.refusals import Forbidden, Invalid
from league.services.mail import choices, links, post
from tests.league.mails import give_address, posted

pytestmark = pytest.mark.django_db


@pytest.fixture
def known(bob, now):
    return give_address(bob, now)


def tell(*accounts, about="session:1", now):
    ids = [account.pk for account in accounts]
    post.post(kind=Mail.Kind.DRAW, about=about, account_ids=ids, now=now)


def choose(account, when, now):
    choices.choose(account=account, wanted={"draw": when}, by=account, now=now)


def test_a_thing_is_told_once(known, now):
    tell(known, now=now)
    tell(known, now=now)
    assert posted("draw") == [("bob", "session:1")]


@pytest.mark.parametrize(
    "fields",
    [{"email_confirmed_at": None}, {"email_fault": "unknown"}, {"is_active": False}, {"email": ""}],
)
def test_who_cannot_be_reached_is_told_nothing(known, now, fields):
    for name, value in fields.items():
        setattr(known, name, value)
    known.save()
    tell(known, now=now)
    assert posted("draw") == []


def test_without_a_server_nothing_is_posted(known, now, settings):
    settings.HAS_MAIL = False
    tell(known, now=now)
    assert posted("draw") == []


def test_what_is_not_wanted_is_not_posted(known, now):
    choose(known, "never", now)
    tell(known, now=now)
    assert posted("draw") == []


def test_what_is_wanted_once_a_day_is_kept(known, now):
    choose(known, "daily", now)
    tell(known, now=now)
    assert Mail.objects.get().status == "held"


def test_nobody_is_flooded(known, now, settings):
    settings.MAIL_MOST_A_DAY = 2
    for number in range(4):
        tell(known, about=f"session:{number}", now=now)
    states = Mail.objects.order_by("pk").values_list("status", flat=True)
    assert list(states) == ["waiting", "waiting", "held", "held"]


def test_posting_costs_the_same_for_many(known, alice, dora, now, django_assert_num_queries):
    others = [give_address(alice, now), give_address(dora, now)]
    with django_assert_num_queries(5):
        tell(known, now=now)
    with django_assert_num_queries(5):
        tell(known, *others, about="session:2", now=now)


def test_one_chooses_for_oneself(known, alice, now):
    with pytest.raises(Forbidden):
        choices.choose(account=known, wanted={"draw": "never"}, by=alice, now=now)


@pytest.mark.parametrize("wanted", [{"draw": "weekly"}, {"password": "never"}, {"none": "never"}])
def test_other_choices_are_refused(known, now, wanted):
    with pytest.raises(Invalid):
        choices.choose(account=known, wanted=wanted, by=known, now=now)


def test_a_link_turns_off_its_kind(known, now):
    tell(known, now=now)
    off = links.off_of(links.off(Mail.objects.get()).split("/")[-2])
    choices.turn_off(account_id=off.account_id, kind=off.kind)
    assert list(MailChoice.objects.values_list("kind", "when")) == [("draw", "never")]


def test_another_link_turns_off_nothing(known, now):
    tell(known, now=now)
    token = links.off(Mail.objects.get()).split("/")[-2]
    assert links.off_of(token[:-1]) is None
    assert links.off_of(links.confirming(known)) is None
