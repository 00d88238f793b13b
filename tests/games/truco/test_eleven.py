"""Cited deals at eleven points, and the end of a match: TR11 to TR13 and the rule text (RT)."""

import pytest

from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records.document import record_of, validate
from engine.rules.errors import IllegalAction

from .deals import GAME, dealt, play, play_tricks, tricks_of


def eleven(*hands, totals=(11, 4), **table):
    return dealt(*hands, totals=totals, **table)


def iron(outcomes, **table):
    """Return a table after an iron hand with these outcomes."""
    return dealt(*tricks_of(outcomes), totals=(11, 11), **table)


class TestHandOfEleven:
    """TR11."""

    def test_plain_hands_are_dealt_in_turn(self):
        hands = ("C4 CA CK", "SA SK SQ", "HA HK HQ", "DA DK DQ")
        table = eleven(*hands)
        assert table.view(3)["hand"] == ["DQ", "DK", "DA"]
        assert [hand["count"] for hand in table.view(None)["hands"]] == [3] * 4

    @pytest.mark.parametrize("dealer", range(4))
    @pytest.mark.parametrize("totals", [(11, 4), (4, 11)])
    def test_first_seat_of_the_side_at_eleven_decides(self, dealer, totals):
        table = eleven(totals=totals, dealer=dealer)
        side = totals.index(11)
        mao = (dealer + 1) % 4
        assert table.turn == (mao if mao % 2 == side else (mao + 1) % 4)
        assert (table.phase, table.legal()) == ("eleven", ["stay", "run"])

    @pytest.mark.parametrize("text", ["keep", "reject", "truco", "C4"])
    def test_nothing_else_is_decided(self, text):
        with pytest.raises(IllegalAction, match="`stay` or `run`"):
            eleven().play(text)

    def test_partners_at_eleven_see_each_other_s_hands(self):
        table = eleven("C4 CA CK", "SA SK SQ", "HA HK HQ", "DA DK DQ")
        assert table.view(0)["hands"][2]["cards"] == ["HQ", "HK", "HA"]
        assert table.view(2)["hands"][0]["cards"] == ["C4", "CK", "CA"]

    def test_nobody_else_sees_a_hand(self):
        table = eleven("C4 CA CK", "SA SK SQ", "HA HK HQ", "DA DK DQ")
        for reader, unseen in ((1, (0, 2, 3)), (0, (1, 3)), (None, range(4))):
            assert not any(table.view(reader)["hands"][seat]["cards"] for seat in unseen)

    def test_running_gives_the_others_one_point(self):
        table = play(eleven(), "run")
        assert table.round_scores == [0, 1, 0, 1]
        assert not table.over

    def test_running_of_the_other_side_costs_one_point_too(self):
        assert play(eleven(totals=(4, 11)), "run").round_scores == [1, 0, 1, 0]

    def test_mao_leads_whoever_decided(self):
        table = play(eleven(totals=(4, 11)), "stay")
        assert (table.turn, table.phase) == (0, "play")

    @pytest.mark.parametrize("winner", [0, 1])
    def test_hand_that_is_played_is_worth_three_to_either_side(self, winner):
        outcomes = f"{winner}{winner}"
        table = play_tricks(play(eleven(*tricks_of(outcomes)), "stay"), outcomes)
        assert table.round_scores == [3 * (seat % 2 == winner) for seat in range(4)]
        assert table.over == (winner == 0)

    def test_three_ties_score_nothing_and_the_match_goes_on(self):
        table = play_tricks(play(eleven(*tricks_of("===")), "stay"), "===")
        assert table.round_scores == [0] * 4
        assert not table.over

    @pytest.mark.parametrize("cards", [0, 1])
    def test_nobody_calls_truco(self, cards):
        table = play(eleven("C5"), "stay", *["C5"][:cards])
        assert "truco" not in table.legal()
        with pytest.raises(IllegalAction, match="not in a hand of eleven"):
            table.play("truco")

    def test_partners_at_eleven_see_what_goes_face_down(self):
        hands = tricks_of("100")
        table = play_tricks(play(eleven(*hands), "stay"), "1")
        play(table, hands[1].split()[1], "down " + hands[2].split()[1])
        assert table.view(0)["log"][-1]["action"] == "down " + hands[2].split()[1]
        assert table.view(0)["hands"][2]["cards"] == [hands[2].split()[2]]
        assert table.view(0)["table"][1]["card"] == hands[2].split()[1]

    def test_others_see_that_a_card_goes_face_down(self):
        hands = tricks_of("100")
        table = play_tricks(play(eleven(*hands), "stay"), "1")
        play(table, hands[1].split()[1], "down " + hands[2].split()[1])
        for reader in (1, 3, None):
            assert table.view(reader)["log"][-1]["action"] == "down"
            assert table.view(reader)["table"][1]["card"] is None

    def test_partner_s_card_face_down_is_hidden_on_the_other_side(self):
        hands = tricks_of("000")
        table = play_tricks(play(eleven(*hands), "stay"), "0")
        play(table, hands[0].split()[1], "down " + hands[1].split()[1])
        assert table.view(3)["log"][-1]["action"] == "down"


