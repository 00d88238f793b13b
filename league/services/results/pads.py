"""Score pads: deals written down one by one at a table, until they are handed in as its result.

Whoever may enter the result of a match writes on its pad. Who writes names the version seen: of two
at once the second is told. What is sent twice with the same key is written once.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import games
from engine.rules.game import Game
from engine.rules.pad import Deal
from league.logic import sitting_out
from league.logic.outcomes import PlayedRound
from league.models import Match, Result, Round, ScorePad
from league.services.base import log
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.registration import open_evenings

from . import card_guests, requirements, results, states, submissions
from .card_guests import Guest, Writer
from .seated import Seated
from .submissions import MOST_ROUNDS, Sheets

KEYS_KEPT: Final = 50
"""How many keys of the last requests a pad knows."""
DEAL: Final = "deal"
"""The path of the deal that is written, in refusals."""

Rounds = list[Mapping[str, Any]]


@dataclass(frozen=True)
class Written:
    """What is written on the pad of a match: `version` 0 is before the first deal is stored."""

    match: Match
    players: int
    version: int
    rounds: Rounds

    @property
    def game(self) -> Game:
        """The game of the match."""
        return games.get(self.match.season.game)

    @property
    def sits_out(self) -> bool:
        """Tell whether the dealer sits out at this table."""
        return sitting_out.has_sitter(self.game, self.players)

    @cached_property
    def played(self) -> list[PlayedRound]:
        """The deals as they are scored."""
        season = self.match.season
        return [
            submissions.read_round(
                given, path=f"rounds.{number}", season=season, players=self.players
            )
            for number, given in enumerate(self.rounds)
        ]

    @property
    def digest(self) -> str:
        """A text that is the same for the same deals, on a pad as in the result that it becomes."""
        deals = [(done.dealer, done.redeal, done.sheet) for done in self.played]
        return hashlib.sha256(json.dumps(deals, sort_keys=True).encode()).hexdigest()

    @property
    def totals(self) -> list[int]:
        """The score of each seat so far."""
        return self._totals_before(len(self.rounds))

    @property
    def counted(self) -> int:
        """How many deals count: all but those that were thrown in."""
        return sum(not done.redeal for done in self.played)

    @property
    def wanted(self) -> int:
        """How many deals the match has, 0 if the totals end it."""
        return submissions.rounds_wanted(self.game, season=self.match.season, players=self.players)

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over after these deals."""
        return bool(self.played) and submissions.is_over(
            self.game,
            season=self.match.season,
            players=self.players,
            counted=self.counted,
            totals=self.totals,
        )

    def dealer(self, number: int) -> int:
        """Return who deals: of a deal that is written, who did; else whose turn it is."""
        if number < len(self.rounds):
            return self.played[number].dealer
        if not self.rounds:
            return 0
        last = self.played[-1]
        return last.dealer if last.redeal else (last.dealer + 1) % self.players

    def deal(self, number: int, dealer: int | None = None) -> Deal:
        """Return what is known of a deal before it is written."""
        done = [row for row in self.played[:number] if row.sheet is not None]
        before = self.game.sheet.model_validate(done[-1].sheet) if done else None
        return Deal(
            players=self.players,
            dealer=self.dealer(number) if dealer is None else dealer,
            sits_out=self.sits_out,
            totals=self._totals_before(number),
            before=before,
            options=self.game.parse_options(self.match.season.options),
        )

    def _totals_before(self, number: int) -> list[int]:
        scores = [done.scores for done in self.played[:number]]
        return [sum(own) for own in zip(*scores, strict=True)] if scores else [0] * self.players


def written(match: Match) -> Written:
    """Return what is written on the pad of a match, or else the sheets of its result.

    Three queries at most, however many deals there are.
    """
    row = ScorePad.objects.filter(match=match).first()
    players = match.seats.count()
    if row is not None:
        return Written(match, players, row.version, list(row.rounds))
    has_result = match.status in {Match.Status.ENTERED, Match.Status.DISPUTED}
    rounds = _sheets_of(match, match.result_version or 0, players) if has_result else []
    return Written(match, players, 0, rounds)


def write(
    *,
    match: Match,
    number: int,
    deal: Mapping[str, Any],
    by: Writer,
    expected_version: int,
    match_version: int | None = None,
    key: str = "",
    now: datetime,
) -> Written:
    """Write a deal on the pad of `match`: one more, or in the place of deal `number`.

    `deal` has a dealer and a `sheet`, or `redeal`. `match_version` is the version of the match that
    the writer has seen, if known: the pad that follows a result counts from 0 again. Raises Invalid
    with the fields at fault, below `deal`; Stale when somebody has written meanwhile.
    """

    def change(found: Written) -> Rounds:
        if not 0 <= number <= len(found.rounds) or number >= MOST_ROUNDS:
            raise Invalid({DEAL: [_("This deal does not exist. Look at the sheet again.")]})
        if number == len(found.rounds) and found.is_over:
            raise Conflict(match, _("All deals are written. Look at the sheet, then hand it in."))
        season = match.season
        submissions.read_round(deal, path=DEAL, season=season, players=found.players)
        return [*found.rounds[:number], dict(deal), *found.rounds[number + 1 :]]

    seen, act = (expected_version, match_version), ("pad.write", number)
    return _change(match, change, act, by=by, seen=seen, key=key, now=now)


