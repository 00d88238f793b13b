"""Skat for three players.

Two at a time bid against each other for the right to play alone against the other two, with or
without the two cards of the skat, for a contract of the declarer's choice. If nobody bids, all
play a Ramsch, in which card points are bad.

Rules and rulings taken: `rules.md` (SK1 to SK12). No deviations.
"""

from engine.rules.game import Game
from games.shared.packs import FRENCH

from .actions import (
    DISCARD_ACTION,
    NOTATION,
    PASS,
    PHASES,
    explain,
    format_action,
    parse_action,
    told,
)
from .cards import ranking
from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import DTYPE, RULES, deck_of, facts, uncovers
from .sheet import Sheet, scores_fault
from .tally import tally
from .value import seeger_fabian
from .words import WORDS

GAME = Game(
    slug="skat",
    name="Skat",
    players=(3,),
    pack=FRENCH,
    phases=PHASES,
    dtype=DTYPE,
    rules=RULES,
    max_legal=66,
    # Each bid is answered, two bidders pass; choose, lay away, declare; thirty cards.
    max_actions=2 * 63 + 2 + 3 + 30,
    notation=NOTATION,
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranking,
    told=told,
    uncovers=uncovers,
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    native_end="three rounds, in which everyone deals once",
    native_rounds=lambda players: players,
    secret_phases=("discard",),
    calls=(PASS, DISCARD_ACTION),
    declares=True,
    larger_tables=True,
    scorings={"seeger-fabian": seeger_fabian},
    usual_scoring="seeger-fabian",
    series=(12, 9, 6, 3),
    words=WORDS,
    greedy=choose,
)
