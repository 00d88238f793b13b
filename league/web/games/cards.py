"""Cards for the eye: what `_card.html` needs to draw a card, and its name in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import pgettext_lazy

import games
from league.web.games.games import Texts


@dataclass(frozen=True)
class Suit:
    """A suit: its letter in card texts, the class that colours it, its symbol, its name."""

    letter: str
    colour: str
    symbol: str
    name: str | Promise


@dataclass(frozen=True)
class Card:
    """A card: its text in records, its suit, and its rank as printed on it for the visitor.

    `name` is the card as it is read out, `told` as a sentence says it, with an article.
    """

    text: str
    suit: Suit
    rank: str | Promise
    name: str | Promise
    told: str | Promise = ""


TRUMP = Suit("", "plain", "", pgettext_lazy("suit", "trumps"))
"""Trumps that are of no suit, such as the jacks of a Grand."""

NUMBERED = {
    "B": Suit("B", "blue", "numbered-B", pgettext_lazy("suit", "blue")),
    "G": Suit("G", "green", "numbered-G", pgettext_lazy("suit", "green")),
    "R": Suit("R", "red", "numbered-R", pgettext_lazy("suit", "red")),
    "Y": Suit("Y", "yellow", "numbered-Y", pgettext_lazy("suit", "yellow")),
}
"""The pack of Mit List und Tücke: numbers in four colours, each with a shape of its own."""

FRENCH = {
    "C": Suit("C", "green", "french-C", pgettext_lazy("suit", "clubs")),
    "S": Suit("S", "blue", "french-S", pgettext_lazy("suit", "spades")),
    "H": Suit("H", "red", "french-H", pgettext_lazy("suit", "hearts")),
    "D": Suit("D", "yellow", "french-D", pgettext_lazy("suit", "diamonds")),
}
"""The French pack in four colours, as tournament players like it."""

GERMAN = {
    "E": Suit("E", "brown", "german-E", pgettext_lazy("suit", "acorns")),
    "L": Suit("L", "green", "german-L", pgettext_lazy("suit", "leaves")),
    "H": Suit("H", "red", "german-H", pgettext_lazy("suit", "hearts")),
    "S": Suit("S", "yellow", "german-S", pgettext_lazy("suit", "bells")),
}
"""The German pack."""

FACES_OF = {"C": "E", "S": "L", "H": "H", "D": "S"}
"""The German suits that French ones are drawn as, paired as players of Skat do."""
GERMAN_FACES = {own: replace(GERMAN[drawn], letter=own) for own, drawn in FACES_OF.items()}
"""The French pack with German faces."""

PACKS = {"".join(suits): suits for suits in (NUMBERED, FRENCH, GERMAN)}
RANKS: Texts = {"T": "10"}
"""Ranks that are printed in another way than records write them."""
FRENCH_RANKS = {
    **RANKS,
    "J": pgettext_lazy("rank", "J"),
    "Q": pgettext_lazy("rank", "Q"),
    "K": pgettext_lazy("rank", "K"),
    "A": pgettext_lazy("rank", "A"),
}
"""Those of the French pack: Germans have B, D, K and A on their cards, the Dutch B, V, H and A.

