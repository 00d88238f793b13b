"""What a device may keep of the pages of somebody who is logged in, and for whom."""

import pytest

from league.config.devices import KEEP, KEPT, READER
from league.web.urls import urlpatterns


@pytest.fixture
def as_bob(client, bob):
    client.force_login(bob)
    return client


def test_pages_that_may_be_kept_are_pages_of_the_site():
    names = {f"web:{pattern.name}" for pattern in urlpatterns}
    assert names >= KEPT


def test_page_of_a_club_may_be_kept(as_bob, season):
    answer = as_bob.get(f"/clubs/{season.club.slug}/")
    assert answer.headers[KEEP] == "1"
    assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/me/", "/me/mail/", "/me/tokens/", "/notices/", "/play/"])
def test_pages_about_oneself_are_not_kept(as_bob, path):
    answer = as_bob.get(path)
    assert KEEP not in answer.headers
    assert answer.headers[READER]


@pytest.mark.parametrize("path", ["/api/v1/games", "/clubs/nowhere/", "/all-calendar", "/sw.js"])
def test_what_is_no_page_says_nothing_of_its_reader(as_bob, path):
    assert {READER, KEEP} & set(as_bob.get(path).headers) == set()


@pytest.mark.parametrize("path", ["/", "/login/", "/fair-deals/"])
def test_visitors_keep_nothing(client, db, path):
    assert {READER, KEEP} & set(client.get(path).headers) == set()


def test_whoever_has_logged_out_keeps_nothing(as_bob):
    as_bob.post("/logout/")
    assert READER not in as_bob.get("/").headers


def test_mark_is_the_same_at_each_login_and_another_for_each_person(client, bob, alice):
    marks = []
    for account in (bob, bob, alice):
        client.force_login(account)
        marks.append(client.get("/").headers[READER])
    first, again, other = marks
    assert first == again != other


def test_page_names_the_mark_for_its_scripts(as_bob):
    answer = as_bob.get("/")
    assert f'data-reader="{answer.headers[READER]}"' in answer.content.decode()
