"""Cited deals and numbers: the rule text (RT) and the rulings GZ1 to GZ6."""

from itertools import pairwise

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.inference.evidence import unseen_cards
from engine.play.table import Table
from engine.records.document import record_of, validate
from engine.rules.errors import IllegalAction, InvalidNotation
from engine.rules.shuffle import deck_of_round
from tests.games.rounds import random_round

GAME = games.get("gong-zhu")
RANKS = "23456789TJQKA"
CLUBS, SPADES, HEARTS, DIAMONDS = (" ".join(suit + rank for rank in RANKS) for suit in "CSHD")
SUITS = (SPADES, HEARTS, CLUBS, DIAMONDS)
"""Hands with which seat 0 leads spades and takes every trick."""


def dealt(*hands, **table):
    """Return a table in the first round of a match, dealt by seat 3; other cards are added."""
    table = Table(GAME, players=4, secret=bytes(32), **table)
    table.deal(hands=hands, dealer=3)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def play_out(table):
    while not table.round_over:
        table.play(table.legal()[0])
    return table


def passed(table):
    """Return the table after nobody has exposed anything more."""
    while table.phase == "expose":
        table.play("pass")
    return table


def later(*hands):
    """Return a table in the second round of a match, where seat 0 leads with these hands."""
    table = play_out(dealt(*SUITS))
    table.deal(hands=hands)
    return table


def refusal(table, action):
    with pytest.raises(IllegalAction) as caught:
        table.play(action)
    return str(caught.value)


class TestDeal:
    """RT, GZ1, GZ1a."""

    def test_pack_has_52_cards(self):
        assert len(GAME.deck(4, GAME.options())) == 52

    def test_cards_are_dealt_one_at_a_time_from_the_left(self):
        table = Table(GAME, players=4, secret=bytes(32))
        pack = GAME.deck(4, GAME.options()).tolist()
        deck = [GAME.pack.format(card) for card in deck_of_round(bytes(32), 0, pack)]
        table.deal(dealer=1)
        for i, seat in enumerate((2, 3, 0, 1)):
            assert set(table.view(seat)["hand"]) == set(deck[i::4])

    def test_everyone_holds_thirteen(self):
        assert [hand["count"] for hand in dealt().view(None)["hands"]] == [13] * 4

    @pytest.mark.parametrize("seat", range(4))
    def test_holder_of_the_two_of_spades_announces_and_leads_first_in_a_match(self, seat):
        table = dealt(*[""] * seat, "S2")
        assert table.turn == seat
        assert passed(table).turn == seat

    def test_first_lead_of_a_match_is_the_two_of_spades(self):
        table = passed(dealt("S2 C3"))
        assert table.legal() == ["S2"]
        assert "first lead of a match is S2" in refusal(table, "C3")

    @pytest.mark.parametrize("native", [False, True])
    def test_two_of_spades_is_public_in_the_first_round_of_a_match(self, native):
        view = dealt("", "S2", native=native).view(None)
        assert [hand["cards"] for hand in view["hands"]] == [[], ["S2"], [], []]

    def test_two_of_spades_is_hidden_in_later_rounds(self):
        view = later("C2", "S2").view(None)
        assert [hand["cards"] for hand in view["hands"]] == [[]] * 4

    def test_later_rounds_are_led_by_who_took_the_pig_with_any_card(self):
        table = later("C2 D3", "S2")
        assert table.turn == 0
        assert passed(table).turn == 0
        assert set(table.legal()) == set(table.view(0)["hand"])

    def test_pig_s_taker_leads_whoever_deals(self):
        for seed in range(10):
            rounds = match(seed)["rounds"]
            for before, after in pairwise(rounds):
                leader = holders(after)[after["actions"][4]]
                assert leader == pig_of(before) == after["carried"]["pig"]

    def test_first_round_carries_no_pig(self):
        rounds = match(1)["rounds"]
        assert [list(played["carried"]) for played in rounds] == [[], ["pig"], ["pig"], ["pig"]]

    def test_record_with_another_pig_is_refused(self):
        record = match(1)
        record["rounds"][2]["carried"]["pig"] ^= 1
        assert "carried" in validate(record).reason


def match(seed, **options):
    """Return the record of a random match."""
    table = Table(GAME, players=4, secret=seed.to_bytes(32, "big"), **options)
    runner.play_match(table, [builtin.get("random")] * 4, seed=b"match")
    return record_of(table)


