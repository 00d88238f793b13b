"""The filter, over the whole table of calls; attacks show what the kernel makes of it."""

import itertools
from collections import Counter

import pytest

from bots.sandbox import seccomp

from .filtering import AARCH64, I386, MOST_NUMBERS, name_of, number_of, verdict

TIERS = {
    "bwrap": {"threads": True, "own_pid": 1},
    "landlock": {"threads": False, "own_pid": None},
}
PROGRAMS = {tier: seccomp.program(**what) for tier, what in TIERS.items()}
RULES = {tier: list(seccomp.rules(**what)) for tier, what in TIERS.items()}
EACH_TIER = pytest.mark.parametrize("tier", TIERS)
ALWAYS = [name for names in seccomp.ALLOWED.values() for name in names]
SOMEBODY = 4711
"""The number of a process that is not the bot's."""

FILTERED = {
    # call: the argument that is looked at, what is tried, what of that is allowed
    "madvise": (2, range(256), {0, 1, 2, 4, 8, 10, 11, 15, 16, 17, 18, 19}),
    "futex": (1, range(1024), {*range(0x80, 0x90), *range(0x180, 0x190), 0, 9, 0x100, 0x109}),
    "lseek": (2, range(16), {0, 1, 2}),
    "fcntl": (1, range(2048), {0, 1, 2, 3, 4, 1030}),
    "ioctl": (1, range(0x5000, 0x6000), {0x541B, 0x5421, 0x5450, 0x5451, 0x5460}),
    "prctl": (0, [*range(256), 0x53564D41, 0x59616D61], {3, 15, 16, 23, 39, 0x53564D41}),
    "close_range": (2, range(16), {0, 4}),
    "prlimit64": (0, range(64), {0}),
}
CHOICES = (0x10, 0x40, 0x800, 0x1000, 0x4000, 0x8000, 0x10000, 0x20000, 0x100000)
"""Flags of mmap that only say where a map lies and how it is filled."""
ASKED_ABOUT = {
    # call: which argument is the number of a process
    "getpgid": 0,
    "getsid": 0,
    "getpriority": 1,
    "sched_getaffinity": 0,
    "sched_getparam": 0,
    "sched_getscheduler": 0,
    "sched_rr_get_interval": 0,
    "sched_getattr": 0,
    "ioprio_get": 1,
    "get_robust_list": 0,
    "prlimit64": 0,
    "kill": 0,
    "tkill": 0,
    "tgkill": 0,
    "rt_sigqueueinfo": 0,
    "rt_tgsigqueueinfo": 0,
    "setpgid": 0,
    "setpriority": 1,
    "sched_setaffinity": 0,
    "migrate_pages": 0,
    "move_pages": 0,
    "pidfd_open": 0,
    "process_vm_readv": 0,
    "kcmp": 0,
    "ptrace": 1,
}
CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create")
SEPARATE = {"mmap", "clone", "socketpair", "getsockopt", "getpriority", "tgkill", *CLOCKS}
"""Calls whose conditions have tests of their own below."""
# fmt: off
TELLING = (
    "fadvise64", "mincore", "cachestat", "readahead", "preadv2", "pwritev2", "sync_file_range",
    "getrusage", "sysinfo", "statfs", "fstatfs", "sched_rr_get_interval", "get_robust_list",
    "futex_waitv", "sendmsg", "recvmsg", "inotify_init1", "fanotify_init", "userfaultfd",
    "process_madvise", "io_uring_setup", "openat2", "name_to_handle_at", "lookup_dcookie",
    "perf_event_open", "syslog", "memfd_create", "shmget", "msgget", "semget", "mq_open",
    "keyctl", "flock",
)
# fmt: on
"""Calls that tell what others do, or leave something for them."""


def _says(tier, name, *arguments):
    return verdict(PROGRAMS[tier], number_of(name), arguments)


def _is_allowed(tier, name, *arguments):
    return _says(tier, name, *arguments) == seccomp.ALLOW


def _allowed(tier, *, conditions):
    """Return the names of calls that are allowed, with or without conditions."""
    return {
        name
        for action, name, where in RULES[tier]
        if action == seccomp.ALLOW and bool(where) == conditions
    }


def test_call_has_one_class():
    named = Counter([*ALWAYS, *seccomp.DENIED, *seccomp.DEADLY])
    assert named.most_common(1)[0][1] == 1
    for tier in TIERS:
        assert not _allowed(tier, conditions=True) & {*named, *_allowed(tier, conditions=False)}


@EACH_TIER
def test_every_name_is_that_of_a_call(tier):
    for _, name, _ in RULES[tier]:
        assert number_of(name) is not None or number_of(name, AARCH64) is not None, name


@EACH_TIER
def test_whole_table_is_as_the_classes_say_and_what_they_do_not_name_does_not_exist(tier):
    expected = dict.fromkeys(_allowed(tier, conditions=False), seccomp.ALLOW)
    expected |= dict.fromkeys(seccomp.DENIED, seccomp.DENY)
    expected |= dict.fromkeys(seccomp.DEADLY, seccomp.KILL)
    if tier == "landlock":
        expected |= dict.fromkeys(("clone", "tgkill"), seccomp.DENY)
    for number in set(range(MOST_NUMBERS)) - set(map(number_of, _allowed(tier, conditions=True))):
        name = name_of(number)
        said = {verdict(PROGRAMS[tier], number, [value] * 6) for value in (0, 1, 99, -1)}
        assert said == {expected.get(name, seccomp.NOT_IMPLEMENTED)}, (number, name)


