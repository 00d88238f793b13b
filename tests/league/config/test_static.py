"""Static files, as the web server sends them."""

import asyncio

from league.config.asgi import site

PATH = "/static/css/base.css"


def test_file_is_sent(client):
    response = client.get(PATH)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/css")


def test_unchanged_file_is_not_sent_again(client):
    etag = client.get(PATH)["ETag"]
    response = client.get(PATH, headers={"If-None-Match": etag})
    assert (response.status_code, response.content) == (304, b"")


def test_part_of_a_file_is_sent(client):
    response = client.get(PATH, headers={"Range": "bytes=0-9"})
    assert (response.status_code, len(response.content)) == (206, 10)


def test_missing_file_is_not_found(client):
    assert client.get("/static/css/none.css").status_code == 404


def test_asgi_server_sends_it_without_a_warning():
    asked, sent = [], []
    scope = {"type": "http", "method": "GET", "path": PATH, "headers": [], "query_string": b""}

    async def receive():
        if asked:
            await asyncio.Event().wait()  # the browser stays
        asked.append(True)
        return {"type": "http.request"}

    async def send(message):
        sent.append(message)

    asyncio.run(site(scope, receive, send))
    assert sent[0]["status"] == 200