class TestIronHand:
    """TR12."""

    def test_it_is_over_when_dealt(self):
        table = iron("00")
        assert table.round_over
        assert (table.turn, table.legal(), table.phase) == (None, [], "over")
        assert table.rounds[0].actions == []

    @pytest.mark.parametrize("winner", [0, 1])
    def test_winner_gets_one_point_and_the_match(self, winner):
        table = iron(f"{winner}{winner}")
        assert table.round_scores == [int(seat % 2 == winner) for seat in range(4)]
        assert table.over
        assert table.ranking() == [1 + 2 * (seat % 2 != winner) for seat in range(4)]

    @pytest.mark.parametrize(
        ("outcomes", "scores"),
        [
            ("010", [1, 0, 1, 0]),
            ("101", [0, 1, 0, 1]),
            ("=1", [0, 1, 0, 1]),
            ("0=", [1, 0, 1, 0]),
            ("01=", [1, 0, 1, 0]),
            ("==1", [0, 1, 0, 1]),
        ],
    )
    def test_tricks_decide_as_ever(self, outcomes, scores):
        assert iron(outcomes).round_scores == scores

    def test_cards_are_turned_up_in_the_order_dealt(self):
        """In canonical order seat 0 would win the first trick with C4."""
        table = dealt("C5 C4 H6", "D5 D6 S6", "H5 HQ SQ", "C3 CQ D7", totals=(11, 11))
        assert table.view(None)["facts"]["tricks"] == [1, 0, 1]
        assert [pile["count"] for pile in table.view(None)["won"]] == [4, 0, 0, 8]

    @pytest.mark.parametrize("dealer", range(4))
    def test_everybody_turns_up_his_own_cards(self, dealer):
        winner = (dealer + 1) % 2
        assert iron("00", dealer=dealer).round_scores == [
            int(seat % 2 == winner) for seat in range(4)
        ]

    def test_drawn_hand_is_repeated_with_the_next_dealer(self):
        table = iron("===", native=True)
        assert table.round_scores == [0] * 4
        assert not table.over
        assert not table.rounds[0].redeal
        table.deal()
        assert table.view(None)["dealer"] == 0
        assert table.view(None)["facts"]["hand"] == "iron"

    def test_cards_not_turned_up_are_known_to_nobody(self):
        table = iron("00")
        for reader in (*range(4), None):
            assert [hand["count"] for hand in table.view(reader)["hands"]] == [1] * 4
            assert not any(hand["cards"] for hand in table.view(reader)["hands"])

    def test_cards_turned_up_are_seen_by_all(self):
        assert table_cards(iron("010")) == sorted(" ".join(tricks_of("010")).split())

    def test_view_of_who_holds_them_does_not_depend_on_them(self):
        hands = [hand.split() for hand in tricks_of("00")]
        swapped = [
            [*hand[:2], hands[1 - seat][2] if seat < 2 else hand[2]]
            for seat, hand in enumerate(hands)
        ]
        views = [
            dealt(*map(" ".join, cards), totals=(11, 11)).view(0) for cards in (hands, swapped)
        ]
        assert views[0] == views[1]


def table_cards(table):
    """Return all cards of the piles that an onlooker sees."""
    return sorted(card for pile in table.view(None)["won"] for card in pile["cards"])


class TestMatch:
    """TR13 and RT: twelve points win."""

    @pytest.mark.parametrize("native", [False, True])
    def test_twelve_points_end_the_match(self, native):
        table = dealt(*tricks_of("00"), totals=(9, 4), native=native)
        play_tricks(play(table, "keep", "truco", "accept"), "0")
        assert table.totals == [12, 4, 12, 4]
        assert table.over

    def test_eleven_points_do_not(self):
        table = dealt(*tricks_of("00"), totals=(10, 4), native=True)
        play_tricks(play(table, "keep"), "00")
        assert table.totals == [11, 4, 11, 4]
        assert not table.over

    def test_scores_are_not_capped(self):
        table = dealt(*tricks_of("00"), totals=(11, 4))
        play_tricks(play(table, "stay"), "00")
        assert table.totals == [14, 4, 14, 4]

    def test_queda_wins_the_match(self):
        table = play(dealt(*tricks_of("00")), "keep", "truco", "raise", "raise", "raise", "accept")
        assert play_tricks(table, "0").totals == [12, 0, 12, 0]
        assert table.over

    def test_match_of_fixed_length_ends_after_its_rounds(self):
        lengths = {len(match(seed).rounds) for seed in range(40)}
        assert max(lengths) == GAME.rounds(4) == 4
        assert min(lengths) < 4

    def test_native_match_ends_with_twelve_points_only(self):
        for seed in range(40):
            table = match(seed, native=True)
            assert max(table.totals) >= 12
            assert max(t - s for t, s in zip(table.totals, table.round_scores, strict=True)) < 12

    def test_deal_passes_to_the_right(self):
        """G1: which is the direction of play."""
        dealers = [done.dealer for done in match(1, native=True).rounds]
        assert dealers == [(dealers[0] + i) % 4 for i in range(len(dealers))]

    def test_partners_share_a_place(self):
        assert GAME.place([12, 7, 12, 7]) == [1, 3, 1, 3]
        assert GAME.place([5, 5, 5, 5]) == [1, 1, 1, 1]

    def test_match_with_an_iron_hand_replays(self):
        tables = (match(seed, native=True) for seed in range(2000))
        table = next(t for t in tables if min(t.totals) >= 11 and t.rounds[-1].actions == [])
        verdict = validate(record_of(table))
        assert (verdict.ok, verdict.complete) == (True, True)


def match(seed, *, native=False):
    table = Table(GAME, 4, secret=seed.to_bytes(32, "big"), native=native)
    runner.play_match(table, [builtin.get("random")] * 4, seed=b"truco")
    return table
