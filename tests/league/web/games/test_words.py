import pytest
from django.utils import translation

from games.workshop import words as told_to_authors
from league.services.base.meanings import MEANINGS
from league.web.games.cards import pack_of
from league.web.games.facts import facts_of_table
from league.web.games.felt import led_suit
from league.web.games.labels import LABELS
from league.web.games.phrases import PHRASES, UNSEEN
from league.web.games.words import (
    Said,
    say_action,
    say_end,
    say_led,
)

PACK = pack_of("mit-list-und-tuecke")
NAMES = ["Alice", "Bob", "Carol", "Dora"]


def say(action, *, seat=1, leader=2, is_lead=False):
    said = Said(
        action=action,
        seat=seat,
        names=NAMES,
        is_lead=is_lead,
        leader=leader,
        game="mit-list-und-tuecke",
    )
    return say_action(said, PACK)


@pytest.mark.parametrize(
    ("action", "facts", "words"),
    [
        ("R10", {"is_lead": True}, "Bob leads the red 10."),
        ("R10", {}, "Bob plays the red 10."),
        ("take R10 Y6", {}, "Bob takes the red 10 and the yellow 6; the rest goes to Carol."),
        (
            "take R10 R14",
            {"leader": 1},
            "Bob takes the red 10 and the red 14; the rest leaves the game.",
        ),
        (
            "take B1 G2 Y3",
            {},
            "Bob takes the blue 1, the green 2 and the yellow 3; the rest goes to Carol.",
        ),
        ("keep B R", {}, "Bob keeps blue and red."),
    ],
)
def test_action_is_put_into_words(action, facts, words):
    assert say(action, **facts) == words


def test_words_are_those_of_german_card_players():
    with translation.override("de"):
        assert say("R10", is_lead=True) == "Bob spielt die rote 10 aus."


def test_words_are_those_of_dutch_card_players():
    with translation.override("nl"):
        assert say("R10", is_lead=True) == "Bob komt uit met de rode 10."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Bob plays the jack of clubs."),
        ("de", "Bob spielt Kreuz-Bube."),
        ("nl", "Bob speelt klaverboer."),
    ],
)
def test_card_is_said_in_the_language_of_the_visitor(language, words):
    said = Said(action="CJ", seat=1, names=NAMES, is_lead=False, leader=0, game="skat")
    with translation.override(language):
        assert say_action(said, pack_of("skat")) == words


def test_action_of_an_unknown_game_is_said_in_notation():
    said = Said(action="vole 18", seat=0, names=NAMES, is_lead=False, leader=0)
    assert say_action(said, PACK) == "Alice: vole 18"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("bid 3 hand", "Bob bids 3 hand."),
        ("kieker", "Bob bids the Kieker."),
        ("pass", "Bob passes."),
        ("discard C7 S8", "Bob puts away the 7 of clubs and the 8 of spades."),
        ("surrender", "Bob surrenders."),
        ("continue", "Bob goes on."),
        ("trump D", "Bob makes diamonds trump."),
        ("stop", "Bob stops."),
        ("play on", "Bob plays on."),
        ("CA", "Bob leads the ace of clubs."),
    ],
)
def test_every_action_of_fipsen_has_its_sentence(action, words):
    said = Said(action=action, seat=1, names=NAMES, is_lead=True, leader=1, game="fipsen")
    assert say_action(said, pack_of("fipsen")) == words


def view(**changes):
    own = {"game": "mit-list-und-tuecke", "round_over": True, "players": 4, "leader": 1}
    return own | {"table": [{}, {}, {}]} | changes


def end(**changes):
    return say_end(view(**changes), NAMES, is_redeal=False)


def test_block_names_who_could_not_play():
    assert end().startswith("Alice cannot add")


@pytest.mark.parametrize("change", [{"table": []}, {"round_over": False}, {"game": "skat"}])
def test_block_is_said_only_when_there_is_one(change):
    assert end(**change) is None


