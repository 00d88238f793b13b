"""What captured cards score (RT, GZ4, GZ5), and the score sheet."""

import random

import pytest
from pydantic import ValidationError

import games
from games.gong_zhu.sheet import SCORING_CARDS, captured_sets, score_of
from tests.games.rounds import random_round

GAME = games.get("gong-zhu")
ALL_HEARTS = " ".join("H" + rank for rank in "23456789TJQKA")
VALUABLE = " ".join("H" + rank for rank in "56789TJQKA")


def score(captured, exposed=""):
    cards = GAME.pack.parse_cards(captured)
    return score_of(*captured_sets(cards), captured_sets(GAME.pack.parse_cards(exposed))[1])


def sheet_of(*captured, exposed=()):
    players = [{"captured": cards.split()} for cards in captured]
    return GAME.sheet.model_validate({"exposed": list(exposed), "players": players})


def faults(*captured, **more):
    with pytest.raises(ValidationError) as caught:
        sheet_of(*captured, **more)
    return {".".join(map(str, error["loc"])): error["msg"] for error in caught.value.errors()}


class TestCards:
    """RT: the list of scoring cards."""

    @pytest.mark.parametrize(
        ("card", "points"),
        [
            ("SQ", -100),
            ("HA", -50),
            ("HK", -40),
            ("HQ", -30),
            ("HJ", -20),
            *((f"H{rank}", -10) for rank in "T98765"),
            *((f"H{rank}", 0) for rank in "432"),
            ("DJ", 100),
        ],
    )
    def test_card_alone_scores(self, card, points):
        assert score(card) == points

    def test_nothing_scores_nothing(self):
        assert score("") == 0

    @pytest.mark.parametrize("card", ["SA", "SK", "DQ", "DA", "CJ", "C9"])
    def test_no_other_card_has_any_bearing(self, card):
        assert score(f"HK {card}") == -40

    def test_sixteen_cards_score(self):
        assert len(SCORING_CARDS) == 16


class TestDoubler:
    """RT and GZ4: the ten of clubs."""

    def test_example_without_it(self):
        assert score("SQ HK HQ H8") == -180

    def test_example_with_it(self):
        assert score("SQ HK HQ H8 CT") == -360

    def test_exposed_it_makes_four_times_the_score(self):
        assert score("SQ HK HQ H8 CT", "CT") == -720

    def test_it_doubles_the_net_score_also_if_positive(self):
        assert score("DJ HK CT") == 120
        assert score("DJ HK CT", "CT") == 240

    def test_alone_it_scores_50(self):
        assert score("CT") == 50

    def test_alone_and_exposed_it_scores_100(self):
        assert score("CT", "CT") == 100

    @pytest.mark.parametrize("exposed", ["", "CT", "HA", "CT SQ HA DJ"])
    @pytest.mark.parametrize("hearts", ["H2", "H3", "H4", "H2 H3 H4"])
    def test_with_hearts_of_no_value_it_is_not_alone(self, hearts, exposed):
        assert score(f"CT {hearts}", exposed) == 0

    @pytest.mark.parametrize(("card", "points"), [("SQ", -200), ("DJ", 200), ("H5", -20)])
    def test_with_any_other_scoring_card_it_is_not_alone(self, card, points):
        assert score(f"CT {card}") == points

    def test_pig_and_sheep_that_cancel_leave_nothing_to_double(self):
        assert score("CT SQ DJ") == 0


class TestExposed:
    """RT: what exposed cards score."""

    def test_exposed_ace_doubles_all_hearts_and_only_them(self):
        assert score("SQ HK HQ H8", "HA") == -260

    def test_exposed_ace_doubles_hearts_of_whoever_took_it(self):
        assert score("HA", "HA") == -100
        assert score("H5", "HA") == -20

    @pytest.mark.parametrize(("card", "points"), [("SQ", -200), ("DJ", 200)])
    def test_exposed_pig_and_sheep_score_double(self, card, points):
        assert score(card, card) == points

    @pytest.mark.parametrize("exposed", ["SQ", "DJ", "CT"])
    def test_exposed_card_taken_by_others_changes_nothing(self, exposed):
        assert score("HK HQ", exposed) == -70

    def test_all_exposures_together(self):
        assert score("SQ DJ HK CT", "CT SQ HA DJ") == 4 * (-200 + 200 - 80)


