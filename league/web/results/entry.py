"""The form in which the result of a match is entered: its rounds as sheets or as plain scores.

A result from a list has no rounds, so that it is corrected by one row for the whole match.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

import games
from league.logic import sitting_out
from league.models import Match, Result, Round
from league.services.base import formats
from league.services.base.refusals import Invalid
from league.services.results.submissions import (
    MOST_ROUNDS,
    Scores,
    Sheets,
    Submission,
    Totals,
    read_sheet,
    rounds_wanted,
    takes_scores,
)
from league.services.seasons import scoring
from league.web.games.facts import side_names
from league.web.games.felt import seat_names
from league.web.results.sheet_schema import Table
from league.web.results.sheets import Errors, Field, Group, SheetForm, Values, parse_number

SHEETS, SCORES, TOTALS = "sheets", "scores", "totals"
IN_ROUND = re.compile(r"rounds\.([0-9]{1,3})\.(.+)")
CHANGES = {"more": 1, "fewer": -1, "redeal": 1, "undo": -1}
"""By how many rounds a form becomes longer when its button is pressed."""


@dataclass(frozen=True)
class RoundForm:
    """One round: who dealt, and the inputs by seat, none if the deal was thrown in."""

    number: int
    path: str
    dealer: str
    dealer_errors: Sequence[str]
    is_redeal: bool
    groups: list[Group]
    cells: list[Field]
    errors: Sequence[str]


class EntryForm:
    """What an account types for a match; `kind` is sheets, scores or totals."""

    def __init__(self, match: Match, kind: str, values: Values, errors: Errors) -> None:
        self.match = match
        self.kind = kind
        self.is_resized = "rounds" in values
        self.values = resized(values)
        self.redeals = redeals_in(self.values) if kind == SHEETS else set()
        self.names = seat_names([seat.player for seat in match.seats.all()])
        self.game = games.get(match.season.game)
        self.sits_out = formats.has_sitter_out(self.game, len(self.names))
        sides = scoring.sides_of(self.game, len(self.names))
        self.table = Table(self.names, side_names(sides, self.names))
        self._schema = self.game.sheet.model_json_schema()
        self.errors = placed(errors, self._paths())

    @property
    def round_count(self) -> int:
        """How many rounds the form has: as the season wants, or as many as were asked for.

        Deals that were thrown in come on top of what the season wants.
        """
        count = _number_in(self.values, "count", len(self.names))
        if self.fixed_count:
            count = self.fixed_count + len(self.redeals)
        return min(max(count, 1), MOST_ROUNDS)

    @property
    def counted(self) -> int:
        """How many of the rounds count."""
        return len(set(range(self.round_count)) - self.redeals)

    @property
    def fixed_count(self) -> int:
        """How many rounds the season wants at this table, 0 if the rules may end the match."""
        if self.kind == TOTALS:
            return 1
        if self.game.may_end_early:
            return 0
        return rounds_wanted(self.game, season=self.match.season, players=len(self.names))

    @property
    def may_be_scores(self) -> bool:
        """Tell whether plain scores will do."""
        return takes_scores(self.match.season)

    @property
    def has_redeals(self) -> bool:
        """Tell whether a deal can be said to have been thrown in."""
        return self.game.redeals and self.kind == SHEETS

    @cached_property
    def dealers(self) -> list[int]:
        """Who deals each round: as was typed, otherwise whoever's turn it is."""
        dealers: list[int] = []
        turn = 0
        for number in range(self.round_count):
            dealer = _number_in(self.values, f"rounds.{number}.dealer", turn)
            dealers.append(dealer)
            turn = dealer if number in self.redeals else (dealer + 1) % len(self.names)
        return dealers

    def score(self, number: int) -> tuple[Sequence[int], Errors]:
        """Return what the sheet of a round comes to so far, or nothing and what is wrong there."""
        dealer = self.dealers[number]
        sheet, errors = self._read(number)
        if errors:
            return (), errors
        season, players = self.match.season, len(self.names)
        path = f"rounds.{number}"
        try:
            played = read_sheet(sheet, path=path, dealer=dealer, season=season, players=players)
        except Invalid as refusal:
            return (), self.refused(refusal.errors).errors
        return played.scores, {}

    def refused(self, errors: Errors) -> "EntryForm":
        """Return the form with what a service found wrong with its submission."""
        return EntryForm(self.match, self.kind, self.values, errors)

    @property
    def rounds(self) -> list[RoundForm]:
        """The rounds to draw."""
        return [self._round(number) for number in range(self.round_count)]

    @property
    def summary(self) -> list[tuple[str, str, str]]:
        """All errors with id and name of what they are about, for the list above the form."""
        return [
            (path, self._where(path), said)
            for path, several in self.errors.items()
            for said in several
        ]

    def _where(self, path: str) -> str:
        """Return which round and whose entry a path is about, in words."""
        number, *rest = [*path.split(".")[1:], ""]
        if not number:
            return ""
        words = [_("Round %(number)s") % {"number": int(number) + 1}]
        if self.kind == TOTALS:
            words = []
        if self.kind == SHEETS:
            words.append(self._sheet(int(number)).whose(path))
        elif rest[0].isdigit():
            words.append(self.names[int(rest[0])])
        return ", ".join(word for word in words if word)

    def submission(self) -> tuple[Submission, dict[str, list[str]]]:
        """Return what was typed, and what of it could not be read."""
        match self.kind:
            case "sheets":
                return self._sheets()
            case "totals":
                scores, errors = self._scores()
                return Totals(totals=scores.rounds[0]), errors
        return self._scores()

    def _sheets(self) -> tuple[Submission, dict[str, list[str]]]:
        rounds: list[Mapping[str, Any]] = []
        errors: dict[str, list[str]] = {}
        for number, dealer in enumerate(self.dealers):
            if number in self.redeals:
                rounds.append({"dealer": dealer, "redeal": True})
                continue
            sheet, wrong = self._read(number)
            errors |= wrong
            rounds.append({"dealer": dealer, "sheet": sheet})
        return Sheets(rounds=rounds), errors

    def _read(self, number: int) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """Return the sheet of a round, and what could not be read: not one left entirely empty."""
        form = self._sheet(number)
        if blank := form.blank(self.values):
            return {}, {blank: [_("This round is still empty. If nobody scored, enter 0.")]}
        return form.read(self.values, dealer=self.dealers[number])

    def _scores(self) -> tuple[Scores, dict[str, list[str]]]:
        rounds: list[list[int]] = []
        errors: dict[str, list[str]] = {}
        for number in range(self.round_count):
            row: list[int] = []
            for seat in range(len(self.names)):
                path = f"rounds.{number}.{seat}"
                if seat == self._sitter(number):
                    row.append(0)
                    continue
                try:
                    row.append(_required_number(self.values.get(path, ())))
                except ValueError as error:
                    errors[path] = [str(error)]
            rounds.append(row)
        return Scores(rounds=rounds), errors

    def values_of(self, number: int, row: Round) -> dict[str, list[str]]:
        """Return a stored round as values of a round of this form."""
        path = f"rounds.{number}"
        if self.kind == SCORES:
            return {f"{path}.{seat}": [str(score)] for seat, score in enumerate(row.scores)}
        dealer = {f"{path}.dealer": [str(row.dealer)]}
        if row.redeal:
            return {f"{path}.redeal": ["on"]} | dealer
        if not row.sheet:
            return {}
        sheet = sitting_out.at_table(row.sheet, self.game, row.dealer, len(self.names))
        return self._sheet(number, row.dealer).values_of(sheet) | dealer

    def _paths(self) -> set[str]:
        """Return the paths at which this form can show an error."""
        paths = {"rounds"}
        for number in range(self.round_count):
            path = f"rounds.{number}"
            paths |= {path, f"{path}.dealer"}
            if self.kind != SHEETS:
                paths |= {f"{path}.{seat}" for seat in range(len(self.names))}
            elif number not in self.redeals:
                paths |= self._sheet(number).paths()
        return paths

    def _sheet(self, number: int, dealer: int | None = None) -> SheetForm:
        """Return the sheet of a round, in which `dealer` deals if named."""
        path = f"rounds.{number}.sheet"
        sitter = self._sitter(number) if dealer is None else dealer
        return SheetForm(
            self._schema,
            path,
            self.table,
            self.game.slug,
            sitter=sitter if self.sits_out else None,
        )

    def _sitter(self, number: int) -> int | None:
        """Return the seat that sits out in a round; plain scores are of dealers in turn."""
        if not self.sits_out or self.kind == TOTALS:
            return None
        return number % len(self.names) if self.kind == SCORES else self.dealers[number]

    def _round(self, number: int) -> RoundForm:
        path = f"rounds.{number}"
        is_redeal = number in self.redeals
        is_sheet = self.kind == SHEETS and not is_redeal
        return RoundForm(
            number=number,
            path=path,
            is_redeal=is_redeal,
            dealer=str(self.dealers[number]),
            dealer_errors=self.errors.get(f"{path}.dealer", ()),
            groups=self._sheet(number).groups(self.values, self.errors) if is_sheet else [],
            cells=self._cells(path, self._sitter(number)) if self.kind != SHEETS else [],
            errors=self.errors.get(path, ()),
        )

    def _cells(self, path: str, sitter: int | None) -> list[Field]:
        return [
            Field(
                path=f"{path}.{seat}",
                kind="sits_out" if seat == sitter else "number",
                label=_("Score of %(name)s") % {"name": name},
                value=next(iter(self.values.get(f"{path}.{seat}", ())), ""),
                errors=self.errors.get(f"{path}.{seat}", ()),
            )
            for seat, name in enumerate(self.names)
        ]


