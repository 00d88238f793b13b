"""Where mail goes: what EMAIL_URL, MAIL_FROM and SITE_URL say, and what is wrong with them."""

import pytest

from league.config import mail
from league.config.env import Environment


@pytest.fixture
def environment(tmp_path):
    return lambda **values: Environment(values=values, base=tmp_path)


def codes(env):
    return [problem.code for problem in env.problems]


def test_development_writes_mails_to_a_folder(environment, tmp_path):
    found = mail.server(environment())
    assert (found.backend, found.folder) == (mail.FOLDER, tmp_path / "var" / "mail")


def test_production_sends_none_unless_it_is_told_where(environment):
    env = environment(STAMMTISCH_ENV="production")
    assert mail.server(env).backend == mail.NONE
    mail.sender(env, is_sent=False)
    assert codes(env) == []


@pytest.mark.parametrize(
    ("url", "scheme", "port", "is_plain"),
    [
        ("smtp://mail.example", "smtp", 587, False),
        ("smtp://mail.example:25?tls=no", "smtp", 25, True),
        ("smtps://mail.example", "smtps", 465, False),
    ],
)
def test_a_server_is_spoken_to_encrypted_by_default(environment, url, scheme, port, is_plain):
    found = mail.server(environment(EMAIL_URL=url))
    assert (found.scheme, found.port, found.is_plain) == (scheme, port, is_plain)


def test_its_password_comes_from_the_address_or_a_file(environment, tmp_path):
    url = "smtps://anna:p%40ss@mail.example"
    (tmp_path / "url").write_text(url)
    for env in (environment(EMAIL_URL=url), environment(EMAIL_URL_FILE=str(tmp_path / "url"))):
        found = mail.server(env)
        assert (found.user, found.password) == ("anna", "p@ss")


@pytest.mark.parametrize("url", ["http://x", "smtp://", "smtp://x?tls=perhaps", "file://x/y"])
def test_another_address_is_noted(environment, url):
    env = environment(EMAIL_URL=url)
    assert mail.server(env).backend == mail.NONE
    assert codes(env) == ["E021"]


@pytest.mark.parametrize("sender", ["", "Stammtisch", "a@example.org\nBcc: b@example.org"])
def test_production_says_who_sends(environment, sender):
    env = environment(STAMMTISCH_ENV="production", MAIL_FROM=sender)
    mail.sender(env, is_sent=True)
    assert codes(env) == ["E022"]


def test_links_begin_with_what_is_set(environment):
    url = mail.site_url(environment(SITE_URL="https://karten.example/"), is_https=True)
    assert url == "https://karten.example"
    hosts = environment(ALLOWED_HOSTS=".example.org, karten.example")
    assert mail.site_url(hosts, is_https=True) == "https://karten.example"


@pytest.mark.parametrize("url", ["karten.example", "https://x/y", "ftp://x"])
def test_links_begin_with_a_site(environment, url):
    env = environment(SITE_URL=url)
    mail.site_url(env, is_https=True)
    assert codes(env) == ["E023"]
