"""What a score pad shows: what is asked about a deal, and the deals that are written, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.rules.game import Game
from engine.rules.pad import Answered, Choice, Deal, Talk, recall, text_of
from league.logic import sitting_out
from league.logic.outcomes import PlayedRound
from league.models import Round, Season
from league.services.base.refusals import Invalid
from league.services.results.pads import DEAL
from league.web.games.cards import Card, Suit, suits_of
from league.web.results.sheet_schema import Table
from league.web.results.sheets import SEATS, card_of, label_of

FEW, SHORT = 5, 2
"""More buttons do not stand beside their name on a phone, unless so little stands on them."""
Errors = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Button:
    """A value to choose; suits and cards are drawn."""

    value: str
    label: str
    is_chosen: bool
    row: str = ""
    suit: Suit | None = None
    card: Card | None = None


@dataclass(frozen=True)
class Question:
    """Something asked: its buttons by row, the rare ones apart, or the number written so far."""

    path: str
    kind: str
    label: str
    rows: Sequence[tuple[str, Sequence[Button]]] = ()
    rare: Sequence[Button] = ()
    value: str = ""
    default: Sequence[str] = ()
    errors: Sequence[str] = ()
    suit: Suit | None = None

    @property
    def is_wide(self) -> bool:
        """Tell whether its buttons need the whole width."""
        return any(
            button.card or (len(buttons) > FEW and len(button.label) > SHORT)
            for _row, buttons in self.rows
            for button in buttons
        )

    @property
    def has_rare_chosen(self) -> bool:
        """Tell whether the rare choices have to be seen."""
        return any(button.is_chosen for button in self.rare)


@dataclass(frozen=True)
class Block:
    """Questions of one kind that stand side by side, under whom they are about."""

    kind: str
    title: str
    questions: list[Question] = field(default_factory=list)


class PadForm:
    """What is asked about a deal of a game at a table; `talk` says what was answered."""

    def __init__(self, game: Game, table: Table, talk: Talk, errors: Errors) -> None:
        self.game = game
        self.table = table
        self.talk = talk
        self._errors = errors

    @property
    def usual(self) -> list[Block]:
        """What is asked of every deal."""
        return list(self._blocks(is_folded=False))

    @property
    def folded(self) -> list[Block]:
        """What is seldom wanted."""
        return list(self._blocks(is_folded=True))

    @property
    def folded_names(self) -> str:
        """What lies folded, in words."""
        found = (self.label(item) for item in self.talk.asked if item.ask.is_folded)
        return ", ".join(dict.fromkeys(found))

    @property
    def is_unfolded(self) -> bool:
        """Tell whether something folded says more than its default, or is wrong."""
        return any(
            item.ask.is_folded and (item.value != item.ask.default or item.ask.path in self._errors)
            for item in self.talk.asked
        )

    @property
    def errors(self) -> list[str]:
        """What is wrong with the deal as a whole."""
        asked = {item.ask.path for item in self.talk.asked}
        return [
            message for path, said in self._errors.items() if path not in asked for message in said
        ]

    @property
    def missing(self) -> str:
        """What is still to be answered, in words."""
        found = (self.label(item) for item in self.talk.asked if item.is_open)
        return ", ".join(dict.fromkeys(found))

    def label(self, item: Answered) -> str:
        """Return what is asked, in words."""
        return label_of(self.game.slug, item.ask.name)

    def told(self) -> str:
        """Return what was answered, in one line."""
        return " · ".join(self._told(item) for item in self.talk.asked if item.is_told)

    def _told(self, item: Answered) -> str:
        whose = self._whose(item)
        label = f"{whose}: {self.label(item)}" if whose else self.label(item)
        if item.ask.kind == "flag":
            return label
        if item.ask.kind == "number":
            return f"{label} {item.value}"
        values = item.value if item.ask.kind == "some" else [item.value]
        by_value = {choice.value: choice for choice in item.ask.choices}
        words = [self._word(item, by_value.get(value) or Choice(value)) for value in values]
        return f"{label} {', '.join(words)}"

    def _blocks(self, *, is_folded: bool) -> Iterator[Block]:
        """Yield what is asked; numbers of one owner, and flags, stand side by side."""
        block: Block | None = None
        for item in self.talk.asked:
            if item.ask.is_folded != is_folded:
                continue
            question, title = self._question(item), self._whose(item)
            is_beside = question.kind in {"number", "flag"}
            if block and is_beside and (block.kind, block.title) == (question.kind, title):
                block.questions.append(question)
                continue
            if block:
                yield block
            block = Block(question.kind, title, [question])
        if block:
            yield block

    def _whose(self, item: Answered) -> str:
        if item.ask.seat is not None:
            return self.table.names[item.ask.seat]
        return "" if item.ask.side is None else self.table.sides[item.ask.side]

    def _question(self, item: Answered) -> Question:
        ask, shown = item.ask, Answered(item.ask, item.ask.default).texts
        rows: dict[str, list[Button]] = {}
        for choice in ask.choices:
            if not choice.is_rare:
                rows.setdefault(choice.row, []).append(self._button(item, choice))
        is_written = ask.kind == "flag" or (ask.kind == "number" and item.value != ask.default)
        return Question(
            path=ask.path,
            kind=ask.kind,
            label=self.label(item),
            rows=[(self._row(row), buttons) for row, buttons in rows.items()],
            rare=[self._button(item, choice) for choice in ask.choices if choice.is_rare],
            value="".join(item.texts) if is_written else "",
            default=shown,
            errors=self._errors.get(ask.path, ()),
            suit=suits_of(self.game.slug).get(ask.name),
        )

    def _row(self, row: str) -> str:
        return label_of(self.game.slug, row) if row else ""

    def _button(self, item: Answered, choice: Choice) -> Button:
        text = text_of(choice.value)
        return Button(
            value=text,
            label=self._word(item, choice, is_short=True),
            is_chosen=text in item.texts,
            row=self._row(choice.row),
            suit=suits_of(self.game.slug).get(text),
            card=card_of(self.game.slug, text),
        )

    def _word(self, item: Answered, choice: Choice, *, is_short: bool = False) -> str:
        """Return what stands on a choice; read aloud also the row in which it stands."""
        word = self._name(item.ask.means, choice)
        return f"{self._row(choice.row)} {word}" if choice.row and not is_short else word

    def _name(self, means: str, choice: Choice) -> str:
        value = choice.value
        if means and isinstance(value, int):
            return (self.table.names if means == "seat" else self.table.sides)[value]
        text = text_of(value)
        if found := SEATS.fullmatch(text):
            return " & ".join(self.table.names[int(seat)] for seat in found.groups())
        if choice.word.isdigit() or (not choice.word and text.isdigit()):
            return choice.word or text
        return label_of(self.game.slug, choice.word or text or "none")


@dataclass(frozen=True)
class DealRow:
    """A deal that is written: who dealt, what was played in one line, and the scores."""

    number: int
    dealer: str
    told: str
    scores: Sequence[int]
    is_redeal: bool


def deal_rows(
    game: Game, season: Season, table: Table, rounds: Sequence[PlayedRound | Round]
) -> list[DealRow]:
    """Return deals as they were written, in words."""
    return [
        DealRow(
            number=number,
            dealer=table.names[played.dealer],
            told=_told(game, season, table, played),
            scores=list(played.scores),
            is_redeal=played.redeal,
        )
        for number, played in enumerate(rounds)
    ]


def _told(game: Game, season: Season, table: Table, played: PlayedRound | Round) -> str:
    if not played.sheet:
        return ""
    players = len(table.names)
    deal = Deal(
        players=players,
        dealer=played.dealer,
        sits_out=sitting_out.has_sitter(game, players),
        totals=[0] * players,
        options=game.parse_options(season.options),
    )
    sheet = sitting_out.at_table(played.sheet, game, played.dealer, players)
    return PadForm(game, table, recall(game.pad, deal, sheet), {}).told()


def answers_in(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what a form sent, by path; data is a QueryDict."""
    return {path: data.getlist(path) for path in data}  # type: ignore[attr-defined]


def placed(refusal: Invalid) -> dict[str, list[str]]:
    """Return what is wrong by the path of what was asked."""
    prefix = f"{DEAL}.sheet."
    return {path.removeprefix(prefix): said for path, said in refusal.errors.items()}


def unread(talk: Talk) -> dict[str, list[str]]:
    """Return what could not be read of the answers."""
    return {path: [_("Enter a whole number.")] for path in talk.unread}
