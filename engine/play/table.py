"""A table at which one match is played: deal, ask what is legal, play, look, keep the record.

What a table returns stays as it is and may be changed without changing the table. The two
exceptions say so: `Table.state`, and the items of `Table.rounds`.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from engine.inference.calls import Calls
from engine.inference.evidence import bound_follow
from engine.rules import shuffle
from engine.rules.errors import (
    EngineError,
    IllegalAction,
    InvalidDeal,
    InvalidNotation,
    NotYourTurn,
)
from engine.rules.game import MAX_CYCLES, Game, Options
from engine.rules.state import ONLOOKER, TABLE, State, copy_state, reading

from . import dealing
from .dealing import NO_HAND, Cards
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

    state: Final[State]
    """The position, with every card open: it changes with each action and deal.

    Not a copy, so that whoever writes to it changes the match. `copy_state` returns what stays,
    `mind` what a seat may know. An attribute of it takes 3 µs to find; see `reading`.
    """

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
        if secret is not None and len(secret) != shuffle.SECRET_BYTES:
            raise EngineError(f"a match secret has {shuffle.SECRET_BYTES} bytes")
        dealing.check_numbers(numbers, players, secret)
        if dealer is not None and not 0 <= dealer < players:
            raise EngineError(f"there is no seat {dealer} to deal first")
        self.game = game
        self.players = players
        self.options = game.parse_options(options)
        self.native = native
        self.cycles = cycles
        self._rounds: list[PlayedRound] = []
        self._secret = secret
        self._numbers = tuple(numbers)
        self._dealer = dealer
        self._legal = np.zeros(game.room, np.int32)
        # Kernels that play on want room for one state more behind the one they play in.
        self._states = np.zeros(2, game.dtype)
        self._dealt = np.zeros(1, game.dtype)  # as the round began
        self._noted = np.zeros(2, game.dtype)  # follows what the actions tell about hands
        self._followed = 0  # so many actions of the round
        self._telling = Telling(game, players)
        self._calls = Calls.none(game.dtype)
        self.state = self._states[0]
        rounds = game.rounds(players, native=native, cycles=cycles)
        self._states[0] = game.state(players=players, rounds=rounds, dealer=0, options=self.options)
        self._noted[0] = self.state

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
        return self._secret if all(done.dealt_by_secret for done in self._rounds) else None

    @property
    def numbers(self) -> tuple[bytes | None, ...]:
        """What the seats have added to the deals, by seat; empty where none has."""
        return self._numbers if any(number is not None for number in self._numbers) else ()

    @property
    def rounds(self) -> tuple[PlayedRound, ...]:
        """The rounds dealt so far, thrown-in ones too, the last of them perhaps under way.

        They are what the table itself keeps: actions are added to the last one as they are
        played, and whoever changes one changes the record.
        """
        return tuple(self._rounds)

    @property
    def dealt(self) -> State:
        """The position in which the round began, with every card open: not a copy."""
        return self._dealt[0]

    @property
    def turn(self) -> int | None:
        """The seat to act, None between rounds."""
        turn = int(self.state["turn"])  # thrice as fast as an attribute, and asked very often
        return None if turn < 0 else turn

    @property
    def phase(self) -> str:
        """The name of the phase, `over` between rounds."""
        return self.game.phases[int(self.state["phase"])]

    @property
    def round_over(self) -> bool:
        """Whether no round is being played."""
        return bool(self.state["phase"] == self.state["over_phase"])

    @property
    def round_scores(self) -> list[int] | None:
        """The scores of the last round, None while one is being played or before the first."""
        scores = self._rounds[-1].scores if self._rounds else None
        return None if scores is None else list(scores)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state["over"])

    @property
    def totals(self) -> list[int]:
        """The scores of all rounds so far, added up for each seat."""
        return [int(total) for total in self.state.totals[: self.players]]

    def ranking(self) -> list[int]:
        """Return the place of each seat, ties sharing the better one."""
        return self.game.place(self.totals)

    def legal(self) -> list[str]:
        """Return the texts of the legal actions; empty when the round is over."""
        s, form = reading(self.state), self.game.format_action
        return [form(s, action) for action in self.legal_actions()]

    def legal_actions(self) -> tuple[int, ...]:
        """Return the legal actions as numbers, in the same order."""
        count = self.game.kernels.legal(self.state, self._legal)
        return tuple(self._legal[:count].tolist())

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return all that a seat, or None for an onlooker, may know, as JSON-able values.

        Raises EngineError for a seat that is not there.
        """
        self._states[1] = self.state  # in that room, as `mind` would make one of its own
        view = self._describe(self._concealed(self._states[1], seat))
        view["seat"] = seat
        view["hand"] = [] if seat is None else view["hands"][seat]["cards"]
        view["log"] = self.told(seat)
        view["legal"] = self.legal() if seat is not None and seat == self.turn else []
        return view

    def open_view(self) -> dict[str, Any]:
        """Return the position with every card open: for records of finished matches only."""
        return self._describe(self.state) | {"log": self.told_openly()}

    def mind(self, seat: int | None) -> State:
        """Return the state as a seat, or None for an onlooker, knows it.

        Raises EngineError for a seat that is not there.
        """
        return self._concealed(copy_state(self.state), seat)

    def belief(self, seat: int) -> State:
        """Return what a seat knows and what the round's actions tell about hands; see `belief`.

        For those who think about deals that are possible: what has been played since the last call
        is played once more and asked about. Raises EngineError for a seat that is not there.
        """
        self._follow()
        return self._concealed(copy_state(self._noted[0]), seat)

    def calls(self) -> Calls:
        """Return what has been called in this round, as everybody could follow it.

        Costs what `belief` does, and a copy of the states before the last calls.
        """
        self._follow()
        return self._calls.copy()

    def _concealed(self, state: State, seat: int | None) -> State:
        """Return a state after removing from it all that a seat does not know."""
        self._check_seat(seat)
        self.game.kernels.conceal(state, ONLOOKER if seat is None else seat)
        return state

    def _follow(self) -> None:
        """Note what the actions tell that have been played since this was done last."""
        played = self._played
        if self._followed == len(played):
            return
        k, calls = self.game.kernels, self._calls
        log = np.array(played[self._followed :], np.int32)
        self._followed = len(played)
        bound_follow(k)(
            self._noted,
            self._legal,
            log,
            k.telling,
            k.calls,
            calls.positions,
            calls.said,
            calls.shown,
            k.legal,
            k.apply,
        )

    def told(self, reader: int | None) -> list[dict[str, Any]]:
        """Return the actions of the round as a seat, or None for an onlooker, reads them.

        Raises EngineError for a seat that is not there.
        """
        self._check_seat(reader)
        return [said.to(reader) for said in self._telling.so_far(self._played)]

    def action_texts(self) -> list[list[str]]:
        """Return the texts of the actions of every round, by playing the whole match again."""
        game = self.game
        s = game.state(
            players=self.players,
            rounds=int(self.state.rounds),
            dealer=0,
            options=self.options,
        )
        texts: list[list[str]] = []
        for done in self._rounds:
            self._begin_state(s, done.dealer, done.deck, done.entropy)
            texts.append([])
            for action in done.actions:
                texts[-1].append(game.format_action(s, action))
                game.kernels.apply(s, action)
            if done.scores is not None:
                game.kernels.end_round(s)
        return texts

    def told_openly(self) -> list[dict[str, Any]]:
        """Return the actions of the round with nothing left out: not for those who play."""
        return [said.to_all() for said in self._telling.so_far(self._played)]

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
        if deck is not None:
            order = dealing.parse_order(deck, self.game.pack, self._pack())
        elif hands is not None:
            order = self._deck_for(hands, stock, dealer, entropy)
        else:
            order = self._deck_from_key(number)
        by_secret = deck is None and hands is None and entropy is None
        if number == 0 and by_secret:
            by_secret = dealer == shuffle.first_dealer(self._key(), self.players)
        self._begin(dealer, order, self._entropy(entropy, number), by_secret)

    def play(self, text: str, seat: int | None = None) -> None:
        """Play an action for the seat to act; with `seat`, only if it is that seat's turn.

        Raises IllegalAction, InvalidNotation or NotYourTurn, and leaves the table untouched.
        """
        turn = self.turn
        if turn is None:
            raise IllegalAction("the match is over" if self.over else "no round is being played")
        if seat is not None and seat != turn:
            raise NotYourTurn(f"seat {turn} is to act, not seat {seat}")
        if not isinstance(text, str):
            raise InvalidNotation("an action is a text")
        action = self.game.parse_action(self.state, text)
        if action not in self.legal_actions():
            raise IllegalAction(self.game.explain(self.state, action))
        self.play_actions([action])

    def play_actions(self, actions: Iterable[int]) -> None:
        """Play actions of the round being played, given as numbers, without any check.

        For those taken from `legal_actions` or a record that is valid: others spoil the match.
        """
        played = self._rounds[-1].actions
        for action in actions:
            self.game.kernels.apply(self.state, action)
            played.append(int(action))
        self._end_if_over()

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
        self._states[0] = self._dealt[0]
        self._begin_notes()
        self.play_actions(kept)

    def drive(self, driver: Driver, policies: Any, seeds: Any) -> None:
        """Let the policies of a driver play their seats until another seat is to act.

        Or until the round is over, which must be under way. See `Driver.drive` for `policies`
        and `seeds`.
        """
        played = self._rounds[-1].actions
        log = np.zeros(self.game.max_actions, np.int32)
        end = driver.drive(self._states, self._legal, log, len(played), policies, seeds)
        played.extend(log[len(played) : end].tolist())
        self._end_if_over()

    # How it is done

    @property
    def _played(self) -> list[int]:
        """The actions of the round, none before the first is dealt."""
        return self._rounds[-1].actions if self._rounds else []

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise EngineError(f"there is no seat {seat} at this table")

    def _describe(self, s: State) -> dict[str, Any]:
        """Return the table as a state, concealed or open, shows it."""
        return {
            "game": self.game.slug,
            "options": self.options.model_dump(),
            "players": self.players,
            "format": self.format,
            "sides": list(self.game.sides(self.players)),
            **describe(self.game, s, self._rounds),
        }

    def _end_if_over(self) -> None:
        s = self.state  # by its keys, which is thrice as fast
        if s["phase"] == s["over_phase"] and self._rounds[-1].scores is None:
            self.game.kernels.end_round(self.state)
            self._rounds[-1].scores = [int(score) for score in self.state.scores[: self.players]]
            self._rounds[-1].redeal = bool(self.state.redeal)

    def _begin(self, dealer: int, order: Cards, entropy: bytes, by_secret: bool) -> None:
        carried = {}
        if self._rounds:
            carried = {name: int(getattr(self.state, name)) for name in self.game.carried}
        self._begin_state(self.state, dealer, order, entropy)
        self._dealt[0] = self.state
        self._begin_notes()
        self._rounds.append(PlayedRound(dealer, order, entropy, carried, by_secret))
        self._end_if_over()

    def _begin_notes(self) -> None:
        """Forget what was told and noted of another course of play."""
        self._telling.begin(self.state)
        self._noted[0] = self.state
        self._followed = 0
        self._calls.forget()

    def _begin_state(self, s: State, dealer: int, order: Cards, entropy: bytes) -> None:
        s.next_dealer = dealer
        s.entropy = np.uint64(int.from_bytes(entropy, "big"))
        self.game.kernels.begin_round(s)
        self.game.kernels.deal(s, order)

    def _next_dealer(self, asked: int | None) -> int:
        """Return who deals: in the first round a choice, later as the rules pass it on."""
        if self._rounds:
            follows = int(self.state.next_dealer)
            if asked is not None and asked != follows:
                raise InvalidDeal(f"seat {follows} is to deal, not seat {asked}")
            return follows
        first = self._dealer if asked is None else asked
        if first is None:
            first = shuffle.first_dealer(self._key(), self.players)
        if not 0 <= first < self.players:
            raise InvalidDeal(f"there is no seat {first} to deal")
        return first

    def _key(self) -> bytes:
        """Return what deals follow from; draws a secret where there is none."""
        if self._secret is None:
            self._secret = shuffle.new_secret()
        return shuffle.key_of(self._secret, self._numbers)

    def _entropy(self, entropy: bytes | None, number: int) -> bytes:
        if entropy is None:
            return dealing.entropy_from_key(self._key() if self._secret else None, number)
        return dealing.check_entropy(entropy)

    def _pack(self) -> Cards:
        return self.game.deck(self.players, self.options)

    def _deck_from_key(self, number: int) -> Cards:
        return dealing.order_from_key(self._key(), number, self._pack(), self.game.kernels)

    def _deck_for(
        self, hands: Sequence[str], stock: str, dealer: int, entropy: bytes | None
    ) -> Cards:
        """Return a deck that deals these hands; the positions they come from are found by dealing.

        Cards that are not named fill what is left, in the order of the secret's deck.
        """
        game, number = self.game, len(self._rounds)
        wanted = dealing.parse_hands(hands, stock, game.pack, self._pack(), players=self.players)
        order = self._deck_from_key(number)
        receivers = self._receivers(order, dealer, self._entropy(entropy, number))
        return dealing.order_for(wanted, order, receivers)

    def _receivers(self, order: Cards, dealer: int, entropy: bytes) -> list[int]:
        """Return the seat that each position of a deck is dealt to, or NO_HAND."""
        dealt = copy_state(self.state)
        self._begin_state(dealt, dealer, order, entropy)
        places = dealt.place[order].tolist()
        return [place if place < TABLE else NO_HAND for place in places]


def _either(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{', '.join(str(n) for n in numbers[:-1])} or {numbers[-1]}"
