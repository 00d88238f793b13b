"""What is left goes after its days, and not before."""

from datetime import timedelta

import pytest

from league.models import Login, Notice, StoredAnswer
from league.services.accounts import notices
from league.services.jobs import leftovers

pytestmark = pytest.mark.django_db


def left(model):
    return model.objects.count()


@pytest.mark.parametrize(("days", "kept"), [(365, 1), (366, 0)])
def test_a_notice_is_kept_for_its_days(bob, now, days, kept):
    notices.tell_account(account=bob, text="Emil has withdrawn", now=now)
    leftovers.forget(now=now + timedelta(days=days))
    assert left(Notice) == kept


def test_notices_may_be_kept_for_ever(bob, now, settings):
    settings.NOTICE_DAYS = 0
    notices.tell_account(account=bob, text="Emil has withdrawn", now=now)
    assert leftovers.forget(now=now + timedelta(days=9999)) == 0


@pytest.mark.parametrize(("days", "kept"), [(7, 1), (8, 0)])
def test_an_answer_is_kept_for_its_days(bob, now, days, kept):
    StoredAnswer.objects.create(account=bob, key="k", status=200, body={}, created_at=now)
    leftovers.forget(now=now + timedelta(days=days))
    assert left(StoredAnswer) == kept


def test_a_login_is_kept_until_it_ends(now):
    for key, hours in [("a", -1), ("b", 1)]:
        ends = now + timedelta(hours=hours)
        Login.objects.create(digest=key, data="", seen_at=now, expires_at=ends)
    assert leftovers.forget(now=now) == 1
    assert Login.objects.get().digest == "b"


def test_a_slice_at_a_time_is_forgotten(bob, now, monkeypatch):
    monkeypatch.setattr(leftovers, "SLICE", 2)
    for text in "abc":
        notices.tell_account(account=bob, text=text, now=now)
    late = now + timedelta(days=1000)
    assert [leftovers.forget(now=late) for _ in range(3)] == [2, 1, 0]
