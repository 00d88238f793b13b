"""Answers that are kept: for whom, for how long, and how they are sent again."""

import threading

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import translation

from league.config import kept
from league.models import Club
from league.models.writings import note_writings, stop_noting
from league.services.base import writings
from tests.league.factories import ClubFactory, EventFactory
from tests.league.writings import as_if_committed

pytestmark = pytest.mark.usefixtures("kept_answers")

GAMES = "/games/"


@pytest.fixture
def club(db):
    return ClubFactory(slug="linde", name="Linde")


@pytest.fixture
def address(club):
    return f"/clubs/{club.slug}/"


def asks_once(client, address, **more):
    """Return an answer; nothing is asked of the database but what has been written."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.get(address, **more)
    assert len(queries) == 1
    assert "league_writing" in queries[0]["sql"]
    return answer


def test_page_is_sent_again_by_one_query(client, address):
    made = client.get(address)
    assert asks_once(client, address).content == made.content


def test_page_is_sent_again_by_none_for_a_moment(
    client, address, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(kept, "FRESH_S", 60)
    made = client.get(address)
    with django_assert_num_queries(0):
        assert client.get(address).content == made.content


def test_what_has_been_written_is_asked_seldom(
    client, address, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(kept, "LOOK_S", 60)
    client.get(address)
    with django_assert_num_queries(0):
        client.get(address)


def test_page_is_made_anew_once_something_is_stored(client, address):
    as_if_committed()
    client.get(address)
    Club.objects.update(name="Zur Linde")
    assert "Zur Linde" in client.get(address).content.decode()


def test_page_stays_when_something_else_is_stored(client, address, alice):
    client.get(address)
    alice.set_password("something else")
    alice.save()
    asks_once(client, address)


def test_who_has_a_page_is_told_so(client, address):
    etag = client.get(address).headers["ETag"]
    answer = asks_once(client, address, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == etag
    assert answer.headers["Cache-Control"] == kept.FOR_CACHES


def test_page_that_looks_as_before_is_told_to_be_so(client, address):
    etag = client.get(address).headers["ETag"]
    Club.objects.update(name="Linde")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_proxy_may_send_it_to_other_visitors(client, address):
    made, again = client.get(address), client.get(address)
    for answer in (made, again):
        assert answer.headers["Cache-Control"] == kept.FOR_CACHES
        varies = {name.strip() for name in answer.headers["Vary"].split(",")}
        assert varies >= {"Accept-Language", "Cookie"}
        assert not answer.cookies


def test_each_answer_has_an_id_of_its_own(client, address):
    ids = {client.get(address).headers["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3


def test_each_language_has_its_own(client, address):
    english = client.get(address).content.decode()
    german = client.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert 'lang="en"' in english
    assert '<html lang="de">' in german
    client.cookies["django_language"] = "nl"
    assert '<html lang="nl">' in client.get(address).content.decode()
    translation.deactivate()


@pytest.mark.logs("Invalid HTTP_HOST header")
def test_each_host_has_its_own(client, address, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for host in settings.ALLOWED_HOSTS:
        client.get(address, headers={"host": host})
    refused = client.get(address, headers={"host": "three.example"})
    assert refused.status_code == 400


def test_each_query_has_its_own(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address, {"page": "1"})
    assert len(queries) > 1


def test_part_of_a_page_is_not_the_page(client, db):
    event = EventFactory()
    address = f"/events/{event.code}/"
    page = client.get(address)
    part = client.get(address, headers={"HX-Request": "true"})
    assert page.content != part.content


def test_who_comes_with_a_token_is_not_a_visitor(rf):
    assert not kept.is_visitor(rf.get("/", headers={"Authorization": "Bearer x"}))


@pytest.mark.parametrize("name", ["sessionid", "messages", "faces"])
def test_who_comes_with_another_cookie_is_not_a_visitor(rf, name):
    request = rf.get("/")
    request.COOKIES[name] = "x"
    assert not kept.is_visitor(request)


def test_forms_are_not_sent_from_what_is_kept(rf):
    assert not kept.is_visitor(rf.post("/"))


def test_page_with_a_form_of_its_own_is_not_kept(client, db):
    answer = client.get("/login/")
    assert answer.cookies
    assert answer.headers.get("Cache-Control") != kept.FOR_CACHES


def test_language_is_chosen_without_a_token(db):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(GAMES)
    assert "csrfmiddlewaretoken" not in page.content.decode()
    answer = browser.post("/language/setlang/", {"language": "de", "next": GAMES})
    assert answer.status_code == 302
    assert 'lang="de"' in browser.get(GAMES).content.decode()
    translation.deactivate()


def test_nothing_is_kept_without_room(client, address, settings):
    settings.KEPT_MB = 0
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) > 1


def test_database_that_does_not_answer_keeps_nobody_from_a_page(client, db, monkeypatch):
    def fail():
        raise OperationalError

    monkeypatch.setattr(writings, "noted", fail)
    answers = [client.get(GAMES) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert "Cache-Control" not in answers[1].headers


def test_nothing_is_kept_while_writings_are_not_noted(client, address, caplog):
    stop_noting(connection)
    answers = [client.get(address) for _ in range(2)]
    assert not any("Cache-Control" in answer.headers for answer in answers)
    assert caplog.text.count("run manage.py migrate") == 1
    note_writings(connection)
    client.get(address)
    asks_once(client, address)


def test_nobody_waits_for_a_look_that_takes_long(db, monkeypatch):
    """Who comes meanwhile takes the look before it, unless that is too old."""
    monkeypatch.setattr(kept, "LOOK_S", 1)
    monkeypatch.setattr(kept, "FRESH_S", 3)
    looks, begun, go_on = kept.Looks(), threading.Event(), threading.Event()
    monkeypatch.setattr(writings, "are_all_noted", lambda: True)
    monkeypatch.setattr(writings, "noted", lambda: {"a": (1, 1)})
    assert looks.last(10) == {"a": (1, 1)}

    def slow():
        begun.set()
        go_on.wait(10)
        return {"a": (1, 2)}

    monkeypatch.setattr(writings, "noted", slow)
    other = threading.Thread(target=looks.last, args=(12,))
    other.start()
    assert begun.wait(10)
    assert looks.last(12) == {"a": (1, 1)}
    assert looks.last(14) is None
    go_on.set()
    other.join()
    assert looks.last(12.5) == {"a": (1, 2)}


def answer(size, since=0.0):
    route = resolve(GAMES)
    return kept.Answer(
        content=b"x" * size, headers=(), etag='"1"', route=route, since=since, tables=()
    )


def test_what_nobody_asked_for_lately_makes_room():
    store = kept.Store(10_000)
    store.keep("a", answer(3000))
    store.keep("b", answer(3000))
    store.find("a")
    store.keep("c", answer(3000))
    assert store.find("b") is None
    assert store.find("a")
    assert store.find("c")


def test_answer_takes_the_place_of_an_earlier_one():
    store = kept.Store(10_000)
    for number in range(10):
        store.keep("a", answer(5000, since=number))
    assert store.find("a").since == 9


def test_what_is_too_large_is_not_kept(client, db, monkeypatch):
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    assert "Cache-Control" not in client.get(GAMES).headers


def test_answer_holds_while_nothing_it_is_made_from_is_written():
    made = kept.Answer(
        content=b"", headers=(), etag='"1"', route=resolve(GAMES), since=0, tables=(("a", (1, 5)),)
    )
    assert made.holds({"a": (1, 5), "b": (1, 1)})
    assert made.holds({"a": (1, 5)})
    assert not made.holds({"a": (1, 6)})
    assert not made.holds({"a": (2, 5)})
    assert not made.holds({})


def test_answer_from_a_table_never_written_holds_until_it_is():
    made = kept.Answer(
        content=b"", headers=(), etag='"1"', route=resolve(GAMES), since=0, tables=(("a", None),)
    )
    assert made.holds({})
    assert not made.holds({"a": (1, 1)})


def test_what_moves_with_the_clock_never_holds(club):
    made = kept.Answer(content=b"", headers=(), etag='"1"', route=resolve("/"), since=0, tables=())
    assert not made.holds({})


def test_one_makes_what_many_ask_for():
    makers, at_work, most = kept.Makers(), [], []
    begun = threading.Barrier(5)

    def make(key):
        begun.wait()
        with makers.alone(key):
            at_work.append(key)
            most.append(at_work.count(key))
            threading.Event().wait(0.02)
            at_work.remove(key)

    threads = [threading.Thread(target=make, args=(key,)) for key in "aaaab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 5
    assert not makers._at_work
