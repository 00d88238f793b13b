"""Cited deals: the rule text (RT) and the rulings SK5 to SK9, SK11, SK12, from the first lead."""

import pytest

from engine.play.table import Table
from engine.rules.errors import IllegalAction
from games.skat.cards import CONTRACTS, FOLLOWS, index_of

from .deals import ALONE, GAME, dealt, facts, forced, greedily, play, played_out

RAMSCH = ("pass", "pass", "pass")


def declared(contract, *hands, skat=""):
    """Return a table at which middlehand plays a hand game and forehand leads."""
    return play(dealt(*hands, skat=skat), *ALONE, "hand", f"declare {contract}")


VALUE = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def strangers(contract, cards):
    """Return the cards not named that do not follow the first one."""
    led = GAME.pack.parse(cards[0])
    follows = FOLLOWS[CONTRACTS.index(contract), index_of(led)]
    pack = [int(card) for card in GAME.deck(3, GAME.options())]
    free = [card for card in pack if not int(follows) >> index_of(card) & 1]
    return [text for text in map(GAME.pack.format, free) if text not in cards]


class TestTrick:
    """RT: ranking and following."""

    @pytest.mark.parametrize(
        ("contract", "cards", "winner"),
        [
            ("clubs", "CA CJ SJ", 1),  # J♣ > J♠ > A♣
            ("clubs", "DJ HJ SJ", 2),
            ("clubs", "DJ CA CT", 0),
            ("clubs", "CT CA CK", 1),  # A 10 K Q 9 8 7
            ("clubs", "CK CT CQ", 1),
            ("clubs", "C9 CQ C8", 1),
            ("clubs", "SA C7 C8", 2),
            ("clubs", "SA HJ C8", 1),
            ("clubs", "ST SK SA", 2),
            ("clubs", "S7 HA DA", 0),
            ("grand", "CA C7 DJ", 2),
            ("grand", "C7 HA SA", 0),
            ("null", "CT CJ C9", 1),  # A K Q J 10 9 8 7
            ("null", "CQ CJ CK", 2),
            ("null", "CA CK CT", 0),
            ("null", "C7 HA SJ", 0),
        ],
    )
    def test_highest_trump_or_highest_of_the_suit_led_wins(self, contract, cards, winner):
        led, second, third = cards.split()
        strange = strangers(contract, cards.split())
        middle, rear = " ".join([second, *strange[:9]]), " ".join([third, *strange[9:18]])
        table = declared(contract, led, middle, rear)
        play(table, led, second, third)
        assert facts(table)["tricks"].index(1) == winner

    @pytest.mark.parametrize(
        ("contract", "led", "hand", "legal"),
        [
            ("diamonds", "D7", "DJ D8 CJ HA", "CJ D8 DJ"),  # RT: J♦ follows if ♦ is trump
            ("spades", "D7", "DJ D8 CJ HA", "D8"),  # RT: otherwise it does not
            ("clubs", "SJ", "C7 DJ SA ST", "C7 DJ"),
            ("grand", "SJ", "C7 DJ SA ST", "DJ"),
            ("grand", "SA", "S7 SJ CA HT", "S7"),
            ("null", "SJ", "S7 DJ SA ST", "S7 ST SA"),
            ("null", "CJ", "S7 DJ SA ST", "S7 ST SA DJ"),
        ],
    )
    def test_suit_must_be_followed(self, contract, led, hand, legal):
        others = ["H7", "H8", "H9", "HT", "HQ", "HK"]
        mine = (hand.split() + [card for card in others if card not in hand])[:10]
        table = declared(contract, led, " ".join(mine))
        table.play(led)
        expected = legal.split()
        assert [card for card in table.legal() if card in hand.split()] == expected

    def test_reason_names_the_suit_led(self):
        table = declared("clubs", "SA", "S7 HA")
        table.play("SA")
        with pytest.raises(IllegalAction, match="spades was led"):
            table.play("HA")

    def test_reason_says_that_trumps_were_led(self):
        table = declared("clubs", "SJ", "C7 HA")
        table.play("SJ")
        with pytest.raises(IllegalAction, match="trump was led"):
            table.play("HA")

    def test_card_of_another_hand_is_refused(self):
        with pytest.raises(IllegalAction, match="HA is not in this hand"):
            declared("clubs", "SA", "S7 HA").play("HA")

    @pytest.mark.parametrize("call", ["bid 20", "pass", "pick up", "declare grand"])
    def test_calls_are_over(self, call):
        with pytest.raises(IllegalAction, match="play a card"):
            declared("clubs").play(call)

    def test_forehand_leads_and_the_winner_leads_next(self):
        table = declared("clubs", "SA", "S7 S8", "ST S9")
        assert table.turn == 0
        play(table, "SA", "S7", "ST")
        assert (table.turn, facts(table)["points"]) == (0, [21, 0, 0])

    def test_card_points_of_a_round_are_120(self):
        assert sum(facts(forced(1, *ALONE, "hand", "declare grand"))["points"]) == 120


