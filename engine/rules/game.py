"""A game: static facts, rule functions, action text, and what sites and bots ask of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict

from engine.kernels.binding import Awaited, Bindings
from engine.kernels.cache import Unit

from . import state, steps
from .cards import RANKS, Pack
from .facts import PublicFacts
from .pad import Pad
from .ranking import Facts, Ranking, as_numbered
from .sheet import ScoreSheet
from .state import State
from .tally import Line, View
from .words import Words

MAX_CYCLES = 20
"""How often everyone may deal in one match."""


class Options(BaseModel):
    """The options of a game; each is a number or a yes, and a field of its state record."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rule functions of a game, in their standard order.

    - `setup(s)` prepares a match; the header is set;
    - `deal(s, deck)` deals a round from `deck`, cards in dealing order (uint8);
    - `legal(s, out) -> n` writes the legal actions to `out` (int32), each once;
    - `apply(s, action)` plays a legal action;
    - `end_round(s)` scores a round that is over, by way of `state.close_round`;
    - `is_over(s)` tells whether the match is over by its totals and the rounds played, which with
      the number of seats is all that it reads; asked between rounds.
    """

    setup: Callable[[State], None]
    deal: Callable[[State, Any], None]
    legal: Callable[[State, Any], int]
    apply: Callable[[State, int], None]
    end_round: Callable[[State], None]
    is_over: Callable[[State], bool] = state.rounds_are_played


@dataclass(frozen=True)
class Form:
    """One form of action text, for people who write records or bots."""

    phase: str
    form: str
    means: str


Scoring = Callable[[int | None, bool, int], list[int]]
"""`scoring(declarer, won, table)` returns what a round adds to the score of each seat.