def placed(errors: Errors, paths: set[str]) -> dict[str, list[str]]:
    """Return the errors, each at its own path or the nearest one above that is on the page."""
    found: dict[str, list[str]] = {}
    for path, said in errors.items():
        place = path.replace(".sheet.dealer", ".dealer")
        while place not in paths and "." in place:
            place = place.rpartition(".")[0]
        found.setdefault(place, []).extend(said)
    return found


def resized(values: Values) -> Values:
    """Return the values of a form, with one round more or less if it was sent for that.

    `rounds` says which: `more` or `fewer` at the end; `redeal.3`, a deal that was thrown in before
    round 3 of the form was dealt; `undo.3`, none such as round 3.
    """
    asked, _dot, at = next(iter(values.get("rounds", ())), "").partition(".")
    kept = {path: given for path, given in values.items() if path != "rounds"}
    number = _small_number(at, 0)
    if asked not in CHANGES or (asked == "undo" and number not in redeals_in(kept)):
        return kept
    count = max(_number_in(kept, "count", 1) + CHANGES[asked], 1)
    if asked == "redeal":
        kept = _with_redeal(kept, number)
    elif asked == "undo":
        kept = _without_round(kept, number)
    return kept | {"count": [str(count)]}


def redeals_in(values: Values) -> set[int]:
    """Return the numbers of the rounds of a form whose deal was thrown in."""
    found = (IN_ROUND.fullmatch(path) for path in values)
    return {int(path[1]) for path in found if path and path[2] == "redeal"}


