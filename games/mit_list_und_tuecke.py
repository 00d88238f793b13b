"""Mit List und Tücke, Klaus Palesch 1999, for four to six players.

Two players share every trick: the highest card of the led colour chooses, the lowest card of
another colour takes what is left. Everybody wants many cards of two colours and few of the rest.

Rules and rulings taken: `docs/rules/mit-list-und-tuecke.md` (ML1 to ML9). No deviations.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.cards import Pack, card_of
from engine.errors import IllegalAction, InvalidNotation
from engine.game import Form, Game, Options, Rules
from engine.kernel import lowest, popcount, rule
from engine.sheet import Fault, ScoreSheet
from engine.state import (
    ASIDE,
    DISCARD,
    EVERYBODY,
    HAND,
    NO_CARD,
    WON,
    State,
    clear_table,
    close_round,
    finish_round,
    move,
    next_seat,
    play_to_trick,
    put,
    state_dtype,
)

COLOURS = ("blue", "green", "red", "yellow")
PACK = Pack("BGRY", COLOURS, {rank: str(rank) for rank in range(1, 22)}, {})
PLAYERS = (4, 5, 6)
TRICKS = 14
HIGHEST = {4: (14, 14, 14, 14), 5: (17, 17, 18, 18), 6: (21, 21, 21, 21)}
"""The highest card of each colour, by number of players (ML1)."""

PLAY, TAKE, KEEP, OVER = range(4)
TAKE_ACTION = 256
"""An action that takes cards is this plus a bit for the seat that played each of them."""
KEEP_ACTION = 512
"""An action that keeps colours is this plus a bit for each of the two colours."""


def first_share(players: int) -> int:
    """Return how many cards of a trick its trump winner takes: half of them, rounded up."""
    return (players + 1) // 2


def _subsets(size: int, of: int) -> list[int]:
    return [sum(1 << i for i in chosen) for chosen in combinations(range(of), size)]


_PAIRS = np.array(_subsets(2, 4), np.int32)
_SHARES_OF_4, _SHARES_OF_5, _SHARES_OF_6 = (
    np.array(_subsets(first_share(n), n), np.int32) for n in PLAYERS
)
_TWO_COLOURS = np.array([0, 0xFFFFFFFF, 0xFFFFFFFF << 32, 0xFFFFFFFFFFFFFFFF], np.uint64)
"""Which bits of a word of two colours' cards are wanted, by the set of colours wanted."""

