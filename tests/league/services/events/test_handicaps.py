"""Points from the start: in the standings and in the ranking, with a reason once it counts."""

import random
from decimal import Decimal

import pytest

from league.logic.handicaps import Rule
from league.models import AuditEntry, Event, GameRating, Handicap, Registration, Season, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale, Unagreed
from league.services.base.sayings import is_known
from league.services.corrections import merges
from league.services.events import attendance, events, handicap_rules, handicaps, rankings
from league.services.events.handicap_rules import Basis
from league.services.registration import plans
from league.services.results import results
from league.services.seasons import game_ratings, seasons, standings
from league.services.seasons import rankings as season_rankings
from tests.league.factories import (
    NOW,
    ClubFactory,
    EntrantFactory,
    EventFactory,
    MatchFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    ResultFactory,
    SeasonFactory,
    SessionFactory,
    TeamFactory,
)
from tests.league.services import acts


@pytest.fixture
def registered(event, table_of_four):
    return [RegistrationFactory(event=event, player=player) for player in table_of_four]


@pytest.fixture
def final(match, registered, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    return match


@pytest.fixture
def give(event, alice, now):
    """Set handicaps as `by`, of the event unless another one is named."""

    def give(*wanted, reason="", by=alice, at=event):
        rows = [handicaps.Wanted(player, Decimal(points)) for player, points in wanted]
        return handicaps.set_handicaps(event=at, handicaps=rows, reason=reason, by=by, now=now)

    return give


def of(season, player):
    row = Standing.objects.get(season=season, player=player)
    return row.points, row.handicap, row.matches


def test_a_handicap_adds_points_to_the_standings(registered, season, bob, alice, give):
    [row] = give((bob.player, "12.5"))
    assert of(season, bob.player) == (Decimal("12.5"), Decimal("12.5"), 0)
    assert (row.player, row.points, row.set_by) == (bob.player, Decimal("12.5"), alice)
    assert standings.recount(season) == 0


def test_who_has_not_played_yet_is_in_the_standings_with_it(registered, season, bob, give):
    give((bob.player, 12))
    assert [(row.player, row.points, row.handicap) for row in season_rankings.table(season)] == [
        (bob.player, 12, 12)
    ]


def test_it_counts_in_the_ranking_of_the_event_and_not_of_a_session(final, event, session, give):
    was = {row.player: row.points for row in rankings.ranking(event)}
    last = rankings.ranking(event)[-1].player
    give((last, 500), reason="as agreed")
    first = rankings.ranking(event)[0]
    assert (first.player, first.points, first.handicap) == (last, was[last] + 500, 500)
    own = next(row for row in rankings.ranking(event, session=session) if row.player == last)
    assert (own.points, own.handicap) == (was[last], 0)


def test_ratings_and_results_do_not_know_of_it(final, season, bob, give):
    def known():
        game_ratings.rate_waiting()
        ratings = GameRating.objects.order_by("pk").values_list("player", "mu")
        return list(final.seats.order_by("number").values_list("points", "place")), list(ratings)

    before = known()
    assert before[1]
    give((bob.player, 500), reason="as agreed")
    standings.recount(season)
    game_ratings.recount(game=season.game)
    assert known() == before


def test_another_handicap_takes_the_place_of_the_first(registered, season, event, bob, give):
    give((bob.player, 12))
    give((bob.player, 7))
    assert of(season, bob.player)[0] == 7
    assert list(event.handicaps.order_by("pk").values_list("points", "status")) == [
        (12, "ended"), (7, "in_force"),
    ]  # fmt: skip


def test_no_points_end_it(registered, season, bob, give):
    give((bob.player, 12))
    assert give((bob.player, 0)) == []
    assert of(season, bob.player) == (0, 0, 0)
    assert list(season_rankings.table(season)) == []


def test_who_is_not_named_keeps_theirs(registered, event, bob, dora, give):
    give((bob.player, 12), (dora.player, 3))
    give((dora.player, 4))
    assert {row.player: row.points for row in handicaps.in_force(event)} == {
        bob.player: 12, dora.player: 4,
    }  # fmt: skip


def test_the_same_again_changes_nothing(registered, bob, give):
    give((bob.player, 12))
    give((bob.player, "12.000"))
    assert Handicap.objects.count() == 1
    assert AuditEntry.objects.filter(action="handicap.set").count() == 1


def test_who_has_not_seen_the_last_change_is_told(  # noqa: PLR0917
    registered, event, bob, alice, now, give
):
    seen = handicaps.version_of(event)
    give((bob.player, 12))
    wanted = [handicaps.Wanted(bob.player, Decimal(3))]
    with pytest.raises(Stale):
        handicaps.set_handicaps(event=event, handicaps=wanted, seen=seen, by=alice, now=now)
    seen = handicaps.version_of(event)
    handicaps.set_handicaps(event=event, handicaps=wanted, seen=seen, by=alice, now=now)
    assert handicaps.in_force(event).get().points == 3
    seen = handicaps.version_of(event)
    give((bob.player, 0))
    with pytest.raises(Stale):
        handicaps.set_handicaps(event=event, handicaps=wanted, seen=seen, by=alice, now=now)


def test_before_a_result_counts_no_reason_is_needed(match, registered, bob, now, give):
    acts.enter(match, bob, now)
    [row] = give((bob.player, 12))
    assert row.reason == ""


def test_once_a_result_counts_a_reason_is_needed(final, event, bob, give):
    with pytest.raises(Invalid) as refusal:
        give((bob.player, 12))
    assert list(refusal.value.errors) == ["reason"]
    [row] = give((bob.player, 12), reason=" a typing error ")
    assert row.reason == "a typing error"
    [entry] = AuditEntry.objects.filter(action="handicap.set", event=event)
    assert entry.data["reason"] == "a typing error"


@pytest.mark.parametrize("points", ["-1", "10001", "0.0001", "1.0001", "NaN"])
def test_points_that_cannot_be_are_refused(registered, bob, points, give):
    with pytest.raises(Invalid) as refusal:
        give((bob.player, points))
    assert list(refusal.value.errors) == ["handicaps.0.points"]
    assert not Handicap.objects.exists()


def test_a_player_without_a_place_is_refused(registered, bob, give):
    with pytest.raises(Invalid) as refusal:
        give((bob.player, 3), (PlayerFactory(), 3))
    assert list(refusal.value.errors) == ["handicaps.1.player"]
    assert not Handicap.objects.exists()


def test_nobody_is_listed_twice(registered, bob, give):
    with pytest.raises(Invalid) as refusal:
        give((bob.player, 3), (bob.player, 4))
    assert list(refusal.value.errors) == ["handicaps.1.player"]


def test_a_substitute_has_none_since_points_go_to_another(registered, event, give):
    substitute = PlayerFactory()
    RegistrationFactory(event=event, player=substitute, replaces=registered[0])
    with pytest.raises(Invalid):
        give((substitute, 3))


def test_who_has_not_agreed_is_asked_first(event, give):
    stranger = PersonFactory()
    RegistrationFactory(event=event, player=stranger, agreed=False)
    with pytest.raises(Unagreed):
        give((stranger, 3))
    assert not Handicap.objects.exists()


def test_only_organisers_set_handicaps(registered, bob, scorer, give):
    for account in (bob, scorer):
        with pytest.raises(Forbidden):
            give((bob.player, 3), by=account)


@pytest.mark.parametrize("draw", ["knockout", "open"])
def test_a_cup_and_an_open_evening_take_none(registered, event, bob, draw, give):
    Event.objects.filter(pk=event.pk).update(draw=draw)
    with pytest.raises(Conflict):
        give((bob.player, 3))


def test_a_league_day_of_teams_takes_none(registered, event, bob, give):
    entrant = EntrantFactory(player=None, team=TeamFactory(club=event.season.club))
    event.line_ups.create(entrant=entrant, player=bob.player, position=1)
    with pytest.raises(Conflict):
        give((bob.player, 3))


def test_a_league_day_of_players_takes_them(registered, event, bob, give):
    event.line_ups.create(entrant=EntrantFactory(player=bob.player), player=bob.player, position=1)
    assert [row.points for row in give((bob.player, 3))] == [3]


def test_an_event_with_handicaps_becomes_no_cup(  # noqa: PLR0917
    registered, event, bob, alice, now, give
):
    give((bob.player, 3))
    with pytest.raises(Invalid) as refusal:
        events.describe_event(event=event, draw="knockout", by=alice, now=now)
    assert list(refusal.value.errors) == ["draw"]
    give((bob.player, 0))
    events.describe_event(event=event, draw="knockout", by=alice, now=now)


def test_a_closed_season_keeps_its_handicaps(  # noqa: PLR0917
    registered, season, bob, alice, now, give
):
    give((bob.player, 3))
    seasons.close_season(season=season, by=alice, now=now)
    with pytest.raises(Conflict):
        give((bob.player, 0))


def test_a_season_closed_meanwhile_keeps_its_handicaps(  # noqa: PLR0917
    registered, season, bob, alice, now, give, monkeypatch
):
    hold = plans.hold

    def hold_and_close(event):
        held = hold(event)
        seasons.close_season(season=season, by=alice, now=now)
        return held

    monkeypatch.setattr(plans, "hold", hold_and_close)
    with pytest.raises(Conflict):
        give((bob.player, 3))
    assert not Handicap.objects.exists()


def test_who_withdraws_before_playing_has_none_any_more(  # noqa: PLR0917
    registered, season, event, bob, now, give
):
    give((bob.player, 3))
    attendance.withdraw(registration=registered[0], by=bob, now=now)
    assert of(season, bob.player) == (0, 0, 0)
    ended = event.handicaps.get()
    assert (ended.ended_by, ended.ended_because) == (bob, "Withdrew before playing.")
    assert is_known(ended.ended_because)


def test_who_waits_and_then_plays_for_another_has_none_any_more(  # noqa: PLR0917
    registered, season, event, alice, now, give
):
    waiting = RegistrationFactory(event=event, status=Registration.Status.WAITING)
    give((waiting.player, 3))
    attendance.replace(registration=registered[0], player=waiting.player, by=alice, now=now)
    assert of(season, waiting.player) == (0, 0, 0)
    assert is_known(event.handicaps.get().ended_because)


def test_who_has_played_and_then_plays_for_another_keeps_theirs(  # noqa: PLR0917
    final, registered, season, dora, alice, now, give
):
    [own] = [row for row in registered if row.player == dora.player]
    give((dora.player, 3), reason="as agreed")
    attendance.withdraw(registration=own, by=alice, now=now)
    attendance.replace(registration=registered[0], player=dora.player, by=alice, now=now)
    assert of(season, dora.player)[1] == 3


def test_who_leaves_a_club_leaves_events_and_seasons_in_one_order(  # noqa: PLR0917
    club, bob, alice, now, give, monkeypatch
):
    evenings = EventFactory.create_batch(2, season__club=club)
    for evening in reversed(evenings):
        RegistrationFactory(event=evening, player=bob.player)
        give((bob.player, 3), at=evening)
    held = []
    hold = standings.hold
    monkeypatch.setattr(standings, "hold", lambda rows: held.append(found := hold(rows)) or found)
    attendance.take_out_of_all(player=bob.player, club=club, by=bob, now=now)
    assert list(held[0]) == [evening.season_id for evening in evenings]
    ended = AuditEntry.objects.filter(action="registration.withdraw").order_by("pk")
    assert list(ended.values_list("event", flat=True)) == [evening.pk for evening in evenings]


def test_who_leaves_after_playing_keeps_theirs(  # noqa: PLR0917
    final, registered, season, bob, now, give
):
    give((bob.player, 3), reason="as agreed")
    attendance.withdraw(registration=registered[0], by=bob, now=now)
    assert of(season, bob.player)[1] == 3


def test_a_cancelled_event_gives_nobody_points(  # noqa: PLR0917
    registered, season, event, bob, dora, alice, now, give
):
    give((bob.player, 3), (dora.player, 4))
    events.cancel_event(event=event, reason="snow", by=alice, now=now)
    assert Standing.objects.exclude(points=0, handicap=0).count() == 0
    assert set(event.handicaps.values_list("ended_because", flat=True)) == {"snow"}
    assert standings.recount(season) == 0


def test_two_with_a_handicap_in_one_event_are_not_merged(registered, event, alice, now, give):
    gone, stays = PlayerFactory.create_batch(2)
    for player in (gone, stays):
        RegistrationFactory(event=event, player=player)
    give((gone, 3), (stays, 4))
    with pytest.raises(Conflict, match="handicap"):
        merges.merge(gone=gone, stays=stays, by=alice, now=now)
    give((stays, 0))
    merges.merge(gone=gone, stays=stays, by=alice, now=now)
    assert of(event.season, stays)[1] == 3


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_set_a_recount_says_the_same(season, alice, now, seed, give):
    chance = random.Random(seed)
    season.drop_worst = chance.choice([0, 1])
    season.save(update_fields=["drop_worst"])
    players = PlayerFactory.create_batch(8)
    evenings = [
        events.create_event(season=season, name=f"Evening {number}", by=alice, now=now)
        for number in range(2)
    ]
    for evening in evenings:
        for player in players:
            RegistrationFactory(event=evening, player=player)
    for _step in range(12):
        evening = chance.choice(evenings)
        if chance.random() < 0.4:
            play(evening, chance.sample(players, 4))
        else:
            wanted = [(player, chance.choice([0, 3, 7])) for player in chance.sample(players, 3)]
            give(*wanted, reason="as agreed", at=evening)
    total = sum(row.handicap for row in Standing.objects.filter(season=season))
    assert total == sum(row.points for row in Handicap.objects.filter(status="in_force"))
    assert standings.recount(season) == 0


def play(evening, players):
    session = SessionFactory(event=evening)
    match = MatchFactory(session=session, players=players)
    ResultFactory(match=match, source="played", totals=[12, 6, 0, 3], places=[1, 2, 4, 3])
    results.finalise(match_ids=[match.pk], now=NOW)


def test_a_rule_proposes_a_share_of_what_players_are_behind(  # noqa: PLR0917
    final, season, registered, table_of_four, alice, now
):
    coming = EventFactory(season=season)
    for player in [*table_of_four, PlayerFactory()]:
        RegistrationFactory(event=coming, player=player)
    found = handicap_rules.propose(
        event=coming, basis=Basis.AVERAGE, rule=Rule(50, Decimal(20)), by=alice
    )
    points = dict(final.seats.values_list("player", "points"))
    best = max(points.values())
    assert {pk: found[pk] for pk in points} == {
        pk: min(Decimal(20), (best - own) // 2) for pk, own in points.items()
    }
    assert min(found.values()) == 0
    assert max(found.values()) > 0
    assert not Handicap.objects.exists()


def test_what_is_played_in_the_event_itself_proposes_nothing(final, event, alice, now):
    found = handicap_rules.propose(
        event=event, basis=Basis.AVERAGE, rule=Rule(100, Decimal(99)), by=alice
    )
    assert found == {}


@pytest.mark.parametrize("what", ["points_rule", "game", "club"])
def test_only_seasons_that_count_alike_are_looked_at(final, season, table_of_four, what):
    others = {"points_rule": "placing", "game": "skat", "club": ClubFactory()}
    coming = EventFactory(season=SeasonFactory(**{"club": season.club, what: others[what]}))
    pks = [player.pk for player in table_of_four]
    assert set(handicap_rules.levels(coming, pks, Basis.AVERAGE).values()) == {None}


def test_matches_of_a_ladder_are_not_looked_at(final, season, table_of_four):
    Season.objects.filter(pk=season.pk).update(kind="ladder", table_size=4)
    coming = EventFactory(season=SeasonFactory(club=season.club))
    pks = [player.pk for player in table_of_four]
    assert set(handicap_rules.levels(coming, pks, Basis.AVERAGE).values()) == {None}


def test_ratings_in_this_game_tell_who_is_better(final, season, table_of_four):
    game_ratings.rate_waiting()
    pks = [player.pk for player in table_of_four]
    found = handicap_rules.levels(EventFactory(season__game=season.game), pks, Basis.RATING)
    assert max(found, key=found.get) == final.seats.get(place=1).player_id
    elsewhere = EventFactory(season__game="skat")
    assert set(handicap_rules.levels(elsewhere, pks, Basis.RATING).values()) == {None}


def test_only_organisers_see_what_a_rule_proposes(event, bob):
    with pytest.raises(Forbidden):
        handicap_rules.propose(event=event, basis=Basis.RATING, rule=Rule(50, Decimal(20)), by=bob)


def test_setting_costs_the_same_for_many(event, django_assert_max_num_queries, give):
    players = PlayerFactory.create_batch(30)
    for player in players:
        RegistrationFactory(event=event, player=player)
    wanted = [(player, 5) for player in players]
    with django_assert_max_num_queries(20):
        give(*wanted)
    assert Registration.objects.filter(event=event).count() == Handicap.objects.count()
