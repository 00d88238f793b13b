"""Cited deals: the rule text (RT) and the rulings FI5 to FI9, G7a to G7d, from the contract on."""

import pytest

from engine.rules.errors import IllegalAction, InvalidNotation

from .deals import (
    ALONE,
    FOUR,
    GAME,
    LOW,
    SOLID,
    TOP,
    against_others,
    contract,
    dealt,
    facts,
    play,
    played_out,
    tricks,
)

SUITS = ["trump C", "trump S", "trump H", "trump D"]


def top():
    return against_others(TOP)


class TestSkat:
    """FI5, RT: the declarer takes the skat, discards two unseen, then names trump."""

    def test_skat_is_taken_at_once(self):
        table = play(top(), "bid 3", *ALONE)
        assert table.view(0)["hand"] == ["C8", "C9", "CQ", "CK", "CA", "H7", "H8"]
        assert (table.phase, len(table.legal())) == ("discard", 21)

    def test_discarded_is_what_was_named(self):
        table = play(top(), "bid 3", *ALONE, "discard H7 H8")
        assert table.view(0)["hand"] == ["C8", "C9", "CQ", "CK", "CA"]
        assert table.view(0)["skat"] == {"count": 2, "cards": ["H7", "H8"]}
        assert (table.phase, table.turn) == ("trump", 0)

    def test_cards_left_aside_stay_there(self):
        table = play(top(), "bid 3", *ALONE, "discard H7 H8")
        assert table.view(0)["stock"] == {"count": 3, "cards": []}

    @pytest.mark.parametrize("seat", [1, 2, 3, None])
    def test_discard_is_secret(self, seat):
        """G7c: the others see how many."""
        view = play(top(), "bid 3", *ALONE, "discard H7 H8").view(seat)
        assert view["log"][-1] == {"seat": 0, "action": "discard 2"}
        assert view["skat"] == {"count": 2, "cards": []}
        assert view["hands"][0]["count"] == 5

    def test_owner_reads_the_discard(self):
        table = contract(top(), "3")
        assert {"seat": 0, "action": "discard C8 C9"} in table.view(0)["log"]

    @pytest.mark.parametrize("text", ["discard H7", "discard C8 H7 H8", "CA", "trump C"])
    def test_two_are_discarded_first(self, text):
        with pytest.raises(IllegalAction, match="give 2 up"):
            play(top(), "bid 3", *ALONE, text)

    def test_card_of_another_hand_cannot_be_discarded(self):
        with pytest.raises(IllegalAction, match="SA is not in this hand"):
            play(top(), "bid 3", *ALONE, "discard C8 SA")

    @pytest.mark.parametrize("text", ["discard", "discard H7 C8", "discard C8 C8", "discard 2"])
    def test_cards_are_written_once_and_in_order(self, text):
        with pytest.raises(InvalidNotation):
            play(top(), "bid 3", *ALONE, text)

    @pytest.mark.parametrize("bid", ["2 hand", "4 hand durch", "5 hand ruten"])
    def test_hand_declarer_does_not_see_the_skat(self, bid):
        view = play(top(), f"bid {bid}", *ALONE).view(0)
        assert (view["phase"], len(view["hand"])) == ("trump", 5)
        assert view["skat"] == {"count": 2, "cards": []}


