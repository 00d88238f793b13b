"""A round of Gong Zhu, from the deal to the scores.

Rulings: `rules.md` (GZ1 to GZ6).
"""

from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import card_of, suit_of
from engine.rules.errors import IllegalAction, InvalidNotation
from engine.rules.game import Form, Options, Rules
from engine.rules.state import (
    EVERYBODY,
    HAND,
    WON,
    State,
    close_round,
    finish_round,
    holds,
    move,
    next_seat,
    play_to_trick,
    rounds_are_played,
    state_dtype,
)
from games.shared.dealing import deal_singly
from games.shared.packs import ACE, FRENCH, HEARTS, SPADES, cards_of_ranks
from games.shared.tricks import BY_RANK, cards_that_follow, collect_trick, winner_so_far

from .sheet import (
    EXPOSABLE,
    PLAYERS,
    SCORING_CARDS,
    score_of,
)

TRICKS = 13
FIRST_LEAD = card_of(SPADES, 2)
"""The card that is led first in a match."""
LOST = -1000
"""Who has no more than this ends the native match."""

EXPOSE, PLAY, OVER = range(3)
EXPOSE_ACTION = 256
"""An action that exposes cards is this plus a bit for the suit of each, `pass` this alone."""

DTYPE = state_dtype(
    seats=4,
    suits=4,
    fields=[
        ("exposed", "i8"),  # bit s: the exposable card of suit s was exposed
        ("opened", "i8"),  # bit s: suit s was led in a trick before this one
        ("pig", "i8"),  # who took the queen of spades last, -1 if nobody did in this match
    ],
)


@rule
def setup(s: State) -> None:
    """Prepare a match: nobody has taken the pig."""
    s.pig = -1


@rule
def deal(s: State, deck: Any) -> None:
    """Deal all cards; the pig's last taker leads, the first time the holder of the 2♠ (GZ1)."""
    deal_singly(s, deck, len(deck))
    s.exposed = 0
    s.opened = 0
    s.leader = s.pig
    if s.pig < 0:
        s.leader = int(s.place[FIRST_LEAD]) - HAND
        move(s, FIRST_LEAD, HAND + s.leader, EVERYBODY)  # he announces first (GZ1a)
    s.turn = s.leader
    s.phase = EXPOSE


@rule
def legal(s: State, out: Any) -> int:
    """Write the legal actions of the seat to act to `out` and return their number."""
    if s.phase == EXPOSE:
        return _legal_exposures(s, out)
    if s.phase == PLAY:
        return _legal_cards(s, out)
    return 0


@rule
def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == EXPOSE:
        _expose(s, action - EXPOSE_ACTION)
    else:
        _play(s, action)


@rule
def end_round(s: State) -> None:
    """Score what every seat has captured."""
    for seat in range(s.seats):
        s.scores[seat] = score_of(_captured_hearts(s, seat), _captured_others(s, seat), s.exposed)
    close_round(s)
    if is_over(s):
        s.over = 1


@rule
def is_over(s: State) -> bool:
    """Tell whether the rounds are played; the native match ends at -1000 points (GZ6)."""
    if s.rounds > 0:
        return rounds_are_played(s)
    return min(s.totals[0], s.totals[1], s.totals[2], s.totals[3]) <= LOST


@rule
def _exposable(s: State, seat: int) -> int:
    """Return the exposable cards in a hand, bit s for the one of suit s."""
    held = 0
    for suit in range(4):
        if s.place[EXPOSABLE[suit]] == HAND + seat:
            held |= 1 << suit
    return held


@rule
def _legal_exposures(s: State, out: Any) -> int:
    """List every set of the exposable cards in hand, the empty one first (GZ2)."""
    held = _exposable(s, s.turn)
    n = 0
    chosen = 0
    while True:
        out[n] = EXPOSE_ACTION + chosen
        n += 1
        chosen = (chosen - held) & held  # the next larger set
        if chosen == 0:
            return n


@rule
def _legal_cards(s: State, out: Any) -> int:
    if _is_first_lead(s):
        out[0] = FIRST_LEAD
        return 1
    n = cards_that_follow(s, s.turn, out)
    if s.exposed & ~s.opened == 0:
        return n
    allowed = 0
    for i in range(n):
        if not _is_banned(s, int(out[i])):
            out[allowed] = out[i]
            allowed += 1
    return allowed


@rule
def _is_first_lead(s: State) -> bool:
    """Tell whether the first card of the match is to be led."""
    return s.pig < 0 and s.trick == 0 and s.on_table == 0


@rule
def _is_banned(s: State, card: int) -> bool:
    """Tell whether a card in hand stays there because it was exposed (GZ3).

    So it does in the first trick in which its suit is led, its own lead included, unless the
    seat to act has no other card of the suit.
    """
    suit = suit_of(card)
    if card != EXPOSABLE[suit] or ((s.exposed & ~s.opened) >> suit) & 1 == 0:
        return False
    if s.on_table > 0 and suit_of(int(s.table[s.leader])) != suit:
        return False
    return popcount(s.hand[s.turn, suit]) > 1


