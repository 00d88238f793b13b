"""Duplicate matches between built-in bots, and what they tell."""

import json
import sys

import numpy as np
import pytest

from bots.__main__ import main
from bots.contests import arena
from engine.records.document import validate


def setting(*bots, deals=8, **more):
    return arena.Setting(game="gong-zhu", bots=bots, deals=deals, **more)


def played(scores, records=()):
    return arena.Played(0, scores, moves=10, seconds=1.0, records=list(records))


def test_every_bot_sits_in_every_seat():
    found = arena.play(setting("greedy", "random", "random", "random"), 0)
    assert len(found.scores) == 4
    assert all(validate(record).complete for record in found.records)
    assert len({record["secret"] for record in found.records}) == 1


def test_bots_of_one_kind_make_no_difference():
    kinds = setting("random", "random", "random", "random")
    assert arena.summarise(kinds, [arena.play(kinds, 0)]).differences == {}


def test_luck_that_both_have_cancels():
    two = setting("greedy", "random", "greedy", "random")
    lucky = [[100.0, 0, 0, 0]] * 4  # seat 0 wins whoever sits there
    summary = arena.summarise(two, [played(lucky), played(lucky)])
    assert summary.differences["greedy - random"].mean == 0
    assert [seat.mean for seat in summary.seats] == [75, -25, -25, -25]


def test_interval_is_over_matches():
    two = setting("greedy", "random", "greedy", "random", duplicate=False)
    matches = [played([[lead, 0.0, lead, 0.0]]) for lead in (10.0, 20.0, 30.0)]
    found = arena.summarise(two, matches).differences["greedy - random"]
    assert found.mean == pytest.approx(20)
    assert found.margin == pytest.approx(1.96 * 10 / np.sqrt(3))
    assert found.is_sure


def test_matches_make_up_the_deals():
    assert setting("greedy", *["random"] * 3, deals=9).matches == 3


def test_command_prints_and_writes(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    words = "arena --game gong-zhu --seats greedy,random,random,random --deals 8 --cores 1"
    assert main([*words.split(), "--out", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "greedy - random" in said.out
    assert "2/2 matches" in said.err
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["setting"]["deals"] == 8
    records = (tmp_path / "records.jsonl").read_text().splitlines()
    assert len(records) == 8
    assert validate(json.loads(records[0])).ok


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--game whist --seats greedy", "there is no game 'whist'"),
        ("--game skat --seats greedy,deep,greedy", "there is no bot 'deep'"),
        ("--game skat --seats greedy", "Skat is for 3 players"),
        ("--game skat --seats greedy,greedy,greedy --deals 0", "--deals is 1 or more"),
    ],
)
def test_what_cannot_be_played_is_refused(words, said, capsys):
    with pytest.raises(SystemExit):
        main(["arena", *words.split()])
    assert said in capsys.readouterr().err


def test_rotations_that_repeat_are_played_once():
    assert arena.Setting("truco", ("greedy", "random", "greedy", "random"), 4).rotations == 2


def test_everybody_passes_where_told_to():
    setting = arena.Setting("gong-zhu", ("greedy",) * 4, 4, passing=("expose",))
    (record,) = arena.play(setting, 0).records
    assert all(done["actions"][:4] == ["pass"] * 4 for done in record["rounds"])
