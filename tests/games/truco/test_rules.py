"""Cited deals and numbers: the rule text (RT) and the rulings TR1 to TR6.

Stakes are in `test_truco_stakes.py`, hands at eleven and the end of a match in
`test_truco_eleven.py`.
"""

from itertools import pairwise

import pytest

from engine.rules.errors import IllegalAction, InvalidNotation

from .deals import GAME, dealt, kept, play, play_tricks, tricks_of

ORDER = ["C4", "H7", "SA", "D7", "C3", "C2", "CA", "CK", "CJ", "CQ", "C7", "C6", "C5", "D4"]
"""TR3, the highest first; of the ranks without manilhas the clubs stand for all."""


class TestPack:
    """RT: a stripped deck of 40 cards, three to each player; TR1."""

    def test_pack_has_40_cards_without_eights_nines_and_tens(self):
        pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
        assert len(pack) == 40
        assert not {card[1] for card in pack} & set("89T")

    def test_three_cards_each_and_the_rest_is_a_stub(self):
        view = kept().view(None)
        assert [hand["count"] for hand in view["hands"]] == [3] * 4
        assert view["stock"] == {"count": 28, "cards": []}

    @pytest.mark.parametrize("dealer", range(4))
    def test_seat_after_the_dealer_is_the_mao(self, dealer):
        table = dealt(dealer=dealer)
        assert (table.turn, table.phase) == ((dealer + 1) % 4, "packet")

    def test_partners_sit_across(self):
        assert GAME.sides(4) == (0, 1, 0, 1)

    @pytest.mark.parametrize("text", ["C8", "S9", "HT", "X1", "down D8", "down", "stay put"])
    def test_text_that_is_no_action_is_refused(self, text):
        with pytest.raises(InvalidNotation):
            kept().play(text)


class TestPacket:
    """TR2 and RT: keep, give, reject."""

    def test_only_the_mao_sees_his_packet(self):
        table = dealt("C4 H7 SA")
        assert table.view(0)["hand"] == ["C4", "SA", "H7"]
        assert table.view(2)["hands"][0]["cards"] == []

    def test_others_have_no_cards_before_he_decides(self):
        assert [hand["count"] for hand in dealt().view(None)["hands"]] == [3, 0, 0, 0]

    def test_first_packet_may_be_kept_given_or_rejected(self):
        assert dealt().legal() == ["keep", "give", "reject"]

    def test_after_keeping_dealers_partner_maos_partner_and_dealer_are_dealt(self):
        table = play(dealt("C4 CA CK", "SA SK SQ", "HA HK HQ", "DA DK DQ"), "keep")
        assert [table.view(seat)["hand"] for seat in range(4)] == [
            ["C4", "CK", "CA"],
            ["SQ", "SK", "SA"],
            ["HQ", "HK", "HA"],
            ["DQ", "DK", "DA"],
        ]

    def test_after_giving_dealers_partner_and_dealer_are_dealt(self):
        hands = ("HA HK HQ", "C4 CA CK", "SA SK SQ", "DA DK DQ")
        table = play(dealt(*hands), "give", "keep")
        assert [table.view(seat)["hand"] for seat in range(4)] == [
            ["C4", "CK", "CA"],
            ["SQ", "SK", "SA"],
            ["HQ", "HK", "HA"],
            ["DQ", "DK", "DA"],
        ]

    def test_mao_leads(self):
        table = play(dealt(), "give", "reject", "keep")
        assert (table.turn, table.phase) == (0, "play")

    def test_given_packet_is_seen_by_the_partner_at_once_and_remembered(self):
        table = play(dealt("C4 H7 SA"), "give")
        assert table.view(2)["hand"] == ["C4", "SA", "H7"]
        assert table.view(0)["hands"][2]["cards"] == ["C4", "SA", "H7"]
        assert table.view(1)["hands"][2]["cards"] == []

    def test_rejected_packet_is_turned_up_and_out_of_play(self):
        view = play(dealt("C4 H7 SA"), "reject").view(None)
        assert view["discard"] == {"count": 3, "cards": ["C4", "SA", "H7"]}

    def test_after_giving_he_may_keep_or_reject(self):
        table = play(dealt(), "give")
        assert table.legal() == ["keep", "reject"]
        with pytest.raises(IllegalAction, match="partner has a hand"):
            table.play("give")

    def test_three_packets_may_be_rejected(self):
        table = play(dealt(), "reject", "reject", "reject")
        assert table.legal() == ["keep", "give"]
        with pytest.raises(IllegalAction, match="3 packets are rejected"):
            table.play("reject")

    @pytest.mark.parametrize(
        "decisions",
        [
            "give reject reject reject",
            "reject give reject reject",
            "reject reject give reject",
            "reject reject reject give",
        ],
    )
    def test_rejections_before_and_after_giving_count_together(self, decisions):
        assert play(dealt(), *decisions.split()).legal() == ["keep"]

    def test_longest_deal_uses_seven_packets(self):
        table = play(dealt(), "give", "reject", "reject", "reject", "keep")
        assert table.view(None)["stock"]["count"] == 40 - 7 * 3

    @pytest.mark.parametrize("text", ["C4", "truco", "accept", "stay"])
    def test_nothing_else_is_done_before(self, text):
        with pytest.raises(IllegalAction, match="packet first"):
            dealt("C4").play(text)


