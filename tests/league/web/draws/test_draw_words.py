"""What explanations say of a draw, in words."""

import pytest

from league.logic.draws.reasons import WHYS
from league.web.draws.draw_words import BYES, ODD, costs_in_words, price_in_words
from league.web.draws.draw_words import WHYS as EITHER
from tests.league.factories import PlayerFactory


def told(why, table, players):
    reasons = [{"players": players, "table": table, "why": why}]
    tables = [{"table": 1, "total": 0, "parts": [], "breaches": []}]
    costs = costs_in_words({"tables": tables, "reasons": reasons})
    return costs[table or 0]["reasons"]


@pytest.mark.django_db
@pytest.mark.parametrize("table", [None, 1])
@pytest.mark.parametrize("why", WHYS)
def test_reasons_name_who_is_meant_or_are_left_out(why, table):
    player = PlayerFactory(name="Anna")
    said = told(why, table, [player.code])
    assert len(said) == (why in EITHER or why in (BYES if table is None else ODD))
    assert all("Anna" in sentence for sentence in said)


def test_every_reason_has_its_words():
    assert set(WHYS) == {*EITHER, *BYES, *ODD}


@pytest.mark.django_db
def test_a_reason_of_nobody_is_left_out():
    assert told("lot", None, []) == []


@pytest.mark.django_db
def test_draws_from_before_reasons_were_kept_are_shown():
    assert costs_in_words({"tables": []}) == {0: {"reasons": []}}


def cause(cost, *players, times=0):
    return {"players": list(players), "cost": cost, "times": times}


def part(name, *causes):
    return {"name": name, "cost": sum(one["cost"] for one in causes), "causes": list(causes)}


@pytest.mark.django_db
def test_a_price_has_a_line_for_each_reason_the_worst_first():
    for name in "abcdef":
        PlayerFactory(code=name, name=name.upper())
    gap = [cause(90, "a", "b"), cause(-80, "a", "c"), cause(40, "d", "e"), cause(1, "e", "f")]
    price = {
        "parts": [
            part("seats", cause(-20, "c")),
            part("gap", *gap),
            part("repeats", cause(60_000, "a", "b", times=1)),
            part("groups", cause(20_000, "a", "b"), cause(-20_000, "c", "d")),
        ],
        "breaches": [{"code": "apart", "players": ["a", "b"]}],
        "mended": [{"code": "size", "players": []}],
    }
    assert price_in_words(price) == [
        "Breaks a rule: must not share a table: A and B",
        "Met before: 60000 penalty points more (A and B, who have met once)",
        "Difference in score: 51 penalty points more (A and B; D and E; and others)",
        "Same group: as many penalty points as before (A and B instead of C and D)",
        "Fixes a broken rule: a table size that is not allowed",
        "Same seat before: 20 penalty points less (C)",
    ]
