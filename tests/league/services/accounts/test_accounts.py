"""Accounts that visitors open: two at once get one name once."""

import pytest

from league.models import Account, AuditEntry
from league.services.accounts import accounts
from league.services.base.refusals import Invalid


@pytest.fixture
def open_nell(db, now):
    return lambda **more: accounts.open_account(
        username="nell", password="tricky cards", now=now, **more
    )


def test_the_trail_names_the_person_of_a_new_account(open_nell):
    account = open_nell(name="Nell")
    entry = AuditEntry.objects.get()
    assert (entry.account, entry.subject) == (account, f"player:{account.player.code}")


@pytest.mark.parametrize("username", ["аlice", "nеll", "ｎell", "Αlice"])
def test_nobody_looks_like_somebody_else(db, now, username):
    with pytest.raises(Invalid, match="Latin"):
        accounts.open_account(username=username, password="tricky cards", now=now)


def test_who_comes_second_between_look_and_write_takes_another_name(open_nell, monkeypatch):
    open_nell()
    monkeypatch.setattr(accounts, "_check", lambda account, password: None)
    with pytest.raises(Invalid) as refusal:
        open_nell(name="Nell")
    assert list(refusal.value.errors) == ["username"]
    assert Account.objects.count() == 1