@EACH_TIER
def test_calls_of_another_architecture_are_deadly(tier):
    for number in range(MOST_NUMBERS):
        assert verdict(PROGRAMS[tier], number, arch=AARCH64) == seccomp.KILL
        assert verdict(PROGRAMS[tier], number, arch=I386) == seccomp.KILL
        assert verdict(PROGRAMS[tier], 0x40000000 | number) == seccomp.KILL


@EACH_TIER
def test_every_condition_is_held_by_a_test(tier):
    assert _allowed(tier, conditions=True) <= {*FILTERED, *ASKED_ABOUT, *SEPARATE}


@EACH_TIER
@pytest.mark.parametrize("name", FILTERED)
def test_call_is_allowed_with_listed_arguments_alone(tier, name):
    place, tried, allowed = FILTERED[name]
    assert {each for each in tried if _is_allowed(tier, name, *[0] * place, each)} == allowed


@EACH_TIER
@pytest.mark.parametrize("name", ["madvise", "futex", "lseek", "close_range"])
def test_upper_half_of_an_integer_changes_nothing(tier, name):
    place, tried, allowed = FILTERED[name]
    upper = 0xFFFFFFFF << 32
    for each in tried:
        assert _is_allowed(tier, name, *[0] * place, upper | each) == (each in allowed)


@EACH_TIER
def test_maps_have_flags_that_limits_can_count(tier):
    usual = {sum(some) for size in range(10) for some in itertools.combinations(CHOICES, size)}
    wanted = {kind | more for kind in (0x01, 0x02, 0x22) for more in usual}
    assert all(_is_allowed(tier, "mmap", 0, 0, 0, flags) for flags in wanted)
    for kind, bit in itertools.product((0x00, 0x01, 0x02, 0x20, 0x21, 0x22), range(32)):
        flags = kind | 1 << bit
        assert _is_allowed(tier, "mmap", 0, 0, 0, flags) == (flags in wanted), hex(flags)


def test_thread_shares_all_with_its_process():
    of_the_c_library, needed, free = 0x3D0F00, {8, 9, 10, 11, 16}, {18, 19, 20, 21, 22, 24}
    for bit in range(8, 64):
        flags = of_the_c_library ^ 1 << bit
        assert _is_allowed("bwrap", "clone", flags) == (bit in free), bit
    assert {bit for bit in range(64) if of_the_c_library & 1 << bit} == needed | free - {22, 24}
    assert _is_allowed("bwrap", "clone", of_the_c_library)
    assert _says("bwrap", "clone", 17) == seccomp.DENY


@EACH_TIER
@pytest.mark.parametrize("name", ASKED_ABOUT)
def test_nobody_is_asked_about_others_but_in_a_world_of_its_own(tier, name):
    place = ASKED_ABOUT[name]
    is_alone = tier == "bwrap" and name.startswith("sched_get")
    for somebody in (1 if tier == "landlock" else 2, SOMEBODY, -1, SOMEBODY | 1 << 32):
        allowed = _is_allowed(tier, name, *[0] * place, somebody)
        assert not allowed or is_alone, somebody


@EACH_TIER
def test_priority_is_asked_of_oneself_alone(tier):
    for which, who in itertools.product(range(4), (0, 1, SOMEBODY)):
        assert _is_allowed(tier, "getpriority", which, who) == (which == who == 0)


@pytest.mark.parametrize("name", CLOCKS)
def test_landlock_shows_the_clocks_of_all_and_one_s_own(name):
    for pid, kind in itertools.product((0, 1, SOMEBODY), range(8)):
        clock = (~pid << 3) | kind
        is_own = pid == 0 and kind in {2, 6}
        assert _is_allowed("landlock", name, clock) == is_own, (pid, kind)
        assert _is_allowed("landlock", name, clock & 0xFFFFFFFF) == is_own
    assert all(_is_allowed("landlock", name, clock) for clock in range(16))


@EACH_TIER
def test_socket_tells_what_it_is_and_no_number_from_a_counter_of_all(tier):
    told = {fact for fact in range(128) if _is_allowed(tier, "getsockopt", 0, 1, fact)}
    assert told == {3, 4, 7, 8, 30, 38, 39}
    assert not _is_allowed(tier, "getsockopt", 0, 6, 3)


@EACH_TIER
def test_pair_of_sockets_is_a_stream_on_this_machine(tier):
    kinds = range(8), range(16)
    found = {pair for pair in itertools.product(*kinds) if _is_allowed(tier, "socketpair", *pair)}
    assert found == {(1, 1)}


def test_signals_go_to_oneself_alone():
    assert _is_allowed("bwrap", "tgkill", 1)
    assert _says("landlock", "tgkill", 1) == seccomp.DENY


@EACH_TIER
@pytest.mark.parametrize("name", TELLING)
def test_call_that_tells_of_others_is_never_allowed(tier, name):
    assert name not in _allowed(tier, conditions=False) | _allowed(tier, conditions=True)


def test_filter_is_the_same_every_time():
    assert seccomp.program(**TIERS["landlock"]) == PROGRAMS["landlock"]
