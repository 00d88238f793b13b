"""A bug is answered with a problem that gives nothing away, and is found in the log."""

import pytest
from django.test import Client
from django.urls import include, path
from rest_framework.response import Response
from rest_framework.views import APIView

from league.config.urls import handler500
from league.services.base import rights

from .conftest import ContractClient

__all__ = ["handler500"]

HIDDEN = "the password is hunter2"


def crash(*args, **kwargs):
    raise RuntimeError(HIDDEN)


class Crash(APIView):
    schema = None
    get = crash


class Unspeakable(APIView):
    """Fails after the view, when its answer is written."""

    schema = None

    def get(self, request):
        return Response(object())


urlpatterns = [
    path("api/v1/crash", Crash.as_view()),
    path("api/v1/unspeakable", Unspeakable.as_view()),
    path("api/v1/plain", crash),
    path("page", crash),
    path("", include("league.config.urls")),
]

EVERYWHERE = ["crash", "unspeakable", "plain"]


@pytest.fixture
def calm(db):
    """A client that gets the answer a bug gets, instead of its exception."""
    return ContractClient(raise_request_exception=False)


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", EVERYWHERE)
def test_a_bug_is_answered_with_a_problem(calm, address):
    response = calm.get(address)
    problem = response.json()
    assert response.status_code == 500
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (problem["status"], problem["code"]) == (500, "internal")
    assert problem["type"] == "urn:problem-type:stammtisch:internal"
    assert problem["title"]
    assert problem["request_id"] in problem["detail"]


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", EVERYWHERE)
def test_a_bug_gives_nothing_away(calm, address):
    answer = calm.get(address).content.decode()
    assert not any(word in answer for word in (HIDDEN, "RuntimeError", "Traceback", "object"))


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", EVERYWHERE)
def test_a_bug_is_in_the_log_under_its_request(calm, address, caplog):
    request_id = calm.get(address).json()["request_id"]
    [entry] = [entry for entry in caplog.records if request_id in entry.getMessage()]
    assert f"GET /api/v1/{address}" in entry.getMessage()
    assert entry.exc_info


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
def test_every_bug_has_an_id_of_its_own(calm):
    assert calm.get("crash").json()["request_id"] != calm.get("crash").json()["request_id"]


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
def test_a_developer_gets_the_problem_too(calm, settings):
    settings.DEBUG = True
    assert calm.get("crash").json()["code"] == "internal"


@pytest.mark.logs("request .* failed", "Internal Server Error")
@pytest.mark.urls(__name__)
def test_who_listens_for_bugs_hears_of_it(anonymous):
    with pytest.raises(RuntimeError, match="hunter2"):
        anonymous.get("crash")


@pytest.mark.logs("Internal Server Error")
@pytest.mark.urls(__name__)
def test_a_page_that_fails_stays_a_page(db):
    response = Client(raise_request_exception=False).get("/page")
    assert response.status_code == 500
    assert response.headers["Content-Type"].startswith("text/html")


@pytest.mark.logs("request .* failed", "Internal Server Error")
def test_no_operation_promises_a_bug_so_that_tests_see_it(calm, monkeypatch):
    monkeypatch.setattr(rights, "readable_clubs", crash)
    with pytest.raises(KeyError):
        calm.get("clubs")
