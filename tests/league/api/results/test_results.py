"""A result by REST: entered, replaced, confirmed; refused with nothing stored."""

import pytest

from league.models import AuditEntry, Job, Match, Record, Result, Round, Season, Standing
from tests.league.api.conftest import SCORES, SHEET


@pytest.fixture
def address(match):
    return f"matches/{match.code}/result"


def sheets(*changes):
    return {"source": "sheets", "rounds": [{"sheet": SHEET}] * (4 - len(changes)) + list(changes)}


def nothing_is_stored(match):
    match.refresh_from_db()
    return (
        match.version == 0
        and match.status == Match.Status.OPEN
        and not Result.objects.exists()
        and not Round.objects.exists()
        and not Record.objects.exists()
        and not Job.objects.exists()
        and not AuditEntry.objects.filter(action__startswith="result").exists()
    )


def test_scores_are_entered(as_bob, address, scores):
    body = as_bob.put(address, scores).json()
    assert (body["status"], body["version"]) == ("entered", 1)
    assert body["result"]["totals"] == [36, 27, 18, 18]
    assert [played["scores"] for played in body["result"]["rounds"]] == SCORES
    assert body["result"]["entered_by"]["name"] == "Bob"


def test_sheets_are_computed(as_bob, address):
    body = as_bob.put(address, sheets()).json()
    assert body["result"]["totals"] == [96, 96, 32, 0]
    assert body["result"]["rounds"][0]["sheet"]["players"][0]["blue"] == 6


def test_the_deal_passes_on_from_the_dealer_given(as_bob, address):
    rounds = [{"dealer": 2, "sheet": SHEET}] + [{"sheet": SHEET}] * 3
    body = as_bob.put(address, {"source": "sheets", "rounds": rounds}).json()
    assert [played["dealer"] for played in body["result"]["rounds"]] == [2, 3, 0, 1]


def test_a_record_is_entered_and_waits_for_the_worker(as_bob, address, record):
    body = as_bob.put(address, {"source": "record", "record": record}).json()
    assert body["result"]["totals"] == record["totals"]
    assert body["result"]["record"] == "unchecked"
    assert Job.objects.get().kind == Job.Kind.VALIDATE_RECORD


def test_the_answer_has_the_etag_of_the_new_version(as_bob, address, scores):
    assert as_bob.put(address, scores).headers["ETag"] == '"1-entered"'


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "source"),
        ({"source": "guess"}, "source"),
        ({"source": "played", "rounds": SCORES}, "source"),
        ({"source": "scores"}, "rounds"),
        ({"source": "scores", "rounds": {}}, "rounds"),
        ({"source": "scores", "rounds": []}, "rounds"),
        ({"source": "scores", "rounds": SCORES[:3]}, "rounds"),
        ({"source": "scores", "rounds": SCORES * 2}, "rounds"),
        ({"source": "scores", "rounds": [[0, 0, 0, 0]] * 501}, "rounds"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3]]}, "rounds.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, "4"]]}, "rounds.3.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, True]]}, "rounds.3.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, 0.5]]}, "rounds.3.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, None]]}, "rounds.3.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, 10**15]]}, "rounds.3.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, -1]]}, "rounds.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], [1, 2, 3, 197]]}, "rounds.3"),
        ({"source": "scores", "rounds": [*SCORES[:3], None]}, "rounds.3"),
        (sheets({}), "rounds.3.sheet"),
        (sheets({"sheet": []}), "rounds.3.sheet"),
        (sheets({"sheet": {}}), "rounds.3.sheet.players"),
        (sheets({"sheet": {"players": []}}), "rounds.3.sheet.players"),
        (sheets({"sheet": SHEET, "dealer": 4}), "rounds.3.dealer"),
        (sheets({"sheet": SHEET, "dealer": -1}), "rounds.3.dealer"),
        (sheets({"sheet": SHEET, "dealer": "0"}), "rounds.3.dealer"),
        (sheets({"sheet": {"players": [{"blue": 15}, {}, {}, {}]}}), "rounds.3.sheet.players.0"),
        ({"source": "record"}, "record"),
        ({"source": "record", "record": []}, "record"),
        ({"source": "record", "record": {}}, "record.game"),
    ],
)
def test_a_wrong_result_names_the_field_and_stores_nothing(as_bob, address, match, body, field):
    response = as_bob.put(address, body)
    assert response.status_code == 422
    assert any(path.startswith(field) for path in response.json()["errors"])
    assert nothing_is_stored(match)


def test_a_record_with_an_illegal_action_names_it(as_bob, address, match, record):
    rounds = [dict(played) for played in record["rounds"]]
    rounds[1]["actions"] = [*rounds[1]["actions"][:4], "B99", *rounds[1]["actions"][5:]]
    response = as_bob.put(address, {"source": "record", "record": record | {"rounds": rounds}})
    assert list(response.json()["errors"]) == ["record.rounds.1.actions.4"]
    assert nothing_is_stored(match)


