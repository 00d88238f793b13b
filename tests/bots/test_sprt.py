"""The sequential test: what it does to normal and to crooked differences, and at its edges."""

from math import inf, log

import numpy as np
import pytest

from bots.sprt import MIN_PAIRS, Sums, Test, Verdict

RUNS = 400
NOISE = 3 * (0.05 * 0.95 / RUNS) ** 0.5


def sums_of(differences):
    found = Sums()
    for difference in differences:
        found = found.plus(difference)
    return found


def played(test, differences):
    """Return the verdict on differences as they come, and after how many."""
    sums = Sums()
    for difference in differences:
        sums = sums.plus(difference)
        verdict = test.verdict(sums)
        if verdict is not None:
            return verdict, sums.count
    return None, sums.count


def verdicts(test, effect, draw=np.random.Generator.standard_normal):
    """Return verdicts and lengths of runs in which `new` is better by `effect` deviations."""
    rng = np.random.default_rng(7)
    runs = [played(test, 12 * (draw(rng, 2000) + effect)) for _ in range(RUNS)]
    return [verdict for verdict, _ in runs], [count for _, count in runs]


def crooked(rng, size):
    """Draw what is mostly nothing, sometimes a loss and seldom a big win; mean 0, deviation 1."""
    values = np.array([0.0] * 8 + [-40.0, 60.0])
    return (rng.choice(values, size) - values.mean()) / values.std()


@pytest.mark.parametrize("draw", [np.random.Generator.standard_normal, crooked])
@pytest.mark.parametrize("test", [Test(), Test(-0.15, 0.1)])
def test_a_bot_no_better_seldom_passes(test, draw):
    found, _ = verdicts(test, test.lower, draw)
    assert found.count(Verdict.BETTER) / RUNS <= test.alpha + NOISE


@pytest.mark.parametrize("draw", [np.random.Generator.standard_normal, crooked])
@pytest.mark.parametrize("test", [Test(), Test(-0.15, 0.1)])
def test_a_better_bot_seldom_fails(test, draw):
    found, _ = verdicts(test, test.upper, draw)
    assert found.count(Verdict.NOT_BETTER) / RUNS <= test.beta + NOISE


def test_the_risks_are_used():
    """A test that took too long would make hardly any mistake."""
    found, _ = verdicts(Test(), 0.0)
    assert found.count(Verdict.BETTER) / RUNS > 0.02


def test_it_takes_as_long_as_expected_halfway():
    test = Test()
    _, counts = verdicts(test, 0.1)
    assert np.mean(counts) == pytest.approx(test.pairs_expected(), rel=0.2)


def test_it_ends_earlier_when_the_difference_is_plain():
    _, plain = verdicts(Test(), 0.6)
    _, unclear = verdicts(Test(), 0.1)
    assert np.mean(plain) < np.mean(unclear) / 2


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


def test_ratio_does_not_jump_where_differences_vanish():
    tiny = sums_of([1e-9, -1e-9] * 50)
    assert Test().ratio(tiny) == pytest.approx(Test().ratio(sums_of([0.0] * 100)))


@pytest.mark.parametrize(("always", "verdict"), [(3.0, Verdict.BETTER), (-3.0, Verdict.NOT_BETTER)])
def test_always_the_same_difference_is_decided(always, verdict):
    assert played(Test(), [always] * 100) == (verdict, MIN_PAIRS)


def test_ratio_is_that_of_known_deviations_when_effects_are_small():
    """With deviation s, the ratio of two normal likelihoods is (u - l)(m/s - (u + l)/2) n."""
    rng = np.random.default_rng(3)
    values = rng.normal(0.3, 5.0, 4000)
    effect = values.mean() / values.std()
    test = Test(0.0, 0.04)
    assert test.ratio(sums_of(values)) == pytest.approx(0.04 * (effect - 0.02) * 4000, rel=0.02)


def test_ratio_does_not_depend_on_the_unit():
    values = [3.0, -1.0, 4.0, 1.0, -5.0]
    in_cents = sums_of([100 * value for value in values])
    assert Test().ratio(sums_of(values)) == pytest.approx(Test().ratio(in_cents))


def test_bounds_are_walds():
    assert Test(alpha=0.01, beta=0.1).bounds == (log(0.1 / 0.99), log(0.9 / 0.01))


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