def holders(played):
    """Return the seat that each card of a recorded round was dealt to."""
    return {c: (played["dealer"] + 1 + i) % 4 for i, c in enumerate(played["deck"].split())}


def pig_of(played):
    """Return who took the queen of spades in a recorded round, read off the tricks."""
    cards = played["actions"][4:]
    tricks = [cards[i : i + 4] for i in range(0, 52, 4)]
    trick = next(trick for trick in tricks if "SQ" in trick)
    following = [card for card in trick if card[0] == trick[0][0]]
    return holders(played)[max(following, key=lambda card: RANKS.index(card[1]))]


class TestExposing:
    """RT, GZ2."""

    def test_everyone_announces_once_in_seat_order_from_the_leader(self):
        table = dealt("", "", "S2 SQ")
        seats = []
        while table.phase == "expose":
            seats.append(table.turn)
            table.play("pass")
        assert seats == [2, 3, 0, 1]

    def test_any_subset_is_one_action(self):
        table = dealt("S2 CT SQ HA DJ")
        assert len(table.legal()) == 16
        assert {"pass", "expose SQ HA", "expose CT SQ HA DJ"} <= set(table.legal())

    def test_who_holds_none_of_the_four_passes(self):
        assert dealt("S2", "CT SQ HA DJ").legal() == ["pass"]

    def test_exposed_card_is_public_immediately(self):
        view = play(dealt("S2 SQ HA"), "expose HA").view(3)
        assert view["facts"]["exposed"] == ["HA"]
        assert view["hands"][0]["cards"] == ["S2", "HA"]

    def test_other_cards_stay_hidden(self):
        table = play(later("SQ HA"), "expose HA")
        assert table.view(None)["hands"][0]["cards"] == ["HA"]

    def test_card_in_another_hand_is_refused_by_name(self):
        assert "not in this hand: SQ" in refusal(dealt("S2 HA", "SQ"), "expose SQ HA")

    def test_other_cards_cannot_be_exposed(self):
        assert "H5 is none of CT SQ HA DJ" in refusal(dealt("S2 H5"), "expose H5")

    @pytest.mark.parametrize("text", ["expose HA SQ", "expose", "expose SQ SQ", "expose  SQ"])
    def test_cards_are_named_in_order_and_once(self, text):
        with pytest.raises(InvalidNotation):
            dealt("S2 SQ HA").play(text)

    def test_no_card_is_played_before_all_have_announced(self):
        assert "before the first trick" in refusal(dealt("S2"), "S2")

    @pytest.mark.parametrize("text", ["pass", "expose SQ"])
    def test_nothing_is_exposed_once_the_first_trick_has_begun(self, text):
        assert "before the first trick only" in refusal(passed(dealt("S2 SQ")), text)

    def test_exposures_last_for_one_round(self):
        table = play_out(play(dealt(*SUITS), "expose SQ"))
        table.deal()
        assert table.view(None)["facts"]["exposed"] == []


