"""Cinch, also called High Five and Double Pedro, for four players in two sides.

One round of bids for fourteen points that lie in six of the trumps; then everybody throws away
all but trumps and draws six cards again, the dealer from an open stub. The five of trump's
colour, the left pedro, is a trump too.

Rules and rulings taken: `rules.md` (CI1 to CI7). No deviations.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .actions import (
    BID_ACTION,
    NOTATION,
    PHASES,
    TAKE_ACTION,
    besides,
    explain,
    format_action,
    parse_action,
    told,
)
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import DTYPE, GAME_POINTS, RULES, deck_of, facts
from .sheet import PLAYERS, Sheet, scores_fault, sides
from .tally import tally
from .trumps import ranking
from .words import WORDS

GAME = Game(
    slug="cinch",
    name="Cinch",
    players=(PLAYERS,),
    pack=FRENCH,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=84,
    max_actions=37,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranking,
    told=told,
    besides=besides,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    sides=sides,
    native_end=f"after the round in which a side reaches {GAME_POINTS} points",
    native_rounds=lambda players: 0,
    secret_phases=("rob",),
    calls=(BID_ACTION, TAKE_ACTION),
    words=WORDS,
    greedy=choose,
)
