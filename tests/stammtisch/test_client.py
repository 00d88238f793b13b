"""What a client sends, and what it makes of answers."""

import pytest

from stammtisch.client import (
    ApiError,
    Client,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    Outdated,
    Problem,
    Unauthenticated,
    Unreachable,
)

PROBLEM = {"code": "conflict", "title": "The current state does not allow this", "detail": "No."}


def test_request_is_in_the_name_of_the_token(server, client):
    server.will(body={"slug": "anker"})
    assert client.clubs.retrieve("anker") == {"slug": "anker"}
    [(method, path, headers, body)] = server.asked
    assert (method, path, body) == ("GET", "/api/v1/clubs/anker", b"")
    assert headers["Authorization"] == "Bearer stt_alice"


def test_nobody_sends_no_token(server):
    server.will(body={})
    Client(server.url).clubs.retrieve("anker")
    assert "Authorization" not in server.asked[0][2]


def test_a_value_cannot_lead_to_another_address(server, client):
    server.will(body={})
    client.clubs.retrieve("../me?x=1")
    assert server.asked[0][1] == "/api/v1/clubs/..%2Fme%3Fx%3D1"


def test_filters_that_are_not_said_are_not_sent(server, client):
    server.will(body={"results": [], "next": None})
    list(client.tables.list(mine=True, event="abc"))
    assert server.asked[0][1] == "/api/v1/tables?event=abc&mine=true"


def test_several_values_of_a_filter_are_all_sent(server, client):
    server.will(body={})
    client.seasons.head_to_head("s", player=["a", "b"])
    assert server.asked[0][1] == "/api/v1/seasons/s/head-to-head?player=a&player=b"


def test_fields_are_sent_as_json(server, client):
    server.will(201, {})
    client.clubs.create(slug="anker", name="Zum Anker")
    method, path, headers, body = server.asked[0]
    assert (method, path) == ("POST", "/api/v1/clubs")
    assert headers["Content-Type"] == "application/json"
    assert body == b'{"slug": "anker", "name": "Zum Anker"}'


def test_list_goes_on_where_the_site_is_called_otherwise(server, client):
    server.will(body={"results": [1, 2], "next": "https://cards.example/api/v1/clubs?page=2"})
    server.will(body={"results": [3], "next": None})
    assert list(client.clubs.list()) == [1, 2, 3]
    assert [path for _, path, *_ in server.asked] == ["/api/v1/clubs", "/api/v1/clubs?page=2"]


def test_list_asks_for_no_page_before_it_is_needed(server, client):
    server.will(body={"results": [1, 2], "next": "/api/v1/clubs?page=2"})
    assert next(iter(client.clubs.list())) == 1
    assert len(server.asked) == 1


def test_records_are_fetched_as_long_as_there_are_more(server, client):
    more = '</api/v1/games/skat/records?after=x>; rel="next", <https://cc.example>; rel="license"'
    server.will(body=b"1\n", Link=more)
    server.will(body=b"2\n")
    pages = list(client.games.records("skat"))
    assert [page.text for page in pages] == ["1\n", "2\n"]
    assert pages[0].links["license"] == "https://cc.example"
    assert server.asked[1][1] == "/api/v1/games/skat/records?after=x"


def test_version_goes_along_with_an_answer(server, client):
    server.will(body={"status": "entered"}, ETag='"1-entered"')
    server.will(body={"status": "final"}, ETag='"1-final"')
    match, seen = client.matches.retrieve("m")
    client.matches.confirm("m", if_match=seen)
    assert match == {"status": "entered"}
    assert server.asked[1][2]["If-Match"] == '"1-entered"'


def test_no_version_is_named_unasked(server, client):
    server.will(body={})
    client.matches.confirm("m")
    assert "If-Match" not in server.asked[0][2]


