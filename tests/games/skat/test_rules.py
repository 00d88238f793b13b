"""Cited deals: the rule text (RT) and the rulings SK1 to SK4, SK10, G7 and G7b, up to the lead."""

import pytest

from engine.play.table import Table
from engine.rules.errors import IllegalAction, InvalidNotation

from .deals import ALONE, GAME, dealt, facts, forced, play, played_out

SK2 = """18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90
96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170
176 180 187 192 198 204 216 240 264"""
SUITS = ["clubs", "spades", "hearts", "diamonds"]


class TestDeal:
    """SK1, RT: three seats, 32 cards, 3 – skat – 4 – 3."""

    def test_game_is_for_three(self):
        assert GAME.players == (3,)

    def test_pack_has_32_cards(self):
        pack = [GAME.pack.format(card) for card in GAME.deck(3, GAME.options())]
        assert len(pack) == 32
        assert {card[1] for card in pack} == set("789TJQKA")

    def test_three_each_two_to_the_skat_four_each_three_each(self):
        deck = [GAME.pack.format(card) for card in GAME.deck(3, GAME.options())]
        table = Table(GAME, players=3)
        table.deal(deck=" ".join(deck), entropy=bytes(8), dealer=2)
        assert table.view(0)["hand"] == sorted(
            deck[0:3] + deck[11:15] + deck[23:26], key=deck.index
        )
        play(table, *ALONE, "pick up")
        twelve = deck[3:6] + deck[15:19] + deck[26:29] + deck[9:11]
        assert table.view(1)["hand"] == sorted(twelve, key=deck.index)

    def test_skat_is_seen_by_nobody(self):
        table = dealt()
        for seat in (0, 1, 2, None):
            assert table.view(seat)["skat"] == {"count": 2, "cards": []}


class TestBids:
    """SK2: exactly the 63 values that a game can have."""

    def test_bids_are_the_63_values(self):
        assert dealt().legal() == ["pass", *(f"bid {value}" for value in SK2.split())]
        assert len(SK2.split()) == 63

    def test_any_higher_value_may_be_jumped_to(self):
        table = play(dealt(), "bid 100", "yes")
        assert table.legal()[1] == "bid 108"
        play(table, "bid 264")

    @pytest.mark.parametrize("text", ["bid 19", "bid 265", "bid 0", "bid", "bid x", "bid 018"])
    def test_other_values_are_no_bids(self, text):
        with pytest.raises(InvalidNotation):
            dealt().play(text)

    def test_bid_must_be_higher(self):
        with pytest.raises(IllegalAction, match="20 is named already"):
            play(dealt(), "bid 20", "yes", "bid 20")


class TestAuction:
    """SK3, RT: middlehand against forehand, then rearhand against who is left."""

    @pytest.mark.parametrize(
        ("calls", "turn"),
        [
            ("", 1),
            ("bid 18", 0),
            ("bid 18,yes", 1),
            ("bid 18,yes,bid 20", 0),
            ("pass", 2),
            ("bid 18,pass", 2),
            ("bid 18,yes,pass", 2),
            ("pass,bid 18", 0),
            ("bid 18,pass,bid 20", 1),
            ("bid 18,yes,pass,bid 20", 0),
            ("bid 18,yes,pass,bid 20,yes", 2),
            ("pass,pass", 0),
        ],
    )
    def test_order_of_the_duels(self, calls, turn):
        table = play(dealt(), *filter(None, calls.split(",")))
        assert (table.turn, table.phase) == (turn, "auction")

    @pytest.mark.parametrize(
        ("calls", "declarer", "bid"),
        [
            ("bid 18,pass,pass", 1, 18),
            ("bid 18,yes,pass,pass", 0, 18),
            ("bid 18,yes,bid 20,pass,pass", 1, 20),
            ("bid 18,pass,bid 20,pass", 2, 20),
            ("bid 18,pass,bid 20,yes,pass", 1, 20),
            ("pass,bid 18,pass", 2, 18),
            ("pass,bid 18,yes,pass", 0, 18),
            ("pass,bid 18,yes,bid 22,pass", 2, 22),
            ("pass,pass,bid 18", 0, 18),
        ],
    )
    def test_who_is_left_is_declarer_at_the_last_bid(self, calls, declarer, bid):
        table = play(dealt(), *calls.split(","))
        assert (table.turn, table.phase) == (declarer, "skat")
        assert (facts(table)["declarer"], facts(table)["bid"]) == (declarer, bid)

    def test_rearhand_names_more_than_was_held(self):
        table = play(dealt(), "bid 18", "yes", "bid 33", "yes", "pass")
        assert table.legal()[:2] == ["pass", "bid 35"]

    def test_who_is_asked_says_yes_or_passes(self):
        table = play(dealt(), "bid 18")
        assert sorted(table.legal()) == ["pass", "yes"]
        with pytest.raises(IllegalAction, match="`yes` or `pass`"):
            table.play("bid 20")

    def test_who_bids_cannot_say_yes(self):
        with pytest.raises(IllegalAction, match="name a value"):
            dealt().play("yes")

    def test_forehand_has_only_its_own_18(self):
        table = play(dealt(), "pass", "pass")
        assert sorted(table.legal()) == ["bid 18", "pass"]
        with pytest.raises(IllegalAction, match="`bid 18`"):
            table.play("bid 20")

    @pytest.mark.parametrize("calls", [("bid 264", "yes"), ("bid 264", "pass")])
    def test_nothing_but_pass_is_left_above_264(self, calls):
        assert play(dealt(), *calls).legal() == ["pass"]

    def test_all_pass_is_a_ramsch(self):
        table = play(dealt(), "pass", "pass", "pass")
        assert (table.turn, table.phase) == (0, "play")
        assert (facts(table)["declarer"], facts(table)["contract"]) == (None, "ramsch")

    def test_longest_auction_has_room(self):
        """Every value is named and held: 128 calls."""
        table = dealt()
        for value in SK2.split():
            play(table, f"bid {value}", "yes")
        play(table, "pass", "pass", "pick up")
        table.play(table.legal()[0])
        table.play("declare clubs")
        assert len(played_out(table).rounds[0].actions) == GAME.max_actions