class TestBan:
    """RT, GZ3: an exposed card waits for the second trick led in its suit."""

    def test_exposed_card_is_not_led_first_in_its_suit(self):
        table = passed(play(later("DJ D5 C2"), "expose DJ"))
        assert "DJ" not in table.legal()
        assert "D5" in table.legal()

    def test_refusal_says_that_the_card_was_exposed(self):
        table = passed(play(later("DJ D5"), "expose DJ"))
        assert "DJ was exposed" in refusal(table, "DJ")

    def test_exposed_card_does_not_follow_in_the_first_trick_of_its_suit(self):
        table = passed(play(dealt("S2", "SQ S5 S7"), "pass", "expose SQ"))
        assert play(table, "S2").legal() == legal_without(table, 1, "S", "SQ")

    def test_card_that_was_not_exposed_may_be_played_at_once(self):
        table = play(passed(dealt("S2", "SQ S5")), "S2")
        assert "SQ" in table.legal()

    def test_exposure_of_another_card_bans_no_other(self):
        table = play(passed(play(dealt("S2 CT", "SQ S5"), "expose CT")), "S2")
        assert "SQ" in table.legal()

    def test_only_card_of_the_suit_must_follow(self):
        hands = (SPADES.replace("SQ", "H5"), HEARTS.replace("H5", "SQ"))
        table = passed(play(dealt(*hands), "pass", "expose SQ HA"))
        assert play(table, "S2").legal() == ["SQ"]

    def test_only_card_of_the_suit_may_be_led(self):
        table = passed(play(later(SPADES.replace("S2", "DJ")), "expose DJ"))
        assert "DJ" in table.legal()

    def test_ban_is_lifted_after_the_first_trick_led_in_the_suit(self):
        table = passed(play(later("DJ D5 DA", "D2 D6", "D3 D7", "D4 D8"), "expose DJ"))
        play(table, "DA", "D2", "D3", "D4")
        assert {"DJ", "D5"} <= set(table.legal())

    def test_follower_may_play_it_in_the_second_trick_of_the_suit(self):
        table = passed(play(later("DA DK", "DJ D2 D3", "D4", "D5"), "pass", "expose DJ"))
        play(table, "DA", "D2", "D4", "D5", "DK")
        assert set(table.legal()) >= {"DJ", "D3"}

    def test_ban_lasts_for_the_whole_first_trick(self):
        table = play(later("D2", "D3", "D4", "DJ D5"), "pass", "pass", "pass", "expose DJ")
        play(table, "D2", "D3", "D4")
        assert "DJ" not in table.legal()

    def test_exposed_card_may_be_discarded_on_another_suit(self):
        table = passed(play(later("C2", DIAMONDS), "pass", "expose DJ"))
        assert "DJ" in play(table, "C2").legal()

    def test_discard_of_a_suit_is_not_its_lead(self):
        """A diamond thrown on a club leaves the ban as it was."""
        hearts = " ".join(HEARTS.split()[:11])
        hands = ("CA D6", "C2 DJ D5", f"D2 D3 {hearts}", "C3 D9")
        table = passed(play(later(*hands), "pass", "expose DJ"))
        play(table, "CA", "C2", "D2", "C3")
        assert table.view(None)["facts"]["opened"] == ["C"]
        play(table, "D6")
        assert "DJ" not in table.legal()
        assert "D5" in table.legal()

    def test_only_card_is_judged_at_the_moment_of_play(self):
        """The other diamond is thrown on a spade, then the jack may be led."""
        hands = ("SA D7", "DJ D5 " + HEARTS.removesuffix(" HK HA"), "S4", "S6")
        table = passed(play(later(*hands), "pass", "expose DJ"))
        play(table, "SA", "D5", "S4", "S6", "D7")
        assert table.legal() == ["DJ"]

    def test_other_cards_of_the_suit_are_free(self):
        table = passed(play(later("HA HK H2"), "expose HA"))
        assert {"HK", "H2"} <= set(table.legal())

    def test_other_exposed_suits_stay_banned(self):
        table = passed(play(later("DJ DA HA H2", "D2", "D3", "D4"), "expose HA DJ"))
        play(table, "DA", "D2", "D3", "D4")
        assert "DJ" in table.legal()
        assert "HA" not in table.legal()

    def test_there_is_always_something_to_play(self):
        hand = "CT C2 SQ S3 HA H2 DJ D2"
        table = passed(play(later(hand), "expose CT SQ HA DJ"))
        assert not {"CT", "SQ", "HA", "DJ"} & set(table.legal())
        assert len(table.legal()) == 9


def legal_without(table, seat, suit, banned):
    hand = table.view(seat)["hand"]
    return [card for card in hand if card[0] == suit and card != banned]


