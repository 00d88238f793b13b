import xml.etree.ElementTree as ET

import pytest
from django.conf import settings
from django.utils import translation

import games
from league.web.games.cards import FRENCH, NUMBERED, Pack, pack_of, plain

PACK = pack_of("mit-list-und-tuecke")
SPRITE = settings.BASE_DIR / "static" / "img" / "suits.svg"


def symbols():
    root = ET.fromstring(SPRITE.read_text())
    return {node.get("id"): ET.tostring(node[0]) for node in root}


def test_card_has_suit_and_rank():
    card = PACK.card("R10")
    assert (card.suit.letter, card.rank) == ("R", "10")


def test_card_is_read_out_in_the_language_of_the_visitor():
    with translation.override("de"):
        assert str(PACK.card("R10").name) == "Rot 10"


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_every_card_of_a_game_can_be_drawn(game):
    pack = pack_of(game.slug)
    for players in game.players:
        texts = [game.pack.format(card) for card in game.deck_of(players, game.options())]
        assert [card.text for card in pack.cards(texts)] == texts


@pytest.mark.parametrize("suits", [NUMBERED, FRENCH], ids=["numbered", "french"])
def test_suits_of_a_pack_are_told_apart_by_shape_and_by_colour(suits):
    drawn = symbols()
    assert len({drawn[suit.symbol] for suit in suits.values()}) == 4
    assert len({suit.colour for suit in suits.values()}) == 4


def test_ten_is_printed_as_ten():
    assert Pack(FRENCH).card("HT").rank == "10"


@pytest.mark.parametrize(("language", "letters"), [("en", "JQKA"), ("de", "BDKA"), ("nl", "BVHA")])
def test_court_cards_have_the_letters_of_the_visitor(language, letters):
    cards = pack_of("skat").cards(["CJ", "CQ", "CK", "CA"])
    with translation.override(language):
        assert "".join(str(card.rank) for card in cards) == letters
        assert [str(card.name)[-1] for card in cards] == list(letters)
    assert [card.text for card in cards] == ["CJ", "CQ", "CK", "CA"]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_german_cards_have_german_letters_in_every_language(language):
    with translation.override(language):
        assert "".join(str(card.rank) for card in pack_of("mulatschag").cards(["HU", "HK"])) == "UK"


def test_joker_is_a_card_of_its_own():
    assert Pack(FRENCH).card("X1").suit.letter == "X1"


def test_suit_that_nobody_has_drawn_shows_its_letter():
    assert Pack({"E": plain("E")}).card("E7").suit.letter == "E"


def test_by_suit_keeps_the_order_of_the_pack_and_leaves_out_empty_suits():
    groups = PACK.by_suit(["Y1", "B7", "Y3"])
    assert [(suit.letter, [card.rank for card in cards]) for suit, cards in groups] == [
        ("B", ["7"]),
        ("Y", ["1", "3"]),
    ]