def test_who_was_late_is_told_what_is_there(server, client):
    current = {"status": "final"}
    server.will(412, {"code": "stale", "detail": "x", "current": current}, ETag='"2-final"')
    with pytest.raises(Outdated) as late:
        client.matches.confirm("m", if_match='"1-entered"')
    assert (late.value.current, late.value.etag) == (current, '"2-final"')


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, Unauthenticated),
        (403, Forbidden),
        (404, NotFound),
        (409, Conflict),
        (422, Invalid),
        (400, Problem),
    ],
)
def test_refusal_has_a_kind_and_the_sentence_of_the_site(server, client, status, kind):
    server.will(status, PROBLEM)
    with pytest.raises(kind, match=r"^No\.$") as refusal:
        client.clubs.retrieve("anker")
    assert (refusal.value.status, refusal.value.code) == (status, "conflict")
    assert type(refusal.value) is kind


def test_refused_fields_are_named(server, client):
    errors = {"name": ["Too long.", "Too odd."], "slug": ["Taken."]}
    server.will(422, {"code": "invalid", "detail": "Correct these.", "errors": errors})
    with pytest.raises(Invalid, match=r"^name: Too long. Too odd. slug: Taken.$") as refusal:
        client.clubs.create(slug="a", name="b")
    assert refusal.value.errors == errors


@pytest.mark.parametrize("body", [b"<html>Not here</html>", [1], {"detail": "another API"}])
def test_refusal_of_another_server_is_no_problem(server, client, body):
    server.will(404, body)
    with pytest.raises(Unreachable, match="Not Found") as error:
        client.clubs.retrieve("anker")
    assert not error.value.is_passing


def test_page_of_another_server_is_no_answer(server, client):
    server.will(200, b"<html>Welcome</html>")
    with pytest.raises(Unreachable):
        client.clubs.retrieve("anker")


def test_token_is_not_taken_elsewhere(server, client):
    server.will(302, None, Location="https://elsewhere.example/")
    with pytest.raises(ApiError, match=r"rather https://elsewhere\.example/"):
        client.clubs.retrieve("anker")
    assert len(server.asked) == 1


@pytest.mark.parametrize("url", ["cards.example.org", "file:///etc/passwd", ""])
def test_address_that_is_none_is_refused(url):
    with pytest.raises(ValueError, match="begins with https"):
        Client(url)


def test_nothing_is_none(server, client):
    server.will(204)
    server.will(204)
    assert client.tables.turn_retrieve("t") is None
    assert client.tokens.destroy("t") is None


def test_upload_is_a_form_with_files_and_fields(server, client):
    server.will(202, {})
    client.clubs.import_season("anker", archive=b"\x00\xff", players="guests")
    _, path, headers, body = server.asked[0]
    boundary = headers["Content-Type"].partition("boundary=")[2].encode()
    parts = body.split(b"--" + boundary)
    assert path == "/api/v1/clubs/anker/import-season"
    assert parts[1].endswith(b"octet-stream\r\n\r\n\x00\xff\r\n")
    assert b'name="archive"; filename="archive"' in parts[1]
    assert parts[2] == b'\r\nContent-Disposition: form-data; name="players"\r\n\r\nguests\r\n'
    assert parts[3] == b"--\r\n"


def test_stream_tells_news_and_passes_over_signs_of_life(server, client):
    lines = b'data: {"version": null}\n\n: still here\n\ndata: {"table": "t", "version": 2}\n\n'
    server.will(200, lines, Content_Type="text/event-stream")
    with client.remote_bots.me_events() as stream:
        assert stream.is_offered
        assert list(stream) == [{"version": None}, {"table": "t", "version": 2}]


def test_stream_that_is_not_offered_is_empty(server, client):
    server.will(204)
    with client.tables.events_retrieve("t") as stream:
        assert not stream.is_offered
        assert list(stream) == []


def test_news_that_nobody_understands_is_no_news(server, client):
    server.will(200, b"data: {oh\n\n")
    with client.remote_bots.me_events() as stream, pytest.raises(Unreachable):
        list(stream)
