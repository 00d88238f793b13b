import pytest

import games
from bots.conversation.protocol import Event, PartEnds, RoundEnds
from bots.playing.narrator import Narrator


def words(news, game="skat"):
    seen = Narrator(None, games.get(game), ["Ada", "Bo", "Cy"], say=print)
    return seen.words(news)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("CJ", "plays CJ"),
        ("a card face down", "plays a card face down"),
        ("bid 18", "bids 18"),
        ("pass", "passes"),
        ("pick up", "picks up"),
        ("discard CJ ST", "lays away CJ ST"),
        ("discard 2", "lays away 2 cards"),
        ("my game", 'says "my game"'),
    ],
)
def test_action_is_told_as_what_somebody_does(action, said):
    event = Event(type="event", round=0, number=0, seat=1, action=action)
    assert words(event) == f"  Bo {said}"


def test_scores_are_told_by_name():
    ends = RoundEnds(type="round_end", round=0, redeal=False, scores=[0, 18, 0], totals=[5, 18, 0])
    assert words(ends) == "Scores: Ada 0, Bo 18, Cy 0. Totals: Ada 5, Bo 18, Cy 0."


def test_redeal_is_told():
    ends = RoundEnds(type="round_end", round=0, redeal=True, scores=[0] * 3, totals=[0] * 3)
    assert words(ends).startswith("Thrown in, the same dealer deals again.")


def test_fault_is_told():
    assert words(PartEnds(type="fault", seat=2, reason="timeout")) == "  Cy made a fault: timeout"
