import pytest

from league.models import AuditEntry, Dispute, Match, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.results import disputes
from tests.league.services import acts


@pytest.fixture
def entered(match, bob, now):
    acts.enter(match, bob, now)
    return match


def test_a_disputed_result_is_not_confirmed(entered, dora, scorer, now):
    acts.dispute(entered, dora, now)
    with pytest.raises(Conflict, match="disputed"):
        acts.confirm(entered, scorer, now)
    assert not Standing.objects.exists()


def test_a_disputed_final_result_goes_on_counting(entered, bob, dora, now):
    acts.confirm(entered, dora, now)
    acts.dispute(entered, bob, now)
    assert acts.row(entered).status == Match.Status.FINAL
    assert Standing.objects.count() == 4


def test_a_result_entered_again_settles_the_dispute(entered, dora, now):
    row = acts.dispute(entered, dora, now)
    acts.enter(entered, dora, now)
    row.refresh_from_db()
    assert (row.status, row.closed_by) == (Dispute.Status.SETTLED, dora)
    assert acts.row(entered).status == Match.Status.ENTERED


def test_a_withdrawn_dispute_leaves_the_result_to_be_confirmed(entered, dora, now):
    disputes.withdraw(dispute=acts.dispute(entered, dora, now), by=dora, now=now)
    acts.confirm(entered, dora, now)
    assert acts.row(entered).status == Match.Status.FINAL


def test_an_organiser_dismisses_a_dispute_with_an_answer(entered, dora, alice, now):
    row = acts.dispute(entered, dora, now)
    disputes.dismiss(dispute=row, reason="the sheet is clear", by=alice, now=now)
    row.refresh_from_db()
    assert (row.status, row.answer) == (Dispute.Status.DISMISSED, "the sheet is clear")


def test_only_who_disputed_withdraws(entered, dora, bob, now):
    row = acts.dispute(entered, dora, now)
    with pytest.raises(Forbidden):
        disputes.withdraw(dispute=row, by=bob, now=now)


def test_only_organisers_dismiss(entered, dora, scorer, now):
    row = acts.dispute(entered, dora, now)
    with pytest.raises(Forbidden):
        disputes.dismiss(dispute=row, reason="no", by=scorer, now=now)


def test_a_closed_dispute_is_not_closed_again(entered, dora, alice, now):
    row = acts.dispute(entered, dora, now)
    stale = Dispute.objects.select_related("match").get(pk=row.pk)
    disputes.withdraw(dispute=row, by=dora, now=now)
    with pytest.raises(Conflict):
        disputes.dismiss(dispute=stale, reason="no", by=alice, now=now)


def test_an_old_dispute_closed_again_leaves_the_new_one_open(entered, dora, alice, now):
    old = acts.dispute(entered, dora, now)
    stale = Dispute.objects.select_related("match").get(pk=old.pk)
    disputes.withdraw(dispute=old, by=dora, now=now)
    acts.dispute(entered, dora, now)
    with pytest.raises(Conflict):
        disputes.dismiss(dispute=stale, reason="no", by=alice, now=now)
    assert acts.row(entered).status == Match.Status.DISPUTED


@pytest.mark.parametrize("final", [False, True])
def test_one_dispute_is_open_at_a_time(entered, bob, dora, now, final):
    if final:
        acts.confirm(entered, dora, now)
    acts.dispute(entered, dora, now)
    with pytest.raises(Conflict, match="already"):
        acts.dispute(entered, bob, now)
    assert Dispute.objects.count() == 1


def test_there_is_nothing_to_dispute_before_a_result(match, bob, now):
    with pytest.raises(Conflict, match="no result"):
        acts.dispute(match, bob, now)


@pytest.mark.parametrize("who", ["carol", "mallory"])
def test_others_do_not_dispute(entered, now, who, request):
    with pytest.raises(Forbidden):
        acts.dispute(entered, request.getfixturevalue(who), now)


def test_a_result_not_seen_is_not_disputed(entered, dora, now):
    with pytest.raises(Stale):
        disputes.dispute(match=entered, reason="no", by=dora, expected_version=0, now=now)


def test_a_dispute_says_why(entered, dora, now):
    with pytest.raises(Invalid) as refused:
        disputes.dispute(match=entered, reason=" ", by=dora, expected_version=1, now=now)
    assert list(refused.value.errors) == ["reason"]


def test_a_dispute_is_noted(entered, event, dora, now):
    row = acts.dispute(entered, dora, now)
    entry = AuditEntry.objects.get(action="match.dispute")
    assert (entry.event, entry.data) == (event, {"dispute": row.code, "reason": "seat 2 won"})


def told(account):
    about_disputes = account.notices.filter(match_code="")
    return list(about_disputes.values_list("text", flat=True))


def test_who_disputed_is_told_that_the_result_has_changed(entered, dora, alice, now):
    acts.dispute(entered, dora, now)
    acts.correct(entered, alice, now)
    said = "November, table 1: the result that you disputed has been changed."
    assert told(dora) == [said]


def test_who_disputed_is_told_that_the_match_is_void(entered, dora, alice, now):
    acts.dispute(entered, dora, now)
    acts.void(entered, alice, now)
    assert told(dora) == ["November, table 1: the match whose result you disputed is void."]


def test_who_disputed_is_told_why_the_result_stands(entered, dora, alice, now):
    row = acts.dispute(entered, dora, now)
    disputes.dismiss(dispute=row, reason="the sheet says so", by=alice, now=now)
    [said] = told(dora)
    assert said.endswith("your dispute was dismissed, the result stands: the sheet says so")


def test_who_settles_an_own_dispute_is_told_nothing(entered, dora, now):
    acts.dispute(entered, dora, now)
    acts.enter(entered, dora, now)
    assert told(dora) == []
