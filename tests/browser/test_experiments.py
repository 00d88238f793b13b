"""An author finds out in the browser whether a new version is better, on a phone and at a desk."""

import pytest
from playwright.sync_api import expect

from league.models import Experiment, Job
from league.services.experiments import pairs
from tests.league.experiments import crew_of, make_experiment, two_versions
from tests.league.ladders import make_version

from .conftest import DESK

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def worker(monkeypatch):
    """Let version 2 play well and version 1 anyhow."""
    monkeypatch.setattr(pairs, "Crew", crew_of(v2="greedy", v1="random"))
    return lambda: pairs.run_batch(ids=list(Job.objects.values_list("pk", flat=True)))


def test_experiment_goes_on_before_the_authors_eyes(open_page, log_in, carol, worker, on_screens):
    two_versions(carol)
    page = log_in(open_page(), "carol")
    page.goto("/bots/mine/")
    page.get_by_role("link", name="Carols bot").click()
    page.get_by_role("link", name="Version 2").click()
    page.get_by_role("link", name="Test whether it is better").click()
    assert on_screens(page, "experiment-form") == []
    page.get_by_label("Compared with").select_option("Carols bot 1")
    page.get_by_label("Game").select_option("Briscola, 2 players")
    page.get_by_role("button", name="Start the experiment").click()
    expect(page.get_by_role("heading", name="The experiment has not started yet.")).to_be_visible()
    worker()
    expect(page.get_by_text("Carols bot 2 is better than Carols bot 1.")).to_be_visible()
    expect(page.get_by_text("50 of at most 5000 pairs")).to_be_visible()
    expect(page.get_by_role("button", name="Stop the experiment")).to_have_count(0)
    assert on_screens(page, "experiment-better") == []


@pytest.fixture
def addresses(carol, live_server):
    """The pages of experiments, by name: one with a long curve and faults on both sides."""
    steps = [0.6, -0.4, 0.3, -0.5, 0.2, 0.4, -0.3]
    curve, ratio = [], 0.0
    for number in range(1, 331):
        ratio += steps[number * number % 7] / 4
        curve.append([number, round(ratio, 3)])
    fault = {"pair": 7, "who": "new", "round": 0, "action": 3, "reason": "crash"}
    evidence = (
        "Traceback (most recent call last):\n  ZeroDivisionError: division by zero " + "x" * 99
    )
    shown = make_experiment(
        carol,
        status="running",
        duplicates=330,
        total=180.0,
        squares=9000.0,
        curve=curve,
        new_faults=2,
        faults=[
            fault | {"detail": "its process ended with exit status 1", "evidence": evidence},
            fault | {"who": "old", "detail": "", "evidence": ""},
        ],
    )
    make_experiment(carol, status="stopped")
    Experiment.objects.filter(pk=shown.pk).update(game="skat", players=3)
    return {
        "experiments": "/experiments/",
        "experiment": f"/experiments/{shown.code}/",
        "experiment-new": "/experiments/new/",
    }


def test_every_page_fits_every_screen(open_page, log_in, addresses, too_wide):
    page = log_in(open_page(), "carol")
    assert too_wide(page, addresses, is_unfolded=True) == []


@pytest.mark.parametrize("width", [390, 500, 640, 767, 1280])
def test_labels_of_the_chart_are_no_larger_than_the_text(open_page, log_in, addresses, width):
    page = log_in(open_page(viewport={"width": width, "height": 700}), "carol")
    page.goto(addresses["experiment"])
    label, text = page.evaluate("""() => {
      const svg = document.querySelector(".ratio");
      const grown = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const size = (found) => parseFloat(getComputedStyle(found).fontSize);
      return [size(svg.querySelector(".ratio__label")) * grown, size(document.body)];
    }""")
    assert label <= text


def test_it_prints_and_works_without_javascript(open_page, log_in, carol, picture):
    shown = make_experiment(carol, status="running", duplicates=2, curve=[[1, 0.5], [2, -0.5]])
    page = log_in(open_page(viewport=DESK, java_script_enabled=False), "carol")
    page.goto(f"/experiments/{shown.code}/")
    page.emulate_media(media="print")
    picture(page, "experiment-printed")
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Stop the experiment").click()
    expect(page.get_by_text("The experiment is stopped.")).to_be_visible()


def test_only_games_that_both_play_are_offered(open_page, log_in, carol):
    make_version(carol, name="Hawk", games=["skat", "truco"])
    make_version(carol, name="Wren", games=["skat"])
    page = log_in(open_page(), "carol")
    page.goto("/experiments/new/")
    games = page.get_by_label("Game").get_by_role("option")
    page.get_by_label("New version").select_option("Hawk 1")
    page.get_by_label("Compared with").select_option("Hawk 1")
    expect(games.filter(has_text="Truco")).not_to_have_count(0)
    page.get_by_label("Compared with").select_option("Wren 1")
    expect(games.filter(has_text="Truco")).to_have_count(0)
    expect(games).to_have_text(["Skat, 3 players"])


def test_duplicates_are_played_against_bots_of_ones_choice(
    open_page, log_in, carol, worker, on_screens
):
    two_versions(carol)
    make_version(carol, name="Wren", number=1, games=["briscola"])
    page = log_in(open_page(), "carol")
    page.goto("/bots/mine/")
    page.get_by_role("link", name="Carols bot").click()
    page.get_by_role("link", name="Version 2").click()
    page.get_by_role("link", name="Play unrated duplicates").click()
    expect(page.get_by_label("Wren 1")).to_have_count(0)
    page.get_by_label("Game").select_option("Briscola, 3 players")
    expect(page.get_by_label("Wren 1")).to_be_visible()
    page.get_by_label("Wren 1").check()
    page.get_by_label("Random").check()
    page.get_by_label("Number of duplicates").fill("4")
    assert on_screens(page, "duplicates-form") == []
    page.get_by_role("button", name="Start the duplicates").click()
    worker()
    expect(page.get_by_text("has played all duplicates against Wren 1, Random.")).to_be_visible()
    assert on_screens(page, "duplicates-played") == []
    page.get_by_role("link", name="Each duplicate").click()
    expect(page.get_by_role("row")).to_have_count(5)
    assert on_screens(page, "each-duplicate") == []
