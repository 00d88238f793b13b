"""Mit List und Tücke, Klaus Palesch 1999, for four to six players.

Two players share every trick: the highest card of the led colour chooses, the lowest card of
another colour takes what is left. Everybody wants many cards of two colours and few of the rest.

Rules and rulings taken: `rules.md` (ML1 to ML9). No deviations.
"""

from engine.rules.game import Game

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    NOTATION,
    PACK,
    RULES,
    deck_of,
    explain,
    facts,
    format_action,
    parse_action,
)
from .sheet import PLAYERS, TRICKS, Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="mit-list-und-tuecke",
    name="Mit List und Tücke",
    players=PLAYERS,
    pack=PACK,
    phases=("play", "take", "keep", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=20,
    max_actions=6 * TRICKS + TRICKS + 6,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    native_end="as many rounds as players",
    native_rounds=lambda players: players,
    words=WORDS,
    greedy=choose,
)
