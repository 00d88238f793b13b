"""What is said beside a new password is what the site would do with it."""

import re

import pytest
from django.contrib.auth.password_validation import CommonPasswordValidator, validate_password
from django.core.exceptions import ValidationError
from playwright.sync_api import expect

from league.models import Account

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

REFUSED = {"short", "long", "digits", "common", "like"}
NAME = "alice.wonder"
WORDS = [
    *("", "eleven long", "twelve signs", "123456789012", "x" + "card" * 32, "card" * 32),
    *("alicewonder12", "wonderalice!", "alice.wonder", "Alice.Wonder 2", "redno.wecila"),
    *("trumps for alice and nobody else", "correct horse battery staple"),
    *("Password1234", " qwertyuiop12 ", "aaaaaaaaaaaa", "abcdefghijklmnop", "kürzlich süß!"),
    *("éééééééééééé", "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂭", "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫"),
]
TYPE = """words => words.map((word) => {
  const field = document.getElementById("id_password");
  field.value = word;
  field.dispatchEvent(new Event("input"));
  return document.querySelector(".strength").dataset.verdict;
})"""


@pytest.fixture
def page(open_page, live_server):
    """The form for an account, with a username in it."""
    page = open_page()
    page.goto("/join/")
    page.get_by_label("Username").fill(NAME)
    return page


def is_refused(password):
    """Whether the site refuses a password; an empty one as too short."""
    try:
        validate_password(password, Account(username=NAME))
    except ValidationError:
        return True
    return False


def test_meter_and_site_refuse_the_same(page):
    words = WORDS + sorted(word for word in CommonPasswordValidator().passwords if len(word) > 10)
    said = dict(zip(words, page.evaluate(TYPE, words), strict=True))
    wrong = {word: one for word, one in said.items() if (one in REFUSED) != is_refused(word)}
    assert wrong == {}


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("supercalifragi", "weak"),
        ("aaaabbbbcccc!", "weak"),
        ("asdfghjkl 0987654321", "weak"),
        ("pip pip pip pip pip", "weak"),
        ("tricky cards and 7", "fair"),
        ("correct horse battery staple", "strong"),
    ],
)
def test_length_counts_and_what_just_goes_on_does_not(page, word, verdict):
    assert page.evaluate(TYPE, [word]) == [verdict]


def test_it_is_said_politely_once_the_typing_pauses(page, on_screens):
    said = page.locator(".strength output")
    expect(said).to_have_attribute("aria-live", "polite")
    page.get_by_label("Password").press_sequentially("tricky")
    expect(said).to_have_text("Too short: use at least 12 characters.")
    page.get_by_label("Password").fill("correct horse battery staple")
    expect(said).to_have_text(re.compile("Strong"))
    assert on_screens(page, "strength") == []
    page.get_by_label("Password").fill("")
    expect(page.locator(".strength")).to_be_hidden()


def test_own_names_count_where_the_password_is_changed(open_page, log_in, season):
    Account.objects.filter(username="alice").update(email="alice.wonder@example.org")
    page = log_in(open_page(), "alice")
    page.goto("/me/password/")
    page.get_by_label("New password").fill("Alice.Wonder@example")
    expect(page.locator(".strength output")).to_have_text("Too similar to your name here.")


def test_without_javascript_the_page_says_what_is_wanted(open_page, live_server):
    page = open_page(java_script_enabled=False)
    page.goto("/join/")
    expect(page.get_by_text("At least 12 characters, not only digits")).to_be_visible()
    expect(page.locator(".strength")).to_be_hidden()
