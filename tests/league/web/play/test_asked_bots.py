"""Remote bots on the page of a table that gathers: who can be asked there, by whom, and answers."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import OnlineTable, TableChallenge
from league.services.play import challenges, remote_bots, tables
from tests.league.factories import RegistrationFactory
from tests.league.services.play import remote
from tests.league.web.online import online_event

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture
def event(club, bob, dora):
    """An event of online tables of Skat that takes remote bots, with Bob and Dora."""
    found = remote.let_in(online_event(club, "skat"))
    for account in (bob, dora):
        RegistrationFactory(event=found, player=account.player)
    return found


@pytest.fixture
def table(event, bob):
    """A table that Bob has opened and that waits for two others."""
    return tables.open_table(event=event, by=bob, now=timezone.now())


@pytest.fixture
def fern(carol):
    return remote.make(carol, timezone.now())


def text(response):
    return response.content.decode()


def page(table):
    return reverse("web:table", args=[table.code])


def ask(client, table, bot, **kwargs):
    address = reverse("web:table-ask-bot", args=[table.code])
    return client.post(address, {"bot": bot.player.code}, **kwargs)


def test_opener_sees_the_bots_that_can_be_asked(as_bob, table, carol, fern):
    remote.make(carol, timezone.now(), name="Asleep", seen_at=None)
    remote.make(carol, timezone.now(), name="Cinch alone", games=["cinch"])
    answer = text(as_bob.get(page(table)))
    assert "Ask a bot" in answer
    assert f'value="{fern.player.code}"' in answer
    assert "Asleep" not in answer
    assert "Cinch alone" not in answer


@pytest.mark.parametrize("asker", ["as_dora", "client"])
def test_others_are_shown_none(request, table, fern, asker):
    assert "Ask a bot" not in text(request.getfixturevalue(asker).get(page(table)))


def test_none_is_offered_where_none_may_sit_down(as_bob, club, bob, fern):
    event = online_event(club, "cinch")
    RegistrationFactory(event=event, player=bob.player)
    table = tables.open_table(event=event, by=bob, now=timezone.now())
    assert "Ask a bot" not in text(as_bob.get(page(table)))


def test_page_says_so_while_no_bot_is_free(as_bob, table):
    assert "Wait until an author starts one" in text(as_bob.get(page(table)))


def test_asked_bot_is_shown_as_asked(as_bob, table, fern):
    answer = ask(as_bob, table, fern, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "not answered yet" in text(answer)
    assert f'value="{fern.player.code}"' not in text(answer)
    assert TableChallenge.objects.get().player == fern.player


def test_without_scripts_asking_leads_back_to_the_table(as_bob, table, fern):
    assert ask(as_bob, table, fern).url == page(table)


def test_answers_of_bots_are_shown(as_bob, table, carol, bob, fern):
    now = timezone.now()
    other = remote.make(carol, now, name="Shy")
    for bot in (fern, other):
        challenges.challenge(table=table, bot=bot.player, by=bob, now=now)
    remote.join(table, fern, now)
    challenges.decline(table=table, by=other.account, now=now)
    answer = text(as_bob.get(page(table)))
    assert "accepted" in answer
    assert "declined" in answer
    assert 'Fern <span class="tag">AI</span>' in answer


def test_bot_that_cannot_come_comes_back_with_the_reason(as_bob, table, carol, fern):
    remote_bots.change(bot=fern, is_open=False, by=carol, now=timezone.now())
    answer = ask(as_bob, table, fern, headers=FRAGMENT)
    assert answer.status_code == 409
    assert "takes no requests now" in text(answer)


def test_no_more_are_asked_than_can_be(as_bob, table, carol):
    bots = [
        remote.make(carol, timezone.now(), name=f"Bot {'ABCDEF'[number]}") for number in range(5)
    ]
    for bot in bots[: challenges.MOST_OPEN]:
        answer = ask(as_bob, table, bot, headers=FRAGMENT)
    assert "you can ask another" in text(answer)
    assert "Bot E" not in text(answer)
    assert ask(as_bob, table, bots[-1], headers=FRAGMENT).status_code == 409


def test_many_bots_are_shown_on_request(as_bob, table, carol, dora):
    for number in range(8):
        owner = carol if number < 4 else dora
        remote.make(owner, timezone.now(), name=f"Bot {'ABCDEFGH'[number]}")
    answer = text(as_bob.get(page(table)))
    assert "2 more bots" in answer
    assert "Bot H" in answer


def test_only_the_opener_asks(as_dora, table, fern):
    assert ask(as_dora, table, fern).status_code == 403
    assert not TableChallenge.objects.exists()


def test_players_that_are_no_remote_bots_are_not_asked(as_bob, table, dora, fern):
    address = reverse("web:table-ask-bot", args=[table.code])
    for code in (dora.player.code, "nobody", ""):
        assert as_bob.post(address, {"bot": code}).status_code == 404


def test_no_bot_is_asked_once_the_match_has_begun(as_bob, table, bob, dora, fern):
    now = timezone.now()
    remote.join(table, fern, now)
    tables.join(table=table, by=dora, now=now)
    started = OnlineTable.objects.get(pk=table.pk)
    assert started.status == OnlineTable.Status.PLAYING
    assert "Ask a bot" not in text(as_bob.get(page(table)))


def test_event_tells_players_of_remote_bots(as_dora, event, club):
    said = "Bots that run on their authors"
    assert said in text(as_dora.get(reverse("web:event", args=[event.code])))
    other = online_event(club, "cinch")
    assert said not in text(as_dora.get(reverse("web:event", args=[other.code])))


def test_who_opens_a_table_reads_that_bots_can_be_asked(as_dora, event, club, dora):
    said = "you can ask remote bots"
    assert said in text(as_dora.get(reverse("web:tables", args=[event.code])))
    other = online_event(club, "cinch")
    RegistrationFactory(event=other, player=dora.player)
    assert said not in text(as_dora.get(reverse("web:tables", args=[other.code])))


def test_organiser_lets_remote_bots_in(as_alice, event):
    address = reverse("web:edit-event", args=[event.code])
    plan = {"name": event.name, "draw": "online", "fill": "sizes"}
    as_alice.post(address, plan)
    event.refresh_from_db()
    assert not event.takes_remote_bots
    as_alice.post(address, plan | {"takes_remote_bots": "on"})
    event.refresh_from_db()
    assert event.takes_remote_bots


def test_remote_bots_are_not_let_in_to_tables_in_a_room(as_alice, event):
    address = reverse("web:edit-event", args=[event.code])
    plan = {"name": event.name, "draw": "swiss", "fill": "sizes", "takes_remote_bots": "on"}
    answer = as_alice.post(address, plan)
    assert answer.status_code == 422
    assert "only sit down at online tables" in text(answer)
