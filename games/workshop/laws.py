"""Laws of a game beside those of `engine.conformance`: what bots and people get to see of it.

Each takes a game, a number of players and a seed, plays some rounds from that seed, and raises
Violation with a sentence if the law does not hold. `LAWS` lists them all.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.conformance.laws import LOOKED_AT, Violation, permute_unseen
from engine.conformance.random_play import choose, table_by_chance
from engine.play.table import Table
from engine.rules import tally
from engine.rules.game import Game
from engine.rules.ranking import TRUMPS
from engine.rules.state import assign_state, copy_state
from engine.rules.tally import Line

from . import sheets, words
from .playthrough import choose_by_thumb

ROUNDS = 3
"""Of a match as many rounds are looked at."""


NO_CARD, MOST = 256, 1 << 16
"""Actions that play no card are from the first to below the second."""


def demand(holds: bool, law: str, table: Table) -> None:
    """Raise Violation unless the law holds at a table."""
    if not holds:
        where = f"round {len(table.rounds) - 1}, action {len(table.rounds[-1].actions)}"
        raise Violation(f"{table.game.slug}: {law} ({table.players} players, {where})")


def positions(game: Game, players: int, seed: int) -> Iterator[tuple[Table, Any]]:
    """Yield a table at every position of the first rounds of a match, with what draws numbers.

    With an odd seed rules of thumb play, else chance.
    """
    table, chance = table_by_chance(game, players, seed)
    while not table.over and len(table.rounds) < ROUNDS:
        table.deal()
        yield table, chance
        while not table.round_over:
            if seed % 2:
                table.play_number(choose_by_thumb(table))
            else:
                table.play(choose(table.legal(), chance))
            yield table, chance


def _turns(game: Game, players: int, seed: int) -> Iterator[tuple[Table, int, Any]]:
    """Yield a table at some positions in which a seat is to act, that seat, and the chance."""
    for table, chance in positions(game, players, seed):
        if table.turn is not None and chance.random() < LOOKED_AT:
            yield table, table.turn, chance


def _ends(game: Game, players: int, seed: int) -> Iterator[Table]:
    """Yield a table at the end of each round."""
    for table, _ in positions(game, players, seed):
        if table.round_over:
            yield table


def actions_have_numbers(game: Game, *, players: int, seed: int) -> None:
    """The action that plays a card has its number; what is no card has one from 256 on."""
    cards = game.pack.by_number
    for table, _ in positions(game, players, seed):
        for action in table.legal_actions():
            text = table.text_of(action)
            is_card = action < len(cards) and text.split()[0] == cards[action]
            fits = is_card or NO_CARD <= action < MOST
            demand(fits, f"{text!r} is no card, so its action is from 256 on, not {action}", table)


def rules_of_thumb_are_blind(game: Game, *, players: int, seed: int) -> None:
    """The rule of thumb chooses a legal action, and by nothing but what its seat knows."""
    for table, seat, chance in _turns(game, players, seed):
        chosen = choose_by_thumb(table)
        is_legal = chosen in table.legal_actions()
        demand(is_legal, f"the rule of thumb chooses a legal action, not {chosen}", table)
        truth = copy_state(table.state)
        permute_unseen(table.state, seat, chance)
        again = choose_by_thumb(table)
        assign_state(table.state, truth)
        demand(again == chosen, "the rule of thumb does not look at hidden cards", table)


def hands_stand_in_order(game: Game, *, players: int, seed: int) -> None:
    """Hands are sorted by trumps, suits and ranks, whatever their order was before."""
    for table, seat, chance in _turns(game, players, seed):
        view = table.view(seat)
        hand = view["hand"]
        ordered = game.in_hand_order(view, hand)
        demand(sorted(ordered) == sorted(hand), "a hand in order has the same cards", table)
        mixed = chance.sample(hand, len(hand))
        some = [card for card in mixed if chance.random() < 0.7]
        same = game.in_hand_order(view, mixed) == ordered
        demand(same, "the order does not depend on the one before", table)
        same = game.in_hand_order(view, some) == [card for card in ordered if card in some]
        demand(same, "the order does not depend on other cards", table)
        _check_order(table, view["facts"], [game.pack.parse(text) for text in ordered])


def _check_order(table: Table, facts: Any, cards: Sequence[int]) -> None:
    """Let trumps come first, every suit stand together, and the highest cards of it first."""
    ranking = table.game.ranking(facts)
    suits = [ranking.suit(card) for card in cards]
    if ranking.by_suit:
        demand(suits == sorted(suits, key=suits.index), "every suit stands together", table)
        demand(TRUMPS not in suits[suits.count(TRUMPS) :], "trumps come first", table)
    for suit in set(suits):
        heights = [ranking.height(card) for card in cards if ranking.suit(card) == suit]
        falls = heights == sorted(heights, reverse=True)
        demand(falls, "the higher cards of a suit come first", table)


def scores_are_told(game: Game, *, players: int, seed: int) -> None:
    """Whoever asks is told the same of how the scores came about: lines that add up to them."""
    if game.tally is None:
        return
    for table in _ends(game, players, seed):
        views = [table.open_view(), *map(table.view, (None, *range(players)))]
        lines = game.lines(views[0])
        if table.rounds[-1].redeal:
            demand(lines == [], "nothing is told of a round that was thrown in", table)
            continue
        sums = tally.totals(lines, players)
        demand(sums == table.round_scores, f"the lines add up to the scores, not {sums}", table)
        same = all(game.lines(view) == lines for view in views)
        demand(same, "everybody is told the same of the scores", table)
        for line in lines:
            _check_line(table, line)


def _check_line(table: Table, line: Line) -> None:
    """Let a line be said in words of the game, with a value for each seat, partners' alike."""
    demand(bool(line.parts), "a line of the tally says something", table)
    demand(len(line.values) in {0, table.players}, "a line has a value for each seat", table)
    for part in line.parts:
        said = table.game.words.tally.get(part.key)
        demand(said is not None, f"words.py has {part.key!r} under `tally`", table)
        fault = words.fault_of(str(said), {"suit": "", "rest": "", **part.fills})
        demand(fault is None, f"the tally fills in {part.key!r}: {fault}", table)
    sides = table.game.sides(table.players)
    by_side = set(zip(sides, line.values or sides, strict=True))
    demand(len(by_side) == len(set(sides)), "partners have the same values in a line", table)


