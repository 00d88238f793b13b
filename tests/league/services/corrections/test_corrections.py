import pytest

from league.models import AuditEntry, Dispute, Match, Record, Season, Standing
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.corrections import corrections
from league.services.results import results
from league.services.results.results import Scores
from league.services.seasons import standings
from tests.league.factories import BotFactory, MatchFactory, ResultFactory
from tests.league.services import acts


def points(season):
    rows = Standing.objects.filter(season=season).order_by("player__seats__number")
    return [int(row.points) for row in rows]


def test_a_correction_counts_at_once_instead_of_what_counted(final, season, alice, now):
    result = acts.correct(final, alice, now)
    assert points(season) == [0, 12, 24, 48]
    assert acts.row(final).result_in_force() == result
    assert list(final.seats.values_list("score", "place")) == [(0, 4), (12, 3), (24, 2), (48, 1)]


def test_a_correction_keeps_the_old_version_and_says_why(final, alice, now):
    acts.correct(final, alice, now)
    versions = final.results.order_by("version").values_list("version", "reason", "entered_by")
    assert [reason for _version, reason, _by in versions] == ["", "typing error"]


def test_a_corrected_match_ended_when_it_ended(final, alice, now):
    acts.correct(final, alice, now.replace(year=2027))
    assert acts.row(final).finished_at == final.finished_at


@pytest.mark.parametrize("status", [Match.Status.ENTERED, Match.Status.DISPUTED])
def test_an_organiser_makes_an_undecided_result_final(  # noqa: PLR0917
    match, bob, dora, alice, now, status
):
    acts.enter(match, bob, now)
    if status == Match.Status.DISPUTED:
        acts.dispute(match, dora, now)
    acts.correct(match, alice, now)
    assert acts.row(match).status == Match.Status.FINAL
    assert not Dispute.objects.filter(status=Dispute.Status.OPEN).exists()


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_correct_at_once(final, now, who, request):
    with pytest.raises(Forbidden):
        acts.correct(final, request.getfixturevalue(who), now)


def test_a_correction_needs_the_version_seen(final, alice, now):
    for version in (1, 99):
        with pytest.raises(Stale) as refused:
            acts.correct(final, alice, now, version=version)
        assert refused.value.current.version == 2


def test_a_correction_without_any_version_seen_is_refused(final, alice, now):
    with pytest.raises(Stale, match="the version of the result that you"):
        corrections.correct(
            match=final,
            submission=Scores(rounds=acts.OTHERS),
            reason="typing error",
            by=alice,
            expected_version=None,
            now=now,
        )


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001, "a\0b"])
def test_a_correction_says_why(final, alice, now, reason):
    with pytest.raises(Invalid) as refused:
        acts.correct(final, alice, now, reason=reason)
    assert list(refused.value.errors) == ["reason"]


def test_a_wrong_correction_changes_nothing(final, season, alice, now):
    with pytest.raises(Invalid):
        acts.correct(final, alice, now, rounds=acts.OTHERS[:3])
    assert points(season) == [48, 24, 0, 12]


def test_what_has_no_result_is_not_corrected(match, alice, now):
    with pytest.raises(Conflict, match="Enter it first"):
        acts.correct(match, alice, now)


def test_what_bots_played_is_not_corrected(session, alice, now):
    match = MatchFactory(session=session, players=BotFactory.create_batch(4))
    ResultFactory(match=match, source="played")
    results.finalise(match_ids=[match.pk], now=now)
    with pytest.raises(Conflict, match="Bots"):
        acts.correct(match, alice, now)


def test_a_closed_season_corrects_nothing(final, alice, now):
    Season.objects.update(status=Season.Status.CLOSED)
    with pytest.raises(Conflict, match="closed"):
        acts.correct(final, alice, now)


def test_a_proposal_counts_only_when_a_second_person_agrees(final, season, bob, dora, now):
    acts.propose(final, bob, now)
    assert points(season) == [48, 24, 0, 12]
    acts.agree(final, dora, now)
    assert points(season) == [0, 12, 24, 48]
    assert acts.row(final).proposed_result() is None


def test_who_proposed_does_not_agree(final, bob, now):
    acts.propose(final, bob, now)
    with pytest.raises(Forbidden):
        acts.agree(final, bob, now)


def test_a_later_proposal_takes_the_place_of_an_earlier(final, season, bob, dora, now):
    acts.propose(final, bob, now)
    seen = acts.seen(final)
    acts.propose(final, dora, now, rounds=[[1, 2, 3, 4]] * 4)
    with pytest.raises(Stale):
        acts.agree(final, bob, now, version=seen)
    acts.agree(final, bob, now)
    assert points(season) == [4, 8, 12, 16]


def test_a_declined_proposal_is_not_agreed_to(final, season, bob, dora, now):
    acts.propose(final, bob, now)
    acts.decline(final, dora, now)
    with pytest.raises(Conflict, match="proposed"):
        acts.agree(final, dora, now)
    assert points(season) == [48, 24, 0, 12]


