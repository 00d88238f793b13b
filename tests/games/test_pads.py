"""Pads: what each game asks about a deal comes to the sheet that players would write."""

import pytest

import games
from engine.rules.pad import OPEN, Answered, Deal, hold, one
from games.skat.pad import pad as skat
from games.truco.pad import pad as truco
from games.workshop import sheets
from tests.games.written import random_match

TABLES = [(game, players) for game in games.all() for players in game.players]
NAMES = [f"{game.slug}-{players}" for game, players in TABLES]


def deals(game, players, rounds):
    """Yield each deal of a match that is not thrown in, with its sheet."""
    totals, before = [0] * players, None
    for given in rounds:
        if "sheet" in given:
            yield sheets.deal_of(game, given["dealer"], totals, before), given["sheet"]
            before = game.sheet.model_validate(given["sheet"])
            totals = [a + b for a, b in zip(totals, before.scores(), strict=True)]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=NAMES)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_random_deals_come_back_from_their_answers(game, players, policy):
    count = 0
    for seed in range(100):
        rounds, scores = random_match(game, players, seed, policy=policy)
        played = [found for given, found in zip(rounds, scores, strict=True) if "sheet" in given]
        for (deal, sheet), score in zip(deals(game, players, rounds), played, strict=True):
            assert sheets.fault_of(game, deal, sheet, score) is None
            count += 1
        if count >= 60:
            break
    assert count >= 60


@pytest.mark.parametrize(("game", "players"), TABLES, ids=NAMES)
def test_nothing_answered_is_no_deal(game, players):
    deal = Deal(players=players, dealer=0, totals=[0] * players, options=game.parse_options({}))
    talk = hold(game.pad, deal, {})
    assert talk.is_blank
    assert talk.asked


def ask_skat(*, sits_out=False, **answers):
    deal = Deal(players=4 if sits_out else 3, dealer=2, sits_out=sits_out)
    return hold(skat, deal, {path.replace("_", "."): [text] for path, text in answers.items()})


def paths(talk):
    return [found.ask.path for found in talk.asked]


def test_skat_asks_what_applies_to_null():
    assert "matadors" not in paths(ask_skat(declarer="0", contract="null"))
    assert "announced" in paths(ask_skat(declarer="0", contract="null"))


def test_skat_asks_what_was_announced_of_hand_games_only():
    assert "announced" not in paths(ask_skat(declarer="0", contract="clubs"))
    assert "announced" in paths(ask_skat(declarer="0", contract="clubs", hand="yes"))


def test_fields_of_ramsch_show_in_ramsch_only():
    assert not [path for path in paths(ask_skat(declarer="0")) if "ramsch" in path]
    asked = paths(ask_skat(declarer="ramsch"))
    assert asked == ["declarer", *(f"ramsch.points.{seat}" for seat in range(3))]


def test_who_sits_out_is_not_asked_about():
    talk = ask_skat(sits_out=True)
    assert [choice.value for choice in talk.asked[0].ask.choices] == [0, 1, 3, "ramsch"]


def test_last_points_of_a_ramsch_follow():
    talk = ask_skat(declarer="ramsch", ramsch_points_0="50", ramsch_points_1="30")
    assert talk.sheet["ramsch"]["points"] == [50, 30, 40]


def test_answer_of_a_question_that_does_not_apply_is_left_out():
    talk = ask_skat(declarer="0", contract="null", matadors="2", won="yes")
    assert "matadors" not in talk.sheet


def test_hand_of_eleven_is_expected_at_eleven_points():
    talk = hold(
        truco, Deal(players=4, dealer=0, totals=[11, 3, 11, 3]), {"winner": ["seats 0 and 2"]}
    )
    assert talk.sheet == {"winner": "seats 0 and 2", "ended": "eleven", "stake": 3}


def test_default_shown_follows_as_the_default_changes():
    def pad(deal):
        first = yield one("first", range(6), default=1)
        second = yield one("second", range(6), default=5 - first)
        return {"first": first, "second": second}

    shown = {"first": ["2"], "second": ["4"], "default.second": ["4"]}
    assert hold(pad, Deal(players=2, dealer=0), shown).sheet == {"first": 2, "second": 3}
    chosen = {**shown, "second": ["1"]}
    assert hold(pad, Deal(players=2, dealer=0), chosen).sheet == {"first": 2, "second": 1}


def test_number_that_is_none_is_told():
    talk = ask_skat(declarer="0", bid="much")
    assert talk.unread == ("bid",)
    assert "bid" in talk.missing


def test_what_says_nothing_is_not_read_aloud():
    ask = one("made", (None, "schneider"), default=None)
    assert not Answered(ask, None).is_told
    assert Answered(ask, "schneider").is_told
    assert not Answered(one("won", (True, False)), OPEN).is_told
