"""What the report of a season tells: counted from what is final, as standings and rankings are."""

import pytest

from league.models import Event, Match, Result, Season, Seat
from league.services.events import rankings, season_reports
from league.services.events.season_reports import Kind, report_of
from league.services.seasons import rankings as standings
from league.services.seasons import standings as sums
from tests.league import cups
from tests.league.factories import NOW, BotFactory, MatchFactory, PlayerFactory, SeasonFactory
from tests.league.played import evening, people, play


@pytest.fixture
def four():
    return people("Ada", "Ben", "Cleo", "Dan")


@pytest.fixture
def played(season, four):
    """Two evenings of two sessions each."""
    for week, tables in enumerate(
        [[(30, 20, 10, 0), (5, 60, 6, 1)], [(40, 9, 8, 7), (3, 2, 41, 1)]]
    ):
        for session, scores in zip(evening(season, week=week, sessions=2), tables, strict=True):
            play(session, dict(zip(four, scores, strict=True)))


def record(season, kind):
    """Return the value of a record, and who holds it with the session."""
    found = next((one for one in report_of(season).records if one.kind is kind), None)
    return found and (
        int(found.value),
        [
            ("+".join(player.name for player in one.players), one.session and str(one.session))
            for one in found.held
        ],
    )


@pytest.mark.usefixtures("played")
def test_standings_are_those_of_the_season(season):
    assert report_of(season).table[:] == standings.table(season)[:]
    assert report_of(season).matches == 4


@pytest.mark.usefixtures("played")
def test_course_ends_with_the_points_of_the_standings(season):
    report = report_of(season)
    ends = {one.player.name: one.points[-1] for one in report.course}
    assert ends == {row.player.name: row.points for row in report.table[:]}


@pytest.mark.usefixtures("played")
def test_evenings_are_ranked_as_their_own_pages_have_it(season):
    report = report_of(season)
    assert [one.event.name for one in report.evenings] == ["Evening 1", "Evening 2"]
    for one in report.evenings:
        assert one.rows == rankings.ranking(one.event)
        assert one.winners == [one.rows[0].player]
    assert [one.winners[0].name for one in report.evenings] == ["Ben", "Cleo"]


@pytest.mark.usefixtures("played")
def test_best_evenings_have_the_most_points_first(season):
    found = [
        (row.player.name, int(row.points), one.event.name)
        for row, one in report_of(season).best_evenings
    ]
    assert found[:3] == [
        ("Ben", 80, "Evening 1"),
        ("Cleo", 49, "Evening 2"),
        ("Ada", 43, "Evening 2"),
    ]
    assert len(found) == season_reports.BEST


@pytest.mark.usefixtures("played")
def test_records_say_how_much_who_and_when(season):
    assert record(season, Kind.HIGHEST) == (60, [("Ben", "Evening 1, 2")])
    assert record(season, Kind.LOWEST) == (0, [("Dan", "Evening 1, 1")])
    assert record(season, Kind.CLEAREST) == (54, [("Ben", "Evening 1, 2")])
    assert record(season, Kind.NARROWEST) == (10, [("Ada", "Evening 1, 1")])
    assert record(season, Kind.SESSION) == (60, [("Ben", "Evening 1, 2")])
    assert record(season, Kind.WINS) == (2, [("Ada", None)])
    assert record(season, Kind.STREAK) is None


@pytest.mark.usefixtures("played")
def test_wins_and_matches_are_those_of_the_standings(season, four):
    play(
        evening(season, week=5)[0],
        dict(zip(four[:3], (1, 2, 3), strict=True)) | {PlayerFactory(): 0},
    )
    rows = standings.table(season)[:]
    assert record(season, Kind.WINS)[0] == max(row.wins for row in rows)
    assert record(season, Kind.MATCHES) == (
        max(row.matches for row in rows),
        [("Ada", None), ("Ben", None), ("Cleo", None)],
    )


@pytest.mark.usefixtures("played")
def test_who_came_most_often_is_told_of_all_sessions(season):
    [faithful] = [one for one in report_of(season).records if one.kind is Kind.FAITHFUL]
    assert (faithful.value, faithful.of, len(faithful.held)) == (4, 4, 4)


def test_what_many_share_is_no_record(season):
    many = [PlayerFactory() for _ in range(8)]
    [session] = evening(season)
    for table in (many[:4], many[4:]):
        play(session, dict(zip(table, (4, 3, 2, 1), strict=True)))
    kinds = {one.kind for one in report_of(season).records}
    assert Kind.MATCHES not in kinds
    assert Kind.HIGHEST in kinds


