"""Matches in the sandbox are measured as they are played, and what is missing is named."""

import pytest

from bench import authors


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_matches_are_played_on_two_processes(monkeypatch, tmp_path):
    context = authors.multiprocessing.get_context("fork")  # so that they see what is set here
    monkeypatch.setattr(authors.multiprocessing, "get_context", lambda _name: context)
    monkeypatch.setattr(authors, "RUNS", 1)
    monkeypatch.setattr(authors, "RUN_S", 0.2)
    monkeypatch.setattr(authors.importlib.util, "find_spec", lambda _name: None)
    whole, core, actions = authors.rows(tmp_path)
    assert (whole.unit, whole.limit, core.unit) == ("matches/s", 1.0, "matches/s and core")
    assert 200 * whole.speed < actions.speed < 400 * whole.speed
    assert actions.note.startswith("kaggle-environments is not installed")


def test_missing_sandbox_is_named(monkeypatch, tmp_path):
    def refuse(_settings):
        raise authors.SandboxError("bubblewrap is missing")

    monkeypatch.setattr(authors, "open_proven", refuse)
    (row,) = authors.rows(tmp_path)
    assert row.note == "not available: bubblewrap is missing"