class TestSkat:
    """SK4: the declarer takes the skat and lays two away, or plays from the hand."""

    def test_declarer_chooses_skat_or_hand_first(self):
        table = play(dealt(), *ALONE)
        assert table.legal() == ["pick up", "hand"]
        with pytest.raises(IllegalAction, match="pick up"):
            table.play("declare grand")

    def test_two_of_twelve_are_laid_away(self):
        table = play(dealt(), *ALONE, "pick up")
        assert (table.phase, len(table.view(1)["hand"])) == ("discard", 12)
        assert len(table.legal()) == 66

    def test_laid_away_is_what_was_named(self):
        table = play(dealt("", "C7 DA", skat="HA H7"), *ALONE, "pick up", "discard C7 HA")
        assert table.view(1)["skat"] == {"count": 2, "cards": ["C7", "HA"]}
        assert {"H7", "DA"} <= set(table.view(1)["hand"])
        assert table.phase == "declare"

    def test_one_card_is_too_few(self):
        table = play(dealt("", "C7"), *ALONE, "pick up")
        with pytest.raises(IllegalAction, match="lay two"):
            table.play("discard C7")

    def test_card_of_another_hand_cannot_be_laid_away(self):
        table = play(dealt("S7", "C7"), *ALONE, "pick up")
        with pytest.raises(IllegalAction, match="S7 is not in this hand"):
            table.play("discard C7 S7")

    @pytest.mark.parametrize(
        "text", ["discard", "discard H7 C7", "discard C7 C7", "discard C7  H7"]
    )
    def test_cards_are_written_once_and_in_order(self, text):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up")
        with pytest.raises(InvalidNotation):
            table.play(text)

    def test_hand_game_goes_straight_to_the_declaration(self):
        table = play(dealt(), *ALONE, "hand")
        assert (table.phase, len(table.view(1)["hand"])) == ("declare", 10)


