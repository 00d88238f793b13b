"""Archives of seasons: written, read elsewhere, and never believed."""

import json
import random
from decimal import Decimal
from typing import get_args

import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records import document
from league.logic.season_archive import EventLine, RegistrationLine, SeasonLine, SessionLine
from league.models import (
    AuditEntry,
    Club,
    Event,
    Handicap,
    Match,
    Penalty,
    Player,
    Record,
    Registration,
    Result,
    Role,
    Season,
    Session,
    Standing,
    Venue,
)
from league.models.codes import new_code
from league.services.archives import archives, season_imports
from league.services.base.refusals import Conflict, Forbidden, Invalid, Unagreed
from league.services.corrections import corrections, merges
from league.services.events import handicaps
from league.services.results import results
from league.services.results.results import Played, Scores, Sheets
from league.services.seasons import penalties, rankings
from tests.league.factories import (
    BotFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    PlayerFactory,
    RegistrationFactory,
    SessionFactory,
    agree,
)
from tests.league.ladders import make_ladder
from tests.league.sheets import SHEETS

SLUG = "mit-list-und-tuecke"
ROUNDS = [[12, 6, 0, 3]] * 3 + [[0, 9, 1, 1]]
SECRET = bytes(range(32))
NUMBERS = (bytes(32), None, b"\x07" * 32, None)
"""As two browsers add them at an online table."""


@pytest.fixture(scope="module")
def played_table():
    table = Table(games.get(SLUG), 4, secret=SECRET, numbers=NUMBERS)
    runner.play_match(table, [builtin.get("random")] * 4, seed=bytes(32))
    return table


@pytest.fixture
def full(season, match, draft, event, session, table_of_four, bob, dora, now, played_table):  # noqa: PLR0917
    """A season with a final match of scores, one of sheets, one of bots, and an open one."""
    _finish(match, Scores(rounds=ROUNDS), bob, dora, now)
    sheet, _scores = SHEETS[SLUG]
    second, third = (SessionFactory(event=event, number=number) for number in (3, 4))
    other = MatchFactory(session=second, players=table_of_four[::-1], table_number=7)
    _finish(other, Sheets(rounds=[{"sheet": sheet}] * 4), bob, dora, now)
    bots = [BotFactory(builtin=name) for name in ("random", "greedy")] * 2
    of_bots = MatchFactory(session=session, players=bots, table_number=8, secret=SECRET)
    results.store_played(plays=[Played.of_table(of_bots, played_table)], now=now)
    Record.objects.update(status=Record.Status.VALID)
    results.finalise(match_ids=[of_bots.pk], now=now)
    MatchFactory(session=third, players=table_of_four, table_number=9)
    return season


def _finish(match, submission, bob, dora, now):
    results.enter(match=match, submission=submission, by=bob, expected_version=0, now=now)
    results.confirm(match=match, by=dora, expected_version=1, now=now)


@pytest.fixture
def elsewhere(db, mallory):
    club = Club.objects.create(slug="anker", name="Anker")
    MembershipFactory(club=club, player=mallory.player, role=Role.ORGANISER)
    return club


@pytest.fixture
def written(full, alice, now):
    return [line.encode() for line in archives.export(season=full, by=alice, now=now)]


def read(club, lines, by, now, players="known", name=None):  # noqa: PLR0917
    return season_imports.import_season(
        club=club, lines=lines, players=players, name=name, by=by, now=now
    )


def table(season):
    rows = rankings.table(season)
    return [(row.rank, row.player.name, row.points, row.score, row.wins) for row in rows]


def test_a_record_keeps_the_numbers_of_browsers_elsewhere(written, elsewhere, mallory, now):
    copy = read(elsewhere, written, mallory, now).season
    kept = Record.objects.get(result__match__season=copy)
    record = document.decode(bytes(kept.blob))
    assert record["numbers"] == [number and number.hex() for number in NUMBERS]
    assert document.validate(record).ok


@pytest.mark.parametrize("players", ["known", "guests"])
def test_a_season_has_the_same_standings_elsewhere(full, written, elsewhere, mallory, now, players):  # noqa: PLR0917
    copy = read(elsewhere, written, mallory, now, players).season
    assert table(copy) == table(full)
    assert len(table(copy)) == 6


