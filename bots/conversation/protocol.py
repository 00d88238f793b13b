"""What a bot and its host say to each other: models of the lines, without any I/O.

A host plays matches: a league's worker, or an author's own machine. It sends *requests*, which
carry a `seq` and want one answer each, and *news*, which want none. `docs/bot-protocol.md` is
the same for authors, and `docs/bot-protocol.schema.json` is made from here by `schema`. A host
offers version 2, and speaks version 1 to bots that answer with it.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, create_model

from engine.records.document import MatchFormat

VERSION = 2

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True)]
MAX_ACTION = 80
ActionText = Annotated[str, StringConstraints(max_length=MAX_ACTION)]
Count = Annotated[int, Field(ge=0, strict=True)]
Whole = Annotated[int, Field(strict=True)]
Seed = Annotated[int, Field(ge=0, lt=2**32, strict=True)]
Version = Annotated[int, Field(ge=1, le=VERSION, strict=True)]
Seq = Annotated[int, Field(ge=0, lt=2**31, strict=True)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Pile(_Part):
    """Cards that lie somewhere: how many, and those that your seat knows."""

    count: Count
    cards: list[str]


class Laid(_Part):
    """A card on the table and who laid it there; a card face down is null."""

    seat: Count
    card: str | None


class Done(_Part):
    """An action of this round as your seat reads it."""

    seat: Count
    action: ActionText
    put_away: list[Count] | None = None
    """In Cinch, when trump is named: how many cards each seat puts away face down."""


class PastRound(_Part):
    """A round that is over; one that was thrown in has `redeal` and no points."""

    dealer: Count
    scores: list[Whole]
    redeal: bool


class View(_Part):
    """All that your seat may know. Seats are numbers from 0, in the direction of play."""

    game: Slug
    options: dict[str, Any]
    """The options of the game in this match."""
    players: Count
    """How many seats there are."""
    format: MatchFormat
    """The length of the match."""
    sides: list[Count]
    """The side that each seat belongs to; where nobody has a partner, the seat itself."""
    round: Count
    """Number of this round, from 0; rounds that were thrown in count."""
    rounds: Count
    """How many rounds the match has; 0 if the rules of the game end it."""
    dealer: Count
    phase: str
    """Name of the phase, `over` between rounds."""
    turn: Count | None
    """The seat to act; null if nobody is."""
    trick: Count
    """Number of the trick, from 0."""
    leader: Whole
    """The seat that leads it."""
    table: list[Laid]
    """The cards of the trick in the order played."""
    facts: dict[str, Any]
    """What else is public in this game: trump, bids, the contract, tricks and points so far.

    Each game has fields of its own.
    """
    round_over: bool
    over: bool
    """Whether the match has ended."""
    round_scores: list[Whole] | None
    """Scores of the round that has just ended; null while one is being played."""
    totals: list[Whole]
    """Scores of all rounds before, added up for each seat."""
    history: list[PastRound]
    """The rounds that are over, with their scores. What was done in them you are told as news."""
    hands: list[Pile]
    """The hand of each seat; you know your own, and cards that were shown."""
    won: list[Pile]
    """The cards each seat has taken in tricks."""
    aside: list[Pile]
    """The cards each seat has laid away."""
    stock: Pile | None = None
    skat: Pile | None = None
    upcard: Pile | None = None
    discard: Pile | None = None
    seat: Count | None
    """Your seat; null for who only looks on."""
    hand: list[str]
    """Your own hand again, for short."""
    log: list[Done]
    """All actions of this round, in order."""
    legal: list[ActionText]
    """The actions you can choose from now; empty if it is not your turn."""


_maybe: dict[str, Any] = {
    name: (field.rebuild_annotation(), None) for name, field in View.model_fields.items()
}
Changes = create_model(
    "Changes",
    __base__=_Part,
    __doc__="Fields of the view that have changed; of `log`, what comes after the kept actions.",
    **_maybe,
)


class Clock(_Part):
    """Your time in milliseconds: left for the whole match, and at most for one answer."""

    bank_ms: Count
    move_ms: Count


class Hello(_Part):
    """The first request to a new process: it is asked whether it is ready."""

    type: Literal["hello"]
    seq: Seq
    protocol: Literal[1]
    """The oldest version that this host speaks."""
    newest: Version
    """The newest one; hosts that lack this field speak version 1 only."""


class Ready(_Part):
    """The answer to `hello`."""

    seq: Seq
    protocol: Version
    """The version that it wants to speak."""
    name: Name | None = None
    """The bot's name; if it is said, it is the one of `bot.toml`."""
    games: list[Slug] | None = None
    """The games it plays; if they are said, they are those of `bot.toml`."""
    events: Annotated[bool, Field(strict=True)] = False
    """Whether it wants news. Without, it is only sent requests, in version 2 `match_end` too."""
    changes: Annotated[bool, Field(strict=True)] = False
    """Version 2: whether a view may be told by what has changed since the last one."""
    tables: Annotated[int, Field(ge=1, le=1000, strict=True)] = 1
    """Version 2: at how many tables it can sit at once."""


class _OfMatch(_Part):
    match: Count | None = None
    """Version 2: number of the match, as this process counts its matches."""


class Act(_OfMatch):
    """The request for an action. It tells all there is to know of this round, and all scores."""

    type: Literal["act"]
    seq: Seq
    seed: Seed
    """All that you leave to chance must come from this number, so that a match plays again."""
    clock: Clock
    view: View | None = None
    """Left out if `changes` are told instead."""
    changes: Changes | None = None
    """What differs from the view before, which was that of the last request of this match."""
    kept: Count | None = None
    """With `changes`: how many actions of the log before still stand."""


class Answer(_Part):
    """The answer to `act`: one of `view.legal`."""

    seq: Seq
    action: ActionText


class MatchBegins(_OfMatch):
    """News: a match begins, and you sit at its table."""

    type: Literal["match"]
    game: Slug
    options: dict[str, Any]
    players: Count
    seat: Count
    """Your seat."""
    sides: list[Count]
    format: MatchFormat
    rounds: Count
    seed: Seed


class RoundBegins(_OfMatch):
    """News: the cards are dealt."""

    type: Literal["round"]
    view: View


class Event(_OfMatch):
    """News: somebody, perhaps you, has acted. `number` is its place in the log of the round.

    A number that was told before comes again when its action is uncovered, with the open text.
    """

    type: Literal["event"]
    round: Count
    number: Count
    seat: Count
    action: ActionText
    put_away: list[Count] | None = None


class RoundEnds(_OfMatch):
    """News: a round is over."""

    type: Literal["round_end"]
    round: Count
    redeal: bool
    """Whether it was thrown in, so that the same dealer deals again."""
    scores: list[Whole]
    totals: list[Whole]


class PartEnds(_OfMatch):
    """News: a player has made a fault; the default action is played for its seat from now on."""

    type: Literal["fault"]
    seat: Count
    reason: Slug


class MatchEnds(_OfMatch):
    """News: the match is over."""

    type: Literal["match_end"]
    totals: list[Whole]
    ranking: list[Count]
    """The place of each seat; ties share the better one."""


News = MatchBegins | RoundBegins | Event | RoundEnds | PartEnds | MatchEnds
FromHost = Annotated[Hello | Act | News, Field(discriminator="type")]
FromBot = Ready | Answer
