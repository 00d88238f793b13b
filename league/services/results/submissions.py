"""Results as people hand them in, read into the outcome they state, or refused field by field.

Nothing here touches the database; sheets and records are judged by the game and the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from pydantic import ValidationError

import games
from engine.play.table import Table
from engine.records import document, packed
from engine.rules.game import Game
from league.logic import points, sitting_out
from league.logic.outcomes import Outcome, PlayedRound
from league.models import Result, Season
from league.services.base.refusals import Invalid, field_errors

MOST_ROUNDS = 500
LARGEST_SCORE = 100_000


@dataclass(frozen=True, slots=True)
class Sheets:
    """Score sheets: each round is a mapping with `sheet` and, if known, `dealer`.

    Seats in them are those of the table, also where the dealer sits out.

    Instead of `sheet` it may have `redeal`: the deal was thrown in, and the same dealer deals
    again. Such rounds score nothing and do not count towards the number of rounds.
    """

    rounds: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Scores:
    """Plain scores: for each round the score of each seat."""

    rounds: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class UploadedRecord:
    """A whole record in the format `stammtisch/1`."""

    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Totals:
    """The score of each seat in the whole match, as a list of past results has it.

    They only stand where no rounds are known: in a list, or instead of a result that came from one.
    """

    totals: Sequence[int]


Submission: TypeAlias = Sheets | Scores | UploadedRecord | Totals


def takes_scores(season: Season) -> bool:
    """Tell whether plain scores say all that the season's points rule needs of a match."""
    return season.points_rule not in points.NEED_ROUNDS


def read(
    submission: Submission, *, season: Season, players: int, is_from_list: bool = False
) -> Outcome:
    """Return the outcome of a match of `players` seats, or raise Invalid naming the fields.

    At a table of one more than the game has, the dealer of each round sits out and scores 0.
    """
    if isinstance(submission, Totals) and not is_from_list:
        raise Invalid({"totals": [_("Enter the scores of each round.")]})
    game = games.get(season.game)
    _check_source(submission, season=season, sits_out=_sits_out(game, players))
    match submission:
        case Totals(totals=totals):
            return _read_totals(totals, game=game, players=players)
        case UploadedRecord(record=record):
            return _read_record(record, game=game, season=season, players=players)
        case Scores(rounds=rounds):
            _check_length(rounds, game=game, season=season, players=players)
            played = _read_scores(rounds, game=game, players=players)
            _check_end(played, game=game, season=season, players=players)
            return _outcome(Result.Source.SCORES, played, game)
        case Sheets(rounds=rounds):
            _check_length(rounds, game=game, season=season, players=players)
            played = _read_sheets(rounds, game=game, players=players)
            _check_end(played, game=game, season=season, players=players)
            return _outcome(Result.Source.SHEETS, played, game)


def read_sheet(
    sheet: Mapping[str, Any], *, path: str, dealer: int, season: Season, players: int
) -> PlayedRound:
    """Return what the sheet of one round comes to; raises Invalid with paths below `path`."""
    return _read_sheet(sheet, path, dealer, games.get(season.game), players)


def read_round(given: Any, *, path: str, season: Season, players: int) -> PlayedRound:
    """Return what one round of sheets comes to, its dealer named; raises Invalid below `path`."""
    game = games.get(season.game)
    dealer = given.get("dealer") if isinstance(given, Mapping) else None
    if dealer is None:
        raise Invalid({f"{path}.dealer": [_("Enter who dealt.")]})
    try:
        [played] = _read_sheets([given], game=game, players=players)
    except Invalid as refused:
        errors = refused.errors.items()
        raise Invalid(
            {where.replace("rounds.0", path, 1): said for where, said in errors}
        ) from None
    return played


def rounds_of(table: Table) -> list[PlayedRound]:
    """Return the rounds of a match that is over; a round thrown in has scored nothing."""
    declared = _declared_in(table) if table.game.declares else [False] * len(table.rounds)
    rounds = []
    for played, is_declared in zip(table.rounds, declared, strict=True):
        scores = played.scores or [0] * table.players
        declarer = next((seat for seat, score in enumerate(scores) if score), None)
        rounds.append(
            PlayedRound(
                dealer=played.dealer,
                scores=scores,
                redeal=played.redeal,
                declarer=declarer if is_declared else None,
                won=sum(scores) > 0 if is_declared else None,
            )
        )
    return rounds


def _sits_out(game: Game, players: int) -> bool:
    return sitting_out.has_sitter(game, players)


def _check_source(submission: Submission, *, season: Season, sits_out: bool) -> None:
    """Refuse what cannot say all that the season needs of a match at such a table."""
    if sits_out and isinstance(submission, UploadedRecord):
        said = _("At this table the dealer sits out. Enter score sheets or scores instead.")
        raise Invalid({"record": [said]})
    if isinstance(submission, Scores | Totals) and not takes_scores(season):
        said = _("This season's points depend on who declared. Enter score sheets instead.")
        raise Invalid({"source": [said]})