The letters of the German pack are those of Germans, and nobody has others for it.
"""

COLOURS: Texts = {
    "B": pgettext_lazy("suit of a card", "blue"),
    "G": pgettext_lazy("suit of a card", "green"),
    "R": pgettext_lazy("suit of a card", "red"),
    "Y": pgettext_lazy("suit of a card", "yellow"),
}
"""The colours of the numbered pack as they stand before a number."""


@dataclass(frozen=True)
class Names:
    """What cards of a rank and a suit are called: those of `court` by a name, others by a number.

    `of_court` makes such a name, in which the suits are `suits`; `printed` is what stands on cards
    if that is not the rank.
    """

    printed: Texts
    court: Texts
    suits: Texts
    of_court: Callable[..., Promise]


FRENCH_NAMES = Names(
    printed=FRENCH_RANKS,
    court={
        "J": pgettext_lazy("rank", "jack"),
        "Q": pgettext_lazy("rank", "queen"),
        "K": pgettext_lazy("rank", "king"),
        "A": pgettext_lazy("rank", "ace"),
    },
    suits={
        "C": pgettext_lazy("suit of a card", "clubs"),
        "S": pgettext_lazy("suit of a card", "spades"),
        "H": pgettext_lazy("suit of a card", "hearts"),
        "D": pgettext_lazy("suit of a card", "diamonds"),
    },
    of_court=partial(format_lazy, pgettext_lazy("court card", "{rank} of {suit}")),
)
GERMAN_NAMES = Names(
    printed=RANKS,
    court={
        "U": pgettext_lazy("German rank", "Unter"),
        "O": pgettext_lazy("German rank", "Ober"),
        "K": pgettext_lazy("German rank", "king"),
        "S": pgettext_lazy("German rank", "Sau"),
    },
    suits={
        "E": pgettext_lazy("suit of a card", "acorns"),
        "L": pgettext_lazy("suit of a card", "leaves"),
        "H": pgettext_lazy("suit of a card", "hearts"),
        "S": pgettext_lazy("suit of a card", "bells"),
    },
    of_court=partial(format_lazy, pgettext_lazy("German court card", "{rank} of {suit}")),
)
GERMAN_FACE_NAMES = Names(
    printed={**RANKS, "J": "U", "Q": "O"},
    court={
        "J": GERMAN_NAMES.court["U"],
        "Q": GERMAN_NAMES.court["O"],
        "K": GERMAN_NAMES.court["K"],
        "A": pgettext_lazy("German rank", "ace"),
    },
    suits={own: GERMAN_NAMES.suits[drawn] for own, drawn in FACES_OF.items()},
    of_court=GERMAN_NAMES.of_court,
)


def _in_sentence(name: str | Promise) -> Promise:
    return format_lazy(pgettext_lazy("card in a sentence", "the {card}"), card=name)


JOKERS = {
    text: Card(text, Suit(text, colour, "joker", _joker), "", _joker, _told)
    for text, colour, _joker, _told in (
        (
            "X1",
            "plain",
            pgettext_lazy("card", "first joker"),
            pgettext_lazy("card in a sentence", "the first joker"),
        ),
        (
            "X2",
            "red",
            pgettext_lazy("card", "second joker"),
            pgettext_lazy("card in a sentence", "the second joker"),
        ),
    )
}
WELI = Card("W", GERMAN["S"], "W", "Weli", pgettext_lazy("card in a sentence", "the Weli"))
SPECIAL = {**JOKERS, WELI.text: WELI}
"""Cards that are not written as suit and rank."""

BACK = Card("", Suit("?", "plain", "", ""), "", pgettext_lazy("card", "a card face down"))


class Pack:
    """The cards of one game, made once and looked up by text.

    `named` are its suits by the words that actions and facts have for them, `terms` what they are
    called.
    """

    def __init__(self, suits: dict[str, Suit], named: Mapping[str, Suit] | None = None) -> None:
        self.suits = suits
        self.named: Mapping[str, Suit] = named or {}
        self.terms: Texts = {word: suit.name for word, suit in self.named.items()}
        self._cards: dict[str, Card] = {}

    def card(self, text: str) -> Card:
        """Return the card of a text such as `R10`; a joker is its own suit."""
        if text in SPECIAL:
            return SPECIAL[text]
        if text not in self._cards:
            suit = self.suits.get(text[0])
            self._cards[text] = self._drawn(text, suit) if suit else Card(text, plain(text), "", "")
        return self._cards[text]

    def _drawn(self, text: str, suit: Suit) -> Card:
        """Return a card of a suit, with the name that its pack gives it."""
        rank = text[1:]
        if self.suits is NUMBERED:
            return _numbered(text, suit)
        if self._names:
            return _ranked(text, suit, self._names)
        name = f"{suit.name} {rank}"
        return Card(text, suit, RANKS.get(rank, rank), name, name)

    def rank(self, text: str) -> str:
        """Return a rank as it is printed on cards for the visitor."""
        printed = self._names.printed if self._names else RANKS
        return str(printed.get(text, text))

    @property
    def _names(self) -> Names | None:
        """What cards of rank and suit are called, None where nobody has said."""
        named = ((FRENCH, FRENCH_NAMES), (GERMAN, GERMAN_NAMES), (GERMAN_FACES, GERMAN_FACE_NAMES))
        return next((names for suits, names in named if suits is self.suits), None)

    def is_card(self, text: str) -> bool:
        """Tell whether a text is written like a card of this pack."""
        return text in SPECIAL or (2 <= len(text) <= 3 and text[0] in self.suits)

    def cards(self, texts: Iterable[str]) -> list[Card]:
        """Return the cards of several texts, in their order."""
        return [self.card(text) for text in texts]

    def by_suit(self, texts: Iterable[str]) -> list[tuple[Suit, list[Card]]]:
        """Return the cards grouped by suit, suits in the pack's order, empty ones left out."""
        cards = self.cards(texts)
        suits = dict.fromkeys([*self.suits.values(), *(card.suit for card in cards)])
        groups = [(suit, [card for card in cards if card.suit == suit]) for suit in suits]
        return [(suit, group) for suit, group in groups if group]