@rule
def _expose(s: State, chosen: int) -> None:
    for suit in range(4):
        if (chosen >> suit) & 1:
            move(s, int(EXPOSABLE[suit]), HAND + s.turn, EVERYBODY)
    s.exposed |= chosen
    s.turn = next_seat(s, s.turn)
    if s.turn == s.leader:
        s.phase = PLAY


@rule
def _play(s: State, card: int) -> None:
    play_to_trick(s, card)
    if s.on_table == s.seats:
        _end_trick(s)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_trick(s: State) -> None:
    winner = winner_so_far(s, -1, BY_RANK)
    s.opened |= 1 << suit_of(int(s.table[s.leader]))
    for seat in range(s.seats):
        if s.table[seat] == EXPOSABLE[SPADES]:
            s.pig = winner
    collect_trick(s, winner)
    s.trick += 1
    s.leader = winner
    s.turn = winner
    if s.trick == TRICKS:
        finish_round(s)


@rule
def _captured_hearts(s: State, seat: int) -> int:
    """Return the hearts in a seat's pile, bit r for the one of rank r."""
    hearts = 0
    for rank in range(2, ACE + 1):
        if s.place[card_of(HEARTS, rank)] == WON + seat:
            hearts |= 1 << rank
    return hearts


@rule
def _captured_others(s: State, seat: int) -> int:
    """Return the exposable cards in a seat's pile, bit s for the one of suit s."""
    taken = 0
    for suit in range(4):
        if s.place[EXPOSABLE[suit]] == WON + seat:
            taken |= 1 << suit
    return taken


RULES = Rules(
    setup=setup, deal=deal, legal=legal, apply=apply, end_round=end_round, is_over=is_over
)

NOTATION = (
    Form("expose", "expose SQ HA", "show these of CT SQ HA DJ, which doubles their effect"),
    Form("expose", "pass", "expose nothing"),
    Form("play", "HA", "play this card"),
)


def deck_of(players: int, options: Options) -> list[int]:
    """Return the 52 cards."""
    return cards_of_ranks(list(range(2, ACE + 1)))


def format_action(s: State, action: int) -> str:
    """Return the text of an action."""
    if action == EXPOSE_ACTION:
        return "pass"
    if action > EXPOSE_ACTION:
        return "expose " + FRENCH.format_cards(_cards_of_set(action - EXPOSE_ACTION))
    return FRENCH.format(action)


def parse_action(s: State, text: str) -> int:
    """Return the action of a text; raises InvalidNotation, or IllegalAction for other exposures."""
    match text.split(" "):
        case ["pass"]:
            return EXPOSE_ACTION
        case ["expose", _, *_]:
            return EXPOSE_ACTION + _parse_exposure(text.split(" ")[1:])
        case [card]:
            return FRENCH.parse(card)
    raise InvalidNotation(f"{text[:40]!r} is not a card, expose … or pass")


def _parse_exposure(words: list[str]) -> int:
    chosen = 0
    for card in FRENCH.parse_set(words):
        if card not in EXPOSABLE:
            raise IllegalAction(f"{FRENCH.format(card)} is none of {_EXPOSABLE_TEXT}")
        chosen |= 1 << suit_of(card)
    return chosen


def _cards_of_set(chosen: int) -> list[int]:
    return [int(EXPOSABLE[suit]) for suit in range(4) if chosen >> suit & 1]


_EXPOSABLE_TEXT = FRENCH.format_cards(_cards_of_set(15))


def explain(s: State, action: int) -> str:
    """Say why an action is not legal."""
    if s.phase == PLAY:
        return _explain_card(s, action)
    if action < EXPOSE_ACTION:
        return "before the first trick say which cards are exposed: `expose …` or `pass`"
    missing = (action - EXPOSE_ACTION) & ~int(_exposable(s, s.turn))
    return f"not in this hand: {FRENCH.format_cards(_cards_of_set(missing))}"


def _explain_card(s: State, action: int) -> str:
    if action >= EXPOSE_ACTION:
        return "cards are exposed before the first trick only"
    card = FRENCH.format(action)
    if not holds(s, s.turn, action):
        return f"{card} is not in this hand"
    if _is_first_lead(s):
        return f"the first lead of a match is {FRENCH.format(FIRST_LEAD)}"
    if _is_banned(s, action):
        return f"{card} was exposed: not in the first trick in which its suit is led"
    return f"{card} does not follow suit"


def facts(s: State) -> dict[str, Any]:
    """Return the cards exposed, the suits led so far, the scoring cards captured, the pig's taker.

    The taker is that of the round before until the pig is taken again, None if nobody was it yet.
    """
    won = [int(place) - WON for place in (s.place[FRENCH.parse(card)] for card in SCORING_CARDS)]
    return {
        "exposed": [FRENCH.format(card) for card in _cards_of_set(int(s.exposed))],
        "opened": [letter for suit, letter in enumerate(FRENCH.suits) if s.opened >> suit & 1],
        "captured": [
            [card for card, winner in zip(SCORING_CARDS, won, strict=True) if winner == seat]
            for seat in range(PLAYERS)
        ],
        "pig": None if s.pig < 0 else int(s.pig),
    }
