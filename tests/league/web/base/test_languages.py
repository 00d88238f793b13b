"""The language of one's pages: by the browser, by the foot of a page, by the profile."""

import pytest
from django.urls import reverse

LOGIN = {"username": "bob", "password": "tricky cards"}


@pytest.fixture
def german(bob):
    """Bob, who has chosen German."""
    bob.language = "de"
    bob.set_password("tricky cards")
    bob.save()
    return bob


def language_of(client):
    return client.get("/").headers["Content-Language"]


def test_browser_decides_otherwise(client, db):
    assert client.get("/", headers={"Accept-Language": "nl"}).headers["Content-Language"] == "nl"


def test_profile_decides_from_the_login_on(client, german):
    client.post("/login/", LOGIN)
    assert language_of(client) == "de"


def test_login_without_a_language_leaves_the_browsers(client, german):
    german.language = ""
    german.save()
    client.post("/login/", LOGIN)
    assert language_of(client) == "en"


def test_choice_on_ones_page_is_stored_and_applied(as_bob, bob):
    as_bob.post("/me/", {"language": "nl"})
    bob.refresh_from_db()
    assert (bob.language, language_of(as_bob)) == ("nl", "nl")


def test_choice_can_be_left_to_the_browser_again(as_bob, bob):
    as_bob.post("/me/", {"language": "nl"})
    as_bob.post("/me/", {"language": ""})
    bob.refresh_from_db()
    assert (bob.language, language_of(as_bob)) == ("", "en")


def test_choice_at_the_foot_is_stored_too(as_bob, bob):
    as_bob.post(reverse("web:set_language"), {"language": "de", "next": "/"})
    bob.refresh_from_db()
    assert (bob.language, language_of(as_bob)) == ("de", "de")


def test_choice_at_the_foot_needs_no_login(client, db):
    client.post(reverse("web:set_language"), {"language": "de", "next": "/"})
    assert language_of(client) == "de"


@pytest.mark.parametrize("code", ["fr", "xx", "../de", "d" * 500])
def test_unknown_languages_are_not_stored(as_bob, bob, code):
    assert as_bob.post("/me/", {"language": code}).status_code == 422
    as_bob.post(reverse("web:set_language"), {"language": code, "next": "/"})
    bob.refresh_from_db()
    assert bob.language == ""


def test_choosing_leads_to_no_other_site(as_bob):
    form = {"language": "de", "next": "https://example.org/"}
    assert as_bob.post(reverse("web:set_language"), form).url == "/"
