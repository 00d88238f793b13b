"""Truco as played in the south-east of Brazil, four players in two sides, three cards each.

Four cards stand above all others; suits need not be followed. A side that dares raises the
stake from 1 to 3, 6, 9 and 12 points, and the other accepts, raises or runs away.

Rules and rulings taken: `rules.md` (TR1 to TR13). No deviations. Seats are numbered
to the right, the direction of play.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .actions import KEEP, NOTATION, PHASES, RAISE, explain, format_action, parse_action, told
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import DTYPE, PLAYERS, RULES, deck_of, facts
from .sheet import Sheet, scores_fault
from .tally import tally
from .tricks import ranking
from .words import WORDS

GAME = Game(
    slug="truco",
    name="Truco",
    players=PLAYERS,
    pack=FRENCH,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=5,
    max_actions=22,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    told=told,
    facts=facts,
    fact_model=Facts,
    ranking=ranking,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    sides=lambda players: (0, 1, 0, 1),
    native_end="the first side with twelve points wins; so it does in a match of fixed length",
    native_rounds=lambda players: 0,
    may_end_early=True,
    calls=(KEEP, RAISE + 1),
    words=WORDS,
    greedy=choose,
)