def test_bots_hold_no_records_among_people(season, four):
    bot = BotFactory()
    [session] = evening(season)
    play(session, {bot: 90, four[0]: 20, four[1]: 10, four[2]: 5})
    assert record(season, Kind.HIGHEST) == (20, [("Ada", "Evening 1, 1")])
    assert record(season, Kind.WINS) is None
    assert [row.player.name for row, _ in report_of(season).best_evenings] == ["Ada", "Ben", "Cleo"]


def test_bots_hold_records_among_themselves(season):
    bots = BotFactory.create_batch(4)
    play(evening(season)[0], dict(zip(bots, (9, 3, 2, 1), strict=True)))
    assert record(season, Kind.HIGHEST)[0] == 9
    assert record(season, Kind.WINS)[0] == 1


def test_given_up_matches_tell_no_scores(season, four):
    first, second = evening(season, sessions=2)
    play(first, dict(zip(four, (4, 3, 2, 1), strict=True)))
    play(second, dict(zip(four, (90, 3, 2, -90), strict=True)), forfeits=[3])
    assert record(season, Kind.HIGHEST) == (4, [("Ada", "Evening 1, 1")])
    assert record(season, Kind.STREAK) == (2, [("Ada", None)])


def test_an_earlier_version_that_gave_up_does_not_matter(season, four):
    match = play(evening(season)[0], dict(zip(four, (4, 3, 2, 1), strict=True)))
    Result.objects.create(
        match=match,
        version=9,
        source="forfeit",
        totals=[0] * 4,
        places=[1] * 4,
        forfeits=[1],
        entered_at=NOW,
    )
    assert record(season, Kind.HIGHEST)[0] == 4


def test_a_substitute_holds_what_was_done_at_the_table(season, four):
    stand_in = PlayerFactory(name="Emil")
    match = play(evening(season)[0], {stand_in: 70, four[1]: 5, four[2]: 4, four[3]: 3})
    match.seats.filter(number=0).update(counts_for=four[0])
    sums.recount(season)
    assert record(season, Kind.HIGHEST)[1] == [("Emil", "Evening 1, 1")]
    assert record(season, Kind.WINS)[1] == [("Ada", None)]
    assert [one.name for one in report_of(season).evenings[0].winners] == ["Ada"]


@pytest.mark.parametrize("status", [Match.Status.OPEN, Match.Status.ENTERED, Match.Status.DISPUTED])
def test_an_evening_has_no_winner_before_all_is_decided(season, four, status):
    [session] = evening(season)
    play(session, dict(zip(four, (4, 3, 2, 1), strict=True)))
    MatchFactory(session=session, players=four, status=status)
    report = report_of(season)
    assert [one.winners for one in report.evenings] == [[]]
    assert report.best_evenings == []


def test_a_void_match_keeps_nobody_from_winning(season, four):
    [session] = evening(season)
    play(session, dict(zip(four, (4, 3, 2, 1), strict=True)))
    MatchFactory(session=session, players=four, status=Match.Status.VOID)
    assert [one.winners for one in report_of(season).evenings] == [[four[0]]]


def test_cancelled_events_are_left_out_and_planned_ones_listed(season):
    evening(season, "Off", week=1)
    Event.objects.update(cancelled_at=NOW)
    evening(season, "Planned", week=2)
    assert [one.event.name for one in report_of(season).evenings] == ["Planned"]


def test_online_tables_are_no_best_evening(season, four):
    [session] = evening(season, draw="online")
    play(session, dict(zip(four, (4, 3, 2, 1), strict=True)))
    report = report_of(season)
    assert report.evenings[0].winners == [four[0]]
    assert report.best_evenings == []


def test_many_equal_evenings_are_not_told_of_some(season):
    for week in range(12):
        play(
            evening(season, week=week)[0],
            dict(zip(PlayerFactory.create_batch(4), (9, 0, 0, 0), strict=True)),
        )
    assert report_of(season).best_evenings == []


def test_a_cup_is_won_by_its_bracket(club, alice):
    cup, players = cups.make_cup(club, 4, table_size=2)
    for _round in range(2):
        cups.win(cups.next_round(cup, alice), players)
    out_at_once = Seat.objects.filter(match__session__event=cup, place=2).earliest("match")
    Seat.objects.filter(pk=out_at_once.pk).update(points=500)
    assert rankings.ranking(cup)[0].player == out_at_once.player
    assert report_of(cup.season).evenings[0].winners == players[:1]