def _numbered(text: str, suit: Suit) -> Card:
    """Return a card of the numbered pack, which is called by its colour: red 7."""
    fills = {"colour": COLOURS[suit.letter], "number": text[1:]}
    name = format_lazy(pgettext_lazy("card", "{colour} {number}"), **fills)
    told = format_lazy(pgettext_lazy("card in a sentence", "the {colour} {number}"), **fills)
    return Card(text, suit, text[1:], name, told)


def _ranked(text: str, suit: Suit, names: Names) -> Card:
    """Return a card that is called by its rank and suit; ranks without a name are numbers."""
    rank = text[1:]
    shown = names.printed.get(rank, rank)
    if rank in names.court:
        name = names.of_court(rank=names.court[rank], suit=names.suits[suit.letter])
    else:
        name = format_lazy(pgettext_lazy("card", "{rank} of {suit}"), rank=shown, suit=suit.name)
    return Card(text, suit, shown, name, _in_sentence(name))


def plain(letter: str) -> Suit:
    """Return a suit that has no colour and no symbol of its own: it shows its letter."""
    return Suit(letter, "plain", "", letter)


@cache
def suits_of(game: str) -> dict[str, Suit]:
    """Return the suits of a game by the names that its sheet uses; none if nobody knows it."""
    try:
        pack = games.get(game).pack
    except games.UnknownGame:
        return {}
    drawn = [pack_of(game).suits[letter] for letter in pack.suits]
    return dict(zip(pack.suit_names, drawn, strict=True))


def pack_of(game: str, faces: str = "") -> Pack:
    """Return the pack of a game by its slug; suits that nobody has drawn show their letters.

    Other `faces` than its own have only the cards of which `has_faces` tells.
    """
    return _pack(game, is_german=faces == "german" and has_faces(game))


@cache
def has_faces(game: str) -> bool:
    """Tell whether the cards of a game can have German faces: the French 32 from seven to ace."""
    found = games.get(game)
    decks = (found.deck_of(players, found.options()) for players in found.players)
    cards = {found.pack.format(card) for deck in decks for card in deck}
    return cards == {suit + rank for suit in FRENCH for rank in "789TJQKA"}


@cache
def _pack(game: str, *, is_german: bool) -> Pack:
    own = games.get(game).pack
    drawn = GERMAN_FACES if is_german else PACKS.get(own.suits)
    suits = drawn or {letter: plain(letter) for letter in own.suits}
    words = zip(own.suits, own.suit_names, strict=True)
    return Pack(suits, {word: suits[letter] for letter, word in words})
