"""Pages about remote bots: what each shows, to whom, and what their authors can do there."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import ApiToken, RemoteBot
from league.services.play import remote_bots
from tests.league.services.play import remote

pytestmark = pytest.mark.django_db


@pytest.fixture
def fern(carol):
    """A remote bot of Carol's that is connected and plays Skat alone."""
    return remote.make(carol, timezone.now(), games=["skat"])


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def of(bot, name="remote-bot"):
    return page(name, bot.player.code)


def text(response):
    return response.content.decode()


def queries(client, address):
    with CaptureQueriesContext(connection) as found:
        client.get(address)
    return len(found)


def test_remote_bots_are_listed_with_author_games_and_state(client, fern):
    answer = text(client.get(page("remote-bots")))
    assert of(fern) in answer
    assert "by Carol" in answer
    assert "Skat" in answer
    assert "connected" in answer


def test_list_says_when_a_bot_was_last_connected(client, carol):
    now = timezone.now()
    remote.make(carol, now, name="Away", seen_at=now - timedelta(days=2))
    remote.make(carol, now, name="New", seen_at=None)
    answer = text(client.get(page("remote-bots")))
    assert "last connected" in answer
    assert "never connected" in answer


def test_retired_bots_are_there_for_their_authors_alone(client, as_carol, carol, fern):
    remote_bots.retire(bot=fern, by=carol, now=timezone.now())
    assert of(fern) not in text(client.get(page("remote-bots")))
    assert client.get(of(fern)).status_code == 404
    assert "retired" in text(as_carol.get(of(fern)))


def test_player_of_a_retired_bot_keeps_its_page(client, carol, fern):
    remote_bots.retire(bot=fern, by=carol, now=timezone.now())
    answer = text(client.get(page("player", fern.player.code)))
    assert "A remote bot by Carol" in answer
    assert of(fern) not in answer


def test_list_costs_the_same_for_many_bots(client, carol, fern):
    before = queries(client, page("remote-bots"))
    for number in range(5):
        remote.make(carol, timezone.now(), name=f"Fern the {'I' * (number + 2)}")
    assert queries(client, page("remote-bots")) == before


def test_lists_of_bots_lead_to_each_other(client, fern):
    assert page("remote-bots") in text(client.get(page("bots")))
    assert page("bots") in text(client.get(page("remote-bots")))


def test_new_bot_leads_to_its_page(as_carol, carol):
    answer = as_carol.post(page("new-remote-bot"), {"name": "Fern", "games": ["skat"]})
    [bot] = RemoteBot.objects.all()
    assert (bot.name, bot.games, bot.owner) == ("Fern", ["skat"], carol)
    assert answer.url == of(bot)


def test_name_of_another_bot_comes_back_with_the_reason(as_bob, fern):
    answer = as_bob.post(page("new-remote-bot"), {"name": "FERN"})
    assert answer.status_code == 422
    assert "already a bot FERN" in text(answer)


def test_own_bots_are_on_ones_own_page(as_carol, as_bob, fern):
    assert of(fern) in text(as_carol.get(page("my-bots")))
    assert of(fern) not in text(as_bob.get(page("my-bots")))


def test_own_bots_that_are_retired_come_last(as_carol, carol, fern):
    now = timezone.now()
    remote_bots.retire(bot=remote.make(carol, now, name="Old"), by=carol, now=now)
    rows = as_carol.get(page("my-bots")).context["remote_rows"]
    assert [row.bot.name for row in rows] == ["Fern", "Old"]


def test_page_shows_tokens_to_the_author_alone(as_carol, as_bob, client, carol, fern):
    remote_bots.issue_token(bot=fern, name="Attic", by=carol, now=timezone.now())
    assert "Attic" in text(as_carol.get(of(fern)))
    for other in (as_bob, client):
        answer = text(other.get(of(fern)))
        assert "Attic" not in answer
        assert of(fern, "edit-remote-bot") not in answer