@pytest.fixture(scope="module")
def overbid_games():
    """Return diamonds at 36, skat picked up, that are worth 18 in the end."""
    tables = []
    for seed in range(100):
        table = Table(GAME, players=3, secret=seed.to_bytes(32, "big"))
        table.deal(dealer=2)
        play(table, "bid 36", "pass", "pass", "pick up")
        greedily(play(table, table.legal()[0], "declare diamonds"))
        made = 31 <= facts(table)["points"][1] <= 89
        if abs(facts(table)["matadors"]) == 1 and made:
            tables.append(table)
    return tables


class TestScore:
    """SK5 to SK9: what a declarer scores."""

    def test_all_ten_tricks_are_played(self):
        """SK9: also when a suit game is decided early."""
        table = forced(1, *ALONE, "hand", "declare clubs ouvert")
        assert len(table.rounds[0].actions) == 5 + 30

    def test_clubs_ouvert_lost_costs_192(self):
        """SK6, [ISS] 13577: 12 × 8 × 2, though neither schneider nor schwarz was made."""
        table = declared("clubs ouvert", "CA SA HA DA CT", "CJ HJ DJ ST", "SJ", skat="C7 C8")
        play(table, "SA")
        played_out(table)
        assert facts(table)["tricks"][1] not in {0, 10}
        assert 30 < facts(table)["points"][1] < 90
        assert facts(table)["matadors"] == 1
        assert table.round_scores == [0, -192, 0]

    def test_overbid_game_with_61_is_lost(self, overbid_games):
        """SK8, [ISS] 596891 and 8650652: diamonds, bid 36, worth 18: -72."""
        reached = [table for table in overbid_games if facts(table)["points"][1] >= 61]
        assert reached
        assert {table.round_scores[1] for table in reached} == {-72}

    def test_overbid_game_without_61_costs_the_same(self, overbid_games):
        missed = [table for table in overbid_games if facts(table)["points"][1] < 61]
        assert missed
        assert {table.round_scores[1] for table in missed} == {-72}

    def test_schneider_made_may_reach_the_bid(self):
        """SK8: with 90 points diamonds with one are worth 9 × (1 + 1 + 1) = 27, without 18."""
        hand = "CJ HJ DJ DA DT DK DQ CA SA HA"
        table = dealt("SJ", hand, skat="S7 S8")
        play(table, "bid 27", "pass", "pass", "pick up", "discard S7 S8", "declare diamonds")
        greedily(table)
        assert facts(table)["tricks"][1] == 9
        assert table.round_scores == [0, 27, 0]

    def test_matadors_in_an_untouched_skat_count(self):
        """SK7: without one from the hand, with two by the skat."""
        table = played_out(declared("hearts", "", "SJ HA C7", "HJ", skat="CJ DJ"))
        assert facts(table)["matadors"] == 2

    def test_matador_in_the_skat_can_spoil_without(self):
        """SK7, RT: without three from the hand, without one by the skat."""
        table = played_out(declared("hearts", "CJ", "DJ C7", "HJ", skat="SJ D7"))
        assert facts(table)["matadors"] == -1

    def test_matadors_laid_away_count(self):
        hand = "CJ SJ HJ DJ"
        table = play(dealt("", hand), *ALONE, "pick up", "discard CJ SJ", "declare grand")
        assert facts(played_out(table))["matadors"] == 4

    def test_with_eleven(self):
        """SK7: all trumps, two of them laid away."""
        hand = "C7 C8 C9 CT CQ CK CA CJ SJ HJ"
        table = play(dealt("", hand, skat="DJ D7"), *ALONE, "pick up", "discard C7 D7")
        facts_after = facts(played_out(play(table, "declare clubs")))
        assert facts_after["matadors"] == 11

    def test_without_eleven(self):
        hand = "D7 D8 D9 DT DQ DK DA H7 H8 H9"
        table = declared("clubs", "CJ SJ HJ DJ", hand, "C7 C8 C9 CT CQ CK CA", skat="S7 S8")
        assert facts(played_out(table))["matadors"] == -11

    def test_skat_counts_for_the_declarer(self):
        table = played_out(declared("clubs", "", "", skat="HA DA"))
        tricks = [card for pile in table.view(None)["won"] for card in pile["cards"]]
        assert len(tricks) == 30
        assert facts(table)["points"][1] >= 22

    def test_only_the_declarer_scores(self):
        for seed in range(20):
            scores = forced(seed, *ALONE).round_scores
            assert [bool(score) for score in scores] == [False, True, False]