@pytest.mark.parametrize(
    ("game", "words"),
    [("mit-list-und-tuecke", "Red is trump"), ("gong-zhu", "Red are led"), ("truco", "")],
)
def test_suit_led_means_what_it_means_in_its_game(game, words):
    assert say_led(game, PACK.suits["R"]) == words


def led(game, card, **facts):
    """Return the suit that a card leads, its symbol, and what is said of it."""
    seen = {"game": game, "table": [{"seat": 0, "card": card}], "facts": facts}
    suit = led_suit(seen, pack_of(game))
    return suit.symbol, say_led(game, suit)


@pytest.mark.parametrize(
    ("game", "card", "facts", "symbol", "words"),
    [
        ("skat", "SJ", {"contract": "ramsch"}, "", "Trumps are led"),
        ("skat", "SJ", {"contract": "grand"}, "", "Trumps are led"),
        ("skat", "SJ", {"contract": "hearts"}, "french-H", "Trumps are led"),
        ("skat", "H7", {"contract": "hearts"}, "french-H", "Trumps are led"),
        ("skat", "S7", {"contract": "hearts"}, "french-S", "Spades are led"),
        ("skat", "SJ", {"contract": "null"}, "french-S", "Spades are led"),
        ("cinch", "D5", {"trump": "H"}, "french-H", "Trumps are led"),
        ("cinch", "D6", {"trump": "H"}, "french-D", "Diamonds are led"),
        ("mulatschag", "W", {"trump": "L"}, "german-L", "Trumps are led"),
        ("mulatschag", "S7", {"trump": "L"}, "german-S", "Bells are led"),
        ("loo", "CJ", {"trump": "H"}, "french-H", "Trumps are led"),
    ],
)
def test_card_leads_the_suit_that_it_counts_as(game, card, facts, symbol, words):
    assert led(game, card, **facts) == (symbol, words)


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Trumpf ist ausgespielt"), ("nl", "Troef is gevraagd")]
)
def test_trumps_are_led_in_the_language_of_the_visitor(language, words):
    with translation.override(language):
        assert led("skat", "SJ", contract="ramsch")[1] == words


@pytest.mark.parametrize(
    ("language", "game", "action", "words"),
    [
        ("en", "skat", "declare null ouvert", "Bob declares null ouvert."),
        ("de", "skat", "declare null ouvert", "Bob sagt Null ouvert an."),
        ("de", "skat", "declare grand schwarz", "Bob sagt Grand Schwarz an."),
        ("de", "fipsen", "bid 3 hand durch", "Bob reizt 3 Hand Durch."),
        ("nl", "skat", "declare clubs", "Bob speelt klaveren."),
    ],
)
def test_contract_is_said_in_the_words_of_the_game(language, game, action, words):
    said = Said(action=action, seat=1, names=NAMES, is_lead=False, leader=0, game=game)
    with translation.override(language):
        assert say_action(said, pack_of(game)) == words


@pytest.mark.parametrize(
    ("language", "contract", "words"),
    [
        ("de", "ramsch", "Ramsch"),
        ("de", "grand", "Grand"),
        ("de", "clubs", "Kreuz"),
        ("en", "clubs", "Clubs"),
        ("nl", "null", "Nul"),
    ],
)
def test_contract_beside_the_table_begins_with_a_capital(language, contract, words):
    seen = {"game": "skat", "players": 3, "sides": [0, 1, 2], "facts": {"contract": contract}}
    with translation.override(language):
        [fact] = facts_of_table(seen, pack_of("skat"), NAMES[:3])
        assert fact.text == words


def test_authors_are_told_which_words_all_games_have():
    assert set(LABELS) == told_to_authors.LABELLED
    assert set(PHRASES) == told_to_authors.SAID
    assert set(UNSEEN) == told_to_authors.SAID_UNSEEN
    assert set(MEANINGS) == told_to_authors.MEANT
