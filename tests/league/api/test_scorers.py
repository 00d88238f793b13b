"""All tables of a session are scored at the same moment: each once, and nobody is put off."""

import random

import pytest

from bench import scorers_run
from bench.load import data
from tests.league.served import served

__all__ = ["served"]

TABLES = 24


@pytest.fixture
def season_and_tables(transactional_db):
    season, players = data.begun(TABLES * data.SEATS)
    event = data.evening(season, 0)
    session = data.drawn(event, players, 0, random.Random(1))
    return season, scorers_run.tables_of(session)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_scorers_of_all_tables_at_once_are_all_served(season_and_tables, served):
    season, tables = season_and_tables
    host, port = served.address
    scorers_run.score(tables, season, f"{host}:{port}")
    assert [said for table in tables for said in table.wrong()] == []
    assert scorers_run.not_once(tables) == 0
    assert scorers_run.differing(season) == 0
