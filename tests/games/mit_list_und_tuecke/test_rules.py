"""Cited deals and numbers: the rule text (RT) and the rulings ML1 to ML9."""

import random

import pytest

import games
from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation
from games.mit_list_und_tuecke.sheet import score_of
from tests.games.rounds import random_round

GAME = games.get("mit-list-und-tuecke")


def dealt(*hands, players=4):
    """Return a table at which seat 0 leads, the seats hold these cards and others."""
    table = Table(GAME, players=players, secret=bytes(32))
    table.deal(hands=hands, dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def random_rounds(players, matches=40):
    """Yield tables at every position of random rounds."""
    for seed in range(matches):
        table = Table(GAME, players=players, secret=seed.to_bytes(32, "big"))
        chance = random.Random(seed)
        table.deal()
        while not table.round_over:
            yield table
            table.play(chance.choice(table.legal()))
        yield table


class TestPack:
    """ML1: the cards in play."""

    @pytest.mark.parametrize(
        ("players", "highest"), [(4, "14 14 14 14"), (5, "17 17 18 18"), (6, "21 21 21 21")]
    )
    def test_pack_has_the_cards_of_the_number_of_players(self, players, highest):
        pack = [GAME.pack.format(card) for card in GAME.deck(players, GAME.options())]
        tops = [max(int(card[1:]) for card in pack if card[0] == suit) for suit in "BGRY"]
        assert " ".join(map(str, tops)) == highest
        assert len(pack) == 14 * players

    @pytest.mark.parametrize("players", GAME.players)
    def test_everyone_is_dealt_fourteen(self, players):
        table = dealt(players=players)
        assert [hand["count"] for hand in table.view(None)["hands"]] == [14] * players

    def test_seat_left_of_the_dealer_leads(self):
        assert dealt().turn == 0


class TestTrick:
    """ML2, ML4, ML5 and the example trick of RT."""

    @pytest.fixture
    def example(self):
        """RT: A leads red 10, B yellow 6, C red 14, D blue 2, E yellow 16."""
        table = dealt("R10", "Y6", "R14", "B2", "Y16 G1", players=5)
        return play(table, "R10", "Y6", "R14", "B2")

    def test_fourth_colour_is_forbidden(self, example):
        with pytest.raises(IllegalAction, match="fourth colour"):
            example.play("G1")

    def test_highest_trump_chooses_three_cards(self, example):
        example.play("Y16")
        assert (example.turn, example.phase, len(example.legal())) == (2, "take", 10)

    def test_lowest_other_colour_takes_the_rest_and_leads(self, example):
        play(example, "Y16", "take B2 R14 Y16")
        won = [pile["cards"] for pile in example.view(None)["won"]]
        assert won == [[], [], ["B2", "R14", "Y16"], ["R10", "Y6"], []]
        assert (example.turn, example.phase) == (3, "play")

    def test_any_card_may_be_led(self):
        table = dealt()
        assert table.legal() == table.view(0)["hand"]

    def test_led_colour_need_not_be_followed(self):
        table = play(dealt("R10", "R9 Y6"), "R10")
        assert {"R9", "Y6"} <= set(table.legal())

    def test_of_equal_lowest_cards_the_earlier_wins(self):
        table = play(dealt("R10", "Y3", "B3", "R2"), "R10", "Y3", "B3", "R2", "take R2 R10")
        assert table.turn == 1

    @pytest.mark.parametrize(("players", "choices"), [(4, 6), (5, 10), (6, 20)])
    def test_share_is_any_half_rounded_up(self, players, choices):
        table = dealt(players=players)
        while table.phase == "play":
            table.play(table.legal()[0])
        assert len(table.legal()) == choices

    def test_share_of_the_wrong_size_is_refused(self):
        table = play(dealt("R1", "R2", "R3", "R4"), "R1", "R2", "R3", "R4")
        with pytest.raises(IllegalAction, match="take 2"):
            table.play("take R1 R2 R3")

    def test_card_that_is_not_in_the_trick_cannot_be_taken(self):
        table = play(dealt("R1", "R2", "R3", "R4"), "R1", "R2", "R3", "R4")
        with pytest.raises(IllegalAction, match="Y1 is not in the trick"):
            table.play("take R1 Y1")

    def test_share_out_of_canonical_order_is_invalid(self):
        table = play(dealt("R1", "R2", "R3", "R4"), "R1", "R2", "R3", "R4")
        with pytest.raises(InvalidNotation):
            table.play("take R2 R1")

    def test_rest_of_a_one_colour_trick_leaves_the_game(self):
        """ML5: and the trump winner leads again."""
        table = play(dealt("R1", "R2", "R4", "R3"), "R1", "R2", "R4", "R3", "take R3 R4")
        assert table.turn == 2
        assert table.view(None)["discard"] == {"count": 2, "cards": ["R1", "R2"]}


class TestBlocked:
    """ML3, ML3a: whoever holds only the fourth colour ends the round at once."""

    BLUE = " ".join(f"B{rank}" for rank in range(1, 15))

    def test_blocked_player_ends_the_round_without_an_action(self):
        table = play(dealt("R1", "G1", "Y1", self.BLUE), "R1", "G1", "Y1")
        assert (table.round_over, table.turn, table.phase) == (True, None, "over")

    def test_cards_of_the_broken_trick_score_for_nobody(self):
        table = play(dealt("R1", "G1", "Y1", self.BLUE), "R1", "G1", "Y1")
        assert table.round_scores == [0, 0, 0, 0]
        assert [trick["card"] for trick in table.view(None)["table"]] == ["R1", "G1", "Y1"]

    def test_stacks_won_before_count(self):
        table = dealt("R1 " + self.BLUE.removeprefix("B1 "), "G1 G2", "Y14 Y1", "R14 R2")
        play(table, "R1", "G1", "Y14", "R14", "take G1 R14", "G2", "Y1", "R2")
        assert table.round_over
        assert table.round_scores == [0, 1, 0, 1]

    def test_player_with_any_legal_card_must_play(self):
        hand = self.BLUE.replace("B1 ", "R14 ", 1)
        table = play(dealt("R1", "G1", "Y1", hand), "R1", "G1", "Y1")
        assert table.legal() == ["R14"]

    def test_deal_passes_on_after_a_blocked_round(self):
        table = play(dealt("R1", "G1", "Y1", self.BLUE), "R1", "G1", "Y1")
        table.deal()
        assert [played.dealer for played in table.rounds] == [3, 0]

    @pytest.mark.slow
    @pytest.mark.parametrize(("players", "share"), [(4, 0.13), (5, 0.31), (6, 0.49)])
    def test_random_players_are_blocked_as_often_as_simulated(self, players, share):
        """ML3: 13 %, 31 % and 49 % of rounds; 3,000 rounds lie within four standard errors."""
        tables = [random_round(GAME, players, seed) for seed in range(3000)]
        blocked = sum(int(table.state.trick) < 14 for table in tables)
        assert abs(blocked / 3000 - share) < 4 * (share * (1 - share) / 3000) ** 0.5


class TestChoice:
    """ML6: whoever owns all four colours chooses two at once."""

    @pytest.fixture
    def table(self):
        table = dealt("R14 Y14", "G14 Y5", "B14 R2", "R1 Y2")
        play(table, "R14", "G14", "B14", "R1", "take B14 G14")
        return play(table, "Y5", "R2", "Y2", "Y14", "take R2 Y5")

    def test_fourth_colour_forces_a_choice_before_the_next_lead(self, table):
        assert (table.turn, table.phase) == (0, "keep")
        assert len(table.legal()) == 6

    def test_nothing_else_may_be_done_first(self, table):
        with pytest.raises(IllegalAction, match="keep two"):
            table.play("Y1")

    def test_second_winner_leads_after_the_choice(self, table):
        table.play("keep B G")
        assert (table.turn, table.phase) == (2, "play")

    def test_stacks_not_kept_become_discards(self, table):
        table.play("keep B R")
        view = table.view(1)
        assert view["aside"][0] == {"count": 2, "cards": ["G14", "Y5"]}
        assert view["facts"]["kept"][0] == ["B", "R"]
        assert view["facts"]["stacks"][0] == {"B": 1, "G": 0, "R": 1, "Y": 0}

    def test_colours_are_written_in_order(self, table):
        with pytest.raises(InvalidNotation):
            table.play("keep R B")

    def test_choice_is_final(self):
        chosen = {}
        for table in random_rounds(4):
            if table.state.on_table == 0 and table.state.trick == 0:
                chosen = {}
            for seat, kept in enumerate(table.view(None)["facts"]["kept"]):
                assert chosen.get(seat) in (None, kept)
                if kept:
                    chosen[seat] = kept

    def test_trump_winner_chooses_first_when_both_must(self):
        both = 0
        for table in random_rounds(4):
            s = table.state
            if table.phase == "keep" and s.second >= 0:
                winners = (s.first, s.second)
                if all(s.won[seat].all() and not s.kept[seat] for seat in winners):
                    both += 1
                    assert table.turn == s.first
        assert both

    def test_choice_is_due_after_the_last_trick_too(self):
        last = [
            table.state.trick
            for table in random_rounds(4, matches=60)
            if table.phase == "keep" and table.state.trick == 13
        ]
        assert last

    def test_nobody_ends_a_round_with_four_open_colours(self):
        for table in random_rounds(5):
            if table.round_over:
                stacks = table.view(None)["facts"]["stacks"]
                assert not any(all(stack.values()) for stack in stacks)

    @pytest.mark.further
    def test_later_cards_of_other_colours_are_discarded(self):
        for table in random_rounds(6):
            facts = table.view(None)["facts"]
            for stack, kept in zip(facts["stacks"], facts["kept"], strict=True):
                assert not kept or {c for c, n in stack.items() if n} == set(kept)


class TestScore:
    """ML7 and the examples A to E of RT: blue, green, red, yellow, discards."""

    @pytest.mark.parametrize(
        ("stacks", "discards", "score"),
        [
            ((0, 5, 6, 3), 0, 10),  # A: 5·6 = 30, 30 : 3 = 10
            ((4, 0, 5, 3), 0, 6),  # B: 5·4 = 20, 20 : 3 = 6
            ((7, 8, 0, 0), 4, 14),  # C: 7·8 = 56, 56 : 4 = 14
            ((1, 0, 1, 7), 0, 7),  # D: 7·1 = 7, 7 : 1 = 7
            ((5, 3, 0, 0), 0, 15),  # E: 3·5 = 15, not divided
            ((6, 0, 0, 0), 0, 0),  # one colour
            ((0, 0, 0, 0), 0, 0),  # none
            ((0, 1, 0, 1), 9, 0),  # 1·1 : 9
        ],
    )
    def test_score_is_two_stacks_divided_by_the_rest(self, stacks, discards, score):
        assert score_of(*stacks, discards) == score

    @pytest.mark.parametrize("order", [(3, 5, 6), (6, 3, 5), (5, 6, 3)])
    def test_two_largest_stacks_are_multiplied_wherever_they_are(self, order):
        assert score_of(*order, 0, 0) == 10

    def test_stacks_are_public(self):
        """ML8: exact sizes are visible to everybody."""
        for table in random_rounds(4, matches=3):
            assert table.view(None)["facts"] == table.view(0)["facts"]
            piles = table.view(None)["won"]
            assert all(pile["count"] == len(pile["cards"]) for pile in piles)


class TestMatch:
    """ML9 and G2, G8."""

    @pytest.mark.parametrize("players", GAME.players)
    def test_match_has_as_many_rounds_as_players(self, players):
        table = Table(GAME, players=players, secret=bytes(32))
        while not table.over:
            table.deal()
            while not table.round_over:
                table.play(table.legal()[0])
        first = table.rounds[0].dealer
        assert [r.dealer for r in table.rounds] == [(first + i) % players for i in range(players)]

    def test_highest_total_wins_and_ties_share(self):
        assert GAME.place([10, 30, 10, 30]) == [3, 1, 3, 1]
