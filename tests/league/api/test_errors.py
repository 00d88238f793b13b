"""Bad requests of every kind are answered with a problem that says what is wrong."""

import pytest

from league.api import parsers
from league.models import Event

JSON = "application/json"


def post(client, body, content_type=JSON):
    return client.generic("POST", "events", body, content_type=content_type)


def nested(depth):
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff",
        b"\xef\xbb\xbf{}",
        b'{"season": NaN}',
        b'{"season": -Infinity}',
        b'{"season": 1e400}',
        b'{"season": ' + b"9" * 20 + b"}",
        b'{"season": ' + b"9" * 5000 + b"}",
        b'{"season": "\\u0000"}',
        b'{"season": "\\ud800"}',
        b'{"\\u0000": 1}',
        nested(parsers.MAX_DEPTH + 1).encode(),
        nested(100_000).encode(),
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_no_client_means_is_malformed(as_alice, body):
    response = post(as_alice, body)
    assert response.status_code in {400, 422}
    assert response.headers["Content-Type"] == "application/problem+json"
    assert not Event.objects.exists()


@pytest.mark.parametrize("body", ["[]", "1", '"text"', "null", "true", nested(parsers.MAX_DEPTH)])
def test_a_body_of_another_type_is_invalid(as_alice, body):
    response = post(as_alice, body.encode())
    assert response.status_code == 422
    assert list(response.json()["errors"]) in (["body"], ["season", "name"])


def test_a_body_that_is_too_large_is_refused(as_alice):
    response = post(as_alice, b'"' + b"x" * parsers.MAX_BODY_BYTES + b'"')
    assert (response.status_code, response.json()["code"]) == (413, "too_large")


def test_another_media_type_is_refused(as_alice):
    response = post(as_alice, b"<event/>", "application/xml")
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("value", [None, 1, True, [], {}, "x" * 200, "nothing-here"])
def test_a_value_of_another_type_names_its_field(as_alice, value):
    response = as_alice.post("events", {"season": value, "name": "December"})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["season"]


def test_a_problem_has_the_members_of_the_standard(as_alice):
    problem = as_alice.post("events", {}).json()
    assert problem["type"] == "urn:problem-type:stammtisch:invalid"
    assert problem["status"] == 422
    assert problem["code"] == "invalid"
    assert problem["title"]
    assert problem["errors"] == {
        "season": ["This field is required."],
        "name": ["This field is required."],
    }


@pytest.mark.parametrize("address", ["", "nothing", "clubs/", "matches/1", "clubs/%00", "a/b/c"])
def test_an_unknown_address_is_a_problem(anonymous, address):
    response = anonymous.get(address)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_an_unknown_address_is_a_problem_for_any_method(anonymous):
    assert anonymous.delete("nothing").json()["code"] == "not_found"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_an_unknown_method_is_a_problem(anonymous, method):
    response = anonymous.generic(method, "clubs")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")


def test_an_answer_in_another_form_is_not_to_be_had(anonymous, club):
    response = anonymous.get("clubs", headers={"Accept": "text/html"})
    assert (response.status_code, response.json()["code"]) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "query",
    ["page=0", "page=-1", "page=x", "page=2", f"page={'9' * 30}", f"page={'9' * 5000}", "page=%00"],
)
def test_a_page_that_is_not_there_is_not_found(anonymous, query):
    assert anonymous.get(f"clubs?{query}").status_code == 404


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM=", "cD0lMDA=", "cD0" + "5" * 40, "bz1hYmM="])
def test_a_made_up_cursor_is_not_found(as_alice, cursor):
    assert as_alice.get("jobs", {"cursor": cursor}).status_code == 404


@pytest.mark.parametrize("query", ["status=unheard", "kind=%00", "match=%00"])
def test_a_wrong_filter_is_named(as_alice, query):
    response = as_alice.get(f"jobs?{query}")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [query.partition("=")[0]]


def test_a_number_of_two_to_the_fifty_third_is_still_read():
    assert parsers.parse_json(b"[9007199254740992]") == [2**53]