class TestRank:
    """TR3."""

    @pytest.mark.parametrize(("high", "low"), list(pairwise(ORDER)))
    def test_card_beats_the_next_one_down(self, high, low):
        assert play(kept(low, high, "H4", "S4"), low, high, "H4", "S4").turn == 1
        assert play(kept(high, low, "H4", "S4"), high, low, "H4", "S4").turn == 0

    @pytest.mark.parametrize(
        "cards", ["C3 H3", "C2 H2", "CA DA", "CK SK", "CJ DJ", "CQ HQ", "C7 S7", "C6 H6", "S5 D5"]
    )
    def test_other_suits_are_equal(self, cards):
        hands = [*cards.split(), "H4", "S4"]
        assert play(kept(*hands), *hands).view(None)["facts"]["tricks"] == [None]

    def test_suit_need_not_be_followed(self):
        table = play(kept("CA", "C3 D6 S5"), "CA")
        assert {"C3", "D6", "S5"} <= set(table.legal())


class TestTiedTrick:
    """TR4."""

    def test_equal_cards_of_one_side_win_and_the_earlier_leads(self):
        table = play(kept("C5", "C3", "C6", "H3"), "C5", "C3", "C6", "H3")
        assert table.view(None)["facts"]["tricks"] == [1]
        assert table.turn == 1

    def test_won_trick_is_with_who_played_its_earlier_highest_card(self):
        table = play(kept("C5", "C3", "C6", "H3"), "C5", "C3", "C6", "H3")
        assert table.view(None)["won"][1]["cards"] == ["C3", "C5", "C6", "H3"]

    def test_equal_cards_of_both_sides_tie_and_the_earlier_leads(self):
        table = play(kept("C5", "C3", "H3", "C6"), "C5", "C3", "H3", "C6")
        assert table.view(None)["facts"]["tricks"] == [None]
        assert table.turn == 1

    def test_three_equal_cards_tie(self):
        table = play(kept("C5", "C3", "H3", "S3"), "C5", "C3", "H3", "S3")
        assert (table.view(None)["facts"]["tricks"], table.turn) == ([None], 1)

    def test_equal_cards_below_the_highest_tie_nothing(self):
        table = play(kept("C2", "H2", "C3", "C6"), "C2", "H2", "C3", "C6")
        assert (table.view(None)["facts"]["tricks"], table.turn) == ([0], 2)

    def test_tied_trick_belongs_to_nobody(self):
        view = play(kept("C5", "C3", "H3", "C6"), "C5", "C3", "H3", "C6").view(None)
        assert [pile["count"] for pile in view["won"]] == [0] * 4
        assert view["discard"]["cards"] == ["C3", "C5", "C6", "H3"]


class TestHand:
    """TR5 and RT: two of three tricks, and what ties do."""

    @pytest.mark.parametrize(
        ("outcomes", "winner"),
        [
            ("00", 0),
            ("11", 1),
            ("010", 0),
            ("011", 1),
            ("100", 0),
            ("101", 1),
            ("=0", 0),
            ("=1", 1),
            ("==0", 0),
            ("==1", 1),
            ("0=", 0),
            ("1=", 1),
            ("01=", 0),
            ("10=", 1),
        ],
    )
    def test_hand_is_over_as_soon_as_it_is_decided(self, outcomes, winner):
        table = play_tricks(kept(*tricks_of(outcomes)), outcomes)
        assert table.round_over
        assert table.round_scores == [1 - winner, winner, 1 - winner, winner]

    @pytest.mark.parametrize("outcomes", ["0", "1", "=", "01", "10", "=="])
    def test_hand_goes_on_while_it_is_open(self, outcomes):
        assert not play_tricks(kept(*tricks_of(outcomes)), outcomes).round_over

    def test_three_tied_tricks_score_nothing_and_the_deal_passes_on(self):
        table = play_tricks(kept(*tricks_of("===")), "===")
        assert table.round_scores == [0] * 4
        assert not table.rounds[0].redeal
        table.deal()
        assert table.view(None)["dealer"] == 0

    def test_hands_that_are_not_played_stay_secret(self):
        """G7b."""
        table = play_tricks(kept(*tricks_of("00")), "00")
        assert [hand["count"] for hand in table.view(None)["hands"]] == [1] * 4
        assert all(not table.view(0)["hands"][seat]["cards"] for seat in (1, 2, 3))
        assert table.view(0)["stock"]["cards"] == []