def test_new_token_is_shown_once_with_the_command(as_carol, fern):
    answer = as_carol.post(of(fern, "remote-bot-tokens"), {"name": "Attic", "days": "30"})
    [plain] = re.findall(r'id="token">([^<]+)<', text(answer))
    assert f"STAMMTISCH_TOKEN={plain} python -m bots serve my-bot" in text(answer)
    assert "--site http://testserver<" in text(answer)
    assert ">http://testserver/api/v1<" in text(answer)
    assert "no-store" in answer["Cache-Control"]
    assert plain not in text(as_carol.get(of(fern)))
    [token] = ApiToken.objects.all()
    assert (token.account_id, token.scopes) == (fern.account_id, ["play-as-bot"])


def test_token_without_a_name_comes_back(as_carol, fern):
    answer = as_carol.post(of(fern, "remote-bot-tokens"), {"name": "", "days": "30"})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_address_of_new_tokens_leads_to_the_bot(as_carol, fern):
    assert as_carol.get(of(fern, "remote-bot-tokens")).url == of(fern)


def test_token_is_revoked(as_carol, carol, fern):
    token, _plain = remote_bots.issue_token(bot=fern, name="Attic", by=carol, now=timezone.now())
    as_carol.post(page("revoke-bot-token", fern.player.code, token.code))
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert "revoked" in text(as_carol.get(of(fern)))


def test_tokens_of_another_bot_are_not_revoked_here(as_carol, carol, fern):
    now = timezone.now()
    token, _plain = remote_bots.issue_token(bot=fern, name="Attic", by=carol, now=now)
    other = remote.make(carol, now, name="Other")
    answer = as_carol.post(page("revoke-bot-token", other.player.code, token.code))
    assert answer.status_code == 404


def test_author_changes_games_tables_and_whether_it_can_be_asked(as_carol, fern):
    as_carol.post(of(fern, "edit-remote-bot"), {"games": ["cinch"], "most_tables": "3"})
    fern.refresh_from_db()
    assert (fern.games, fern.most_tables, fern.is_open) == (["cinch"], 3, False)


def test_form_shows_what_is_set(as_carol, fern):
    answer = text(as_carol.get(of(fern, "edit-remote-bot")))
    assert re.search(r'value="skat"[^>]* checked', answer)
    assert not re.search(r'value="cinch"[^>]* checked', answer)


def test_too_many_tables_come_back_with_the_reason(as_carol, fern):
    answer = as_carol.post(of(fern, "edit-remote-bot"), {"most_tables": "65"})
    assert answer.status_code == 422


def test_retiring_asks_first(as_carol, fern):
    assert "Yes, retire it" in text(as_carol.get(of(fern, "retire-remote-bot")))
    fern.refresh_from_db()
    assert fern.retired_at is None
    as_carol.post(of(fern, "retire-remote-bot"))
    fern.refresh_from_db()
    assert fern.retired_at is not None


def test_retired_bot_gets_no_tokens_and_is_not_changed(as_carol, carol, fern):
    remote_bots.retire(bot=fern, by=carol, now=timezone.now())
    answer = text(as_carol.get(of(fern)))
    assert "Create the token" not in answer
    assert of(fern, "edit-remote-bot") not in answer
    assert as_carol.post(of(fern, "edit-remote-bot"), {"most_tables": "3"}).status_code == 422
    assert "is retired" in text(as_carol.post(of(fern, "retire-remote-bot"), follow=True))


@pytest.mark.parametrize("name", ["edit-remote-bot", "retire-remote-bot", "remote-bot-tokens"])
def test_others_cannot_look_after_a_bot(as_bob, client, fern, name):
    assert as_bob.post(of(fern, name), {"name": "x", "days": "3"}).status_code == 403
    assert client.post(of(fern, name)).url.startswith(page("login"))


def test_no_other_player_has_such_a_page(client, bob):
    assert client.get(page("remote-bot", bob.player.code)).status_code == 404


def test_page_of_the_player_says_what_it_is_and_whose(client, fern):
    answer = text(client.get(page("player", fern.player.code)))
    assert "A remote bot by Carol" in answer
    assert of(fern) in answer


def test_page_of_a_person_costs_nothing_for_bots(client, bob, fern):
    with CaptureQueriesContext(connection) as found:
        client.get(page("player", bob.player.code))
    assert not any("remotebot" in one["sql"] for one in found)
