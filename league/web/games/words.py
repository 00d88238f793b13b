"""What happens at a table in words, by the sentences of `phrases` and of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from league.web.games.cards import Pack, Suit
from league.web.games.games import say, words_of
from league.web.games.phrases import listed, phrase, phrase_unseen, terms


@dataclass(frozen=True)
class Said:
    """An action: its text, the seat that acts, all names, and what it did to the trick.

    `is_lead` tells whether the trick was empty before; `leader` leads the trick after it;
    `taker` is who won the trick by it, None if it was not won, or not yet.
    """

    action: str
    seat: int
    names: Sequence[str]
    is_lead: bool
    leader: int
    game: str = ""
    taker: int | None = None

    @property
    def name(self) -> str:
        """The name of the seat that acts."""
        return self.names[self.seat]


def say_action(said: Said, pack: Pack) -> str:
    """Say who did what in a sentence, in the notation of the record if there is none for it."""
    words = said.action.split()
    verb = words[0]
    if pack.is_card(verb):
        verb = words[1] if words[1:] else "lead" if said.is_lead else "play"
        words = [verb, words[0]]
    is_seen = any(pack.is_card(word) for word in words[1:])
    sentence = None if is_seen else phrase_unseen(said.game, words)
    sentence = sentence or phrase(said.game, words, leads=said.leader == said.seat)
    if sentence is None:
        return f"{said.name}: {said.action}"
    text = sentence % _details(said, words[1:], pack)
    return f"{text} {say_taker(said)}".rstrip()


def say_taker(said: Said) -> str:
    """Say who won the trick with this action, if anybody did."""
    if said.taker is None:
        return ""
    return _("%(name)s wins the trick.") % {"name": said.names[said.taker]}


def _details(said: Said, words: Sequence[str], pack: Pack) -> Mapping[str, Any]:
    cards = [pack.card(word).told for word in words if pack.is_card(word)]
    suits = [pack.suits[word].name for word in words if word in pack.suits]
    return {
        "name": said.name,
        "next": said.names[said.leader],
        "cards": listed(cards),
        "suit": listed(suits),
        "rest": terms(said.game, words, pack),
    }


def say_led(game: str, suit: Suit) -> str:
    """Say what the suit led to a trick means in a game, nothing if nobody leads there."""
    led = words_of(game).led
    text = _("%(suit)s are led") if led is None else say(game, led)
    return str(capfirst(text % {"suit": suit.name}))


def say_end(view: Mapping[str, Any], names: Sequence[str], *, is_redeal: bool) -> str | None:
    """Say why a round has ended, where that is not plain to see."""
    if is_redeal:
        return _("The deal is thrown in; the same dealer deals again.")
    stopped = words_of(view["game"]).stopped
    if not (stopped and view["round_over"] and view["table"]):
        return None
    seat = (view["leader"] + len(view["table"])) % view["players"]
    return say(view["game"], stopped) % {"name": names[seat]}