class TestTrump:
    """FI5, RT: any suit; ruten has only diamonds, and diamonds named late double."""

    def test_any_suit_may_be_named(self):
        assert play(top(), "bid 3 hand", *ALONE).legal() == SUITS

    @pytest.mark.parametrize("bid", ["bid 3 ruten", "bid 3 hand ruten"])
    def test_ruten_is_asked_and_has_only_diamonds(self, bid):
        table = play(top(), bid, *ALONE)
        if table.phase == "discard":
            table.play("discard C8 C9")
        assert table.legal() == ["trump D"]
        with pytest.raises(IllegalAction, match="ruten was bid"):
            table.play("trump C")

    @pytest.mark.parametrize(
        ("bid", "trump", "value"),
        [
            ("3", "C", 3),
            ("3", "D", 6),
            ("3 ruten", "D", 6),
            ("3 hand", "D", 12),  # FI5: also without the skat
            ("3 hand ruten", "D", 12),
            ("5", "D", 20),
        ],
    )
    def test_diamonds_double_once(self, bid, trump, value):
        assert facts(contract(top(), bid, trump))["value"] == value

    def test_kieker_with_diamonds_is_worth_20(self):
        table = play(dealt(LOW), "kieker", *ALONE)
        play(table, table.legal()[0], "continue", "trump D")
        assert facts(table)["value"] == 20

    def test_named_trump_is_public(self):
        assert facts(contract(top(), "3", "S"))["trump"] == "S"

    @pytest.mark.parametrize("text", ["pass", "CA", "bid 4"])
    def test_nothing_else_comes_before_trump(self, text):
        with pytest.raises(IllegalAction, match="trump is to be named now"):
            play(top(), "bid 3 hand", *ALONE, text)

    @pytest.mark.parametrize("text", ["trump", "trump X", "trump clubs"])
    def test_other_words_are_no_suit(self, text):
        with pytest.raises(InvalidNotation):
            play(top(), "bid 3 hand", *ALONE, text)


class TestKieker:
    """FI6, RT: ten cards, five discarded, then a surrender for five points, or trump."""

    @staticmethod
    def declared():
        return play(dealt(LOW, left="H7 H8 H9 HT HJ"), "kieker", *ALONE)

    def test_skat_and_the_cards_aside_are_taken(self):
        view = self.declared().view(0)
        assert view["hand"] == ["C7", "C8", "S9", "ST", "H7", "H8", "H9", "HT", "HJ", "HA"]
        assert "skat" not in view
        assert "stock" not in view

    def test_any_five_are_discarded(self):
        table = self.declared()
        assert (table.phase, len(table.legal())) == ("discard", 252)
        with pytest.raises(IllegalAction, match="give 5 up"):
            table.play("discard C7 C8")
        play(table, "discard C7 C8 S9 ST H7")
        assert table.view(0)["hand"] == ["H8", "H9", "HT", "HJ", "HA"]
        assert table.view(0)["skat"]["cards"] == ["C7", "C8", "S9", "ST", "H7"]
        assert table.view(3)["log"][-1]["action"] == "discard 5"

    def test_surrender_comes_before_trump(self):
        table = play(self.declared(), "discard C7 C8 S9 ST H7")
        assert (table.phase, table.legal()) == ("kieker", ["surrender", "continue"])
        with pytest.raises(IllegalAction, match="`surrender`"):
            table.play("trump H")
        assert play(table, "continue").legal() == SUITS

    def test_surrender_costs_five_and_counts_as_a_round(self):
        table = play(self.declared(), "discard C7 C8 S9 ST H7", "surrender")
        assert table.round_scores == [-5, 0, 0, 0]
        assert (table.rounds[0].redeal, table.state.played) == (False, 1)
        assert (table.turn, table.phase) == (None, "over"), "G7d"

    def test_surrender_turns_nothing_up(self):
        """G7b."""
        view = play(self.declared(), "discard C7 C8 S9 ST H7", "surrender").view(2)
        assert (view["skat"]["cards"], view["hands"][0]["cards"]) == ([], [])

    def test_all_five_tricks_are_needed(self):
        table = play(self.declared(), "discard C7 C8 S9 ST H7", "continue", "trump H")
        assert (facts(table)["needed"], facts(table)["value"]) == (5, 10)

    def test_only_a_kieker_may_be_surrendered(self):
        with pytest.raises(IllegalAction, match="trump is to be named"):
            play(top(), "bid 5 hand", *ALONE, "surrender")


