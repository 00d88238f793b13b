"""What people read of a game: its tile, its actions, its facts, its sheet, and help at the table.

Everything is English. Whoever shows it may translate it: a game keeps translations in
`locale/<language>/LC_MESSAGES/django.po` beside its rules, with its slug as their context.
What all games say alike (`play`, `bid`, trump, tricks …) a game need not say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

Reads = Literal["", "seat", "seats", "side", "sides", "number", "hidden"]


@dataclass(frozen=True)
class Fact:
    """What a field of `Game.facts` is called, or a pile of a view, and how its value is read.

    Without a label of its own it is called as in other games. A `usual` value says nothing, so it
    is not shown. What is not `glanced` at while one plays stands beside records alone. A number may
    be `signed`: told by a text for those above 0 and one for those below, that fill in `%(count)s`.

    A value is the number of a seat or side, a list of them, or a number counted from 0; `hidden`
    is what pages draw at the table: `down`, the seats whose cards of the trick lie face down, and
    `kept`, the suits that each seat keeps of its stacks. Without `reads` suits and cards are drawn,
    a list as long as the table belongs to its seats, and anything else is text.
    """

    label: str = ""
    reads: Reads = ""
    usual: Any = None
    glanced: bool = True
    signed: tuple[str, ...] = ()


Drawn = Callable[[int, Mapping[str, Any]], str | None]
"""The cards of a row for a number of players and the facts of a view, no facts before a round.

None leaves the row out. Nothing but these decides, so that a row tells what its reader knows.
"""


@dataclass(frozen=True)
class Row:
    """What is said of some cards: a text, or the number that they count, and the cards.

    Cards are written as in records; a rank alone stands for all suits.
    """

    text: str
    cards: str | Drawn = ""

    @property
    def is_number(self) -> bool:
        """Whether the text is a number, which no language says otherwise."""
        return self.text.lstrip("+−").isdigit()

    def drawn(self, players: int, facts: Mapping[str, Any]) -> str | None:
        """Return the cards, None if the row does not hold now."""
        return self.cards if isinstance(self.cards, str) else self.cards(players, facts)


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of a game.

    An action is found by its whole text, else by its first word; one that begins with a card is
    `lead` or `play`, or its second word. Sentences fill in `%(name)s` (who acts), `%(next)s` (who
    leads the next trick), `%(cards)s`, `%(suit)s` and `%(rest)s` (the words that are neither).

    - `tile`: three cards that tell the game; `line`: how it is played, in one line;
    - `phrases`: what somebody did; with ` and lead` behind the key, said of who leads next;
    - `unseen`: the same for readers who may not see the cards; `%(rest)s` tells how many there are;
    - `labels`: what stands on a button; `picks`: on one that acts on cards ticked before; `beside`:
      on one that shows its cards, where that is shorter;
    - `terms`: what actions and facts call things, such as contracts;
    - `facts`: what a view shows beside cards; `part`: the one that names who plays against all
      others; `phases`: what happens before the first trick;
    - `questions`: what a player is asked in a phase, in one short question;
    - `tally`: how the scores of a round came about, by the keys of its parts (`rules.tally`);
    - `sheet`: the fields of the score sheet and what can be chosen there; `sheet_hint`: what to
      write on it, where that is not plain;
    - `led`: what the suit of the first card means, None if no more than that it is led, and
      nothing where nobody leads a trick;
    - `stopped`: why a round ends with cards on the table;
    - `goal`: what a player is after, in three lines; `order`: which card beats which; `counts`:
      what cards count; `asks`: what is asked of players, by phase; `meanings`: what an action does
      and costs, with `play` for all cards; what is added to an action has a meaning of its own;
    - `german`: meanings that name suits or ranks, as said where French cards have German faces.
    """

    tile: str = ""
    line: str = ""
    phrases: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    picks: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    part: str = "declarer"
    phases: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    tally: Mapping[str, str] = field(default_factory=dict)
    sheet: Mapping[str, str] = field(default_factory=dict)
    sheet_hint: str = ""
    led: str | None = None
    stopped: str = ""
    goal: Sequence[str] = ()
    order: Sequence[Row] = ()
    counts: Sequence[Row] = ()
    asks: Mapping[str, str] = field(default_factory=dict)
    meanings: Mapping[str, str] = field(default_factory=dict)
    german: Mapping[str, str] = field(default_factory=dict)

    def texts(self) -> list[str]:
        """Return all texts that can be translated, each once, in their order here."""
        mappings = (
            *(self.phrases, self.unseen, self.labels, self.picks, self.beside),
            *(self.terms, self.phases, self.questions, self.tally, self.sheet),
        )
        helping = (self.asks, self.meanings, self.german)
        found = chain(
            [self.line, self.sheet_hint, self.led or "", self.stopped],
            chain.from_iterable(mapping.values() for mapping in mappings),
            (fact.label for fact in self.facts.values() if fact.reads != "hidden"),
            chain.from_iterable(fact.signed for fact in self.facts.values()),
            self.goal,
            (row.text for row in (*self.order, *self.counts) if not row.is_number),
            chain.from_iterable(mapping.values() for mapping in helping),
        )
        return list(dict.fromkeys(text for text in found if text))
