"""What the table offers: every legal action, by a label, and nothing else."""

import re

import pytest
from django.conf import settings
from django.utils import translation

import games
from league.web.games.cards import pack_of
from league.web.games.labels import label_of
from league.web.play.choices import NoSuchChoice, choices, chosen
from tests.league.web.positions import positions

GAMES = [game.slug for game in games.all()]
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def offered(slug, legal, hand=()):
    return choices(slug, legal, hand, pack_of(slug), {})


def sent(found, slug, legal):
    """Return every action that can be sent from what is offered."""
    tapped = [held.action for held in found.hand if held.action]
    pressed = [choice.action for choice in found.buttons]
    listed = [choice.action for some in found.lists for choice in some]
    verbs = {pick.verb for pick in found.picks}
    pack = pack_of(slug)
    ticked = [
        chosen("", text.split()[0], text.split()[1:], legal, pack)
        for text in legal
        if text.split()[0] in verbs
    ]
    return [*tapped, *pressed, *listed, *ticked]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_action_is_offered_once(slug):
    for table in positions(slug):
        legal, hand = table.legal(), table.view(table.turn)["hand"]
        found = offered(slug, legal, hand)
        assert sorted(sent(found, slug, legal)) == sorted(legal)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("slug", GAMES)
def test_cards_to_tick_are_all_there_is_to_tick(slug):
    for table in positions(slug):
        legal, hand = table.legal(), table.view(table.turn)["hand"]
        found = offered(slug, legal, hand)
        there = {held.card.text for held in found.hand if held.can_be_ticked}
        there |= {card.text for card in found.others}
        verbs = {pick.verb for pick in found.picks}
        assert there == {
            word for text in legal if text.split()[0] in verbs for word in text.split()[1:]
        }


@pytest.mark.sweep(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_action_has_a_label_in_every_language(slug, language):
    pack, labels = pack_of(slug), {}
    with translation.override(language):
        for table in positions(slug):
            for text in table.legal():
                labels.setdefault(text, label_of(slug, text, pack))
    raw = [text for text, label in labels.items() if is_raw(text, label, pack)]
    assert raw == []
    assert len(set(labels.values())) == len(labels)


def is_raw(text, label, pack):
    """Tell whether a label shows a card or a verb as records write them."""
    cards = {word for word in text.split() if pack.is_card(word)}
    return label == text or not cards.isdisjoint(label.replace(":", " ").replace(",", " ").split())


def test_labels_are_those_of_german_card_players():
    with translation.override("de"):
        assert label_of("skat", "declare clubs schneider", pack_of("skat")) == "Kreuz Schneider"


def test_many_bids_stand_in_a_list_but_the_lowest():
    legal = ["pass", *(f"bid {value}" for value in (18, 20, 22, 23, 24, 27, 30, 33, 35))]
    found = offered("skat", legal)
    assert [choice.label for choice in found.buttons] == ["Pass", "Bid 18"]
    assert [choice.label for choice in found.lists[0]][:2] == ["Bid 20", "Bid 22"]


def test_plain_contracts_stand_on_buttons_before_those_with_announcements():
    suits = ("clubs", "spades", "hearts", "diamonds", "grand")
    legal = [f"declare {suit}{level}" for suit in suits for level in ("", " schneider")]
    found = offered("skat", legal)
    assert [choice.label for choice in found.buttons] == [
        "Clubs", "Spades", "Hearts", "Diamonds", "Grand"
    ]  # fmt: skip
    assert len(found.lists[0]) == 5


def test_a_card_that_is_drawn_on_a_button_is_not_named_beside():
    (found,) = offered("truco", ["C4", "down C4"], hand=["C4"]).buttons
    assert found.label == "Put down the 4 of clubs, face down"
    assert (found.beside, [card.text for card in found.cards]) == ("Face down", ["C4"])


def test_a_suit_that_is_declared_is_drawn():
    found = offered("skat", ["declare clubs", "declare grand"])
    assert [choice.suit and choice.suit.letter for choice in found.buttons] == ["C", None]


def test_one_card_to_put_away_is_tapped_in_the_hand():
    found = offered("mulatschag", ["discard E7", "discard E8"], ["E7", "E8", "HS"])
    assert [held.action for held in found.hand] == ["discard E7", "discard E8", ""]


def test_card_face_down_has_a_button_of_its_own():
    found = offered("truco", ["C4", "down C4"], ["C4"])
    assert (found.hand[0].action, found.buttons[0].action) == ("C4", "down C4")


def test_hand_has_the_ranks_of_now_whatever_can_be_played():
    ranks = {"CJ": 2, "HA": 1, "C7": 0}
    found = choices("skat", ["HA"], ["CJ", "HA", "C7"], pack_of("skat"), {"C7": "No."}, ranks=ranks)
    assert [held.rank for held in found.hand] == [2, 1, 0]


def test_card_that_cannot_be_played_says_why():
    found = choices("skat", ["HA"], ["HA", "CA"], pack_of("skat"), {"CA": "Follow."})
    assert [held.why for held in found.hand] == ["", "Follow."]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (["C7"], "Choose 2 cards to put away."),
        ([], "Choose 2 cards to put away."),
        (["C7", "HA"], "The rules do not allow this with 7 of clubs and ace of hearts."),
    ],
)
def test_cards_that_are_no_choice_are_refused_with_what_is(cards, said):
    with pytest.raises(NoSuchChoice, match=re.escape(said)):
        chosen("", "discard", cards, ["discard C7 C8", "discard C7 C9"], pack_of("skat"))


def test_order_of_the_ticks_does_not_matter():
    legal = ["discard C7 S8"]
    assert chosen("", "discard", ["S8", "C7"], legal, pack_of("fipsen")) == "discard C7 S8"


def test_verb_that_is_not_legal_now_is_refused():
    with pytest.raises(NoSuchChoice, match="You cannot do this now"):
        chosen("", "exchange", ["C7"], ["pass"], pack_of("loo"))
