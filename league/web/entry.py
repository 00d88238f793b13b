"""The form in which the result of a match is entered: its rounds as sheets or as plain scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

import games
from league.models import Match, Result, Round
from league.services.submissions import MOST_ROUNDS, Scores, Sheets, Submission, rounds_wanted
from league.web.cards import pack_of
from league.web.facts import side_names
from league.web.felt import seat_names
from league.web.sheet_schema import Table
from league.web.sheets import Errors, Field, Group, SheetForm, Values, parse_number

SHEETS, SCORES = "sheets", "scores"


@dataclass(frozen=True)
class RoundForm:
    """One round: who dealt, and the inputs by seat."""

    number: int
    path: str
    dealer: str
    dealer_errors: Sequence[str]
    groups: list[Group]
    cells: list[Field]
    errors: Sequence[str]


class EntryForm:
    """What an account types for a match; `kind` is sheets or scores."""

    def __init__(self, match: Match, kind: str, values: Values, errors: Errors) -> None:
        self.match = match
        self.kind = kind
        self.values = values
        self.names = seat_names([seat.player for seat in match.seats.all()])
        self.game = games.get(match.season.game)
        self.table = Table(self.names, side_names(self.game.sides(len(self.names)), self.names))
        self._schema = self.game.sheet.model_json_schema()
        self.errors = placed(errors, self._paths())

    @property
    def round_count(self) -> int:
        """How many rounds the form has: as the season wants, or as many as were asked for."""
        if self.fixed_count:
            return self.fixed_count
        count = _number_in(self.values, "count", len(self.names)) + self._change
        return min(max(count, 1), MOST_ROUNDS)

    @property
    def fixed_count(self) -> int:
        """How many rounds the season wants at this table, 0 if the rules may end the match."""
        if self.game.may_end_early:
            return 0
        return rounds_wanted(self.game, season=self.match.season, players=len(self.names))

    @property
    def is_resized(self) -> bool:
        """Tell whether the form was sent for another number of rounds only."""
        return self._change != 0

    @property
    def _change(self) -> int:
        return {"more": 1, "fewer": -1}.get(next(iter(self.values.get("rounds", ())), ""), 0)

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
        if self.kind == SHEETS:
            words.append(self._sheet(int(number)).whose(path))
        elif rest[0].isdigit():
            words.append(self.names[int(rest[0])])
        return ", ".join(word for word in words if word)

    def submission(self) -> tuple[Submission, dict[str, list[str]]]:
        """Return what was typed, and what of it could not be read."""
        return self._sheets() if self.kind == SHEETS else self._scores()

    def _sheets(self) -> tuple[Submission, dict[str, list[str]]]:
        rounds: list[Mapping[str, Any]] = []
        errors: dict[str, list[str]] = {}
        for number in range(self.round_count):
            sheet, wrong = self._sheet(number).read(self.values, dealer=self._dealer(number))
            errors |= wrong
            rounds.append({"dealer": self._dealer(number), "sheet": sheet})
        return Sheets(rounds=rounds), errors

    def _scores(self) -> tuple[Submission, dict[str, list[str]]]:
        rounds: list[list[int]] = []
        errors: dict[str, list[str]] = {}
        for number in range(self.round_count):
            row: list[int] = []
            for seat in range(len(self.names)):
                path = f"rounds.{number}.{seat}"
                try:
                    row.append(_required_number(self.values.get(path, ())))
                except ValueError as error:
                    errors[path] = [str(error)]
            rounds.append(row)
        return Scores(rounds=rounds), errors

    def values_of(self, row: Round) -> dict[str, list[str]]:
        """Return a stored round as values of this form."""
        path = f"rounds.{row.number}"
        if self.kind == SCORES:
            return {f"{path}.{seat}": [str(score)] for seat, score in enumerate(row.scores)}
        if not row.sheet:
            return {}
        dealer = {f"{path}.dealer": [str(row.dealer)]}
        return self._sheet(row.number).values_of(row.sheet) | dealer

    def _paths(self) -> set[str]:
        """Return the paths at which this form can show an error."""
        paths = {"rounds"}
        for number in range(self.round_count):
            path = f"rounds.{number}"
            paths |= {path, f"{path}.dealer"}
            if self.kind == SHEETS:
                paths |= self._sheet(number).paths()
            else:
                paths |= {f"{path}.{seat}" for seat in range(len(self.names))}
        return paths

    def _dealer(self, number: int) -> int:
        return _number_in(self.values, f"rounds.{number}.dealer", number % len(self.names))

    def _sheet(self, number: int) -> SheetForm:
        path = f"rounds.{number}.sheet"
        return SheetForm(self._schema, path, self.table, pack_of(self.game.slug))

    def _round(self, number: int) -> RoundForm:
        path = f"rounds.{number}"
        is_sheet = self.kind == SHEETS
        return RoundForm(
            number=number,
            path=path,
            dealer=str(self._dealer(number)),
            dealer_errors=self.errors.get(f"{path}.dealer", ()),
            groups=self._sheet(number).groups(self.values, self.errors) if is_sheet else [],
            cells=[] if is_sheet else self._cells(path),
            errors=self.errors.get(path, ()),
        )

    def _cells(self, path: str) -> list[Field]:
        return [
            Field(
                path=f"{path}.{seat}",
                kind="number",
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


def posted(data: QueryDict) -> Values:
    """Return the values of a form that was sent."""
    return {path: data.getlist(path) for path in data}


def stored(match: Match, kind: str, result: Result | None) -> EntryForm:
    """Return the form filled with a result that is already there, as far as it is of this kind."""
    empty = EntryForm(match, kind, {}, {})
    if result is None:
        return empty
    rounds = list(result.rounds.all())
    values: dict[str, Sequence[str]] = {"count": [str(len(rounds))]}
    for row in rounds:
        values |= empty.values_of(row)
    return EntryForm(match, kind, values, {})


def _number_in(values: Values, path: str, default: int) -> int:
    """Return a small number that the form itself has written, `default` if it is none."""
    text = next(iter(values.get(path, ())), "")
    return int(text[:3]) if text.isascii() and text.isdigit() else default


def _required_number(given: Sequence[str]) -> int:
    number = parse_number(given)
    if number is None:
        raise ValueError(_("Give a whole number."))
    return number
