"""What is told of scorers: their times, and whatever should not be."""

from bench import scorers
from bench.load.users import Answer
from bench.scorers_run import Kind, Table, Way

FIGURES = {
    "final": 200,
    "final_s": 50.0,
    "kinds": [
        {
            "kind": "entries",
            "answers": 300,
            "seconds": 30.0,
            "p50": 1.0,
            "p95": 2.0,
            "p99": 3.0,
            "slowest": 4.0,
        }
    ],
    "failed": 1,
    "why": "503",
    "not_once": 0,
    "deadlocks": 0,
    "differ": 0,
    "load": [0.1, 2.0],
}
RESULT = b'{"result": {"totals": [4, 3, 2, 1]}}'
REFUSED = b'{"current": {"result": {"totals": [4, 3, 2, 1]}}}'
OTHER = b'{"current": {"result": {"totals": [1, 2, 3, 4]}}}'


def answer(status, content=RESULT):
    return Answer(status, {}, content, 0.1)


def colliding(*entries):
    seen = {Kind.ENTRY: list(entries), Kind.CONFIRMATION: [answer(200)], Kind.PAGE: [answer(200)]}
    return list(Table("m", ("a", "b"), Way.COLLIDING, seen=seen).wrong())


def test_what_should_not_be_is_below_its_limit():
    rows = {row.what: row for row in scorers.rows_of(FIGURES)}
    assert rows["results entered and confirmed"].speed == 4
    assert rows["entries"].note.startswith("1.00 / 2.00 / 3.00 / 4.00 s")
    assert [row.mark for row in rows.values() if row.limit] == ["below", "ok", "ok", "ok"]


def test_of_two_who_collide_one_is_refused_with_what_is_stored():
    assert colliding(answer(200), answer(412, REFUSED)) == []


def test_two_who_were_both_stored_are_noticed():
    assert "entries" in colliding(answer(200), answer(200))[0]


def test_who_was_refused_without_what_is_stored_is_noticed():
    assert "not told" in colliding(answer(200), answer(409, OTHER))[0]


def test_who_was_put_off_is_noticed():
    assert "503" in colliding(answer(200), answer(503, b"later"))[0]
