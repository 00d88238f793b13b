"""Tests of one group, as programs are, go to one worker."""

import pytest


@pytest.mark.xdist_group("one")
def test_scheduler_is_told_the_group(request, worker_id):
    assert worker_id == "master" or request.node.nodeid.endswith("@one")
