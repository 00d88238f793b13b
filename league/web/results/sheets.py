"""The form of a score sheet, made from the sheet's own schema, so that every game has one.

Inputs are named by their path, as in `rounds.0.sheet.players.2.discards`: the path under which
the services report what is wrong with a field.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.web.games.cards import Card, Suit, pack_of, suits_of
from league.web.games.games import Texts, find_text, say, words_of
from league.web.results.sheet_schema import YES_NO, Leaf, Table, leaves

Values = Mapping[str, Sequence[str]]
Errors = Mapping[str, Sequence[str]]
Text = str | Promise

LABELS: Texts = {
    "bid": gettext_lazy("Bid"),
    "cards": gettext_lazy("Cards left"),
    "contract": gettext_lazy("Contract"),
    "declarer": gettext_lazy("Declarer"),
    "made": gettext_lazy("Made"),
    "no": gettext_lazy("no"),
    "nobody": gettext_lazy("nobody"),
    "none": gettext_lazy("none"),
    "points": gettext_lazy("Points"),
    "pot": gettext_lazy("Pot"),
    "tricks": gettext_lazy("Tricks"),
    "trump": gettext_lazy("Trump"),
    "won": gettext_lazy("Won"),
    "yes": gettext_lazy("yes"),
}
"""Fields and choices that several games have; a game's own words come first."""

NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
SEATS = re.compile(r"seats ([0-9]) and ([0-9])")


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen."""

    value: str
    label: Text
    is_chosen: bool
    suit: Suit | None = None
    card: Card | None = None


@dataclass(frozen=True)
class Field:
    """One input: `kind` is number, choice (one of), choices (some of) or flag."""

    path: str
    kind: str
    label: Text
    value: str
    errors: Sequence[str]
    choices: Sequence[Choice] = ()
    suit: Suit | None = None
    hint: str = ""
    has_blank: bool = True


@dataclass(frozen=True)
class Group:
    """The inputs of one seat or side, or of the round as a whole with an empty title."""

    path: str
    title: str
    fields: list[Field] = field(default_factory=list)
    errors: Sequence[str] = ()


def label_of(game: str, name: str) -> str:
    """Return what stands beside a field of a game's sheet, or beside a choice."""
    if name in suits_of(game):
        return str(suits_of(game)[name].name)
    if label := find_text(game, [name], words_of(game).sheet, LABELS):
        return label
    card = card_of(game, name)
    return str(capfirst(str(card.name) if card else name.replace("_", " ")))


def card_of(game: str, value: str) -> Card | None:
    """Return the card that a choice of a game's sheet means, None if it means none."""
    pack = pack_of(game) if suits_of(game) else None
    return pack.card(value) if pack and pack.is_card(value) else None


