"""Pages of rules write cards with the letters that are printed on them."""

import re

import pytest
from django.urls import reverse

import games
from league.web.games.cards import FRENCH

SLUGS = [game.slug for game in games.all() if game.pack.suits == "".join(FRENCH)]
ENGLISH_ONLY = re.compile(r"(?<!\w)[JQT](?!\w)")


def page(client, slug, language):
    answer = client.get(reverse("web:game", args=[slug]), headers={"Accept-Language": language})
    return answer.content.decode()


def ranks(page):
    return set(re.findall(r'card__rank">(\w+)<', page))


def text_of(page):
    """Return the rules without notation, which is in code."""
    [rules] = re.findall(r'<article class="rules".*?</article>', page, re.DOTALL)
    return re.sub(r"<code>.*?</code>", "", rules, flags=re.DOTALL)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_german_rules_have_german_letters(client, slug):
    german = page(client, slug, "de")
    assert ranks(german) & {"B", "D"}
    assert not ranks(german) & {"J", "Q"}
    assert not ENGLISH_ONLY.findall(text_of(german))


@pytest.mark.django_db
def test_english_rules_under_dutch_cards_say_what_their_letters_mean(client):
    dutch = page(client, "skat", "nl")
    assert {"B", "V", "H", "A"} <= ranks(dutch)
    assert "is A de aas, K de heer, Q de vrouw, J de boer" in dutch
    assert "J de boer" not in page(client, "mulatschag", "nl")


@pytest.mark.django_db
def test_page_of_a_game_tells_bots_its_facts(client):
    facts = page(client, "truco", "de").split('id="facts"')[1].split("</table>")[0]
    assert re.findall(r'scope="row"><code>(\w+)<', facts) == [
        fact.name for fact in games.get("truco").fact_model.told()
    ]
    assert "side or null" in facts
    assert "<code>answer</code>, <code>over</code>" in facts


@pytest.mark.django_db
def test_page_of_a_game_begins_in_short(client):
    german = page(client, "gong-zhu", "de")
    short = german.split('id="short"')[1].split("</section>")[0]
    assert "Jeder spielt für sich, ohne Trumpf." in short
    assert re.search(r'aria-label="Pik-Dame".*?<strong>−100</strong>', short, re.DOTALL)


@pytest.mark.django_db
def test_page_says_how_to_get_all_records(client, settings):
    settings.RECORDS_LICENCE = "https://example.org/licence/"
    said = client.get("/games/skat/").content.decode()
    assert "python -m bots download --game skat --site http://testserver" in said
    assert '<a href="https://example.org/licence/" rel="license">' in said


@pytest.mark.django_db
def test_page_names_no_licence_that_there_is_not(client):
    assert "rel=" not in client.get("/games/skat/").content.decode().partition('id="records"')[2]
