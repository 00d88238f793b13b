"""The ranking of an evening and of a session for programs."""

import pytest


@pytest.mark.parametrize("kind", ["events", "sessions"])
def test_a_ranking_lists_the_best_first(anonymous, as_dora, entered, session, kind):
    as_dora.post(f"matches/{entered.code}/confirm", headers={"If-Match": '"1-entered"'})
    code = session.event.code if kind == "events" else session.code
    rows = anonymous.get(f"{kind}/{code}/ranking").json()["results"]
    assert [(row["rank"], row["player"]["name"], row["matches"]) for row in rows] == [
        (1, "Bob", 1),
        (2, "Dora", 1),
        (3, "Emil", 1),
        (4, "Frida", 1),
    ]


def test_nobody_is_ranked_while_nothing_is_final(anonymous, entered, event):
    assert anonymous.get(f"events/{event.code}/ranking").json()["results"] == []
