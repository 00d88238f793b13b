"""`python -m games check`: what holds, and what an author is told of what does not."""

import json
import re
import shlex

import pytest

from games.__main__ import main
from games.workshop import check
from games.workshop.advice import ADVICE

QUICK = "--plain --matches 1 --players 3"
CONSERVED = "--plain --law cards_are_conserved"


def change(package, file, old, new):
    path = package / "sixes" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def told(package, words, capsys):
    """Return the exit status of a check, and what it says."""
    status = main(["check", str(package), *words.split()])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_there_is_advice_for_every_law():
    assert ADVICE.keys() == {law.__name__ for law in check.ALL}


@pytest.mark.further
def test_new_game_obeys_all_laws(own, capsys):
    status, said, verdict = told(own, QUICK, capsys)
    assert (status, verdict) == (0, "All laws hold.\n"), said
    assert said.count("✓") == len(check.ALL) - 1
    assert "✗" not in said
    assert "–" not in said


@pytest.mark.slow
def test_rules_that_python_alone_takes_are_told(own, capsys):
    change(own, "rules.py", "s.tricks[winner] += 1", "s.tricks[max([winner], key=int)] += 1")
    status, said, _ = told(own, "--law compiled_rules_play_the_same", capsys)
    assert status == 1
    assert "the rules do not compile" in said
    assert "no sets, texts, generators" in said


def test_broken_law_is_told_with_its_position_and_how_to_get_it_again(own, capsys):
    change(own, "rules.py", "s.scores[seat] = s.tricks[seat]", "s.scores[seat] = 2")
    status, said, verdict = told(own, "--plain --law scores_are_possible", capsys)
    assert (status, verdict) == (1, "Not all laws hold yet: mend what is marked ✗.\n")
    assert "✗ scores are possible\n      Scores of a round obey the game's own rule" in said
    assert "scores are possible: 8 tricks are shared out (3 players, round 0, action 24)" in said
    assert "Look at `end_round` and `is_over` in rules.py, `scores_fault` in sheet.py" in said
    assert re.search(r"\| seat 0 holds( [CSHD][9TJQKA]){8}\n", said)
    assert re.search(r"\| play  8 \|(  \d: \w\w){3}\n", said)
    assert "| the round is over, scores [2, 2, 2]\n" in said
    again = re.search(r"Again: python -m games (.+)", said)[1]
    assert main(shlex.split(f"{again} --plain")) == 1
    assert "(3 players, round 0, action 24)" in capsys.readouterr().out


def test_report_for_programs_says_what_came_of_each_law(own, capsys):
    change(own, "rules.py", "s.scores[seat] = s.tricks[seat]", "s.scores[seat] = 2")
    status, said, verdict = told(own, "--json --plain --law scores_are_possible", capsys)
    report = json.loads(said)
    assert (status, verdict, report["game"], report["ok"]) == (1, "", "sixes", False)
    [law] = report["laws"]
    assert (law["law"], law["ok"], law["players"]) == ("scores_are_possible", False, 3)
    assert "8 tricks are shared out" in law["broken"]
    assert "seat 0 holds" in law["position"]
    assert "`end_round`" in law["look_at"]


def test_error_in_a_rule_is_told_with_its_line(own, capsys):
    change(own, "rules.py", "s.trick += 1", "s.trick += s.tricks[7]")
    status, said, _ = told(own, CONSERVED, capsys)
    assert status == 1
    assert re.search(r"It came up in rules\.py, line \d+, in `_end_trick`\.", said)
    assert re.search(r"\| seat \d is to act in 'play': \w\w", said)


@pytest.mark.further
def test_same_error_is_told_once(own, capsys):
    change(own, "rules.py", "s.trick += 1", "s.trick += s.tricks[7]")
    said = told(own, QUICK, capsys)[1]
    assert said.count("It came up in rules.py") == 1
    assert said.count("the same as under “actions have numbers”") > 5


@pytest.mark.parametrize(
    ("file", "edit", "said"),
    [
        ("rules.py", ("OVER = range(2)", "OVER = range(3)"), "ValueError: too many values"),
        ("rules.py", ("def setup", "df setup"), "SyntaxError"),
        ("__init__.py", ("    max_legal=HAND_SIZE,\n", ""), "'max_legal'"),
    ],
)
def test_game_that_cannot_be_imported_is_told(own, capsys, file, edit, said):
    change(own, file, *edit)
    status, out, _ = told(own, QUICK, capsys)
    assert status == 1
    assert "sixes cannot be imported: " in out
    assert said in out
    assert file in out


def test_game_of_the_registry_is_checked_by_its_slug(capsys):
    assert main(["check", "rolling-stone", "--law", "words_are_there"]) == 0
    assert "Rolling Stone" in capsys.readouterr().out


def test_report_for_programs_says_that_a_law_holds(capsys):
    assert main(["check", "rolling-stone", "--law", "words_are_there", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert [(law["law"], law["broken"], law["look_at"]) for law in report["laws"]] == [
        ("words_are_there", "", "")
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--law fairness", "there is no law 'fairness'; there are: actions_have_numbers, "),
        ("--players 7 --plain", "Sixes is for 3 or 4 players, not 7"),
        ("--matches 0 --plain", "--matches is 1 at least"),
    ],
)
def test_what_cannot_be_asked_is_refused(own, words, said, capsys):
    with pytest.raises(SystemExit) as end:
        main(["check", str(own), *words.split()])
    assert end.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_what_is_missing_is_noted(own, capsys):
    (own / "tests/playthrough.txt").unlink()
    change(own, "sheet.py", "def written(", "def _written(")
    change(own, "words.py", '"Win tricks."', '"Take tricks."')
    main(["texts", str(own)])
    capsys.readouterr()
    status, said, _ = told(own, "--plain --law playthrough_is_kept", capsys)
    assert status == 0
    assert "– sheet.py has no `written(view)`" in said
    assert "– no round is kept: `python -m games show --keep`" in said
    assert "– 1 texts are not translated into nl" in said