def test_a_cup_that_goes_on_has_no_winner(club, alice):
    cup, players = cups.make_cup(club, 4, table_size=2)
    cups.win(cups.next_round(cup, alice), players)
    cups.next_round(cup, alice)
    assert report_of(cup.season).evenings[0].winners == []


def test_a_cup_whose_final_is_not_drawn_has_no_winner(club, alice):
    cup, players = cups.make_cup(club, 4, table_size=2)
    cups.win(cups.next_round(cup, alice), players)
    [evening_of_cup] = report_of(cup.season).evenings
    assert evening_of_cup.winners == []
    assert not evening_of_cup.is_decided


@pytest.mark.usefixtures("played")
def test_an_event_with_sessions_to_come_has_no_winner_while_the_season_runs(season):
    season.events.update(planned_sessions=3)
    report = report_of(season)
    assert [one.winners for one in report.evenings] == [[], []]
    assert report.best_evenings == []
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CLOSED)
    assert all(one.winners for one in report_of(Season.objects.get(pk=season.pk)).evenings)


def test_the_brackets_of_some_cups_are_followed(
    club, alice, monkeypatch, django_assert_num_queries
):
    cup, players = cups.make_cup(club, 4, table_size=2)
    for _round in range(2):
        cups.win(cups.next_round(cup, alice), players)
    without = QUERIES - 1  # for no record is of one session
    with django_assert_num_queries(without + 8):
        report_of(cup.season)
    monkeypatch.setattr(season_reports, "MOST_CUPS", 0)
    with django_assert_num_queries(without):
        report_of(cup.season)


@pytest.mark.usefixtures("played")
def test_dates_are_those_of_evenings_with_a_result(season):
    evening(season, "Christmas", week=8)
    report = report_of(season)
    first, second, _planned = report.evenings
    assert (report.begun_at, report.ended_at) == (first.at, second.at)


def test_an_evening_without_a_start_began_with_its_first_session(season, four):
    [session] = evening(season)
    Event.objects.update(starts_at=None)
    play(session, dict(zip(four, (4, 3, 2, 1), strict=True)))
    assert report_of(season).evenings[0].at == session.published_at


@pytest.mark.usefixtures("played")
def test_other_seasons_do_not_count(season, four, club):
    other = SeasonFactory(club=club, name="2027")
    play(evening(other)[0], dict(zip(four, (400, 300, -200, 100), strict=True)))
    assert record(season, Kind.HIGHEST)[0] == 60
    assert len(report_of(season).evenings) == 2


@pytest.mark.usefixtures("played")
def test_records_are_of_the_latest_matches_if_there_are_too_many(season, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_SEATS", 8)
    report = report_of(season)
    assert report.are_of_latest
    assert record(season, Kind.HIGHEST) == (41, [("Cleo", "Evening 2, 2")])
    monkeypatch.setattr(season_reports, "MOST_SEATS", 16)
    assert not report_of(season).are_of_latest


@pytest.mark.usefixtures("played")
def test_only_the_latest_evenings_are_listed(season, monkeypatch):
    monkeypatch.setattr(season_reports, "MOST_EVENINGS", 1)
    report = report_of(season)
    assert [one.event.name for one in report.evenings] == ["Evening 2"]
    assert report.all_evenings == 2


@pytest.mark.usefixtures("played")
def test_report_costs_the_same_whatever_was_played(season, django_assert_num_queries):
    fresh = Season.objects.get(pk=season.pk)
    with django_assert_num_queries(QUERIES):
        report_of(fresh).table[:]
    for week in range(2, 8):
        for session in evening(season, week=week, sessions=2):
            for _table in range(3):
                play(session, dict(zip(PlayerFactory.create_batch(4), (40, 3, 2, 1), strict=True)))
    with django_assert_num_queries(QUERIES):
        report_of(fresh).table[:]


@pytest.mark.usefixtures("played")
def test_a_closed_season_is_final(season):
    assert not report_of(season).is_final
    season.status = Season.Status.CLOSED
    assert report_of(season).is_final


@pytest.mark.usefixtures("played")
def test_all_events_are_ranked_at_once_as_one_by_one(season, django_assert_num_queries):
    events = list(season.events.all())
    with django_assert_num_queries(3):
        found = rankings.of_events(events)
    assert found == {event.pk: rankings.ranking(event) for event in events}


QUERIES = 14
"""What a report costs without cups."""
