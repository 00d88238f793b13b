"""What a player can do now, as the table offers it: cards to play, buttons, lists, cards to tick.

Actions of one card are buttons, those of several cards are ticked and then sent with their verb.
Where there are many of one kind, such as bids, most of them stand in a list. All that is offered
comes from the legal actions, and `chosen` finds the action again that a form asks for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _

from league.web.games.cards import Card, Pack, Suit
from league.web.games.games import words_of
from league.web.games.labels import label_beside, label_of, label_of_pick
from league.web.games.phrases import listed
from league.web.play.asks import how_many

MANY = 8
"""More actions of one kind than this stand in a list."""


class NoSuchChoice(ValueError):
    """What was ticked is no legal action; the message says what is."""


@dataclass(frozen=True)
class Choice:
    """An action on a button: its text, its label, and the cards or the suit it is drawn with.

    `beside` is what stands beside the cards.
    """

    action: str
    label: str
    cards: Sequence[Card] = ()
    suit: Suit | None = None
    beside: str = ""


@dataclass(frozen=True)
class Held:
    """A card of one's hand: the action that it plays, or whether it can be ticked, or why not.

    `rank` orders cards as the game ranks them now, the lowest first, trumps last.
    """

    card: Card
    rank: int
    action: str = ""
    label: str = ""
    can_be_ticked: bool = False
    why: str = ""


@dataclass(frozen=True)
class Pick:
    """What can be done with cards that are ticked, and with how many."""

    verb: str
    label: str
    hint: str
    least: int
    most: int


@dataclass(frozen=True)
class Choices:
    """All that can be done: with the hand, with buttons, from lists, and with ticked cards.

    `others` are cards to tick that are not in the hand.
    """

    hand: Sequence[Held] = ()
    buttons: Sequence[Choice] = ()
    lists: Sequence[Sequence[Choice]] = ()
    picks: Sequence[Pick] = ()
    others: Sequence[Card] = ()


def choices(
    game: str,
    legal: Sequence[str],
    hand: Sequence[str],
    pack: Pack,
    why: Mapping[str, str],
    *,
    ranks: Mapping[str, int] = MappingProxyType({}),
) -> Choices:
    """Return what the legal actions offer.

    `why` says of cards why they cannot be played; where no card can be, none is asked about.
    `ranks` are those of the cards of the hand, as they stand now.
    """
    ticked = _to_tick(game, legal, pack)
    tapped = _to_tap(legal, hand, pack, has_picks=bool(ticked))
    rest = [text for text in legal if text not in tapped.values() and text not in ticked]
    cards = {card for text in ticked for card in cards_of(text, pack)}
    is_with_cards = not cards.isdisjoint(hand) or bool(tapped)
    kinds = _kinds(rest, pack)
    return Choices(
        hand=[
            Held(
                card=pack.card(text),
                rank=ranks.get(text, 0),
                action=tapped.get(text, ""),
                label=label_of(game, tapped[text], pack) if text in tapped else "",
                can_be_ticked=text in cards,
                why=""
                if text in tapped or text in cards or not is_with_cards
                else why.get(text, ""),
            )
            for text in hand
        ],
        buttons=[
            Choice(
                text,
                label_of(game, text, pack),
                pack.cards(cards_of(text, pack)),
                _trump_of(text, pack),
                label_beside(game, text, pack),
            )
            for kind in kinds
            for text in _on_buttons(kind, pack)
        ],
        lists=[
            [Choice(text, label_of(game, text, pack)) for text in kind]
            for kind in (_in_list(kind, pack) for kind in kinds)
            if kind
        ],
        picks=[
            _pick(game, verb, ticked, pack)
            for verb in dict.fromkeys(text.split()[0] for text in ticked)
        ],
        others=[card for card in _all_cards(legal, cards, pack) if card.text not in hand],
    )


def chosen(action: str, verb: str, cards: Sequence[str], legal: Sequence[str], pack: Pack) -> str:
    """Return the action that a form asks for; raises NoSuchChoice for ticks that are none."""
    if not verb:
        return action
    of_verb = [text for text in legal if text.split()[0] == verb]
    for text in of_verb:
        if sorted(cards_of(text, pack)) == sorted(cards):
            return text
    if not of_verb:
        raise NoSuchChoice(_("You cannot do this now."))
    if len(cards) in {len(cards_of(text, pack)) for text in of_verb}:
        named = listed([card.name for card in pack.cards(cards)])
        raise NoSuchChoice(_("The rules do not allow this with %(cards)s.") % {"cards": named})
    raise NoSuchChoice(how_many(verb, *_counts(verb, of_verb, pack)))


def cards_of(action: str, pack: Pack) -> list[str]:
    """Return the cards that an action names."""
    return [word for word in action.split() if pack.is_card(word)]


def _trump_of(action: str, pack: Pack) -> Suit | None:
    """Return the suit that an action makes trump or declares, and says nothing more."""
    match action.split():
        case ["trump", letter]:
            return pack.suits.get(letter)
        case ["declare", word]:
            return pack.named.get(word)
        case _:
            return None


def _pick(game: str, verb: str, ticked: Sequence[str], pack: Pack) -> Pick:
    least, most = _counts(verb, ticked, pack)
    label = label_of_pick(game, verb)
    return Pick(verb, label, how_many(verb, least, most), least, most)


def _counts(verb: str, legal: Sequence[str], pack: Pack) -> tuple[int, int]:
    """Return how many cards a verb is for, at least and at most."""
    counts = {len(cards_of(text, pack)) for text in legal if text.split()[0] == verb}
    return min(counts), max(counts)


def _verb_of_cards(action: str, pack: Pack) -> str:
    """Return the verb of an action that is a verb and cards, otherwise nothing."""
    verb, *words = action.split()
    is_card = pack.is_card(verb)
    return "" if is_card or not words or not all(map(pack.is_card, words)) else verb


def _to_tick(game: str, legal: Sequence[str], pack: Pack) -> list[str]:
    """Return the actions whose cards are ticked: all of one card too, where some have several.

    What a game has a word of its own for is always ticked, so that it is done in one way.
    """
    named = [text for text in legal if _verb_of_cards(text, pack)]
    has_several = any(len(cards_of(text, pack)) > 1 for text in named)
    has_word = any(text.split()[0] in words_of(game).picks for text in named)
    return named if has_several or has_word else []


def _to_tap(
    legal: Sequence[str], hand: Sequence[str], pack: Pack, *, has_picks: bool
) -> dict[str, str]:
    """Return the action that tapping a card of the hand takes, by card."""
    played = {text: text for text in legal if text in hand}
    if played or has_picks:
        return played
    named = [text for text in legal if _verb_of_cards(text, pack)]
    verbs = {text.split()[0] for text in named}
    tapped = {card: text for text in named for card in cards_of(text, pack)}
    return tapped if len(verbs) == 1 and set(tapped) <= set(hand) else {}


def _kinds(actions: Sequence[str], pack: Pack) -> list[list[str]]:
    """Return actions grouped by what they begin with."""
    kinds: dict[str, list[str]] = {}
    for action in actions:
        verb = action.split()[0]
        kinds.setdefault("" if pack.is_card(verb) else verb, []).append(action)
    return list(kinds.values())


def _on_buttons(kind: Sequence[str], pack: Pack) -> Sequence[str]:
    """Return those of one kind that stand on buttons: the plain ones, of many only the first."""
    plain = kind if cards_of(kind[0], pack) else _plain(kind)
    return plain if len(plain) <= MANY or plain is kind else plain[:1]


def _in_list(kind: Sequence[str], pack: Pack) -> Sequence[str]:
    on_buttons = _on_buttons(kind, pack)
    return [text for text in kind if text not in on_buttons]


def _plain(kind: Sequence[str]) -> Sequence[str]:
    """Return actions without further announcements, where there are many of a kind."""
    if len(kind) <= MANY:
        return kind
    return [text for text in kind if len(text.split()) <= len(kind[0].split())]


def _all_cards(legal: Sequence[str], cards: set[str], pack: Pack) -> list[Card]:
    """Return cards to tick in the order in which the actions name them."""
    named = dict.fromkeys(card for text in legal for card in cards_of(text, pack))
    return [pack.card(card) for card in named if card in cards]
