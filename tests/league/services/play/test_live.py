"""Live news tells versions only, to all who listen, and survives Redis."""

import asyncio
from contextlib import aclosing

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.test import RequestFactory

from league.services.play import challenges, live, tables
from tests.league.news import ADDRESS, subscriptions, there, wait_until
from tests.league.services.play import acts, remote

__all__ = ["subscriptions", "there"]


def asgi_request():
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    return ASGIRequest(scope, None)


async def first(events, count):
    found = []
    async with aclosing(events) as stream:
        async for event in stream:
            found.append(event)
            if len(found) == count:
                return found
    return found


async def listen(channel, versions):
    """Listen twice on a channel on which versions are told, and return what both heard."""

    async def tell():
        await asyncio.sleep(0.5)
        for version in versions:
            await asyncio.to_thread(live._publish, channel, {"version": version})

    async def hear():
        heard = []
        async with asyncio.timeout(20), aclosing(live._events(channel)) as events:
            async for event in events:
                heard += [event] * (event != live.PERHAPS)
                if len(heard) == len(versions):
                    break
        return heard

    both = await asyncio.gather(hear(), hear(), tell())
    return both[:2]


@pytest.mark.further
@pytest.mark.needs("redis")
def test_all_who_listen_hear_every_version(there):
    heard = asyncio.run(listen("table:abc", [3, 4]))
    wanted = [b'data: {"version": 3}\n\n', b'data: {"version": 4}\n\n']
    assert heard == [wanted] * 2


@pytest.fixture
def told(settings, monkeypatch):
    """Collect what is told: a list of (channel, news)."""
    settings.REDIS_URL = ADDRESS
    told = []
    monkeypatch.setattr(live, "_publish", lambda channel, news: told.append((channel, news)))
    return told


def test_nothing_but_the_version_is_told(
    to_bob, bob, now, told, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        after = acts.act(to_bob, bob, now)
    assert told == [(f"table:{to_bob.code}", {"version": after.version})]


def test_remote_bots_are_told_of_their_tables_and_of_challenges_and_of_no_card(
    event, fern, told, now, django_capture_on_commit_callbacks
):
    bob = event.registrations.get(player__name="Bob").player.account
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    with django_capture_on_commit_callbacks(execute=True):
        challenges.challenge(table=acts.row(table), bot=fern.player, by=bob, now=now)
        remote.join(table, fern, now)
    own = [news for channel, news in told if channel == f"table:bot:{fern.player.code}"]
    assert own[0] == {"challenge": table.code}
    assert own[1:] == [{"table": table.code, "version": acts.row(table).version}]


def test_a_bot_hears_nothing_of_other_tables(
    gathering, fern, told, now, django_capture_on_commit_callbacks
):
    dora = gathering.event.registrations.get(player__name="Dora").player.account
    with django_capture_on_commit_callbacks(execute=True):
        tables.join(table=acts.row(gathering), by=dora, now=now)
    assert [channel for channel, _news in told] == [f"table:{gathering.code}"]
    assert live.channel_of_bot(fern.player) not in dict(told)


@pytest.mark.needs("redis")
def test_while_somebody_listens_it_is_noted_now_and_then(there, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.02)
    monkeypatch.setattr(live, "SEEN_S", 0.1)
    seen = []
    asyncio.run(first(live._events("table:bot:abc", lambda: seen.append(1)), 20))
    assert 2 <= len(seen) <= 10


@pytest.mark.needs("redis")
def test_who_begins_to_listen_is_told_that_there_may_be_news(there):
    assert asyncio.run(first(live._events("table:abc"), 1)) == [live.PERHAPS]


@pytest.mark.needs("redis")
def test_the_last_who_leaves_ends_the_subscription_and_the_next_begins_one(subscriptions):
    async def come_and_go():
        async with aclosing(live._events("table:abc")) as one:
            async with aclosing(live._events("table:abc")) as other:
                await anext(one), await anext(other)
                await asyncio.to_thread(wait_until, subscriptions, 1)
            await asyncio.sleep(0.1)
            assert subscriptions() == 1
        await asyncio.to_thread(wait_until, subscriptions, 0)

    async def twice():
        await come_and_go()
        await come_and_go()

    asyncio.run(twice())


def test_browsers_are_not_kept_waiting_without_redis(settings):
    settings.REDIS_URL = ""
    assert live.stream(asgi_request(), "table:abc").status_code == 204


def test_a_server_that_cannot_stream_says_so(settings):
    settings.REDIS_URL = ADDRESS
    assert live.stream(RequestFactory().get("/"), "table:abc").status_code == 204


@pytest.mark.needs("redis")
def test_a_silent_stream_has_a_heartbeat(there, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.05)
    heard = asyncio.run(first(live._events("table:silent"), 4))
    assert b": still here\n\n" in heard


@pytest.mark.needs("redis")
def test_a_stream_ends_after_a_while(there, monkeypatch):
    monkeypatch.setattr(live, "LONGEST_S", 0.1)
    heard = asyncio.run(first(live._events("table:silent"), 100))
    assert len(heard) < 100


def test_a_publication_without_redis_is_no_error(settings, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    live._publish("table:abc", {"version": 1})
    assert "nobody was told" in caplog.text
