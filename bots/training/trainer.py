"""A net under training: streams of matches that kernels play, and steps that learn from them.

What is learned depends on the seed and the number of steps, not on how many threads are at work.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bots.learned.encoder import Encoding, met, raw_encoding, record_of
from bots.learned.judge import Room, encoding_type, layers_type, work_type
from bots.learned.net import HIDDEN, Net, first_of, layers_of, sizes
from engine.play.simulate import Choose
from engine.rules.game import Game
from engine.rules.state import MAX_SEATS

from .learning import gradient, step
from .rounds import COUNT, MATCH, NET, RECORDS, RULE_OF_THUMB, START, play_rounds, try_choices

STREAMS = 8
"""Matches at a time, each with chance of its own: more are no faster on few cores."""
TRIED = 8
"""So many choices of a decision are tried, drawn by lot if there are more."""
EXPLORE = 0.1
"""Share of choices made at random while the net learns, so that it meets what others do."""
OWN = 0.5
"""Share of the seats that play by the net while it learns."""
LEVEL = 0.2
"""What it counts to know how good a deal is, beside which choice is better."""
RATE, STEADY_RATE = 1e-3, 2000
"""Of Adam; after so many steps it falls with the root of their number."""
FOLLOW = 10
"""The weights to play by are an average of the last tenth of all steps."""
SURVEY, SURVEYS = 300, (0.0, 0.2, 1.0)
"""Rounds played to find what positions look like, for each share of random choices."""
LEAST_MET = 20
"""A column has been met so often there."""


@dataclass(frozen=True)
class Lead:
    """What a side of the net wins more than the others in a round, with a 95 % margin."""

    players: int
    mean: float
    margin: float


class Stream:
    """A match that goes on, and room for what is met in a step."""

    def __init__(self, trainer: "Trainer", net: Net, seed: int, *, decisions: int) -> None:
        game = trainer.game
        self.room = Room(game, net, RECORDS)
        self.room.states[MATCH].over = 1
        self.room.states[MATCH].rng = np.random.default_rng(seed).integers(1 << 63, dtype=np.uint64)
        self.packs = trainer.decks.copy(), trainer.lengths
        self.actions, self.others = np.zeros((2, game.room), np.int32)
        self.values = np.zeros(TRIED, np.float32)
        self.met = np.zeros((decisions * TRIED, net.encoding.slots), np.int16)
        self.targets = np.zeros(decisions * TRIED, np.float32)
        self.decisions = np.zeros((decisions, 2), np.int64)
        self.sums = np.zeros((TRIED, net.first), np.float32)
        self.hidden = np.zeros((TRIED, HIDDEN), np.float32)
        self.errors = np.zeros(TRIED, np.float32)

    @property
    def position(self) -> tuple[Any, ...]:
        """What kernels take of it before anything else."""
        return self.room.states, self.room.bytes


class Trainer:
    """Makes a net for a game, with the rule of thumb that plays its rounds out."""

    def __init__(self, game: Game, policy: Choose, *, seed: int = 1, threads: int = 1) -> None:
        self.game, self._policy, self.seed = game, policy, seed
        self._set_matches()
        self._pool = ThreadPoolExecutor(threads)
        self.scale = 1.0
        encoding = self._survey(raw_encoding(game))
        first = first_of(encoding.width)
        size = sum(int(np.prod(shape)) for shape in sizes(encoding.width, first))
        self.weights = np.zeros(size, np.float32)
        self.net = Net(encoding, self.weights, self.scale, record_of(game))
        self._begin(np.random.default_rng(seed), first)
        self.steady, self.mean, self.square = self.weights.copy(), *np.zeros((2, size), np.float32)
        self._gradients = np.zeros((STREAMS, size), np.float32)
        self.streams = [
            Stream(self, self.net, seed * STREAMS + i, decisions=game.max_actions)
            for i in range(STREAMS)
        ]
        self.steps = self.choices = 0

    def _set_matches(self) -> None:
        """Lay out a match for each number of players, and their packs."""
        game, options = self.game, self.game.options()
        self.starts = np.zeros(len(game.players), game.dtype)
        packs = {players: game.deck(players, options) for players in game.players}
        self.decks = np.zeros((MAX_SEATS + 1, max(map(len, packs.values()))), np.uint8)
        self.lengths = np.zeros(MAX_SEATS + 1, np.int64)
        for i, (players, pack) in enumerate(packs.items()):
            rounds = game.rounds(players, native=True)
            self.starts[i] = game.state(players=players, rounds=rounds, dealer=0, options=options)
            self.decks[players, : len(pack)] = pack
            self.lengths[players] = len(pack)
        self._sides = np.zeros((MAX_SEATS + 1, max(game.players)), np.int64)
        for players in game.players:
            self._sides[players, :players] = game.sides(players)

    def _begin(self, rng: np.random.Generator, first: int) -> None:
        """Draw the first weights; at first the rule of thumb's choice is the best."""
        columns, _, second, _, third, last = self.net.layers
        columns[:] = rng.normal(0, self.net.encoding.slots**-0.5, columns.shape)
        second[:] = rng.normal(0, (2 / first) ** 0.5, second.shape)
        third[:] = rng.normal(0, 0.1 * HIDDEN**-0.5, third.shape)
        last[1] = 0.2

    def _counted(self) -> tuple[float, Any, int]:
        return 0.0, self._sides, 1 if self.game.higher_wins else -1

    def _survey(self, raw: Encoding) -> Encoding:
        """Return what positions look like in play, and find what is at stake in a round."""
        first = 8
        size = sum(int(np.prod(shape)) for shape in sizes(raw.width, first))
        none = Net(raw, np.zeros(size, np.float32), 1.0, record_of(self.game))
        stream = Stream(self, none, self.seed, decisions=SURVEY * self.game.max_actions)
        counts = np.zeros(raw.width, np.int64)
        spread = []
        for explore in SURVEYS:
            made = self._try(stream, none, rounds=SURVEY, explore=explore, own=0.0)
            end = stream.decisions[made - 1].sum()
            slots = stream.met[:end, :-1]
            counts += np.bincount(slots[slots >= 0], minlength=raw.width)
            spread.append(stream.targets[:end].std())
        self.scale = float(spread[1])
        return met(raw, counts, least=LEAST_MET)

    def _rules(self) -> tuple[Callable[..., Any], ...]:
        k = self.game.kernels
        policy = k.bound(self._policy, lambda t: t.choose)
        return k.begin_round, k.deal, k.legal, k.apply, k.end_round, policy

    def _try(self, stream: Stream, net: Net, *, rounds: int, explore: float, own: float) -> int:
        """Let a stream play rounds and try choices; return how many decisions it met."""
        k = self.game.kernels
        kernel = k.bound(
            try_choices,
            lambda t: t.int64(
                *_position_types(t),
                t.array(t.float32),
                t.array(t.int16, 2),
                t.array(t.float32),
                t.array(t.int64, 2),
                t.tuple(t.float64, t.array(t.int64, 2), t.int64),
                t.int64,
                t.float64,
                t.float64,
                t.float64,
                *_rules_types(t),
            ),
        )
        made: int = kernel(
            *self._position(stream, net),
            stream.values,
            stream.met,
            stream.targets,
            stream.decisions,
            self._counted(),
            rounds,
            self.scale,
            explore,
            own,
            *self._rules(),
        )
        return made

    def _position(self, stream: Stream, net: Net) -> tuple[Any, ...]:
        return (
            *stream.position,
            self.starts,
            stream.packs,
            stream.actions,
            stream.others,
            self.game.kernels.telling,
            net.encoding.arrays,
            net.layers,
            stream.room.work,
        )

    def _learn(self, number: int) -> tuple[int, int, float, float]:
        """Let a stream play a round, and find the gradient of what it met."""
        stream = self.streams[number]
        made = self._try(stream, self.net, rounds=1, explore=EXPLORE, own=OWN)
        kernel = self.game.kernels.bound(
            gradient,
            lambda t: t.tuple(t.float64, t.float64)(
                t.array(t.int16, 2),
                t.array(t.float32),
                t.array(t.int64, 2),
                layers_type(t),
                layers_type(t),
                t.array(t.float32, 2),
                t.array(t.float32, 2),
                t.array(t.float32),
                t.float64,
            ),
        )
        apart, common = kernel(
            stream.met,
            stream.targets,
            stream.decisions[:made],
            self.net.layers,
            layers_of(self._gradients[number], self.net.encoding.width, self.net.first),
            stream.sums,
            stream.hidden,
            stream.errors,
            LEVEL,
        )
        last = stream.decisions[made - 1] if made else np.zeros(2, np.int64)
        return made, int(last[START] + last[COUNT]), apart, common

    def go_on(self, steps: int) -> tuple[float, float]:
        """Take so many steps; return the mean squared errors of choices and of deals."""
        kernel = self.game.kernels.bound(
            step,
            lambda t: t.void(
                t.array(t.float32),
                t.array(t.float32),
                t.array(t.float32, 2),
                t.array(t.float32),
                t.array(t.float32),
                t.int64,
                t.float64,
                t.float64,
                t.float64,
            ),
        )
        met_, apart_, common_ = 0, 0.0, 0.0
        for _ in range(steps):
            found = list(self._pool.map(self._learn, range(STREAMS)))
            made, choices = (sum(column) for column in list(zip(*found, strict=True))[:2])
            self.steps += 1
            self.choices += choices
            met_ += made
            apart_ += sum(row[2] for row in found)
            common_ += sum(row[3] for row in found)
            kernel(
                self.weights,
                self.steady,
                self._gradients,
                self.mean,
                self.square,
                self.steps,
                RATE * min(1.0, (STEADY_RATE / self.steps) ** 0.5),
                1.0 / max(choices, 1),
                min(1.0, FOLLOW / self.steps),
            )
        return apart_ / max(met_, 1), common_ / max(met_, 1)

    def learned(self, told: dict[str, Any] | None = None) -> Net:
        """Return the net to play by."""
        return replace(self.net, flat=self.steady.copy(), told=told or {})

    def leads(self, net: Net, *, deals: int, seed: int = 7) -> list[Lead]:
        """Return the lead of a net over the rule of thumb for each number of players.

        Every deal is played by one side of the net among others, in all rotations.
        """
        return [self._lead(net, i, deals, seed) for i in range(len(self.starts))]

    def _lead(self, net: Net, which: int, deals: int, seed: int) -> Lead:
        players = self.game.players[which]
        sides = self.game.sides(players)
        rotations = []
        for side in sorted(set(sides)):
            who = [NET if other == side else RULE_OF_THUMB for other in sides]
            worth = self.play(net, which, who, deals=deals, seed=seed)
            rotations.append(worth[:, sides.index(side)])
        worth = np.mean(rotations, axis=0)
        return Lead(players, float(worth.mean()), float(1.96 * worth.std() / len(worth) ** 0.5))

    def play(self, net: Net, which: int, who: Sequence[int], *, deals: int, seed: int) -> Any:
        """Play deals of matches of one kind; return what each was worth to each seat."""
        k = self.game.kernels
        kernel = k.bound(
            play_rounds,
            lambda t: t.int64(
                *_position_types(t),
                t.array(t.float32),
                t.array(t.int64),
                t.tuple(t.float64, t.array(t.int64, 2), t.int64),
                t.array(t.float64, 2),
                *_rules_types(t),
            ),
        )
        stream = Stream(self, net, seed, decisions=1)
        results = np.zeros((deals, self._sides.shape[1]))
        position = list(self._position(stream, net))
        position[2] = self.starts[which : which + 1]
        kernel(
            *position,
            stream.room.values,
            np.array(who, np.int64),
            self._counted(),
            results,
            *self._rules(),
        )
        return results

    def save(self, path: Path) -> None:
        """Write all that is needed to go on from here."""
        draft = path.with_suffix(".draft.npz")
        np.savez(
            draft,
            weights=self.weights,
            steady=self.steady,
            mean=self.mean,
            square=self.square,
            states=np.array([stream.room.bytes for stream in self.streams]),
            decks=np.array([stream.packs[0] for stream in self.streams]),
            counts=np.array([self.seed, self.steps, self.choices]),
        )
        draft.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what `save` wrote of the same game and seed.

        Raises ValueError if it is of another net, and FileNotFoundError.
        """
        with np.load(path, allow_pickle=False) as kept:
            if kept["weights"].shape != self.weights.shape or kept["counts"][0] != self.seed:
                raise ValueError(f"{path} is of another net or seed")
            for name in ("weights", "steady", "mean", "square"):
                getattr(self, name)[:] = kept[name]
            for i, stream in enumerate(self.streams):
                stream.room.bytes[:] = kept["states"][i]
                stream.packs[0][:] = kept["decks"][i]
            _, self.steps, self.choices = (int(count) for count in kept["counts"])


def _position_types(t: Any) -> tuple[Any, ...]:
    return (
        t.states,
        t.array(t.uint8, 2),
        t.states,
        t.tuple(t.array(t.uint8, 2), t.array(t.int64)),
        t.actions,
        t.actions,
        t.actions,
        encoding_type(t),
        layers_type(t),
        work_type(t),
    )


def _rules_types(t: Any) -> tuple[Any, ...]:
    return (
        t.function(t.change),
        t.function(t.deal),
        t.function(t.legal),
        t.function(t.apply),
        t.function(t.change),
        t.function(t.choose),
    )