class TestTrick:
    """RT: follow suit, the highest card of the suit led takes the trick and leads."""

    def test_suit_must_be_followed(self):
        table = play(passed(dealt("S2", "S5 HA")), "S2")
        assert {card[0] for card in table.legal()} == {"S"}
        assert "does not follow suit" in refusal(table, "HA")

    def test_who_cannot_follow_plays_anything(self):
        table = play(passed(dealt("S2", HEARTS)), "S2")
        assert table.legal() == HEARTS.split()

    def test_card_that_is_not_held_is_refused(self):
        assert "C5 is not in this hand" in refusal(play(passed(dealt("S2 C5")), "S2"), "C5")

    @pytest.mark.parametrize(
        ("cards", "winner"),
        [
            (("S2", "S3", "S4", "S5"), 3),
            (("S2", "SA", "SK", "SQ"), 1),
            (("S2", "S9", "ST", "S8"), 2),
        ],
    )
    def test_highest_card_of_the_suit_led_wins_and_leads(self, cards, winner):
        table = play(passed(dealt(*cards)), *cards)
        assert table.turn == winner
        assert table.view(None)["won"][winner]["count"] == 4

    def test_other_suits_never_win(self):
        table = passed(dealt("S2", HEARTS, DIAMONDS, "S3"))
        assert play(table, "S2", "HA", "DA", "S3").turn == 3

    def test_play_passes_to_the_left(self):
        table = play(passed(dealt("", "", "S2")), "S2")
        assert table.turn == 3

    def test_captured_scoring_cards_lie_open(self):
        table = passed(dealt(SPADES, HEARTS, CLUBS, DIAMONDS))
        play(table, "S2", "H2", "CT", "DJ")
        assert table.view(None)["facts"]["captured"] == [["CT", "H2", "DJ"], [], [], []]

    def test_all_captured_cards_were_seen(self):
        table = play(passed(dealt(*SUITS)), "S2", "H2", "C2", "D2")
        assert table.view(3)["won"][0]["cards"] == ["C2", "S2", "H2", "D2"]

    def test_round_has_thirteen_tricks(self):
        table = random_round(GAME, 4, 1)
        assert (int(table.state.trick), len(table.rounds[0].actions)) == (13, 56)

    def test_pig_is_whose_trick_it_lay_in(self):
        table = play(passed(dealt("S2", "SQ", "S3", "SA")), "S2", "SQ", "S3", "SA")
        assert table.view(None)["facts"]["pig"] == 3


class TestWholeRound:
    """RT: seat 0 takes everything: 200 + 100 + 100, doubled by the ten of clubs."""

    def test_shooting_the_moon_scores_800(self):
        assert play_out(dealt(*SUITS)).round_scores == [800, 0, 0, 0]

    @pytest.mark.parametrize(
        ("exposures", "score"),
        [
            (("expose SQ", "pass", "pass", "pass"), 1000),
            (("pass", "expose HA", "pass", "pass"), 1200),
            (("pass", "pass", "expose CT", "pass"), 1600),
            (("pass", "pass", "pass", "expose DJ"), 1000),
            (("expose SQ", "expose HA", "expose CT", "expose DJ"), 3200),
        ],
    )
    def test_exposures_count_also_for_all_hearts(self, exposures, score):
        """RT: "leading to the possibility of four-digit positive scores"."""
        assert play_out(play(dealt(*SUITS), *exposures)).round_scores == [score, 0, 0, 0]


class TestMatch:
    """GZ6 and G8."""

    def test_native_match_ends_with_the_first_total_of_minus_1000(self):
        for seed in range(40):
            rounds = match(seed, native=True)["rounds"]
            sums, lowest = [0] * 4, []
            for played in rounds:
                sums = [a + b for a, b in zip(sums, played["scores"], strict=True)]
                lowest.append(min(sums))
            assert lowest[-1] <= -1000
            assert all(total > -1000 for total in lowest[:-1])

    @pytest.mark.parametrize(("total", "over"), [(-1000, True), (-999, False), (-1001, True)])
    def test_exactly_minus_1000_is_enough(self, total, over):
        table = dealt(*SUITS, native=True)
        table.state.totals[1] = total
        assert play_out(table).over is over

    def test_match_does_not_end_at_plus_1000(self):
        table = play(dealt(*SUITS, native=True), "expose SQ", "expose HA", "expose CT")
        assert not play_out(table).over
        assert table.totals == [2800, 0, 0, 0]

    def test_total_is_judged_after_the_round_only(self):
        table = dealt(*SUITS, native=True)
        table.state.totals[0] = -1500
        assert not play_out(table).over

    def test_other_format_goes_on_below_minus_1000(self):
        table = dealt(*SUITS)
        table.state.totals[1] = -5000
        assert not play_out(table).over

    def test_match_of_rounds_has_as_many_as_players(self):
        assert len(match(3)["rounds"]) == 4

    def test_lowest_total_is_last_and_ties_share(self):
        assert GAME.place([-1000, 200, -1000, 40]) == [3, 1, 3, 2]


def test_lead_of_an_exposed_card_shows_that_it_was_the_last_of_its_suit():
    table = later("CT " + HEARTS[: 12 * 3 - 1])
    play(table, "expose CT")
    play(passed(table), "CT")
    assert unseen_cards(table.state, 0) & ~int(table.belief(1).lacks[0, 0]) == 0
