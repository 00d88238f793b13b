"""Records of a game to take home, over the API and by `python -m bots download`."""

import json
import re

import pytest

from bots.__main__ import main
from engine.records.reading import read_records
from league.models import Record
from league.services.accounts import people
from league.services.play import bot_matches
from league.services.results import record_pages, results
from tests.league.factories import NOW, MatchFactory

ADDRESS = "games/mit-list-und-tuecke/records"


def lines(answer):
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


def test_records_are_lines_of_json(anonymous, final):
    answer = anonymous.get(ADDRESS)
    assert answer.headers["Content-Type"] == "application/jsonl"
    assert 'filename="records-mit-list-und-tuecke.jsonl"' in answer.headers["Content-Disposition"]
    assert [line["match"] for line in lines(answer)] == [final.code]
    assert "Link" not in answer.headers


def test_a_link_leads_to_the_next_page(anonymous, final, monkeypatch):
    monkeypatch.setattr(record_pages, "MOST", 0)
    answer = anonymous.get(f"{ADDRESS}?season={final.season.code}")
    assert lines(answer) == []
    monkeypatch.undo()
    address = re.fullmatch('<([^>]+)>; rel="next"', answer.headers["Link"])[1]
    path = address.partition("/api/v1/")[2]
    assert f"season={final.season.code}" in path
    assert [line["match"] for line in lines(anonymous.get(path))] == [final.code]


def test_the_licence_is_named(anonymous, final, settings, monkeypatch):
    settings.RECORDS_LICENCE = "https://example.org/licence/"
    monkeypatch.setattr(record_pages, "MOST", 0)
    links = anonymous.get(ADDRESS).headers["Link"].split(", ")
    assert [link.rpartition("; ")[2] for link in links] == ['rel="next"', 'rel="license"']
    assert links[1].startswith("<https://example.org/licence/>")


def test_an_unknown_game_or_line_is_refused(anonymous, final):
    assert anonymous.get("games/bridge/records").status_code == 404
    refused = anonymous.get(f"{ADDRESS}?after=x.y")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["after"])


def test_a_rating_can_be_asked_for(anonymous, final):
    assert [line["match"] for line in lines(anonymous.get(f"{ADDRESS}?ordinal=0"))] == [final.code]
    assert lines(anonymous.get(f"{ADDRESS}?ordinal=1")) == []


@pytest.mark.parametrize("ordinal", ["much", "101", "nan", "1.5"])
def test_what_is_no_rating_is_refused(anonymous, final, ordinal):
    refused = anonymous.get(f"{ADDRESS}?ordinal={ordinal}")
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["ordinal"])


def bots_match(session, number):
    """Return a final match of bots."""
    players = [people.builtin_bot(name="random")] * 4
    match = MatchFactory(session=session, table_number=number, players=players)
    results.store_played(plays=[bot_matches.play(match)], now=NOW)
    Record.objects.filter(result__match=match).update(status=Record.Status.VALID)
    results.finalise(match_ids=[match.pk], now=NOW)
    return match


@pytest.fixture
def path(tmp_path, live_server, transactional_db, final):
    """Where the records of the site were downloaded to."""
    path = tmp_path / "records.jsonl"
    assert download(live_server, path) == 0
    return path


def download(live_server, path, *more):
    words = ["download", "--game", "mit-list-und-tuecke", "--to", str(path)]
    return main([*words, "--site", live_server.url, *more])


def test_a_download_is_a_file_of_records(path, final):
    assert read_records(path).codes == [final.code]


def test_a_download_goes_on_from_page_to_page(
    live_server, transactional_db, tmp_path, final, monkeypatch
):
    monkeypatch.setattr(record_pages, "MOST", 1)
    matches = [final.code, *(bots_match(final.session, number).code for number in (10, 11))]
    path = tmp_path / "records.jsonl"
    assert download(live_server, path) == 0
    assert [json.loads(line)["match"] for line in path.read_text().splitlines()] == matches


@pytest.mark.parametrize(("ordinal", "count"), [("0", 1), ("1", 0), ("-1", 1)])
@pytest.mark.usefixtures("transactional_db", "final")
def test_a_download_takes_only_ratings_asked_for(live_server, tmp_path, ordinal, count):
    path = tmp_path / "records.jsonl"
    assert download(live_server, path, "--ordinal", ordinal) == 0
    assert len(path.read_text().splitlines()) == count


def test_a_download_says_the_licence(live_server, path, settings, capsys):
    settings.RECORDS_LICENCE = "https://example.org/licence/"
    assert download(live_server, path) == 0
    assert "licence of its records: https://example.org/licence/" in capsys.readouterr().err


def test_a_second_download_adds_nothing(path, live_server, final, capsys):
    whole = path.read_bytes()
    assert download(live_server, path) == 0
    assert "0 records are new" in capsys.readouterr().err
    assert path.read_bytes() == whole


def test_a_line_that_was_cut_off_is_fetched_again(path, live_server, final):
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert download(live_server, path) == 0
    assert path.read_bytes() == whole


def test_another_file_is_left_alone(path, live_server, capsys):
    path.write_text("what I wrote\n")
    with pytest.raises(SystemExit):
        download(live_server, path)
    assert "name another file with --to" in capsys.readouterr().err
    assert path.read_text() == "what I wrote\n"


def test_a_downloaded_record_can_be_viewed(path, capsys):
    assert main(["view", str(path), "--round", "1"]) == 0
    assert "Round 1. Seat" in capsys.readouterr().out


def test_an_unknown_game_is_named(live_server, transactional_db, tmp_path, capsys):
    words = ["download", "--game", "bridge", "--to", str(tmp_path / "x"), "--site", live_server.url]
    with pytest.raises(SystemExit):
        main(words)
    assert "404: There is no such game." in capsys.readouterr().err
