"""My Game, for three or four players.

Tricks without trumps, suit is followed. Every trick counts a point.

Rules and rulings taken: `rules.md`.
"""

from engine.rules.game import Form, Game
from games.shared.packs import FRENCH

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    HAND_SIZE,
    PLAYERS,
    RULES,
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
    slug="my-game",
    name="My Game",
    players=PLAYERS,
    pack=FRENCH,
    phases=("play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=HAND_SIZE,
    max_actions=HAND_SIZE * max(PLAYERS),
    notation=(Form("play", "HA", "play this card"),),
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
