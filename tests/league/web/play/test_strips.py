"""What stands above the felt and on its chips: what is worth a glance, once."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from league.web.play.spots import spots
from tests.league.web.online import online_event, play, seat_people

STRIPS = {
    "truco": (4, 0, "Stake"),
    "gong-zhu": (4, 12, "Exposed"),
    "mulatschag": (3, 0, "Stock"),
    "democracy": (3, 0, "Day, Cards in the pool, Trump, Turned up"),
    "cinch": (4, 0, "Stock"),
    "fipsen": (4, 0, "Skat"),
}
"""What the strip has of a game, by number of players, so many actions after the deal."""

pytestmark = pytest.mark.usefixtures("kept_positions")


@pytest.mark.parametrize("slug", STRIPS)
def test_strip_has_what_is_worth_a_glance(client, club, slug):
    players, actions, wanted = STRIPS[slug]
    table, accounts = seat_people(online_event(club, slug), players)
    table = play(table, accounts, actions)
    board = client.get(reverse("web:table", args=[table.code])).context["board"]
    assert ", ".join(str(one.label) for one in (*board.strip, *board.piles)) == wanted


def chips(game, sides, **facts):
    """Return the tricks and points on the chip of each seat while cards are played."""
    places = [SimpleNamespace(number=seat) for seat in range(len(sides))]
    found = spots({"game": game, "sides": sides, "phase": "play", "facts": facts}, places, None, {})
    return [(spot.tricks, spot.points) for spot in found]


def test_chip_counts_tricks_and_points():
    assert chips("skat", [0, 1, 2], tricks=[1, 0, 0], points=[14, 0, 0])[0] == (1, 14)
    assert chips("cinch", [0, 1, 0, 1], points=[3, 5])[1] == (None, 5)


def test_chip_does_not_count_which_side_won_which_trick():
    assert chips("truco", [0, 1, 0, 1], tricks=[1, 1])[0] == (None, None)
