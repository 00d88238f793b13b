"""Latecomers by the API: at which tables they can sit, and that they do."""

from tests.league.draws import tables


def test_the_tables_with_a_place_are_told_with_their_price(as_alice, drawn, late):
    [first, _second] = as_alice.post(
        f"sessions/{drawn.code}/late-seats", {"player": late.code}
    ).json()
    assert first["players"][-1]["code"] == late.code
    assert len(first["players"]) == 5
    assert first["price"]["severity"] in {"costs", "free"}


def test_a_latecomer_is_seated(as_alice, drawn, late):
    match = drawn.matches.get(table_number=2)
    sent = {"player": late.code, "match": match.code}
    answer = as_alice.post(f"sessions/{drawn.code}/seat-late", sent).json()
    assert answer["tables"][1]["seats"][-1]["player"]["code"] == late.code
    assert tables(drawn)[1][-1] == late


def test_a_table_of_another_session_is_named(as_alice, drawn, late, match):
    sent = {"player": late.code, "match": match.code}
    answer = as_alice.post(f"sessions/{drawn.code}/seat-late", sent)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["match"]
