"""The forms on a match's page that change its result, or whether it counts."""

import re

import pytest
from django.urls import reverse

from league.models import Dispute, Match
from tests.league.services import acts


def send(client, match, act, **values):
    match.refresh_from_db()
    values = {"reason": "wrong deck", "version": match.version} | values
    return client.post(reverse(f"web:{act}", args=[match.code]), values)


def send_twice(client, match, act, **values):
    """Send a form, and then the one on the page that says what it would change."""
    seen = send(client, match, act, **values).context["seen"]
    return send(client, match, act, seen=seen, **values)


def page(client, match):
    return client.get(reverse("web:match", args=[match.code])).content.decode()


def test_a_player_disputes_and_withdraws(client_of, entered, dora):
    client = client_of(dora)
    send(client, entered, "dispute")
    assert "wrong deck" in page(client, entered)
    send(client, entered, "close-dispute")
    assert Dispute.objects.get().status == Dispute.Status.WITHDRAWN


def test_an_organiser_dismisses(client_of, entered, dora, alice):
    send(client_of(dora), entered, "dispute")
    send(client_of(alice), entered, "close-dispute", reason="the sheet is clear")
    assert Dispute.objects.get().answer == "the sheet is clear"


def test_an_organiser_voids_and_reopens(client_of, match, alice):
    client = client_of(alice)
    send_twice(client, match, "void")
    assert reverse("web:reopen", args=[match.code]) in page(client, match)
    send(client, match, "reopen")
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_an_organiser_counts_a_match_as_forfeited(client_of, match, alice):
    send_twice(client_of(alice), match, "forfeit", seats=["0", "2"])
    assert match.results.get().forfeits == [0, 2]


def test_pages_and_lists_say_who_gave_up(client_of, match, alice, dora):
    """Dora, at seat 1, has given up."""
    send_twice(client_of(alice), match, "forfeit", seats=["1"])
    for name, code in [
        ("match", match.code),
        ("session", match.session.code),
        ("screen", match.session.code),
        ("player", dora.player.code),
    ]:
        shown = client_of(None).get(reverse(f"web:{name}", args=[code])).content.decode()
        assert shown.count(">forfeited<") == 1, name


def test_a_result_that_nobody_gave_up_says_nothing_of_it(client_of, final):
    assert "forfeited" not in page(client_of(None), final)


@pytest.mark.parametrize(("act", "typed"), [("void", {}), ("forfeit", {"seats": ["0"]})])
def test_what_a_change_would_change_is_said_before_it_is_done(client_of, final, alice, act, typed):
    response = send(client_of(alice), final, act, **typed)
    assert response.context["preview"].shifts
    assert "wrong deck" in response.content.decode()
    assert Match.objects.get(pk=final.pk).status == Match.Status.FINAL


def test_other_seats_than_those_looked_at_are_looked_at_first(client_of, match, alice):
    client = client_of(alice)
    seen = send(client, match, "forfeit", seats=["0"]).context["seen"]
    assert "preview" in send(client, match, "forfeit", seats=["1"], seen=seen).context
    assert not match.results.exists()


def test_a_forfeit_by_nobody_is_refused_before_it_is_looked_at(client_of, match, alice):
    assert send(client_of(alice), match, "forfeit").status_code == 422


def test_without_a_reason_nothing_happens(client_of, match, alice):
    client = client_of(alice)
    assert send(client, match, "void", reason=" ").status_code == 422
    seen = send(client, match, "void").context["seen"]
    assert send(client, match, "void", reason=" ", seen=seen).status_code == 422
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


@pytest.mark.parametrize("act", ["void", "forfeit"])
def test_players_are_refused_what_organisers_may(client_of, match, bob, act):
    assert send(client_of(bob), match, act, seats=["0"]).status_code == 403
    assert reverse(f"web:{act}", args=[match.code]) not in page(client_of(bob), match)


def test_strangers_see_no_form(client_of, entered, mallory):
    assert reverse("web:dispute", args=[entered.code]) not in page(client_of(mallory), entered)


def test_a_sole_organiser_makes_an_own_result_final(client_of, match, alice, now):
    acts.enter(match, alice, now)
    client = client_of(alice)
    assert reverse("web:finish-alone", args=[match.code]) in page(client, match)
    send(client, match, "finish-alone", reason="nobody else is here")
    match.refresh_from_db()
    assert match.status == Match.Status.FINAL
    shown = page(client, match)
    assert "Made final without a second person" in shown
    assert "nobody else is here" in shown
    assert "not confirmed yet" not in shown


def test_who_can_ask_somebody_else_is_not_offered_to_be_alone(client_of, entered, alice, bob):
    address = reverse("web:finish-alone", args=[entered.code])
    assert address not in page(client_of(alice), entered)
    assert address not in page(client_of(bob), entered)


def test_a_corrected_match_says_what_it_was_why_by_whom_and_that_it_stands(  # noqa: PLR0917
    client, match, bob, dora, alice, now
):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    acts.correct(match, alice, now, reason="seats swapped")
    shown = " ".join(re.sub(r"<[^>]+>", " ", page(client, match)).split())
    assert "Correction By alice" in shown
    assert "Reason: seats swapped" in shown
    assert "48 0" in shown
    assert "The result as it stands now is final and counts." in shown
    assert "not confirmed yet" not in shown


def test_a_proposed_correction_counts_only_once_it_is_agreed(client, match, bob, dora, now):
    acts.enter(match, bob, now)
    acts.confirm(match, dora, now)
    acts.propose(match, bob, now)
    assert "The result before and now" not in page(client, match)
    acts.agree(match, dora, now)
    assert "The result before and now" in page(client, match)
