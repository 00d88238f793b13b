"""What programs ask about a process, from inside and from outside."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError

from league.config import health
from league.services.monitoring import readiness
from league.services.monitoring.readiness import Watch

PROBES = ["/healthz", "/readyz", "/metrics"]
PROXIED = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]
TOKEN = "t" * 20


@pytest.fixture
def watch(monkeypatch):
    """A process that has just started."""
    watch = Watch()
    monkeypatch.setattr(readiness, "watch", watch)
    return watch


@pytest.fixture
def token(settings):
    settings.METRICS_TOKEN = TOKEN
    return TOKEN


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_process_lives_without_a_database(client):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"alive": True})


def test_process_is_ready(client, db, watch, monkeypatch):
    monkeypatch.setattr(health.compiling, "is_done", lambda: True)
    response = client.get("/readyz")
    told = {"ready": True, "missing": [], "compiled": True}
    assert (response.status_code, response.json()) == (200, told)


def test_process_is_ready_before_the_rules_are_compiled(client, db, watch, monkeypatch):
    monkeypatch.setattr(health.compiling, "is_done", lambda: False)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["compiled"]) == (200, False)


def refuse(*args, **kwargs):
    raise OperationalError("password hunter2 refused")


@pytest.mark.logs("Service Unavailable")
def test_process_waits_for_the_database(client, watch, monkeypatch):
    monkeypatch.setattr(readiness, "line", refuse)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["missing"]) == (503, ["database"])
    assert "hunter2" not in response.content.decode()


@pytest.mark.logs("Service Unavailable")
def test_process_waits_for_migrations(client, db, watch, monkeypatch):
    monkeypatch.setattr(readiness, "unapplied", lambda connection: ["league.0099_later"])
    response = client.get("/readyz")
    assert (response.status_code, response.json()["missing"]) == (503, ["migrations"])


def test_migrations_are_looked_at_until_all_are_applied(db, watch, monkeypatch):
    left = [[], ["league.0001_initial"]]
    monkeypatch.setattr(readiness, "unapplied", lambda connection: left.pop())
    told = [watch.missing(fresh_s=0) for _ in range(3)]
    assert told == [["migrations"], [], []]


def test_who_asks_often_is_told_the_same(watch, monkeypatch):
    asked = []
    monkeypatch.setattr(readiness, "line", lambda: asked.append(True) or refuse())
    assert [watch.missing(), watch.missing()] == [["database"], ["database"]]
    assert len(asked) == 1


def test_migrations_that_are_missing_have_names(db):
    last = MigrationRecorder(connection).migration_qs.filter(app="league").latest("name")
    last.delete()
    assert readiness.unapplied(connection) == [f"league.{last.name}"]


def test_thread_that_asks_takes_no_connection_from_the_pool(db, watch):
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(watch._database).result() == ""
        assert thread.submit(lambda: connections["default"].connection).result() is None


@pytest.mark.logs("Service Unavailable")
def test_process_waits_for_redis(client, db, watch, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz")
    assert (response.status_code, response.json()["missing"]) == (503, ["redis"])


def test_database_that_says_nothing_is_not_waited_for(watch, monkeypatch, settings):
    settings.REDIS_URL = ""
    held = threading.Event()
    monkeypatch.setattr(readiness, "line", lambda: held.wait(5) and None)
    try:
        assert watch.missing(bound_s=0.01) == ["database"]
    finally:
        held.set()


@pytest.mark.parametrize("path", PROBES)
def test_probe_is_not_redirected_and_asks_for_no_host(client, db, path, settings, watch):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["karten.example.org"]
    assert client.get(path, headers={"Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.parametrize("path", PROBES)
def test_probe_makes_no_session_and_is_not_kept(client, db, path, watch):
    response = client.get(path)
    assert not response.cookies
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PROBES)
def test_probe_is_only_read(client, path):
    assert client.post(path).status_code == 405


def test_metrics_are_for_this_host(client, db):
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="::1").status_code == 200


@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.7", "", "unix:"])
def test_metrics_are_for_nobody_else(client, address):
    response = client.get("/metrics", REMOTE_ADDR=address)
    assert response.status_code == 401
    assert b"set METRICS_TOKEN" in response.content
    assert b"stammtisch_" not in response.content


@pytest.mark.parametrize("header", PROXIED)
def test_metrics_are_not_for_who_comes_through_a_proxy_on_this_host(client, header):
    assert client.get("/metrics", headers={header: "127.0.0.1"}).status_code == 401


def test_metrics_are_for_who_has_the_token(client, db, token):
    response = client.get("/metrics", headers=bearer(token), REMOTE_ADDR="192.0.2.7")
    assert response.status_code == 200


@pytest.mark.parametrize("headers", [{}, bearer("x"), bearer("ü"), {"Authorization": TOKEN}])
def test_metrics_with_a_token_are_for_nobody_else(client, token, headers):
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 401
    assert TOKEN not in response.content.decode()