class TestShownHand:
    """FI6, G7a: what the left neighbour of a Kieker knows; here seat 1's, so seat 2 sees it."""

    @staticmethod
    def shown(*calls):
        return play(dealt("", LOW, left="H7 H8 H9 HT HJ"), "pass", "kieker", *calls)

    @staticmethod
    def known(table, seat=2):
        return table.view(seat)["hands"][1]["cards"]

    def test_neighbour_knows_it_until_the_discard(self):
        table = self.shown("pass", "pass")
        assert self.known(table) == LOW.split()
        assert table.view(2)["hands"][1]["count"] == 10

    @pytest.mark.parametrize("cards", ["C7 C8 S9 ST HA", "H7 H8 H9 HT HJ", "C7 C8 S9 H7 H8"])
    def test_after_the_discard_he_knows_none_of_it(self, cards):
        """Not even if all of it was kept, or all of it given up."""
        table = self.shown("pass", "pass", f"discard {cards}")
        assert self.known(table) == []
        assert table.view(2)["skat"] == {"count": 5, "cards": []}

    def test_declarer_knows_what_he_has_and_what_he_gave_up(self):
        table = self.shown("pass", "pass", "discard C7 C8 S9 H7 H8")
        assert self.known(table, 1) == ["ST", "H9", "HT", "HJ", "HA"]
        assert table.view(1)["skat"]["cards"] == ["C7", "C8", "S9", "H7", "H8"]

    def test_card_that_was_lost_is_known_again_when_played(self):
        table = self.shown("pass", "pass", "discard C7 C8 S9 H7 H8", "continue", "trump H")
        for _ in range(2):
            table.play(table.legal()[0])
        assert table.view(2)["table"][1]["card"] in {"ST", "H9", "HT", "HJ", "HA"}

    def test_it_is_lost_if_its_owner_declares_something_else(self):
        """A discard of two after holding with another bid."""
        table = self.shown("bid 3 durch", "bid 3 durch", "pass", "pass")
        assert self.known(table) == LOW.split()
        play(table, "discard H7 H8")
        assert (self.known(table), table.view(2)["skat"]["cards"]) == ([], [])

    def test_it_stays_known_if_its_owner_declares_hand(self):
        table = self.shown("bid 3 durch", "bid 3 hand", "pass", "pass", "trump S")
        assert self.known(table) == LOW.split()

    def test_it_stays_known_if_its_owner_is_not_declarer(self):
        table = self.shown("bid 3 hand", "pass", "pass", "trump S")
        assert self.known(table) == LOW.split()
        play(table, table.legal()[0])
        card = table.legal()[0]
        play(table, card)
        assert self.known(table) == [own for own in LOW.split() if own != card]

    @pytest.mark.parametrize("seat", [0, 3, None])
    def test_nobody_else_ever_sees_it(self, seat):
        table = self.shown("bid 3 hand", "pass", "pass", "trump S")
        assert self.known(table, seat) == []

    def test_own_discard_of_another_declarer_changes_nothing(self):
        table = self.shown("bid 3 durch", "pass", "pass")
        play(table, table.legal()[0])
        assert self.known(table) == LOW.split()


class TestTricks:
    """FI7, RT: the dealer's left leads; suit is followed; the highest trump or card wins."""

    @pytest.mark.parametrize("declarer", [0, 1, 2, 3])
    def test_left_of_the_dealer_leads_whoever_declares(self, declarer):
        table = play(dealt(), *["pass"] * declarer, "bid 2 hand", *["pass"] * (3 - declarer))
        assert table.turn == declarer
        assert play(table, "trump S").turn == 0

    def test_suit_is_followed(self):
        table = play(contract(top(), "3 hand"), "H7")
        assert table.legal() == ["HK", "HA"]
        with pytest.raises(IllegalAction, match="follow suit: hearts"):
            table.play("SJ")

    def test_who_cannot_follow_plays_anything(self):
        """No duty to trump, with C7 in the hand."""
        hands = ("S7", "S8", "S9", "C7 HJ HQ HK HA")
        table = play(contract(dealt(*hands, left="C8 C9 ST SJ SQ"), "2 hand"), "S7", "S8", "S9")
        assert table.legal() == ["C7", "HJ", "HQ", "HK", "HA"]

    def test_nobody_has_to_beat(self):
        table = play(contract(dealt("S7", "S8 SA"), "2 hand"), "S7")
        assert {"S8", "SA"} <= set(table.legal())

    @pytest.mark.parametrize(
        ("cards", "winner"),
        [
            (("S7", "SK", "SA", "SQ"), 2),
            (("S7", "SK", "HA", "SQ"), 1),  # another suit never wins
            (("S7", "SK", "C7", "SQ"), 2),  # the lowest trump does
            (("S7", "C8", "C7", "C9"), 3),  # the highest of them
            (("C7", "SK", "HA", "SQ"), 0),
            (("D7", "SK", "HA", "SQ"), 0),  # nobody can follow
        ],
    )
    def test_who_wins_leads(self, cards, winner):
        table = play(contract(with_nothing_else(cards), "4 hand"), *cards)
        assert (table.turn, table.state.trick) == (winner, 1)

    def test_seven_of_diamonds_as_trump_beats_everything(self):
        table = contract(with_nothing_else(["SA", "SK", "D7", "SQ"]), "3 hand", "D")
        assert play(table, "SA", "SK", "D7", "SQ").turn == 2

    def test_trick_lies_openly_with_who_won_it(self):
        view = play(contract(top(), "3 hand"), "CA", "S9", "SQ", "C7").view(None)
        assert view["won"][0] == {"count": 4, "cards": ["C7", "CA", "S9", "SQ"]}

    def test_card_of_another_hand_is_refused(self):
        with pytest.raises(IllegalAction, match="SA is not in this hand"):
            contract(top(), "3 hand").play("SA")

    def test_bidding_is_over(self):
        with pytest.raises(IllegalAction, match="play a card"):
            contract(top(), "3 hand").play("bid 5")


