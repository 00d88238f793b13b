"""What a player is asked, in a sentence."""

import pytest

from league.web.play.asks import asked, how_many


def view(phase, *, table=(), game="skat", **facts):
    return {"game": game, "phase": phase, "table": table, "facts": facts}


@pytest.mark.parametrize(
    ("view", "legal", "said"),
    [
        (view("auction", bid=None), ["pass", "bid 18"], "Your bid?"),
        (view("auction", bid=18), ["yes", "pass"], "Bid 18?"),
        (view("declare"), ["declare clubs"], "What do you play?"),
        (view("trump", game="cinch"), ["trump C", "trump S"], "Which suit is trump?"),
        (view("skat"), ["pick up", "hand"], "Skat"),
        (view("play"), ["C7"], "You lead: play a card."),
        (view("play", table=[{"seat": 0, "card": "CA"}]), ["C7"], "Play a card."),
    ],
)
def test_question_is_about_what_is_legal(view, legal, said):
    assert asked(view, legal) == said


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
