"""What is done to results that are there, by REST."""

import pytest

from league.models import Match, Penalty, Result, Standing
from tests.league.api.conftest import SCORES

CORRECTION = {"source": "scores", "rounds": SCORES, "reason": "typing error"}
WHY = {"reason": "wrong deck"}


@pytest.fixture
def final_result(as_dora, entered):
    """The match with the result of Bob, 30, 20, 10 and 0, that Dora confirmed."""
    as_dora.post(f"matches/{entered.code}/confirm", headers={"If-Match": '"1-entered"'})
    entered.refresh_from_db()
    return entered


def send(client, match, command, body=None, etag='"2-final"'):
    headers = {"If-Match": etag} if etag else {}
    return client.post(f"matches/{match.code}/{command}", body, headers=headers)


def test_an_organiser_corrects_at_once(as_alice, final_result):
    response = send(as_alice, final_result, "correct", CORRECTION)
    assert response.headers["ETag"] == '"3-final"'
    result = response.json()["result"]
    assert (result["totals"], result["reason"]) == ([36, 27, 18, 18], "typing error")


def test_a_correction_needs_the_version_seen(as_alice, final_result):
    response = send(as_alice, final_result, "correct", CORRECTION, etag=None)
    assert (response.status_code, response.json()["code"]) == (428, "if_match_missing")
    assert Result.objects.count() == 1


def test_who_corrects_another_version_sees_what_is_stored(as_alice, final_result):
    response = send(as_alice, final_result, "correct", CORRECTION, etag='"1-final"')
    assert response.status_code == 412
    assert response.json()["current"]["result"]["totals"] == [30, 20, 10, 0]


def test_a_correction_sent_twice_is_made_once(as_alice, final_result):
    headers = {"If-Match": '"2-final"', "Idempotency-Key": "x"}
    address = f"matches/{final_result.code}/correct"
    first, again = (as_alice.post(address, CORRECTION, headers=headers) for _ in range(2))
    assert first.json() == again.json()
    assert Result.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"reason": ""}, "reason"), ({"rounds": []}, "rounds"), ({"source": "x"}, "source")],
)
def test_a_wrong_correction_names_the_field(as_alice, final_result, changes, field):
    response = send(as_alice, final_result, "correct", CORRECTION | changes)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]


def test_a_preview_says_what_would_change_and_changes_nothing(as_alice, final_result):
    body = {"source": "scores", "rounds": SCORES}
    found = send(as_alice, final_result, "preview-correction", body).json()
    assert {
        shift["player"]["name"]: (shift["points_before"], shift["points_after"])
        for shift in found["shifts"]
    } == {
        "Bob": ("30.000", "36.000"),
        "Dora": ("20.000", "27.000"),
        "Emil": ("10.000", "18.000"),
        "Frida": ("0.000", "18.000"),
    }
    assert Result.objects.count() == 1
    assert Standing.objects.get(player__name="Bob").points == 30


@pytest.mark.parametrize(("command", "body"), [("void", None), ("forfeit", {"seats": [0]})])
def test_a_preview_of_other_changes_says_what_they_would(as_alice, final_result, command, body):
    found = send(as_alice, final_result, f"preview-{command}", body).json()
    assert found["shifts"][0]["points_before"] == "30.000"
    stored = Match.objects.get(pk=final_result.pk)
    assert (stored.status, stored.version) == (Match.Status.FINAL, 2)


def test_a_preview_of_another_version_is_refused(as_alice, final_result):
    response = send(as_alice, final_result, "preview-void", etag='"1-final"')
    assert response.status_code == 412


def test_a_correction_is_proposed_and_agreed_to(as_bob, as_dora, final_result):
    response = send(as_bob, final_result, "propose", CORRECTION)
    assert response.json()["proposed"]["totals"] == [36, 27, 18, 18]
    assert response.json()["result"]["totals"] == [30, 20, 10, 0]
    agreed = send(as_dora, final_result, "agree", etag=response.headers["ETag"]).json()
    assert (agreed["result"]["totals"], agreed["proposed"]) == ([36, 27, 18, 18], None)


def test_a_proposal_is_declined(as_bob, as_dora, final_result):
    etag = send(as_bob, final_result, "propose", CORRECTION).headers["ETag"]
    assert send(as_dora, final_result, "decline", WHY, etag=etag).json()["proposed"] is None


def test_a_dispute_is_shown_until_it_is_withdrawn(as_dora, entered):
    shown = send(as_dora, entered, "dispute", WHY, etag='"1-entered"').json()
    assert (shown["status"], shown["dispute"]["reason"]) == ("disputed", "wrong deck")
    shown = send(as_dora, entered, "withdraw-dispute", etag=None).json()
    assert (shown["status"], shown["dispute"]) == ("entered", None)


def test_a_dispute_is_dismissed(as_dora, as_alice, final_result):
    send(as_dora, final_result, "dispute", WHY)
    assert send(as_alice, final_result, "dismiss-dispute", WHY).json()["dispute"] is None


def test_without_a_dispute_there_is_nothing_to_dismiss(as_alice, final_result):
    response = send(as_alice, final_result, "dismiss-dispute", WHY)
    assert response.status_code == 409
    assert response.json()["current"]["code"] == final_result.code


