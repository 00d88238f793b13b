"""What the pages show of every game in the registry: its records, its sheet, its rules."""

import re

import pytest
from django.urls import reverse
from django.utils.html import escape

import games
from league.models import Record, Round
from league.services.play import bot_matches
from league.services.results import results
from league.web.results.entry import EntryForm
from tests.league.factories import (
    NOW,
    BotFactory,
    EventFactory,
    MatchFactory,
    PlayerFactory,
    SeasonFactory,
    SessionFactory,
)
from tests.league.sheets import SHEETS

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
        results.store_played(plays=[bot_matches.play(match)], now=NOW)
        Record.objects.update(status=Record.Status.VALID)
        results.finalise(match_ids=[match.pk], now=NOW)
        return match

    return make


def at(client, match, step, number=1):
    return client.get(
        reverse("web:viewer", args=[match.code], query={"round": number, "step": step})
    )


@pytest.mark.further
@pytest.mark.sweep(2)
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
    assert [
        step.words for step in steps if re.match(r"(Random|Rule of thumb)( \d+)?: ", step.words)
    ] == []


@pytest.fixture
def table_of_people(club, bob):
    """Return an open match of a game at which Bob sits at seat 0."""

    def make(slug, *, seats, native=False):
        season = SeasonFactory(club=club, game=slug, native=native)
        session = SessionFactory(event=EventFactory(season=season))
        others = [PlayerFactory() for _ in range(seats - 1)]
        return MatchFactory(session=session, players=[bob.player, *others])

    return make


def enter(match):
    return reverse("web:enter", args=[match.code], query={"as": "sheets"})


def filled_in(form, sheet, scores):
    """Return what a browser would send for the same sheet in every round."""
    values = {"version": 0, "count": form.round_count}
    for number in range(form.round_count):
        values |= form.values_of(number, Round(dealer=1, sheet=sheet, scores=scores))
    return values


def posted_as(values):
    return {k: v if isinstance(v, list) else [str(v)] for k, v in values.items()}


@pytest.mark.parametrize("slug", GAMES)
def test_sheets_of_every_game_are_entered_in_the_form(as_bob, table_of_people, slug):
    sheet, scores = SHEETS[slug]
    match = table_of_people(slug, seats=len(scores))
    form = as_bob.get(enter(match)).context["form"]
    answer = as_bob.post(enter(match), filled_in(form, sheet, scores))
    assert answer.status_code == 302, answer.context["form"].errors
    assert [row.scores for row in Round.objects.order_by("number")] == [scores] * form.round_count


@pytest.mark.parametrize("slug", GAMES)
def test_stored_sheet_of_every_game_fills_the_form_again(as_bob, table_of_people, slug):
    sheet, scores = SHEETS[slug]
    match = table_of_people(slug, seats=len(scores))
    form = as_bob.get(enter(match)).context["form"]
    values = filled_in(form, sheet, scores)
    as_bob.post(enter(match), values)
    again = as_bob.get(enter(match)).context["form"]
    assert again.submission() == EntryForm(match, "sheets", posted_as(values), {}).submission()


@pytest.mark.parametrize("slug", GAMES)
def test_impossible_sheets_of_every_game_are_refused_on_the_page(as_bob, table_of_people, slug):
    match = table_of_people(slug, seats=len(SHEETS[slug][1]))
    rounds = as_bob.get(enter(match)).context["form"].rounds
    fields = [field for row in rounds for group in row.groups for field in group.fields]
    wrong = {field.path: "999" for field in fields if field.kind == "number"}
    answer = as_bob.post(enter(match), {"version": 0} | wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    for path, _where, said in answer.context["form"].summary:
        assert f'id="{path}"' in page
        assert page.count(escape(said)) >= 2, "at the top and at its place"


@pytest.mark.parametrize("slug", GAMES)
def test_ids_of_the_form_are_unique(as_bob, table_of_people, slug):
    match = table_of_people(slug, seats=len(SHEETS[slug][1]))
    ids = re.findall(r'\bid="([^"]+)"', as_bob.get(enter(match)).content.decode())
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("slug", [game.slug for game in games.all() if not game.native_rounds(4)])
def test_round_can_be_added_where_the_rules_end_the_match(as_bob, table_of_people, slug):
    match = table_of_people(slug, seats=len(SHEETS[slug][1]), native=True)
    answer = as_bob.post(enter(match), {"version": 0, "count": 4, "rounds": "more"})
    assert (answer.status_code, len(answer.context["form"].rounds)) == (200, 5)


@pytest.mark.parametrize("slug", GAMES)
def test_rules_of_every_game_can_be_read(client, db, slug):
    page = client.get(reverse("web:game", args=[slug])).content.decode()
    assert '<article class="rules" lang="en">' in page
    assert "style=" not in page


def test_all_games_are_listed_with_their_rules(client, db):
    page = client.get(reverse("web:games")).content.decode()
    assert all(reverse("web:game", args=[slug]) in page for slug in GAMES)


def test_unknown_game_has_no_rules(client, db):
    assert client.get(reverse("web:game", args=["poker"])).status_code == 404
