"""Seasons written to a file and read from it on the command line."""

import pytest
from django.core.management import CommandError, call_command

from league.models import Season


def export(season, file, by="alice"):
    call_command("export_season", season.code, str(file), by=by)


def load(file, *more, by="alice"):
    call_command("import_season", "linde", str(file), "--players", "known", *more, by=by)


def test_a_season_goes_out_and_comes_in(season, match, alice, tmp_path, capsys):
    export(season, tmp_path / "a.jsonl")
    load(tmp_path / "a.jsonl", "--name", "Copy")
    assert Season.objects.filter(name="Copy").exists()
    assert f"match {match.code} is " in capsys.readouterr().out


def test_what_is_wrong_is_said(season, alice, bob, tmp_path):
    with pytest.raises(CommandError, match="There is no active account nobody"):
        export(season, tmp_path / "a.jsonl", by="nobody")
    with pytest.raises(CommandError, match="You need the role"):
        export(season, tmp_path / "a.jsonl", by="bob")
    with pytest.raises(CommandError, match="cannot be read"):
        load(tmp_path / "none.jsonl")


def test_a_line_at_fault_is_said(alice, tmp_path):
    (tmp_path / "a.jsonl").write_text("{}\n")
    with pytest.raises(CommandError, match=r"lines\.1"):
        load(tmp_path / "a.jsonl")
