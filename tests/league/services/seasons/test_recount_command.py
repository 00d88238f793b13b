import pytest
from django.core.management import CommandError, call_command

from league.models import Standing
from league.services.seasons import rankings
from tests.league.factories import PlayerFactory, SeasonFactory


@pytest.fixture
def needless(season):
    return Standing.objects.create(season=season, player=PlayerFactory(), points=5, matches=1)


def test_recount_corrects_every_season_by_default(season, needless, capsys):
    call_command("recount")
    assert capsys.readouterr().out == f"{season.code} 2026: 1 rows corrected\n"
    assert list(rankings.table(season)) == []


def test_recount_leaves_other_seasons_alone(needless, club):
    call_command("recount", SeasonFactory(club=club).code)
    assert Standing.objects.exists()


def test_recount_refuses_an_unknown_season(db):
    with pytest.raises(CommandError, match="xyz"):
        call_command("recount", "xyz")
