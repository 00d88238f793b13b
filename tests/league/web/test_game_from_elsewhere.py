"""A game from a package has what the games here have: pages, cards, sheets, pad, table, records."""

import re

import pytest
from django.urls import reverse

import games
from engine.kernels.binding import compile_nothing
from league.models import OnlineTable, Record, Round
from league.services.play import bot_matches
from league.services.results import results
from tests.games.workshop.conftest import own, registry  # noqa: F401 - fixtures
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)

pytestmark = pytest.mark.further
SHEET, SCORES = {"tricks": [5, 2, 1]}, [5, 2, 1]


@pytest.fixture
def session(club, own):  # noqa: F811
    """An evening of the package's game, whose rules nobody has compiled."""
    games.add(own)
    compile_nothing()
    return SessionFactory(event=EventFactory(season=SeasonFactory(club=club, game="sixes")))


@pytest.fixture
def table_of_people(session, bob):
    return MatchFactory(session=session, players=[bob.player, PlayerFactory(), PlayerFactory()])


def test_rules_are_a_page_with_cards(client, session):
    page = client.get(reverse("web:game", args=["sixes"])).content.decode()
    assert '<article class="rules" lang="en">' in page
    assert "Win tricks." in page
    assert "card__rank" in page
    assert "Sixes" in client.get(reverse("web:games")).content.decode()


def test_bot_that_has_no_net_of_it_is_not_offered(client, as_bob, session):
    assert "Self-taught" in client.get(reverse("web:game", args=["skat"])).content.decode()
    for page, reader in (("web:game", client), ("web:practise", as_bob)):
        shown = reader.get(reverse(page, args=["sixes"])).content.decode()
        assert "Master" in shown
        assert "Self-taught" not in shown


def test_bots_play_a_record_that_is_told_in_sentences(client, session):
    bots = [BotFactory(builtin=name, name=name) for name in ("random", "greedy")]
    match = MatchFactory(session=session, players=[bots[0], bots[1], bots[0]], secret=bytes(32))
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    answer = client.get(reverse("web:viewer", args=[match.code], query={"round": 1, "step": 24}))
    steps = answer.context["replay"].steps
    assert re.match(r"\w.* leads the \w+ of \w+\.", steps[0].words)
    assert [one.words for one in steps if ": " in one.words] == []


def test_sheets_are_entered_in_the_form(as_bob, table_of_people):
    page = reverse("web:enter", args=[table_of_people.code], query={"as": "sheets"})
    form = as_bob.get(page).context["form"]
    values = {"version": 0, "count": form.round_count}
    for number in range(form.round_count):
        values |= form.values_of(number, Round(dealer=1, sheet=SHEET, scores=SCORES))
    assert as_bob.post(page, values).status_code == 302
    assert [row.scores for row in Round.objects.order_by("number")] == [SCORES] * 3


def test_pad_asks_what_the_game_says(as_bob, table_of_people):
    page = as_bob.get(reverse("web:pad", args=[table_of_people.code])).content.decode()
    assert 'name="tricks.0"' in page
    assert "Tricks" in page


def test_people_practise_it(as_bob, session):
    answer = as_bob.post(reverse("web:practise", args=["sixes"]), {"bot": "greedy"}, follow=True)
    assert answer.status_code == 200
    assert OnlineTable.objects.get().rules.game == "sixes"
    assert "counts nowhere" in answer.content.decode()


def test_programs_are_told_of_it(client, session):
    told = client.get("/api/v1/games/sixes").json()
    assert told["help"]["goal"][0] == "Win tricks."
    assert list(told["facts"]["properties"]) == ["tricks"]
