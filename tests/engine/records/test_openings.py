"""How rounds begin, read off compact records: what a replay with its phases says."""

from collections import Counter

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.play.texts import texts_of
from engine.records import packed
from engine.records.openings import CARDS, Openings, has_leads, openings_of

TABLES = [(game, players) for game in games.all() for players in game.players]


def of_table(value):
    return value if isinstance(value, int) else value.slug


def played(game, players, seed):
    """Return the table of a match, and what it takes to see its phases go by."""
    table = Table(game, players, secret=bytes([seed] * 32))
    runner.play_match(table, [builtin.get("random")] * players, seed=bytes([seed]))
    return table


def replayed(done):
    """Return what is counted if a match is played again, and each action's phase is looked at."""
    table = Table(done.game, done.players, secret=done.secret)
    found = Openings()
    first, behind = done.game.calls
    for dealt in done.rounds:
        table.deal()
        found.rounds += 1
        for action in dealt.actions:
            phase = table.view(table.turn)["phase"]
            if phase == "play" and action < CARDS:
                found.leads[action] += has_leads(done.game)
                break
            found.calls[action] += first <= action < behind
            table.play_actions([action])
        else:
            continue
        table.play_actions(dealt.actions[list(dealt.actions).index(action) :])
    return found.rounds, +found.calls, +found.leads


@pytest.mark.parametrize(("game", "players"), TABLES, ids=of_table)
def test_what_is_counted_is_what_a_replay_shows(game, players):
    for seed in (1, 2):
        done = played(game, players, seed)
        [(number, found)] = openings_of([packed.unpack(packed.pack(done))]).items()
        assert number == players
        assert (found.rounds, found.calls, found.leads) == replayed(done)


@pytest.mark.parametrize("game", games.all(), ids=of_table)
def test_calls_and_cards_have_one_text_in_every_position(game):
    done = played(game, game.players[0], 3)
    found = openings_of([packed.unpack(packed.pack(done))])[game.players[0]]
    assert all(texts_of(game).anywhere(action) for action in (*found.calls, *found.leads))


def test_records_of_several_tables_are_counted_by_their_size():
    game = games.get("briscola")
    heads = [packed.unpack(packed.pack(played(game, players, 1))) for players in (2, 3, 2)]
    found = openings_of(heads)
    assert {players: counted.rounds for players, counted in found.items()} == {
        players: sum(head.rounds for head in heads if head.players == players) for players in (2, 3)
    }


def test_counts_are_added():
    one = Openings(2, Counter({300: 1}), Counter({5: 2}))
    one.add(Openings(1, Counter({300: 2, 301: 1}), Counter({6: 1})))
    assert one == Openings(3, Counter({300: 3, 301: 1}), Counter({5: 2, 6: 1}))
