"""Pages of experiments: for their author, with a form that says what is wrong."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import Experiment
from league.services.monitoring import tallies
from league.web.base.charts import Ratio
from league.web.games.games import game_name
from tests.league.experiments import make_experiment, two_versions
from tests.league.factories import VersionFactory
from tests.league.ladders import make_version

CURVE = [[n, 0.01 * n] for n in range(1, 121)]
FAULT = {"pair": 7, "who": "new", "round": 0, "action": 3, "reason": "crash"}


def page(name, *args):
    return reverse(f"web:{name}", args=args)


def text(response):
    return response.content.decode()


@pytest.fixture
def running(carol):
    return make_experiment(
        carol, status="running", duplicates=120, total=60.0, squares=3000.0, curve=CURVE
    )


@pytest.fixture
def wanted(carol):
    new, old = two_versions(carol)
    return {
        "new": new.code,
        "old": old.code,
        "table": "skat:3",
        "lower": "0",
        "upper": "0.2",
        "alpha": "0.05",
        "beta": "0.05",
        "most": "5000",
    }


def test_list_shows_ones_own(as_carol, running, mallory):
    theirs = make_experiment(mallory)
    shown = text(as_carol.get(page("experiments")))
    assert page("experiment", running.code) in shown
    assert page("experiment", theirs.code) not in shown
    assert game_name(running.game) in shown


@pytest.mark.parametrize("name", ["experiment", "experiment-curve", "experiment-pairs"])
def test_an_experiment_is_for_its_author(client_of, running, mallory, alice, name):
    address = page(name, running.code)
    alice.is_staff = True
    alice.save()
    assert [client_of(who).get(address).status_code for who in (mallory, alice, None)] == [
        *(404, 404, 302)
    ]


@pytest.mark.parametrize("name", ["stop-experiment", "resume-experiment"])
def test_others_can_do_nothing_to_it(as_mallory, running, name):
    assert as_mallory.post(page(name, running.code)).status_code == 404


def test_form_starts_an_experiment(as_carol, wanted):
    answer = as_carol.post(page("new-experiment"), wanted)
    found = Experiment.objects.get()
    assert answer.url == page("experiment", found.code)
    assert (found.game, found.players, found.new.code) == ("skat", 3, wanted["new"])


def test_form_offers_the_version_it_was_opened_from(as_carol, wanted):
    answer = as_carol.get(page("new-experiment"), {"new": wanted["old"]})
    assert f'value="{wanted["old"]}" selected' in text(answer)


def test_form_takes_somebody_elses_version_from_its_page(as_carol, wanted, mallory):
    owl = make_version(mallory, name="Owl")
    assert "Owl 1" in text(as_carol.get(page("new-experiment"), {"old": owl.code}))
    as_carol.post(page("new-experiment"), wanted | {"old": owl.code})
    assert Experiment.objects.get().old == owl


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"upper": "0"}, "at least 0.01 above"),
        ({"most": "9"}, "greater than or equal to 50"),
        ({"alpha": "x"}, "Enter a number."),
        ({"old": "nothing234"}, "Select a valid choice"),
        ({"table": "skat:9"}, "Select a valid choice"),
        ({"lower": "inf"}, "Enter a number."),
    ],
)
def test_form_comes_back_with_what_is_wrong(as_carol, wanted, change, said):
    answer = as_carol.post(page("new-experiment"), wanted | change)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Experiment.objects.exists()


@pytest.fixture
def few(carol, wanted):
    """What the form is sent with, by name, of versions that play Skat and Truco, and Skat alone."""
    new = make_version(carol, name="Hawk", games=["skat", "truco"])
    old = make_version(carol, name="Wren", games=["skat"])
    return wanted | {"new": new.code, "old": old.code}


def test_form_refuses_a_game_that_one_of_them_does_not_play(as_carol, few):
    answer = as_carol.post(page("new-experiment"), few | {"table": "truco:4"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["table"] == [
        "Both versions must play the game. They both play: skat."
    ]


def test_form_offers_no_game_that_none_of_ones_own_plays(as_mallory, mallory):
    make_version(mallory, name="Owl", games=["skat"])
    form = as_mallory.get(page("new-experiment")).context["form"]
    assert [value for value, _words in form.fields["table"].choices] == ["skat:3"]


def test_form_asks_for_the_games_that_both_play(as_carol, few):
    shown = text(as_carol.get(page("new-experiment"), few, headers={"HX-Request": "true"}))
    assert '<option value="skat:3" selected>' in shown
    assert "truco" not in shown
    assert "<html" not in shown


def test_two_that_play_nothing_together_have_no_game(as_carol, carol, few):
    other = make_version(carol, name="Crow", games=["loo"])
    chosen = few | {"old": other.code}
    shown = text(as_carol.get(page("new-experiment"), chosen, headers={"HX-Request": "true"}))
    assert "The two versions have no game in common." in shown


def test_form_says_when_too_many_run(as_carol, wanted, carol):
    for _ in range(2):
        make_experiment(carol)
    answer = as_carol.post(page("new-experiment"), wanted)
    assert answer.status_code == 422
    assert "Wait until one is done, or stop" in text(answer)


def test_form_leads_to_the_upload_who_has_no_version(as_carol):
    assert page("my-bots") in text(as_carol.get(page("new-experiment")))


def test_running_experiment_shows_how_it_stands(as_carol, running):
    shown = text(as_carol.get(page("experiment", running.code)))
    assert "We do not know yet whether" in shown
    assert "+0.50 ± 0.89" in shown
    assert "120 of at most 5000 pairs" in shown
    assert '<polyline class="ratio__line"' in shown


def test_running_experiment_refreshes_itself_and_can_be_stopped(as_carol, running):
    shown = text(as_carol.get(page("experiment", running.code)))
    assert "hx-trigger" in shown
    assert page("stop-experiment", running.code) in shown
    assert page("resume-experiment", running.code) not in shown


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("better", "is better than"),
        ("not_better", ", or not by as much as"),
        ("undecided", "The experiment reached its maximum of pairs"),
        ("stopped", "You stopped the experiment before we knew"),
        ("failed", "The experiment failed before we knew whether"),
    ],
)
def test_what_is_over_says_its_verdict_and_is_at_rest(as_carol, running, status, said):
    Experiment.objects.update(status=status)
    shown = text(as_carol.get(page("experiment", running.code)))
    assert said in shown
    assert "hx-trigger" not in shown
    assert page("stop-experiment", running.code) not in shown
    assert (page("resume-experiment", running.code) in shown) == (status in {"stopped", "failed"})


def test_fragment_has_no_frame(as_carol, running):
    answer = as_carol.get(page("experiment", running.code), headers={"HX-Request": "true"})
    assert text(answer).startswith('<div id="experiment"')


def test_it_says_why_it_waits(as_carol, running):
    tallies.see("play", now=timezone.now())
    running.jobs.update(reason="no bots of authors are played by this worker")
    assert "No bots of authors are played" in text(as_carol.get(page("experiment", running.code)))


def test_faults_are_shown_with_what_may_be_read(as_carol, running):
    Experiment.objects.update(
        new_faults=1,
        faults=[
            FAULT | {"detail": "it ended", "evidence": "<oh dear>"},
            FAULT | {"who": "old", "detail": "", "evidence": ""},
        ],
    )
    shown = text(as_carol.get(page("experiment", running.code)))
    assert "&lt;oh dear&gt;" in shown
    assert "Only its author can see the details." in shown


def test_stop_and_resume(as_carol, running):
    as_carol.post(page("stop-experiment", running.code))
    assert Experiment.objects.get().status == "stopped"
    as_carol.post(page("resume-experiment", running.code))
    assert Experiment.objects.get().status == "running"


def test_what_cannot_be_done_is_said(as_carol, running):
    Experiment.objects.update(status="better")
    answer = as_carol.post(page("stop-experiment", running.code), follow=True)
    assert "This experiment has ended, so you cannot" in text(answer)


def test_pairs_are_sent_as_lines_of_json(as_carol, running):
    running.blocks.create(first=0, differences=[0.5, -1.0], faulty=[[], ["old"]])
    running.blocks.create(first=2, differences=[2.0], faulty=[["new", "old"]])
    answer = as_carol.get(page("experiment-pairs", running.code))
    lines = [json.loads(line) for line in answer.getvalue().splitlines()]
    assert [line["difference"] for line in lines] == [0.5, -1.0, 2.0]
    assert [line["faulty"] for line in lines] == [[], ["old"], ["new", "old"]]
    assert len({line["secret"] for line in lines}) == 3


def test_curve_is_sent_as_a_table(as_carol, running):
    answer = as_carol.get(page("experiment-curve", running.code))
    lines = text(answer).splitlines()
    assert lines[:2] == ["pairs,log_likelihood_ratio", "1,0.01"]
    assert len(lines) == 121


@pytest.mark.parametrize("language", ["de", "nl"])
def test_drawing_has_no_decimal_comma(as_carol, running, language):
    shown = text(
        as_carol.get(page("experiment", running.code), headers={"Accept-Language": language})
    )
    assert ">+0,50 ± 0,89<" in shown
    [line] = [part for part in shown.split("<") if part.startswith("polyline")]
    assert "." not in line
    assert all(point.count(",") == 1 for point in line.split('points="')[1].split('"')[0].split())


def test_drawing_keeps_line_and_bounds_inside():
    drawn = Ratio.of([[1, -7.0], [2, 4.0]], (-2.9, 2.9))
    assert 0 < drawn.better < drawn.zero < drawn.not_better < Ratio.HEIGHT - 12
    assert drawn.end[1] < drawn.better


def test_version_leads_to_its_experiments(as_carol, running):
    shown = text(as_carol.get(page("version", running.new.code)))
    assert page("experiment", running.code) in shown
    assert f"{page('new-experiment')}?new={running.new.code}" in shown


def test_somebody_elses_version_can_be_compared_with(as_mallory, client, running):
    address = page("version", running.new.code)
    shown = text(as_mallory.get(address))
    assert f"{page('new-experiment')}?old={running.new.code}" in shown
    assert page("experiment", running.code) not in shown
    assert page("new-experiment") not in text(client.get(address))


@pytest.mark.parametrize("name", ["experiments", "new-experiment"])
def test_queries_do_not_grow_with_rows(as_carol, carol, running, name):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            as_carol.get(page(name))
        return len(captured)

    queries()
    before = queries()
    for _ in range(9):
        make_experiment(carol)
        VersionFactory(bot__owner=carol)
    assert queries() == before
