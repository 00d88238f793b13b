"""What tables cost is told part by part, and so is what a change by hand would cost."""

import random
import statistics
from dataclasses import replace
from decimal import Decimal

import pytest

from league.logic.draws import explain, generate, swiss
from league.logic.draws.changes import Move, Swap, change_draw
from league.logic.draws.costs import costs_of
from league.logic.draws.explain import Cause, Severity
from league.logic.draws.model import Draw, Entrant, Past, Rules, Session, Weights

WEIGHTS = Weights(
    gap=1000, side_gap=300, repeat=500, recent=100, partner=700, group=50, seat=3, dealer=4
)
FOUR = Rules(sizes=(4,), size=4, weights=WEIGHTS)
PAIRS = replace(FOUR, sides=(0, 1, 0, 1))
EVENT = [Entrant(key, Decimal(key % 2 * 2)) for key in range(1, 9)]
"""Scores of 0 and 2: a standard deviation is 1, and the two are two of them apart."""

DRAW = Draw(tables=((1, 3, 5, 7), (2, 4, 6, 8)))
ELSEWHERE = Session(tables=((101, 102, 103, 104),))


def parts(draw, past, rules, *, table=1, entrants=EVENT):
    costs = explain.explain(draw, entrants, past, rules)[table - 1]
    return {part.name: part for part in costs.parts}


def test_like_scores_cost_nothing():
    [one, other] = explain.explain(DRAW, EVENT, Past((ELSEWHERE,)), FOUR)
    assert one.total == other.total == 0


def test_gap_costs_by_standard_deviations():
    draw = Draw(tables=((1, 3, 5, 2), (7, 4, 6, 8)))
    gap = parts(draw, Past((ELSEWHERE,)), FOUR)["gap"]
    assert gap.cost == 3 * 2000
    assert gap.causes == (Cause((1, 2), 2000), Cause((2, 3), 2000), Cause((2, 5), 2000))


def test_scores_do_not_count_before_the_first_session():
    draw = Draw(tables=((1, 3, 5, 2), (7, 4, 6, 8)))
    assert parts(draw, Past(), FOUR)["gap"].cost == 0


def test_gap_does_not_depend_on_the_unit_of_scores():
    draw = Draw(tables=((1, 3, 5, 2), (7, 4, 6, 8)))
    scaled = [replace(one, score=one.score * 1000 + 7) for one in EVENT]
    past = Past((ELSEWHERE,))
    assert parts(draw, past, FOUR, entrants=scaled) == parts(draw, past, FOUR)


@pytest.mark.parametrize("seed", range(50))
def test_levels_are_standard_deviations_to_the_thousandth(seed):
    luck = random.Random(seed)
    scale = luck.choice((1, 1, 4, 1000))
    scores = [luck.randint(0, 3) * scale for _ in range(luck.randint(2, 9))]
    entrants = [Entrant(key, Decimal(score)) for key, score in enumerate(scores)]
    levels = costs_of(entrants, Past((ELSEWHERE,)), FOUR).levels
    mean, deviation = statistics.fmean(scores), statistics.pstdev(scores)
    for key, score in enumerate(scores):
        level = 1000 * (score - mean) / deviation if deviation else 0
        assert levels[key] == pytest.approx(level, abs=0.5001)


def test_repeat_costs_more_when_it_is_recent():
    past = Past((Session(tables=((1, 3, 102, 104),)), Session(tables=((5, 7, 102, 104),))))
    assert parts(DRAW, past, FOUR)["repeats"].causes == (
        Cause((5, 7), 600, 1),
        Cause((1, 3), 550, 1),
    )


def test_partners_cost_more_than_opponents():
    past = Past((Session(tables=((1, 3, 5, 7),)),))
    assert parts(DRAW, past, PAIRS)["partners"].causes == (
        Cause((1, 5), 700, 1),
        Cause((3, 7), 700, 1),
    )


def test_uneven_sides_cost():
    draw = Draw(tables=((1, 2, 3, 4), (5, 6, 7, 8)))
    assert parts(draw, Past((ELSEWHERE,)), PAIRS)["side_gap"].cost == 4 * 300


def test_club_mates_cost():
    entrants = [replace(one, group=1 if one.key in {1, 3, 2} else None) for one in EVENT]
    assert parts(DRAW, Past(), FOUR, entrants=entrants)["groups"].causes == (Cause((1, 3), 50),)


def test_seats_cost_and_dealing_first_most():
    past = Past((Session(tables=((1, 102, 5, 103),)),))
    assert parts(DRAW, past, FOUR)["seats"].causes == (Cause((1,), 7), Cause((5,), 3))


