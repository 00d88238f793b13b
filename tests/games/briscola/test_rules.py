"""Cited deals and numbers: the rule text (RT) and the rulings BR1 to BR6."""

import pytest
from pydantic import ValidationError

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from tests.games.rounds import random_round, seeds

GAME = games.get("briscola")


def dealt(*hands, stock="", players=2, **table):
    """Return a table at which seat 0 leads, the seats hold these cards; stock begins with trump."""
    table = Table(GAME, players=players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=stock, dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


class TestDeal:
    """BR1, BR2."""

    @pytest.mark.parametrize(("players", "cards"), [(2, 40), (3, 39), (4, 40)])
    def test_three_players_do_without_the_two_of_clubs(self, players, cards):
        pack = [GAME.pack.format(card) for card in GAME.deck(players, GAME.options())]
        assert len(pack) == cards
        assert ("C2" in pack) == (players != 3)

    @pytest.mark.parametrize(("players", "stock"), [(2, 34), (3, 30), (4, 28)])
    def test_three_each_then_the_upcard_then_the_stock(self, players, stock):
        view = dealt(players=players).view(0)
        assert [hand["count"] for hand in view["hands"]] == [3] * players
        assert view["upcard"]["count"] + view["stock"]["count"] == stock

    def test_upcard_names_trump_and_is_seen_by_all(self):
        view = dealt(stock="H7").view(None)
        assert (view["upcard"]["cards"], view["facts"]["trump"]) == (["H7"], "H")

    @pytest.mark.parametrize("players", GAME.players)
    def test_seat_left_of_the_dealer_is_dealt_first_and_leads(self, players):
        table = Table(GAME, players=players)
        pack = GAME.pack.format_cards(GAME.deck(players, GAME.options()))
        table.deal(deck=pack, dealer=0)
        assert table.turn == 1
        assert set(table.view(1)["hand"]) == set(pack.split()[:3])
        assert set(table.view(0)["hand"]) == set(pack.split()[3 * players - 3 : 3 * players])


class TestTrick:
    """BR3, RT: ranking and winner."""

    @pytest.mark.parametrize(
        ("led", "answer", "winner"),
        [
            ("CA", "C3", 0),
            ("CK", "C3", 1),
            ("C7", "CJ", 1),
            ("C4", "C2", 0),
            ("CA", "H2", 1),
            ("C4", "DA", 0),
            ("H2", "H4", 1),
        ],
    )
    def test_highest_trump_or_highest_of_the_suit_led_wins(self, led, answer, winner):
        table = play(dealt(led, answer, stock="H7"), led, answer)
        assert table.turn == winner

    def test_suit_need_not_be_followed(self):
        table = play(dealt("CA", "C3 D2 S4", stock="H7"), "CA")
        assert table.legal() == ["C3", "S4", "D2"]


class TestDrawing:
    """BR4, BR5, BR5a."""

    def test_winner_draws_first(self):
        table = dealt("CA", "C3", stock="H7 SA S3")
        play(table, "CA", "C3")
        assert "SA" in table.view(0)["hand"]
        assert "S3" in table.view(1)["hand"]

    def test_others_draw_clockwise_from_the_winner(self):
        table = dealt("C4", "CA", "C5", stock="H7 SA SK S5", players=3)
        play(table, "C4", "CA", "C5")
        for seat, card in ((1, "SA"), (2, "SK"), (0, "S5")):
            assert card in table.view(seat)["hand"]

    def test_drawn_card_is_seen_by_who_draws_it_only(self):
        table = play(dealt("CA", "C3", stock="H7 SA"), "CA", "C3")
        assert "SA" not in str(table.view(1)["hands"])

    def test_upcard_is_drawn_last_and_known_in_whoever_s_hand_it_is(self):
        table = dealt(stock="H7", players=3)
        while table.view(None).get("upcard"):
            table.play(table.legal()[0])
        assert [hand["cards"] for hand in table.view(None)["hands"]].count(["H7"]) == 1

    def test_partners_know_each_other_s_last_three_cards(self):
        table = dealt(players=4)
        while table.view(None).get("upcard"):
            assert not table.view(0)["hands"][2]["cards"]
            table.play(table.legal()[0])
        assert table.view(0)["hands"][2]["cards"] == table.view(2)["hand"]
        assert len(table.view(0)["hands"][1]["cards"]) < 3

    def test_two_players_never_see_the_other_hand(self):
        table = dealt()
        while table.view(None).get("upcard"):
            table.play(table.legal()[0])
        assert len(table.view(0)["hands"][1]["cards"]) <= 1


class TestScore:
    """RT: card points; BR6: length and ties."""

    def test_trick_scores_its_card_points(self):
        table = play(dealt("CA", "C3"), "CA", "C3")
        assert table.view(None)["facts"]["points"] == [21, 0]

    @pytest.mark.parametrize("players", GAME.players)
    def test_card_points_of_a_round_are_120(self, players):
        scores = random_round(GAME, players, 1).round_scores
        assert sum(scores) == (240 if players == 4 else 120)

    def test_partners_score_together_and_share_a_place(self):
        scores = random_round(GAME, 4, 1).round_scores
        assert (scores[0], scores[1]) == (scores[2], scores[3])
        assert GAME.place([70, 50, 70, 50]) == [1, 3, 1, 3]

    @pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 3), (4, 2)])
    def test_native_match_ends_after_its_rounds_when_one_side_leads(self, players, rounds):
        tables = [match(players, seed, native=True) for seed in range(20)]
        assert all(len(table.rounds) >= rounds for table in tables)
        decided = [table for table in tables if len(table.rounds) == rounds]
        assert decided
        assert all(table.ranking().count(1) in (1, 2) for table in decided)

    def test_only_sides_tied_for_first_score_in_a_deciding_round(self):
        table = next(
            table
            for table in (match(3, seed, native=True) for seed in range(4000))
            if len(table.rounds) > 3
        )
        before = [sum(r.scores[seat] for r in table.rounds[:3]) for seat in range(3)]
        out = [seat for seat in range(3) if before[seat] < max(before)]
        assert all(table.rounds[3].scores[seat] == 0 for seat in out)
        assert table.ranking().count(1) == 1

    @pytest.mark.parametrize("players", [2, 3])
    def test_fixed_number_of_rounds_has_no_further_ones(self, players):
        """BR6: sides tied for first share the place."""
        tied = next(
            table
            for table in (match(players, seed) for seed in range(4000))
            if table.ranking().count(1) > 1
        )
        assert len(tied.rounds) == players


