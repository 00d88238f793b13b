"""What a match shows, and what it keeps to itself until it is final."""

import hashlib
import json

import pytest

from bots.conversation.protocol import Act
from engine.records import document
from league.models import Record, Session


@pytest.fixture
def secret(played):
    return bytes(played.secret)


def test_a_seat_s_requests_and_answers_are_lines_of_the_protocol(anonymous, final):
    answer = anonymous.get(f"matches/{final.code}/requests?seat=1")
    lines = [json.loads(line) for line in answer.getvalue().decode().splitlines()]
    record = anonymous.get(f"matches/{final.code}/record").json()
    assert {line["round"] for line in lines} == set(range(len(record["rounds"])))
    for line in lines:
        Act.model_validate(line["request"] | {"seq": 1, "clock": {"bank_ms": 1, "move_ms": 1}})
        assert line["request"]["view"]["seat"] == line["request"]["view"]["turn"] == 1
        assert line["answer"] in line["request"]["view"]["legal"]
        assert line["answer"] == record["rounds"][line["round"]]["actions"][line["action"]]


def test_requests_of_a_seat_that_is_not_there_are_not_found(anonymous, final):
    assert anonymous.get(f"matches/{final.code}/requests?seat=9").status_code == 404
    assert anonymous.get(f"matches/{final.code}/requests").status_code == 422


def test_requests_open_with_the_record(anonymous, played):
    assert anonymous.get(f"matches/{played.code}/requests?seat=0").status_code == 404


ADDRESSES = ["matches/{0}", "matches/{0}/result", "matches/{0}/rounds", "matches/{0}/record"]


def test_a_match_shows_its_seats(anonymous, match):
    seats = anonymous.get(f"matches/{match.code}").json()["seats"]
    assert [seat["player"]["name"] for seat in seats] == ["Bob", "Dora", "Emil", "Frida"]


def test_a_match_without_result_says_so(anonymous, match):
    assert anonymous.get(f"matches/{match.code}").json()["result"] is None
    assert anonymous.get(f"matches/{match.code}/result").status_code == 404
    assert anonymous.get(f"matches/{match.code}/rounds").json()["results"] == []


def test_a_match_has_an_etag(anonymous, match):
    assert anonymous.get(f"matches/{match.code}").headers["ETag"] == '"0-open"'


def test_a_result_has_the_etag_of_its_match(anonymous, entered):
    assert anonymous.get(f"matches/{entered.code}/result").headers["ETag"] == '"1-entered"'


def test_the_commitment_is_public_with_the_match(anonymous, match):
    shown = anonymous.get(f"matches/{match.code}").json()
    assert shown["commitment"] == hashlib.sha256(bytes(match.secret)).hexdigest()
    assert shown["secret"] is None


@pytest.mark.parametrize("address", ADDRESSES)
def test_deals_and_secret_are_in_no_answer_before_the_end(as_owner, played, secret, address):
    blob = Record.objects.get()
    deck = document.decode(bytes(blob.blob))["rounds"][0]["deck"]
    answer = as_owner.get(address.format(played.code))
    for hidden in (secret.hex(), deck, deck[:20]):
        assert hidden not in answer.content.decode()


def test_a_final_match_shows_its_secret(anonymous, final, secret):
    assert anonymous.get(f"matches/{final.code}").json()["secret"] == secret.hex()


def test_the_record_opens_when_the_match_is_final(anonymous, played):
    response = anonymous.get(f"matches/{played.code}/record")
    assert response.status_code == 404
    assert "final" in response.json()["detail"]


def test_a_record_is_downloaded_as_a_file_that_replays(anonymous, final):
    response = anonymous.get(f"matches/{final.code}/record")
    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="match-{final.code}.json"'
    )
    assert document.validate(json.loads(response.content)).ok


def test_a_record_that_is_no_longer_kept_says_so(anonymous, final):
    Record.objects.all().delete()
    response = anonymous.get(f"matches/{final.code}/record")
    assert response.status_code == 404
    assert "We no longer keep the record of" in response.json()["detail"]


def test_a_final_match_entered_by_hand_has_no_record(anonymous, entered, as_dora):
    as_dora.post(f"matches/{entered.code}/confirm", headers={"If-Match": '"1-entered"'})
    response = anonymous.get(f"matches/{entered.code}/record")
    assert response.status_code == 404
    assert "This result has no record" in response.json()["detail"]


def test_what_bots_played_was_entered_by_nobody(anonymous, played):
    result = anonymous.get(f"matches/{played.code}/result").json()
    assert (result["source"], result["entered_by"]) == ("played", None)
    assert len(result["rounds"]) == 4


def test_a_replaced_result_is_no_longer_shown(as_bob, entered, scores):
    headers = {"If-Match": '"1-entered"'}
    as_bob.put(f"matches/{entered.code}/result", scores, headers=headers)
    result = as_bob.get(f"matches/{entered.code}/result").json()
    assert (result["version"], result["totals"]) == (2, [36, 27, 18, 18])
    assert as_bob.get(f"matches/{entered.code}/rounds").json()["count"] == 4


def test_an_account_shows_as_its_player_only(anonymous, entered, bob):
    bob.username = "bobs-secret-login"
    bob.save()
    assert b"secret-login" not in anonymous.get(f"matches/{entered.code}").content


def test_matches_are_listed_by_player(anonymous, match, entered, played, dora):
    listed = anonymous.get("matches", {"player": dora.player.code}).json()["results"]
    assert [found["code"] for found in listed] == [match.code]


@pytest.mark.parametrize("field", ["season", "session"])
def test_matches_are_listed_by(anonymous, match, field):
    code = getattr(match, field).code
    assert len(anonymous.get("matches", {field: code}).json()["results"]) == 1
    assert anonymous.get("matches", {field: "nothing234"}).json()["results"] == []


def test_a_draft_is_in_no_list_of_others(as_alice, as_bob, draft):
    assert as_alice.get("sessions").json()["count"] == 1
    assert as_bob.get("sessions").json()["count"] == 0
    assert Session.objects.count() == 1
