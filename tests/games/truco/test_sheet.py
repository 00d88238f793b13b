"""The score sheet: what a club writes, and what cannot be."""

import pytest
from pydantic import ValidationError

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from games.truco.sheet import SIDES
from tests.games.rounds import random_round

from .deals import GAME


def faults(**data):
    with pytest.raises(ValidationError) as caught:
        GAME.sheet.model_validate(data)
    return {".".join(map(str, error["loc"])) for error in caught.value.errors()}


def scores(**data):
    return GAME.sheet.model_validate(data).scores()


def written_sheet(table):
    """Return the sheet that players would write at the end of a round."""
    facts = table.view(None)["facts"]
    how = {"plain": "played", "eleven": "eleven", "iron": "iron"}[facts["hand"]]
    if facts["ran"]:
        how = {"played": "run", "eleven": "eleven run"}[how]
    winner = None if facts["winner"] is None else SIDES[facts["winner"]]
    return {"stake": facts["stake"], "winner": winner, "ended": how}


@pytest.mark.further
def test_sheet_and_engine_agree_on_1000_random_rounds():
    for seed in range(1000):
        table = random_round(GAME, 4, seed)
        assert scores(**written_sheet(table)) == table.round_scores


@pytest.mark.further
def test_sheet_and_engine_agree_to_the_end_of_matches():
    """So that hands at eleven and iron hands are among them."""
    ends = set()
    for seed in range(300):
        table = Table(GAME, 4, secret=seed.to_bytes(32, "big"), native=True)
        while not table.over:
            table.deal()
            runner.advance(table, [builtin.get("random")] * 4, seed=b"sheet")
            sheet = written_sheet(table)
            ends.add(sheet["ended"])
            assert scores(**sheet) == table.round_scores
    assert ends == {"played", "run", "eleven", "eleven run", "iron"}


@pytest.mark.parametrize("stake", [1, 3, 6, 9, 12])
def test_winners_score_the_stake(stake):
    assert scores(stake=stake, winner="seats 0 and 2") == [stake, 0, stake, 0]
    assert scores(stake=stake, winner="seats 1 and 3") == [0, stake, 0, stake]


def test_three_tied_tricks_score_nothing():
    assert scores(stake=6, winner=None) == [0, 0, 0, 0]


@pytest.mark.parametrize("stake", [0, 2, 4, 13, "many", None, 1.5])
def test_stake_that_is_none_is_named(stake):
    assert "stake" in faults(stake=stake, winner=SIDES[0])


@pytest.mark.parametrize(
    ("ended", "stakes"),
    [
        ("played", {1, 3, 6, 9, 12}),
        ("run", {1, 3, 6, 9}),
        ("eleven", {3}),
        ("eleven run", {1}),
        ("iron", {1}),
    ],
)
def test_end_of_a_hand_allows_certain_stakes(ended, stakes):
    for stake in (1, 3, 6, 9, 12):
        data = {"stake": stake, "winner": SIDES[0], "ended": ended}
        if stake in stakes:
            assert scores(**data) == [stake, 0, stake, 0]
        else:
            assert faults(**data) == {"stake"}


@pytest.mark.parametrize("ended", ["run", "eleven run"])
def test_somebody_wins_when_a_side_runs(ended):
    assert "winner" in faults(stake=1, ended=ended)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"winner": "seats 0 and 1"}, "winner"),
        ({"winner": 0}, "winner"),
        ({"ended": "somehow"}, "ended"),
        ({"shouts": 3}, "shouts"),
    ],
)
def test_field_that_cannot_be_is_named(data, field):
    assert field in faults(**({"stake": 1} | data))


@pytest.mark.parametrize(
    ("scored", "fault"),
    [
        ([1, 0, 1, 0], None),
        ([0, 12, 0, 12], None),
        ([0, 0, 0, 0], None),
        ([1, 0, 0, 0], "partners"),
        ([3, 1, 3, 1], "one side"),
        ([2, 0, 2, 0], "1, 3, 6, 9 or 12"),
        ([15, 0, 15, 0], "1, 3, 6, 9 or 12"),
        ([-1, 0, -1, 0], "one side"),
    ],
)
def test_scores_that_cannot_be_are_told(scored, fault):
    found = GAME.scores_fault(4, scored)
    assert found is None if fault is None else fault in found
