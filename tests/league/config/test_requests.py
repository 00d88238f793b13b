"""Every request has an id, a line in the log, and a place in the metrics."""

import logging

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from league.config.logs import ACCESS
from league.config.urls import handler500
from league.services.accounts import people
from league.services.monitoring import metrics
from tests.league.factories import PASSWORD

__all__ = ["handler500"]

GIVEN = "proxy-1.23_4"


def crash(request):
    raise RuntimeError


def plain(request):
    return HttpResponse("")


urlpatterns = [
    path("crash", crash, name="crash"),
    path("plain", plain, name="plain"),
    path("", include("league.config.urls")),
]
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def calm(db):
    """A client that gets the answer a bug gets, instead of its exception."""
    return Client(raise_request_exception=False)


@pytest.fixture
def lines(caplog):
    """Return a function that tells what the lines of requests say beside their names."""
    caplog.set_level(logging.INFO, logger=ACCESS)
    return lambda: [line.facts for line in caplog.records if line.name == ACCESS]


def counted(route, status):
    """Return how many requests this process has counted."""
    families = text_string_to_metric_families(metrics.text().decode())
    labels = {"route": route, "status": status}
    return sum(
        sample.value
        for family in families
        for sample in family.samples
        if sample.name == "stammtisch_request_seconds_count" and sample.labels == labels
    )


def test_request_gets_an_id(client):
    ids = {client.get("/plain").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
    assert all(len(name) == 16 for name in ids)


def test_id_of_a_proxy_is_kept(client):
    assert client.get("/plain", headers={"X-Request-ID": GIVEN}).headers["X-Request-ID"] == GIVEN


@pytest.mark.parametrize("given", ["", "short", "a" * 65, "two words", 'quo"ted1', "line\nbreak1"])
def test_id_that_is_not_well_formed_is_not_kept(client, given):
    answer = client.get("/plain", HTTP_X_REQUEST_ID=given)
    assert answer.headers["X-Request-ID"] != given


@pytest.mark.logs("Internal Server Error")
def test_page_of_a_bug_shows_the_id(calm):
    answer = calm.get("/crash", headers={"X-Request-ID": GIVEN})
    assert (answer.status_code, answer.headers["X-Request-ID"]) == (500, GIVEN)
    assert GIVEN in answer.content.decode()


@pytest.mark.logs("Internal Server Error")
@pytest.mark.parametrize(("language", "word"), [("de", "Kennung"), ("nl", "kenmerk")])
def test_page_of_a_bug_speaks_the_language_of_who_asks(calm, language, word):
    answer = calm.get("/crash", headers={"Accept-Language": language}).content.decode()
    assert f'lang="{language}"' in answer
    assert word in answer


def test_every_problem_has_the_id(calm):
    answer = calm.get("/api/v1/clubs/nowhere", headers={"X-Request-ID": GIVEN})
    assert (answer.status_code, answer.json()["request_id"]) == (404, GIVEN)


def test_line_says_what_became_of_a_request(client, lines):
    client.get("/plain?token=hunter2")
    [facts] = lines()
    assert facts.pop("ms") >= 0
    assert facts == {"method": "GET", "route": "plain", "status": 200, "account": None}


def test_line_of_what_there_is_not_has_no_route(calm, lines):
    calm.get("/hunter2/")
    [facts] = lines()
    assert (facts["route"], facts["status"]) == ("none", 404)


def test_line_says_who_asked(client, alice, club, lines):
    client.force_login(alice)
    client.get("/clubs/linde/")
    assert lines()[-1]["account"] == alice.pk


def test_line_of_a_program_says_whose_it_is(client, alice, lines):
    _token, plain = people.issue_token(
        account=alice, name="tablet", scopes=["read"], now=timezone.now()
    )
    client.get("/api/v1/clubs", headers={"Authorization": f"Bearer {plain}"})
    assert lines()[-1]["account"] == alice.pk


def test_nobody_is_looked_up_for_a_line(client, alice, lines, django_assert_num_queries):
    client.login(username=alice.username, password=PASSWORD)
    with django_assert_num_queries(0):
        client.get("/plain")
    assert lines()[-1]["account"] is None


@pytest.mark.further
@pytest.mark.logs("Internal Server Error")
def test_request_is_counted_by_route_and_kind_of_status(calm):
    before = counted("plain", "2xx"), counted("crash", "5xx"), counted("none", "4xx")
    for address in ("/plain", "/crash", "/nowhere/at/all"):
        calm.get(address)
    after = counted("plain", "2xx"), counted("crash", "5xx"), counted("none", "4xx")
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1, 1]


def test_addresses_are_no_labels(calm):
    for address in ("/nowhere/a/", "/clubs/b/", "/players/c/"):
        calm.get(address)
    text = metrics.text().decode()
    assert 'route="web:club",status="4xx"' in text
    assert not any(f"/{name}/" in text for name in ("nowhere", "clubs", "players"))


def test_request_that_cannot_be_counted_is_answered(client, monkeypatch):
    def refuse(*labels):
        raise OSError("no space left on device")

    monkeypatch.setattr(metrics.LATENCY, "labels", refuse)
    assert client.get("/plain").status_code == 200
