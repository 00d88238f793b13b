import xml.etree.ElementTree as ET

import pytest
from django.conf import settings
from django.utils import translation

import games
from league.web.games.cards import FRENCH, NUMBERED, Pack, has_faces, pack_of, plain

PACK = pack_of("mit-list-und-tuecke")
SPRITE = settings.BASE_DIR / "static" / "img" / "suits.svg"


def symbols():
    root = ET.fromstring(SPRITE.read_text())
    return {node.get("id"): ET.tostring(node[0]) for node in root}


def test_card_has_suit_and_rank():
    card = PACK.card("R10")
    assert (card.suit.letter, card.rank) == ("R", "10")


NAMES = {
    "en": ("red 10", "ace of hearts", "10 of clubs", "Ober of acorns", "Unter of bells"),
    "de": ("rote 10", "Herz-Ass", "Kreuz 10", "Eichel-Ober", "Schell-Unter"),
    "nl": ("rode 10", "hartenaas", "klaveren 10", "Ober van eikels", "Unter van bellen"),
}
TOLD = {
    "en": ("the red 10", "the ace of hearts", "the 10 of clubs", "the first joker", "the Weli"),
    "de": ("die rote 10", "Herz-Ass", "Kreuz 10", "den ersten Joker", "den Weli"),
    "nl": ("de rode 10", "hartenaas", "klaveren 10", "de eerste joker", "de Weli"),
}


@pytest.mark.parametrize("language", NAMES)
def test_card_is_read_out_as_card_players_of_a_language_call_it(language):
    cards = [
        PACK.card("R10"),
        *pack_of("skat").cards(["HA", "CT"]),
        *pack_of("mulatschag").cards(["EO", "SU"]),
    ]
    with translation.override(language):
        assert tuple(str(card.name) for card in cards) == NAMES[language]


@pytest.mark.parametrize("language", TOLD)
def test_sentence_says_a_card_as_card_players_of_a_language_do(language):
    cards = [
        PACK.card("R10"),
        *pack_of("democracy").cards(["HA", "CT", "X1"]),
        pack_of("mulatschag").card("W"),
    ]
    with translation.override(language):
        assert tuple(str(card.told) for card in cards) == TOLD[language]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de", "Kreuz-Bube Pik-Dame Herz-König Karo-Ass"),
        ("nl", "klaverboer schoppenvrouw hartenheer ruitenaas"),
    ],
)
def test_court_cards_have_their_names(language, names):
    cards = pack_of("skat").cards(["CJ", "SQ", "HK", "DA"])
    with translation.override(language):
        assert " ".join(str(card.name) for card in cards) == names


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
    assert [card.text for card in cards] == ["CJ", "CQ", "CK", "CA"]


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_german_cards_have_german_letters_in_every_language(language):
    with translation.override(language):
        assert "".join(str(card.rank) for card in pack_of("mulatschag").cards(["HU", "HK"])) == "UK"


FACES = {
    "en": "Unter of acorns, Ober of leaves, king of hearts, ace of bells, 10 of bells",
    "de": "Eichel-Unter, Laub-Ober, Herz-König, Schell-Ass, Schelle 10",
    "nl": "Unter van eikels, Ober van bladeren, koning van harten, aas van bellen, bellen 10",
}


@pytest.mark.parametrize("language", FACES)
def test_french_cards_can_have_german_faces(language):
    cards = pack_of("skat", "german").cards(["CJ", "SQ", "HK", "DA", "DT"])
    with translation.override(language):
        assert ", ".join(str(card.name) for card in cards) == FACES[language]
        assert " ".join(str(card.rank) for card in cards) == "U O K A 10"
    assert [card.suit.symbol[-1] for card in cards] == list("ELHSS")
    assert [card.text for card in cards] == ["CJ", "SQ", "HK", "DA", "DT"]


def test_only_packs_of_32_french_cards_have_german_faces():
    assert [game.slug for game in games.all() if has_faces(game.slug)] == ["skat"]
    assert pack_of("fipsen", "german").suits is pack_of("skat", "tarock").suits is FRENCH


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
