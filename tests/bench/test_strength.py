"""What is to be measured about strength, and what is kept of it."""

import re
from xml.etree import ElementTree

import pytest

import games
from bench import strength, strength_chart
from bench.strength import Contest, contests, declaring, is_of_today, render
from bench.strength_chart import Row
from bots.contests import arena


def test_every_game_at_every_number_of_players_is_a_contest():
    tables = {(game.slug, players) for game in games.all() for players in game.players}
    for one, other in (("hard", "greedy"), ("greedy", "random"), ("expert", "hard")):
        found = {(c.game, len(c.seats)) for c in contests() if c.bots == (one, other)}
        assert found == tables


def test_partners_are_the_same_bot():
    assert strength.seats_of(games.get("truco"), 4, "hard", "greedy") == (
        *("hard", "greedy"),
        *("hard", "greedy"),
    )


def test_command_of_a_contest_measures_it():
    contest = Contest("gong-zhu", ("hard", "greedy", "hard", "greedy"), ("expose",))
    assert contest.command == (
        "python -m bots arena --game gong-zhu --seats hard,greedy,hard,greedy --deals 400"
        " --pass expose"
    )


def test_results_of_bots_that_played_otherwise_are_measured_again():
    contest = Contest("skat", ("greedy", "random", "random"))
    first = strength.digest(arena.play(contest.setting, 0))
    assert not is_of_today(contest, None)
    assert not is_of_today(contest, {"first_match": "0" * 16})
    assert is_of_today(contest, {"first_match": first})


@pytest.mark.slow
@pytest.mark.parametrize("contest", list(contests()), ids=lambda one: one.name)
def test_results_on_the_page_are_of_the_bots_of_today(contest):
    """Else `make strength` measures them again."""
    result = strength.load().get(contest.name)
    assert result is None or is_of_today(contest, result)


def test_declarers_are_those_of_the_rotated_seat():
    lost = {"actions": ["bid 18", "declare clubs"], "scores": [0, -48, 0]}
    won = {"actions": ["bid 18", "declare grand"], "scores": [48, 0, 0]}
    ramsch = {"actions": ["pass", "pass", "pass"], "scores": [0, 10, 0]}
    setting = arena.Setting("skat", ("hard", "greedy", "greedy"), 3)
    records = [{"rounds": [won]}, {"rounds": [lost]}, {"rounds": [ramsch]}]
    played = arena.Played(0, [], 0, 0.0, records)
    # The hard bot sits on seats 0, 2 and 1: it wins 50, has 40 from the game lost, then nothing.
    assert declaring(setting, [played]) == {"points": 30.0, "declared": 0.3333, "won": 1.0}


def test_page_lists_what_was_measured_only():
    contest = Contest("skat", ("greedy", "random", "random"))
    result = {"mean": 165.1, "margin": 3.8}
    page = render({contest.name: result})
    assert "| Skat | 3 | greedy − random | +165.10 ± 3.80 | better |" in page
    assert "hard − greedy" not in page


def test_page_and_chart_are_up_to_date():
    assert strength.PAGE.read_text() == render(strength.load())
    assert strength.CHART.read_text() == strength.chart(strength.load())


def test_page_starts_with_the_chart():
    picture = render({}).splitlines()[2]
    assert picture.endswith("](images/strength.svg)")


def words_of(drawing):
    """Return all that a drawing says, which must be well-formed."""
    root = ElementTree.fromstring(drawing)
    return [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_chart_shows_every_table_and_what_is_not_measured():
    words = words_of(strength.chart({}))
    assert {game.name for game in games.all()} <= set(words)
    tables = sum(len(game.players) for game in games.all())
    assert words.count("not measured yet") == len(strength.STEPS) * tables


def test_chart_draws_what_was_measured_on_the_scale_of_its_row():
    won = {"mean": 30.0, "margin": 10.0}
    lost = {"mean": -20.0, "margin": 5.0}
    drawing = strength_chart.chart([Row("Loo & Lu", 3, [won, lost, None])])
    assert {"Loo & Lu", "+30.00 ± 10.00", "-20.00 ± 5.00"} <= set(words_of(drawing))
    width = strength_chart.LONGEST
    bars = re.findall(r'class="(bar[ a-z]*)" .* width="([0-9.]+)"', drawing)
    assert bars == [("bar", f"{30 / 40 * width:.1f}"), ("bar less", f"{20 / 40 * width:.1f}")]
