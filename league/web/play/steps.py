"""What has happened at an online table since its reader saw it, step by step for who draws it.

Steps come from the log of a look, whose texts are already as the reader may read them, and from
what its actions did to tricks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

import games
from league.services.play.table_looks import Said
from league.web.games.cards import BACK, Card
from league.web.games.labels import label_of
from league.web.games.phrases import phrase_unseen
from league.web.play.board import Board

MOST = 40
"""Nobody waits until more steps are drawn: they see the newest state at once."""


@dataclass(frozen=True)
class Step:
    """One thing to draw at a seat; `kind` is `deal`, `lie`, `lay`, `say` or `end`.

    `words` are what the seat says, `line` is what the log says. A card that is to `lie` was there
    before, and is drawn as it is known now; several such steps are drawn at once. `takers` are who
    gets the cards of a trick with this step, by the seats that laid them; None for nobody.
    """

    kind: str
    seat: int
    card: Card | None = None
    is_own: bool = False
    is_down: bool = False
    words: str = ""
    line: str = ""
    takers: Mapping[int, int | None] = field(default_factory=dict)


def unseen(board: Board, seen: int | None) -> list[Step]:
    """Return the steps for who has seen so many actions of the match; none if nobody knows.

    Of rounds before the one that is shown nothing is told.
    """
    look = board.look
    dealt = look.length - len(look.log)
    if look.view is None or seen is None or not seen < look.length <= seen + MOST:
        return []
    steps = [_deal(board)] if seen < dealt else []
    new = range(max(0, seen - dealt), len(look.log))
    for number in new:
        trick = _trick_ended(board, number)
        if _is_chosen_in_secret(board):
            steps += _chosen(board, number, trick)
            continue
        steps += [_laid(board, look.log[one], "lie") for one in trick if one not in new]
        steps.append(_step(board, number, trick))
    if board.view["round_over"] and look.log:
        steps.append(Step("end", look.log[-1].seat))
    return steps


def _deal(board: Board) -> Step:
    return Step("deal", board.view["dealer"], words=_("I deal."), line=_("The cards are dealt."))


def _step(board: Board, number: int, trick: Sequence[int]) -> Step:
    said = board.look.log[number]
    is_laid = said.course.trick is not None
    step = _laid(board, said, "lay") if is_laid else Step("say", said.seat)
    return replace(
        step,
        words="" if is_laid else _words(board, number),
        line=board.lines[number].words,
        takers={board.look.log[one].seat: _taker(board, number, one) for one in trick},
    )


def _is_chosen_in_secret(board: Board) -> bool:
    """Tell whether cards lie face down until the whole trick is shown."""
    return "play" in games.get(board.game).secret_phases


def _chosen(board: Board, number: int, trick: Sequence[int]) -> list[Step]:
    """Return the step of a card that is chosen in secret, and those that show its trick, if any.

    By now the log may tell all cards of the trick, but they were not turned up one by one.
    """
    said = board.look.log[number]
    line = (phrase_unseen(board.game, ["play"]) or "") % {"name": board.names[said.seat]}
    step = replace(_laid(board, said, "lay"), line=line)
    if not step.is_own:
        step = replace(step, card=BACK, is_down=True)
    shown = [_laid(board, board.look.log[one], "lie") for one in trick[:-1]]
    last = [replace(_step(board, number, trick), kind="lie")] if trick else []
    return [step, *shown, *last]


def _laid(board: Board, said: Said, kind: str) -> Step:
    """Return the step that shows a card; without one in the text it lies face down."""
    text = said.text.rpartition(" ")[2]
    is_seen = board.pack.is_card(text)
    return Step(
        kind,
        said.seat,
        card=board.pack.card(text) if is_seen else BACK,
        is_own=said.seat == board.look.seat,
        is_down=not is_seen,
    )


def _words(board: Board, number: int) -> str:
    """Return what a seat says by an action, as the reader may know it."""
    said = board.look.log[number]
    words = said.text.split()
    names_card = any(map(board.pack.is_card, words))
    if not names_card and phrase_unseen(board.game, words):
        return board.lines[number].words
    return label_of(board.game, said.text, board.pack)


def _trick_ended(board: Board, number: int) -> list[int]:
    """Return which actions laid the cards that leave the table with an action, mostly none."""
    log = board.look.log
    course = log[number].course
    is_last = number + 1 == len(log)
    is_bare = not board.view["table"] if is_last else log[number + 1].course.is_lead
    if not is_bare or (course.is_lead and course.trick is None):
        return []
    laid = [one for one in range(number + 1) if log[one].course.trick is not None]
    return [one for one in laid if log[one].course.trick == log[laid[-1]].course.trick]


def _taker(board: Board, number: int, laid: int) -> int | None:
    """Return who gets a card that leaves the table with an action.

    Who acts without laying a card gets those that the action names, all if it names none; whoever
    leads then gets the others.
    """
    said, card = board.look.log[number], board.look.log[laid].text
    is_end = board.view["round_over"] and number + 1 == len(board.look.log)
    if said.course.taker is not None or said.course.trick is not None or is_end:
        return said.course.taker
    named = [word for word in said.text.split() if board.pack.is_card(word)]
    if not named or card.rpartition(" ")[2] in named:
        return said.seat
    return said.course.leader if said.course.leader != said.seat else None
