"""While the database cannot serve, whoever asks is put off, and told what to do."""

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.urls import include, path
from rest_framework.views import APIView

from league.config.urls import handler500
from league.services.base import rights

from .conftest import ContractClient

__all__ = ["handler500"]

HIDDEN = "connection to server at 10.1.2.3 failed"
PAGES = ["/page", "/ended"]


def out(*args, **kwargs):
    raise OperationalError(HIDDEN)


def ended(*args, **kwargs):
    raise InterfaceError(HIDDEN)


class Out(APIView):
    schema = None
    get = out


urlpatterns = [
    path("api/v1/out", Out.as_view()),
    path("api/v1/plain", out),
    path("page", out),
    path("ended", ended),
    path("", include("league.config.urls")),
]


@pytest.fixture
def browser():
    """A client that asks the database nothing, as there is none."""
    return Client(raise_request_exception=False)


@pytest.mark.logs("Service Unavailable")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["out", "plain"])
def test_a_program_is_told_to_send_the_request_again(address):
    response = ContractClient(raise_request_exception=False).get(address)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (503, "unavailable")
    assert "the same Idempotency-Key" in problem["detail"]
    assert int(response.headers["Retry-After"]) > 0


@pytest.mark.logs("Service Unavailable")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", PAGES)
def test_a_reader_gets_a_page(browser, address):
    response = browser.get(address)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert "<h1>Temporarily unavailable</h1>" in response.content.decode()


@pytest.mark.logs("Service Unavailable")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("language", "title"), [("de", "Zurzeit nicht verfügbar"), ("nl", "Tijdelijk niet beschikbaar")]
)
def test_the_page_speaks_the_readers_language(browser, language, title):
    response = browser.get("/page", headers={"Accept-Language": language})
    assert f"<h1>{title}</h1>" in response.content.decode()


@pytest.mark.logs("Service Unavailable")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/api/v1/out", "/api/v1/plain", *PAGES])
def test_an_outage_gives_nothing_away_and_is_in_the_log(browser, address, caplog):
    assert HIDDEN not in browser.get(address).content.decode()
    assert HIDDEN in caplog.text


@pytest.mark.logs("Service Unavailable")
def test_the_document_promises_the_problem(db, monkeypatch):
    monkeypatch.setattr(rights, "readable_clubs", out)
    assert ContractClient(raise_request_exception=False).get("clubs").status_code == 503
