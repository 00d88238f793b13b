"""What a player is asked, in a sentence."""

import pytest

import games
from league.web.games.cards import pack_of
from league.web.play.asks import asked, how_many
from league.web.play.choices import choices
from tests.league.web.positions import positions


def view(phase, *, table=(), game="skat", **facts):
    return {"game": game, "phase": phase, "table": table, "facts": facts}


@pytest.mark.parametrize(
    ("view", "legal", "said"),
    [
        (view("auction", bid=None), ["pass", "bid 18"], "Your bid?"),
        (view("auction", bid=18), ["yes", "pass"], "Bid 18?"),
        (view("declare"), ["declare clubs"], "What do you play?"),
        (view("trump", game="cinch"), ["trump C", "trump S"], "Which suit is trump?"),
        (view("skat"), ["pick up", "hand"], "Pick up the skat?"),
        (view("auction", game="cinch", bid=14), ["pass"], "Your bid?"),
        (view("exchange", game="loo"), ["stand"], "Do you exchange cards?"),
        (view("flush", game="loo"), ["hide"], "Do you show a flush?"),
        (view("play"), ["C7"], "You lead: play a card."),
        (view("play", table=[{"seat": 0, "card": "CA"}]), ["C7"], "Play a card."),
    ],
)
def test_question_is_about_what_is_legal(view, legal, said):
    assert asked(view, legal) == said


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", [game.slug for game in games.all()])
def test_whatever_is_not_ticked_is_asked_in_a_sentence(slug):
    for table in positions(slug):
        view = table.view(table.turn)
        if not choices(slug, view["legal"], view["hand"], pack_of(slug), {}).picks:
            assert asked(view, view["legal"])[-1] in "?."


@pytest.mark.parametrize(
    ("verb", "least", "most", "said"),
    [
        ("discard", 2, 2, "Choose 2 cards to put away."),
        ("exchange", 1, 5, "Choose 1 to 5 cards to exchange."),
        ("expose", 1, 1, "Choose 1 card."),
    ],
)
def test_number_of_cards_is_said(verb, least, most, said):
    assert how_many(verb, least, most) == said
