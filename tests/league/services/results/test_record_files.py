"""Files of records: all that are open, each once, written anew where something has changed."""

import gzip
import hashlib
import io
import json
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pyarrow import parquet as pq

from bots.__main__ import main as command_line
from engine.records.reading import read_records
from league.models import Duplicate, Match, Record, RecordFile, RecordPart, Season, UnwrittenBlock
from league.models import record_files as blocks
from league.services.base import unwritten
from league.services.ladders import duplicates
from league.services.results import record_files, record_pages, records
from league.services.seasons import standings
from tests.league import ladders
from tests.league.factories import NOW, PlayerFactory, SeasonFactory, SessionFactory
from tests.league.services import acts

from .test_record_pages import GAME, finish, seated

MARCH, APRIL = (datetime(2026, month, 7, tzinfo=UTC) for month in (3, 4))


@pytest.fixture
def matches(db):
    """Three matches of bots, all drawn in March and final."""
    season = SeasonFactory(game=GAME, status=Season.Status.RUNNING)
    session = SessionFactory(event__season=season)
    found = [finish(seated(session, number)) for number in (1, 2, 3)]
    Match.objects.update(created_at=MARCH)
    return found


@pytest.fixture
def written(matches):
    """The file of March, in which all three are."""
    record_files.write(now=NOW)
    return RecordFile.objects.get()


@pytest.fixture
def in_parts(matches, monkeypatch):
    """The file of March, in which each match is a part."""
    for module in (record_files, unwritten):
        monkeypatch.setattr(module, "BLOCK", 1)
    UnwrittenBlock.objects.all().delete()
    unwritten.note(match.pk for match in matches)
    record_files.write(now=NOW)
    assert RecordPart.objects.count() == 3
    return RecordFile.objects.get()


def bytes_of(file):
    return b"".join(record_files.content_of(file))


def codes(file):
    lines = gzip.decompress(bytes_of(file)).decode().splitlines()
    return [json.loads(line)["match"] for line in lines]


def codes_of_all():
    return [codes(file) for file in RecordFile.objects.order_by("month")]


def test_a_file_has_the_lines_that_pages_have(written):
    lines = gzip.decompress(bytes_of(written)).decode().splitlines(keepends=True)
    assert lines == record_pages.page(game=GAME).lines


def test_a_file_says_what_it_is(written, matches):
    content = bytes_of(written)
    assert (written.game, written.month, written.matches) == (GAME, date(2026, 3, 1), 3)
    assert written.digest == hashlib.sha256(content).hexdigest()
    assert written.size_bytes == len(content)


def test_a_file_of_several_blocks_is_one_file(in_parts, matches, tmp_path):
    path = tmp_path / "records.jsonl.gz"
    path.write_bytes(bytes_of(in_parts))
    assert read_records(path).codes == [match.code for match in matches]


def test_matches_are_in_the_month_in_which_they_were_drawn(matches):
    Match.objects.filter(pk=matches[1].pk).update(created_at=APRIL)
    record_files.write(now=NOW)
    assert codes_of_all() == [[matches[0].code, matches[2].code], [matches[1].code]]


def test_nothing_new_writes_nothing(written):
    assert record_files.write(now=NOW) == 0
    assert not UnwrittenBlock.objects.exists()


def test_a_new_match_is_added(written, matches):
    new = finish(seated(matches[0].session, 4))
    Match.objects.filter(pk=new.pk).update(created_at=MARCH)
    record_files.write(now=NOW)
    assert codes_of_all() == [[*(match.code for match in matches), new.code]]


def test_a_match_that_is_void_is_taken_out_and_comes_back(final, alice, now):
    acts.void(final, alice, now)
    record_files.write(now=NOW)
    assert codes_of_all() == []
    acts.reopen(final, alice, now)
    record_files.write(now=NOW)
    assert codes_of_all() == [[final.code]]


def test_a_match_that_gets_another_owner_is_written_anew(written, matches):
    with standings.handing_over(matches=[matches[0].pk], penalties=[]):
        seat = matches[0].seats.first()
        matches[0].seats.filter(pk=seat.pk).update(player=PlayerFactory(code="somebody"))
    record_files.write(now=NOW)
    first = json.loads(gzip.decompress(bytes_of(written)).splitlines()[0])
    assert "somebody" in first["players"]


def test_a_file_without_matches_goes(written):
    Match.objects.update(status=Match.Status.VOID)
    unwritten.note(Match.objects.values_list("pk", flat=True))
    record_files.write(now=NOW)
    assert not RecordFile.objects.exists()


def test_deals_that_are_played_are_in_no_file(duplicate):
    first, *_others = duplicate.matches.order_by("pk")
    ladders.store([first], ladders.by_key)
    Match.objects.filter(pk=first.pk).update(status=Match.Status.FINAL)
    unwritten.note([first.pk])
    record_files.write(now=NOW)
    assert not RecordFile.objects.exists()


def test_a_rated_duplicate_is_written_with_all_its_matches(rated):
    assert record_files.write(now=NOW) == 1
    assert len(codes(RecordFile.objects.get())) == 4


