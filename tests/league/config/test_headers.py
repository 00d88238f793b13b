"""Headers that tell browsers what a page may do, cookies, and hosts that are not ours."""

import pytest
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import Client


@pytest.fixture
def headers(client):
    return client.get("/no-such-page/").headers


@pytest.mark.parametrize("address", ["/", "/me/", "/notices/", "/clubs/", "/api/v1/notices"])
def test_no_cache_keeps_what_somebody_sees_who_is_logged_in(client, bob, address):
    client.force_login(bob)
    kept = client.get(address).headers["Cache-Control"]
    assert "private" in kept
    assert "no-store" in kept


def test_new_file_of_sqlite_is_for_its_user_alone(tmp_path, db):
    path = tmp_path / "new.sqlite3"
    made = DatabaseWrapper(connection.settings_dict | {"NAME": path, "OPTIONS": {}}, "new")
    made.connect()
    made.close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_pages_run_no_inline_code(headers):
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("rule", ["object-src", "base-uri", "frame-ancestors"])
def test_pages_have_none_of(headers, rule):
    assert f"{rule} 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ],
)
def test_pages_are_kept_from_other_sites(headers, name, value):
    assert headers[name] == value


@pytest.mark.parametrize("power", ["camera", "geolocation", "microphone", "payment", "usb"])
def test_pages_ask_for_no_power_of_the_device(headers, power):
    assert f"{power}=()" in headers["Permissions-Policy"]


def test_files_of_a_page_say_only_what_is_about_them(client):
    headers = client.get("/static/img/mark.svg").headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert {"Permissions-Policy", "Access-Control-Allow-Origin"} & set(headers) == set()


def test_answers_of_the_api_have_them_too(client, db):
    answer = client.get("/api/v1/games")
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.logs("Invalid HTTP_HOST")
@pytest.mark.parametrize("host", ["evil.example", "karten.example.evil.example", "", "a b"])
def test_other_hosts_are_refused(settings, host):
    settings.ALLOWED_HOSTS = ["karten.example"]
    assert Client(HTTP_HOST=host).get("/fair-deals/").status_code == 400


def test_encrypted_pages_are_asked_for_encrypted_from_then_on(client, settings):
    settings.SECURE_HSTS_SECONDS, settings.SECURE_SSL_REDIRECT = 31_536_000, True
    assert client.get("/fair-deals/").url.startswith("https://")
    answer = client.get("/no-such-page/", secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(client, alice):
    alice.set_password("tricky cards")
    alice.save()
    page = client.post("/login/", {"username": alice.username, "password": "tricky cards"})
    for name in ("csrftoken", "sessionid"):
        cookie = page.cookies[name]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
