"""What a web server has loaded is not searched for garbage again and again."""

import gc
import weakref

import pytest

from league.config import garbage


class Knot:
    """Something that only a search finds to be garbage."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def searching():
    thresholds, callbacks = gc.get_threshold(), list(gc.callbacks)
    yield garbage.search_seldom()
    gc.set_threshold(*thresholds)
    gc.callbacks[:] = callbacks


def test_what_is_there_at_the_first_full_search_is_left_out(searching):
    early = weakref.ref(knot := Knot())
    gc.collect()
    late = weakref.ref(other := Knot())
    del knot, other
    gc.collect()
    assert (early() is None, late() is None) == (False, True)
    gc.collect()
    third = weakref.ref(Knot())
    gc.collect()
    assert third() is None


def test_all_there_is_is_searched_seldom(searching):
    young, middle, _old = gc.get_threshold()
    assert young * middle >= 10_000