def test_a_void_duplicate_opens_the_deals_of_its_final_matches(half_played):
    record_files.write(now=NOW)
    assert codes_of_all() == []
    duplicates.void(duplicate_ids=[half_played.pk], now=NOW)
    record_files.write(now=NOW)
    assert [len(found) for found in codes_of_all()] == [1]
    assert Duplicate.objects.get(pk=half_played.pk).status == Duplicate.Status.VOID


def test_records_that_are_no_longer_kept_leave_the_files(rated, settings):
    record_files.write(now=NOW)
    settings.LADDER_RECORD_DAYS = 1
    assert records.forget_old(now=datetime(2100, 1, 1, tzinfo=UTC)) == 4
    record_files.write(now=NOW)
    assert not RecordFile.objects.exists()


def test_a_result_of_people_without_a_record_is_not_noted(match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    assert not UnwrittenBlock.objects.exists()


def test_files_are_written_at_night_only(matches, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    at = datetime(2026, 3, 7, tzinfo=UTC)
    hours = [hour for hour in range(24) if _writes(at.replace(hour=hour))]
    assert hours == [1, 2, 3, 4]


def _writes(at):
    unwritten.note([0])
    written = record_files.write_at_night(now=at)
    UnwrittenBlock.objects.all().delete()
    return written > 0


def test_only_so_many_blocks_are_written_at_a_time(db):
    unwritten.note(range(0, 5 * blocks.BLOCK, blocks.BLOCK))
    assert [record_files.write(now=NOW, most=2) for _time in range(4)] == [2, 2, 1, 0]


def test_a_block_noted_twice_is_written_once(matches):
    assert UnwrittenBlock.objects.count() > 1
    assert record_files.write(now=NOW) == 1


def test_a_file_that_changes_is_not_offered(written):
    assert list(record_files.readable(GAME)) == [written]
    RecordFile.objects.update(digest="")
    assert list(record_files.readable(GAME)) == []


def test_who_was_killed_before_the_digest_leaves_it_to_the_next(written):
    digest = written.digest
    RecordFile.objects.update(digest="", size_bytes=0, matches=0)
    record_files.write(now=NOW)
    written.refresh_from_db()
    assert (written.digest, written.matches) == (digest, 3)


def test_a_part_written_anew_breaks_off_what_is_sent(written, monkeypatch):
    sent = record_files.content_of(written)
    unwritten.note(Match.objects.values_list("pk", flat=True))
    monkeypatch.setattr(RecordPart.objects, "filter", lambda pk: RecordPart.objects.none())
    with pytest.raises(LookupError, match="written anew"):
        next(sent)


def test_a_block_costs_the_same_however_many_matches_it_has(matches):
    def queries():
        unwritten.note([matches[0].pk])
        with CaptureQueriesContext(connection) as found:
            record_files.write(now=NOW)
        return len(found)

    queries()
    one = queries()
    new = [finish(seated(matches[0].session, number)) for number in (4, 5)]
    Match.objects.filter(pk__in=[match.pk for match in new]).update(created_at=MARCH)
    UnwrittenBlock.objects.all().delete()
    assert queries() == one
    assert Record.objects.count() == 5


def rounds_of(file):
    """The rounds of a file as Parquet, each as a dictionary."""
    content = b"".join(record_files.parquet_of(file))
    return pq.read_table(io.BytesIO(content)).to_pylist()


def test_a_file_is_there_as_parquet_too(written, tmp_path):
    assert written.has_parquet
    path = tmp_path / "records.jsonl.gz"
    path.write_bytes(bytes_of(written))
    command_line(["parquet", str(path)])
    assert rounds_of(written) == pq.read_table(tmp_path / "records.parquet").to_pylist() != []


def test_parquet_of_several_parts_is_one_table(in_parts, tmp_path):
    path = tmp_path / "records.jsonl.gz"
    path.write_bytes(bytes_of(in_parts))
    command_line(["parquet", str(path)])
    assert rounds_of(in_parts) == pq.read_table(tmp_path / "records.parquet").to_pylist()


def test_without_pyarrow_there_are_lines_alone_and_tables_once_it_is_there(matches, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(record_files.parquet, "is_possible", lambda: False)
        record_files.write(now=NOW)
        without = RecordFile.objects.get()
        assert record_files.write(now=NOW) == 0
    assert not without.has_parquet
    record_files.write(now=NOW)
    file = RecordFile.objects.get()
    assert file.has_parquet
    assert (file.digest, len(rounds_of(file)) > 0) == (without.digest, True)
    assert record_files.write(now=NOW) == 0


def test_a_part_written_anew_meanwhile_ends_the_table(in_parts):
    sent = record_files.parquet_of(in_parts)
    next(sent)
    RecordPart.objects.all().delete()
    with pytest.raises(LookupError):
        list(sent)


@pytest.mark.logs(r"the records of block \d+ could not be written")
def test_a_block_that_cannot_be_written_keeps_no_other_waiting(matches, monkeypatch):
    broken = matches[0].pk // blocks.BLOCK
    UnwrittenBlock.objects.create(block=broken + 7)
    written, lines_of = [], record_files._lines_of

    def broken_at_first(block):
        if block == broken:
            raise ValueError(block)
        written.append(block)
        return lines_of(block)

    monkeypatch.setattr(record_files, "_lines_of", broken_at_first)
    record_files.write(now=NOW)
    assert broken + 7 in written
    assert broken in UnwrittenBlock.objects.values_list("block", flat=True)
