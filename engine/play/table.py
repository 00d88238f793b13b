"""A table at which one match is played: deal, ask what is legal, play, look, keep the record.

What a table returns stays as it is and may be changed without changing the table. The two
exceptions say so: `Table.state`, and the items of `Table.rounds`.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from engine.inference.calls import Calls
from engine.rules.errors import (
    EngineError,
    IllegalAction,
    InvalidDeal,
    InvalidNotation,
    NotYourTurn,
)
from engine.rules.game import MAX_CYCLES, Game, Options
from engine.rules.state import Reading, State, copy_states

from .dealing import Cards, Dealing
from .notes import Notes
from .position import Position, concealed
from .rounds import PlayedRound
from .simulate import Driver
from .telling import Telling
from .view import describe


class Table:
    """One match of a game, played step by step.

    A match lasts `cycles` deals by each player, or with `native` to the game's own end. Deals
    come from `secret` (32 bytes); without one, the first deal that needs a secret draws one.
    `numbers` are what seats have added to it, 32 bytes each, None for who has added none.
    The first dealer comes from the secret unless `dealer` names the seat. Raises EngineError for
    a table that the game does not have. One thread at a time may use it.
    """

    game: Final[Game]
    """The rules that are played."""

    players: Final[int]
    """The number of seats, which are numbered from 0 in the direction of play."""

    options: Final[Options]
    """The options of the rules, as the game's own model."""

    native: Final[bool]
    """Whether the match goes to the game's own end."""

    cycles: Final[int]
    """How often everybody deals; without a meaning in a native match."""

    def __init__(
        self,
        game: Game,
        players: int,
        *,
        secret: bytes | None = None,
        numbers: Sequence[bytes | None] = (),
        native: bool = False,
        cycles: int = 1,
        options: dict[str, Any] | Options | None = None,
        dealer: int | None = None,
    ) -> None:
        if players not in game.players:
            raise EngineError(f"{game.name} is for {_either(game.players)} players, not {players}")
        if not 1 <= cycles <= MAX_CYCLES:
            raise EngineError(f"everyone deals 1 to {MAX_CYCLES} times, not {cycles}")
        if dealer is not None and not 0 <= dealer < players:
            raise EngineError(f"there is no seat {dealer} to deal first")
        self.game = game
        self.players = players
        self.options = game.parse_options(options)
        self.native = native
        self.cycles = cycles
        self._options = self.options.model_dump()
        self._rounds: list[PlayedRound] = []
        self._played: list[int] = []  # the actions of the round
        self._dealing = Dealing(game, players, self.options, secret=secret, numbers=numbers)
        self._first = dealer
        self._telling: Telling | None = None
        self._notes: Notes | None = None
        rounds = game.rounds(players, native=native, cycles=cycles)
        first = game.state(players=players, rounds=rounds, dealer=0, options=self.options)
        self._position = Position(game, first)

    # What is to be seen

    @property
    def format(self) -> dict[str, Any]:
        """The length of the match, as records have it: `native` and `cycles`."""
        return {"native": self.native, "cycles": self.cycles}

    @property
    def secret(self) -> bytes | None:
        """The match secret, if every deal so far came from it; whoever has it knows all deals.

        None too while there is none: without one given, it is drawn for the first deal.
        """
        is_whole = all(done.dealt_by_secret for done in self._rounds)
        return self._dealing.secret if is_whole else None

    @property
    def numbers(self) -> tuple[bytes | None, ...]:
        """What the seats have added to the deals, by seat; empty where none has."""
        numbers = self._dealing.numbers
        return numbers if any(number is not None for number in numbers) else ()

    @property
    def rounds(self) -> tuple[PlayedRound, ...]:
        """The rounds dealt so far, thrown-in ones too, the last of them perhaps under way.

        They are what the table itself keeps: actions are added to the last one as they are
        played, and whoever changes one changes the record.
        """
        return tuple(self._rounds)

    @property
    def state(self) -> State:
        """The position, with every card open: it changes with each action and deal.

        Not a copy, so that whoever writes to it changes the match; take it anew each time before
        you do. `copy_state` returns what stays, `mind` what a seat may know. Who reads many fields
        of it does so by a `Reading` of a copy.
        """
        self._position.look_again()
        return self._position.now

    @property
    def dealt(self) -> State:
        """The position in which the round began, with every card open: not a copy."""
        return self._position.dealt

    @property
    def turn(self) -> int | None:
        """The seat to act, None between rounds."""
        turn = self._position.turn
        return None if turn < 0 else turn

    @property
    def phase(self) -> str:
        """The name of the phase, `over` between rounds."""
        return self.game.phases[self._position.phase]

    @property
    def round_over(self) -> bool:
        """Whether no round is being played."""
        return self._position.round_over

    @property
    def round_scores(self) -> list[int] | None:
        """The scores of the last round, None while one is being played or before the first."""
        scores = self._rounds[-1].scores if self._rounds else None
        return None if scores is None else list(scores)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._position.held("over"))

    @property
    def totals(self) -> list[int]:
        """The scores of all rounds so far, added up for each seat."""
        totals: list[int] = self._position.held("totals")
        return totals[: self.players]

    def ranking(self) -> list[int]:
        """Return the place of each seat, ties sharing the better one."""
        return self.game.place(self.totals)

    def legal(self) -> list[str]:
        """Return the texts of the legal actions; empty when the round is over."""
        return self._position.texts().copy()

    def text_of(self, action: int) -> str:
        """Return the text of an action that is legal now."""
        return self._position.text_of(action)

    def legal_actions(self) -> tuple[int, ...]:
        """Return the legal actions as numbers, in the same order."""
        return self._position.numbers()

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return all that a seat, or None for an onlooker, may know, as JSON-able values.

        Raises EngineError for a seat that is not there.
        """
        self._check_seat(seat)
        view = self._describe(self._position.shown_to(seat))
        view["seat"] = seat
        view["hand"] = [] if seat is None else view["hands"][seat]["cards"]
        view["log"] = self.told(seat)
        view["legal"] = self.legal() if seat is not None and seat == self.turn else []
        return view

    def open_view(self) -> dict[str, Any]:
        """Return the position with every card open: for records of finished matches only."""
        return self._describe(self._position.shown_openly()) | {"log": self.told_openly()}

    def mind(self, seat: int | None) -> State:
        """Return the state as a seat, or None for an onlooker, knows it.

        Raises EngineError for a seat that is not there.
        """
        self._check_seat(seat)
        return concealed(self.game, copy_states(self._position.now), seat)

    def belief(self, seat: int) -> State:
        """Return what a seat knows and what the round's actions tell about hands; see `belief`.

        For those who think about deals that are possible: what has been played since the last call
        is played once more and asked about. Raises EngineError for a seat that is not there.
        """
        self._check_seat(seat)
        return concealed(self.game, copy_states(self._followed().state), seat)

    def calls(self) -> Calls:
        """Return what has been called in this round, as everybody could follow it.

        Costs what `belief` does, and a copy of the states before the last calls.
        """
        return self._followed().calls.copy()

    def _followed(self) -> Notes:
        """Return what is noted of the round, after all its actions."""
        if self._notes is None:
            self._notes = Notes(self.game, self._position.dealt)
        self._notes.follow(self._played)
        return self._notes

    def told(self, reader: int | None) -> list[dict[str, Any]]:
        """Return the actions of the round as a seat, or None for an onlooker, reads them.

        Raises EngineError for a seat that is not there.
        """
        self._check_seat(reader)
        return self._put_into_words().to(reader, self._played)

    def action_texts(self) -> list[list[str]]:
        """Return the texts of the actions of every round, by playing the whole match again."""
        again = Table(
            self.game,
            self.players,
            native=self.native,
            cycles=self.cycles,
            options=self.options,
        )
        return [again._replayed(done) for done in self._rounds]

    def _replayed(self, done: PlayedRound) -> list[str]:
        """Play a round of another table again; return the texts of its actions."""
        self._begin(done.dealer, done.deck, done.entropy, by_secret=False)
        texts = []
        for action in done.actions:
            texts.append(self._position.text_of(action))
            self._step(action)
        return texts

    def told_openly(self) -> list[dict[str, Any]]:
        """Return the actions of the round with nothing left out: not for those who play."""
        return [said.to_all() for said in self._put_into_words().so_far(self._played)]

    def _put_into_words(self) -> Telling:
        """Return what tells the actions of the round."""
        if self._telling is None:
            self._telling = Telling(self.game, self.players, self._position.dealt)
        return self._telling

    # What can be done

    def deal(
        self,
        *,
        deck: str | None = None,
        entropy: bytes | None = None,
        hands: Sequence[str] | None = None,
        stock: str = "",
        dealer: int | None = None,
    ) -> None:
        """Deal the next round: from the secret, from a recorded deck, or these hands.

        `deck` has all cards in dealing order, `hands` what each seat gets, where cards that are
        not named are dealt from the secret; `stock` is what is drawn first from the rest.
        Raises InvalidDeal, or InvalidNotation for a text that is no card.
        """
        if self.over:
            raise InvalidDeal("the match is over")
        if not self.round_over:
            raise InvalidDeal("the round is not over yet")
        number = len(self._rounds)
        dealer = self._next_dealer(dealer)
        order, drawn = self._dealing.cards(
            number,
            deck=deck,
            hands=hands,
            stock=stock,
            entropy=entropy,
            receivers=partial(self._position.receivers, dealer),
        )
        by_secret = deck is None and hands is None and entropy is None
        if number == 0 and by_secret:
            by_secret = dealer == self._dealing.first_dealer
        self._begin(dealer, order, drawn, by_secret=by_secret)

    def play(self, text: str, seat: int | None = None) -> None:
        """Play an action for the seat to act; with `seat`, only if it is that seat's turn.

        Raises IllegalAction, InvalidNotation or NotYourTurn, and leaves the table untouched.
        """
        if seat is not None:
            self._check_turn(seat)
        if not isinstance(text, str):
            raise InvalidNotation("an action is a text")
        try:
            action = self._position.numbers()[self._position.texts().index(text)]
        except ValueError:  # no legal action is written so
            self._check_turn(seat)
            s = self._position.now
            action = self.game.parse_action(s, text)
            if action not in self._position.numbers():
                raise IllegalAction(self.game.explain(s, action)) from None
        self._step(action)

    def play_number(self, action: int, seat: int | None = None) -> None:
        """Play an action given as a number, as `legal_actions` has it; else as `play`.

        Raises IllegalAction or NotYourTurn, and leaves the table untouched.
        """
        if seat is not None:
            self._check_turn(seat)
        if action not in self._position.numbers():
            self._check_turn(seat)
            raise IllegalAction(f"no legal action has the number {action}")
        self._step(int(action))

    def play_actions(self, actions: Iterable[int]) -> None:
        """Play actions of the round being played, given as numbers, without any check.

        For those taken from `legal_actions` or a record that is valid: others spoil the match.
        """
        for action in actions:
            self._step(int(action))

    def take_back(self, actions: int) -> None:
        """Undo the last so many actions of the round, and its end; the others are played again.

        Raises IllegalAction if fewer have been played. The deal stays.
        """
        played = self._played
        if not 0 < actions <= len(played):
            raise IllegalAction(f"{len(played)} actions have been played, not {actions}")
        kept = played[:-actions]
        done = self._rounds[-1]
        done.actions, done.scores, done.redeal = [], None, False
        self._position.begin_again()
        self._begin_actions(done.actions)
        self.play_actions(kept)

    def drive(self, driver: Driver, policies: Any, seeds: Any) -> None:
        """Let the policies of a driver play their seats until another seat is to act.

        Or until the round is over, which must be under way. See `Driver.drive` for `policies`
        and `seeds`.
        """
        played = self._played
        log = np.zeros(self.game.max_actions, np.int32)
        end = self._position.drive(driver, log, len(played), policies, seeds)
        played.extend(log[len(played) : end].tolist())
        self._end_if_over()

    # How it is done

    def _step(self, action: int) -> None:
        """Play a legal action, and score the round if it was the last of it."""
        is_over = self._position.step(action)
        self._played.append(action)
        if is_over:
            self._take_scores()

    def _check_turn(self, seat: int | None) -> None:
        """Raise IllegalAction if nobody is to act, NotYourTurn if another seat is."""
        turn = self._position.turn
        if turn < 0:
            raise IllegalAction("the match is over" if self.over else "no round is being played")
        if seat is not None and seat != turn:
            raise NotYourTurn(f"seat {turn} is to act, not seat {seat}")

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise EngineError(f"there is no seat {seat} at this table")

    def _describe(self, s: Reading) -> dict[str, Any]:
        """Return the table as a state, concealed or open, shows it."""
        return {
            "game": self.game.slug,
            "options": self._options.copy(),
            "players": self.players,
            "format": self.format,
            "sides": list(self.game.sides(self.players)),
            **describe(self.game, s, self._rounds),
        }

    def _end_if_over(self) -> None:
        if self.round_over and self._rounds[-1].scores is None:
            self._position.end_round()
            self._take_scores()

    def _take_scores(self) -> None:
        done = self._rounds[-1]
        done.scores = self._position.held("scores")[: self.players]
        done.redeal = bool(self._position.held("redeal"))

    def _begin(self, dealer: int, order: Cards, entropy: bytes, *, by_secret: bool) -> None:
        carried = {}
        if self._rounds:
            carried = {name: self._position.held(name) for name in self.game.carried}
        self._position.deal(dealer, order, entropy)
        self._rounds.append(PlayedRound(dealer, order, entropy, carried, by_secret))
        self._begin_actions(self._rounds[-1].actions)
        self._end_if_over()

    def _begin_actions(self, played: list[int]) -> None:
        """Begin a course of play, of which nothing has been told or noted yet."""
        self._played = played
        self._telling, self._notes = None, None

    def _next_dealer(self, asked: int | None) -> int:
        """Return who deals: in the first round a choice, later as the rules pass it on."""
        if self._rounds:
            follows: int = self._position.held("next_dealer")
            if asked is not None and asked != follows:
                raise InvalidDeal(f"seat {follows} is to deal, not seat {asked}")
            return follows
        first = self._first if asked is None else asked
        if first is None:
            first = self._dealing.first_dealer
        if not 0 <= first < self.players:
            raise InvalidDeal(f"there is no seat {first} to deal")
        return first


def _either(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{', '.join(str(n) for n in numbers[:-1])} or {numbers[-1]}"