def with_nothing_else(cards):
    """Return a table at which each seat holds one of these, and only the first more of its suit."""
    pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
    rest = [card for card in pack if card not in cards]
    same = [card for card in rest if card[0] == cards[0][0]]
    return dealt(" ".join([cards[0], *same[:4]]), *cards[1:], left=" ".join(same[4:]))


class TestReached:
    """FI8, RT: the contract reached with tricks left: stop, or play on as durch."""

    def test_choice_is_the_declarers(self):
        table = tricks(contract(top(), "3"), "CA", "CK")
        assert table.phase == "play"
        tricks(table, "CQ")
        assert (table.phase, table.turn, table.legal()) == ("reached", 0, ["stop", "play on"])
        with pytest.raises(IllegalAction, match="`stop`, or `play on`"):
            table.play("H7")

    def test_stop_scores_the_value(self):
        table = play(tricks(contract(top(), "3"), "CA", "CK", "CQ"), "stop")
        assert (table.round_scores, table.turn) == ([3, 0, 0, 0], None)

    def test_stop_turns_no_hand_up(self):
        """G7b."""
        view = play(tricks(contract(top(), "3"), "CA", "CK", "CQ"), "stop").view(None)
        assert [hand["count"] for hand in view["hands"]] == [2, 2, 2, 2]
        assert not any(hand["cards"] for hand in view["hands"])

    def test_playing_on_and_losing_a_trick_costs_twice_the_doubled_value(self):
        table = play(tricks(contract(top(), "3"), "CA", "CK", "CQ"), "play on")
        assert (table.phase, table.turn) == ("play", 0)
        assert (facts(table)["value"], facts(table)["needed"]) == (6, 5)
        tricks(table, "H7")
        assert (table.round_scores, table.state.trick) == ([-12, 0, 0, 0], 4)

    def test_playing_on_and_winning_all_tricks_scores_twice(self):
        table = play(tricks(contract(against_others(SOLID), "3"), "CA", "CK", "CQ"), "play on")
        assert tricks(table, "CJ").phase == "play", "asked only once"
        assert tricks(table, "CT").round_scores == [6, 0, 0, 0]

    def test_earlier_losses_do_not_matter(self):
        table = tricks(contract(against_others(FOUR), "3"), "H7", "CJ", "CQ", "CK")
        assert table.phase == "reached"
        play(table, "play on")
        assert facts(table)["needed"] == 4
        assert tricks(table, "CA").round_scores == [6, 0, 0, 0]

    def test_last_trick_leaves_no_choice(self):
        table = tricks(contract(top(), "3 hand"), "H7", "H8", "CQ", "CK", "CA")
        assert table.round_scores == [6, 0, 0, 0]

    def test_durch_has_no_choice(self):
        table = tricks(contract(against_others(SOLID), "3 durch"), "CA", "CK", "CQ", "CJ")
        assert table.phase == "play"
        assert tricks(table, "CT").round_scores == [6, 0, 0, 0]


