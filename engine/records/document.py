"""The record of a match: as JSON, as compact bytes, replayed and validated.

A record holds deals, actions and what they are said to have scored. Replaying trusts none of
its numbers: every action must be legal, every score, total and place must come out again, and
where the match secret is named, every deal must follow from it and the numbers added to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints, ValidationError

from engine.play.table import Table
from engine.rules import shuffle
from engine.rules.errors import EngineError, InvalidRecord
from engine.rules.game import MAX_CYCLES, Game, find_game

from . import packed, validation
from .packed import MAX_ROUNDS

FORMAT: Literal["stammtisch/1"] = "stammtisch/1"
MAX_ACTIONS = 10_000

Hex8 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Number = Annotated[int, Field(ge=-(2**31), lt=2**31, strict=True)]
Seat = Annotated[int, Field(ge=0, le=9, strict=True)]
Text = Annotated[str, StringConstraints(max_length=80)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MatchFormat(_Part):
    """The length of a match: its game's own end, or everyone deals `cycles` times."""

    native: StrictBool = False
    cycles: Annotated[int, Field(ge=1, le=MAX_CYCLES, strict=True)] = 1


class RoundRecord(_Part):
    """One deal and what was done with it; `deck` lists the cards in dealing order."""

    dealer: Seat
    deck: Annotated[str, StringConstraints(max_length=500)]
    entropy: Hex8
    redeal: StrictBool = False
    carried: dict[str, Number] = Field(default_factory=dict, max_length=10)
    actions: Annotated[list[Text], Field(max_length=MAX_ACTIONS)]
    scores: Annotated[list[Number], Field(max_length=10)] | None


class MatchRecord(_Part):
    """All that happened in a match; `numbers`, where seats have added any, are by seat."""

    record: Literal["stammtisch/1"]
    game: Annotated[str, StringConstraints(max_length=60)]
    options: dict[str, Any] = Field(default_factory=dict, max_length=20)
    players: Annotated[int, Field(ge=2, le=10, strict=True)]
    format: MatchFormat
    commitment: Hex32 | None = None
    secret: Hex32 | None = None
    numbers: Annotated[list[Hex32 | None], Field(max_length=10)] | None = None
    rounds: Annotated[list[RoundRecord], Field(max_length=MAX_ROUNDS)]
    totals: Annotated[list[Number], Field(max_length=10)]
    ranking: Annotated[list[Number], Field(max_length=10)]


@dataclass(frozen=True)
class Verdict:
    """What replaying a record said: `ok`, and whether the match was `complete`.

    Where it is not ok, `reason` says why in words, and `round` and `action` count from 0.
    """

    ok: bool
    complete: bool = False
    reason: str = ""
    round: int | None = None
    action: int | None = None
    said: packed.Packed | None = field(default=None, repr=False, compare=False)
    """What a compact record says of itself, if it could be read."""


class _Refused(InvalidRecord):
    """A record that does not replay, with the place where it fails."""

    def __init__(self, reason: str, round_: int | None = None, action: int | None = None) -> None:
        super().__init__(reason)
        self.verdict = Verdict(ok=False, reason=reason, round=round_, action=action)


def validate(record: Any) -> Verdict:
    """Replay a record and compare every number in it; never raises for bad data."""
    try:
        return Verdict(ok=True, complete=replay(record).over)
    except _Refused as refused:
        return refused.verdict


def replay(record: Any) -> Table:
    """Return the table at the end of a record; raises InvalidRecord if it is not valid."""
    try:
        parsed = MatchRecord.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"]) or "record"
        raise _Refused(f"{where}: {first['msg']}") from None
    except RecursionError:
        raise _Refused("record: nested too deeply") from None
    table = _table_of(parsed)
    for number, recorded in enumerate(parsed.rounds):
        _replay_round(table, recorded, number)
    if table.totals != parsed.totals:
        raise _Refused(f"the totals are {table.totals}, not {parsed.totals}")
    if table.ranking() != parsed.ranking:
        raise _Refused(f"the ranking is {table.ranking()}, not {parsed.ranking}")
    return table


def _table_of(parsed: MatchRecord) -> Table:
    secret = bytes.fromhex(parsed.secret) if parsed.secret else None
    if secret is None and parsed.commitment is not None:
        raise _Refused("without its secret a commitment proves nothing: name it, or leave both out")
    if secret is not None and parsed.commitment != shuffle.commitment(secret):
        raise _Refused("the commitment is not the SHA-256 of the secret")
    numbers = parsed.numbers or []
    if parsed.numbers is not None and not any(numbers):
        raise _Refused("nobody has added a number: leave `numbers` out")
    try:
        return Table(
            find_game(parsed.game),
            parsed.players,
            secret=secret,
            numbers=[bytes.fromhex(number) if number else None for number in numbers],
            native=parsed.format.native,
            cycles=parsed.format.cycles,
            options=parsed.options,
        )
    except ValidationError as error:
        raise _Refused(f"options: {error.errors()[0]['msg']}") from None
    except (EngineError, LookupError) as error:
        raise _Refused(str(error)) from None


