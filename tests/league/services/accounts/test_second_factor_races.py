"""The same code sent twice at once opens once."""

from datetime import timedelta

import pytest

from league.models import Account, SecondFactor
from league.services.accounts import second_factors
from tests.league.phones import code_of, give_app
from tests.league.services.races import at_once, winners

pytestmark = pytest.mark.django_db(transaction=True)


def taking(account, code, now):
    own = Account.objects.get(pk=account.pk)
    return lambda: second_factors.take_code(account=own, code=code, now=now)


def test_of_two_who_send_a_code_at_once_one_is_let_in(bob, now):
    secret, _codes = give_app(bob, now=now)
    later = now + timedelta(minutes=5)
    code = code_of(secret, later)
    outcomes = winners(at_once(*[taking(bob, code, later) for _ in range(3)]))
    assert sorted(outcomes) == [False, False, True]


def test_of_two_who_send_a_recovery_code_at_once_one_is_let_in(bob, now):
    _secret, codes = give_app(bob, now=now)
    outcomes = winners(at_once(*[taking(bob, codes[0], now) for _ in range(3)]))
    assert sorted(outcomes) == [False, False, True]


def test_of_two_apps_set_up_at_once_one_is_asked_for(bob, now):
    outcomes = at_once(*[lambda: give_app(Account.objects.get(pk=bob.pk), now=now)] * 2)
    [(secret, codes)] = winners(outcomes)
    assert SecondFactor.objects.get().secret == secret
    assert second_factors.take_code(account=bob, code=codes[0], now=now)
