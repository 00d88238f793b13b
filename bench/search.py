"""Tree search: ours for Gong Zhu beside OpenSpiel's for Hearts, and how long `hard` takes.

Both are information-set searches of trick games with four hands of thirteen, from the same number
of cards played: from the first choice in the play and from the middle of the hand. A simulation
lays the unseen cards out anew, goes down the tree, adds a node, and plays to the end of the hand.
OpenSpiel's is all C++ (`ISMCTSBot`, random playouts, every simulation from a deal of its own). It
lays cards out without regard to suits that were not followed, which is less work. Ours is measured
with random playouts, the equal comparison, and with the greedy policy that our bots play by.
"""

import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

import games
from bots import builtin
from bots.builtin import Builtin
from engine.inference.calls import Calls
from engine.play.table import Table
from engine.rules.game import Game
from engine.rules.state import State
from engine.search.searcher import CARELESS

from .measure import Row, Work, interleave, say

try:
    import pyspiel
except ImportError:
    pyspiel = None

PART = "Tree search beside OpenSpiel's Hearts, one core"
PART_OF_GAMES = "Tree search of every game, one core"
LIMIT = 5.0
SLOWEST_MS = {"hard": 250.0, "expert": 500.0}
"""What a move of these bots may take."""
SIMULATIONS = 2000
SEEDS = (1, 2, 3)
RUNS = 5
STAGES = {"start of play": 4, "mid-hand": 26}
"""Cards played before the search, at the least."""
LOOKED_AT = 0.2
"""Share of the positions of a round that may be among them."""
MOVES = 24
"""Moves of a bot that are timed in each game."""


def mind_of(table: Table, seed: int) -> State:
    """Return what the seat to act believes, ready to be searched."""
    mind = table.belief(int(table.state.turn))
    mind.rng = np.uint64(seed)
    return mind


def our_minds(played: int) -> list[State]:
    """Return positions of Gong Zhu with a choice after so many cards, one for each seed."""
    minds = []
    for seed in SEEDS:
        chance = random.Random(seed)
        table = Table(games.get("gong-zhu"), 4, secret=seed.to_bytes(32, "big"))
        table.deal()
        while len(table.rounds[-1].actions) < table.players + played or len(table.legal()) < 2:
            table.play(chance.choice(table.legal()))
        minds.append(mind_of(table, seed))
    return minds


def their_states(played: int) -> list[Any]:
    """Return positions of Hearts, without passing, with a choice after so many cards."""
    hearts = pyspiel.load_game("hearts", {"pass_cards": False})
    states = []
    for seed in SEEDS:
        chance = random.Random(seed)
        state = hearts.new_initial_state()
        cards = 0
        while state.is_chance_node() or cards < played or len(state.legal_actions()) < 2:
            cards += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        states.append(state)
    return states


def ours(minds: Sequence[State], simulations: int, *, careless: float) -> Work:
    """Return the work of searching each position, with so large a share of random moves.

    Its units are simulations.
    """
    searcher = builtin.searcher(games.get("gong-zhu"))

    def work() -> int:
        for mind in minds:
            searcher.begin(mind, simulations=simulations, careless=careless).go_on(simulations)
        return simulations * len(minds)

    return work


def theirs(states: Sequence[Any], simulations: int) -> Work:
    """Return the work of OpenSpiel's search of each position; its units are simulations."""

    def work() -> int:
        for seed, state in enumerate(states):
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.ISMCTSBot(seed, evaluator, 2.0, simulations).step(state)
        return simulations * len(states)

    return work


def rows(_var: Path) -> Iterator[Row]:
    """Yield the measurements; without OpenSpiel its rows say so."""
    if pyspiel is None:
        note = "not available: requirements/bench.txt is not installed"
        yield Row(part=PART, what="OpenSpiel", note=note)
    else:
        yield from _beside_openspiel()
    for game in games.all():
        yield from _of_game(game)


def _beside_openspiel() -> Iterator[Row]:
    for stage, played in STAGES.items():
        say(f"tree search beside OpenSpiel, {stage}")
        minds = our_minds(played)
        speeds = interleave(
            {
                "random": ours(minds, SIMULATIONS, careless=1.0),
                "greedy": ours(minds, SIMULATIONS, careless=CARELESS),
                "theirs": theirs(their_states(played), SIMULATIONS),
            },
            runs=RUNS,
        )
        row = partial(Row, part=PART, unit="simulations/s")
        for playouts in ("random", "greedy"):
            yield row(
                what=f"{stage}, {playouts} playouts",
                speed=speeds.best(playouts),
                ratio=speeds.ratio(playouts, "theirs"),
                beside="its ISMCTS in C++, random playouts",
                limit=LIMIT if playouts == "random" else None,
            )
        yield row(what=f"{stage}, Hearts in C++", speed=speeds.best("theirs"))


def positions(game: Game, wanted: int) -> list[tuple[State, Calls]]:
    """Return random positions with a choice, as seats know them, of rounds that greedy plays."""
    chance = random.Random(game.slug)
    driver = builtin.driver(game)
    actions = np.zeros(game.room, np.int32)
    found: list[tuple[State, Calls]] = []
    players = game.players[len(game.players) // 2]
    while len(found) < wanted:
        table = Table(game, players, secret=chance.randbytes(32))
        table.deal()
        while not table.round_over:
            n = game.kernels.legal(table.state, actions)
            if n > 1 and chance.random() < LOOKED_AT:
                found.append((mind_of(table, chance.getrandbits(60)), table.calls()))
            table.play_actions([driver.choose(1, table.mind(table.turn), actions, n)])
    return chance.sample(found, wanted)


def time_moves(
    game: Game, bot: Builtin, found: Sequence[tuple[State, Calls]]
) -> tuple[list[float], int]:
    """Return how long these moves take on the processor, in ms, and how many simulations."""
    searcher = builtin.searcher(game)
    searcher.choose(found[0][0], simulations=1)
    simulations, times, done = bot.simulations_in(game), [], 0
    for mind, calls in found:
        begun = time.process_time()
        thinking = searcher.consider(
            mind, simulations=simulations, comparisons=bot.comparisons, calls=calls
        )
        times.append(1000 * (time.process_time() - begun))
        done += sum(tried for _action, tried, _worth in thinking.report())
    return times, done


def _of_game(game: Game) -> Iterator[Row]:
    found = positions(game, MOVES)
    for name, limit in SLOWEST_MS.items():
        say(f"moves of {name} in {game.name}")
        times, done = time_moves(game, builtin.get(name), found)
        middle, late = median(times), quantiles(times, n=100, method="inclusive")[98]
        yield Row(
            part=PART_OF_GAMES,
            what=f"{game.name}, a move of {name}",
            speed=1000 * done / sum(times),
            unit="simulations/s",
            ratio=limit / middle,
            beside=f"{limit:g} ms",
            limit=1.0,
            note=f"median {middle:.0f} ms, 99 % within {late:.0f} ms",
        )
