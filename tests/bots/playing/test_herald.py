"""What players are told, each as its seat may read it."""

import pytest

import games
from bots import builtin
from bots.conversation.protocol import (
    Event,
    MatchBegins,
    MatchEnds,
    PartEnds,
    RoundBegins,
    RoundEnds,
)
from bots.playing import runner
from engine.play.table import Table

GREEDY = builtin.get("greedy")


class Ear:
    """Plays the first legal action and keeps what it is told."""

    def __init__(self, *, events=True, answer=None):
        self.hears_events = events
        self.answer = answer
        self.news = []
        self.views = []

    def tell(self, news):
        self.news.append(news)

    def act(self, view):
        self.views.append((len(self.news), view))
        return self.answer or view["legal"][0]

    def heard(self, kind):
        return [news for news in self.news if isinstance(news, kind)]


def play(*players, game="skat"):
    table = Table(games.get(game), len(players), secret=bytes(32))
    return table, runner.play_match(table, players, seed=b"seed")


def log_by(ear, round_, before):
    """Return the log of a round as the events told it."""
    told = [one for one in ear.news[:before] if isinstance(one, Event) and one.round == round_]
    return [one[1] for one in sorted({e.number: (e.number, e.action) for e in told}.values())]


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.slug)
def test_events_make_the_log_of_every_view(game):
    ear = Ear()
    play(ear, *[GREEDY] * (game.players[0] - 1), game=game.slug)
    for before, view in ear.views:
        assert log_by(ear, view["round"], before) == [done["action"] for done in view["log"]]


def test_hidden_action_is_told_again_when_it_is_uncovered():
    ear = Ear()
    play(GREEDY, ear, GREEDY, game="democracy")
    by_zero = [one.action for one in ear.heard(Event) if (one.round, one.seat) == (0, 0)]
    assert "a card face down" in by_zero
    assert len(by_zero) > 8


def test_seats_are_told_of_their_own_hand_only():
    ears = [Ear(), Ear(), GREEDY]
    play(*ears)
    first, second = (ear.heard(RoundBegins)[0].view for ear in ears[:2])
    assert (first.seat, second.seat) == (0, 1)
    assert not set(first.hand) & set(second.hand)


def test_rounds_begin_and_end_in_order():
    ear = Ear()
    table, _ = play(ear, GREEDY, GREEDY)
    kinds = [type(news) for news in ear.news if not isinstance(news, Event)]
    assert kinds == [MatchBegins, *[RoundBegins, RoundEnds] * 3, MatchEnds]
    assert [end.scores for end in ear.heard(RoundEnds)] == [one.scores for one in table.rounds]
    assert ear.news[-1].ranking == table.ranking()


def test_who_wants_no_events_hears_of_rounds_only():
    ear = Ear(events=False)
    play(ear, GREEDY, GREEDY)
    assert {type(news) for news in ear.news} == {MatchBegins, RoundEnds, MatchEnds}


def test_others_hear_of_a_fault_and_its_maker_nothing_more():
    bad, ear = Ear(answer="R99"), Ear()
    _, [fault] = play(bad, ear, GREEDY)
    [told] = ear.heard(PartEnds)
    assert (told.seat, told.reason) == (0, fault.reason)
    assert bad.news[-1] == told
    assert isinstance(ear.news[-1], MatchEnds)


def test_seats_have_seeds_of_their_own():
    ears = [Ear(), Ear(), Ear()]
    play(*ears)
    assert len({ear.news[0].seed for ear in ears}) == 3