def _replay_round(table: Table, recorded: RoundRecord, number: int) -> None:
    if table.over:
        raise _Refused("the match was over before this round", number)
    if not table.round_over:
        raise _Refused("the round is not played to its end", number - 1)
    if table.rounds and table.rounds[-1].scores is None:
        raise _Refused("the round has no scores", number - 1)
    try:
        if table.secret is not None:
            table.deal()
        else:
            table.deal(
                deck=recorded.deck,
                entropy=bytes.fromhex(recorded.entropy),
                dealer=recorded.dealer,
            )
    except EngineError as error:
        raise _Refused(str(error), number) from None
    _compare_deal(table, recorded, number)
    for index, text in enumerate(recorded.actions):
        try:
            table.play(text)
        except EngineError as error:
            raise _Refused(f"{text!r}: {error}", number, index) from None
    done = table.rounds[-1]
    if done.scores != recorded.scores:
        raise _Refused(f"the scores are {done.scores}, not {recorded.scores}", number)
    if done.redeal != recorded.redeal:
        raise _Refused("whether the round was thrown in is told wrongly", number)


def _compare_deal(table: Table, recorded: RoundRecord, number: int) -> None:
    dealt = table.rounds[-1]
    if dealt.dealer != recorded.dealer:
        raise _Refused(f"seat {dealt.dealer} deals, not seat {recorded.dealer}", number)
    if table.game.pack.format_cards(dealt.deck) != recorded.deck:
        raise _Refused("the deck does not follow from the secret", number)
    if dealt.entropy.hex() != recorded.entropy:
        raise _Refused("the entropy does not follow from the secret", number)
    if dealt.carried != recorded.carried:
        raise _Refused(f"carried over is {dealt.carried}, not {recorded.carried}", number)


def record_of(table: Table) -> dict[str, Any]:
    """Return the record of a table so far, as JSON-able values.

    It names the secret, so it is public only after the match.
    """
    secret = table.secret
    numbers = [number and number.hex() for number in table.numbers]
    return {
        "record": FORMAT,
        "game": table.game.slug,
        "options": table.options.model_dump(),
        "players": table.players,
        "format": table.format,
        "commitment": shuffle.commitment(secret) if secret else None,
        "secret": secret.hex() if secret else None,
        **({"numbers": numbers} if secret and numbers else {}),
        "rounds": [
            {
                "dealer": done.dealer,
                "deck": table.game.pack.format_cards(done.deck),
                "entropy": done.entropy.hex(),
                "redeal": done.redeal,
                "carried": dict(done.carried),
                "actions": texts,
                "scores": None if done.scores is None else list(done.scores),
            }
            for done, texts in zip(table.rounds, table.action_texts(), strict=True)
        ],
        "totals": table.totals,
        "ranking": table.ranking(),
    }


def encode(record: Any) -> bytes:
    """Return the compact form of a valid record; raises InvalidRecord for any other."""
    return packed.pack(replay(record))


def decode(blob: bytes) -> dict[str, Any]:
    """Return the record of its compact form; raises InvalidRecord if it does not replay."""
    return record_of(opened(blob))


def opened(blob: bytes) -> Table:
    """Return the table at the end of a compact record; InvalidRecord if it does not replay."""
    head = packed.unpack(blob)
    verdict = validate_many([blob])[0]
    if not verdict.ok:
        raise _Refused(verdict.reason, verdict.round, verdict.action)
    return packed.table_of(head)


def validate_many(blobs: Sequence[bytes], *, prove: bool = True) -> list[Verdict]:
    """Replay compact records inside kernels, a batch per game; never raises for bad data.

    With `prove`, every deal of a record that names its secret is also derived from it.
    """
    verdicts: list[Verdict] = [Verdict(ok=False)] * len(blobs)
    batches: dict[Game, list[tuple[int, packed.Packed]]] = {}
    for index, blob in enumerate(blobs):
        try:
            head = packed.unpack(blob)
            if prove:
                packed.check_deals(head)
            batches.setdefault(head.game, []).append((index, head))
        except InvalidRecord as error:
            verdicts[index] = Verdict(ok=False, reason=str(error))
    for game, batch in batches.items():
        outcomes = validation.replay(game, [head for _, head in batch])
        for (index, head), outcome in zip(batch, outcomes, strict=True):
            verdicts[index] = Verdict(
                ok=not outcome.reason,
                complete=outcome.complete,
                reason=outcome.reason,
                round=outcome.round,
                action=outcome.action,
                said=head,
            )
    return verdicts
