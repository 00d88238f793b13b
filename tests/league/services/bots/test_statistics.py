import pytest

from league.services.bots.statistics import statistics_of
from tests.league.factories import BotFactory, MatchFactory, PartFactory, VersionFactory


@pytest.fixture
def version(db):
    return VersionFactory()


def play(version, opponents, *, seat=0, score=None, place=None, **part):
    """Let a version play a match against others."""
    players = [*opponents[:seat], version.player, *opponents[seat:]]
    match = MatchFactory(players=players)
    own = match.seats.get(number=seat)
    own.score, own.place = score, place
    own.save()
    return PartFactory(version=version, seat=own, **part)


def test_version_is_counted_at_each_seat(version):
    others = BotFactory.create_batch(3)
    play(version, others, seat=0, score=10, place=2, thinking_ms=100)
    play(version, others, seat=0, score=20, place=1, thinking_ms=300, fault="crash")
    play(version, others, seat=2)
    found = statistics_of(version)
    first, third = found.seats
    assert (first.seat, first.line.matches, first.line.faults) == (0, 2, 1)
    assert (first.line.mean_score, first.line.mean_place, first.line.thinking_ms) == (15, 1.5, 200)
    assert (third.seat, third.line.matches, third.line.mean_score) == (2, 1, None)
    assert found.total.matches == 3


def test_version_is_counted_against_each_opponent(version):
    often, once = BotFactory(builtin="often"), BotFactory(builtin="once")
    play(version, [often], score=10, place=1)
    play(version, [often, once], score=0, place=3)
    found = {row.opponent.name: row.line for row in statistics_of(version).opponents}
    assert list(found) == ["often", "once"]
    assert (found["often"].matches, found["often"].mean_score) == (2, 5)
    assert (found["once"].matches, found["once"].mean_place) == (1, 3)


def test_opponent_with_two_seats_is_met_once(version):
    twice = BotFactory()
    play(version, [twice, twice])
    [row] = statistics_of(version).opponents
    assert row.line.matches == 1


def test_version_that_has_not_played_has_empty_statistics(version):
    found = statistics_of(version)
    assert (found.total.matches, found.total.mean_score, found.seats) == (0, None, [])


def test_statistics_cost_two_queries_and_look_at_the_last_matches(
    version, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr("league.services.bots.statistics.RECENT", 3)
    for number in range(5):
        play(version, BotFactory.create_batch(3), score=number)
    with django_assert_num_queries(2):
        found = statistics_of(version)
    assert (found.total.matches, found.total.mean_score) == (3, 3)