class TestNull:
    """SK9, SK10, RT: no trick; play stops at the first that the declarer wins."""

    LOW = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7"

    @pytest.mark.parametrize(("contract", "value"), [("null", 35), ("null ouvert", 59)])
    def test_hand_won_and_lost(self, contract, value):
        won = played_out(declared(contract, "", self.LOW))
        assert won.round_scores == [0, value, 0]
        lost = played_out(declared(contract, self.LOW, "CA SA HA DA CK SK HK DK CQ SQ"))
        assert lost.round_scores == [0, -2 * value, 0]

    @pytest.mark.parametrize(("contract", "value"), [("null", 23), ("null ouvert", 46)])
    def test_with_the_skat_won_and_lost(self, contract, value):
        way = ("pick up", "discard D8 D9", f"declare {contract}")
        won = play(dealt("", self.LOW, skat="D8 D9"), *ALONE, *way)
        assert played_out(won).round_scores == [0, value, 0]
        high = "CA SA HA DA CK SK HK DK CQ SQ"
        lost = play(dealt(self.LOW, high, skat="D8 D9"), *ALONE, *way)
        assert played_out(lost).round_scores == [0, -2 * value, 0]

    def test_play_stops_when_the_declarer_s_trick_is_complete(self):
        table = declared("null", "C7 S7", "CA", "C8")
        play(table, "C7", "CA")
        assert not table.round_over
        table.play("C8")
        assert (table.round_over, table.turn) == (True, None)

    def test_null_won_is_played_to_the_end(self):
        table = played_out(declared("null", "", self.LOW))
        assert sum(facts(table)["tricks"]) == 10


class TestRamsch:
    """SK11, RT."""

    def test_jacks_are_the_only_trumps(self):
        table = play(dealt("CA", "DJ S7 S8 S9 ST SQ SK SA H7 H8"), *RAMSCH)
        play(table, "CA", "DJ")
        assert table.view(0)["table"][1]["card"] == "DJ"

    def test_skat_goes_to_the_winner_of_the_last_trick(self):
        for seed in range(30):
            table = forced(seed, *RAMSCH)
            taken = [card for pile in table.view(None)["won"] for card in pile["cards"]]
            skat = 120 - sum(VALUE.get(card[1], 0) for card in taken)
            before = [
                sum(VALUE.get(card[1], 0) for card in pile["cards"])
                for pile in table.view(None)["won"]
            ]
            last = int(table.state.leader)
            before[last] += skat
            assert facts(table)["points"] == before

    def test_fewest_points_win_ten(self):
        for seed in range(60):
            table = forced(seed, *RAMSCH)
            points, tricks = facts(table)["points"], facts(table)["tricks"]
            if points.count(min(points)) == 1 and all(tricks):
                expected = [10 if own == min(points) else 0 for own in points]
                assert table.round_scores == expected

    @pytest.mark.parametrize("dealer", [0, 1, 2])
    def test_forehand_wins_a_tie_of_three(self, dealer):
        table = Table(GAME, players=3, secret=bytes(32))
        table.deal(dealer=dealer)
        state = play(table, *RAMSCH).state
        state.points[:] = 40
        state.last_won[:] = [7, 8, 9]
        GAME.kernels.end_round(state)
        assert state.scores.tolist() == [10 * (seat == (dealer + 1) % 3) for seat in range(3)]

    @pytest.mark.further
    def test_of_two_tied_wins_whose_last_trick_is_longer_ago(self):
        """In both orders, by the tricks of the record."""
        earlier = set()
        for seed in range(400):
            table = forced(seed, *RAMSCH)
            points, last = facts(table)["points"], table.state.last_won.tolist()
            tied = [seat for seat in range(3) if points[seat] == min(points)]
            if len(tied) == 2 and last.count(-1) < 2:
                first = min(tied, key=last.__getitem__)
                assert table.round_scores[first] > 0
                earlier.add(tied.index(first))
        assert earlier == {0, 1}

    def test_nobody_is_declarer(self):
        table = forced(1, *RAMSCH)
        assert facts(table)["declarer"] is None

    def test_no_trick_wins_twenty(self):
        low, high = "C7 C8 S7 S8 H7 H8 D7 D8 C9 S9", "CA CT SA ST HA HT DA DT CK SK"
        table = dealt(high, low, skat="H9 D9")
        play(table, *RAMSCH)
        scores = played_out(table).round_scores
        assert facts(table)["tricks"][1] == 0 < facts(table)["tricks"][2]
        assert scores == [0, 20, 0]

    def test_all_ten_tricks_cost_thirty(self):
        """SK11: this overrides +20."""
        table = dealt("CJ SJ HJ DJ CA CT CK CQ C9 C8")
        scores = played_out(play(table, *RAMSCH)).round_scores
        assert facts(table)["tricks"] == [10, 0, 0]
        assert scores == [-30, 0, 0]


class TestMatch:
    """SK12, G2, G8."""

    @pytest.mark.parametrize("native", [False, True])
    def test_match_is_three_rounds(self, native):
        table = Table(GAME, players=3, secret=bytes(32), native=native)
        while not table.over:
            table.deal()
            played_out(table)
        first = table.rounds[0].dealer
        assert [done.dealer for done in table.rounds] == [(first + i) % 3 for i in range(3)]

    def test_match_may_be_three_times_as_many(self):
        assert GAME.rounds(3, cycles=4) == 12

    def test_highest_total_wins_and_ties_share(self):
        assert GAME.place([-72, 20, 20]) == [3, 1, 1]