class TestFaceDown:
    """TR6, G7a, G7c."""

    @pytest.fixture
    def second(self):
        """Seat 1 has won the first trick and leads."""
        return play(kept("C5 CK H6", "C3 C4 SK", "C6 DK S6", "H5 HK D6"), "C5", "C3", "C6", "H5")

    def test_first_trick_is_played_openly(self):
        table = kept("C5 CK H6")
        assert not any(text.startswith("down") for text in table.legal())
        with pytest.raises(IllegalAction, match="first trick"):
            table.play("down C5")

    def test_leader_may_play_face_down(self, second):
        assert second.legal() == ["C4", "SK", "down C4", "down SK", "truco"]

    def test_card_face_down_cannot_win(self, second):
        play(second, "down C4", "DK", "D6", "H6")
        assert second.turn == 2

    def test_equal_to_a_card_face_down_ties_nothing(self, second):
        play(second, "down SK", "DK", "D6", "H6")
        assert second.view(None)["facts"]["tricks"] == [1, 0]

    def test_others_see_that_a_card_lies_face_down(self, second):
        second.play("down C4")
        for reader in (0, 2, 3, None):
            view = second.view(reader)
            assert view["table"] == [{"seat": 1, "card": None}]
            assert view["log"][-1] == {"seat": 1, "action": "down"}
            assert view["facts"]["down"] == [1]

    def test_player_knows_his_card(self, second):
        second.play("down C4")
        view = second.view(1)
        assert view["table"] == [{"seat": 1, "card": "C4"}]
        assert view["log"][-1] == {"seat": 1, "action": "down C4"}

    def test_card_is_not_turned_up_in_the_pile(self, second):
        play(second, "down C4", "DK", "D6", "H6")
        assert second.view(0)["won"][2] == {"count": 4, "cards": ["H6", "D6", "DK"]}
        assert second.view(1)["won"][2] == {"count": 4, "cards": ["C4", "H6", "D6", "DK"]}

    def test_four_cards_face_down_tie_and_the_leader_leads_again(self):
        hands = tricks_of("=00")
        table = play_tricks(kept(*hands), "=")
        leader = table.turn
        for _ in range(4):
            table.play(next(text for text in table.legal() if text.startswith("down")))
        assert table.view(None)["facts"]["tricks"] == [None, None]
        assert table.turn == leader

    def test_four_cards_face_down_give_the_hand_to_the_first_trick(self, second):
        play(second, "down C4", "down DK", "down D6", "down H6")
        assert second.round_scores == [0, 1, 0, 1]

    def test_who_played_face_down_wins_the_next_trick_openly(self):
        hands = tricks_of("101")
        table = play_tricks(kept(*hands), "1")
        play(table, "down " + hands[1].split()[1], *(hands[seat].split()[1] for seat in (2, 3, 0)))
        assert play_tricks(table, "1", start=2).round_scores == [0, 1, 0, 1]

    def test_card_that_is_not_held_is_not_played_face_down(self, second):
        with pytest.raises(IllegalAction, match="C7 is not in this hand"):
            second.play("down C7")


class TestGivenHand:
    """G7a: what the mão still knows of the hand he gave away."""

    @pytest.fixture
    def given(self):
        """Seat 0 gave seat 2 a hand; seat 1 has won the first trick and led to the second."""
        table = dealt("C6 DK S6", "C5 C2 H6", "C3 C4 SK", "H5 HK D6")
        return play(table, "give", "keep", "C5", "C3", "C6", "H5", "SK")

    def test_cards_still_held_are_known(self, given):
        assert given.view(0)["hands"][2]["cards"] == ["S6", "DK"]

    def test_one_of_two_face_down_makes_him_lose_both(self, given):
        view = play(given, "down DK").view(0)
        assert view["hands"][2] == {"count": 1, "cards": []}
        assert view["table"][1] == {"seat": 2, "card": None}
        assert view["log"][-1]["action"] == "down"

    def test_lost_card_is_known_again_when_it_is_played_openly(self, given):
        view = play(given, "down DK", "D6", "C2", "H6", "C4", "S6").view(0)
        assert {"seat": 2, "card": "S6"} in view["table"]
        assert "DK" not in view["won"][0]["cards"]

    def test_last_card_face_down_stays_known(self, given):
        play(given, "DK", "D6", "C2", "H6", "C4", "down S6")
        assert given.view(0)["log"][-1]["action"] == "down S6"
        assert given.view(0)["table"][2] == {"seat": 2, "card": "S6"}

    def test_last_card_face_down_is_hidden_from_the_others(self, given):
        play(given, "DK", "D6", "C2", "H6", "C4", "down S6")
        for reader in (1, 3, None):
            assert given.view(reader)["log"][-1]["action"] == "down"
            assert given.view(reader)["table"][2] == {"seat": 2, "card": None}

    def test_last_card_that_was_lost_before_stays_unknown(self, given):
        play(given, "down DK", "D6", "C2", "H6", "C4", "down S6")
        assert given.view(0)["log"][-1]["action"] == "down"
        assert given.view(0)["table"][2] == {"seat": 2, "card": None}
