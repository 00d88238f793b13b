"""Sheets and pads are compared deal by deal: both ask for seats by name, or neither does."""

from dataclasses import replace
from typing import Annotated

import pytest
from pydantic import Field

import games
from engine.rules.pad import one
from engine.rules.sheet import ScoreSheet, Seat
from games.workshop import sheets

STONE = games.get("rolling-stone")


def pad(deal):
    return {"loser": (yield one("loser", deal.seats, means="seat"))}


class Counted(ScoreSheet):
    loser: Annotated[int, Field(ge=0, le=3)]

    def faults(self):
        yield from ()

    def scores(self):
        return [int(seat == self.loser) for seat in range(4)]


class Named(Counted):
    loser: Seat


@pytest.fixture
def deal():
    return sheets.deal_of(STONE, 0, [0] * 4, None)


def test_a_seat_that_a_sheet_calls_a_number_is_noticed(deal):
    game = replace(STONE, pad=pad, sheet=Counted)
    fault = sheets.fault_of(game, deal, {"loser": 2}, [0, 0, 1, 0])
    assert fault == "the pad asks `loser` for a seat, so let the sheet have a `Seat`"


def test_a_seat_that_a_sheet_calls_one_is_right(deal):
    game = replace(STONE, pad=pad, sheet=Named)
    assert sheets.fault_of(game, deal, {"loser": 2}, [0, 0, 1, 0]) is None
