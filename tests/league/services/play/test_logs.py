"""What a bot holds is in no line of the log, whatever breaks off at its table."""

import re

import pytest

from engine.play.table import Table
from engine.rules.errors import IllegalAction
from league.services.play import table_answers
from tests.league.logs import said
from tests.league.services.play import acts

__all__ = ["said"]


@pytest.fixture
def held(monkeypatch):
    """Let bots break off with the cards they hold in the words; return a list of those."""
    seen = []

    def drive(self, *args):
        cards = self.legal()
        seen.extend(cards)
        raise IllegalAction(f"none of {', '.join(cards)} is right")

    monkeypatch.setattr(Table, "drive", drive)
    return seen


def named(cards, text):
    return [card for card in cards if re.search(rf"\b{re.escape(card)}\b", text)]


@pytest.mark.logs("no bot could act")
def test_hand_of_a_bot_is_not_logged(to_bob, bob, now, held, said):
    while not held:
        acts.act(to_bob, bob, now)
        table_answers.answer_tables(ids=[to_bob.pk], clock=lambda: now)
    assert "IllegalAction: …" in said()
    assert named(held, str(held)) == held
    assert named(held, said()) == []
