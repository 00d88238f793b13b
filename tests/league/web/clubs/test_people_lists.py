"""A list of people on pages: imported, shown, and taken back if wrong."""

import pytest

from league.models import Membership

PAGE = "/clubs/linde/members/import/"


@pytest.fixture
def imported(as_alice):
    """Return the page of a list that was imported."""
    return as_alice.post(PAGE, {"csv": "Ida Lang\nJan Bos", "do": "yes"}).url


def test_an_import_leads_to_whom_it_brought(as_alice, imported):
    shown = as_alice.get(imported).content.decode()
    assert "2 people are now members." in shown
    assert "Ida Lang" in shown
    assert "Undo this import" in shown


def test_an_import_that_brings_nobody_leads_to_the_members(as_alice, imported):
    again = as_alice.post(PAGE, {"csv": "Ida Lang", "do": "yes"})
    assert again.url == "/clubs/linde/members/"


def test_an_import_is_undone(as_alice, imported):
    shown = as_alice.post(imported, follow=True).content.decode()
    assert shown.count("no longer a member") == 2
    assert not Membership.objects.filter(player__name="Ida Lang").exists()


def test_an_import_that_was_undone_says_so(as_alice, imported):
    as_alice.post(imported)
    assert "already taken back" in as_alice.post(imported, follow=True).content.decode()


def test_the_form_leads_to_what_was_imported_before(as_alice, imported):
    assert f'href="{imported}"' in as_alice.get(PAGE).content.decode()
