from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.logic.points import ForfeitTerms, Outcome, Round, RoundsNeeded, award, span

TOTALS = st.lists(st.integers(-1000, 1000), min_size=2, max_size=10)


def places_of(totals):
    return [1 + sum(other > own for other in totals) for own in totals]


def outcome(totals, **more):
    return Outcome(totals=tuple(totals), places=tuple(places_of(totals)), **more)


def points(rule, totals, **more):
    return award(rule, outcome(totals, **more))


def decimals(text):
    return [Decimal(number) for number in text.split()]


def test_sum_gives_the_scores():
    assert points("sum", [31, -4, 0]) == [31, -4, 0]


def test_sum_turns_the_sign_where_a_low_score_wins():
    assert points("sum", [31, -4, 0], higher_wins=False) == [-31, 4, 0]


def test_placing_gives_as_many_points_as_seats_to_the_first():
    assert points("placing", [30, 40, 10, 20]) == [3, 4, 1, 2]


def test_placing_shares_the_points_of_tied_places():
    assert points("placing", [30, 30, 10, 20]) == [Decimal("3.5"), Decimal("3.5"), 1, 2]


def test_placing_shares_among_three():
    assert points("placing", [9, 5, 5, 5]) == [4, 2, 2, 2]


def test_placing_shares_among_partners():
    assert points("placing", [12, 7, 12, 7]) == decimals("3.5 1.5 3.5 1.5")


def test_placing_is_worth_the_same_when_a_low_score_wins():
    low = Outcome(totals=(1, 2), places=(1, 2), higher_wins=False)
    assert award("placing", low) == [2, 1]


@given(TOTALS)
def test_placing_always_gives_out_the_same_points(totals):
    seats = len(totals)
    assert sum(points("placing", totals)) == seats * (seats + 1) // 2


@pytest.mark.parametrize("rule", ["sum", "placing", "margin"])
@given(totals=TOTALS)
def test_a_better_total_never_gets_fewer_points(rule, totals):
    given_points = points(rule, totals)
    ranked = sorted(zip(totals, given_points, strict=True))
    assert [share for _total, share in ranked] == sorted(given_points)


def test_margin_is_the_distance_from_the_mean_of_the_table():
    assert points("margin", [30, 20, 10, 0]) == [15, 5, -5, -15]


def test_margin_turns_the_sign_where_a_low_score_wins():
    assert points("margin", [30, 20, 10, 0], higher_wins=False) == [-15, -5, 5, 15]


def test_margin_is_rounded_to_thousandths():
    assert points("margin", [1, 0, 0]) == decimals("0.667 -0.333 -0.333")


@given(TOTALS, st.integers(-500, 500))
def test_margin_does_not_change_when_all_score_more(totals, more):
    assert points("margin", totals) == points("margin", [total + more for total in totals])


WON, LOST, RAMSCH = Round(0, won=True), Round(1), Round(None)


def seeger(*rounds, seats=4):
    """Return the points of a match in which every score was 0."""
    return points("seeger-fabian", [0] * seats, rounds=rounds)


def test_seeger_fabian_rewards_the_declarer_who_wins():
    assert seeger(WON) == [50, 0, 0, 0]


def test_seeger_fabian_gives_the_dealer_who_sits_out_his_share():
    assert seeger(LOST) == [30, -50, 30, 30]


def test_seeger_fabian_gives_40_at_a_table_of_three():
    assert seeger(LOST, seats=3) == [40, -50, 40]


def test_seeger_fabian_gives_nothing_for_a_ramsch():
    assert seeger(RAMSCH) == [0, 0, 0, 0]


def test_seeger_fabian_adds_up_all_rounds():
    assert seeger(WON, LOST, RAMSCH, WON) == [130, -50, 30, 30]


def test_seeger_fabian_adds_to_the_scores():
    assert points("seeger-fabian", [24, -48, 0], rounds=(WON, LOST)) == [114, -98, 40]


def test_seeger_fabian_needs_the_rounds():
    with pytest.raises(RoundsNeeded):
        points("seeger-fabian", [24, 0, 0])


def test_seeger_fabian_is_not_for_tables_of_five():
    with pytest.raises(ValueError, match="three and four"):
        points("seeger-fabian", [0] * 5, rounds=(WON,))


def test_games_won_and_lost_are_counted_for_the_declarer():
    match = outcome([0] * 4, rounds=(WON, LOST, RAMSCH, WON))
    assert [match.declared(seat) for seat in range(4)] == [(2, 0), (0, 1), (0, 0), (0, 0)]


def test_who_forfeits_is_last_whatever_was_scored():
    assert outcome([40, 10, 20, 20], forfeits=frozenset({0})).final_places == (4, 3, 1, 1)


def test_all_who_forfeit_are_last():
    assert outcome([0] * 4, forfeits=frozenset({0, 1})).final_places == (4, 4, 1, 1)


@pytest.mark.parametrize(
    ("forfeits", "given_points"),
    [({3}, "3 3 3 1"), ({2, 3}, "3.5 3.5 1 1"), ({0, 1, 2, 3}, "1 1 1 1")],
)
def test_forfeit_by_placing_gives_the_others_the_places_before(forfeits, given_points):
    assert points("placing", [0] * 4, forfeits=frozenset(forfeits)) == decimals(given_points)


def test_forfeit_by_scores_leaves_the_others_what_they_scored():
    assert points("sum", [30, 20, 10, -5], forfeits=frozenset({0})) == [-5, 20, 10, -5]


def test_forfeit_by_scores_is_never_worth_more_than_nothing():
    assert points("sum", [30, 20, 10, 5], forfeits=frozenset({0})) == [0, 20, 10, 5]


def test_forfeit_before_the_first_round_needs_no_rounds():
    assert points("seeger-fabian", [0] * 3, forfeits=frozenset({1})) == [0, 0, 0]


@pytest.mark.parametrize("rule", ["sum", "placing", "margin", "seeger-fabian"])
def test_terms_say_what_a_forfeit_is_worth(rule):
    terms = ForfeitTerms(forfeiter=Decimal(-100), others=Decimal("2.5"))
    match = outcome([0] * 4, forfeits=frozenset({2}))
    assert award(rule, match, terms=terms) == decimals("2.5 2.5 -100 2.5")


@pytest.mark.parametrize("rule", ["sum", "margin", "seeger-fabian"])
def test_span_is_open_where_a_rule_sets_no_end(rule):
    assert span(rule, sizes=[3, 4]).most == -span(rule, sizes=[3, 4]).least == Decimal("Infinity")


TERMS = st.builds(
    ForfeitTerms,
    forfeiter=st.none() | st.integers(-3, 6).map(Decimal),
    others=st.none() | st.integers(-3, 6).map(Decimal),
)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=6), st.sets(st.integers(0, 5)), TERMS)
def test_span_of_placing_holds_every_match(totals, forfeits, terms):
    match = outcome(totals, forfeits=frozenset(forfeits & set(range(len(totals)))))
    best = sorted(award("placing", match, terms=terms), reverse=True)
    whole = span("placing", sizes=[len(totals)], terms=terms)
    assert whole.least <= best[-1]
    assert best[0] <= whole.most
    for count, most in enumerate(whole.together, 1):
        assert sum(best[:count]) <= most


def test_span_of_placing_is_no_wider_than_needed():
    assert span("placing", sizes=[3, 4]).together == (4, 7, 9, 10)


@pytest.mark.parametrize("ask", [points, lambda rule, sizes: span(rule, sizes=sizes)])
def test_an_unknown_rule_is_an_error(ask):
    with pytest.raises(LookupError):
        ask("best-of-three", [1, 2])
