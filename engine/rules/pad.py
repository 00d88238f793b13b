"""The score pad of a game: what is asked about a deal, one thing after another.

A pad is a generator over a deal. It yields what is asked, is sent each answer (None while there is
none), and returns the sheet. So what is asked depends on what was answered, and the sheet's own
faults and scores say the rest. `hold` leads the conversation with answers as forms send them,
`recall` with a sheet that was written before.
"""

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from .sheet import ScoreSheet

Value: TypeAlias = str | int | bool | None
Answers: TypeAlias = Mapping[str, Sequence[str]]
"""What a form sends, by the path of what was asked."""

OPEN: Final = object()
"""The default of what has to be answered."""
DEFAULT: Final = "default."
"""Before a path: the default that the form showed, which counts until another one is chosen."""
NUMBER: Final = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, kw_only=True)
class Deal:
    """What is known of a deal before anybody writes.

    `players` counts the seats of the table, with a dealer who `sits_out`; `totals` are those before
    the deal, `before` is the sheet of the last one that was played, `options` are the season's.
    """

    players: int
    dealer: int
    sits_out: bool = False
    totals: Sequence[int] = ()
    before: ScoreSheet | None = None
    options: Any = None

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats of the table."""
        return tuple(range(self.players))

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play."""
        return tuple(seat for seat in self.seats if not self.sits_out or seat != self.dealer)


@dataclass(frozen=True)
class Choice:
    """A value to choose: `word` says what stands on it, in the `row` of a name; some are rare.

    Without a word it is what the game's words say of its text, or the text.
    """

    value: Value
    word: str = ""
    row: str = ""
    is_rare: bool = False


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Something asked about a deal: one of some choices, some of them, a number, or a flag.

    `path` is where the answer lies in the sheet, such as `players.2.tricks`; `of` finds it in a
    sheet where it lies elsewhere. `word` is what it is called, by default the last name of its
    path; `seat` or `side` is whom it is about. With `means` the choices are seats or sides. What is
    `folded` is seldom wanted, and has a default.
    """

    path: str
    kind: Literal["one", "some", "number", "flag"]
    choices: tuple[Choice, ...] = ()
    means: Literal["", "seat", "side"] = ""
    default: Any = OPEN
    word: str = ""
    seat: int | None = None
    side: int | None = None
    is_folded: bool = False
    of: Callable[[Mapping[str, Any]], Any] | None = None

    @property
    def name(self) -> str:
        """What it is called, as a key of the game's words."""
        names = [step for step in self.path.split(".") if not step.isdigit()]
        return self.word or names[-1]


@dataclass(frozen=True)
class Answered:
    """What was asked, with the answer or its default; OPEN if there is neither."""

    ask: Ask
    value: Any

    @property
    def is_open(self) -> bool:
        """Tell whether an answer is still missing."""
        return self.value is OPEN

    @property
    def texts(self) -> list[str]:
        """The answer as a form sends it."""
        if self.is_open:
            return []
        values = self.value if self.ask.kind == "some" else [self.value]
        if self.ask.kind == "flag":
            return ["yes"] if self.value else []
        return [text_of(value) for value in values]

    @property
    def is_told(self) -> bool:
        """Tell whether a sheet that is read aloud names it: an answer that says something."""
        if self.ask.kind == "flag" or (self.value is None and self.ask.default is None):
            return bool(self.value)
        if self.is_open or self.value == ():
            return False
        return self.ask.kind != "number" or self.value != 0


