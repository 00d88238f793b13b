"""The matchmaker forgets nobody, keeps its limits, and looks for tables that tell something."""

from collections import Counter
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.logic.matchmaking import WEIGHTS, Candidate, Setting, partners_of, pick_tables
from league.logic.ratings import NEW, Skill

FOUR = Setting(sides=(0, 1, 2, 3))
PAIRS = Setting(sides=(0, 1, 0, 1))
SKILLS = st.builds(Skill, mu=st.floats(0, 50), sigma=st.floats(0.5, 9))


@st.composite
def halls(draw):
    count = draw(st.integers(0, 14))
    return [
        Candidate(
            key=key,
            skill=draw(SKILLS),
            waited=draw(st.floats(0, 1e6)),
            played=draw(st.integers(0, 1000)),
            open=draw(st.integers(0, 3)),
            most_open=draw(st.sampled_from([None, 1])),
            author=draw(st.sampled_from([None, 1, 2, 3])),
            opens=draw(st.booleans()),
        )
        for key in range(1, count + 1)
    ]


def alike(count, **traits):
    return [Candidate(key=key, skill=NEW, waited=0.0, **traits) for key in range(1, count + 1)]


@given(halls(), st.integers(0, 6), st.sampled_from([FOUR, PAIRS, Setting(sides=(0, 1))]))
def test_nobody_sits_twice_at_a_table(hall, count, setting):
    for pick in pick_tables(hall, setting, count=count, seed="s"):
        assert len(set(pick.players)) == setting.size == len(pick.reasons)


@pytest.mark.further
@given(halls(), st.integers(0, 6))
def test_nobody_has_more_tables_than_allowed(hall, count):
    picks = pick_tables(hall, FOUR, count=count, seed="s")
    seated = Counter(key for pick in picks for key in pick.players)
    for one in hall:
        most = one.most_open or FOUR.most_open
        assert not seated[one.key] or one.open + seated[one.key] <= most


@given(halls(), st.integers(0, 6), st.sampled_from([FOUR, PAIRS]))
def test_two_bots_of_one_author_do_not_meet(hall, count, setting):
    author_of = {one.key: one.author for one in hall}
    for pick in pick_tables(hall, setting, count=count, seed="s"):
        authors = [author_of[key] for key in pick.players if author_of[key] is not None]
        assert len(set(authors)) == len(authors)


@pytest.mark.further
@given(halls(), st.integers(0, 6))
def test_somebody_who_opens_sits_at_each_table(hall, count):
    opens = {one.key for one in hall if one.opens}
    for pick in pick_tables(hall, FOUR, count=count, seed="s"):
        [opener] = [k for k, why in zip(pick.players, pick.reasons, strict=True) if why.opens]
        assert opener in opens


def test_authors_who_are_too_few_get_no_table():
    hall = [*alike(3, author=7), *[replace(one, key=one.key + 3) for one in alike(2)]]
    assert pick_tables(hall, FOUR, count=1, seed="s") == []
    assert pick_tables(hall, Setting(sides=(0, 1, 2)), count=1, seed="s")


@pytest.mark.further
@given(halls(), st.text())
def test_the_same_input_gives_the_same_tables(hall, seed):
    tables = pick_tables(hall, FOUR, count=3, seed=seed)
    assert tables == pick_tables(hall[::-1], FOUR, count=3, seed=seed)


def play_on(hall, setting, rounds):
    """Make one table after another, each over before the next; yield who sits."""
    for number in range(rounds):
        [pick] = pick_tables(hall, setting, count=1, seed=str(number))
        yield pick
        seated = set(pick.players)
        hall = [replace(one, waited=0.0 if one.key in seated else one.waited + 1) for one in hall]


@pytest.mark.further
@settings(max_examples=40)
@given(st.lists(SKILLS, min_size=5, max_size=20), st.sampled_from([FOUR, PAIRS]))
def test_nobody_waits_for_more_tables_than_there_are_bots(skills, setting):
    hall = [Candidate(key=key, skill=skill, waited=0.0) for key, skill in enumerate(skills)]
    last = dict.fromkeys(range(len(hall)), -1)
    for number, pick in enumerate(play_on(hall, setting, rounds=2 * len(hall))):
        last.update(dict.fromkeys(pick.players, number))
        assert min(last.values()) >= number - len(hall)


