"""Help for whoever does not know a game: what it is about, what counts, what can be done now.

All of it comes from the game's own words, the facts of the reader's view and the reader's legal
actions. So it depends on nothing that the reader may not know.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from engine.rules.words import Row
from league.services.base.meanings import keys_of, meanings_of
from league.web.games.cards import GERMAN_FACES, Card, Pack, Suit, pack_of
from league.web.games.games import find_text, say, words_of
from league.web.games.labels import LABELS, label_of
from league.web.games.phrases import terms

PLAY = _("Play a card")
DOTS = "…"
"""Stands in a label for what differs between actions."""


@dataclass(frozen=True)
class Line:
    """What is said of some cards and ranks; `is_number` if that is what they count."""

    text: str
    drawn: Sequence[Card | str]
    is_number: bool


@dataclass(frozen=True)
class Meaning:
    """What can be done, as its button says it, and what it does and costs."""

    label: str
    text: str


@dataclass(frozen=True)
class Help:
    """The help of a game; at a table also trump, what the phase asks, and what can be done."""

    goal: Sequence[str]
    order: Sequence[Line]
    counts: Sequence[Line]
    trump: Suit | None = None
    asks: str = ""
    meanings: Sequence[Meaning] = ()


def help_of(slug: str) -> Help:
    """Return the help of a game, as at its largest table before the first round."""
    return _help(slug, max(games.get(slug).players), {}, pack_of(slug))


def help_at_table(
    view: Mapping[str, Any], legal: Sequence[str], picks: Mapping[str, str], pack: Pack
) -> Help:
    """Return the help for the reader of a view who can do what is legal.

    `picks` are the labels of the verbs for which cards are ticked.
    """
    slug, facts = view["game"], view["facts"]
    basics = _help(slug, view["players"], facts, pack)
    return Help(
        goal=basics.goal,
        order=basics.order,
        counts=basics.counts,
        trump=pack.suits.get(facts.get("trump") or ""),
        asks=asks_of(slug, view["phase"]),
        meanings=list(_meanings(slug, legal, picks, pack)),
    )


def asks_of(slug: str, phase: str) -> str:
    """Return what a phase asks of players, nothing when the round is over."""
    return say(slug, words_of(slug).asks.get(phase, ""))


def key_of(slug: str, action: str, pack: Pack) -> str | None:
    """Return by what the meaning of an action is found, None if it has none."""
    known = meanings_of(games.get(slug))
    return next((key for key in keys_of(_words(action, pack)) if key in known), None)


def meaning(slug: str, key: str, pack: Pack) -> str:
    """Return what an action means, in the visitor's language and the words of the pack."""
    words = words_of(slug)
    own = {**words.meanings, **words.german} if pack.suits is GERMAN_FACES else words.meanings
    return say(slug, own[key]) if key in own else gettext(meanings_of(games.get(slug))[key])


def _help(slug: str, players: int, facts: Mapping[str, Any], pack: Pack) -> Help:
    words = words_of(slug)
    return Help(
        goal=[say(slug, line) for line in words.goal],
        order=list(_lines(slug, words.order, players, facts, pack)),
        counts=list(_lines(slug, words.counts, players, facts, pack)),
    )


def _lines(
    slug: str, rows: Sequence[Row], players: int, facts: Mapping[str, Any], pack: Pack
) -> Iterator[Line]:
    for row in rows:
        cards = row.drawn(players, facts)
        if cards is not None:
            drawn = [pack.card(c) if pack.is_card(c) else pack.rank(c) for c in cards.split()]
            text = row.text if row.is_number else say(slug, row.text)
            yield Line(text, drawn, row.is_number)


def _meanings(
    slug: str, legal: Sequence[str], picks: Mapping[str, str], pack: Pack
) -> Iterator[Meaning]:
    """Yield what each kind of action means, then what can be added to actions."""
    kinds: dict[str, list[str]] = {}
    added: dict[str, None] = {}
    known = meanings_of(games.get(slug))
    for action in legal:
        key = key_of(slug, action, pack)
        if key is not None:
            kinds.setdefault(key, []).append(action)
            verb, *more = _words(action, pack)
            added |= dict.fromkeys(word for word in more if key == verb and word in known)
    for key, actions in kinds.items():
        yield Meaning(_label(slug, key, actions, picks, pack), meaning(slug, key, pack))
    for word in added:
        yield Meaning(str(capfirst(terms(slug, [word], pack))), meaning(slug, word, pack))


def _label(
    slug: str, key: str, actions: Sequence[str], picks: Mapping[str, str], pack: Pack
) -> str:
    """Return what stands on the button of some actions, with dots for what differs."""
    if pack.is_card(actions[0]):
        return str(PLAY)
    if key in picks:
        return picks[key]
    if len(actions) == 1:
        return label_of(slug, actions[0], pack)
    label = find_text(slug, keys_of(_words(actions[0], pack)), words_of(slug).labels, LABELS)
    dotted = str(capfirst((label or "") % dict.fromkeys(("cards", "suit", "rest"), DOTS)))
    if dotted.strip(DOTS):
        return dotted
    fewest = min(len(action.split()) for action in actions)
    plain = [action for action in actions if len(action.split()) == fewest]
    return " · ".join(label_of(slug, action, pack) for action in plain)


def _words(action: str, pack: Pack) -> list[str]:
    """Return the words of an action, beginning with what is done."""
    words = action.split()
    if pack.is_card(words[0]):
        return [words[1] if words[1:] else "play", words[0]]
    return words
