"""Pages of records: all that are open to everybody, each once, a bounded number at a time."""

import json
from base64 import b64decode

import pytest

from engine.records.document import validate_many
from league.logic.ratings import NEW
from league.models import Duplicate, GameRatingChange, Match, Record, Season
from league.services.accounts import people
from league.services.base.refusals import Invalid
from league.services.ladders import ladders
from league.services.play import bot_matches
from league.services.results import record_pages, results
from league.services.seasons import game_ratings
from tests.league.factories import NOW, MatchFactory, SeasonFactory, SessionFactory

GAME = "mit-list-und-tuecke"


def finish(match, *, status=Record.Status.VALID):
    """Let bots play a match, which becomes final."""
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    Record.objects.filter(result__match=match).update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    Record.objects.filter(result__match=match).update(status=status)
    match.refresh_from_db()
    return match


def seated(session, number):
    players = [people.builtin_bot(name="random")] * 4
    return MatchFactory(session=session, table_number=number, players=players)


@pytest.fixture
def season(db):
    return SeasonFactory(game=GAME, status=Season.Status.RUNNING)


@pytest.fixture
def matches(season):
    """Three matches of bots in one season, all final."""
    session = SessionFactory(event__season=season)
    return [finish(seated(session, number)) for number in (1, 2, 3)]


def lines(**asked):
    return [json.loads(line) for line in record_pages.page(game=GAME, **asked).lines]


def codes(**asked):
    return [line["match"] for line in lines(**asked)]


def read_all(season=""):
    """Return the codes of all matches, read page by page."""
    found, after = [], ""
    for _page in range(20):
        page = record_pages.page(game=GAME, season=season, after=after)
        found += [json.loads(line)["match"] for line in page.lines]
        if not page.after:
            return found
        after = page.after
    raise AssertionError("there is no end")


def test_a_record_comes_with_its_match_and_players(matches):
    line = lines()[0]
    assert (line["match"], line["season"]) == (matches[0].code, matches[0].season.code)
    assert line["players"] == [
        seat.player.code for seat in matches[0].seats.select_related("player").order_by("number")
    ]
    assert line["finished_at"] == matches[0].finished_at.isoformat()


def test_a_record_is_what_was_played(matches):
    blobs = [b64decode(line["record"]) for line in lines()]
    assert all(verdict.ok and verdict.complete for verdict in validate_many(blobs))
    stored = Record.objects.order_by("result__match").values_list("blob", flat=True)
    assert blobs == [bytes(blob) for blob in stored]


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_pages_have_each_record_once(matches, monkeypatch, most):
    monkeypatch.setattr(record_pages, "MOST", most)
    assert read_all() == [match.code for match in matches]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_pages_go_on_over_seasons(matches, monkeypatch, most):
    others = SeasonFactory.create_batch(3, game=GAME, status=Season.Status.RUNNING)
    later = finish(seated(SessionFactory(event__season=others[1]), 1))
    monkeypatch.setattr(record_pages, "MOST", most)
    monkeypatch.setattr(record_pages, "MOST_SEASONS", 1)
    assert read_all() == [*(match.code for match in matches), later.code]
    assert read_all(season=others[1].code) == [later.code]


def test_only_records_behind_the_last_line_come(matches):
    after = f"{matches[1].season.code}.{matches[1].code}"
    assert codes(after=after) == [matches[2].code]


@pytest.mark.parametrize("after", ["x", "x.y", ".", ".y"])
def test_what_is_no_line_is_refused(matches, after):
    with pytest.raises(Invalid):
        record_pages.page(game=GAME, after=after)


def test_a_match_of_another_season_is_refused(matches):
    other = SeasonFactory(game=GAME, status=Season.Status.RUNNING)
    with pytest.raises(Invalid):
        record_pages.page(game=GAME, after=f"{other.code}.{matches[0].code}")


def test_other_games_have_none(matches):
    assert record_pages.page(game="skat") == record_pages.Page([], "")


def test_drafts_of_seasons_are_closed(matches):
    Season.objects.update(status=Season.Status.DRAFT)
    assert codes() == []


@pytest.mark.parametrize("status", [Match.Status.ENTERED, Match.Status.VOID, Match.Status.DISPUTED])
def test_what_is_not_final_is_closed(matches, status):
    Match.objects.filter(pk=matches[0].pk).update(status=status)
    assert codes() == [match.code for match in matches[1:]]


def test_deals_that_are_still_played_are_closed(rated):
    whole = codes_of(rated)
    assert len(whole) == 4
    Duplicate.objects.update(status=Duplicate.Status.OPEN)
    assert codes_of(rated) == []


def codes_of(duplicate):
    Record.objects.update(status=Record.Status.VALID)
    page = record_pages.page(game=duplicate.season.game)
    return [json.loads(line)["match"] for line in page.lines]


def test_records_that_are_refused_have_no_line(matches):
    Record.objects.filter(result__match=matches[0]).update(status=Record.Status.INVALID)
    assert codes() == [match.code for match in matches[1:]]


def test_records_of_former_results_have_no_line(matches):
    Match.objects.filter(pk=matches[0].pk).update(result_version=2)
    assert codes() == [match.code for match in matches[1:]]


def test_a_page_costs_as_many_queries_however_long(matches, django_assert_num_queries):
    with django_assert_num_queries(5):
        codes()
    session = matches[0].session
    finish(seated(session, 9))
    with django_assert_num_queries(5):
        assert len(codes()) == 4


def test_a_line_says_how_good_players_were_before_the_match(season):
    session = SessionFactory(event__season=season, published_at=NOW)
    table = [people.builtin_bot(name=name) for name in ("random", "greedy", "medium", "hard")]
    for number in (1, 2):
        finish(MatchFactory(session=session, table_number=number, players=table))
    game_ratings.rate_waiting()
    first, second = lines()
    assert (first["mu"], first["sigma"]) == ([NEW.mu] * 4, [NEW.sigma] * 4)
    change = GameRatingChange.objects.filter(match__code=first["match"]).get
    after = [change(rating__player__code=code) for code in second["players"]]
    assert second["mu"] == [row.mu for row in after]
    assert (second["duplicate"], second["serial"]) == (None, None)


def test_only_matches_of_players_rated_so_high_come(matches):
    assert codes(ordinal=0) == [match.code for match in matches]
    assert codes(ordinal=1) == []


def test_pages_without_a_line_lead_on(matches, monkeypatch):
    monkeypatch.setattr(record_pages, "MOST", 1)
    page = record_pages.page(game=GAME, ordinal=1)
    assert (page.lines, page.after) == ([], f"{matches[0].season.code}.{matches[0].code}")


def test_matches_of_a_ladder_name_their_duplicate_and_its_serial(rated):
    Record.objects.update(status=Record.Status.VALID)
    found = [json.loads(line) for line in record_pages.page(game=rated.season.game).lines]
    serial = ladders.serial_of(rated)
    assert serial is not None
    assert {(line["duplicate"], line["serial"]) for line in found} == {(rated.code, serial)}
