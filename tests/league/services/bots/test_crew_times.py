"""How long a worker waits for bots, beside how long it may say nothing."""

from django.conf import settings

from bots.conversation.process import AT_ONCE
from league import tasks
from league.services.bots import checks, crew


def test_who_waits_for_a_slow_bot_tells_that_it_lives_in_time():
    """However slow, all answers that are asked for at once come within a third of a lease."""
    longest_s = AT_ONCE * crew.CLOCK_BESIDE.wall_s(crew.CLOCK_BESIDE.per_move_s)
    assert longest_s <= settings.JOB_LEASE_S / 3
    assert checks.CHECK_S + longest_s < tasks.SOFT_LIMIT_S