class SheetForm:
    """The form of one round's sheet at a table; `path` is where it lies in the whole form.

    `game` is the slug of the game whose words and suits it has.

    If somebody sits out, that is the `sitter`, the dealer.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        path: str,
        table: Table,
        game: str = "",
        *,
        sitter: int | None = None,
    ) -> None:
        self.path = path
        self.sitter = sitter
        self.table = table
        self.game = game
        self._suits = suits_of(game)
        self._leaves = leaves(schema, table)

    def groups(self, values: Values, errors: Errors) -> list[Group]:
        """Return the inputs by whom they are about, filled with `values`."""
        groups: dict[tuple[str, int], Group] = {}
        for leaf in self._written():
            key = (leaf.owner, leaf.whose)
            if key not in groups:
                path = self._at(leaf.group) if leaf.group or not leaf.owner else ""
                groups[key] = Group(path, self._title(leaf), errors=errors.get(path, ()))
            groups[key].fields.append(self._field(leaf, values, errors))
        return sorted(groups.values(), key=lambda group: bool(group.title))

    def paths(self) -> set[str]:
        """Return the paths at which errors have a place: inputs, seats and the sheet itself."""
        written = list(self._written())
        wholes = {self.path for leaf in written if not leaf.owner}
        groups = {self._at(leaf.group) for leaf in written if leaf.group}
        return {self._at(leaf.path) for leaf in written} | groups | wholes

    def read(
        self, values: Values, *, dealer: int = 0
    ) -> tuple[dict[str, Any], dict[str, list[str]]]:
        """Return the sheet that was filled in, and what could not be read; empty counts as 0.

        Parts that may be left out are, if nothing was written there.
        """
        known = {"dealer": dealer, "players": len(self.table.names)}
        data: dict[str, Any] = {}
        errors: dict[str, list[str]] = {}
        for leaf in self._leaves:
            if leaf.optional_part and not self._is_written(leaf.optional_part, values):
                continue
            if leaf.is_known and leaf.is_optional and self.sitter is None:
                continue
            path = self._at(leaf.path)
            try:
                given = values.get(path, ())
                self._check_sitter(leaf, given)
                value = known[leaf.meaning] if leaf.is_known else _read(leaf, given)
            except ValueError as error:
                errors[path] = [str(error)]
                continue
            _put(data, leaf.path, value)
        return _listed(data), errors

    def blank(self, values: Values) -> str:
        """Return the path of the first number if nothing at all is written, nothing otherwise.

        Whoever means a round in which nothing is counted can write 0 there.
        """
        written = list(self._seated())
        if any(_says_more(leaf, values.get(self._at(leaf.path), ())) for leaf in written):
            return ""
        return next((self._at(leaf.path) for leaf in written if leaf.kind == "number"), "")

    def values_of(self, sheet: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return a stored sheet as the values of this form."""
        return {
            self._at(leaf.path): _texts(leaf, _value_at(sheet, leaf.path))
            for leaf in self._written()
            if not self._sits_out(leaf)
        }

    def whose(self, path: str) -> str:
        """Return the seat or side that a path is about, nothing if it is about the round."""
        for leaf in self._leaves:
            if path in {self._at(leaf.path), self._at(leaf.group)}:
                return self._title(leaf)
        return ""

    def _written(self) -> Iterable[Leaf]:
        """Return the inputs that somebody has to fill in."""
        return (leaf for leaf in self._leaves if not leaf.is_known)

    def _seated(self) -> Iterable[Leaf]:
        """Return the inputs that are about somebody who plays."""
        return (leaf for leaf in self._written() if not self._sits_out(leaf))

    def _sits_out(self, leaf: Leaf) -> bool:
        return self.sitter is not None and leaf.owner == "seat" and leaf.whose == self.sitter

    def _check_sitter(self, leaf: Leaf, given: Sequence[str]) -> None:
        """Raise ValueError if something is written of who sits out."""
        if self.sitter is None or leaf.is_known:
            return
        named = str(self.sitter) in given and leaf.meaning in {"seat", "seats"}
        has_more = self._sits_out(leaf) and any(text.strip() not in {"", "0"} for text in given)
        if named or has_more:
            said = _("%(name)s deals this round and sits out.")
            raise ValueError(said % {"name": self.table.names[self.sitter]})

    def _at(self, path: Sequence[str]) -> str:
        return ".".join([self.path, *path])

    def _is_written(self, part: Sequence[str], values: Values) -> bool:
        prefix = self._at(part) + "."
        return any(path.startswith(prefix) and any(values[path]) for path in values)

    def _title(self, leaf: Leaf) -> str:
        if not leaf.owner:
            return ""
        return (self.table.sides if leaf.owner == "side" else self.table.names)[leaf.whose]

    def _field(self, leaf: Leaf, values: Values, errors: Errors) -> Field:
        path = self._at(leaf.path)
        has_default = leaf.kind == "choice" and leaf.default is not None
        given = list(values.get(path, ())) or ([str(leaf.default)] if has_default else [])
        label = label_of(self.game, leaf.name)
        if leaf.optional_part:
            label = f"{label_of(self.game, leaf.optional_part[-1])}: {label}"
        return Field(
            path=path,
            kind=leaf.kind,
            label=label,
            value=given[0] if given else "",
            errors=errors.get(path, ()),
            choices=[self._choice(leaf, value, given) for value in self._options(leaf)],
            suit=self._suits.get(leaf.name),
            hint="" if leaf.owner or leaf.meaning else self._hint(leaf),
            has_blank=not has_default,
        )

    def _hint(self, leaf: Leaf) -> str:
        return say(self.game, str(leaf.schema.get("description", "")))

    def _options(self, leaf: Leaf) -> list[str]:
        if leaf.meaning in {"seat", "seats"}:
            return [str(seat) for seat in range(len(self.table.names))]
        if leaf.meaning in {"side", "sides"}:
            return [str(side) for side in range(len(self.table.sides))]
        return leaf.options

    def _choice(self, leaf: Leaf, value: str, given: Sequence[str]) -> Choice:
        label = self._name(leaf, value) or label_of(self.game, value)
        card = card_of(self.game, value)
        return Choice(value, label, value in given, self._suits.get(value), card)

    def _name(self, leaf: Leaf, value: str) -> str:
        """Return the name of a seat or side to choose, nothing if it is neither."""
        if leaf.meaning:
            by_seat = leaf.meaning in {"seat", "seats"}
            return (self.table.names if by_seat else self.table.sides)[int(value)]
        if found := SEATS.fullmatch(value):
            return " & ".join(self.table.names[int(seat)] for seat in found.groups())
        return ""