def by_lot(season):
    """Return the names of a season's players, in an order that only lots decide."""
    return [row.player.name for row in rankings.table(season)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", ["known", "guests"])
def test_lots_stay_as_they_were_drawn(season, alice, owner, elsewhere, mallory, now, players, seed):  # noqa: PLR0917
    """The law, over random seasons of players who are all equal, read twice in a row."""
    luck = random.Random(seed)
    Season.objects.filter(pk=season.pk).update(tie_breaks=["lot"], lot_seed=luck.getrandbits(60))
    season.refresh_from_db()
    field = PlayerFactory.create_batch(4 * luck.randint(1, 3))
    luck.shuffle(field)
    held = SessionFactory(event=EventFactory(season=season))
    for number in range(0, len(field), 4):
        match = MatchFactory(session=held, players=field[number : number + 4])
        _finish(match, Scores(rounds=[[0] * 4] * 4), alice, owner, now)
    first = copy_of(season, elsewhere, alice, mallory, now, players)
    again = copy_of(first, elsewhere, mallory, mallory, now, luck.choice(["known", "guests"]))
    assert by_lot(season) == by_lot(first) == by_lot(again)
    assert len({row.rank for row in rankings.table(again)}) == len(field)


def copy_of(season, club, by, reader, now, players):  # noqa: PLR0917
    lines = [line.encode() for line in archives.export(season=season, by=by, now=now)]
    return read(club, lines, reader, now, players, name=f"copy of {season.code}").season


def test_a_season_is_the_same_elsewhere_in_all_that_is_carried(  # noqa: PLR0917
    full, event, elsewhere, alice, mallory, now
):
    guest = RegistrationFactory(event=event).player
    act = {"reason": "as agreed", "by": alice, "now": now}
    penalties.penalise(season=full, event=event, player=guest, points=Decimal(2), **act)
    handicaps.set_handicaps(event=event, handicaps=[handicaps.Wanted(guest, Decimal(3))], **act)
    written = [line.encode() for line in archives.export(season=full, by=alice, now=now)]
    for model in (Season, Venue, Event, Session, Registration, Match, Penalty, Handicap):
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(code=new_code())
    copy = read(elsewhere, written, mallory, now).season
    again = list(archives.export(season=copy, by=mallory, now=now))
    assert carried(again) == carried(written)


def test_corrections_forfeits_and_penalties_come_along(  # noqa: PLR0917
    full, match, bob, alice, elsewhere, mallory, now
):
    other = [[0, 1, 2, 30]] * 4
    corrections.correct(
        match=match,
        submission=Scores(rounds=other),
        reason="seats mixed up",
        by=alice,
        expected_version=2,
        now=now,
    )
    given_up = Match.objects.get(table_number=9)
    corrections.forfeit(
        match=given_up, seats=[1], reason="left", by=alice, expected_version=0, now=now
    )
    penalties.penalise(
        season=full, player=bob.player, points=Decimal(5), reason="late", by=alice, now=now
    )
    lines = [line.encode() for line in archives.export(season=full, by=alice, now=now)]
    agree(elsewhere, bob.player)
    assert table(read(elsewhere, lines, mallory, now).season) == table(full)


def test_handicaps_come_along_and_those_that_have_ended(  # noqa: PLR0917
    full, match, bob, alice, elsewhere, mallory, now
):
    event = match.session.event
    RegistrationFactory(event=event, player=bob.player)
    for points in (3, 5):
        wanted = [handicaps.Wanted(bob.player, Decimal(points))]
        handicaps.set_handicaps(
            event=event, handicaps=wanted, reason="as agreed", by=alice, now=now
        )
    lines = [line.encode() for line in archives.export(season=full, by=alice, now=now)]
    agree(elsewhere, bob.player)
    copy = read(elsewhere, lines, mallory, now).season
    assert table(copy) == table(full)
    there = Handicap.objects.filter(event__season=copy).order_by("pk")
    assert list(there.values_list("points", "status")) == [(3, "ended"), (5, "in_force")]


def test_a_handicap_of_who_has_not_agreed_is_refused(  # noqa: PLR0917
    full, match, bob, alice, elsewhere, mallory, now
):
    event = match.session.event
    RegistrationFactory(event=event, player=bob.player)
    wanted = [handicaps.Wanted(bob.player, Decimal(3))]
    handicaps.set_handicaps(event=event, handicaps=wanted, reason="as agreed", by=alice, now=now)
    lines = [line.encode() for line in archives.export(season=full, by=alice, now=now)]
    with pytest.raises(Unagreed):
        read(elsewhere, lines, mallory, now)


def carried(lines):
    """Return the lines of an archive without the log."""
    rows = [json.loads(line) for line in lines]
    return [row for row in rows if row["kind"] not in {"log", "end"}]


def test_codes_that_are_taken_are_told(written, elsewhere, mallory, match, now):
    imported = read(elsewhere, written, mallory, now)
    fresh = imported.codes["match"][match.code]
    assert Match.objects.get(code=fresh).season == imported.season


def test_known_players_are_found_by_their_codes(written, elsewhere, mallory, bob, now):
    imported = read(elsewhere, written, mallory, now)
    assert imported.guests == 0
    assert Standing.objects.filter(season=imported.season, player=bob.player).exists()


def test_the_code_of_who_turned_out_to_be_another_leads_there(  # noqa: PLR0917
    full, table_of_four, written, elsewhere, alice, mallory, now
):
    emil = table_of_four[2]
    stays = RegistrationFactory(event=EventFactory(season=full)).player
    merges.merge(gone=emil, stays=stays, by=alice, now=now)
    imported = read(elsewhere, written, mallory, now)
    assert imported.codes["player"] == {emil.code: stays.code}
    assert Standing.objects.filter(season=imported.season, player=stays).exists()
    assert not Standing.objects.filter(season=imported.season, player=emil).exists()


def test_guests_are_new_people(written, elsewhere, mallory, bob, now):
    imported = read(elsewhere, written, mallory, now, "guests")
    assert imported.guests == 4
    assert Player.objects.filter(name="Bob").count() == 2
    assert not Standing.objects.filter(season=imported.season, player=bob.player).exists()


def test_accounts_are_not_carried(written, alice, bob):
    assert alice.username.encode() not in b"".join(written)
    assert b"entered_by" not in b"".join(written)


def test_the_secret_of_an_open_match_is_not_carried(written):
    matches = [json.loads(line) for line in written if b'"kind":"match"' in line]
    assert {row["status"] for row in matches if row["secret"] is None} == {"open"}
    assert [row["status"] for row in matches].count("final") == 3


def test_the_log_comes_along_and_says_so(written, elsewhere, mallory, now):
    read(elsewhere, written, mallory, now)
    entries = AuditEntry.objects.filter(club=elsewhere, action="result.final")
    assert entries.count() == 3
    assert all(entry.data["imported"] for entry in entries)


def test_an_archive_is_for_organisers(full, bob, now):
    with pytest.raises(Forbidden):
        archives.export(season=full, by=bob, now=now)


def test_a_ladder_has_no_archive(club, alice, now):
    with pytest.raises(Conflict):
        archives.export(season=make_ladder(club), by=alice, now=now)


def test_only_organisers_read_one(written, elsewhere, bob, now):
    with pytest.raises(Forbidden):
        read(elsewhere, written, bob, now)


def test_a_name_that_is_taken_is_refused_until_another_is_given(written, club, alice, now):
    with pytest.raises(Invalid, match="already has a season of this name"):
        read(club, written, alice, now)
    assert read(club, written, alice, now, name="2026 again").season.name == "2026 again"


def changed(archive, kind, nth=0, **fields):
    """Return the archive with one line of a kind changed."""
    rows = [json.loads(line) for line in archive]
    of_kind = [row for row in rows if row["kind"] == kind]
    of_kind[nth].update(fields)
    return [json.dumps(row).encode() for row in rows]


BAD = [
    ("header", {"format": "stammtisch-season/2"}, "lines.1.format"),
    ("season", {"game": "whist"}, "lines.2.game"),
    ("season", {"points_rule": "luck"}, "lines.2.points_rule"),
    ("season", {"options": {"speed": 3}}, "lines.2.options"),
    ("season", {"cycles": "1"}, "lines.2.cycles"),
    ("season", {"extra": 1}, "lines.2.extra"),
    ("player", {"name": "a\0b"}, "name"),
    ("player", {"code": "nothere222"}, "player"),
    ("event", {"venue": "nothere222"}, "venue"),
    ("event", {"bots": ["nothere222"]}, "bots"),
    ("match", {"session": "nothere222"}, "session"),
    ("match", {"status": "open"}, "version"),
    ("match", {"status": "void"}, "version"),
    ("match", {"version": 0}, "version"),
    ("match", {"finished_at": None}, "finished_at"),
    ("match", {"result_version": 7}, "result_version"),
    ("seat", {"number": 5}, "code"),
    ("result", {"totals": [99, 0, 0, 0]}, "totals"),
    ("result", {"places": [4, 3, 2, 1]}, "places"),
    ("result", {"source": "sheets"}, "source"),
    ("result", {"source": "played"}, "source"),
    ("result", {"source": "magic"}, "source"),
    ("round", {"scores": [1, 1, 1, 1]}, "totals"),
    ("round", {"dealer": 3}, "version"),
    ("record", {"blob": "AAAA"}, "blob"),
    ("record", {"blob": "%%"}, "blob"),
    ("end", {"lines": 3}, "lines"),
]


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("kind", "fields", "path"), BAD)
def test_a_wrong_line_is_named_and_nothing_stored(  # noqa: PLR0917
    written, elsewhere, mallory, now, kind, fields, path
):
    with pytest.raises(Invalid) as refused:
        read(elsewhere, changed(written, kind, **fields), mallory, now)
    [where] = refused.value.errors
    assert where.startswith("lines.")
    assert where.endswith(path)
    assert not Season.objects.filter(club=elsewhere).exists()
    assert not AuditEntry.objects.filter(club=elsewhere).exists()