def take_away(
    *,
    match: Match,
    number: int,
    by: Writer,
    expected_version: int,
    match_version: int | None = None,
    key: str = "",
    now: datetime,
) -> Written:
    """Take a deal away from the pad of `match`; Stale when somebody has written meanwhile.

    The versions are those of `write`.
    """

    def change(found: Written) -> Rounds:
        if not 0 <= number < len(found.rounds):
            raise Invalid({DEAL: [_("This deal does not exist. Look at the sheet again.")]})
        return [*found.rounds[:number], *found.rounds[number + 1 :]]

    seen, act = (expected_version, match_version), ("pad.take_away", number)
    return _change(match, change, act, by=by, seen=seen, key=key, now=now)


def hand_in(
    *,
    match: Match,
    by: Writer,
    expected_version: int,
    match_version: int | None,
    now: datetime,
) -> Result:
    """Enter what is written on the pad of `match` as its result, and throw the pad away.

    `match_version` is the version of the match that the account has seen, as for any result.
    """
    _require_right(match, by)
    with transaction.atomic():
        open_evenings.hold_for(match)
        row = _hold(match)
        _require_version(match, row, expected_version)
        if row is None:
            raise Conflict(match, _("Nothing is written on this pad yet."))
        return results.enter(
            match=match,
            submission=Sheets(rounds=row.rounds),
            by=by,
            expected_version=match_version,
            now=now,
        )


def has_handed_in(match: Match, by: Writer, *, after: int | None, digest: str) -> bool:
    """Return whether the result that follows a version of the match is what a guest hands in.

    A guest who hands in again, because no answer came, finds the own sheets there: from the same
    seat, with the same `digest`. What accounts send again is known by its key.
    """
    if not isinstance(by, Guest) or not card_guests.may_write(match, by):
        return False
    version, players = (after or 0) + 1, match.seats.count()
    if not match.results.filter(version=version, entered_seat=by.seat).exists():
        return False
    return Written(match, players, 0, _sheets_of(match, version, players)).digest == digest


def _change(
    match: Match,
    change: Callable[[Written], Rounds],
    act: tuple[str, int],
    *,
    by: Writer,
    seen: tuple[int, int | None],
    key: str,
    now: datetime,
) -> Written:
    """Store the deals that `change` returns, unless somebody wrote meanwhile, and note the act.

    `seen` are the versions of the pad and of its match.
    """
    expected, match_version = seen
    with transaction.atomic():
        row = _hold(match)
        _require_right(match, by)
        match.refresh_from_db(fields=states.FIELDS)
        requirements.require_enterable(match, match.version, Seated.at(match))
        if row is not None and key and key in row.keys:
            return written(match)
        _require_version(match, row, expected)
        if match_version not in {None, match.version}:
            raise _stale(match)
        rounds = change(written(match))
        if row is None:
            row = ScorePad(match=match)
        account = card_guests.account_of(by)
        row.version, row.rounds, row.written_by, row.written_at = expected + 1, rounds, account, now
        row.keys = [*row.keys, *([key] if key else [])][-KEYS_KEPT:]
        row.save()
        action, number = act
        data = {"deal": number, "version": row.version, **card_guests.said_by(by)}
        log.note(match=match, action=action, data=data, by=account, now=now)
    return written(match)


def _hold(match: Match) -> ScorePad | None:
    """Lock the match, so that one at a time writes and nobody sits down; return its pad."""
    Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
    return ScorePad.objects.filter(match=match).first()


def _require_right(match: Match, by: Writer) -> None:
    if not card_guests.may_write(match, by):
        raise Forbidden(
            _("Only players of this match and scorers of the club can enter its result.")
        )


def _require_version(match: Match, row: ScorePad | None, expected: int) -> None:
    if (0 if row is None else row.version) != expected:
        raise _stale(match)


def _stale(match: Match) -> Stale:
    return Stale(match, _("Somebody else has just written on this pad. Look at the sheet first."))


def _sheets_of(match: Match, version: int, players: int) -> Rounds:
    """Return the sheets of a version of the result of a match, as far as it came as sheets."""
    rows = Round.objects.filter(result__match=match, result__version=version)
    rounds = list(rows.order_by("number"))
    if not all(row.redeal or row.sheet for row in rounds):
        return []
    game = games.get(match.season.game)
    return [
        {"dealer": row.dealer, "redeal": True}
        if row.redeal
        else {
            "dealer": row.dealer,
            "sheet": sitting_out.at_table(row.sheet or {}, game, row.dealer, players),
        }
        for row in rounds
    ]
