"""Discarding, drawing and robbing the stub: the rule text (RT), CI2, CI3, G7a to G7c."""

import random

import pytest

from engine.conformance.laws import permute_unseen
from engine.rules.errors import IllegalAction
from engine.rules.shuffle import shuffled, stream
from engine.rules.state import STOCK, assign_state, copy_state

from .deals import GAME, PLAIN, TRUMPS, counts, dealt, play, play_out, rob

EIGHT = "S9 S8 S7 S6 S5 C5 S4 S3"


class TestDiscard:
    """RT, CI2: all but trumps are put away; who has more than six trumps chooses."""

    def test_all_but_trumps_are_put_away_and_counts_are_public(self):
        table = dealt("SA SK SQ SJ ST S9", "C5 S2", "", "S3")
        assert counts(table, "aside") == [3, 7, 9, 8]
        assert {"C5", "S2"} <= set(table.view(1)["hand"])

    def test_owner_alone_knows_what_he_put_away(self):
        table = dealt("SA SK SQ SJ ST S9 H2 H3 H4", "C5 S2")
        assert table.view(0)["aside"][0] == {"count": 3, "cards": ["H2", "H3", "H4"]}
        for other in (1, 2, 3, None):
            assert table.view(other)["aside"][0] == {"count": 3, "cards": []}

    def test_six_trumps_are_all_kept(self):
        assert dealt("SA SK SQ SJ ST S9", "S2 S3 S4 S5 S6 S7").phase != "discard"

    @pytest.mark.parametrize(("held", "ways"), [(7, 7), (8, 28), (9, 84)])
    def test_who_has_more_than_six_chooses_which_to_give_up(self, held, ways):
        table = dealt(" ".join(TRUMPS[:held]))
        assert (table.phase, table.turn, len(table.legal())) == ("discard", 0, ways)

    def test_trumps_given_up_are_shown(self):
        table = play(dealt(EIGHT), "discard S3 S4")
        assert table.view(None)["aside"][0] == {"count": 3, "cards": ["S3", "S4"]}
        assert table.view(None)["facts"]["dead"] == [["S3", "S4"], [], [], []]
        assert table.view(3)["log"][-1]["action"] == "discard S3 S4"

    def test_given_up_trumps_are_dead(self):
        table = play_out(play(dealt(EIGHT), "discard S3 S4"))
        assert table.view(None)["facts"]["dead"] == [["S3", "S4"], [], [], []]

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("discard S3", "give up 2"),
            ("discard S3 S4 S5", "give up 2"),
            ("discard S2 S3", "S2 is not in this hand"),
            ("S3", "give up 2"),
        ],
    )
    def test_other_discards_are_refused(self, text, reason):
        with pytest.raises(IllegalAction, match=reason):
            dealt(EIGHT).play(text)

    def test_several_choose_in_order_from_the_left_whoever_declares(self):
        """CI3: and before anybody draws."""
        table = dealt("", "SA SK SQ SJ ST S9 S8", "", "S7 S6 S5 C5 S4 S3 S2", declarer=3)
        asked = []
        while table.phase == "discard":
            asked.append(table.turn)
            assert table.view(None)["stock"]["count"] == 16
            table.play(table.legal()[0])
        assert asked == [1, 3]

    def test_dealer_gives_up_trumps_last(self):
        table = dealt("SA SK SQ SJ ST S9 S8", "", "", "S7 S6 S5 C5 S4 S3 S2", declarer=3)
        assert table.turn == 0


class TestDraw:
    """RT, CI3: the seats after the dealer are filled to six from the top, in order."""

    def test_seats_are_filled_to_six_from_the_top(self):
        table = dealt("SA SK SQ SJ", "ST S9 S8 S7 S6", "S5 C5 S4", stock="D2 D3 HA D4 D6 D7")
        assert {"D2", "D3"} <= set(table.view(0)["hand"])
        assert "HA" in table.view(1)["hand"]
        assert {"D4", "D6", "D7"} <= set(table.view(2)["hand"])
        assert counts(table, "hands")[:3] == [6, 6, 6]

    def test_drawn_cards_are_seen_by_who_draws_only(self):
        table = dealt("SA SK SQ SJ", "ST S9 S8 S7 S6", "S5 C5 S4", stock="D2 D3")
        for other in (1, 2, 3, None):
            assert table.view(other)["hands"][0] == {"count": 6, "cards": []}

    def test_trumps_may_be_drawn(self):
        assert "S2" in dealt("SA SK", stock="S2").view(0)["hand"]

    def test_declarer_leads_when_all_have_six(self):
        table = rob(dealt("SA SK SQ", "", "", "", declarer=2))
        assert (table.phase, table.turn, counts(table, "hands")) == ("play", 2, [6] * 4)


