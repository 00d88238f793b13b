"""Briscola for two, three or four players, four in two sides.

Tricks with a trump suit and no duty to follow; three cards in hand, drawn from a stock whose
last card lies open from the start and names trump. Points of the cards decide.

Rules and rulings taken: `rules.md` (BR1 to BR6). No deviations.
"""

from engine.rules.game import Form, Game
from games.shared.packs import FRENCH
from games.shared.ranking import ranked_by

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    HAND_SIZE,
    PLAYERS,
    RULES,
    STRENGTH,
    deck_of,
    explain,
    facts,
    format_action,
    parse_action,
    sides,
)
from .sheet import Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="briscola",
    name="Briscola",
    players=PLAYERS,
    pack=FRENCH,
    phases=("play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=HAND_SIZE,
    max_actions=40,
    notation=(Form("play", "HA", "play this card"),),
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranked_by(STRENGTH),
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    sides=sides,
    native_end="two rounds, three at a table of three; then further ones until one side leads",
    native_rounds=lambda players: 0,
    words=WORDS,
    greedy=choose,
)
