"""Corrections on the page of a match: what they change is said before it is done."""

import pytest
from django.urls import reverse

from league.models import Match, Result, Season, Session
from league.services.results import results
from tests.league.factories import NOW, MatchFactory, SessionFactory

ROWS = [[0, 20, 10, 30], [1, 2, 3, 4], [0, 0, 0, 9], [5, 5, 5, 5]]


@pytest.fixture
def counted(entered, alice):
    """The match that Bob entered and Alice confirmed."""
    results.confirm(match=entered, by=alice, expected_version=entered.version, now=NOW)
    entered.refresh_from_db()
    return entered


def page(name, match):
    return reverse(f"web:{name}", args=[match.code])


def scores(match, rows=ROWS, **values):
    match.refresh_from_db()
    cells = {
        f"rounds.{number}.{seat}": str(score)
        for number, row in enumerate(rows)
        for seat, score in enumerate(row)
    }
    return {"version": match.version, "count": len(rows), "reason": "a slip", **cells} | values


def send(client, match, name="correct", **values):
    return client.post(page(name, match) + "?as=scores", values or scores(match))


def drawn_after(match, players):
    """Return a later session in draft, drawn since the match was final."""
    later = SessionFactory(event=match.session.event, number=2, status=Session.Status.DRAFT)
    MatchFactory(session=later, players=players, status=Match.Status.DRAFT)
    Match.objects.filter(session=later).update(created_at=match.finished_at)
    return later


def test_the_form_holds_the_result_in_force(as_alice, counted):
    shown = as_alice.get(page("correct", counted) + "?as=scores").content.decode()
    assert 'id="rounds.0.0" name="rounds.0.0" value="30"' in shown


def kind_shown(client, match, name="correct"):
    """Return the kind of form that opens, and what stands in its first field of Alice."""
    form = client.get(page(name, match)).context["form"]
    field = "rounds.0.0" if form.kind == "scores" else "rounds.0.sheet.players.0.blue"
    return form.kind, form.values.get(field)


@pytest.mark.parametrize("who", ["as_alice", "as_bob"])
def test_the_form_of_plain_scores_opens_with_them(request, who, counted):
    assert kind_shown(request.getfixturevalue(who), counted) == ("scores", ["30"])


def test_the_form_of_sheets_opens_with_them(as_alice, counted):
    sheet = {"players": [{"blue": 7}] * 4}
    counted.result_in_force().rounds.update(sheet=sheet)
    assert kind_shown(as_alice, counted) == ("sheets", ["7"])


def test_the_form_of_a_record_opens_with_the_scores_of_its_rounds(as_alice, counted):
    counted.results.update(source=Result.Source.RECORD)
    assert kind_shown(as_alice, counted) == ("scores", ["30"])


def test_the_form_of_a_season_that_wants_sheets_opens_with_sheets(as_alice, counted):
    Season.objects.update(points_rule=Season.PointsRule.SEEGER_FABIAN)
    assert kind_shown(as_alice, counted) == ("sheets", None)


def test_the_other_kind_can_be_asked_for(as_alice, counted):
    assert as_alice.get(page("correct", counted) + "?as=sheets").context["form"].kind == "sheets"


def test_an_entered_result_is_entered_again_as_it_was(as_dora, entered):
    assert kind_shown(as_dora, entered, "enter") == ("scores", ["30"])


def test_sheets_left_empty_are_refused_beside_a_field(as_alice, counted):
    counted.refresh_from_db()
    given = {"version": counted.version, "reason": "a slip"}
    response = as_alice.post(page("correct", counted) + "?as=sheets", given)
    errors = response.context["form"].errors
    assert response.status_code == 422
    assert [path.split(".sheet.")[0] for path in errors] == [f"rounds.{n}" for n in range(4)]
    shown = response.content.decode()
    assert [path for path in errors if f'id="{path}-error"' not in shown] == []


def test_a_round_in_which_nothing_counted_is_written_with_a_nought(as_alice, counted):
    counted.refresh_from_db()
    noughts = {f"rounds.{number}.sheet.players.0.blue": "0" for number in range(4)}
    given = {"version": counted.version, "reason": "a slip", **noughts}
    response = as_alice.post(page("correct", counted) + "?as=sheets", given)
    assert response.context["preview"] is not None


