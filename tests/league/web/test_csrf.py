"""A form that another site sends does nothing, whichever page it is for."""

import pytest
from django.test import Client
from django.urls import reverse

from league.web.urls import urlpatterns

from .addresses import address_of, methods_of

BY_LINK = {"mail-off"}
"""What mail programs send by themselves (RFC 8058), by an address that is signed."""
POSTED = [one for one in urlpatterns if "POST" in methods_of(one) and one.name not in BY_LINK]


@pytest.fixture
def browser(bob):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(bob)
    return browser


@pytest.mark.sweep(20)
@pytest.mark.parametrize("pattern", POSTED, ids=lambda one: one.name)
def test_form_of_another_site_is_refused(browser, pattern):
    answer = browser.post(address_of(pattern))
    assert (answer.status_code, answer.templates[0].name) == (403, "403_csrf.html")


def test_form_of_ones_own_is_taken(browser):
    token = browser.get("/me/").context["csrf_token"]
    form = {"language": "de", "csrfmiddlewaretoken": str(token)}
    assert browser.post("/me/", form).status_code == 302


def test_form_from_elsewhere_is_refused_even_with_the_word(browser):
    token = browser.get("/me/", secure=True).context["csrf_token"]
    form = {"language": "de", "csrfmiddlewaretoken": str(token)}
    answer = browser.post("/me/", form, headers={"Origin": "https://evil.example"}, secure=True)
    assert answer.status_code == 403


def test_admin_is_no_exception(browser, bob):
    bob.is_staff = bob.is_superuser = True
    bob.save()
    assert browser.post(reverse("admin:league_club_add")).status_code == 403