DTYPE = state_dtype(
    seats=6,
    suits=4,
    fields=[
        ("colours", "i8"),  # bit c: colour c lies in the trick
        ("first", "i8"),  # trump winner of the last complete trick
        ("second", "i8"),  # winner of the rest, -1 if the trick had one colour
        ("won", "u4", (6, 4)),  # open stacks, bit r: the card of rank r
        ("kept", "u1", (6,)),  # bit c: this seat scores colour c; 0 before the choice
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match; every round starts afresh."""


@rule
def deal(s: State, deck: Any) -> None:
    """Deal all cards, one at a time from the left; that seat leads."""
    s.leader = next_seat(s, s.dealer)
    seat = s.leader
    for i in range(len(deck)):
        put(s, int(deck[i]), HAND + seat, 1 << seat)
        seat = next_seat(s, seat)
    for seat in range(s.seats):
        s.kept[seat] = 0
        for colour in range(4):
            s.won[seat, colour] = 0
    s.colours = 0
    s.turn = s.leader
    s.phase = PLAY


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == PLAY:
        return _legal_cards(s, out)
    if s.phase == TAKE:
        return _legal_shares(s, out)
    if s.phase == KEEP:
        for i in range(len(_PAIRS)):
            out[i] = KEEP_ACTION + _PAIRS[i]
        return len(_PAIRS)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == PLAY:
        _play(s, action)
    elif s.phase == TAKE:
        _take(s, action - TAKE_ACTION)
    else:
        _keep(s, action - KEEP_ACTION)


@rule
def end_round(s: State) -> None:
    """Score every seat's open stacks and discards."""
    for seat in range(s.seats):
        s.scores[seat] = score_of(
            popcount(s.won[seat, 0]),
            popcount(s.won[seat, 1]),
            popcount(s.won[seat, 2]),
            popcount(s.won[seat, 3]),
            int(s.count[ASIDE + seat]),
        )
    close_round(s)


@rule
def score_of(blue: int, green: int, red: int, yellow: int, discards: int) -> int:
    """Return the score of four open stacks and a pile of discards (ML7).

    The two largest stacks multiplied, divided by all other cards if there are any.
    """
    high, low = max(blue, green), max(red, yellow)
    largest = max(high, low)
    second = max(min(high, low), min(blue, green) if high > low else min(red, yellow))
    rest = blue + green + red + yellow + discards - largest - second
    return largest * second // max(rest, 1)


@rule
def _allowed(s: State) -> int:
    """Return the colours that may be added to the trick: three at most lie in it (ML2)."""
    return s.colours if popcount(s.colours) == 3 else 15


@rule
def _playable(s: State, seat: int, half: int) -> Any:
    """Return the cards a seat may play as one word: of blue and green (half 0), or the others."""
    low = np.uint64(s.hand[seat, 2 * half])
    high = np.uint64(s.hand[seat, 2 * half + 1])
    return (low | (high << np.uint64(32))) & _TWO_COLOURS[(_allowed(s) >> (2 * half)) & 3]


@rule
def _is_blocked(s: State, seat: int) -> bool:
    """Tell whether a seat holds only cards of the colour that may not be played."""
    return (_playable(s, seat, 0) | _playable(s, seat, 1)) == 0


@rule
def _legal_cards(s: State, out: Any) -> int:
    # One loop whose length is known: a loop per colour costs a wrong guess of the processor each.
    held = _playable(s, s.turn, 0)
    rest = _playable(s, s.turn, 1)
    n = popcount(held) + popcount(rest)
    first = 0
    for i in range(n):
        if held == 0:
            held, first = rest, 64
        out[i] = first + lowest(held)
        held &= held - np.uint64(1)
    return n


@rule
def _legal_shares(s: State, out: Any) -> int:
    shares = _SHARES_OF_4
    if s.seats == 5:
        shares = _SHARES_OF_5
    elif s.seats == 6:
        shares = _SHARES_OF_6
    for i in range(len(shares)):
        out[i] = TAKE_ACTION + shares[i]
    return len(shares)


@rule
def _play(s: State, card: int) -> None:
    s.colours |= 1 << (card >> 5)
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _find_winners(s)
        return
    s.turn = next_seat(s, s.turn)
    if _is_blocked(s, s.turn):
        finish_round(s)  # at once, and what lies on the table counts for nobody (ML3)


@rule
def _find_winners(s: State) -> None:
    """Find the highest card of the led colour and the lowest of the others, the earlier first."""
    s.first, s.second = s.leader, -1
    highest = int(s.table[s.leader])
    lowest_rank = 32
    seat = next_seat(s, s.leader)
    while seat != s.leader:
        card = int(s.table[seat])
        if card >> 5 == highest >> 5:
            if card > highest:
                s.first, highest = seat, card
        elif card & 31 < lowest_rank:
            s.second, lowest_rank = seat, card & 31
        seat = next_seat(s, seat)
    s.turn = s.first
    s.phase = TAKE


@rule
def _take(s: State, share: int) -> None:
    for seat in range(s.seats):
        card = int(s.table[seat])
        winner = s.first if (share >> seat) & 1 else s.second
        if winner >= 0:
            _collect(s, winner, card)
        else:
            move(s, card, DISCARD, EVERYBODY)
    clear_table(s)
    s.leader = s.second if s.second >= 0 else s.first
    _go_on(s)


@rule
def _collect(s: State, seat: int, card: int) -> None:
    """Add a card to a seat's open stack, or to its discards if that colour was not kept."""
    colour = card >> 5
    kept = s.kept[seat] if s.kept[seat] != 0 else 15
    is_open = (kept >> colour) & 1
    move(s, card, (WON if is_open else ASIDE) + seat, EVERYBODY)
    s.won[seat, colour] |= np.uint32(is_open) << np.uint32(card & 31)


@rule
def _must_choose(s: State, seat: int) -> bool:
    if s.kept[seat] != 0:
        return False
    for colour in range(4):
        if s.won[seat, colour] == 0:
            return False
    return True


@rule
def _keep(s: State, pair: int) -> None:
    """Turn over the two stacks that are not kept."""
    seat = s.turn
    s.kept[seat] = pair
    for colour in range(4):
        if (pair >> colour) & 1 == 0:
            stack = int(s.won[seat, colour])
            while stack:
                move(s, colour * 32 + lowest(stack), ASIDE + seat, EVERYBODY)
                stack &= stack - 1
            s.won[seat, colour] = 0
    _go_on(s)


@rule
def _go_on(s: State) -> None:
    """Ask for a choice of colours, the trump winner first (ML6), or start the next trick."""
    s.phase = KEEP
    if _must_choose(s, s.first):
        s.turn = s.first
    elif s.second >= 0 and _must_choose(s, s.second):
        s.turn = s.second
    else:
        s.trick += 1
        s.colours = 0
        s.turn = s.leader
        s.phase = PLAY
        if s.trick == TRICKS:
            finish_round(s)


RULES = Rules(setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round)

NOTATION = (
    Form("play", "R10", "play this card"),
    Form(
        "take", "take R10 R14", "take these cards of the trick: two at a table of four, else three"
    ),
    Form("keep", "keep B R", "score these two colours, disregard the others"),
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the pack: 14 cards for each player (ML1)."""
    return [
        card_of(colour, rank)
        for colour, highest in enumerate(HIGHEST[players])
        for rank in range(1, highest + 1)
    ]


def format_action(s: State, action: int) -> str:
    """Return the text of an action in this position."""
    if action >= KEEP_ACTION:
        return "keep " + " ".join(PACK.suits[c] for c in range(4) if action >> c & 1)
    if action >= TAKE_ACTION:
        share = sorted(int(s.table[seat]) for seat in range(s.seats) if action >> seat & 1)
        return "take " + PACK.format_cards(share)
    return PACK.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for a wrong trick."""
    match text.split(" "):
        case ["take", *words]:
            return TAKE_ACTION + _parse_share(s, PACK.parse_set(words))
        case ["keep", *letters]:
            colours = [PACK.parse_suit(letter) for letter in letters]
            if len(colours) != 2 or colours[0] >= colours[1]:
                raise InvalidNotation("keep two different colours, in the order B G R Y")
            return KEEP_ACTION + sum(1 << colour for colour in colours)
        case [card]:
            return PACK.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, take … or keep …")


def _parse_share(s: State, cards: list[int]) -> int:
    seats = {int(card): seat for seat, card in enumerate(s.table) if card != NO_CARD}
    for card in cards:
        if card not in seats:
            raise IllegalAction(f"{PACK.format(card)} is not in the trick")
    return sum(1 << seats[card] for card in cards)


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase == TAKE:
        return f"the trick is complete: take {first_share(s.seats)} of its cards"
    if s.phase == KEEP:
        return "four colours are won: keep two of them first, as in `keep B R`"
    if action >= KEEP_ACTION:
        return "colours are chosen when the fourth has just been won, not now"
    if action >= TAKE_ACTION:
        return "the trick is not complete yet"
    if not s.hand[s.turn, action >> 5] >> (action & 31) & 1:
        return f"{PACK.format(action)} is not in this hand"
    return f"{PACK.format(action)} would bring a fourth colour into the trick"


def facts(s: State) -> dict[str, Any]:
    """Return each seat's stacks by colour, the colours it keeps, and its number of discards."""
    return {
        "stacks": [
            {PACK.suits[c]: int(s.won[seat, c]).bit_count() for c in range(4)}
            for seat in range(s.seats)
        ],
        "kept": [
            [PACK.suits[c] for c in range(4) if s.kept[seat] >> c & 1] for seat in range(s.seats)
        ],
        "discards": [int(s.count[ASIDE + seat]) for seat in range(s.seats)],
    }


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    highest = max(HIGHEST[players]) ** 2
    if any(score < 0 for score in scores):
        return "nobody scores less than 0 in a round"
    if any(score > highest for score in scores):
        return f"nobody can score more than {highest} in a round of {players}"
    return None


Colour = Literal["blue", "green", "red", "yellow"]
Count = Field(default=0, ge=0, le=42)


class PlayerSheet(BaseModel):
    """One player's winnings at the end of a round: cards in each open stack, and discards."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    blue: int = Count
    green: int = Count
    red: int = Count
    yellow: int = Count
    kept: tuple[Colour, Colour] | None = Field(
        default=None, description="the two colours chosen when the fourth was won"
    )
    discards: int = Field(default=0, ge=0, le=42, description="cards turned face down")

    @property
    def stacks(self) -> tuple[int, int, int, int]:
        """The open stacks, in the order of the colours."""
        return self.blue, self.green, self.red, self.yellow

    @property
    def given_up(self) -> frozenset[str]:
        """The colours among the discards."""
        return frozenset(COLOURS) - frozenset(self.kept) if self.kept else frozenset()

    def faults(self, shares: frozenset[int]) -> Iterator[tuple[str, str]]:
        """Yield the fields that cannot be so and why; `shares` are the sizes of winnings."""
        if self.kept is None:
            if all(self.stacks):
                yield "kept", "cards of all four colours are won, so two colours must be chosen"
            if self.discards:
                yield "discards", "nothing is turned face down before two colours are chosen"
        else:
            yield from self._faults_of_choice()
        if (total := sum(self.stacks) + self.discards) not in shares:
            yield "discards", f"{total} cards cannot be won in shares of the tricks"

    def _faults_of_choice(self) -> Iterator[tuple[str, str]]:
        if len(set(self.kept or ())) < 2:
            yield "kept", "choose two different colours"
            return
        for colour, cards in zip(COLOURS, self.stacks, strict=True):
            if colour in self.given_up and cards:
                yield colour, f"{colour} was not kept: count its cards as discards"
            if colour not in self.given_up and not cards:
                yield colour, f"{colour} can only be kept with at least one card of it"
        if self.discards < 2:
            yield "discards", "at least one card of each colour not kept lies face down"


class Sheet(ScoreSheet):
    """The sheet of one round: the winnings of every player, in the order of the seats."""

    players: tuple[PlayerSheet, ...] = Field(min_length=4, max_length=6)

    def scores(self) -> list[int]:
        return [score_of(*player.stacks, player.discards) for player in self.players]

    def faults(self) -> Iterator[Fault]:
        n = len(self.players)
        shares = _possible_winnings(n)
        for i, player in enumerate(self.players):
            for field, reason in player.faults(shares):
                yield ("players", i, field), reason
        yield from self._faults_of_colours(n)
        won = sum(sum(player.stacks) + player.discards for player in self.players)
        if won not in _possible_totals(n):
            yield ("players",), f"{won} cards in all cannot come from 14 tricks of {n} players"

    def _faults_of_colours(self, n: int) -> Iterator[Fault]:
        """Name who has one card too many of the colours that there are."""
        for size in range(1, 5):
            for colours in combinations(range(4), size):
                names = frozenset(COLOURS[c] for c in colours)
                room = sum(HIGHEST[n][c] for c in colours)
                for i, player in enumerate(self.players):
                    least = sum(player.stacks[c] for c in colours)
                    given_up = player.given_up & names
                    whole = player.given_up and player.given_up <= names
                    room -= least + (player.discards if whole else len(given_up))
                    if room < 0:
                        field = COLOURS[colours[-1]] if least else "discards"
                        yield ("players", i, field), f"there are not so many {_listed(names)} cards"
                        return


def _listed(colours: frozenset[str]) -> str:
    return " and ".join(colour for colour in COLOURS if colour in colours)


def _possible_winnings(players: int) -> frozenset[int]:
    """Return the numbers of cards a seat can have won in 14 tricks."""
    high = first_share(players)
    low = players - high
    return frozenset(high * a + low * b for a in range(TRICKS + 1) for b in range(TRICKS + 1 - a))


def _possible_totals(players: int) -> frozenset[int]:
    """Return the numbers of cards all seats can have won: some tricks have one winner."""
    high = first_share(players)
    return frozenset(
        players * shared + high * single
        for shared in range(TRICKS + 1)
        for single in range(TRICKS + 1 - shared)
    )


GAME = Game(
    slug="mit-list-und-tuecke",
    name="Mit List und Tücke",
    players=PLAYERS,
    pack=PACK,
    phases=("play", "take", "keep", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=20,
    max_actions=6 * TRICKS + TRICKS + 6,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    sheet=Sheet,
    scores_fault=scores_fault,
    native_end="as many rounds as players",
    native_rounds=lambda players: players,
)
