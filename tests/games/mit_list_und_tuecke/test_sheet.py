"""The score sheet: what a club writes, and what cannot be."""

import pytest
from pydantic import ValidationError

import games
from tests.games.rounds import random_round, seeds

GAME = games.get("mit-list-und-tuecke")
RULE_TEXT = [
    {"green": 5, "red": 6, "yellow": 3},
    {"red": 5, "blue": 4, "yellow": 3},
    {"blue": 7, "green": 8, "kept": ["blue", "green"], "discards": 4},
    {"yellow": 7, "red": 1, "blue": 1},
    {"green": 3, "blue": 5},
]


def sheet_of(*players):
    return GAME.sheet.model_validate({"players": list(players)})


def faults(*players):
    with pytest.raises(ValidationError) as caught:
        sheet_of(*players)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    facts = table.view(None)["facts"]
    names = dict(zip("BGRY", ("blue", "green", "red", "yellow"), strict=True))
    return {
        "players": [
            {names[suit]: count for suit, count in stack.items()}
            | {"kept": [names[suit] for suit in kept] or None, "discards": discards}
            for stack, kept, discards in zip(
                facts["stacks"], facts["kept"], facts["discards"], strict=True
            )
        ]
    }


def test_examples_of_the_rule_text_score_as_it_says():
    """RT: the players A to E, who can have sat at one table."""
    assert sheet_of(*RULE_TEXT).scores() == [10, 6, 14, 7, 15]


@pytest.mark.further
@pytest.mark.parametrize("players", GAME.players)
def test_sheet_and_engine_agree_on_random_rounds(players):
    for seed in seeds(GAME):
        table = random_round(GAME, players, seed)
        sheet = GAME.sheet.model_validate(written_sheet(table))
        assert sheet.scores() == table.round_scores


def test_four_colours_without_a_choice_name_the_choice():
    assert "players.1.kept" in faults({}, {"blue": 1, "green": 1, "red": 1, "yellow": 1}, {}, {})


def test_discards_without_a_choice_are_refused():
    assert "players.0.discards" in faults({"blue": 2, "discards": 2}, {}, {}, {})


def test_colour_not_kept_is_counted_as_discards():
    player = {"blue": 1, "red": 1, "yellow": 2, "kept": ["blue", "red"], "discards": 2}
    assert "count its cards as discards" in faults(player, {}, {}, {})["players.0.yellow"]


def test_colour_is_kept_only_with_cards_of_it():
    player = {"blue": 2, "kept": ["blue", "red"], "discards": 2}
    assert "players.0.red" in faults(player, {}, {}, {})


def test_choice_leaves_at_least_two_discards():
    player = {"blue": 2, "red": 3, "kept": ["blue", "red"], "discards": 1}
    assert "players.0.discards" in faults(player, {}, {}, {})


def test_same_colour_twice_is_no_choice():
    player = {"blue": 2, "kept": ["blue", "blue"], "discards": 2}
    assert "players.0.kept" in faults(player, {}, {}, {})


def test_more_cards_of_a_colour_than_there_are_name_who_has_too_many():
    assert "players.2.red" in faults({"red": 8}, {"red": 4}, {"red": 4}, {})


def test_discards_count_against_the_colours_given_up():
    chooser = {"blue": 1, "green": 1, "kept": ["blue", "green"], "discards": 16}
    assert "players.1.yellow" in faults(chooser, {"red": 10, "yellow": 4}, {}, {})


def test_winnings_come_in_shares():
    assert "3 cards cannot be won" in faults({"red": 3}, {}, {}, {})["players.0.discards"]


def test_more_cards_than_can_have_been_won_are_refused():
    """Five players: 14 tricks of five are 70 cards, so 13 · 5 + 4 = 69 cannot be."""
    players = [{"red": 9, "blue": 6}] + [{"red": 2, "green": 4, "yellow": 4, "blue": 2}] * 4
    assert faults(*players)


@pytest.mark.parametrize("count", [3, 7])
def test_sheet_is_for_four_to_six(count):
    assert "players" in faults(*[{}] * count)


@pytest.mark.parametrize("value", [-1, 43, "many", None, 1.5])
def test_count_that_is_none_names_its_field(value):
    assert "players.0.red" in faults({"red": value}, {}, {}, {})


def test_unknown_field_is_named():
    assert "players.0.purple" in faults({"purple": 1}, {}, {}, {})


def test_empty_round_scores_nothing():
    """A player may be blocked in the first trick."""
    assert sheet_of({}, {}, {}, {}).scores() == [0, 0, 0, 0]
