"""A body that is too large is refused before Django, or anything else, has read it."""

import asyncio
import json

import pytest
from django.core.exceptions import RequestDataTooBig
from django.test import RequestFactory
from django.urls import reverse

from league.config.bodies import MAX_FORM_BYTES, UPLOADS, BoundedBodies, most_for


def send(*chunks, headers=()):
    """Send a request to an application that reads all of it; return what was read and answered."""
    read, answered = [], []
    incoming = iter(chunks)

    async def application(scope, receive, send):
        while (message := await receive())["type"] == "http.request":
            read.append(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200})
                return

    async def receive():
        chunk = next(incoming)
        return {"type": "http.request", "body": chunk, "more_body": chunk != chunks[-1]}

    async def sent(message):
        answered.append(message)

    scope = {"type": "http", "path": "/", "headers": list(headers)}
    asyncio.run(BoundedBodies(application, most=lambda _path: 10)(scope, receive, sent))
    return b"".join(read), answered


def test_body_that_fits_is_passed_on():
    read, answered = send(b"01234", b"56789", headers=[(b"content-length", b"10")])
    assert (read, answered[0]["status"]) == (b"0123456789", 200)


@pytest.mark.parametrize("said", [b"11", b"-1", b"many"])
def test_body_that_says_it_is_too_large_is_not_read(said):
    read, answered = send(b"0", headers=[(b"content-length", said)])
    assert (read, answered[0]["status"]) == (b"", 413)
    assert json.loads(answered[1]["body"])["code"] == "too_large"


def test_body_that_does_not_say_is_counted():
    read, answered = send(b"01234", b"56789", b"x")
    assert (read, [message.get("status") for message in answered]) == (b"0123456789", [413, None])


def test_only_archives_of_bots_may_be_large():
    assert {reverse("web:my-bots"), reverse("api:version-list")} == set(UPLOADS)
    assert {most_for(path) for path in UPLOADS} == {MAX_FORM_BYTES}
    assert most_for("/clubs/") == most_for("/bots/mine/x") < 6_000_000


def test_form_is_bounded_for_other_servers_too():
    request = RequestFactory().post("/", {"archive": "x"})
    request.META["CONTENT_LENGTH"] = str(MAX_FORM_BYTES + 1)
    with pytest.raises(RequestDataTooBig):
        len(request.POST)
