"""What explanations say of a draw, in words."""

import pytest

from league.logic.draws.reasons import WHYS
from league.web.draws.draw_words import BYES, ODD, costs_in_words
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
