"""The measurements of the sandbox are made in it, and a tier that is missing is named."""

import pytest

from bench import sandbox


@pytest.mark.further
@pytest.mark.needs("bubblewrap")
@pytest.mark.needs("libraries")
def test_each_tier_has_its_rows(monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox, "RUNS", 2)
    monkeypatch.setattr(sandbox, "ROUND_TRIPS", 20)
    rows = list(sandbox.rows(tmp_path))
    assert [row.what.split(",")[0] for row in rows] == ["bwrap"] * 6 + ["landlock"] * 6
    assert all(row.speed for row in rows)
    assert [row.limit for row in rows[:6]] == [1.0, 1.0, 1.0, None, 1.0, 1.0]


def test_missing_tier_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sandbox, "TIERS", ("bwrap",))
    (row,) = sandbox.rows(tmp_path)
    assert row.note.startswith("not available: bubblewrap is missing")


@pytest.mark.parametrize("bots", [1, 2])
def test_round_trips_ask_each_bot_in_turn(bots):
    class Bot:
        asked = 0

        def ask(self, request):
            self.asked += 1

    some = [Bot() for _ in range(bots)]
    sandbox.round_trips(some, 10)
    assert {bot.asked for bot in some} == {10 // bots}
