"""Nothing is written to an address inside a network, however it is written."""

import socket

import pytest

from league.services.webhooks import posting
from tests.league.receiver import receiving
from tests.league.services.inside import LOOPBACK, PRIVATE, WRITTEN


@pytest.fixture
def receiver():
    """A program inside that anybody on this machine could write to."""
    with receiving() as server:
        yield server


@pytest.fixture(autouse=True)
def plain(settings):
    """Allow addresses without encryption, so that what is inside is all there is to refuse."""
    settings.WEBHOOK_ALLOW_HTTP = True


def refused(url):
    with pytest.raises(posting.NotSent) as caught:
        posting.post(url, body=b"{}", headers={}, limit_s=0.5)
    return str(caught.value)


@pytest.mark.parametrize("host", LOOPBACK.values(), ids=LOOPBACK)
def test_this_machine_is_not_written_to(receiver, host):
    said = refused(f"http://{host}:{receiver.server_port}/")
    assert said == posting.NOWHERE
    assert receiver.received == []


@pytest.mark.parametrize("host", PRIVATE.values(), ids=PRIVATE)
def test_no_network_inside_is_written_to(monkeypatch, host):
    monkeypatch.setattr(posting.socket, "create_connection", pytest.fail)
    assert refused(f"http://{host}/") == posting.NOWHERE


def test_name_inside_is_not_told_from_one_that_nobody_has(monkeypatch):
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(posting.socket, "getaddrinfo", lambda *args, **kwargs: inside)
    said = refused("https://database.internal/")
    monkeypatch.undo()
    assert said == refused("https://nobody.invalid/")


@pytest.mark.parametrize("url", WRITTEN.values(), ids=WRITTEN)
def test_address_is_read_in_one_way(receiver, url):
    refused(url.format(port=receiver.server_port))
    assert receiver.received == []


def test_name_that_is_public_and_then_inside_is_asked_for_once(monkeypatch):
    answers = iter(["93.184.216.34", "127.0.0.1"])
    connected = []

    def getaddrinfo(host, port, *args, **kwargs):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    def create_connection(address, timeout):
        connected.append(address)
        raise OSError("nobody is there")

    monkeypatch.setattr(posting.socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(posting.socket, "create_connection", create_connection)
    assert refused("http://rebinds.example/") == "no connection: nobody is there"
    assert connected == [("93.184.216.34", 80)]


def test_redirect_inside_is_an_answer_and_no_way(receiver, settings):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    with receiving() as open_one:
        open_one.status, open_one.location = 307, receiver.url
        assert posting.post(open_one.url, body=b"{}", headers={}) == 307
    assert receiver.received == []
