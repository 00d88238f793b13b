"""Gong Zhu, Chase the Pig, for four players.

Tricks without trumps, suit is followed. The queen of spades, the pig, and the hearts cost points,
the jack of diamonds earns some, the ten of clubs doubles what its taker scores; their holders may
expose them first, which doubles them again. Whoever took the pig leads the next round.

Rules and rulings taken: `rules.md` (GZ1 to GZ6). No deviations.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    EXPOSE_ACTION,
    NOTATION,
    RULES,
    TRICKS,
    deck_of,
    explain,
    facts,
    format_action,
    parse_action,
)
from .sheet import PLAYERS, Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="gong-zhu",
    name="Gong Zhu",
    players=(PLAYERS,),
    pack=FRENCH,
    phases=("expose", "play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=16,
    max_actions=PLAYERS * (TRICKS + 1),
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
    native_end="after the round in which somebody has -1000 points or fewer",
    native_rounds=lambda players: 0,
    carried=("pig",),
    calls=(EXPOSE_ACTION, EXPOSE_ACTION + 16),
    words=WORDS,
    greedy=choose,
    further=4,  # that makes them much better here: decision 6
)