def test_a_record_with_a_made_up_score_is_refused(as_bob, address, match, record):
    totals = [record["totals"][0] + 1, *record["totals"][1:]]
    response = as_bob.put(address, {"source": "record", "record": record | {"totals": totals}})
    assert response.status_code == 422
    assert nothing_is_stored(match)


def test_a_record_of_another_table_is_refused(as_bob, address, match, record):
    response = as_bob.put(address, {"source": "record", "record": record | {"players": 5}})
    assert "record.players" in response.json()["errors"]
    assert nothing_is_stored(match)


def test_replacing_needs_the_version_seen(as_bob, entered, scores):
    response = as_bob.put(f"matches/{entered.code}/result", scores)
    assert (response.status_code, response.json()["code"]) == (428, "if_match_missing")
    assert response.headers["ETag"] == '"1-entered"'
    assert Result.objects.count() == 1


@pytest.mark.parametrize("etag", ["*", "1-entered", "W/x"])
def test_replacing_needs_a_version_by_name(as_bob, entered, scores, etag):
    headers = {"If-Match": etag}
    response = as_bob.put(f"matches/{entered.code}/result", scores, headers=headers)
    assert response.status_code == 428


@pytest.mark.parametrize("etag", ['"0-open"', '"1-final"', '"2-entered"', 'W/"1-entered"', '""'])
def test_replacing_another_version_shows_what_is_stored(as_bob, entered, scores, etag):
    headers = {"If-Match": etag}
    response = as_bob.put(f"matches/{entered.code}/result", scores, headers=headers)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (412, "stale")
    assert problem["current"]["result"]["totals"] == [30, 20, 10, 0]
    assert response.headers["ETag"] == '"1-entered"'


@pytest.mark.parametrize("etag", ['"1-entered"', '"0-open", "1-entered"'])
def test_replacing_the_version_seen_keeps_the_old_one(as_bob, entered, scores, etag):
    headers = {"If-Match": etag}
    response = as_bob.put(f"matches/{entered.code}/result", scores, headers=headers)
    assert response.json()["result"]["totals"] == [36, 27, 18, 18]
    assert response.headers["ETag"] == '"2-entered"'
    assert sorted(Result.objects.values_list("version", flat=True)) == [1, 2]


def test_the_first_result_may_name_that_there_is_none(as_bob, address, scores):
    assert as_bob.put(address, scores, headers={"If-Match": '"0-open"'}).status_code == 200


def test_the_first_result_for_another_version_is_stale(as_bob, address, match, scores):
    assert as_bob.put(address, scores, headers={"If-Match": '"1-entered"'}).status_code == 412
    assert nothing_is_stored(match)


def confirm(client, match, etag='"1-entered"'):
    headers = {"If-Match": etag} if etag else {}
    return client.post(f"matches/{match.code}/confirm", headers=headers)


def test_a_second_person_makes_it_final(as_dora, entered):
    response = confirm(as_dora, entered)
    assert response.json()["status"] == "final"
    assert response.headers["ETag"] == '"2-final"'
    assert [seat["score"] for seat in response.json()["seats"]] == [30, 20, 10, 0]
    assert Standing.objects.count() == 4


def test_who_entered_does_not_confirm(as_bob, entered):
    assert confirm(as_bob, entered).status_code == 403
    assert not Standing.objects.exists()


def test_confirming_needs_the_version_seen(as_dora, entered):
    assert confirm(as_dora, entered, etag=None).status_code == 428
    entered.refresh_from_db()
    assert entered.status == "entered"


def test_confirming_another_version_shows_what_is_stored(as_dora, entered):
    response = confirm(as_dora, entered, etag='"0-open"')
    assert response.status_code == 412
    assert response.json()["current"]["version"] == 1


def test_confirming_twice_counts_once(as_dora, entered):
    confirm(as_dora, entered)
    response = confirm(as_dora, entered)
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "final"
    assert {standing.matches for standing in Standing.objects.all()} == {1}


def test_a_final_result_is_not_entered_again(as_dora, as_bob, entered, scores):
    confirm(as_dora, entered)
    for headers in ({}, {"If-Match": '"2-final"'}, {"If-Match": '"1-entered"'}):
        response = as_bob.put(f"matches/{entered.code}/result", scores, headers=headers)
        assert response.status_code == 409
        assert response.json()["current"]["status"] == "final"
    assert Result.objects.count() == 1


def test_a_record_is_confirmed_only_when_it_is_valid(as_bob, as_dora, match, address, record):
    as_bob.put(address, {"source": "record", "record": record})
    assert confirm(as_dora, match).status_code == 409
    Record.objects.update(status=Record.Status.VALID)
    assert confirm(as_dora, match).json()["status"] == "final"


def test_nothing_is_entered_in_a_closed_season(as_bob, match, address, scores):
    Season.objects.update(status=Season.Status.CLOSED)
    response = as_bob.put(address, scores)
    assert response.status_code == 409
    assert response.json()["current"]["status"] == "closed"
    assert nothing_is_stored(match)


def test_bots_need_no_result_by_hand(as_scorer, played, scores):
    Match.objects.update(status=Match.Status.OPEN, version=0)
    response = as_scorer.put(f"matches/{played.code}/result", scores)
    assert response.status_code == 409
