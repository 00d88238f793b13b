"""The sequential test: its numbers, what it takes for known, and its edges.

How often it errs and how long it takes is held by `test_risks`.
"""

from dataclasses import replace
from functools import reduce
from math import inf, log

import numpy as np
import pytest

from bots.contests.betting import START, gain
from bots.contests.sprt import MIN_PAIRS, Sums, Test, Verdict

MANY = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0, -2.0, 6.0] * 10


def sums_of(differences, test=None):
    return reduce((test or Test()).after, differences, Sums())


def played(test, differences):
    """Return the verdict on differences as they come, and after how many."""
    sums = Sums()
    for difference in differences:
        sums = test.after(sums, difference)
        verdict = test.verdict(sums)
        if verdict is not None:
            return verdict, sums.count
    return None, sums.count


def test_there_is_no_verdict_before_some_pairs():
    lucky = [9.0, 10.0, 11.0] * MIN_PAIRS
    assert Test().ratio(sums_of(lucky[: MIN_PAIRS - 1])) > Test().bounds[1]
    assert played(Test(), lucky) == (Verdict.BETTER, MIN_PAIRS)


def test_no_difference_at_all_is_not_better():
    assert played(Test(), [0.0] * 1000) == (Verdict.NOT_BETTER, 77)


@pytest.mark.parametrize("lower", [-0.5, -0.2, -0.1, -0.05, 0.0, 0.1])
@pytest.mark.parametrize("width", [0.1, 0.2, 0.5])
def test_bots_that_play_alike_are_decided(lower, width):
    """They are not worse, where that was asked; else not better."""
    verdict, _ = played(Test(lower, lower + width), [0.0] * 2000)
    assert verdict == (Verdict.BETTER if lower < 0 else Verdict.NOT_BETTER)


@pytest.mark.parametrize(("always", "verdict"), [(3.0, Verdict.BETTER), (-3.0, Verdict.NOT_BETTER)])
def test_always_the_same_difference_is_decided(always, verdict):
    assert played(Test(), [always] * 100) == (verdict, MIN_PAIRS)


def test_bets_begin_when_it_is_known_how_large_differences_are():
    """The first pairs could be small ones, and the next the first of another size."""
    assert sums_of(MANY[:START]).against_lower == 0
    assert sums_of(MANY[: START + 1]).against_lower != 0


def test_pairs_without_a_difference_settle_no_bet():
    one = sums_of([0.0] * 30 + [5.0])
    assert (one.against_lower, one.against_upper) == (0, 0)


@pytest.mark.parametrize("effect", [-0.5, -0.1, 0.0, 0.1, 0.5])
def test_a_bet_gains_nothing_in_the_mean_where_the_claim_is_true(effect):
    """Over what has a mean of `effect` deviations, whose size is known by now."""
    values = np.array([-3.0, -2.0, 1.0, 2.0, 2.0])
    values = (values - values.mean()) / values.std() + effect
    known = (10_000, 10_000 * np.mean(values**2), 10_000 * np.mean(values**4))
    factors = np.exp(gain(values, *known, effect=effect, most=0.2))
    assert np.mean(factors) == pytest.approx(1.0, abs=1e-4)
    more = np.exp(gain(values + 0.2, *known, effect=effect, most=0.2))
    assert np.mean(more) > 1.02


@pytest.mark.parametrize("effect", [-0.5, 0.0, 0.1])
def test_a_larger_loss_never_gains_more(effect):
    losses = -np.arange(0.0, 200.0)
    gains = gain(losses, 50, 50.0, 150.0, effect=effect, most=0.2)
    assert (np.diff(gains) <= 0).all()
    assert gains[-1] == pytest.approx(log(0.05))


def test_a_single_win_gains_no_more_than_was_put_in():
    assert gain(1e9, 50, 50.0, 150.0, effect=0.0, most=3.0) == pytest.approx(log(2))


def test_less_is_put_in_where_tails_are_heavy():
    gains = [gain(1.0, 50, 50.0, fourths, effect=0.0, most=0.2) for fourths in (150.0, 1500.0)]
    assert gains == pytest.approx([log(1 + 1 / 5), log(1 + 1 / 32)])


def test_a_loss_within_reach_can_be_paid_where_the_bound_is_above_0():
    """A loss of 4 root mean squares, where 5 are within reach."""
    assert gain(-4.0, 50, 50.0, 150.0, effect=0.5, most=9.0) > log(0.25)


def test_a_claim_above_0_bears_that_the_size_is_a_guess():
    """The wrong size costs its square, which is the larger the fewer and the wilder they were."""
    few, many = (
        gain(0.0, count, 1.0 * count, 9.0 * count, effect=-0.2, most=0.01) for count in (20, 2000)
    )
    assert many - few == pytest.approx(0.01 * 0.196 * 8 / 8 / 20, rel=0.05)


def test_the_ratio_is_that_of_the_claim_that_more_speaks_against():
    ratios = {(2.0, -2.5): 2.0, (-2.0, 1.5): -1.5, (-0.1, -0.2): 0.0, (1.0, 2.0): -2.0}
    for (lower, upper), ratio in ratios.items():
        assert Test().ratio(Sums(50, 1.0, 50.0, 150.0, lower, upper)) == ratio


@pytest.mark.parametrize(
    ("test", "alike"), [(Test(), -1), (Test(-0.1, 0.1), 1)], ids=["not better", "not worse"]
)
def test_the_ratio_of_equals_moves_towards_their_verdict(test, alike):
    assert 0 < alike * test.ratio(Sums(20)) < alike * test.ratio(Sums(40))


def test_the_ratio_does_not_depend_on_the_unit():
    in_cents = sums_of([100 * value for value in MANY])
    assert Test().ratio(sums_of(MANY)) == pytest.approx(Test().ratio(in_cents))


def test_what_speaks_for_new_speaks_against_old():
    """Exchanged bots in an experiment with exchanged bounds."""
    one, other = Test(-0.1, 0.3), Test(-0.3, 0.1)
    mirrored = sums_of([-value for value in MANY], other)
    assert one.ratio(sums_of(MANY, one)) == pytest.approx(-other.ratio(mirrored))


def test_a_recount_gives_the_same_bit_for_bit():
    values = list(np.random.default_rng(5).normal(0.3, 5.0, 200))
    halfway = sums_of(values[:90])
    assert sums_of(values) == reduce(Test().after, values[90:], replace(halfway))
    assert type(sums_of(values).against_lower) is float


def test_bounds_are_the_risks():
    assert Test(alpha=0.01, beta=0.1).bounds == (log(0.1), -log(0.01))


def test_nothing_is_known_before_the_first_pair():
    assert Test().ratio(Sums()) == 0
    assert Sums().estimate().margin == inf


def test_estimate_is_that_of_the_values():
    values = [3.0, -1.0, 4.0, 1.0, -5.0]
    found = sums_of(values).estimate()
    assert found.mean == pytest.approx(np.mean(values))
    assert found.margin == pytest.approx(1.96 * np.std(values, ddof=1) / 5**0.5)


@pytest.mark.parametrize(
    "numbers",
    [(0.2, 0.2), (0.3, 0.2), (0, inf), (float("nan"), 1), (0, 1, 0), (0, 1, 0.05, 0.5)],
)
def test_numbers_that_make_no_test_are_refused(numbers):
    with pytest.raises(ValueError, match="below"):
        Test(*numbers)
