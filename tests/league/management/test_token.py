from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.models import ApiToken
from league.models.people import SCOPES_OF_PEOPLE
from league.services.accounts import people


def printed(capsys, *args):
    call_command("token", *args)
    return capsys.readouterr().out.removesuffix("\n")


def opened(plain):
    return people.account_of_token(plain=plain, now=timezone.now())


def test_token_prints_what_opens_the_account(bob, capsys):
    assert opened(printed(capsys, "bob")).account == bob


def test_token_may_do_all_its_account_may(bob, capsys):
    assert set(opened(printed(capsys, "bob")).scopes) == set(dict(SCOPES_OF_PEOPLE))


def test_token_may_do_less(bob, capsys):
    plain = printed(capsys, "bob", "--scope", "read", "--scope", "results")
    assert opened(plain).scopes == ["read", "results"]


def test_token_has_a_name_and_an_end(bob, capsys):
    token = opened(printed(capsys, "bob", "--name", "tablet", "--days", "3"))
    assert token.name == "tablet"
    assert timedelta(days=2) < token.expires_at - timezone.now() <= timedelta(days=3)


def test_token_is_another_one_each_time(bob, capsys):
    assert printed(capsys, "bob") != printed(capsys, "bob")


def test_token_needs_an_account(db):
    with pytest.raises(CommandError, match="createsuperuser"):
        call_command("token", "bob")


def test_token_needs_an_account_that_is_not_closed(bob):
    bob.is_active = False
    bob.save()
    with pytest.raises(CommandError):
        call_command("token", "bob")


@pytest.mark.parametrize("wrong", [["--days", "0"], ["--name", " "], ["--scope", "root"]])
def test_token_refuses_what_makes_no_sense(bob, wrong):
    with pytest.raises(CommandError):
        call_command("token", "bob", *wrong)
    assert not ApiToken.objects.exists()