def actions_have_words(game: Game, *, players: int, seed: int) -> None:
    """Every action has a label, a sentence and a meaning, for those who may not see cards too."""
    for table, seat, _ in _turns(game, players, seed):
        for text in table.legal():
            fault = words.fault_of_action(game, text)
            demand(fault is None, f"{text!r} has words: {fault}", table)
            for hidden in _hidden(table, seat, text):
                fault = words.fault_of_unseen(game, hidden)
                demand(fault is None, f"{hidden!r}, which others read, has words: {fault}", table)


def _hidden(table: Table, seat: int, text: str) -> set[str]:
    """Return what others read of an action instead of its text."""
    game = table.game
    if game.told is None:
        return set()
    action = game.parse_action(table.state, text)
    readers = set(range(table.players)) - {seat}
    return {game.told(table.state, action, reader) for reader in readers} - {text}


def sheets_score_as_played(game: Game, *, players: int, seed: int) -> None:
    """The sheet of a round gives its scores, and the pad asks until it has that sheet.

    For games whose `sheet.py` has `written(view)`, the sheet of a round that is over.
    """
    written = sheets.written_of(game)
    if written is None:
        return
    before, totals = None, [0] * players
    for table in _ends(game, players, seed):
        done = table.rounds[-1]
        if not done.redeal:
            sheet = written(table.view(None))
            deal = sheets.deal_of(game, done.dealer, totals, before)
            fault = sheets.fault_of(game, deal, sheet, table.round_scores or [])
            demand(fault is None, str(fault), table)
            before, totals = game.sheet.model_validate(sheet), table.totals


Law = Callable[..., None]
LAWS: tuple[Law, ...] = (
    actions_have_numbers,
    rules_of_thumb_are_blind,
    hands_stand_in_order,
    scores_are_told,
    actions_have_words,
    sheets_score_as_played,
)
