"""Sheets that the demo makes up: possible at every table, and better for better players."""

import pytest

from league.management.demo import sheets
from league.management.demo.evenings import luck_of
from league.models import Season
from league.services.results import submissions
from league.services.results.submissions import Sheets

TABLES = [("skat", 3), ("skat", 4), ("gong-zhu", 4), ("briscola", 2)]
SEEDS = range(40)


def outcome(game, skills, seed):
    season = Season(game=game, cycles=2)
    rounds = sheets.rounds_of(season, skills, luck_of(game, seed))
    return submissions.read(Sheets(rounds), season=season, players=len(skills))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_sheets_are_possible(game, players):
    for seed in SEEDS:
        assert len(outcome(game, [0.0] * players, seed).totals) == players


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_better_players_win_more(game, players):
    skills = [1.2] + [-0.6] * (players - 1)
    won = sum(outcome(game, skills, seed).places[0] == 1 for seed in SEEDS)
    assert won > 1.5 * len(SEEDS) / players


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_same_lots_make_the_same_sheets(game, players):
    assert outcome(game, [0.5] * players, 7) == outcome(game, [0.5] * players, 7)