The declarer is None where nobody declared; `table` is the number of seats, with one who sits out.
Raises ValueError for a table of another size than the scoring is for.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game: what is fixed about it, its rules, and its texts.

    `phases` are the names of the phases in the order of their numbers, the last is `over`;
    `max_legal` bounds the legal actions of a position, `max_actions` those of a round;
    `deck_of(players, options)` returns the pack in canonical order; `parse_action(s, text)`
    returns an action or raises InvalidNotation or, for an action that this position has no number
    for, IllegalAction; `explain(s, action)` says why an action is not legal; `told(s, action,
    reader)` is its text as a seat or ONLOOKER reads it, None if all actions are public, and
    `uncovers(s)`, asked after every action, tells whether all that was kept back lies open now;
    `besides(s, action)` are numbers that all see when an action is played and that its text does
    not tell, by name, for the log;
    `facts(s)` shows the game's own fields in a view, where it is given a `state.Reading`, as
    `format_action` is for legal actions, so that neither can call rules; `fact_model` says of each
    what it means, and when it tells something (see `rules.facts`);
    `tally(view)` tells how the scores of a round that is over came about (see `rules.tally`);
    `pad(deal)` asks about a deal until its `sheet` is known (see `rules.pad`);
    `ranking(facts)` says how the cards rank, and which are trumps, where a view has these facts;
    `scores_fault(players, scores)` says what is impossible about a round's scores;
    `native_rounds(players)` is the length of the native format, 0 if the rules end the match;
    with `may_end_early` they may also end a match before its number of rounds; with `redeals` a
    deal may be thrown in, so that the same dealer deals again;
    `carried` are the fields that a round takes over from the one before; `telling` are actions
    that, like a card played, show what a hand does not hold, `calls` the range of those that all
    read and one's hand suggests, as bids do, and in `secret_phases` others do not read what is
    done; where the game `declares`, the sheet of a round names the seat that played for itself
    against the others; with `larger_tables` clubs also seat one player more than can play, and the
    dealer of each round sits out;
    `scorings` are further ways in which clubs count, by name, and `usual_scoring` is the one by
    which most do, empty where they add the scores; `series` says how many times everybody deals in
    a match as clubs play it, the usual length first;
    `words` are what people read; `greedy(s, legal, n)` is a rule of thumb, a rule function that
    returns one of the `n` legal actions, and bots that search look `further` by so many times.
    """

    slug: str
    name: str
    players: tuple[int, ...]
    pack: Pack
    phases: tuple[str, ...]
    dtype: np.dtype[Any]
    rules: Rules
    max_legal: int
    max_actions: int
    notation: tuple[Form, ...]
    deck_of: Callable[[int, Options], Sequence[int]]
    format_action: Callable[[State, int], str]
    parse_action: Callable[[State, str], int]
    explain: Callable[[State, int], str]
    facts: Callable[[State], dict[str, Any]]
    fact_model: type[PublicFacts] = PublicFacts
    sheet: type[ScoreSheet]
    pad: Pad
    scores_fault: Callable[[int, Sequence[int]], str | None]
    native_end: str
    native_rounds: Callable[[int], int]
    told: Callable[[State, int, int], str] | None = None
    uncovers: Callable[[State], bool] | None = None
    ranking: Callable[[Facts], Ranking] = as_numbered
    tally: Callable[[View], list[Line]] | None = None
    besides: Callable[[State, int], dict[str, list[int]]] | None = None
    options: type[Options] = Options
    higher_wins: bool = True
    may_end_early: bool = False
    redeals: bool = False
    carried: tuple[str, ...] = ()
    telling: tuple[int, ...] = ()
    calls: tuple[int, int] = (0, 0)
    secret_phases: tuple[str, ...] = ()
    declares: bool = False
    larger_tables: bool = False
    scorings: Mapping[str, Scoring] = field(default_factory=dict)
    usual_scoring: str = ""
    series: tuple[int, ...] = (1,)
    words: Words = field(default_factory=Words)
    greedy: Callable[[State, Any, int], int] | None = None
    further: int = 1
    sides: Callable[[int], tuple[int, ...]] = field(default=lambda players: tuple(range(players)))

    def rounds(self, players: int, *, native: bool = False, cycles: int = 1) -> int:
        """Return the number of rounds of a match, 0 if only the rules end it.

        Everyone deals `cycles` times, or with `native` the game has a length of its own.
        """
        return self.native_rounds(players) if native else players * cycles

    def is_over(self, *, rounds: int, played: int, totals: Sequence[int]) -> bool:
        """Tell whether a match of `rounds` rounds (see there) is over with these totals."""
        s = state.new_state(
            self.dtype, seats=len(totals), rounds=rounds, dealer=0, over_phase=len(self.phases) - 1
        )
        s.played = played
        s.totals[: len(totals)] = totals
        return bool(self.rules.is_over(s))

    def texts(self) -> list[str]:
        """Return the English that people read of this game, but for its name and its rules page."""
        hints = self.sheet.hints()
        return list(dict.fromkeys([self.native_end, *self.words.texts(), *hints]))

    def parse_options(self, options: dict[str, Any] | Options | None) -> Options:
        """Return the options as the game's own model; raises pydantic's ValidationError."""
        return self.options.model_validate(options or {})

    def deck(self, players: int, options: Options) -> npt.NDArray[np.uint8]:
        """Return the pack for a number of players, in canonical order."""
        return np.array(self.deck_of(players, options), dtype=np.uint8)

    def state(self, *, players: int, rounds: int, dealer: int, options: Options) -> State:
        """Return the state of a match before its first deal."""
        return state.copy_state(_first_state(self, players, rounds, dealer, options))

    def in_hand_order(self, view: Mapping[str, Any], cards: Sequence[str]) -> list[str]:
        """Return cards as players hold them where a view is as it is: trumps first, then by suit.

        How two cards stand to each other depends on the facts of the view alone.
        """
        ranking, pack = self.ranking(view["facts"]), self.pack
        cycle = pack.in_hand or pack.suits
        return sorted(cards, key=lambda text: ranking.in_hand(pack.parse(text), cycle, pack.suits))

    def ranks(self, view: Mapping[str, Any], cards: Sequence[str]) -> dict[str, int]:
        """Return the rank of each card among others, from 0; trumps are above all, equals alike."""
        ranking = self.ranking(view["facts"])
        keys = {text: ranking.by_rank(self.pack.parse(text)) for text in cards}
        heights = sorted(set(keys.values()))
        return {text: heights.index(key) for text, key in keys.items()}

    def lines(self, view: View) -> list[Line]:
        """Return how the scores of the round came about, for who has this view.

        Nothing before the round is over, if it was thrown in, or where the game does not tell.
        """
        if self.tally is None or not view["round_over"] or not view["history"]:
            return []
        return [] if view["history"][-1]["redeal"] else self.tally(view)

    def place(self, totals: Sequence[int]) -> list[int]:
        """Return the place of each seat from the totals; ties share the better place.

        Partners have the same total and share a place, so the losing side of four is third.
        """
        better = [total if self.higher_wins else -total for total in totals]
        return [1 + sum(other > own for other in better) for own in better]

    @property
    def room(self) -> int:
        """Room for legal actions, also of hands that `belief` only asks about."""
        return max(self.max_legal, 2 * RANKS)

    @property
    def folder(self) -> Path:
        """Where the module of the rules lies, with the game's rules page and translations."""
        return Path(self.rules.setup.__code__.co_filename).parent

    @property
    def unit(self) -> Unit:
        """The kernels of this game's rules, as one unit that is compiled."""
        return Unit(f"{self.slug}.rules", self.rules.setup.__code__.co_filename)

    @property
    def kernels(self) -> "Kernels":
        """The rule functions, and what is made of them, for this game's record.

        They are compiled, or in a process that compiles nothing plain until somebody else has
        compiled the unit. Take them once for what calls several of them.
        """
        return self._compiled_kernels if self._awaited.is_there() else self._plain_kernels

    @cached_property
    def _awaited(self) -> Awaited:
        return Awaited(self.unit)

    @cached_property
    def _compiled_kernels(self) -> "Kernels":
        return Kernels(self, is_compiled=True)

    @cached_property
    def _plain_kernels(self) -> "Kernels":
        return Kernels(self, is_compiled=False)


