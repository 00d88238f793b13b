"""Remote bots: who makes them, what they are called, and what becomes of them."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction

from league.models import Account, ApiToken, Bot, Player, RemoteBot
from league.services.accounts import people
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.play import remote_bots, tables
from league.services.privacy import erasures
from tests.league.factories import BotFactory, PlayerFactory
from tests.league.services.play import acts, remote
from tests.league.services.races import at_once, losers, winners


@pytest.fixture
def fern(carol, now):
    return remote.make(carol, now)


def test_a_bot_has_a_player_and_an_account_of_its_own(carol, now):
    bot = remote_bots.create(name="Fern", games=["skat"], by=carol, now=now)
    assert (bot.player.name, bot.player.kind, bot.games) == ("Fern", "bot", ["skat"])
    assert (bot.player.account, bot.owner) == (bot.account, carol)
    assert not bot.player.is_answered_here


def test_nobody_logs_in_to_its_account(fern):
    assert authenticate(username=fern.account.username, password="") is None
    assert not fern.account.has_usable_password()
    assert fern.account.email == ""
    assert not rights.organised_clubs(fern.account).exists()


@pytest.mark.parametrize("name", ["", "x" * 61, "<b>", "greedy", "Fern 2", "strong player"])
def test_a_name_that_would_be_taken_for_another_is_refused(carol, now, name):
    with pytest.raises(Invalid) as refused:
        remote_bots.create(name=name, by=carol, now=now)
    assert list(refused.value.errors) == ["name"]
    assert not Player.objects.filter(kind="bot").exists()


def test_a_name_is_that_of_one_bot(fern, bob, now):
    Bot.objects.create(owner=bob, name="Fox", created_at=now)
    for name in ("fern", "FOX"):
        with pytest.raises(Invalid, match="already a bot"):
            remote_bots.create(name=name, by=bob, now=now)


def test_a_retired_bot_keeps_its_name(fern, carol, now):
    remote_bots.retire(bot=fern, by=carol, now=now)
    with pytest.raises(Invalid, match="already a bot"):
        remote_bots.create(name="Fern", by=carol, now=now)


def test_a_game_that_does_not_exist_is_named(carol, now):
    with pytest.raises(Invalid, match="There is no game chess"):
        remote_bots.create(name="Fern", games=["skat", "chess"], by=carol, now=now)


def test_an_author_has_eight_that_are_not_retired(carol, now):
    names = [f"Fern {letter}" for letter in "abcdefghi"]
    bots = [remote_bots.create(name=name, by=carol, now=now) for name in names[:8]]
    with pytest.raises(Invalid, match="8 remote bots"):
        remote_bots.create(name=names[8], by=carol, now=now)
    remote_bots.retire(bot=bots[0], by=carol, now=now)
    assert remote_bots.create(name=names[8], by=carol, now=now).name == names[8]


def test_its_author_changes_what_it_plays(fern, carol, now):
    changed = remote_bots.change(
        bot=fern, games=["skat"], most_tables=64, is_open=False, by=carol, now=now
    )
    assert (changed.games, changed.most_tables, changed.is_open) == (["skat"], 64, False)


@pytest.mark.parametrize("most", [0, 65])
def test_a_number_of_tables_has_bounds(fern, carol, now, most):
    with pytest.raises(Invalid, match="from 1 to 64"):
        remote_bots.change(bot=fern, most_tables=most, by=carol, now=now)


def test_others_do_nothing_with_it(fern, mallory, now):
    acts_of_others = [
        lambda: remote_bots.change(bot=fern, is_open=False, by=mallory, now=now),
        lambda: remote_bots.retire(bot=fern, by=mallory, now=now),
        lambda: remote_bots.issue_token(bot=fern, name="x", by=mallory, now=now),
        lambda: remote_bots.tokens_of(fern, mallory),
    ]
    for act in acts_of_others:
        with pytest.raises(Forbidden):
            act()


def test_a_token_plays_as_the_bot_and_does_nothing_else(fern, carol, now):
    token, plain = remote_bots.issue_token(bot=fern, name="at home", by=carol, now=now)
    assert token.scopes == ["play-as-bot"]
    assert people.account_of_token(plain=plain, now=now).account == fern.account
    assert list(remote_bots.tokens_of(fern, carol)) == [token]


def test_a_person_gets_no_token_of_a_bot(carol, now):
    with pytest.raises(Invalid, match="scopes"):
        people.issue_token(account=carol, name="x", scopes=["play-as-bot"], now=now)


def test_a_token_is_revoked_by_the_author(fern, carol, mallory, now):
    token, plain = remote_bots.issue_token(bot=fern, name="at home", by=carol, now=now)
    with pytest.raises(Forbidden):
        remote_bots.revoke_token(bot=fern, token=token, by=mallory, now=now)
    remote_bots.revoke_token(bot=fern, token=token, by=carol, now=now)
    assert people.account_of_token(plain=plain, now=now) is None


def test_a_token_of_somebody_else_is_not_the_bots(fern, carol, bob, now):
    token, _plain = people.issue_token(account=bob, name="x", scopes=["read"], now=now)
    with pytest.raises(Forbidden):
        remote_bots.revoke_token(bot=fern, token=token, by=carol, now=now)


def test_a_retired_bot_is_gone(fern, carol, now):
    _token, plain = remote_bots.issue_token(bot=fern, name="at home", by=carol, now=now)
    remote_bots.retire(bot=fern, by=carol, now=now)
    assert people.account_of_token(plain=plain, now=now) is None
    assert not remote_bots.listed().exists()
    with pytest.raises(Conflict, match="retired"):
        remote_bots.issue_token(bot=fern, name="again", by=carol, now=now)
    with pytest.raises(Conflict, match="retired"):
        remote_bots.retire(bot=fern, by=carol, now=now)


def test_a_retired_bot_gives_back_its_seat_where_players_are_awaited(
    fern, event, gathering, carol, now
):
    remote.let_in(event)
    remote.join(gathering, fern, now)
    remote_bots.retire(bot=fern, by=carol, now=now)
    assert [seat.player.name for seat in acts.row(gathering).seats.all()] == ["Bob"]


def test_where_a_retired_bot_plays_the_default_bot_plays_on(fern, event, carol, bob, now):
    remote.let_in(event)
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    remote_bots.retire(bot=fern, by=carol, now=now)
    assert [seat.stood_in for seat in acts.row(table).seats.all()] == [False] * 3 + [True]
    assert acts.play_out(table, [bob], now).status == "over"


def test_a_bot_is_seen_now_and_then(fern, now):
    for seconds, seen in ((14, 0), (16, 16), (30, 16)):
        remote_bots.see(fern.account_id, now=now + timedelta(seconds=seconds))
        fern.refresh_from_db()
        assert fern.seen_at == now + timedelta(seconds=seen)


def test_who_has_not_been_seen_for_a_minute_is_away(fern, now):
    assert remote_bots.connected("skat", now=now + timedelta(seconds=60)) == [fern]
    assert remote_bots.connected("skat", now=now + timedelta(seconds=61)) == []


def test_only_bots_that_play_the_game_and_may_be_asked_are_named(carol, now):
    remote.make(carol, now, "Fern", games=["rummy"])
    remote.make(carol, now, "Moss", is_open=False)
    ivy = remote.make(carol, now, "Ivy", games=["skat"])
    assert remote_bots.connected("skat", now=now) == [ivy]


def test_a_username_that_looks_like_a_bots_is_not_a_member_to_be(fern):
    with pytest.raises(Invalid):
        people.player_called(username=fern.account.username)


def test_no_built_in_bot_has_an_account(bob):
    with pytest.raises(IntegrityError), transaction.atomic():
        BotFactory(builtin="greedy", account=bob)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerFactory(builtin="greedy")


def test_the_bots_of_who_is_erased_are_retired_and_nobody_s(fern, carol, now):
    remote_bots.issue_token(bot=fern, name="at home", by=carol, now=now)
    erasures.erase(player=carol.player, account=carol, by=carol, now=now)
    fern.refresh_from_db()
    fern.player.refresh_from_db()
    assert fern.retired_at == now
    assert fern.name == fern.player.name == f"Former bot {fern.player.code}"
    assert not ApiToken.objects.filter(account=fern.account).exists()
    assert not Account.objects.get(pk=fern.account_id).is_active


@pytest.mark.django_db(transaction=True)
def test_of_two_bots_of_one_name_at_once_one_is_made(carol, bob, now):
    outcomes = at_once(
        *[lambda by=by: remote_bots.create(name="Fern", by=by, now=now) for by in (carol, bob)]
    )
    assert (len(winners(outcomes)), len(losers(outcomes))) == (1, 1)
    assert RemoteBot.objects.count() == 1
