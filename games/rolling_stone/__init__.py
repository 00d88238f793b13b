"""Rolling Stone, also called Enflé or Schwellen, for four to six players.

Everybody has to follow suit; who cannot picks up what lies in the trick and leads. The first
player without cards wins.

Rules and rulings taken: `rules.md` (RS1 to RS5). No deviations.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    HAND_SIZE,
    NOTATION,
    PICK_UP,
    PLAYERS,
    RULES,
    TRICKS,
    deck_of,
    explain,
    facts,
    format_action,
    parse_action,
)
from .sheet import Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="rolling-stone",
    name="Rolling Stone",
    players=PLAYERS,
    pack=FRENCH,
    phases=("play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=HAND_SIZE * 6,
    max_actions=TRICKS * 6,
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
    telling=(PICK_UP,),
    words=WORDS,
    greedy=choose,
)
