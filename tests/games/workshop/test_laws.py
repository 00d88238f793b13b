"""Every game of the registry obeys the laws of the workshop; these notice games that break them."""

from dataclasses import replace

import pytest

import games
from engine.conformance.laws import Violation
from engine.kernels.marks import rule
from engine.rules.tally import adds, says
from games.workshop import folder_laws, laws
from games.workshop.words import fault_of_action

GAMES = games.all()
CASES = [(game, players) for game in GAMES for players in game.players]
SKAT, STONE = games.get("skat"), games.get("rolling-stone")


@pytest.mark.sweep(5)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("game", "players"), CASES, ids=[f"{g.slug}-{n}" for g, n in CASES])
def test_law_holds(law, game, players):
    """G7: rules of thumb know what their seats know."""
    for seed in range(6):
        law(game, players=players, seed=seed)


@pytest.mark.parametrize("law", folder_laws.LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_folder_obeys_its_laws(law, game):
    law(game)


@rule
def cheat(s, legal, n):
    return 200


def words(game, **changes):
    return replace(game, words=replace(game.words, **changes))


@pytest.mark.parametrize(
    ("law", "broken", "said"),
    [
        (laws.rules_of_thumb_are_blind, replace(STONE, greedy=cheat), "not 200"),
        (
            laws.scores_are_told,
            replace(STONE, tally=lambda view: [adds(says("cards"), values=[1] * 4)]),
            "the lines add up to the scores, not \\[1, 1, 1, 1\\]",
        ),
        (laws.scores_are_told, words(STONE, tally={}), "words.py has 'cards' under `tally`"),
        (laws.actions_have_words, words(STONE, labels={}), "write 'pick' under `labels`"),
        (laws.actions_have_words, words(STONE, phrases={}), "write 'pick' under `phrases`"),
        (
            laws.actions_have_words,
            words(STONE, labels={"pick up": "Take %(card)s"}),
            "'Take %\\(card\\)s' wants 'card'",
        ),
    ],
)
def test_law_notices_a_game_that_breaks_it(law, broken, said):
    with pytest.raises(Violation, match=said):
        hold(law, broken)


def hold(law, game):
    for seed in range(6):
        law(game, players=4, seed=seed)


@pytest.mark.parametrize(
    ("law", "broken", "said"),
    [
        (folder_laws.words_are_there, words(STONE, tile="S8 S9"), "`tile` in words.py names 3"),
        (folder_laws.words_are_there, words(STONE, tile="S8 S9 X"), "'X' is not a card"),
        (folder_laws.words_are_there, words(STONE, asks={}), "what players do in \\['play'\\]"),
        (folder_laws.words_are_there, words(STONE, goal=()), "`goal` in words.py has 3 lines"),
        (folder_laws.translations_fit, words(STONE, line=""), "what the game does not say"),
    ],
)
def test_law_notices_a_folder_that_breaks_it(law, broken, said):
    with pytest.raises(Violation, match=said):
        law(broken)


def test_action_is_found_by_all_its_words_or_the_first():
    assert fault_of_action(SKAT, "bid 18") is None
    assert fault_of_action(SKAT, "CJ") is None
    assert (
        fault_of_action(SKAT, "vole")
        == "write 'vole' under `labels`, `phrases`, `meanings` in words.py"
    )
