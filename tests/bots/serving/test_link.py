"""How long is waited, and what is asked again."""

import threading
from functools import partial

import pytest

from bots.commands.serving.link import Link, Patience, Pauses, Stopped
from bots.commands.site import Site, SiteError

from .conftest import HASTY
from .site import TOKEN, Match


@pytest.fixture
def link(site):
    said = []
    link = Link(Site(site.url, TOKEN), say=said.append, patience=HASTY)
    link.said = said
    return link


def look_at_turn(client, _key):
    return client.tables.turn_retrieve("aaa")


def act(turn, client, key):
    action, seen = turn["view"]["legal"][0], turn["version"]
    return client.tables.act("aaa", idempotency_key=key, action=action, expected_version=seen)


def who_am_i(client, _key):
    return client.remote_bots.me()


def test_pauses_double_up_to_the_longest_and_differ_by_chance():
    pauses = Pauses(Patience())
    found = [pauses.next_s() for _ in range(8)]
    for pause, most in zip(found, (1, 2, 4, 8, 16, 30, 30, 30), strict=True):
        assert most / 2 <= pause <= most
    assert len(set(found)) == 8


def test_a_pause_is_as_long_as_the_site_wants():
    assert Pauses(Patience()).next_s(17.0) == 17.0


def test_pauses_begin_anew():
    pauses = Pauses(Patience())
    for _ in range(5):
        pauses.next_s()
    pauses.reset()
    assert pauses.next_s() <= 1.0


def test_the_same_key_is_sent_again_and_another_one_for_another_act(site, link):
    match = site.add(Match("aaa"))
    site.loses_answers = 2
    for _ in range(2):
        turn = link.ask(look_at_turn)
        link.ask(partial(act, turn))
    assert site.paths("POST").count("tables/aaa/act") == 4
    assert len(match.keys) == len(match.acts) == 2


def test_an_answer_without_content_is_empty(site, link):
    match = site.add(Match("aaa", bots_only=True))
    assert not match.is_our_turn
    assert link.ask(look_at_turn) is None


def test_what_is_refused_is_not_asked_again(site, link):
    site.failures = [403]
    with pytest.raises(SiteError) as refusal:
        link.ask(who_am_i)
    assert (refusal.value.status, len(site.asked), link.said) == (403, 1, [])


def test_an_outage_is_said_once_and_its_end_too(site, link):
    site.failures = [503, 502, 0]
    link.ask(who_am_i)
    assert link.said == [
        "the site answers 503: The database is not responding. Trying again until it answers.",
        "The site answers again.",
    ]


def test_nobody_waits_longer_than_wanted(site, link):
    site.failures = [503] * 1000
    with pytest.raises(SiteError):
        link.ask(who_am_i, within_s=0.1)


def test_who_waits_stops_with_the_command(site, link):
    site.failures = [503] * 1000
    threading.Timer(0.1, link.stopping.set).start()
    with pytest.raises(Stopped):
        link.ask(who_am_i)
