from datetime import timedelta

import pytest

from bots import builtin
from league.models import AuditEntry, Notice, Player
from league.services.accounts import people
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.base.sayings import is_known
from tests.league.factories import AccountFactory

pytestmark = pytest.mark.django_db


def issue(account, now, **changes):
    return people.issue_token(
        **{"account": account, "name": "script", "scopes": ["read"], "now": now} | changes
    )


def register(now, name="Ben", account=None, by=None):
    by = by or account or AccountFactory()
    return people.register_person(name=name, account=account, by=by, now=now)


def test_register_person_puts_white_space_in_order(now):
    assert register(now, "  Ben \n Bolt ").name == "Ben Bolt"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "Ben\u202e", "a\x00b"])
def test_register_person_refuses_names_that_cannot_be_shown(name, now):
    with pytest.raises(Invalid) as refused:
        register(now, name)
    assert list(refused.value.errors) == ["name"]


def test_an_account_is_one_person_only(bob, now):
    with pytest.raises(Conflict) as refused:
        register(now, "Bobby", bob)
    assert refused.value.current == bob.player


def test_an_account_becomes_a_person(now):
    account = AccountFactory()
    assert register(now, account=account).account == account


def test_nobody_says_who_another_account_is(bob, mallory, now):
    account = AccountFactory()
    with pytest.raises(Forbidden):
        register(now, account=account, by=mallory)
    assert not Player.objects.filter(account=account).exists()


@pytest.mark.parametrize("has_account", [True, False])
def test_registering_is_noted(mallory, now, has_account):
    account = AccountFactory() if has_account else None
    player = register(now, account=account, by=account or mallory)
    entry = AuditEntry.objects.get()
    assert (entry.account, entry.subject) == (account or mallory, f"player:{player.code}")
    assert entry.data == {"name": "Ben", "has_account": has_account}


def test_builtin_bot_is_made_once():
    name = builtin.names()[0]
    assert people.builtin_bot(name=name) == people.builtin_bot(name=name)
    assert Player.objects.get().is_bot


def test_builtin_bot_refuses_unknown_names():
    with pytest.raises(Invalid, match="random"):
        people.builtin_bot(name="cheater")


def test_a_token_opens_its_account(bob, now):
    token, plain = issue(bob, now)
    assert people.account_of_token(plain=plain, now=now) == token
    assert token.account == bob


def test_owner_is_told_of_a_new_token(bob, now):
    _token, plain = people.issue_token(account=bob, name="phone", scopes=["read"], now=now)
    told = Notice.objects.get(account=bob).text
    assert "made: phone." in told
    assert plain not in told
    assert is_known(told)


def test_the_text_of_a_token_is_not_stored(bob, now):
    token, plain = issue(bob, now)
    assert plain not in str(vars(token))
    assert plain not in str(AuditEntry.objects.values_list())


def test_another_text_opens_nothing(bob, now):
    _token, plain = issue(bob, now)
    assert people.account_of_token(plain=plain + "x", now=now) is None
    assert people.account_of_token(plain="\ud800", now=now) is None


def test_a_token_ends(bob, now):
    _token, plain = issue(bob, now, days=3)
    assert people.account_of_token(plain=plain, now=now + timedelta(days=2))
    assert people.account_of_token(plain=plain, now=now + timedelta(days=3)) is None


def test_a_revoked_token_opens_nothing(bob, now):
    token, plain = issue(bob, now)
    people.revoke_token(token=token, by=bob, now=now)
    assert people.account_of_token(plain=plain, now=now) is None


def test_revoking_again_changes_nothing(bob, now):
    token, _plain = issue(bob, now)
    people.revoke_token(token=token, by=bob, now=now)
    people.revoke_token(token=token, by=bob, now=now + timedelta(days=1))
    assert token.revoked_at == now
    assert AuditEntry.objects.filter(action="token.revoke").count() == 1


def test_others_cannot_revoke_a_token(bob, mallory, now):
    token, plain = issue(bob, now)
    with pytest.raises(Forbidden):
        people.revoke_token(token=token, by=mallory, now=now)
    assert people.account_of_token(plain=plain, now=now)


def test_the_token_of_a_closed_account_opens_nothing(bob, now):
    _token, plain = issue(bob, now)
    bob.is_active = False
    bob.save()
    assert people.account_of_token(plain=plain, now=now) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [("scopes", []), ("scopes", ["root"]), ("days", 0), ("days", 367), ("name", " ")],
)
def test_a_token_needs_sense(bob, now, field, value):
    with pytest.raises(Invalid) as refused:
        issue(bob, now, **{field: value})
    assert list(refused.value.errors) == [field]