def test_what_is_not_final_is_entered_again_not_proposed(match, bob, now):
    acts.enter(match, bob, now)
    with pytest.raises(Conflict, match="Enter it again"):
        acts.propose(match, bob, now)


@pytest.mark.parametrize("act", [acts.propose, acts.decline, acts.agree])
@pytest.mark.parametrize("who", ["carol", "mallory"])
def test_others_have_no_say(final, now, act, who, request):
    with pytest.raises(Forbidden):
        act(final, request.getfixturevalue(who), now)


def test_who_gave_up_is_last_and_the_others_keep_their_scores(final, season, alice, now):
    result = acts.forfeit(final, alice, now, seats=[0])
    assert (result.source, result.forfeits) == ("forfeit", [0])
    assert (result.totals, result.places) == ([48, 24, 0, 12], [4, 1, 3, 2])
    assert points(season) == [0, 24, 0, 12]
    assert result.rounds.count() == 4


def test_a_match_nobody_played_is_forfeited(match, season, alice, now):
    acts.forfeit(match, alice, now, seats=[1, 3])
    assert acts.row(match).status == Match.Status.FINAL
    assert list(match.seats.values_list("place", flat=True)) == [1, 4, 1, 4]
    assert points(season) == [0] * 4


def test_the_season_says_what_a_forfeit_gives(match, season, alice, now):
    Season.objects.update(forfeit_points=-50, forfeit_others=30)
    acts.forfeit(match, alice, now, seats=[2])
    assert points(season) == [30, 30, -50, 30]


@pytest.mark.parametrize("seats", [[], [4], [-1]])
def test_a_forfeit_names_seats(match, alice, now, seats):
    with pytest.raises(Invalid) as refused:
        acts.forfeit(match, alice, now, seats=seats)
    assert list(refused.value.errors) == ["seats"]


def test_a_forfeit_can_be_corrected(match, season, alice, now):
    acts.forfeit(match, alice, now)
    acts.correct(match, alice, now)
    assert points(season) == [0, 12, 24, 48]


@pytest.mark.parametrize("act", [acts.correct, acts.propose, acts.forfeit])
def test_standings_stay_what_a_recount_gives(final, season, alice, now, act):
    act(final, alice, now)
    assert standings.recount(season) == 0


@pytest.mark.parametrize(
    ("act", "action"),
    [
        (acts.correct, "result.correct"),
        (acts.propose, "result.propose"),
        (acts.forfeit, "result.forfeit"),
    ],
)
def test_a_correction_is_noted_with_its_event(  # noqa: PLR0917
    final, event, alice, now, act, action
):
    act(final, alice, now)
    entry = AuditEntry.objects.get(action=action)
    assert (entry.event, entry.account) == (event, alice)


def alone(match, by, now, reason="nobody else is here"):
    return corrections.finish_alone(
        match=acts.row(match), reason=reason, by=by, expected_version=acts.seen(match), now=now
    )


def test_a_sole_organiser_makes_an_own_result_final_and_says_why(match, alice, now):
    acts.enter(match, alice, now)
    alone(match, alice, now)
    assert acts.row(match).status == Match.Status.FINAL
    assert AuditEntry.objects.get(action="result.correct").data["reason"] == "nobody else is here"
    assert [result.totals for result in match.results.all()] == [[48, 24, 0, 12]] * 2


def test_a_result_is_not_made_final_alone_before_its_record_is_replayed(match, alice, now):
    result = acts.enter(match, alice, now)
    record = Record.objects.create(result=result, blob=b"blob", status=Record.Status.UNCHECKED)
    with pytest.raises(Conflict, match="still being replayed"):
        alone(match, alice, now)
    assert acts.row(match).status == Match.Status.ENTERED
    Record.objects.filter(pk=record.pk).update(status=Record.Status.VALID)
    alone(match, alice, now)
    assert acts.row(match).status == Match.Status.FINAL


def test_a_result_made_final_alone_needs_a_reason(match, alice, now):
    acts.enter(match, alice, now)
    with pytest.raises(Invalid):
        alone(match, alice, now, reason=" ")
    assert acts.row(match).status == Match.Status.ENTERED


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_make_a_result_final_alone(match, now, who, alice, request):
    acts.enter(match, alice, now)
    with pytest.raises(Forbidden):
        alone(match, request.getfixturevalue(who), now)


def test_a_disputed_result_is_not_made_final_alone(match, alice, dora, now):
    acts.enter(match, alice, now)
    acts.dispute(match, dora, now)
    with pytest.raises(Conflict, match="does not wait"):
        alone(match, alice, now)


def test_a_result_made_final_alone_is_one_that_was_seen(match, alice, dora, now):
    acts.enter(match, alice, now)
    old = acts.seen(match)
    acts.enter(match, dora, now)
    with pytest.raises(Stale):
        corrections.finish_alone(
            match=acts.row(match), reason="late", by=alice, expected_version=old, now=now
        )