def _declared_in(table: Table) -> list[bool]:
    """Tell for each round whether somebody declared; only that player has scored then."""
    return [
        any(action.startswith("declare ") for action in played["actions"])
        for played in document.record_of(table)["rounds"]
    ]


def _outcome(source: str, rounds: Sequence[PlayedRound], game: Game) -> Outcome:
    totals = [sum(scores) for scores in zip(*(played.scores for played in rounds), strict=True)]
    return Outcome(source=source, totals=totals, places=game.place(totals), rounds=rounds)


def _check_length(rounds: Any, *, game: Game, season: Season, players: int) -> None:
    """Refuse another number of rounds than the season's format has at a table of `players`."""
    if not _is_list(rounds):
        raise Invalid({"rounds": [_("Give a list of rounds.")]})
    wanted = rounds_wanted(game, season=season, players=players)
    counted = sum(not _is_redeal(given) for given in rounds)
    may_be_fewer = game.may_end_early and counted < wanted
    if wanted and counted != wanted and not may_be_fewer:
        said = _("A match at this table has %(wanted)d rounds, but you sent %(given)d.")
        raise Invalid({"rounds": [said % {"wanted": wanted, "given": counted}]})
    if not 1 <= len(rounds) <= MOST_ROUNDS:
        said = _("Give 1 to %(most)d rounds.") % {"most": MOST_ROUNDS}
        raise Invalid({"rounds": [said]})


def rounds_wanted(game: Game, *, season: Season, players: int) -> int:
    """Return the number of rounds of a match at a table of `players`, 0 if the rules end it."""
    if _sits_out(game, players):
        return players * (1 if season.native else season.cycles)
    return game.rounds(players, native=season.native, cycles=season.cycles)


def is_over(
    game: Game, *, season: Season, players: int, counted: int, totals: Sequence[int]
) -> bool:
    """Tell whether a match is over after so many rounds that count, with these totals."""
    rounds = rounds_wanted(game, season=season, players=players)
    if _sits_out(game, players):
        return counted == rounds  # no totals end a game that is played at such tables
    return game.is_over(rounds=rounds, played=counted, totals=totals)


def _check_end(played: Sequence[PlayedRound], *, game: Game, season: Season, players: int) -> None:
    """Refuse rounds that stop before the totals have ended the match, or go on afterwards."""
    totals, counted, is_match_over = [0] * players, 0, False
    for number, done in enumerate(played):
        if is_match_over:
            raise Invalid({f"rounds.{number}": [_("The match was over before this round.")]})
        totals = [total + score for total, score in zip(totals, done.scores, strict=True)]
        counted += not done.redeal
        is_match_over = is_over(
            game, season=season, players=players, counted=counted, totals=totals
        )
    if not is_match_over:
        raise Invalid({"rounds": [_("The record does not reach the end of the match.")]})


def _read_totals(totals: Sequence[int], *, game: Game, players: int) -> Outcome:
    """Return what totals come to; the game can judge none of the rounds that nobody has told."""
    if len(totals) != players:
        said = _("Give one score for each of the %(players)d seats.") % {"players": players}
        raise Invalid({"totals": [said]})
    if not all(_is_int(total) and abs(total) <= LARGEST_SCORE for total in totals):
        raise Invalid({"totals": [_("A score is a whole number of at most six digits.")]})
    places = game.place(totals)
    return Outcome(source=Result.Source.LIST, totals=list(totals), places=places, rounds=())


def _read_scores(rounds: Sequence[Any], *, game: Game, players: int) -> list[PlayedRound]:
    errors: dict[str, list[str]] = {}
    for number, scores in enumerate(rounds):
        dealer = number % players if _sits_out(game, players) else None
        errors |= _score_errors(scores, f"rounds.{number}", dealer, game=game, players=players)
    if errors:
        raise Invalid(errors)
    return [
        PlayedRound(dealer=number % players, scores=list(scores))
        for number, scores in enumerate(rounds)
    ]


def _score_errors(
    scores: Any, path: str, sitter: int | None, *, game: Game, players: int
) -> dict[str, list[str]]:
    if not _is_list(scores) or len(scores) != players:
        said = _("Give one score for each of the %(players)d seats.") % {"players": players}
        return {path: [said]}
    wrong = {
        f"{path}.{seat}": [_("A score is a whole number of at most six digits.")]
        for seat, score in enumerate(scores)
        if not _is_int(score) or abs(score) > LARGEST_SCORE
    }
    if wrong:
        return wrong
    if sitter is not None:
        if scores[sitter]:
            return {f"{path}.{sitter}": [_("The dealer of this round sits out and scores 0.")]}
        scores = sitting_out.without_dealer(scores, sitter)
    fault = game.scores_fault(len(scores), scores)
    return {path: [fault]} if fault else {}


