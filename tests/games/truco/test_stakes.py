"""What a hand is worth, by the rule text (RT) and the rulings TR7 to TR10."""

import pytest

from engine.rules.errors import IllegalAction, NotYourTurn

from .deals import TIE, kept, play, play_tricks, tricks_of


class TestTruco:
    """TR7 to TR9 and RT: truco, retruco, nine, queda."""

    def test_truco_is_called_in_turn_before_a_card(self):
        table = play(kept("C5 CK H6"), "truco")
        assert (table.turn, table.phase) == (1, "answer")
        assert table.legal() == ["accept", "run", "raise"]
        with pytest.raises(NotYourTurn):
            table.play("accept", seat=3)

    @pytest.mark.parametrize("cards", range(4))
    def test_next_opponent_in_turn_answers(self, cards):
        table = play(kept("C5", "C6", "S5", "S6"), *["C5", "C6", "S5"][:cards], "truco")
        assert table.turn == (cards + 1) % 4

    @pytest.mark.parametrize("raises", range(4))
    def test_answers_alternate_with_the_trucador(self, raises):
        table = play(kept("C5", "C6"), "C5", "truco", *["raise"] * raises)
        assert table.turn == (2, 1)[raises % 2]

    @pytest.mark.parametrize(("raises", "stake"), [(0, 3), (1, 6), (2, 9), (3, 12)])
    def test_accepted_stakes_are_3_6_9_12(self, raises, stake):
        table = play(kept("C5", "C6"), "truco", *["raise"] * raises, "accept")
        assert table.view(None)["facts"]["stake"] == stake
        assert (table.turn, table.phase) == (0, "play")

    @pytest.mark.parametrize(("raises", "score"), [(0, 1), (1, 3), (2, 6), (3, 9)])
    def test_running_loses_the_stake_before_the_raise(self, raises, score):
        table = play(kept("C5", "C6"), "truco", *["raise"] * raises, "run")
        raiser = raises % 2
        assert table.round_scores == [score * (seat % 2 == raiser) for seat in range(4)]

    def test_running_reveals_no_hands(self):
        """G7b."""
        table = play(kept("C5 C7 CQ", "S4 S5 S6"), "C5", "truco", "run")
        view = table.view(None)
        assert [hand["cards"] for hand in view["hands"]] == [[]] * 4
        assert view["table"] == [{"seat": 0, "card": "C5"}]

    @pytest.mark.parametrize("answers", [["accept"], ["raise", "accept"]])
    def test_truco_is_called_once_in_a_hand(self, answers):
        table = play(kept(*tricks_of("=00")), "truco", *answers)
        assert "truco" not in table.legal()
        with pytest.raises(IllegalAction, match="once in a hand"):
            table.play("truco")
        play_tricks(table, "=")
        assert "truco" not in table.legal()

    @pytest.mark.parametrize("played", ["", "0", "01"])
    def test_truco_may_be_called_in_any_trick(self, played):
        table = play_tricks(kept(*tricks_of(played or "0")), played)
        assert "truco" in table.legal()

    @pytest.mark.parametrize("text", ["C5", "truco", "keep", "stay"])
    def test_call_waits_for_an_answer(self, text):
        with pytest.raises(IllegalAction, match="answered first"):
            play(kept("C5", "C6"), "truco").play(text)

    @pytest.mark.parametrize("text", ["accept", "raise", "run", "reject"])
    def test_nothing_to_answer_while_cards_are_played(self, text):
        with pytest.raises(IllegalAction, match="time to play"):
            kept().play(text)


class TestDecisiveTrick:
    """TR8: an accepted truco makes the current trick decisive."""

    @pytest.mark.parametrize(
        ("outcomes", "trick", "winner"),
        [
            ("0", 0, 0),
            ("1", 0, 1),
            ("=0", 0, 0),
            ("=1", 0, 1),
            ("==0", 0, 0),
            ("==1", 0, 1),
            ("01", 1, 1),
            ("10", 1, 0),
            ("00", 1, 0),
            ("0=", 1, 0),
            ("1=", 1, 1),
            ("=1", 1, 1),
            ("==0", 1, 0),
            ("010", 2, 0),
            ("01=", 2, 0),
            ("10=", 2, 1),
            ("==1", 2, 1),
        ],
    )
    def test_its_winner_wins_the_hand_at_the_stake(self, outcomes, trick, winner):
        table = kept(*tricks_of(outcomes))
        play_tricks(table, outcomes[:trick])
        play(table, "truco", "accept")
        play_tricks(table, outcomes[trick:], start=trick)
        assert table.round_over
        assert table.round_scores == [3 * (seat % 2 == winner) for seat in range(4)]

    @pytest.mark.parametrize("trick", range(3))
    def test_three_ties_score_nothing_at_any_stake(self, trick):
        table = play_tricks(kept(*tricks_of("===")), TIE * trick)
        play(table, "truco", "raise", "accept")
        play_tricks(table, TIE * (3 - trick), start=trick)
        assert table.round_scores == [0] * 4

    def test_trucador_and_those_after_him_complete_the_trick(self):
        table = play(kept("C5", "C6", "C3", "C7"), "C5", "C6", "truco", "accept", "C3", "C7")
        assert table.round_scores == [3, 0, 3, 0]

    def test_without_truco_the_same_trick_decides_nothing(self):
        assert not play(kept("C5", "C6", "C3", "C7"), "C5", "C6", "C3", "C7").round_over


class TestLimits:
    """TR10."""

    def test_example_of_the_rule_text(self):
        """RT: with six points, truco and retruco; 6 + 6 = 12, so no raise to nine."""
        table = play(kept("C5", totals=(6, 0)), "truco", "raise")
        assert table.legal() == ["accept", "run"]
        with pytest.raises(IllegalAction, match="winning 6 is enough"):
            table.play("raise")

    @pytest.mark.parametrize(
        ("raises", "most"), [(0, 8), (1, 5), (2, 2)], ids=["retruco", "nine", "queda"]
    )
    def test_stake_is_raised_by_who_needs_more_than_it(self, raises, most):
        for points in range(9):
            totals = (points, 0) if raises % 2 else (0, points)
            table = play(kept("C5", totals=totals), "truco", *["raise"] * raises)
            assert ("raise" in table.legal()) == (points <= most)

    def test_twelve_is_accepted_or_refused(self):
        table = play(kept("C5"), "truco", "raise", "raise", "raise")
        assert table.legal() == ["accept", "run"]

    @pytest.mark.parametrize("points", [9, 10])
    def test_no_retruco_where_three_are_enough(self, points):
        assert "raise" not in play(kept("C5", totals=(0, points)), "truco").legal()

    @pytest.mark.parametrize("points", [0, 9, 10])
    def test_truco_is_called_up_to_ten_points(self, points):
        assert "truco" in kept("C5", totals=(points, 0)).legal()

    def test_points_of_the_others_limit_nothing(self):
        table = play(kept("C5", totals=(10, 0)), "truco")
        assert "raise" in table.legal()
