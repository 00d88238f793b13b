"""The filter, read as a list; attacks show what it does."""

import itertools

import pytest

from bots.sandbox import seccomp

NAMED = (seccomp.ALLOWED, seccomp.DENIED, seccomp.DEADLY)


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(NAMED, 2)))
def test_call_is_named_once(one, other):
    assert not set(one) & set(other)


@pytest.mark.parametrize(
    "name",
    ["socket", "connect", "bind", "ptrace", "memfd_create", "inotify_init1", "io_uring_setup"],
)
def test_dangerous_call_is_never_allowed(name):
    allowed = {
        called
        for action, called, _ in seccomp.rules(threads=True, own_pid=1)
        if action == seccomp.ALLOW
    }
    assert name not in allowed


def test_filter_is_a_program_of_whole_instructions():
    program = seccomp.program(threads=True, own_pid=1)
    assert len(program) % 8 == 0
    assert 8 * 50 < len(program) < 8 * 4096


def test_filter_is_the_same_every_time():
    programs = {seccomp.program(threads=False, own_pid=None) for _ in range(2)}
    assert len(programs) == 1
