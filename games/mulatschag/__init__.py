"""Mulatschag for two to four players, with 33 German cards.

Whoever bids most tricks names trump; then everybody may exchange cards, and in the tricks who
cannot follow suit has to win with a trump. Everybody starts with 21 points and wants to lose them.
The Weli is always the second-highest trump.

Rules and rulings taken: `rules.md` (MU1 to MU16). One deviation: after MOST_FOLDS
deals in a row have folded, the next one is played; the rules know no cap (MU6), numbers in records
do. Totals begin at 0 like those of every game: a seat's points are 21 more.
"""

from engine.rules.game import Game

from .actions import (
    BID_ACTION,
    NOTATION,
    PHASES,
    TRUMP_ACTION,
    explain,
    format_action,
    parse_action,
    told,
)
from .cards import GERMAN, ranking
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import DTYPE, PLAYERS, RULES, deck_of, facts
from .sheet import MANY, START, Sheet, scores_fault
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="mulatschag",
    name="Mulatschag",
    players=PLAYERS,
    pack=GERMAN,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=38,
    # The lift; five bids, each held by the dealer, and four passes; four folds, trump; four
    # exchanges and answers; a card too many for each of nine open trumps, and one for each seat
    # beside them; twenty cards.
    max_actions=1 + 5 + 5 + 4 + 4 + 1 + 4 + 4 + 9 + 4 + 20,
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
    carried=("multiplier",),
    higher_wins=False,
    native_end=f"after the round in which somebody has 0 points or fewer, or more than {MANY}; "
    f"all begin with {START}",
    native_rounds=lambda players: 0,
    secret_phases=("exchange", "discard"),
    redeals=True,
    calls=(BID_ACTION, TRUMP_ACTION + 4),
    words=WORDS,
    greedy=choose,
)
