"""Hints say what a bot would do, from what the seat knows."""

import pytest

import games
from bots.builtin import Builtin
from engine.conformance.look_alikes import look_alikes
from engine.play.table import Table
from engine.rules.errors import NotCompiled
from league.models import Hint, OnlineTable
from league.services.base.refusals import Conflict, Forbidden, Stale
from league.services.play import hints, practice, table_answers, table_terms
from tests.league.services.play import acts
from tests.league.services.play.thoughts import Thought

CASES = [(game, game.players[0]) for game in games.all()]
IDS = [game.slug for game, _players in CASES]
QUICK = Builtin("quick", "looks ahead hardly", simulations=12)


@pytest.fixture
def table(bob, now, monkeypatch):
    """A practice table at which it is Bob's turn, and bots think of nothing much."""
    monkeypatch.setattr(hints.runner, "consider", Thought)
    game = games.get("briscola")
    opened = practice.practise(game=game, by=bob, seats=2, bots=["greedy"], now=now)
    while not acts.look(opened, bob).legal:
        acts.answer(opened, now)
    return acts.row(opened)


def ask(table, by, now, *, version=None):
    seen = acts.row(table)
    wanted = seen.version if version is None else version
    return practice.ask_hint(table=seen, by=by, expected_version=wanted, now=now)


def test_a_worker_finds_a_hint_that_was_asked_for(table, bob, now):
    ask(table, bob, now)
    assert acts.look(table, bob).hint.found is None
    table_answers.answer_tables(ids=[table.pk], clock=lambda: now)
    seen = acts.look(table, bob)
    assert seen.hint.bot == "medium"
    first, second, *_rest = seen.legal
    assert seen.hint.found == {"action": first, "deals": 250, "second": second, "ahead": 2.0}


def test_a_hint_is_news_and_lets_one_act_on_what_was_seen(table, bob, now):
    before = acts.row(table)
    ask(table, bob, now)
    hints.find(pk=table.pk, clock=lambda: now)
    after = acts.row(table)
    assert (after.version, after.moved, after.due_at) == (before.version + 2, before.moved, None)
    acts.act(table, bob, now, version=before.version)


def test_a_hint_goes_with_the_next_action(table, bob, now):
    ask(table, bob, now)
    hints.find(pk=table.pk, clock=lambda: now)
    acts.act(table, bob, now)
    seen = acts.look(table, bob)
    assert (seen.hint, len(seen.hints)) == (None, 1)


def test_a_hint_that_comes_too_late_is_not_kept(table, bob, now, monkeypatch):
    ask(table, bob, now)
    found = hints.advice

    def slow(*given, **named):
        acts.act(table, bob, now)
        return found(*given, **named)

    monkeypatch.setattr(hints, "advice", slow)
    assert not hints.find(pk=table.pk, clock=lambda: now)
    assert Hint.objects.get().found is None


def test_asked_twice_a_worker_is_woken_up_twice_and_thinks_once(
    table, bob, now, messages, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        ask(table, bob, now)
        ask(table, bob, now)
    assert messages == [("league.answer_tables", [[table.pk]])] * 2
    assert hints.find(pk=table.pk, clock=lambda: now)
    assert not hints.find(pk=table.pk, clock=lambda: now)


def test_the_watch_wakes_a_worker_up_again(
    table, bob, now, messages, django_capture_on_commit_callbacks
):
    ask(table, bob, now)
    with django_capture_on_commit_callbacks(execute=True):
        assert acts.watch(now, seconds=5) == 1
    assert messages == [("league.answer_tables", [[table.pk]])]
    assert acts.row(table).awaits == OnlineTable.Awaits.PERSON


def test_a_hint_waits_for_searches_that_are_being_compiled(table, bob, now, monkeypatch):
    def absent(*_given, **_named):
        raise NotCompiled("briscola")

    monkeypatch.setattr(hints, "advice", absent)
    ask(table, bob, now)
    assert not hints.find(pk=table.pk, clock=lambda: now)
    assert acts.row(table).due_at > now


def test_nobody_else_gets_hints(table, dora, now):
    with pytest.raises(Forbidden):
        ask(table, dora, now)


def test_who_asks_has_seen_the_table(table, bob, now):
    acts.act(table, bob, now)
    with pytest.raises(Stale):
        ask(table, bob, now, version=table.version)


def test_who_is_not_to_act_gets_no_hint(table, bob, now):
    while acts.row(table).awaits != OnlineTable.Awaits.BOT:
        acts.play_on(table, [bob], now)
    with pytest.raises(Conflict, match="not your turn"):
        ask(table, bob, now)


def test_many_hints_at_once_are_refused(table, bob, now, monkeypatch):
    monkeypatch.setattr(practice, "HINTS_A_MINUTE", 0)
    with pytest.raises(Conflict, match="Wait a minute"):
        ask(table, bob, now)


@pytest.mark.parametrize(
    ("bots", "adviser"), [(["greedy"], table_terms.DEFAULT_BOT), (["greedy", "hard"], "hard")]
)
def test_a_bot_of_the_table_that_looks_ahead_gives_hints(bob, now, bots, adviser):
    game = games.get("skat")
    opened = practice.practise(game=game, by=bob, seats=3, bots=bots, now=now)
    assert practice.adviser(opened.seats.all()) == adviser


def check_secrets(game, players, bot, *, every):
    """Let hints be the same in worlds that the seat cannot tell apart."""
    asked = 0
    for number, (table, other, seat) in enumerate(look_alikes(game, players=players, seed=1)):
        if table.turn == seat and number % every == 0:
            assert hints.advice(table, bot, seed=5) == hints.advice(other, bot, seed=5)
            asked += 1
    return asked


@pytest.mark.further
@pytest.mark.only("compiled", "plain Python searches for minutes")
def test_a_hint_depends_on_nothing_that_the_seat_does_not_see():
    assert check_secrets(games.get("briscola"), 2, QUICK, every=3)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_hints_of_every_game_depend_on_nothing_that_is_hidden(game, players):
    check_secrets(game, players, QUICK, every=1)


def test_the_only_action_needs_no_thought():
    table = Table(games.get("briscola"), 2, secret=bytes(32))
    table.deal()
    while len(table.legal_actions()) > 1:
        table.play(table.legal()[0])
    found = hints.advice(table, QUICK, seed=5)
    assert (found["action"], found["deals"]) == (table.legal()[0], 0)
