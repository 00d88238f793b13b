"""Why a card of one's hand cannot be played now, told from the view of its seat.

Derived from the legal actions alone, so that it is true in every game: what is said of the cards
that may be played holds for each of them, and not for the card asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.game import Game
from engine.rules.ranking import TRUMPS, Ranking

NOT_NOW: Final = "not-now"
MUST_FOLLOW: Final = "must-follow"
MUST_TRUMP: Final = "must-trump"
MUST_HEAD: Final = "must-head"
ONLY: Final = "only"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason by its key, with the suit that must be played or the cards that may be.

    | key | what it says |
    |---|---|
    | `not-now` | no card of one's hand can be played or named now |
    | `must-follow` | only cards of `suit`, which was led |
    | `must-trump` | only cards of `suit`, which is trump |
    | `must-head` | only cards of `suit` that rank above this one |
    | `only` | only `cards` |

    Where `suit` is that of trumps, which others may belong to as well, such as jacks, `is_trumps`
    says so; it is empty if all trumps are such others.
    """

    key: str
    suit: str = ""
    cards: Sequence[str] = ()
    is_trumps: bool = False


def whys(view: Mapping[str, Any], game: Game) -> dict[str, Why]:
    """Return for each card of the hand in a seat's view that no legal action names, why."""
    hand: list[str] = view["hand"]
    named = {word for text in view["legal"] for word in text.split(" ")}
    usable = [card for card in hand if card in named]
    asked = [card for card in hand if card not in named]
    if not usable:
        return {card: Why(NOT_NOW) for card in asked}
    return {card: _why(card, usable, view, game) for card in asked}


def _why(card: str, usable: Sequence[str], view: Mapping[str, Any], game: Game) -> Why:
    ranking, parse = game.ranking(view["facts"]), game.pack.parse
    suits = {ranking.suit(parse(other)) for other in usable}
    led, own = _led(view, game, ranking), ranking.suit(parse(card))
    are_higher = all(ranking.height(parse(other)) > ranking.height(parse(card)) for other in usable)
    if suits == {own} and led is not None and are_higher:
        return _of_suit(MUST_HEAD, own, ranking, game)
    if own not in suits and led is not None and suits == {led}:
        return _of_suit(MUST_FOLLOW, led, ranking, game)
    if own not in suits and suits == {TRUMPS}:
        return _of_suit(MUST_TRUMP, TRUMPS, ranking, game)
    return Why(ONLY, cards=tuple(usable))


def _of_suit(key: str, suit: int, ranking: Ranking, game: Game) -> Why:
    """Return a reason that names the suit by its letter; of jokers there is none."""
    is_trumps = suit == TRUMPS
    number = ranking.trump if is_trumps else suit
    letter = game.pack.suits[number] if 0 <= number < len(game.pack.suits) else ""
    return Why(key, suit=letter, is_trumps=is_trumps)


def _led(view: Mapping[str, Any], game: Game, ranking: Ranking) -> int | None:
    """Return the suit that was led to the trick, None if none was."""
    lying = [played["card"] for played in view["table"]]
    return ranking.suit(game.pack.parse(lying[0])) if lying and lying[0] else None