def _read_sheets(rounds: Sequence[Any], *, game: Game, players: int) -> list[PlayedRound]:
    errors: dict[str, list[str]] = {}
    played: list[PlayedRound] = []
    dealer = -1
    for number, given in enumerate(rounds):
        path = f"rounds.{number}"
        is_again = number > 0 and _is_redeal(rounds[number - 1])
        is_redeal = _is_redeal(given)
        has_sheet = isinstance(given, Mapping) and isinstance(given.get("sheet"), Mapping)
        if is_redeal and not game.redeals:
            said = _("In this game no deal is thrown in.")
            errors[f"{path}.redeal"] = [said]
            continue
        if is_redeal == has_sheet:
            errors[f"{path}.sheet"] = [_("Give the sheet of this round.")]
            continue
        if "dealer" not in given and _sits_out(game, players):
            errors[f"{path}.dealer"] = [_("Enter who dealt, because the dealer sits out.")]
            continue
        dealer = given.get("dealer", dealer if is_again else (dealer + 1) % players)
        if not _is_int(dealer) or not 0 <= dealer < players:
            said = _("The dealer is a seat from 0 to %(last)d.") % {"last": players - 1}
            errors[f"{path}.dealer"] = [said]
            dealer = -1
            if _sits_out(game, players):
                continue
        if is_redeal:
            played.append(PlayedRound(dealer=dealer, scores=[0] * players, redeal=True))
            continue
        try:
            played.append(_read_sheet(given["sheet"], path, dealer, game, players))
        except Invalid as refused:
            errors |= refused.errors
    if errors:
        raise Invalid(errors)
    return played


def _is_redeal(given: Any) -> bool:
    """Tell whether a round was thrown in, to be dealt again."""
    return isinstance(given, Mapping) and given.get("redeal") is True


def _read_sheet(
    data: Mapping[str, Any], path: str, dealer: int, game: Game, players: int
) -> PlayedRound:
    sits_out = _sits_out(game, players)
    if sits_out:
        data = _with_dealer(data, path, dealer)
    try:
        sheet = game.sheet.model_validate(data)
    except ValidationError as error:
        raise Invalid(field_errors(error, f"{path}.sheet")) from None
    scores = [int(score) for score in sheet.scores()]
    if len(scores) != players:
        said = _("The sheet has %(given)d players, but the table has %(players)d.")
        numbers = {"given": len(scores), "players": players}
        raise Invalid({f"{path}.sheet.players": [said % numbers]})
    kept = sheet.model_dump(mode="json")
    declarer = kept["declarer"] if game.declares else None
    return PlayedRound(
        dealer=dealer,
        scores=scores,
        sheet=kept,
        declarer=declarer,
        won=None if declarer is None else bool(kept["won"]),
    )


def _with_dealer(data: Mapping[str, Any], path: str, dealer: int) -> dict[str, Any]:
    """Return a sheet that says itself who sits out; raises Invalid if it names somebody else."""
    if data.get("dealer") not in {None, dealer}:
        said = _("Seat %(dealer)d deals this round and sits out.") % {"dealer": dealer}
        raise Invalid({f"{path}.sheet.dealer": [said]})
    return {**data, "dealer": dealer}


def _read_record(record: Mapping[str, Any], *, game: Game, season: Season, players: int) -> Outcome:
    if not isinstance(record, Mapping):
        raise Invalid({"record": [_("Give the record as an object.")]})
    data = dict(record)
    _check_table(data, game=game, players=players)
    verdict = document.validate(data)
    if not verdict.ok:
        raise Invalid({_path_of(verdict): [verdict.reason]})
    table = document.replay(data)
    _check_format(table, season=season)
    if not table.over:
        raise Invalid({"record.rounds": [_("The record does not reach the end of the match.")]})
    return Outcome(
        source=Result.Source.RECORD,
        totals=table.totals,
        places=table.ranking(),
        rounds=rounds_of(table),
        blob=packed.pack(table),
    )


def _check_table(record: Mapping[str, Any], *, game: Game, players: int) -> None:
    """Refuse the record of another game or size of table than the match has."""
    errors: dict[str, list[str]] = {}
    if record.get("game") != game.slug:
        errors["record.game"] = [_("The game of this match is %(game)s.") % {"game": game.slug}]
    if record.get("players") != players:
        said = _("This table has %(players)d seats.") % {"players": players}
        errors["record.players"] = [said]
    if errors:
        raise Invalid(errors)


def _check_format(table: Table, *, season: Season) -> None:
    """Refuse the record of another length or other options than the season has."""
    errors: dict[str, list[str]] = {}
    # The native end knows no cycles.
    if table.native != season.native or (not season.native and table.cycles != season.cycles):
        wanted = {"native": season.native, "cycles": season.cycles}
        said = _("This season's format is %(format)s.") % {"format": wanted}
        errors["record.format"] = [said]
    if table.options != table.game.parse_options(season.options):
        said = _("This season's options are %(options)s.") % {"options": season.options}
        errors["record.options"] = [said]
    if errors:
        raise Invalid(errors)


def _path_of(verdict: document.Verdict) -> str:
    path = "record"
    if verdict.round is not None:
        path += f".rounds.{verdict.round}"
        if verdict.action is not None:
            path += f".actions.{verdict.action}"
    return path


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
