"""Remote bots are measured over HTTP: what is found is told beside what is wanted."""

from bench import remote, remote_served

FOUND = {
    "seconds": 40,
    "answers": 800,
    "in_time": 199,
    "p50": 0.1,
    "p95": 0.5,
    "slowest": 2.0,
    "load": [0.1, 2.0],
}


def test_answers_are_told_beside_what_is_wanted():
    row = remote.row_of(FOUND, 100)
    assert (row.what, row.speed, row.ratio) == ("200 bots at 100 tables", 20.0, 2.0)
    assert row.note.startswith("199 of 200 bots were never stood in for; p50 0.100 s")


def test_missing_servers_are_named(monkeypatch, tmp_path):
    def refuse(*_args, **_options):
        raise remote.NotThere("Redis does not answer")

    monkeypatch.setattr(remote, "on_servers", refuse)
    rows = list(remote.rows(tmp_path))
    assert [row.what for row in rows] == ["50 bots", "100 bots", "200 bots"]
    assert rows[0].note == "not available: Redis does not answer"


def test_who_thinks_quickly_plays_what_is_legal():
    turn = {"seed": 5, "view": {"legal": ["a", "b", "c"]}}
    assert remote_served.Quick().act("table", turn, time_s=1.0) == "c"