def test_all_tables_of_one_call_forget_nobody():
    picks = pick_tables(alike(12), FOUR, count=9, seed="s")
    assert {key for pick in picks for key in pick.players} == set(range(1, 13))


def test_too_few_bots_make_no_table():
    assert pick_tables(alike(3), FOUR, count=2, seed="s") == []


def test_the_uncertain_come_before_the_known():
    hall = [Candidate(key=key, skill=Skill(25, 1), waited=0.0) for key in range(10)]
    hall += [Candidate(key=key, skill=NEW, waited=0.0) for key in (10, 11)]
    [pick] = pick_tables(hall, FOUR, count=1, seed="s")
    assert {10, 11} <= set(pick.players)


def test_the_even_are_brought_together():
    hall = [Candidate(key=key, skill=Skill(10 * (key % 3), 1), waited=0.0) for key in range(12)]
    [pick] = pick_tables(hall, FOUR, count=1, seed="s")
    assert len({key % 3 for key in pick.players}) == 1


def test_who_has_played_least_comes_first_among_equals():
    hall = [replace(one, played=0 if one.key <= 4 else 90) for one in alike(12)]
    hall = [replace(one, waited=1.0 if one.key == 1 else 0.0) for one in hall]
    [pick] = pick_tables(hall, FOUR, count=1, seed="s")
    assert set(pick.players) == {1, 2, 3, 4}


def test_fairness_counts_by_how_much_one_has_played():
    played = {1: 0, 2: 45, 3: 80, 4: 90}
    hall = [replace(one, played=played[one.key], open=played[one.key] // 9) for one in alike(4)]
    [pick] = pick_tables(hall, replace(FOUR, most_open=20), count=1, seed="s")
    found = {k: why.fairness for k, why in zip(pick.players, pick.reasons, strict=True)}
    assert found[1] == WEIGHTS.fairness
    assert found[2] == pytest.approx(WEIGHTS.fairness / 2)
    assert found[4] == 0


@pytest.mark.further
@given(halls())
def test_each_reason_counts_between_nothing_and_its_weight(hall):
    for pick in pick_tables(hall, FOUR, count=3, seed="s"):
        for why in pick.reasons:
            for name, most in asdict(WEIGHTS).items():
                assert 0 <= getattr(why, name) <= most + 1e-9


def test_partners_change_until_everybody_was_everybodys():
    pairs = Counter()
    for number in range(3):
        [pick] = pick_tables(alike(4), PAIRS, count=1, partners=pairs, seed=str(number))
        pairs.update(partners_of(pick.players, PAIRS))
    assert len(pairs) == 6


def test_sides_are_made_even():
    strong, weak = Skill(40, 1), Skill(10, 1)
    hall = [Candidate(k, strong if k < 2 else weak, waited=0.0) for k in range(4)]
    [pick] = pick_tables(hall, PAIRS, count=1, seed="s")
    assert frozenset({0, 1}) not in partners_of(pick.players, PAIRS)


def test_reasons_say_who_opened_the_table():
    hall = [replace(one, waited=9.0 if one.key == 5 else 1.0) for one in alike(8)]
    [pick] = pick_tables(hall, FOUR, count=1, seed="s")
    [opener] = [k for k, why in zip(pick.players, pick.reasons, strict=True) if why.opens]
    assert opener == 5


def test_reasons_add_up_and_can_be_stored():
    [pick] = pick_tables(alike(6), FOUR, count=1, seed="s")
    for reasons, stored in zip(pick.reasons, pick.as_json()["reasons"], strict=True):
        assert abs(sum(v for k, v in stored.items() if k != "opens") - reasons.total) < 0.01
    assert abs(sum(pick.as_json()["chances"]) - 1) < 0.01