def _with_redeal(values: Values, number: int) -> dict[str, Sequence[str]]:
    """Put in a deal that was thrown in, before the round whose dealer deals again."""
    path = f"rounds.{number}"
    dealer = {f"{path}.dealer": values.get(f"{path}.dealer", ())}
    return _moved(values, number, 1) | {f"{path}.redeal": ["on"]} | dealer


def _without_round(values: Values, number: int) -> dict[str, Sequence[str]]:
    prefix = f"rounds.{number}."
    rest = {path: given for path, given in values.items() if not path.startswith(prefix)}
    return _moved(rest, number + 1, -1)


def _moved(values: Values, first: int, by: int) -> dict[str, Sequence[str]]:
    """Return the values with the rounds from the `first` on moved."""
    moved: dict[str, Sequence[str]] = {}
    for path, given in values.items():
        found = IN_ROUND.fullmatch(path)
        if found and int(found[1]) >= first:
            moved[f"rounds.{int(found[1]) + by}.{found[2]}"] = given
        else:
            moved[path] = given
    return moved


def posted(data: QueryDict) -> Values:
    """Return the values of a form that was sent."""
    return {path: data.getlist(path) for path in data}


def kind_of(match: Match, result: Result | None, asked: str | None) -> str:
    """Return the kind of form that is asked for, otherwise the one in which `result` can be read.

    Of a record and of plain scores there are no sheets, but some seasons want them all the same.
    """
    if not takes_scores(match.season):
        return SHEETS
    if asked in {SHEETS, SCORES}:
        return asked
    if result is None:
        return SHEETS
    if result.source == Result.Source.LIST:
        return TOTALS
    return SHEETS if any(row.sheet for row in result.rounds.all()) else SCORES


def stored(match: Match, kind: str, result: Result | None) -> EntryForm:
    """Return the form filled with a result that is already there, as far as it is of this kind."""
    empty = EntryForm(match, kind, {}, {})
    if result is None:
        return empty
    if kind == TOTALS:
        totals = {f"rounds.0.{seat}": [str(total)] for seat, total in enumerate(result.totals)}
        return EntryForm(match, kind, totals, {})
    # Plain scores say nothing of deals that were thrown in.
    rounds = [row for row in result.rounds.all() if kind == SHEETS or not row.redeal]
    values: dict[str, Sequence[str]] = {"count": [str(len(rounds))]}
    for number, row in enumerate(rounds):
        values |= empty.values_of(number, row)
    return EntryForm(match, kind, values, {})


def _number_in(values: Values, path: str, default: int) -> int:
    """Return a small number that the form itself has written, `default` if it is none."""
    return _small_number(next(iter(values.get(path, ())), ""), default)


def _small_number(text: str, default: int) -> int:
    return int(text[:3]) if text.isascii() and text.isdigit() else default


def _required_number(given: Sequence[str]) -> int:
    number = parse_number(given)
    if number is None:
        raise ValueError(_("Enter a whole number."))
    return number