def test_breaches_stand_with_their_table():
    rules = replace(FOUR, apart=((2, 4),))
    [one, other] = explain.explain(DRAW, EVENT, Past(), rules)
    assert ([b.code for b in one.breaches], [b.code for b in other.breaches]) == ([], ["apart"])


def test_swap_is_priced_part_by_part():
    price = explain.price(DRAW, Swap(7, 2), EVENT, Past((ELSEWHERE,)), FOUR)
    assert {part.name: part.cost for part in price.parts if part.cost} == {"gap": 12_000}
    assert price.severity is Severity.COSTS


def test_price_names_the_pairs_that_cause_it_and_how_often_they_met():
    past = Past((Session(((1, 2, 101, 102),)), Session(((1, 2, 103, 104),)), ELSEWHERE))
    people = [replace(one, score=Decimal(0)) for one in EVENT]
    price = explain.price(DRAW, Swap(3, 2), people, past, FOUR)
    [repeats] = [part for part in price.parts if part.name == "repeats"]
    assert repeats.causes == (Cause((1, 2), 500 + 50 + 500 + 33, 2),)
    back = explain.price(price.draw, Swap(3, 2), people, past, FOUR)
    assert (Cause((1, 2), -1083, 2),) in [part.causes for part in back.parts]


@pytest.mark.further
def test_causes_add_up_to_prices_and_prices_to_what_draws_cost():
    luck = random.Random(1)
    for number in range(12):
        for drawn in generate.play(generate.random_event(f"price {number}"), swiss.draw):
            what = drawn.entrants, drawn.past, drawn.rules
            seated = [key for table in drawn.draw.tables for key in table]
            price = explain.price(drawn.draw, Swap(*luck.sample(seated, 2)), *what)
            for part in price.parts:
                assert part.cost == sum(cause.cost for cause in part.causes)
            before, after = (
                sum(table.total for table in explain.explain(draw, *what))
                for draw in (drawn.draw, price.draw)
            )
            assert price.total == after - before


def test_swap_back_costs_as_much_less():
    price = explain.price(DRAW, Swap(7, 2), EVENT, Past((ELSEWHERE,)), FOUR)
    back = explain.price(price.draw, Swap(7, 2), EVENT, Past((ELSEWHERE,)), FOUR)
    assert (back.draw, back.total, back.severity) == (DRAW, -price.total, Severity.FREE)


def test_swap_that_breaks_a_rule_is_a_breach():
    rules = replace(FOUR, apart=((2, 5),))
    price = explain.price(DRAW, Swap(7, 2), EVENT, Past(), rules)
    assert ([breach.code for breach in price.breaches], price.severity) == (["apart"], "breach")


def test_swap_that_mends_a_rule_says_so():
    rules = replace(FOUR, apart=((5, 7),))
    assert [b.code for b in explain.price(DRAW, Swap(7, 2), EVENT, Past(), rules).mended] == [
        "apart"
    ]


def test_swap_with_a_bye_changes_who_has_it():
    draw = Draw(tables=((1, 2, 3, 4),), byes=(5,))
    assert change_draw(draw, Swap(5, 2)) == Draw(tables=((1, 5, 3, 4),), byes=(2,))


@pytest.mark.parametrize(
    ("move", "tables", "byes"),
    [
        (Move(1, 2), ((3, 5, 7), (2, 4, 6, 8, 1)), ()),
        (Move(1, 2, seat=0), ((3, 5, 7), (1, 2, 4, 6, 8)), ()),
        (Move(1, None), ((3, 5, 7), (2, 4, 6, 8)), (1,)),
        (Move(1, 3), ((3, 5, 7), (2, 4, 6, 8), (1,)), ()),
    ],
)
def test_player_moves_to_a_place(move, tables, byes):
    assert change_draw(DRAW, move) == Draw(tables, byes)


@pytest.mark.parametrize("change", [Swap(1, 99), Move(99, 1), Move(1, 4), Move(1, 0)])
def test_change_of_what_is_not_there_is_refused(change):
    with pytest.raises(LookupError):
        change_draw(DRAW, change)


@pytest.mark.slow
def test_drawing_and_explaining_agree_that_no_swap_of_two_is_better():
    for number in range(6):
        for drawn in generate.play(generate.random_event(f"explain {number}"), swiss.draw):
            seated = [key for table in drawn.draw.tables for key in table][:6]
            for one, other in zip(seated, seated[3:], strict=False):
                what = drawn.entrants, drawn.past, drawn.rules
                price = explain.price(drawn.draw, Swap(one, other), *what)
                assert price.breaches or price.total >= 0