def parse_number(given: Sequence[str]) -> int | None:
    """Return the number typed, None if nothing was; raises ValueError with what to do."""
    text = given[0].strip().replace("−", "-") if given else ""
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise ValueError(_("Enter a whole number."))
    return int(text)


def _read(leaf: Leaf, given: Sequence[str]) -> Any:
    is_number = bool(leaf.meaning)
    match leaf.kind:
        case "choices":
            wanted = len(leaf.schema.get("prefixItems", ()))
            if given and wanted and len(given) != wanted:
                raise ValueError(_("Choose %(number)d of them.") % {"number": wanted})
            chosen = [parse_number([item]) for item in given] if is_number else list(given)
            return chosen or (None if leaf.is_optional else [])
        case "choice":
            chosen_one = given[0] if given and given[0] else leaf.default
            if leaf.is_yes_no:
                return YES_NO.get(chosen_one)
            return parse_number([chosen_one]) if is_number and chosen_one else chosen_one
        case "flag":
            return bool(given)
    number = parse_number(given)
    if number is None and not leaf.is_optional:
        return leaf.default or 0
    return number


def _says_more(leaf: Leaf, given: Sequence[str]) -> bool:
    """Tell whether something was written or chosen other than what is chosen from the start."""
    is_chosen = leaf.kind == "choice" and leaf.default is not None
    known = str(leaf.default) if is_chosen else ""
    return any(text.strip() not in {"", known} for text in given)


def _texts(leaf: Leaf, value: Any) -> list[str]:
    """Return a stored value as a form would send it."""
    if leaf.is_yes_no and value is not None:
        return ["yes" if value else "no"]
    if value is None or value is False:
        return []
    if value is True:
        return ["on"]
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _value_at(data: Any, path: Sequence[str]) -> Any:
    for step in path:
        if isinstance(data, list):
            data = data[int(step)] if int(step) < len(data) else None
        else:
            data = data.get(step) if data else None
    return data


def _put(data: dict[str, Any], steps: Sequence[str], value: Any) -> None:
    """Store a value in nested mappings, numbers of lists still as keys."""
    for step in steps[:-1]:
        data = data.setdefault(step, {})
    data[steps[-1]] = value


def _listed(data: Any) -> Any:
    """Return the same data with mappings of numbers turned into lists."""
    if not isinstance(data, dict):
        return data
    if data and all(key.isdigit() for key in data):
        return [_listed(data[key]) for key in sorted(data, key=int)]
    return {key: _listed(value) for key, value in data.items()}
