"""The program of docs/ladders.md: anybody computes a ladder's ratings again, by the API alone."""

import re
from pathlib import Path

import pytest

from league.models import Rating
from tests.league.ladders import by_key, finish, later, make_ladder, open_tables

PAGE = (Path(__file__).parents[4] / "docs" / "ladders.md").read_text()
[PROGRAM] = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
MEANT = re.search(r'^SITE, LADDER = (".*), (".*")$', PROGRAM, flags=re.MULTILINE)


def computed(site, season, *, size):
    """Run the program against a site; return mu and sigma that it prints, by player."""
    said = []
    program = PROGRAM.replace(MEANT[0], f"SITE, LADDER = {site.url!r}, {season.code!r}")
    program = program.replace("page_size=200", f"page_size={size}")
    exec(compile(program, "docs/ladders.md", "exec"), {"print": lambda *row: said.append(row)})
    return {code: (mu, sigma) for code, mu, sigma in said}


@pytest.mark.parametrize(
    ("game", "size"), [("mulatschag", 2), ("briscola", 2), ("truco", 4), ("mit-list-und-tuecke", 4)]
)
@pytest.mark.usefixtures("transactional_db")
def test_the_program_gets_the_numbers_of_the_site(live_server, club, game, size):
    season = make_ladder(club, bots=5, size=size, game=game)
    for number in range(3):
        finish(reversed(open_tables(season, now=later(number))), by_key, now=later(9))
    rows = Rating.objects.filter(season=season, duplicates__gt=0).select_related("player")
    wanted = {row.player.code: (row.mu, row.sigma) for row in rows}
    assert computed(live_server, season, size=2) == wanted
    assert len(wanted) > 2
