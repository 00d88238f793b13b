"""A club with open matches, made row by row: these tests are about jobs, not about draws."""

import pytest

from .scene import jobs_of, open_matches, open_session, two_bots


@pytest.fixture
def session(db):
    return open_session()


@pytest.fixture
def bots(db):
    return two_bots()


@pytest.fixture
def make_matches(session, bots):
    return lambda count, players=4: open_matches(session, bots, count=count, players=players)


@pytest.fixture
def make_jobs(make_matches):
    def make(count, players=4):
        return jobs_of(make_matches(count, players), version=1)

    return make
