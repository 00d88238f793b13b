"""Loo with five cards and Pam, for five to ten players.

Everybody may drop out free of charge; who stays shares the pot by tricks, or pays into the next
one if he takes none. The jack of clubs, Pam, is the highest trump whatever suit is trump.

Rules and rulings taken: `rules.md` (LO1 to LO11). One deviation from the rule text:
players who passed do not pay after a flush (LO6).
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .actions import (
    NOTATION,
    PASS_ACTION,
    PHASES,
    STAY_ACTION,
    explain,
    format_action,
    parse_action,
    told,
)
from .cards import HAND_SIZE, ranking
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import DTYPE, PLAYERS, RULES, deck_of, facts
from .sheet import Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="loo",
    name="Loo",
    players=PLAYERS,
    pack=FRENCH,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=1 << HAND_SIZE,
    max_actions=(4 + HAND_SIZE) * PLAYERS[-1],
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranking,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    told=told,
    carried=("pot",),
    native_end="two rounds for each player",
    native_rounds=lambda players: 2 * players,
    secret_phases=("exchange",),
    calls=(STAY_ACTION, PASS_ACTION + 1),
    words=WORDS,
    greedy=choose,
)