class TestKnowledge:
    """G7, G7b, G7c: who knows the skat and the declarer's hand."""

    def test_others_see_how_many_cards_the_declarer_has(self):
        table = play(dealt(), *ALONE, "pick up")
        view = table.view(0)
        assert view["hands"][1] == {"count": 12, "cards": []}
        assert "skat" not in view

    @pytest.mark.parametrize("reader", [0, 2, None])
    def test_what_is_laid_away_is_known_to_the_declarer_only(self, reader):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up", "discard C7 H7")
        assert table.view(1)["log"][-1]["action"] == "discard C7 H7"
        assert table.view(reader)["log"][-1]["action"] == "discard 2"
        assert table.view(reader)["skat"] == {"count": 2, "cards": []}

    def test_untouched_skat_is_not_known_to_the_declarer(self):
        table = play(dealt(), *ALONE, "hand", "declare grand")
        assert table.view(1)["skat"]["cards"] == []

    @pytest.mark.parametrize(
        "actions",
        [("pick up", "discard C7 H7", "declare null ouvert"), ("hand", "declare null ouvert")]
        + [("hand", f"declare {contract} ouvert") for contract in ("grand", "hearts")],
    )
    def test_open_hand_is_seen_before_the_lead_and_the_skat_is_not(self, actions):
        table = play(dealt("", "C7 H7 CA"), *ALONE, *actions)
        assert table.view(None)["hands"][1]["cards"] == table.view(1)["hand"]
        assert table.view(0)["skat"]["cards"] == []
        assert table.view(0)["hands"][2]["cards"] == []

    def test_closed_hand_is_not_seen(self):
        table = play(dealt(), *ALONE, "hand", "declare grand schwarz")
        assert table.view(0)["hands"][1] == {"count": 10, "cards": []}

    @pytest.mark.parametrize("contract", ["grand", "spades"])
    def test_skat_is_turned_up_after_suit_and_grand_games(self, contract):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up", "discard C7 H7", f"declare {contract}")
        view = played_out(table).view(None)
        assert view["skat"] == {"count": 2, "cards": ["C7", "H7"]}
        assert {"seat": 1, "action": "discard C7 H7"} in view["log"]

    def test_untouched_skat_is_turned_up_too(self):
        table = play(dealt(skat="C7 H7"), *ALONE, "hand", "declare grand")
        assert played_out(table).view(0)["skat"]["cards"] == ["C7", "H7"]

    def test_skat_is_not_turned_up_before_the_last_trick_is_complete(self):
        table = play(dealt(skat="C7 H7"), *ALONE, "hand", "declare grand")
        while not table.round_over:
            assert table.view(0)["skat"]["cards"] == []
            assert facts(table)["matadors"] is None
            table.play(table.legal()[0])

    def test_skat_stays_down_after_null(self):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up", "discard C7 H7", "declare null")
        view = played_out(table).view(0)
        assert view["skat"]["cards"] == []
        assert {"seat": 1, "action": "discard 2"} in view["log"]

    def test_skat_stays_down_after_ramsch(self):
        table = played_out(play(dealt(), "pass", "pass", "pass"))
        assert table.view(0)["skat"] == {"count": 2, "cards": []}

    def test_hands_stay_down_when_null_stops_early(self):
        table = forced(3, *ALONE, "hand", "declare null")
        assert facts(table)["tricks"][1] == 1
        hands = table.view(None)["hands"]
        assert all(hand["count"] and not hand["cards"] for hand in hands)


class TestDeclaration:
    """SK4, SK10: what may be declared."""

    def test_after_the_skat_nothing_is_announced_but_null_ouvert(self):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up", "discard C7 H7")
        contracts = [*SUITS, "grand", "null", "null ouvert"]
        assert sorted(table.legal()) == sorted(f"declare {contract}" for contract in contracts)

    def test_hand_game_may_be_announced_schneider_schwarz_or_ouvert(self):
        table = play(dealt(), *ALONE, "hand")
        contracts = [
            contract + announced
            for contract in (*SUITS, "grand")
            for announced in ("", " schneider", " schwarz", " ouvert")
        ]
        contracts += ["null", "null ouvert"]
        assert sorted(table.legal()) == sorted(f"declare {contract}" for contract in contracts)

    @pytest.mark.parametrize("contract", ["clubs schneider", "grand schwarz", "hearts ouvert"])
    def test_announcement_after_the_skat_is_refused(self, contract):
        table = play(dealt("", "C7 H7"), *ALONE, "pick up", "discard C7 H7")
        with pytest.raises(IllegalAction, match="hand games only"):
            table.play(f"declare {contract}")

    @pytest.mark.parametrize("text", ["ramsch", "null schneider", "clubs hand", "C", ""])
    def test_other_words_are_no_contract(self, text):
        with pytest.raises(InvalidNotation):
            play(dealt(), *ALONE, "hand", f"declare {text}")

    @pytest.mark.parametrize(
        ("bid", "way", "offered"),
        [
            (23, "pick up", {"null", "null ouvert"}),
            (24, "pick up", {"null ouvert"}),
            (46, "pick up", {"null ouvert"}),
            (48, "pick up", set()),
            (35, "hand", {"null", "null ouvert"}),
            (36, "hand", {"null ouvert"}),
            (59, "hand", {"null ouvert"}),
            (60, "hand", set()),
        ],
    )
    def test_null_below_the_bid_is_not_offered(self, bid, way, offered):
        """SK10, RT: 23, 35, 46 and 59; suit and grand games are always offered."""
        table = play(dealt("", "C7 H7"), f"bid {bid}", "pass", "pass", way)
        if way == "pick up":
            table.play("discard C7 H7")
        contracts = {text.removeprefix("declare ") for text in table.legal()}
        assert {contract for contract in contracts if "null" in contract} == offered
        assert {*SUITS, "grand"} <= contracts

    def test_null_below_the_bid_is_refused_with_its_value(self):
        table = play(dealt(), "bid 36", "pass", "pass", "hand")
        with pytest.raises(IllegalAction, match="worth 35"):
            table.play("declare null")

    def test_suit_game_is_offered_even_if_overbid(self):
        table = play(dealt(), "bid 264", "pass", "pass", "hand")
        assert "declare diamonds" in table.legal()

    def test_ramsch_cannot_be_declared(self):
        """SK11, RT: no skat, discard or declaration; and it cannot be chosen."""
        table = play(dealt(), "pass", "pass", "pass")
        assert set(table.legal()) == set(table.view(0)["hand"])