def test_an_organiser_is_told_what_it_changes_before_it_is_done(as_alice, counted):
    response = send(as_alice, counted)
    shown = response.content.decode()
    assert response.status_code == 200
    assert "What this changes" in shown
    assert "<strong>6</strong>" in shown
    counted.refresh_from_db()
    assert counted.result_version == 1


def test_what_was_looked_at_is_corrected(as_alice, counted):
    seen = send(as_alice, counted).context["seen"]
    assert send(as_alice, counted, **scores(counted, seen=seen)).url == page("match", counted)
    counted.refresh_from_db()
    assert counted.result_in_force().totals == [6, 27, 18, 48]


def test_what_has_changed_since_is_looked_at_again(as_alice, counted):
    seen = send(as_alice, counted).context["seen"]
    other = [[9, 20, 10, 30], *ROWS[1:]]
    assert send(as_alice, counted, **scores(counted, other, seen=seen)).status_code == 200
    counted.refresh_from_db()
    assert counted.result_version == 1


def test_later_sessions_drawn_since_are_named(as_alice, counted, table_of_four):
    later = drawn_after(counted, table_of_four)
    assert page("session", later) in send(as_alice, counted).content.decode()


def test_a_correction_without_a_reason_comes_back(as_alice, counted):
    seen = send(as_alice, counted).context["seen"]
    response = send(as_alice, counted, **scores(counted, seen=seen, reason=" "))
    assert response.status_code == 422
    assert "Everybody can read it" in response.content.decode()


def test_scores_that_are_none_come_back(as_alice, counted):
    response = send(as_alice, counted, **(scores(counted) | {"rounds.2.1": "many"}))
    assert response.status_code == 422
    assert 'value="many"' in response.content.decode()


def test_over_a_newer_result_nothing_is_stored(as_alice, counted):
    response = send(as_alice, counted, **scores(counted, version=1))
    assert response.status_code == 409
    assert counted.results.count() == 1


def test_a_player_proposes_and_another_agrees(as_bob, as_dora, counted):
    send(as_bob, counted)
    counted.refresh_from_db()
    assert counted.proposed_version
    assert "a slip" in as_dora.get(page("match", counted)).content.decode()
    shown = as_dora.get(page("agree", counted)).content.decode()
    assert "What this changes" in shown
    as_dora.post(page("agree", counted), {"version": counted.version})
    counted.refresh_from_db()
    assert counted.result_in_force().totals == [6, 27, 18, 48]


def test_who_proposed_does_not_agree(as_bob, counted):
    send(as_bob, counted)
    counted.refresh_from_db()
    assert "Agree to" not in as_bob.get(page("agree", counted)).content.decode()
    assert as_bob.post(page("agree", counted), {"version": counted.version}).status_code == 403


def test_drafts_are_not_told_to_players(as_bob, as_dora, counted, table_of_four):
    later = drawn_after(counted, table_of_four)
    send(as_bob, counted)
    assert page("session", later) not in as_dora.get(page("agree", counted)).content.decode()


def test_a_proposal_is_put_aside_with_a_reason(as_bob, as_dora, counted):
    send(as_bob, counted)
    counted.refresh_from_db()
    given = {"version": counted.version, "reason": " "}
    assert as_dora.post(page("decline", counted), given).status_code == 422
    as_dora.post(page("decline", counted), given | {"reason": "no"})
    counted.refresh_from_db()
    assert counted.proposed_version is None


def test_strangers_neither_see_the_form_nor_correct(as_mallory, client, counted):
    assert page("correct", counted) not in as_mallory.get(page("match", counted)).content.decode()
    assert send(as_mallory, counted).status_code == 403
    assert as_mallory.get(page("agree", counted)).status_code == 403
    assert "/login/" in client.get(page("correct", counted)).url


def test_members_of_other_tables_do_not_correct(as_carol, counted):
    assert as_carol.get(page("correct", counted)).status_code == 403


def test_a_form_on_the_match_page_comes_back_with_what_is_wrong(as_alice, counted):
    given = {"reason": " ", "version": counted.version}
    assert as_alice.post(page("void", counted), given).status_code == 422
    given = {"reason": "torn sheet", "version": 1}
    response = as_alice.post(page("void", counted), given)
    assert response.status_code == 409
    assert 'value="torn sheet"' in response.content.decode()
