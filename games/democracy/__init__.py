"""Democracy for two to six players, from a café in Cleveland, Ohio.

Before each trick a card of the voting pool is turned up and names trump; all choose a card in
secret and show them together. Two days of tricks are one island; who has captured thirteen of a
suit's 25 points has won that tribe.

Rules and rulings taken: `rules.md` (DE1 to DE7). No deviations.
"""

from engine.rules.game import Form, Game
from games.shared.ranking import ranked_by

from .facts import Facts
from .greedy import choose
from .pad import pad
from .rules import (
    DTYPE,
    PACK,
    PLAYERS,
    RULES,
    STRENGTH,
    DemocracyOptions,
    deck_of,
    explain,
    facts,
    format_action,
    parse_action,
    scores_fault,
    told,
    uncovers,
)
from .sheet import FIRST_DAY, Sheet
from .tally import tally
from .words import WORDS

GAME = Game(
    slug="democracy",
    name="Democracy",
    players=PLAYERS,
    pack=PACK,
    phases=("play", "over"),
    dtype=DTYPE,
    rules=RULES,
    max_legal=int(FIRST_DAY.max()),
    max_actions=42,
    notation=(
        Form("play", "HA", "play this card, face down until everybody has chosen"),
        Form("play", "X1", "play this joker"),
    ),
    deck_of=deck_of,
    format_action=format_action,
    parse_action=parse_action,
    explain=explain,
    facts=facts,
    fact_model=Facts,
    ranking=ranked_by(STRENGTH),
    tally=tally,
    sheet=Sheet,
    pad=pad,
    scores_fault=scores_fault,
    native_end="when one player alone has the most tribes, five or more",
    native_rounds=lambda players: 0,
    secret_phases=("play",),
    told=told,
    uncovers=uncovers,
    options=DemocracyOptions,
    words=WORDS,
    greedy=choose,
)
