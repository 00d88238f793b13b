"""Linger Longer, also called Sift Smoke, for three to six players.

Tricks with a trump suit and a duty to follow. Who wins a trick draws a card, nobody else does;
who runs out of cards is out, and the last one with cards scores them.

Rules and rulings taken: `rules.md` (LI1 to LI5). No deviations.
"""

from engine.rules.game import Form, Game
from games.shared.packs import FRENCH
from games.shared.ranking import ranked_by
from games.shared.tricks import BY_RANK

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
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
    slug="linger-longer",
    name="Linger Longer",
    players=PLAYERS,
    pack=FRENCH,
    phases=("play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=6,
    max_actions=66,
    notation=(Form("play", "HA", "play this card"),),
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranked_by(BY_RANK),
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    native_end="as many rounds as players",
    native_rounds=lambda players: players,
    words=WORDS,
    greedy=choose,
)
