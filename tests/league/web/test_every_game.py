"""What the pages show of every game in the registry: its records, its sheet, its rules."""

import re

import pytest
from django.urls import reverse

import games
from league.models import Record
from league.services import play, results
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    SeasonFactory,
    SessionFactory,
)

GAMES = [game.slug for game in games.all()]


@pytest.fixture
def played_by_bots(club):
    """Return the finished match of a game, played by bots."""

    def make(slug, players=None):
        game = games.get(slug)
        names = ("random", "greedy") * 5
        bots = [BotFactory(builtin=name, name=name) for name in ("random", "greedy")]
        seats = [bots[names.index(name)] for name in names[: players or game.players[-1]]]
        season = SeasonFactory(club=club, game=slug)
        session = SessionFactory(event=EventFactory(season=season))
        match = MatchFactory(session=session, players=seats, secret=bytes(32))
        results.store_played(plays=[play.play(match)], now=NOW)
        Record.objects.update(status=Record.Status.VALID)
        results.finalise(match_ids=[match.pk], now=NOW)
        return match

    return make


def at(client, match, step, number=1):
    return client.get(
        reverse("web:viewer", args=[match.code], query={"round": number, "step": step})
    )


def cards_shown(answer):
    """Return the cards drawn at the seats or listed in piles, by their number."""
    view = answer.context["replay"].view
    piles = [*view["hands"], *view["won"], *view["aside"]]
    piles += [view[name] for name in ("stock", "skat", "upcard", "discard") if name in view]
    return sum(len(pile["cards"]) for pile in piles) + len(view["table"])


@pytest.mark.parametrize("slug", GAMES)
def test_every_step_of_a_round_can_be_looked_at(client, played_by_bots, slug):
    match = played_by_bots(slug)
    last = at(client, match, 0).context["replay"].last
    for step in sorted({0, 1, last // 3, last // 2, last - 1, last}):
        answer = at(client, match, step)
        assert answer.status_code == 200
        assert answer.context["replay"].step == step


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_has_a_sentence_of_its_own(client, played_by_bots, slug):
    steps = at(client, played_by_bots(slug), 0).context["replay"].steps
    assert [step.words for step in steps if re.match(r"(random|greedy)( \d+)?: ", step.words)] == []