OTHERS_OF_KIEKER = ("C8 C9 S8 S9 ST", "SJ SQ H8 H9 HT", "CJ CQ HJ HQ HK")
"""Two clubs each at most, so that CK and CA draw them."""


class TestEnd:
    """FI9, RT: early ends; made scores the value, failed costs twice as much."""

    @pytest.mark.parametrize(
        ("bid", "score"), [("2 durch", -8), ("3 hand durch", -24), ("5", -20), ("5 hand", -40)]
    )
    def test_durch_ends_with_the_first_trick_lost(self, bid, score):
        table = tricks(contract(top(), bid), "CA", "H7")
        assert (table.round_scores, table.state.trick) == ([score, 0, 0, 0], 2)

    def test_four_ends_with_the_second_trick_lost(self):
        table = tricks(contract(top(), "4"), "H7")
        assert not table.round_over
        assert tricks(table, "H8").round_scores == [-8, 0, 0, 0]

    def test_three_ends_with_the_third_trick_lost(self):
        table = tricks(contract(top(), "3", "S"), "H7", "H8")
        assert not table.round_over
        assert tricks(table, "CQ").round_scores == [-6, 0, 0, 0]

    def test_three_ruten_made_scores_6(self):
        """RT."""
        hands = ("CK CA SK SA D7", "C7 C8 S7 S8 S9", "H7 H8 H9 HT HJ", "CT CJ SJ ST HQ")
        table = play(dealt(*hands, left="CQ SQ"), "bid 3 ruten", *ALONE, "discard CQ SQ", "trump D")
        assert play(tricks(table, "D7", "CA", "SA"), "stop").round_scores == [6, 0, 0, 0]

    def test_three_ruten_failed_costs_12(self):
        """RT."""
        table = tricks(contract(top(), "3 ruten", "D"), "H7", "H8")
        assert played_out(table).round_scores == [-12, 0, 0, 0]

    @pytest.mark.parametrize(
        ("trump", "kept", "score"), [("C", "CK CA SA HA D7", 10), ("D", "D7 CA CK SA HA", 20)]
    )
    def test_kieker_made(self, trump, kept, score):
        """RT: +10 as a five durch; FI5: with diamonds 20."""
        left = "CK C7 S7 H7 SK"
        table = play(dealt("CT CA SA HA D7", *OTHERS_OF_KIEKER, left=left), "kieker", *ALONE)
        play(table, "discard C7 CT S7 SK H7", "continue", f"trump {trump}")
        assert tricks(table, *kept.split()).round_scores == [score, 0, 0, 0]

    @pytest.mark.parametrize(("trump", "score"), [("H", -20), ("D", -40)])
    def test_kieker_failed(self, trump, score):
        """RT: -20; FI5: with diamonds 40."""
        table = play(dealt(LOW, left="H7 H8 H9 HT HJ"), "kieker", *ALONE)
        play(table, "discard H8 H9 HT HJ HA", "continue", f"trump {trump}")
        assert tricks(table, "C7").round_scores == [score, 0, 0, 0]

    def test_defenders_score_nothing(self):
        table = play(dealt(), "pass", "bid 5 hand ruten", "pass", "pass", "trump D")
        scores = played_out(table).round_scores
        assert abs(scores[1]) in {40, 80}
        assert scores[0] == scores[2] == scores[3] == 0


class TestNextRound:
    """Nothing of a round is left in the next."""

    @staticmethod
    def after(table):
        table.deal()
        return facts(table)

    def test_after_a_kieker_given_up(self):
        table = play(dealt(LOW), "kieker", *ALONE)
        assert self.after(play(table, table.legal()[0], "surrender")) == facts(dealt())

    def test_after_playing_on(self):
        table = tricks(contract(top(), "3"), "CA", "CK", "CQ")
        assert self.after(tricks(play(table, "play on"), "H7")) == facts(dealt())