def robbing(**options):
    """Return a table at which the dealer, with two trumps, robs a stub of six cards."""
    hands = ("SA SK SQ SJ", "ST S9 S8 S7", "", "S6 S5")
    return dealt(*hands, stock="D2 D3 D4 D6 D7 D8 D9 DT DJ DQ DK C5 S4 S3 S2 DA", **options)


class TestRob:
    """RT, CI3: the dealer looks through the whole stub and takes what he likes."""

    def test_dealer_sees_the_whole_stub_and_nobody_else_does(self):
        table = robbing()
        stub = ["C5", "S2", "S3", "S4", "DK", "DA"]
        assert (table.phase, table.turn) == ("rob", 3)
        assert table.view(3)["stock"] == {"count": 6, "cards": stub}
        for other in (0, 1, 2, None):
            assert table.view(other)["stock"] == {"count": 6, "cards": []}

    def test_any_card_may_be_taken_one_at_a_time_until_he_has_six(self):
        table = robbing()
        assert table.legal() == ["take C5", "take S2", "take S3", "take S4", "take DK", "take DA"]
        play(table, "take S4", "take DA", "take C5")
        assert table.phase == "rob"
        assert table.legal() == ["take S2", "take S3", "take DK"]
        play(table, "take S2")
        assert (table.phase, table.view(3)["hand"]) == (
            "play",
            ["C5", "S2", "S4", "S5", "S6", "DA"],
        )

    def test_trumps_need_not_be_taken(self):
        stub = "D2 D3 D4 D6 D7 D8 D9 DT C2 C3 C4 C6 C7 C8 S4 S3"
        table = dealt("SA SK SQ SJ ST S9", "S8 S7 S6 S5", "", "C5 S2", stock=stub)
        play(table, "take C2", "take C3", "take C4", "take C6")
        assert table.phase == "play"
        assert {"S3", "S4"} <= set(table.view(3)["stock"]["cards"])

    def test_others_read_only_that_a_card_was_taken(self):
        """G7c."""
        table = play(robbing(), "take C5", "take DK")
        assert [said["action"] for said in table.view(3)["log"][-2:]] == ["take C5", "take DK"]
        for other in (0, 1, 2, None):
            assert [said["action"] for said in table.view(other)["log"][-2:]] == ["take"] * 2

    def test_cards_taken_and_left_are_known_to_the_dealer_only(self):
        table = play(robbing(), "take C5", "take DK", "take S2", "take S3")
        assert table.view(3)["stock"]["cards"] == ["S4", "DA"]
        for other in (0, 1, 2, None):
            view = table.view(other)
            assert view["stock"] == {"count": 2, "cards": []}
            assert view["hands"][3] == {"count": 6, "cards": []}

    def test_end_of_the_round_reveals_no_stub_and_no_discards(self):
        """G7b."""
        table = play_out(robbing())
        view = table.view(0)
        assert view["stock"]["cards"] == []
        assert [pile["cards"] for pile in view["aside"][1:]] == [[], [], []]

    def test_dealer_with_six_trumps_does_not_look_through_the_stub(self):
        table = dealt("S6 S5 C5 S4", "", "SA SK", "SQ SJ ST S9 S8 S7")
        assert (table.phase, table.view(3)["stock"]["cards"]) == ("play", [])

    def test_dealer_who_gave_up_trumps_does_not_look_either(self):
        table = play(dealt("SA SK SQ", "", "", EIGHT), "discard S3 S4")
        assert (table.phase, table.view(3)["stock"]["cards"]) == ("play", [])

    @pytest.mark.parametrize(
        ("text", "reason"),
        [("take SA", "SA is not in the stub"), ("S6", "fills his hand"), ("pass", "fills")],
    )
    def test_anything_else_is_refused(self, text, reason):
        with pytest.raises(IllegalAction, match=reason):
            robbing().play(text)

    def test_what_is_taken_cannot_be_told_from_what_others_know(self):
        for seat in (0, 1, 2, None):
            minds = []
            for taken in ("take C5", "take DA"):
                table = play(robbing(), taken)
                minds.append((table.mind(seat).tobytes(), table.view(seat)))
            assert minds[0] == minds[1]


def expected_stub(*trumps, **options):
    """Return the stub that the cards put away at this deal make, by the plain definition."""
    table = dealt(*trumps, **options)
    dealt_cards = set(table.rounds[-1].deck[:36].tolist())
    plain = sorted(dealt_cards & {GAME.pack.parse(text) for text in PLAIN})
    entropy = table.rounds[-1].entropy
    return [GAME.pack.format(card) for card in shuffled(stream(entropy, b"round"), plain)]