def match(players, seed, *, native=False):
    table = Table(GAME, players, secret=seed.to_bytes(32, "big"), native=native)
    runner.play_match(table, [builtin.get("random")] * players, seed=b"native")
    return table


class TestSheet:
    @pytest.mark.sweep(1)
    @pytest.mark.parametrize("players", GAME.players)
    def test_sheet_and_engine_agree_on_random_rounds(self, players):
        for seed in seeds(GAME):
            table = random_round(GAME, players, seed)
            points = table.view(None)["facts"]["points"]
            if players == 4:
                points = [points[0] + points[2], points[1] + points[3]]
            sheet = GAME.sheet.model_validate({"players": players, "points": points})
            assert sheet.scores() == table.round_scores

    def test_sides_that_are_out_score_nothing_in_a_deciding_round(self):
        data = {"players": 3, "points": [50, 40, 30], "scoring": [0, 2]}
        assert GAME.sheet.model_validate(data).scores() == [50, 0, 30]

    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"players": 2, "points": [60, 61]}, "points"),
            ({"players": 4, "points": [60, 40, 20]}, "points"),
            ({"players": 5, "points": [60, 60]}, "players"),
            ({"players": 2, "points": [121, -1]}, "points.0"),
            ({"players": 3, "points": [60, 40, 20], "scoring": [1, 0]}, "scoring"),
        ],
    )
    def test_sheet_that_cannot_be_names_the_field(self, data, field):
        with pytest.raises(ValidationError) as caught:
            GAME.sheet.model_validate(data)
        paths = {".".join(map(str, error["loc"])) for error in caught.value.errors()}
        assert field in paths
