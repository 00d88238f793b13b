import pytest

from league.models import Notice
from league.services.accounts import notices
from league.services.base import rights
from league.services.base.refusals import Forbidden
from tests.league.factories import NoticeFactory


def test_notice_is_read_once(carol, now):
    notice = NoticeFactory(account=carol)
    notices.mark_read(notice=notice, by=carol, now=now)
    assert notice.read_at == now
    notices.mark_read(notice=notice, by=carol, now=now.replace(year=2030))
    assert Notice.objects.get().read_at == now


def test_notice_of_another_is_not_marked(carol, mallory, now):
    notice = NoticeFactory(account=carol)
    with pytest.raises(Forbidden):
        notices.mark_read(notice=notice, by=mallory, now=now)
    assert Notice.objects.get().read_at is None


def test_all_notices_of_an_account_are_marked_and_no_other(carol, mallory, now):
    NoticeFactory.create_batch(2, account=carol)
    theirs = NoticeFactory(account=mallory)
    assert notices.mark_all_read(by=carol, now=now) == 2
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_unread_notices_are_counted_in_one_query(carol, now, django_assert_num_queries):
    NoticeFactory.create_batch(3, account=carol)
    NoticeFactory(account=carol, read_at=now)
    with django_assert_num_queries(1):
        assert notices.unread(carol) == 3


def test_notices_are_read_by_whom_they_are_for(carol, mallory):
    notice = NoticeFactory(account=carol)
    assert list(rights.readable_notices(carol)) == [notice]
    assert not rights.readable_notices(mallory)
    assert not rights.readable_notices(None)
