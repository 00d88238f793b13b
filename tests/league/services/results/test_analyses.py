"""Who may ask for an analysis, of what, and how often."""

import pytest

from league.models import Account, Analysis, Job, Match
from league.services.base.refusals import Conflict, Forbidden, Invalid, NotFound
from league.services.results import analyses
from league.services.results.analyses import Decision, rounds_within


def ask(match, by, now, seat=0):
    return analyses.ask(match=match, seat=seat, by=by, now=now)


def test_asked_twice_it_is_the_same_row_and_job(final, bob, dora, now):
    assert ask(final, bob, now) == ask(final, dora, now)
    assert Job.objects.filter(kind=Job.Kind.ANALYSE_MATCH).count() == 1
    assert Analysis.objects.get().asked_by == bob


def test_somebody_outside_the_club_may_ask_too(final, mallory, now):
    assert ask(final, mallory, now).asked_by == mallory


def test_a_guest_of_a_table_may_not(final, now):
    guest = Account.objects.create(username="guest", is_guest=True)
    with pytest.raises(Forbidden):
        ask(final, guest, now)


def test_a_match_that_is_not_final_is_not_analysed(played, bob, now):
    with pytest.raises(NotFound):
        ask(played, bob, now)


def test_a_match_of_paper_is_not_analysed(entered, bob, now):
    Match.objects.filter(pk=entered.pk).update(status=Match.Status.FINAL)
    entered.refresh_from_db()
    with pytest.raises(NotFound):
        ask(entered, bob, now)


def test_there_is_such_a_seat(final, bob, now):
    with pytest.raises(Invalid):
        ask(final, bob, now, seat=4)


def test_few_at_a_time(final, bob, dora, now, monkeypatch):
    monkeypatch.setattr(analyses, "AT_A_TIME", 2)
    ask(final, bob, now, seat=0)
    ask(final, bob, now, seat=1)
    with pytest.raises(Conflict, match="2 of your analyses"):
        ask(final, bob, now, seat=2)
    ask(final, dora, now, seat=2)


def test_few_a_day(final, bob, now, monkeypatch):
    monkeypatch.setattr(analyses, "A_DAY", 1)
    ask(final, bob, now, seat=0)
    Analysis.objects.update(done=0, finished_at=now)
    with pytest.raises(Conflict, match="within a day"):
        ask(final, bob, now, seat=1)


@pytest.mark.parametrize(
    ("cost", "margin", "loss", "is_gain"),
    [(3.0, 1.0, 3.0, False), (1.0, 1.5, 0.0, False), (-1.0, 1.5, 0.0, False), (-2.0, 1, 0, True)],
)
def test_what_chance_may_have_made_is_no_loss(cost, margin, loss, is_gain):
    one = Decision(0, 0, "HA", "H7", cost, margin)
    assert (one.loss, one.is_gain) == (loss, is_gain)


@pytest.mark.parametrize(
    ("rounds", "most", "within"),
    [
        ([0, 0, 1, 1, 2], 4, 2),
        ([0, 0, 1, 1, 2], 5, 3),
        ([0, 0, 0], 2, 1),
        ([0, 2], 1, 2),
        ([], 1, 1),
    ],
)
def test_rounds_are_whole_and_the_first_is_always_there(rounds, most, within):
    assert rounds_within(rounds, most) == within
