"""Pages of ladders of remote bots: made and entered by forms, and tables that anybody watches."""

from datetime import timedelta

import pytest
from django.urls import reverse

from league.models import OnlineTable, Rating, Season
from league.services.play import ladder_tables, positions
from tests.league.services.play import acts, remote_ladders


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


@pytest.fixture(autouse=True)
def _no_positions():
    positions.kept.forget()


@pytest.fixture
def far(club):
    return remote_ladders.make(club, anchors=["greedy"])


@pytest.fixture
def fox(far, carol, now):
    return remote_ladders.enter(far, carol, now, "Fox")


@pytest.fixture
def table(far, fox, now):
    [opened, *_] = remote_ladders.fill(far, now)
    acts.watch(now)
    return acts.row(opened)


def test_an_organiser_makes_a_ladder_of_remote_bots(as_alice, club):
    form = {"name": "Far", "table": "briscola:2", "cycles": 1, "is_remote": "on"}
    as_alice.post(page("new-ladder", "linde"), form)
    assert Season.objects.get(name="Far").is_remote


def test_an_author_enters_and_removes_a_remote_bot(as_carol, far, carol, now):
    bot = remote_ladders.remote.make(carol, now, name="Fox")
    address = page("season", far.code)
    assert f'<option value="{bot.player.code}">Fox</option>' in text(as_carol.get(address))
    as_carol.post(page("enter-remote-bot", far.code), {"bot": bot.player.code})
    assert Rating.objects.get(player=bot.player).is_active
    assert "Enter this bot" not in text(as_carol.get(address))
    as_carol.post(page("leave-ladder", far.code), {"player": bot.player.code})
    assert not Rating.objects.get(player=bot.player).is_active


def test_the_page_of_a_bot_leads_to_its_ladders(client, as_carol, far, fox, ladder):
    address = page("remote-bot", fox.player.code)
    for shown in (text(client.get(address)), text(as_carol.get(address))):
        assert page("season", far.code) in shown
        assert page("season", ladder.code) not in shown
        assert "Plays there already" in shown
    as_carol.post(page("leave-ladder", far.code), {"player": fox.player.code})
    assert "Plays there already" not in text(client.get(address))
    assert "Enter a ladder" in text(as_carol.get(address))
    assert "Enter a ladder" not in text(client.get(address))


def test_nobody_enters_the_bot_of_another(as_bob, far, carol, now):
    bot = remote_ladders.remote.make(carol, now, name="Fox")
    entered = as_bob.post(page("enter-remote-bot", far.code), {"bot": bot.player.code})
    assert entered.status_code == 404


def test_the_ladder_says_that_its_bots_are_remote(client, far, ladder):
    assert "Remote bots play here" in text(client.get(page("season", far.code)))
    assert "Remote bots play here" not in text(client.get(page("season", ladder.code)))


def test_ladders_of_remote_bots_are_marked_among_others(client, far):
    assert '<span class="tag">Remote bots</span>' in text(client.get(page("bots")))


def test_who_was_away_waits_and_everybody_sees_it(client, far, fox, now):
    Rating.objects.filter(player=fox.player).update(missed=2, waits_until=now + timedelta(hours=1))
    assert "was away" in text(client.get(page("season", far.code)))
    shown = text(client.get(page("ladder-player", far.code, fox.player.code)))
    assert "in 2 matches in a row" in shown


def test_anybody_watches_a_table_of_a_ladder(client, table, far):
    shown = text(client.get(page("table", table.code)))
    assert f"This is a match of the ladder {far.name}." in shown
    assert page("season", far.code) in shown
    assert "hand__card" not in shown


@pytest.mark.further
def test_a_table_of_a_ladder_that_is_over_leads_back_to_it(client, table, far, fox, now):
    over = acts.play_out(table, [fox.account], now)
    shown = text(client.get(page("table", over.code)))
    assert "The match is over" in shown
    assert page("season", far.code) in shown
    assert page("match", over.match.code) in shown


@pytest.mark.parametrize("is_dealt", [False, True])
def test_a_table_of_a_ladder_is_shown_before_it_is_dealt_and_called_off(
    client, far, fox, now, is_dealt
):
    [opened, *_] = remote_ladders.fill(far, now)
    assert "about to begin" in text(client.get(page("table", opened.code)))
    if is_dealt:
        acts.watch(now)
    ladder_tables.void_stuck(now=now + 2 * ladder_tables.LONGEST)
    assert OnlineTable.objects.get(pk=opened.pk).status == OnlineTable.Status.CANCELLED
    assert page("season", far.code) in text(client.get(page("table", opened.code)))


def test_a_contest_of_remote_bots_has_one_match_and_a_table(client, table, fox, now):
    contest = remote_ladders.duplicate_of(table)
    address = page("duplicate", contest.code)
    shown = text(client.get(address))
    assert page("table", table.code) in shown
    assert "Rotation" not in shown
    assert page("viewer", table.match.code) not in shown
    acts.play_out(table, [fox.account], now)
    assert page("viewer", table.match.code) in text(client.get(address))
    assert "Rotation" not in text(client.get(page("match", table.match.code)))
