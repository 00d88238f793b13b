"""Cited deals and numbers: the rule text (RT) and the rulings LI1 to LI5."""

import pytest
from pydantic import ValidationError

import games
from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from tests.games.rounds import random_round, seeds

GAME = games.get("linger-longer")


def dealt(*hands, stock="", players=3, **table):
    """Return a table at which seat 0 leads; the dealer's last card shows trump."""
    table = Table(GAME, players=players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=stock, dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def counts(table):
    return [hand["count"] for hand in table.view(None)["hands"]]


def example():
    """Hearts are trump; seats 0 and 1 have clubs."""
    return dealt("CA CK C2", "C3 C4 S2", "D3 D4 H2", stock="SA S3 D9 DK")


FIRST = ("CA", "C3", "D3")
SECOND = (*FIRST, "CK", "C4", "H2")
THIRD = (*SECOND, "S3", "SA", "S2")
FOURTH = (*THIRD, "D9", "D4")


class TestDeal:
    """LI1 and RT: as many cards each as there are players."""

    @pytest.mark.parametrize(("players", "stock"), [(3, 43), (4, 36), (5, 27), (6, 16)])
    def test_everyone_has_as_many_cards_as_there_are_players(self, players, stock):
        table = dealt(players=players)
        assert counts(table) == [players] * players
        assert table.view(None)["stock"] == {"count": stock, "cards": []}

    def test_pack_has_52_cards(self):
        assert len(GAME.deck(3, GAME.options())) == 52

    def test_cards_are_dealt_one_at_a_time_from_the_left(self):
        table = Table(GAME, players=3, secret=bytes(32))
        pack = [GAME.pack.format(card) for card in GAME.deck(3, GAME.options())]
        table.deal(deck=" ".join(pack), dealer=0)
        assert [table.view(seat)["hand"] for seat in (1, 2, 0)] == [
            ["C2", "C5", "C8"],
            ["C3", "C6", "C9"],
            ["C4", "C7", "CT"],
        ]

    @pytest.mark.parametrize(("shown", "trump"), [("C5", "C"), ("S5", "S"), ("D2", "D")])
    def test_last_card_of_the_dealer_names_trump(self, shown, trump):
        """LI1."""
        assert dealt("", "", f"HA HK {shown}").view(0)["facts"]["trump"] == trump

    def test_shown_card_is_public_and_in_the_dealer_s_hand(self):
        """LI1: of his hand, the others know this card only."""
        table = dealt("", "", "D3 D4 H2")
        assert table.view(None)["hands"][2] == {"count": 3, "cards": ["H2"]}
        assert table.view(0)["hands"][2]["cards"] == ["H2"]
        assert table.view(2)["hand"] == ["H2", "D3", "D4"]

    def test_seat_left_of_the_dealer_leads(self):
        assert dealt().turn == 0


class TestTrick:
    """LI2 and RT: follow suit; the highest trump wins, or the highest card of the suit led."""

    def test_suit_must_be_followed(self):
        table = play(example(), "CA")
        assert table.legal() == ["C3", "C4"]
        with pytest.raises(IllegalAction, match="follow suit: CA was led"):
            table.play("S2")

    def test_who_cannot_follow_plays_anything(self):
        """LI2: there is no duty to trump."""
        assert play(example(), "CA", "C3").legal() == ["H2", "D3", "D4"]

    def test_who_leads_plays_anything(self):
        assert example().legal() == ["C2", "CK", "CA"]

    def test_nobody_has_to_win(self):
        assert play(dealt("C5", "CA C2 H3"), "C5").legal() == ["C2", "CA"]

    @pytest.mark.parametrize(
        ("cards", "winner"),
        [
            (("CA", "CK", "CQ"), 0),
            (("C9", "CT", "CJ"), 2),
            (("CJ", "CQ", "C2"), 1),
            (("C2", "DA", "SA"), 0),
            (("CA", "H2", "SA"), 1),
            (("CA", "H3", "H2"), 1),
            (("CA", "H3", "HT"), 2),
            (("H5", "CA", "H4"), 0),
        ],
    )
    def test_highest_trump_or_highest_of_the_suit_led_wins_and_leads(self, cards, winner):
        """Hearts are trump. LI2: who wins leads."""
        led, second, third = cards
        table = dealt(led, f"{second} S2 S3", f"{third} S4 H9")
        play(table, *cards)
        assert table.turn == winner

    def test_card_of_another_hand_is_refused(self):
        with pytest.raises(IllegalAction, match="D3 is not in this hand"):
            example().play("D3")

    @pytest.mark.parametrize("text", ["C1", "CB", "X1", "draw", "CA CK"])
    def test_text_that_is_no_card_is_invalid(self, text):
        with pytest.raises(InvalidNotation):
            example().play(text)


class TestDrawing:
    """LI3: the trick is discarded, its winner draws, only he sees the card."""

    def test_only_the_winner_draws(self):
        table = play(example(), *FIRST)
        assert counts(table) == [3, 2, 2]
        assert table.view(None)["stock"]["count"] == 42

    def test_drawn_card_is_seen_by_the_winner_only(self):
        table = play(example(), *FIRST)
        assert table.view(0)["hand"] == ["C2", "CK", "SA"]
        for seat in (1, 2, None):
            assert table.view(seat)["hands"][0]["cards"] == []

    def test_trick_is_discarded_and_stays_known(self):
        view = play(example(), *FIRST).view(None)
        assert view["discard"] == {"count": 3, "cards": ["C3", "CA", "D3"]}
        assert [pile["count"] for pile in view["won"]] == [0, 0, 0]

    def test_cards_are_drawn_in_the_order_of_the_stock(self):
        table = play(example(), *SECOND)
        assert table.view(2)["hand"] == ["S3", "D4"]

    @pytest.mark.sweep(2)
    @pytest.mark.parametrize("players", GAME.players)
    def test_stock_never_runs_out(self, players):
        """LI3: there are at most 2n - 1 tricks."""
        for seed in range(300):
            table = random_round(GAME, players, seed)
            assert players <= table.state.trick <= 2 * players - 1
            assert table.view(None)["stock"]["count"] == 52 - players**2 - table.state.trick


class TestOut:
    """LI3, LI4: out of cards, out of the round; the last one with cards wins."""

    def test_player_without_cards_is_out(self):
        table = play(example(), *THIRD)
        assert (counts(table), table.view(None)["facts"]["out"]) == ([2, 0, 1], [1])

    def test_play_passes_over_who_is_out(self):
        table = play(example(), *THIRD, "D9")
        assert table.turn == 2
        assert [played["seat"] for played in table.view(None)["table"]] == [0]

    def test_trick_without_who_is_out_has_a_card_less(self):
        assert play(example(), *FOURTH).view(None)["discard"]["count"] == 11

    def test_last_card_played_does_not_put_out_before_the_trick_ends(self):
        table = play(example(), *SECOND, "S3", "SA", "S2")
        before = play(example(), *SECOND, "S3", "SA")
        assert before.view(None)["facts"]["out"] == []
        assert table.view(None)["facts"]["out"] == [1]

    def test_who_wins_with_the_last_card_draws_and_stays(self):
        """LI3: the winner draws before it is seen who has no cards."""
        table = dealt("CA CK C2", "C3 C4 SK", "D3 D4 H2", stock="S5 S3 D9 DK")
        play(table, *SECOND, "S3", "S5", "SK")
        assert (counts(table), table.turn) == ([1, 1, 1], 1)
        assert table.view(None)["facts"]["out"] == []

    def test_round_ends_when_one_player_has_cards(self):
        """LI4, LI4a: seat 0 scores the card kept and the king just drawn."""
        table = play(example(), *THIRD, "D9")
        assert not table.round_over
        table.play("D4")
        assert (table.round_over, table.turn, table.phase) == (True, None, "over")
        assert table.view(0)["hand"] == ["C2", "DK"]
        assert table.round_scores == [2, 0, 0]

    def test_end_of_the_round_reveals_no_hand(self):
        """G7b."""
        table = play(example(), *FOURTH)
        assert table.view(1)["hands"][0] == {"count": 2, "cards": []}

    def test_winner_of_the_trick_wins_when_all_run_out_together(self):
        """LI4 and RT: three players with a card each; seat 1 wins the trick, draws and scores."""
        table = dealt("CA S2 D2", "C2 SA D3", "C3 S3 DA", stock="H5 H9 H7 HQ")
        play(table, "CA", "C2", "C3", "S2", "SA", "S3", "D3", "DA", "D2")
        assert counts(table) == [1, 1, 1]
        play(table, "H7", "H5", "H9")
        assert (table.round_over, table.round_scores) == (True, [0, 1, 0])
        assert table.view(1)["hand"] == ["HQ"]

    @pytest.mark.parametrize("players", GAME.players)
    def test_who_wins_every_trick_keeps_the_size_of_the_hand(self, players):
        """RT: a point for each card; nobody can have more."""
        trumps = [f"C{rank}" for rank in "AKQJT9"[:players]]
        dealer = [f"S{rank}" for rank in range(2, players + 1)] + ["C2"]
        table = dealt(" ".join(trumps), *[""] * (players - 2), " ".join(dealer), players=players)
        for trump in trumps:
            play(table, trump)
            for _ in range(players - 1):
                table.play(table.legal()[0])
        assert table.round_scores == [players] + [0] * (players - 1)

    @pytest.mark.parametrize("players", GAME.players)
    def test_exactly_one_player_scores(self, players):
        for seed in range(100):
            scores = random_round(GAME, players, seed).round_scores
            assert sorted(scores)[:-1] == [0] * (players - 1)
            assert 1 <= max(scores) <= players


class TestMatch:
    """LI5: n rounds, most points, ties shared."""

    @pytest.mark.parametrize("players", GAME.players)
    @pytest.mark.parametrize("native", [True, False])
    def test_match_lasts_as_many_rounds_as_players(self, players, native):
        table = Table(GAME, players, secret=bytes(32), native=native)
        while not table.over:
            table.deal()
            while not table.round_over:
                table.play(table.legal()[0])
        assert len(table.rounds) == players
        assert [done.redeal for done in table.rounds] == [False] * players

    def test_most_points_win_and_ties_are_shared(self):
        assert GAME.place([3, 5, 3, 1]) == [2, 1, 2, 4]


class TestScoresFault:
    @pytest.mark.parametrize(
        ("scores", "reason"),
        [
            ([0, 0, 0], "exactly one"),
            ([1, 1, 0], "exactly one"),
            ([4, 0, 0], "1 to 3"),
            ([-1, 0, 0], "1 to 3"),
            ([2, -1, 0], "exactly one"),
        ],
    )
    def test_impossible_scores_are_named(self, scores, reason):
        assert reason in GAME.scores_fault(3, scores)

    def test_possible_scores_have_no_fault(self):
        assert GAME.scores_fault(3, [0, 3, 0]) is None


class TestSheet:
    @pytest.mark.parametrize("players", GAME.players)
    def test_sheet_and_engine_agree_on_random_rounds(self, players):
        for seed in seeds(GAME):
            table = random_round(GAME, players, seed)
            sheet = GAME.sheet.model_validate({"cards": counts(table)})
            assert sheet.scores() == table.round_scores

    @pytest.mark.parametrize(
        ("cards", "field"),
        [
            ([0, 0, 0], "cards"),
            ([1, 0, 1], "cards.2"),
            ([0, 4, 0], "cards.1"),
            ([0, 7, 0, 0, 0, 0], "cards.1"),
            ([0, -1, 0], "cards.1"),
            ([0, "many", 0], "cards.1"),
            ([0, 1], "cards"),
            ([0] * 6 + [1], "cards"),
        ],
    )
    def test_sheet_that_cannot_be_names_the_field(self, cards, field):
        with pytest.raises(ValidationError) as caught:
            GAME.sheet.model_validate({"cards": cards})
        paths = {".".join(map(str, error["loc"])) for error in caught.value.errors()}
        assert field in paths
