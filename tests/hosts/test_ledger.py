"""The ledger tells who was put off by what happened, and for how long nobody was answered."""

import pytest

from .house import House
from .ledger import Answer, Ledger, silence_s
from .story import GONE, NOBODY, Happening, Story


def answers(*pairs):
    return [Answer(at=at, took_s=1, status=status, what="GET /") for at, status in pairs]


class Crowd:
    """People who were answered this."""

    def __init__(self, *pairs):
        self.ledger = Ledger(answers(*pairs))


def story(*happened):
    return Story(house=None, before=None, size=None, made={}, happened=list(happened))


def test_silence_is_the_longest_time_without_an_answer_that_helps():
    assert silence_s(answers((2, 200), (3, 502), (6, 200)), 0, 7) == 4
    assert silence_s([], 0, 7) == 7


def test_an_answer_is_of_what_was_there_while_people_waited_for_it():
    ledger = Ledger(answers((5, 200)))
    assert ledger.within(4.5, 9) == ledger.within(1, 4.5) == ledger.answers
    assert ledger.within(5.5, 9) == ledger.within(1, 3.5) == []


@pytest.mark.parametrize(("status", "count"), [(502, 0), (503, 1), (200, 0)])
def test_those_who_a_lost_host_was_answering_may_be_put_off_by_its_loss(status, count):
    lost = Happening("web1 is lost", began=0, ended=9, allowed=GONE)
    assert len(story(lost).unexplained(Crowd((5, status)))) == count


def test_nobody_may_be_put_off_when_nothing_happens_or_by_what_is_harmless():
    lost = Happening("web1 is lost", began=0, ended=3, allowed=GONE)
    clock = Happening("the clock is upgraded", began=4, ended=9, allowed=NOBODY)
    assert len(story(lost, clock).unexplained(Crowd((6, 502)))) == 1


def test_programs_that_ended_by_themselves_are_told_with_their_host():
    class Ended:
        """A program that is no more."""

        def poll(self):
            return 1

    house = House.__new__(House)
    house._running = {"web1": {"program 0": Ended()}}
    assert house.ended() == ["program 0 on web1"]
