"""The words of Skat."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rules.cards import card_of
from engine.rules.words import Drawn, Fact, Row, Words
from games.shared.packs import FRENCH
from games.shared.scales import ranked, worth

from .cards import CONTRACTS, GRAND, NULL, POINTS, RAMSCH, RANKS, SIDE_RANKS, TRUMPS

BUT_NULL = (None, *range(GRAND + 1), RAMSCH)
"""The contracts in which cards count; None before one is named."""


def _contract(facts: Mapping[str, Any]) -> int | None:
    """Return the contract, None before it is named."""
    return CONTRACTS.index(facts["contract"]) if facts.get("contract") else None


def _trumps(players: int, facts: Mapping[str, Any]) -> str | None:
    """Return the trumps of the contract, the highest first."""
    contract = _contract(facts)
    if contract is None or contract == NULL:
        return None
    bits = [int(at) for at in TRUMPS[min(contract, GRAND)] if at >= 0]
    return FRENCH.format_cards(card_of(at >> 3, RANKS[at & 7]) for at in bits)


def _in(contracts: Sequence[int | None], cards: str) -> Drawn:
    """Return the cards of a row that holds in these contracts."""
    return lambda players, facts: cards if _contract(facts) in contracts else None


WORDS = Words(
    tile="CJ SJ HA",
    line="Bid, then play alone against the other two.",
    phrases={
        "pick up": "%(name)s picks up the skat.",
        "hand": "%(name)s plays from the hand.",
        "yes": "%(name)s holds.",
    },
    labels={
        "pick up": "Pick up the skat",
        "hand": "Play from the hand",
        "yes": "Yes",
    },
    terms={
        "grand": "grand",
        "null": "null",
        "null ouvert": "null ouvert",
        "ramsch": "ramsch",
        "schneider": "schneider",
        "schwarz": "schwarz",
        "ouvert": "ouvert",
    },
    facts={
        "hand": Fact("Hand"),
        "matadors": Fact("Matadors", signed=("with %(count)s", "without %(count)s")),
    },
    phases={
        "declare": "Game",
        "skat": "Skat",
    },
    questions={
        "skat": "Pick up the skat?",
    },
    tally={
        "points": "Card points",
        "tricks": "Tricks",
        "contract": "%(rest)s",
        "with": "with %(count)s",
        "without": "without %(count)s",
        "game": "game %(count)s",
        "hand": "hand %(count)s",
        "schneider": "schneider %(count)s",
        "schwarz": "schwarz %(count)s",
        "schneider announced": "schneider announced %(count)s",
        "schwarz announced": "schwarz announced %(count)s",
        "ouvert announced": "ouvert %(count)s",
        "won": "Won: %(count)s × %(base)s",
        "lost": "Lost: 2 × %(count)s × %(base)s",
        "overbid": "Overbid, the bid was %(bid)s: 2 × %(count)s × %(base)s",
        "null won": "Null won: %(base)s",
        "null lost": "Null lost: 2 × %(base)s",
        "fewest points": "Ramsch: fewest card points",
        "no trick": "Ramsch: no trick",
        "all tricks": "Ramsch: all tricks",
    },
    sheet={
        "announced": "Announced",
        "hand": "Hand",
        "matadors": "Matadors",
        "ramsch": "Ramsch",
        "tie": "Who wins the tie",
        "with": "with",
        "without": "without",
        "without_trick": "Without a trick",
    },
    goal=(
        "One player, the declarer, plays alone against two. The highest bid decides who.",
        "The declarer mostly needs 61 of the 120 card points; in null, no trick at all.",
        "Only the declarer scores: the value of the game, or minus twice the value.",
    ),
    order=(
        Row("Trumps, highest first", _trumps),
        Row("The highest trumps, but in null", _in([None], "CJ SJ HJ DJ")),
        Row("In every suit after them", _in(BUT_NULL, ranked(SIDE_RANKS))),
        Row("In null, without trumps", _in([None, NULL], ranked(reversed(RANKS)))),
    ),
    counts=tuple(
        Row(row.text, _in(BUT_NULL, str(row.cards))) for row in worth(POINTS, reversed(RANKS))
    ),
    asks={
        "auction": "Two players bid at a time: one names values, the other says yes or passes. "
        "Whoever is left plays alone.",
        "skat": "The declarer takes the two cards of the skat, or plays without them for more.",
        "discard": "The declarer puts two cards away.",
        "declare": "The declarer names the game: a suit as trump, grand, or null.",
        "play": "The declarer needs 61 card points, whatever was announced, or in null no trick. "
        "In a Ramsch all play alone, and card points are bad.",
    },
    meanings={
        "bid": "You offer to play alone. If your game turns out to be worth less than your bid, "
        "you lose it.",
        "yes": "You hold this value: you too would play alone for it.",
        "pass": "You leave the auction. If nobody bids, all play a Ramsch, in which card points "
        "are bad.",
        "pick up": "The two cards go to your hand, and you put two away. After that you can "
        "announce nothing but null ouvert.",
        "hand": "You play without seeing the skat. Your game is worth more, and you may announce "
        "schneider, schwarz or ouvert.",
        "discard": "The points of these two cards are yours. Nobody else sees them while you play.",
        "declare": "This suit and the four jacks are trumps. You need 61 card points, unless you "
        "announce more. Base value: clubs 12, spades 11, hearts 10, diamonds 9.",
        "declare grand": "Only the four jacks are trumps. You need 61 card points, unless you "
        "announce more. Base value 24.",
        "declare null": "There are no trumps, and you must not win a trick. Worth 23, from the "
        "hand 35.",
        "declare null ouvert": "Null with your cards open on the table. Worth 46, from the hand "
        "59.",
        "schneider": "You need 90 card points. The game is worth more.",
        "schwarz": "You must win all ten tricks. The game is worth more still.",
        "ouvert": "You must win all ten tricks, with your cards open on the table. The game is "
        "worth most.",
        "play": "Follow suit if you can; jacks belong to trump, but in null to their own suit. If "
        "you cannot follow, any card will do.",
    },
    german={
        "declare": "This suit and the four Unters are trumps. You need 61 card points, unless you "
        "announce more. Base value: acorns 12, leaves 11, hearts 10, bells 9.",
        "declare grand": "Only the four Unters are trumps. You need 61 card points, unless you "
        "announce more. Base value 24.",
        "play": "Follow suit if you can; Unters belong to trump, but in null to their own suit. If "
        "you cannot follow, any card will do.",
    },
)