@dataclass(frozen=True)
class Talk:
    """All that was asked so far, and the sheet that follows; `unread` are answers of no sense."""

    asked: tuple[Answered, ...]
    sheet: Mapping[str, Any]
    unread: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """The paths of what is still to be answered."""
        return [found.ask.path for found in self.asked if found.is_open]

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing was answered but what is so by default."""
        return not self.unread and all(found.value == found.ask.default for found in self.asked)


Asking: TypeAlias = Generator[Ask, Any, dict[str, Any]]
Pad: TypeAlias = Callable[[Deal], Asking]


def one(path: str, values: Iterable[Value | Choice], **more: Any) -> Ask:
    """Ask for one of some values."""
    return Ask(path=path, kind="one", choices=_choices(values), **more)


def some(path: str, values: Iterable[Value | Choice], **more: Any) -> Ask:
    """Ask for any of some values; none by default."""
    return Ask(path=path, kind="some", choices=_choices(values), **{"default": (), **more})


def number(path: str, **more: Any) -> Ask:
    """Ask for a number that has too many possible values for buttons."""
    return Ask(path=path, kind="number", **more)


def flag(path: str, **more: Any) -> Ask:
    """Ask for a yes; no by default."""
    return Ask(path=path, kind="flag", default=False, **more)


def rest(total: int, others: Iterable[int | None]) -> Any:
    """Return what is left of a total as a default, OPEN while one of the others is."""
    counted = list(others)
    if any(other is None for other in counted):
        return OPEN
    left = total - sum(other for other in counted if other is not None)
    return left if left >= 0 else OPEN


def hold(pad: Pad, deal: Deal, answers: Answers) -> Talk:
    """Ask about a deal with what has been answered so far."""
    unread: list[str] = []

    def answer(ask: Ask) -> Any:
        try:
            return _given(ask, answers)
        except ValueError:
            unread.append(ask.path)
            return OPEN

    asked, sheet = _lead(pad(deal), answer)
    return Talk(asked, sheet, tuple(unread))


def recall(pad: Pad, deal: Deal, sheet: Mapping[str, Any]) -> Talk:
    """Ask about a deal whose sheet is written, and find the answers there."""
    asked, again = _lead(pad(deal), lambda ask: _found(ask, sheet))
    return Talk(asked, again)


def text_of(value: Value) -> str:
    """Return a value as a form sends it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _choices(values: Iterable[Value | Choice]) -> tuple[Choice, ...]:
    return tuple(value if isinstance(value, Choice) else Choice(value) for value in values)


def _lead(
    asking: Asking, answer: Callable[[Ask], Any]
) -> tuple[tuple[Answered, ...], dict[str, Any]]:
    """Ask all there is to ask; return what was answered, and the sheet."""
    asked: list[Answered] = []
    try:
        ask = next(asking)
        while True:
            value = answer(ask)
            asked.append(Answered(ask, value))
            ask = asking.send(None if value is OPEN else value)
    except StopIteration as done:
        return tuple(asked), done.value


def _given(ask: Ask, answers: Answers) -> Any:
    """Return what was answered, or the default; raises ValueError for what is no number.

    An answer that is the default which the form showed follows the default as that changes.
    """
    given, shown = list(answers.get(ask.path, ())), answers.get(DEFAULT + ask.path)
    if ask.kind == "flag":
        return bool(given)
    if ask.kind == "number":
        return _read_number(given, ask.default)
    if given == list(shown or ()):
        return ask.default
    by_text = {text_of(choice.value): choice.value for choice in ask.choices}
    known = [by_text[text] for text in by_text if text in given]
    if ask.kind == "some":
        return tuple(known)
    return known[0] if known else ask.default


def _read_number(given: Sequence[str], default: Any) -> Any:
    text = given[0].strip() if given else ""
    if not text:
        return default
    if not NUMBER.fullmatch(text):
        raise ValueError
    return int(text)


def _found(ask: Ask, sheet: Mapping[str, Any]) -> Any:
    """Return what a sheet says about what is asked, or the default."""
    value: Any = ask.of(sheet) if ask.of else _at(sheet, ask.path)
    if ask.kind == "some":
        return tuple(value or ())
    if value is None and all(choice.value is not None for choice in ask.choices):
        return ask.default
    return value


def _at(sheet: Any, path: str) -> Any:
    """Return what lies at a path of a sheet, None if there is nothing."""
    for step in path.split("."):
        if isinstance(sheet, Mapping):
            sheet = sheet.get(step)
        elif isinstance(sheet, Sequence) and int(step) < len(sheet):
            sheet = sheet[int(step)]
        else:
            return None
    return sheet