class TestAllHearts:
    """RT and GZ5: shooting the moon."""

    def test_all_hearts_score_plus_200(self):
        assert score(ALL_HEARTS) == 200

    def test_one_of_no_value_missing_is_not_all(self):
        assert score(ALL_HEARTS.replace("H2 ", "")) == -200
        assert score(VALUABLE) == -200

    def test_pig_with_all_hearts_scores_plus_100(self):
        assert score(ALL_HEARTS + " SQ") == 300

    def test_neither_sheep_nor_doubler_is_needed(self):
        assert score(ALL_HEARTS + " DJ") == 300
        assert score(ALL_HEARTS + " CT") == 400

    def test_pig_with_twelve_hearts_costs_100(self):
        assert score(ALL_HEARTS.replace("H3 ", "") + " SQ") == -300

    def test_all_cards_score_800(self):
        assert score(ALL_HEARTS + " SQ DJ CT") == 800

    @pytest.mark.parametrize(
        ("exposed", "points"), [("HA", 500), ("SQ", 400), ("HA SQ", 600), ("DJ", 300)]
    )
    def test_exposures_double_hearts_and_pig_here_too(self, exposed, points):
        assert score(ALL_HEARTS + " SQ", exposed) == points

    def test_all_cards_exposed_score_3200(self):
        assert score(ALL_HEARTS + " SQ DJ CT", "CT SQ HA DJ") == 3200


class TestSheet:
    @pytest.mark.slow
    def test_sheet_and_engine_agree_on_1000_random_rounds(self):
        for seed in range(1000):
            table = random_round(GAME, 4, seed)
            facts = table.view(None)["facts"]
            captured = [" ".join(cards) for cards in facts["captured"]]
            assert sheet_of(*captured, exposed=facts["exposed"]).scores() == table.round_scores

    def test_example_of_the_rule_text(self):
        rest = " ".join(c for c in SCORING_CARDS if c not in {"SQ", "HK", "HQ", "H8", "CT", "DJ"})
        sheet = sheet_of("SQ HK HQ H8", "CT", "DJ", rest, exposed=["HA"])
        assert sheet.scores() == [-260, 50, 100, -240]

    def test_order_of_the_cards_does_not_matter(self):
        assert sheet_of("SQ DJ CT " + ALL_HEARTS, "", "", "").scores() == [800, 0, 0, 0]

    def test_card_of_two_players_names_the_second(self):
        said = faults("SQ DJ", "HA CT", f"SQ {ALL_HEARTS.removesuffix(' HA')}", "")
        assert said == {"players.2.captured": "captured twice: SQ"}

    def test_card_named_twice_by_one_player_is_refused(self):
        assert "captured twice: SQ" in faults("SQ SQ", "", "", "")["players.0.captured"]

    def test_card_that_nobody_captured_is_named(self):
        said = faults("SQ", "DJ", "CT", ALL_HEARTS.replace("H3 H4 ", ""))
        assert said["players"].endswith("H3 H4")

    def test_card_exposed_twice_is_refused(self):
        assert "exposed" in faults("SQ DJ CT", "", "", ALL_HEARTS, exposed=["SQ", "SQ"])

    def test_other_card_cannot_be_exposed(self):
        assert "exposed.0" in faults("SQ DJ CT", "", "", ALL_HEARTS, exposed=["HK"])

    def test_card_that_scores_nothing_is_refused(self):
        assert "players.1.captured.0" in faults("SQ DJ CT", "SA", "", ALL_HEARTS)

    @pytest.mark.parametrize("count", [3, 5])
    def test_sheet_is_for_four(self, count):
        assert "players" in faults(*[""] * count)

    def test_unknown_field_is_named(self):
        with pytest.raises(ValidationError) as caught:
            GAME.sheet.model_validate({"players": [{"tricks": 3}, {}, {}, {}]})
        assert ("players", 0, "tricks") in {error["loc"] for error in caught.value.errors()}


class TestScores:
    """Plain scores of a round are refused iff the scoring cards cannot be divided so."""

    def test_every_division_of_the_cards_is_possible(self):
        chance = random.Random(1)
        for _ in range(500):
            seats = chance.choices(range(4), weights=[chance.random() for _ in range(4)], k=16)
            captured = [
                " ".join(card for card, at in zip(SCORING_CARDS, seats, strict=True) if at == seat)
                for seat in range(4)
            ]
            exposed = chance.sample(["CT", "SQ", "HA", "DJ"], chance.randrange(5))
            scores = sheet_of(*captured, exposed=exposed).scores()
            assert GAME.scores_fault(4, scores) is None

    @pytest.mark.parametrize(
        "scores",
        [
            [200, 0, 0, 0],  # all hearts, the doubler; or pig, sheep and doubler elsewhere
            [200, 50, 0, 0],  # pig and sheep cancel, the doubler lies alone
            [-200, -100, 100, 50],
            [0, -400, 100, 100],
            [3200, 0, 0, 0],
        ],
    )
    def test_scores_of_some_division_are_accepted(self, scores):
        assert GAME.scores_fault(4, scores) is None

    @pytest.mark.parametrize(
        "scores",
        [
            [0, 0, 0, 0],  # hearts and pig cost somebody something
            [-205, 0, 0, 0],
            [3210, 0, 0, 0],
            [1600, 1600, 0, 0],  # only one can have all hearts
            [300, 100, 0, 0],  # the doubler scores, as all hearts are elsewhere
            [100, 100, 100, 100],
            [-10_000, 0, 0, 0],
        ],
    )
    def test_scores_of_no_division_are_refused(self, scores):
        assert "cannot be divided" in GAME.scores_fault(4, scores)
