"""The analysis of a seat: asked for on its page, on its way, and what it says in words."""

import pytest
from django.urls import reverse

from league.models import Analysis, Job
from league.services.results import analyses
from tests.league.analyses import make_analysis


def address(match, number=1):
    return reverse("web:analysis", args=[match.code, number])


def viewer(match, **query):
    return reverse("web:viewer", args=[match.code], query=query)


def ask(client, match, number=1):
    return client.post(reverse("web:ask-analysis", args=[match.code, number]), follow=True)


def text(answer):
    return answer.content.decode()


@pytest.fixture
def dearest(final):
    """The dearest decision of the first seat, once that is analysed."""
    found = analyses.decisions_of(make_analysis(final))
    return max(found, key=lambda one: one.cost)


@pytest.fixture
def agreed(dearest):
    return next(one for one in analyses.decisions_of(Analysis.objects.get()) if one.is_same)


def test_whoever_has_an_account_asks_by_a_button(as_mallory, final):
    assert 'action="/matches/' in text(as_mallory.get(address(final)))
    shown = text(ask(as_mallory, final))
    assert "The analysis is under way" in shown
    assert "hx-trigger" in shown
    assert Analysis.objects.get().seat == 0


def test_others_are_told_to_log_in(client, final):
    shown = text(client.get(address(final)))
    assert "Log in to have it analysed" in shown
    assert "/ask/" not in shown


def test_a_page_on_its_way_says_how_far_it_has_got(as_bob, final):
    ask(as_bob, final)
    Analysis.objects.update(done=12, total=40)
    shown = text(as_bob.get(address(final)))
    assert "12 of 40 decisions looked at" in shown
    assert 'value="12"' in shown


def test_nothing_is_sent_while_there_is_no_news(as_bob, final):
    ask(as_bob, final)
    known = as_bob.get(address(final)).context["digest"]
    fragment = {"query_params": {"known": known}, "headers": {"HX-Request": "true"}}
    assert as_bob.get(address(final), **fragment).status_code == 204
    Analysis.objects.update(total=40)
    Analysis.objects.update(done=12)
    assert "12 of 40" in text(as_bob.get(address(final), **fragment))


def test_what_failed_says_why_and_is_tried_again(as_bob, final):
    ask(as_bob, final)
    why = "the site made a mistake; its staff have been told (job x)"
    Job.objects.filter(kind="analyse_match").update(status="failed", reason=why)
    shown = text(as_bob.get(address(final)))
    assert "The site made a mistake" in shown
    assert "Try again" in shown
    assert "hx-trigger" not in shown
    assert "The analysis is under way" in text(ask(as_bob, final))


def test_more_than_one_may_ask_for_is_refused_in_words(as_bob, final, monkeypatch):
    monkeypatch.setattr(analyses, "AT_A_TIME", 0)
    assert "Wait until one is." in text(ask(as_bob, final))


def test_what_was_found_is_counted_and_drawn(client, final, dearest):
    found = analyses.decisions_of(Analysis.objects.get())
    answer = client.get(address(final))
    same = sum(one.is_same for one in found)
    assert f"As Master would have decided: {same} of {len(found)} decisions" in text(answer)
    chart = answer.context["chart"]
    assert len(chart.line.split()) == 1 + 2 * len(found)
    assert [number for number, _x in chart.rounds] == [1, 2, 3, 4]


def test_the_dearest_decision_comes_first_and_leads_to_its_step(client, final, dearest):
    answer = client.get(address(final))
    first = answer.context["dearest"][0]
    assert (first.round, first.loss, first.margin) == (dearest.round + 1, "6.0", "0.5")
    assert f"{viewer(final)}?round={first.round}&amp;step={first.step}" in text(answer)


def test_of_a_long_match_it_says_how_much_was_looked_at(client, final, dearest):
    Analysis.objects.update(rounds=2)
    assert "Only the first 2 of 4 rounds" in text(client.get(address(final)))


def test_a_step_says_what_the_bot_would_have_done(client, final, dearest):
    shown = text(client.get(viewer(final, round=dearest.round + 1, step=dearest.action + 1)))
    assert "Master would have chosen: " in shown
    assert "This cost about 6.0 points." in shown
    assert "−6.0" in shown


def test_a_step_says_that_the_bot_would_have_done_the_same(client, final, agreed):
    shown = text(client.get(viewer(final, round=agreed.round + 1, step=agreed.action + 1)))
    assert "Master would have done the same." in shown


def test_a_step_of_another_seat_says_nothing(client, final, dearest):
    others = client.get(viewer(final, round=1, step=1)).context
    assert others["note"] is None or others["replay"].current.number in others["notes"]
    assert "Master would" not in text(client.get(viewer(final, round=1, step=0)))


def test_the_viewer_leads_to_analyses_and_asks_for_those_that_are_not_there(
    as_bob, client, final, dearest
):
    shown = text(as_bob.get(viewer(final)))
    assert f'href="{address(final, 1)}"' in shown
    assert reverse("web:ask-analysis", args=[final.code, 2]) in shown
    assert reverse("web:ask-analysis", args=[final.code, 1]) not in shown
    assert "/ask/" not in text(client.get(viewer(final)))


def test_a_match_that_is_played_has_none(as_bob, played):
    assert as_bob.get(address(played)).status_code == 404


def test_an_analysis_is_no_job_that_a_match_waits_for(as_bob, as_alice, final):
    ask(as_bob, final)
    for client in (as_bob, as_alice):
        assert "analyse a match" not in text(client.get(f"/matches/{final.code}/"))
    assert "analyse a match" not in text(as_alice.get(f"/clubs/{final.season.club.slug}/desk/"))


def test_a_page_costs_the_same_however_much_was_found(
    client, final, dearest, django_assert_num_queries
):
    client.get(address(final))
    with django_assert_num_queries(5):
        client.get(address(final))