@lru_cache(maxsize=256)
def _first_state(game: Game, players: int, rounds: int, dealer: int, options: Options) -> State:
    """Return the state of a match before its first deal, which is not to be changed."""
    s = state.new_state(
        game.dtype,
        seats=players,
        rounds=rounds,
        dealer=dealer,
        over_phase=len(game.phases) - 1,
    )
    for name, value in options:
        setattr(s, name, value)
    game.rules.setup(s)
    return s


_registries: list[Callable[[str], Game]] = []


def offer_games(find: Callable[[str], Game]) -> None:
    """Tell the engine where records find their game by its slug; `find` raises LookupError.

    A process has one registry: raises RuntimeError if there is another one already.
    """
    if _registries and _registries != [find]:
        raise RuntimeError("the engine has a registry of games already")
    _registries[:] = [find]


def find_game(slug: str) -> Game:
    """Return the game of a slug from the registry; raises LookupError."""
    if not _registries:
        raise LookupError("no games are offered to the engine: import the package `games` first")
    return _registries[0](slug)


class Kernels(Bindings):
    """A game's rule functions as entry points from Python."""

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        super().__init__(game.dtype, is_compiled=is_compiled)
        self._game = game
        self.telling = np.array(game.telling, np.int32)
        self.calls = np.array(game.calls, np.int32)

    @cached_property
    def deal(self) -> Callable[..., Any]:
        return self.bound(self._game.rules.deal, lambda t: t.deal)

    @cached_property
    def legal(self) -> Callable[..., Any]:
        return self.bound(self._game.rules.legal, lambda t: t.legal)

    @cached_property
    def apply(self) -> Callable[..., Any]:
        return self.bound(self._game.rules.apply, lambda t: t.apply)

    @cached_property
    def end_round(self) -> Callable[..., Any]:
        return self.bound(self._game.rules.end_round, lambda t: t.change)

    @cached_property
    def begin_round(self) -> Callable[..., Any]:
        return self.bound(state.begin_round, lambda t: t.change)

    # These are for Python (see `steps`); those above also for kernels that take functions.

    @cached_property
    def open_round(self) -> Callable[..., int]:
        rules = self._game.rules
        return self.bound(
            steps.opening(rules.setup, rules.deal, rules.legal),
            lambda t: t.int64(t.states, t.actions, t.bytes, t.int64, t.uint64),
        )

    @cached_property
    def step(self) -> Callable[..., int]:
        rules = self._game.rules
        return self.bound(
            steps.stepping(rules.setup, rules.legal, rules.apply, rules.end_round),
            lambda t: t.int64(t.states, t.actions, t.int64, t.boolean),
        )

    @cached_property
    def conceal(self) -> Callable[..., None]:
        return self.bound(steps.conceal_first, lambda t: t.void(t.states, t.int64))
