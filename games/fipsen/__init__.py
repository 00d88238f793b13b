"""Fipsen, a game of bidding for tricks from the north of Germany, for four players.

Seat after seat bids against whoever holds the highest bid; the last left names trump and plays
alone against the other three, with five cards each. Whoever has neither king, queen nor jack may
bid the Kieker: all tricks, but with ten cards to choose the hand from.

Rules and rulings taken: `rules.md` (FI1 to FI10). No deviations.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH
from games.shared.ranking import ranked_by
from games.shared.tricks import BY_RANK

from .actions import (
    DISCARD_ACTION,
    NOTATION,
    PHASES,
    SURRENDER,
    explain,
    format_action,
    parse_action,
    told,
)
from .auction import BID_ACTION
from .bids import KIEKER, TRICKS
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import _FIVE_OF_TEN, DTYPE, NATIVE_ROUNDS, RULES, deck_of, facts
from .sheet import PLAYERS, Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="fipsen",
    name="Fipsen",
    players=(PLAYERS,),
    pack=FRENCH,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=len(_FIVE_OF_TEN),
    # Twelve heights after the first are bid and held, three seats pass; trump, twenty cards.
    max_actions=1 + 2 * 12 + 3 + 1 + PLAYERS * TRICKS,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranked_by(BY_RANK),
    told=told,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    native_end=f"{NATIVE_ROUNDS} rounds",
    native_rounds=lambda players: NATIVE_ROUNDS,
    redeals=True,
    telling=(BID_ACTION + KIEKER,),
    secret_phases=("discard",),
    calls=(SURRENDER, DISCARD_ACTION),
    words=WORDS,
    greedy=choose,
)
