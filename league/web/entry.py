"""The form in which the result of a match is entered: its rounds as sheets or as plain scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

import games
from league.models import Match, Result
from league.services.submissions import Scores, Sheets, Submission
from league.web.felt import seat_names
from league.web.sheets import Errors, Field, Group, SheetForm, Values, flatten, parse_number

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
        self._schema = self.game.sheet.model_json_schema()
        self.errors = placed(errors, self._paths())

    @property
    def round_count(self) -> int:
        """How many rounds the season wants at this table."""
        players, season = len(self.names), self.match.season
        if season.native:
            return self.game.native_rounds(players) or players
        return self.game.rounds(players, season.cycles)

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
        steps = path.split(".")[1:]
        words = [_("Round %(number)s") % {"number": int(step) + 1} for step in steps[:1]]
        seats = [int(step) for step in steps[1:] if step.isdigit()]
        return ", ".join(words + [self.names[seat] for seat in seats[:1]])

    def submission(self) -> tuple[Submission, dict[str, list[str]]]:
        """Return what was typed, and what of it could not be read."""
        return self._sheets() if self.kind == SHEETS else self._scores()

    def _sheets(self) -> tuple[Submission, dict[str, list[str]]]:
        rounds: list[Mapping[str, Any]] = []
        errors: dict[str, list[str]] = {}
        for number in range(self.round_count):
            sheet, wrong = self._sheet(number).read(self.values)
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
        given = self.values.get(f"rounds.{number}.dealer", ())
        if given and given[0].isascii() and given[0].isdigit():
            return int(given[0][:2])
        return number % len(self.names)

    def _sheet(self, number: int) -> SheetForm:
        return SheetForm(self._schema, f"rounds.{number}.sheet", self.names)

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
        place = path
        while place not in paths and "." in place:
            place = place.rpartition(".")[0]
        found.setdefault(place, []).extend(said)
    return found


def posted(data: QueryDict) -> Values:
    """Return the values of a form that was sent."""
    return {path: data.getlist(path) for path in data}


def stored(result: Result | None, kind: str) -> Values:
    """Return the values of a result that is already there, as far as they are of this kind."""
    values: dict[str, Sequence[str]] = {}
    for row in result.rounds.all() if result else ():
        path = f"rounds.{row.number}"
        if kind == SCORES:
            values |= flatten(list(row.scores), path)
        elif row.sheet:
            values |= flatten(row.sheet, f"{path}.sheet") | {f"{path}.dealer": [str(row.dealer)]}
    return values


def _required_number(given: Sequence[str]) -> int:
    number = parse_number(given)
    if number is None:
        raise ValueError(_("Give a whole number."))
    return number