SHORT_OF_TWO = ("", "", "", "SA SK SQ SJ ST S9")
"""Eighteen cards are drawn, sixteen are there."""
SHORT_DEALER = ("SA SK SQ SJ ST S9", "", "", "")
"""Twelve cards are drawn, and four are left for a dealer who needs six."""
NONE_LEFT = ("SA SK", "", "", "")
"""Sixteen cards are drawn, and none is left for the dealer."""


class TestReshuffle:
    """CI3: when the stub is empty, what was put away face down is shuffled and drawn from."""

    def test_two_cards_are_drawn_from_the_shuffled_discards(self):
        table = dealt(*SHORT_OF_TWO)
        stub = expected_stub(*SHORT_OF_TWO)
        assert len(stub) == 30
        assert set(stub[:2]) <= set(table.view(2)["hand"])
        assert table.view(None)["stock"]["count"] == 28
        assert table.phase == "play"

    def test_order_is_that_of_the_round_s_entropy(self):
        hands = [dealt(*SHORT_OF_TWO, entropy=bytes([i] * 8)).view(2)["hand"] for i in range(2)]
        assert hands[0] != hands[1]

    def test_own_discards_become_unknown(self):
        """G7a: cards shuffled together are known to nobody."""
        table = dealt(*SHORT_OF_TWO)
        for seat in range(4):
            view = table.view(seat)
            assert [pile["count"] for pile in view["aside"]] == [0, 0, 0, 0]
            assert view["stock"]["cards"] == []

    def test_numbers_of_discards_stay_public(self):
        """CI2."""
        table = dealt(*SHORT_OF_TWO)
        for seat in (0, 1, 2, 3, None):
            view = table.view(seat)
            assert view["facts"]["put_away"] == [9, 9, 9, 3]
            told = [said for said in view["log"] if "put_away" in said]
            assert told == [{"seat": 0, "action": "trump S", "put_away": [9, 9, 9, 3]}]

    def test_dealer_who_takes_all_that_is_left_goes_on_with_the_discards(self):
        table = dealt(*SHORT_DEALER)
        assert (table.turn, table.view(3)["stock"]["count"]) == (3, 4)
        for _ in range(4):
            assert counts(table, "aside") == [3, 9, 9, 9]
            table.play(table.legal()[0])
        view = table.view(3)
        assert (table.phase, view["stock"]["count"]) == ("rob", 30)
        assert sorted(view["stock"]["cards"]) == sorted(expected_stub(*SHORT_DEALER))
        assert table.view(1)["aside"][1] == {"count": 0, "cards": []}
        assert len(table.legal()) == 30

    def test_dealer_with_no_stub_left_looks_through_the_discards(self):
        table = dealt(*NONE_LEFT)
        assert (table.phase, table.view(3)["stock"]["count"]) == ("rob", 34)
        assert rob(table).view(3)["hands"][3]["count"] == 6

    def test_dead_trumps_stay_dead(self):
        """CI2: they are not put away face down."""
        table = dealt("", "", "", "SA SK SQ SJ ST S9 S8 S7 S6")
        play(table, "discard S6 S7 S8")
        assert table.state.drawn == 2
        assert table.view(None)["aside"][3] == {"count": 3, "cards": ["S6", "S7", "S8"]}

    def test_stub_that_lasts_is_not_refilled(self):
        table = dealt("SA SK SQ SJ ST S9", "S8 S7", "", "")
        assert table.view(3)["stock"]["count"] == 6
        rob(table)
        assert sum(counts(table, "aside")) == 28
        assert table.state.draws == 0

    @pytest.mark.parametrize("trumps", [SHORT_OF_TWO, SHORT_DEALER, NONE_LEFT])
    def test_views_keep_secrets_at_every_step(self, trumps):
        chance = random.Random(1)
        table = dealt(*trumps)
        while not table.round_over:
            for seat in range(4):
                mind, view = table.mind(seat).tobytes(), table.view(seat)
                truth = copy_state(table.state)
                permute_unseen(table.state, seat, chance)
                assert (table.mind(seat).tobytes(), table.view(seat)) == (mind, view)
                assign_state(table.state, truth)
            table.play(chance.choice(table.legal()))

    @pytest.mark.parametrize("trumps", [SHORT_OF_TWO, SHORT_DEALER, NONE_LEFT])
    def test_cards_are_conserved(self, trumps):
        table = play_out(dealt(*trumps))
        stub = table.state.stock[table.state.drawn :]
        assert len(stub[stub < 254]) == table.state.count[STOCK]
        assert (table.state.place < 254).sum() == 52
        assert set(counts(table, "hands")) == {0}
