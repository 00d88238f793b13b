"""Actions in words: sentences of `phrases`, and where those do not do a function of the game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.web.games.cards import Pack, Suit
from league.web.games.phrases import listed, phrase, phrase_unseen, terms

MIT_LIST_UND_TUECKE = "mit-list-und-tuecke"


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


Wording = Callable[[Said, Pack], str]


def wording_of(game: str) -> Wording:
    """Return how a game's actions are put into words."""
    return WORDINGS.get(game, say_action)


def say_action(said: Said, pack: Pack) -> str:
    """Say who did what in a sentence, in the notation of the record if there is none for it."""
    words = said.action.split()
    verb = words[0]
    if pack.is_card(verb):
        verb = words[1] if words[1:] else "lead" if said.is_lead else "play"
        words = [verb, words[0]]
    is_seen = any(pack.is_card(word) for word in words[1:])
    sentence = None if is_seen else phrase_unseen(said.game, words)
    sentence = sentence or phrase(said.game, words)
    if sentence is None:
        return say_plainly(said, pack)
    text = str(sentence) % _details(said, words[1:], pack)
    return f"{text} {say_taker(said)}".rstrip()


def say_plainly(said: Said, pack: Pack) -> str:
    """Say who did what, in the notation of the record."""
    return f"{said.name}: {said.action}"


def say_taker(said: Said) -> str:
    """Say who won the trick with this action, if anybody did."""
    if said.taker is None:
        return ""
    return _("%(name)s wins the trick.") % {"name": said.names[said.taker]}


def _details(said: Said, words: Sequence[str], pack: Pack) -> Mapping[str, Any]:
    cards = [pack.card(word).name for word in words if pack.is_card(word)]
    suits = [pack.suits[word].name for word in words if word in pack.suits]
    return {
        "name": said.name,
        "cards": listed(cards),
        "suit": listed(suits),
        "rest": terms(words),
    }


def say_mit_list_und_tuecke(said: Said, pack: Pack) -> str:
    """Say a card played, a trick shared or two colours kept."""
    kind, *words = said.action.split()
    if kind == "take":
        cards = listed([card.name for card in pack.cards(words)])
        if said.leader == said.seat:
            return _("%(name)s takes %(cards)s; the rest leaves the game.") % {
                "name": said.name,
                "cards": cards,
            }
        return _("%(name)s takes %(cards)s; the rest goes to %(other)s.") % {
            "name": said.name,
            "cards": cards,
            "other": said.names[said.leader],
        }
    if kind == "keep":
        suits = listed([pack.suits[letter].name for letter in words])
        return _("%(name)s keeps %(suits)s.") % {"name": said.name, "suits": suits}
    card = pack.card(kind).name
    if said.is_lead:
        return _("%(name)s leads %(card)s.") % {"name": said.name, "card": card}
    return _("%(name)s plays %(card)s.") % {"name": said.name, "card": card}


def say_led(game: str, suit: Suit) -> str:
    """Say what the suit led to a trick means in a game."""
    if game == MIT_LIST_UND_TUECKE:
        return _("%(suit)s is trump") % {"suit": suit.name}
    return _("%(suit)s is led") % {"suit": suit.name}


def say_end(view: dict[str, Any], names: Sequence[str], *, is_redeal: bool) -> str | None:
    """Say why a round has ended, where that is not plain to see."""
    if is_redeal:
        return _("The deal is thrown in; the same dealer deals again.")
    return say_block(view, names) if view["game"] == MIT_LIST_UND_TUECKE else None


def say_block(view: dict[str, Any], names: Sequence[str]) -> str | None:
    """Say that a blocked player ended the round, if the view is of such an end."""
    if not (view["round_over"] and view["table"]):
        return None
    seat = (view["leader"] + len(view["table"])) % view["players"]
    return _(
        "%(name)s cannot add to the three colours on the table: the round ends at once, "
        "and these cards count for nobody."
    ) % {"name": names[seat]}


WORDINGS: dict[str, Wording] = {MIT_LIST_UND_TUECKE: say_mit_list_und_tuecke}
