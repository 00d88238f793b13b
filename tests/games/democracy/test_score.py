"""Scores and the end of a match, by the rule text (RT) and the rulings DE6 and DE7."""

from itertools import pairwise

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table

from .deals import GAME, PAGAT, POINTS, RANKING, points, trick


class TestScore:
    """DE6."""

    @pytest.mark.parametrize("rank", RANKING)
    def test_points_of_every_rank_played_and_turned_up(self, rank):
        value = POINTS.get(rank, 0)
        assert points(trick("C" + rank, "C8" if rank != "8" else "C7", "D6"))[0][0] == 1 + value
        assert points(trick("HQ", "D" + rank, "H7"))[1] == (0, 0, 3, value)

    def test_captured_jokers_are_worth_nothing(self):
        assert points(trick("CQ", "X1", "X2", "C6", "DT"))[2] == (2, 0, 0, 1)
        assert points(trick("X1", "HA", "DT", "C6", "S6"))[0] == (0, 0, 3, 1)

    @pytest.mark.parametrize(
        ("scores", "possible"),
        [([0, 0], True), ([4, 0], True), ([3, 2], False), ([5, 0], False), ([-1, 1], False)],
    )
    def test_island_has_four_tribes(self, scores, possible):
        assert (GAME.scores_fault(2, scores) is None) == possible


def oracle(table):
    """Return the captured points of a finished round, worked out from deck and actions alone."""
    n, done = table.players, table.rounds[0]
    deck = [GAME.pack.format(card) for card in done.deck]
    played = [GAME.pack.format(card) for card in done.actions]
    days = {2: (12, 4), 3: (8, 4), 4: (6, 4), 5: (4, 4), 6: (4, 3)}[n]
    if table.options.pagat:
        days = ({2: 8, 3: 6, 4: 5, 5: 4, 6: 3}[n],) * 2
    won = [dict.fromkeys("CSHDX", 0) for _ in range(n)]
    for size in days:
        upcards, deck = deck[n * size : (n + 1) * size], deck[(n + 1) * size :]
        for upcard in upcards:
            cards, played = played[:n], played[n:]
            for seat, card in shares(upcard, cards):
                won[seat][card[0]] += POINTS.get(card[1], 0)
    return [tuple(seat[suit] for suit in "CSHD") for seat in won]


def shares(upcard, cards):
    """Return who gets which card of a trick, the upcard included unless it is discarded."""
    trump = upcard[0].replace("X", "-")
    trumps = [card for card in cards if card[0] == trump]
    rank = {card: 11 if card[0] == "X" else RANKING.index(card[1]) for card in cards}
    high = max(rank[card] for card in trumps or cards)
    best = [card for card in trumps or cards if rank[card] == high]
    if {trump + "5", trump + "6"} <= set(cards):
        best = [trump + "6"]
    if len(best) > 1:
        return list(enumerate(cards))
    return [(cards.index(best[0]), card) for card in (*cards, upcard)]


@pytest.mark.parametrize("options", [{}, PAGAT], ids=["rule text", "pagat"])
@pytest.mark.parametrize("players", GAME.players)
def test_random_rounds_go_as_worked_out_by_hand(players, options):
    """DE1 to DE6 together."""
    for seed in range(40):
        table = Table(GAME, players, secret=seed.to_bytes(32, "big"), options=options)
        table.deal()
        runner.advance(table, [builtin.get("random")] * players, seed=b"oracle")
        assert points(table) == oracle(table)
        tribes = [sum(suit >= 13 for suit in seat) for seat in oracle(table)]
        assert table.round_scores == tribes


def native_match(players, seed):
    table = Table(GAME, players, secret=seed.to_bytes(32, "big"), native=True)
    runner.play_match(table, [builtin.get("random")] * players, seed=b"native")
    return table


def standings(table):
    """Return the totals after each island."""
    sums = [0] * table.players
    for done in table.rounds:
        sums = [total + score for total, score in zip(sums, done.scores, strict=True)]
        yield sums


class TestMatch:
    """DE7."""

    @pytest.mark.parametrize("players", GAME.players)
    def test_native_match_ends_with_the_first_island_after_which_one_leads_with_five(self, players):
        for seed in range(20):
            *before, last = standings(native_match(players, seed))
            assert not any(is_decided(totals) for totals in before)
            assert is_decided(last)

    def test_tie_for_first_with_five_is_played_on(self):
        matches = (native_match(2, seed) for seed in range(400))
        tied = next(m for m in matches if any(is_tied(totals) for totals in standings(m)))
        assert sorted(tied.ranking()) == [1, 2]

    def test_fixed_number_of_islands_is_played_whoever_has_five(self):
        table = Table(GAME, players=2, secret=bytes(32), cycles=3)
        runner.play_match(table, [builtin.get("random")] * 2, seed=b"fixed")
        assert len(table.rounds) == 6
        assert max(table.totals) > 5

    def test_ties_share_a_place_and_most_tribes_win(self):
        assert GAME.place([3, 5, 3, 0]) == [2, 1, 2, 4]

    def test_deal_rotates(self):
        table = native_match(3, 0)
        dealers = [done.dealer for done in table.rounds]
        assert all(b == (a + 1) % 3 for a, b in pairwise(dealers))


def is_decided(totals):
    return max(totals) >= 5 and totals.count(max(totals)) == 1


def is_tied(totals):
    return max(totals) >= 5 and totals.count(max(totals)) > 1
