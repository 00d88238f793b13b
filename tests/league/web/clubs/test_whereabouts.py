"""The page of a club says how to get there and how to reach it, to people and to programs."""

import re

import pytest

from league.models import Club
from tests.league.services.clubs.test_whereabouts import TOLD


@pytest.fixture
def page(client, club):
    """Return the page of a club that says where it is, or what else is given."""

    def show(**told):
        Club.objects.update(**(TOLD | told))
        return client.get("/clubs/linde/").content.decode()

    return show


@pytest.mark.parametrize(
    "marked",
    [
        '<h1 class="p-name p-org">Stammtisch zur Linde</h1>',
        '<data class="u-url u-uid" value="http://testserver/clubs/linde/">',
        '<span class="p-street-address">Am Anger 1<br>Side door</span>',
        '<a class="p-locality" href="/calendar/?place=Dorf">Dorf</a>',
        '<span class="p-country-name">Germany</span>',
        '<a class="u-email" href="mailto:club@linde.example">club@linde.example</a>',
        '<a class="p-tel" href="tel:+49301234">+49 30 1234</a>',
        '<a class="u-url" rel="nofollow ugc" href="https://linde.example/cards">',
    ],
)
def test_page_of_a_club_is_a_card(page, marked):
    shown = page()
    assert marked in shown
    assert shown.index('class="h-card"') < shown.index(marked)


def test_page_says_how_to_come(page):
    assert "<p>Bus 3.</p>\n\n<p>Ring twice.</p>" in page()


def test_a_club_that_says_nothing_has_no_such_part(page):
    assert "Contact and how to get there" not in page(**dict.fromkeys(TOLD, ""))


@pytest.mark.parametrize("field", TOLD)
def test_one_of_them_is_enough(page, field):
    told = dict.fromkeys(TOLD, "") | {field: TOLD[field]}
    assert TOLD[field].partition("\n")[0] in page(**told)


@pytest.mark.parametrize("field", TOLD)
def test_no_text_is_markup(page, field):
    shown = page(**{field: '"><script>x'})
    assert not re.search(r'"><script>x', shown)


def test_organisers_say_it_by_the_form(as_alice, club):
    as_alice.post("/clubs/linde/edit/", {"name": "Krone", **TOLD})
    club.refresh_from_db()
    told = {field: getattr(club, field).replace("\r\n", "\n") for field in TOLD}
    assert (club.name, told) == ("Krone", TOLD)
    form = as_alice.get("/clubs/linde/edit/").content.decode()
    assert 'value="club@linde.example"' in form


def test_what_is_wrong_is_said_beside_its_field(as_alice, club):
    answer = as_alice.post("/clubs/linde/edit/", {"name": "Krone", "website": "linde"})
    assert answer.status_code == 422
    assert "Give the whole address" in answer.content.decode()