def test_a_match_is_void_and_reopened(as_alice, final_result):
    shown = send(as_alice, final_result, "void", WHY).json()
    assert (shown["status"], shown["seats"][0]["points"]) == ("void", None)
    assert send(as_alice, final_result, "reopen", WHY).json()["seats"][0]["points"] == "30.000"


def test_a_match_is_forfeited(as_alice, match):
    body = {"seats": [0], "reason": "did not come"}
    shown = send(as_alice, match, "forfeit", body, etag=None).json()
    assert (shown["status"], shown["result"]["source"]) == ("final", "forfeit")
    assert [seat["place"] for seat in shown["seats"]] == [4, 1, 1, 1]


def test_lists_say_which_seats_gave_up(as_alice, match):
    send(as_alice, match, "forfeit", {"seats": [1], "reason": "did not come"}, etag=None)
    [listed] = as_alice.get(f"matches?session={match.session.code}").json()["results"]
    assert listed["forfeits"] == as_alice.get(f"matches/{match.code}").json()["forfeits"] == [1]


def test_nobody_has_given_up_a_match_without_result(as_alice, match):
    assert as_alice.get(f"matches/{match.code}").json()["forfeits"] == []


@pytest.mark.parametrize("seats", [[], ["0"], [9], [-1], None])
def test_a_wrong_forfeit_names_the_seats(as_alice, match, seats):
    response = send(as_alice, match, "forfeit", {"seats": seats, "reason": "x"}, etag=None)
    assert response.status_code == 422
    assert Match.objects.get(pk=match.pk).version == 0


def test_all_versions_of_a_result_are_listed(as_alice, anonymous, final_result):
    send(as_alice, final_result, "correct", CORRECTION)
    rows = anonymous.get(f"matches/{final_result.code}/results").json()["results"]
    assert [(row["version"], row["entered_by"]["name"]) for row in rows] == [
        (3, "Alice"),
        (1, "Bob"),
    ]


def test_a_penalty_is_given_listed_and_revoked(as_alice, anonymous, bob, season, event):
    body = {"player": bob.player.code, "event": event.code, "points": "2.5", "reason": "late"}
    response = as_alice.post(f"seasons/{season.code}/penalties", body)
    given = response.json()
    assert (response.status_code, given["points"], given["event"]) == (201, "2.500", event.code)
    revoked = as_alice.post(f"penalties/{given['code']}/revoke", WHY).json()
    assert anonymous.get(f"penalties/{given['code']}").json() == revoked
    assert anonymous.get(f"seasons/{season.code}/penalties").json()["results"] == [revoked]


@pytest.mark.parametrize("points", ["0", "-1", "1.0001", "x", None, "1e9"])
def test_a_wrong_penalty_names_the_points(as_alice, bob, season, points):
    body = {"player": bob.player.code, "points": points, "reason": "late"}
    response = as_alice.post(f"seasons/{season.code}/penalties", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["points"])
    assert not Penalty.objects.exists()


def test_the_log_of_an_event_tells_everything_but_records(as_alice, as_bob, event, match, record):
    body = {"source": "record", "record": record}
    as_bob.put(f"matches/{match.code}/result", body)
    [entry] = as_alice.get(f"events/{event.code}/log").json()["results"]
    assert (entry["action"], entry["by"]["name"]) == ("result.enter", "Bob")
    assert entry["data"]["totals"] == record["totals"]
    assert "record" not in entry["data"]


def test_standings_say_what_decided(anonymous, as_dora, final_result, season):
    rows = anonymous.get(f"seasons/{season.code}/standings").json()["results"]
    assert rows[0]["behind_by"] is None
    assert rows[1]["behind_by"] == "points"
    assert [found["name"] for found in rows[0]["criteria"]] == ["points", "wins", "score"]
    assert rows[0]["criteria"][1]["values"] == ["1"]


def test_changed_rules_count_what_is_final_afresh(as_alice, anonymous, final_result, season):
    body = {"points_rule": "placing", "tie_breaks": ["direct", "lot"], "forfeit_points": "-1.5"}
    shown = as_alice.post(f"seasons/{season.code}/change-rules", body).json()
    assert (shown["points_rule"], shown["forfeit_points"]) == ("placing", "-1.500")
    rows = anonymous.get(f"seasons/{season.code}/standings").json()["results"]
    assert [row["points"] for row in rows] == ["4.000", "3.000", "2.000", "1.000"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"points_rule": "luck"}, "points_rule"),
        ({"points_rule": "seeger-fabian"}, "points_rule"),
        ({"tie_breaks": ["luck"]}, "tie_breaks.0"),
        ({"tie_breaks": ["wins", "wins"]}, "tie_breaks.1"),
        ({"tie_breaks": ["points"]}, "tie_breaks.0"),
        ({"tie_breaks": ["lot", "wins"]}, "tie_breaks.1"),
        ({"drop_worst": -1}, "drop_worst"),
        ({"min_attendance": "2"}, "min_attendance"),
        ({"forfeit_others": "1000000"}, "forfeit_others"),
    ],
)
def test_wrong_rules_name_the_field(as_alice, season, body, field):
    response = as_alice.post(f"seasons/{season.code}/change-rules", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])
