"""The score sheet of Mit List und Tücke, and what a round scores."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.rules.sheet import Fault, ScoreSheet

COLOURS = ("blue", "green", "red", "yellow")
PLAYERS = (4, 5, 6)
TRICKS = 14
HIGHEST = {4: (14, 14, 14, 14), 5: (17, 17, 18, 18), 6: (21, 21, 21, 21)}
"""The highest card of each colour, by number of players (ML1)."""


def first_share(players: int) -> int:
    """Return how many cards of a trick its trump winner takes: half of them, rounded up."""
    return (players + 1) // 2


@rule
def stacks_of(blue: int, green: int, red: int, yellow: int, discards: int) -> tuple[int, int, int]:
    """Return the two largest of four open stacks, and all other cards, the discards too."""
    high, low = max(blue, green), max(red, yellow)
    largest = max(high, low)
    second = max(min(high, low), min(blue, green) if high > low else min(red, yellow))
    return largest, second, blue + green + red + yellow + discards - largest - second


@rule
def score_of(blue: int, green: int, red: int, yellow: int, discards: int) -> int:
    """Return the score of four open stacks and a pile of discards (ML7).

    The two largest stacks multiplied, divided by all other cards if there are any.
    """
    largest, second, rest = stacks_of(blue, green, red, yellow, discards)
    return largest * second // max(rest, 1)


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