@pytest.mark.parametrize("what", ["cut", "empty", "twice", "disorder"])
def test_an_archive_that_is_not_whole_is_refused(written, elsewhere, mallory, now, what):
    lines = {
        "cut": written[:-1],
        "empty": [],
        "twice": [*written, written[-1]],
        "disorder": [written[1], written[0], *written[2:]],
    }[what]
    with pytest.raises(Invalid):
        read(elsewhere, lines, mallory, now)


def test_bots_results_with_other_deals_are_refused(written, elsewhere, mallory, now, played_table):
    other = "00" * 32
    rows = [json.loads(line) for line in written if b'"kind":"match"' in line]
    number = [row["table_number"] for row in rows].index(8)
    with pytest.raises(Invalid, match="do not come from the secret"):
        read(elsewhere, changed(written, "match", number, secret=other), mallory, now)


def test_bots_results_without_a_record_are_refused(written, elsewhere, mallory, now):
    lines = [line for line in written if b'"kind":"record"' not in line]
    end = json.loads(lines[-1]) | {"lines": len(lines) - 1}
    with pytest.raises(Invalid, match="its record is missing"):
        read(elsewhere, [*lines[:-1], json.dumps(end).encode()], mallory, now)


def test_bots_results_that_the_record_does_not_give_are_refused(written, elsewhere, mallory, now):
    of_bots = Result.objects.filter(source="played").get()
    number = list(Result.objects.order_by("match", "version")).index(of_bots)
    totals = [of_bots.totals[0] + 1, *of_bots.totals[1:]]
    with pytest.raises(Invalid, match="totals"):
        read(elsewhere, changed(written, "result", number, totals=totals), mallory, now)


def test_export_is_lazy_and_bounded_in_queries(full, alice, now, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        list(archives.export(season=full, by=alice, now=now))


def test_an_event_without_sessions_is_carried(season, alice, elsewhere, mallory, now):
    EventFactory(season=season, name="Later")
    lines = [line.encode() for line in archives.export(season=season, by=alice, now=now)]
    copy = read(elsewhere, lines, mallory, now).season
    assert copy.events.get().name == "Later"
    assert SessionFactory(event=copy.events.get()).pk


@pytest.mark.parametrize(
    ("line", "field", "choices"),
    [
        (SeasonLine, "status", Season.Status),
        (EventLine, "draw", Event.Draw),
        (EventLine, "fill", Event.Fill),
        (RegistrationLine, "status", Registration.Status),
        (SessionLine, "status", Session.Status),
    ],
)
def test_all_that_can_be_chosen_is_carried(line, field, choices):
    assert set(get_args(line.model_fields[field].annotation)) == set(choices.values)
