"""The system calls that a bot may make, as a filter program for the kernel, made by libseccomp.

Whatever is not named here answers "not implemented", which programs expect of old kernels and
work around. What only an attack would call ends the process.
"""

import ctypes
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass

from .faults import SandboxError


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ALLOWED = {
    "reads and writes what it has open, at a place of its choice": _names("""
        read readv pread64 preadv write writev pwrite64 pwritev
    """),
    "opens and looks at files, of which its box holds few": _names("""
        open openat close stat fstat lstat newfstatat statx access faccessat faccessat2
        readlink readlinkat getdents getdents64 getcwd chdir fchdir umask
    """),
    "makes and copies pipes and descriptors of its own": _names("""
        pipe pipe2 dup dup2 dup3 eventfd eventfd2
        sendto recvfrom shutdown getsockname getpeername
    """),
    "waits for its own descriptors, timers and signals": _names("""
        poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
        epoll_pwait2 timerfd_create timerfd_settime timerfd_gettime
        getitimer setitimer alarm timer_settime timer_gettime timer_getoverrun timer_delete
        rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
        sigaltstack restart_syscall pause nanosleep
    """),
    "arranges its own memory, whose sum is limited and watched": _names("""
        brk munmap mremap mprotect membarrier
    """),
    "sets up its own threads": _names("""
        set_robust_list rseq set_tid_address arch_prctl sched_yield
    """),
    "tells the time, which nobody can be kept from": _names("""
        gettimeofday time times getcpu
    """),
    "tells who it is and what it may, which does not change": _names("""
        getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp
        uname getrlimit sched_get_priority_max sched_get_priority_min
    """),
    "draws random numbers, becomes another program of its box, ends": _names("""
        getrandom execve wait4 waitid exit exit_group
    """),
}
"""Calls that a bot may make with any arguments, by what it does with them.

None of them tells what others do, but for the time they take and what `docs/sandbox.md` says of
shared caches and counters. Calls that may be made with some arguments only are in `rules`.
"""

DENIED = _names("""
    fork vfork socket kill tkill rt_sigqueueinfo rt_tgsigqueueinfo flock execveat
""")
"""Asked by honest programs too, which must hear that they may not."""

DEADLY = _names("""
    ptrace process_vm_readv process_vm_writev process_madvise kcmp unshare setns
    mount umount2 pivot_root move_mount open_tree mount_setattr fsopen fsconfig fsmount fspick
    chroot bpf perf_event_open userfaultfd keyctl add_key request_key
    init_module finit_module delete_module kexec_load kexec_file_load reboot swapon swapoff acct
    iopl ioperm quotactl setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid
    setfsgid open_by_handle_at name_to_handle_at
""")

ALLOW, DENY, KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
NOT_IMPLEMENTED = 0x00050000 | errno.ENOSYS

_EQUAL, _MASKED_EQUAL = 4, 7
_ON_FOREIGN_ABI = 2

INTEGER = 0xFFFFFFFF
"""The kernel looks at as many bits of an `int`, whatever stands in the others."""
THREAD_FLAGS = 0x00010F00
"""Memory, folder, descriptors and signals shared, and the process: a thread like all others."""
THREAD_CHOICES = 0x017C00FF
"""What C libraries say besides: where its number and local memory go, how its end is told."""
CLONE_THREAD = 0x00010000
MAP_SHARED, MAP_PRIVATE, MAP_ANONYMOUS = 0x01, 0x02, 0x20
MAP_CHOICES = 0x13D850
"""At an address, low, of a file that is run, without reserve, filled at once, as a stack.

Not `MAP_GROWSDOWN` or `MAP_HUGETLB`, which take memory that limits do not count.
"""
OWN_ADVICE = (0, 1, 2, 4, 8, 10, 11, 15, 16, 17, 18, 19)
"""madvise: what concerns the bot's own maps alone.

Nothing that moves pages of files in or out of memory or shares equal pages with others, nor huge
pages, which fill memory faster than it is watched.
"""
FUTEX_PRIVATE, FUTEX_REALTIME, FUTEX_OPERATIONS = 0x80, 0x100, 0x0F
FUTEX_WAITS = (0, 9)
"""Waiting for a thread's end is not private in the C library. Waking others is never needed."""
OWN_CLOCKS = (0xFFFFFFFA, 0xFFFFFFFE)
"""Processor time of the caller's process and of its thread; other such ids are of others."""
SHARED_CLOCKS = 0x0F
ABSOLUTE_PLACES = (0, 1, 2)
"""lseek: from the start, from here, from the end. Where holes are can tell what is cached."""
SOCKET_LEVEL = 1
SOCKET_FACTS = (3, 4, 7, 8, 30, 38, 39)
"""Type, error, sizes, listening, protocol, family. Not the cookie, from a counter of all."""
CLOSE_ON_EXEC = 4
AF_UNIX, SOCK_STREAM, SOCK_FLAGS = 1, 1, 0x80800
DESCRIPTOR_COMMANDS = (0, 1030, 1, 2, 3, 4)
"""fcntl: duplicate, and read and write the flags of a descriptor."""
PIPE_IOCTLS = (0x541B, 0x5421, 0x5450, 0x5451, 0x5460)
"""FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FIOQSIZE: none is for terminals or devices."""
HARMLESS_PRCTLS = (3, 15, 16, 23, 39, 0x53564D41)
"""Dumpable, set and get the thread's name, capability and privilege queries, names of maps.

Not the parent-death signal: a bot that cleared its own would outlive its worker.
"""


@dataclass(frozen=True)
class Where:
    """A condition on an argument: under `mask`, if there is one, it equals `value`."""

    argument: int
    value: int
    mask: int | None = None


Rule = tuple[int, str, tuple[Where, ...]]


def rules(*, threads: bool, own_pid: int | None) -> Iterator[Rule]:
    """Yield what to do with which call under which conditions.

    A bot that is alone in its process namespace knows its own number, and that there is nobody
    else to ask about; without `own_pid` it may ask about itself alone, as 0.
    """
    for name in (name for names in ALLOWED.values() for name in names):
        yield ALLOW, name, ()
    for action, names in ((DENY, DENIED), (KILL, DEADLY)):
        for name in names:
            yield action, name, ()
    yield from _memory()
    yield from _clone(threads=threads)
    yield from _about_processes(own_pid)
    yield from _descriptors()
    for option in HARMLESS_PRCTLS:
        yield ALLOW, "prctl", (Where(0, option),)
    yield ALLOW, "prlimit64", (Where(0, 0),)


def _memory() -> Iterator[Rule]:
    private = Where(3, MAP_PRIVATE, INTEGER & ~(MAP_CHOICES | MAP_ANONYMOUS))
    of_a_file = Where(3, MAP_SHARED, INTEGER & ~MAP_CHOICES)
    yield ALLOW, "mmap", (private,)
    yield ALLOW, "mmap", (of_a_file,)
    shared = MAP_SHARED | MAP_ANONYMOUS
    yield DENY, "mmap", (Where(3, shared, shared),)
    for advice in OWN_ADVICE:
        yield ALLOW, "madvise", (Where(2, advice, INTEGER),)
    others = INTEGER & ~(FUTEX_REALTIME | FUTEX_OPERATIONS)
    yield ALLOW, "futex", (Where(1, FUTEX_PRIVATE, others),)
    for wait in FUTEX_WAITS:
        yield ALLOW, "futex", (Where(1, wait, INTEGER & ~FUTEX_REALTIME),)


def _clone(*, threads: bool) -> Iterator[Rule]:
    if threads:
        yield ALLOW, "clone", (Where(0, THREAD_FLAGS, ~THREAD_CHOICES & (1 << 64) - 1),)
        yield DENY, "clone", (Where(0, 0, CLONE_THREAD),)
    else:
        yield DENY, "clone", ()


def _about_processes(own_pid: int | None) -> Iterator[Rule]:
    """Yield what concerns calls that take the number of a process, or a clock that holds one."""
    itself = (Where(0, 0, INTEGER),)
    yield ALLOW, "getpriority", (Where(0, 0, INTEGER), Where(1, 0, INTEGER))
    for name in ("getpgid", "getsid"):
        yield ALLOW, name, itself
    for name in ("sched_getaffinity", "sched_getparam", "sched_getscheduler"):
        yield ALLOW, name, itself if own_pid is None else ()
    for name in ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create"):
        if own_pid is not None:
            yield ALLOW, name, ()
            continue
        yield ALLOW, name, (Where(0, 0, INTEGER & ~SHARED_CLOCKS),)
        for clock in OWN_CLOCKS:
            yield ALLOW, name, (Where(0, clock, INTEGER),)
    if own_pid is None:
        yield DENY, "tgkill", ()
    else:
        yield ALLOW, "tgkill", (Where(0, own_pid),)
        yield ALLOW, "capget", ()


def _descriptors() -> Iterator[Rule]:
    for whence in ABSOLUTE_PLACES:
        yield ALLOW, "lseek", (Where(2, whence, INTEGER),)
    for command in DESCRIPTOR_COMMANDS:
        yield ALLOW, "fcntl", (Where(1, command),)
    for request in PIPE_IOCTLS:
        yield ALLOW, "ioctl", (Where(1, request),)
    yield ALLOW, "close_range", (Where(2, 0, INTEGER & ~CLOSE_ON_EXEC),)
    stream = Where(1, SOCK_STREAM, INTEGER & ~SOCK_FLAGS)
    yield ALLOW, "socketpair", (Where(0, AF_UNIX), stream)
    for option in SOCKET_FACTS:
        yield ALLOW, "getsockopt", (Where(1, SOCKET_LEVEL, INTEGER), Where(2, option, INTEGER))


def program(*, threads: bool, own_pid: int | None) -> bytes:
    """Return the filter as the kernel takes it; raises SandboxError without libseccomp."""
    library = _load()
    context = library.seccomp_init(NOT_IMPLEMENTED)
    if not context:
        raise SandboxError("libseccomp could not start a filter")
    try:
        _must(library.seccomp_attr_set(context, _ON_FOREIGN_ABI, KILL), "foreign ABIs")
        for action, name, conditions in rules(threads=threads, own_pid=own_pid):
            _add(library, context, action, name, conditions)
        return _export(library, context)
    finally:
        library.seccomp_release(context)


class _Comparison(ctypes.Structure):
    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        raise SandboxError(
            "libseccomp.so.2 is missing: run bots/sandbox/install.sh or install libseccomp2"
        ) from None
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    library.seccomp_release.restype = None
    library.seccomp_release.argtypes = [ctypes.c_void_p]
    library.seccomp_attr_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32]
    library.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    library.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.POINTER(_Comparison),
    ]
    library.seccomp_export_bpf.argtypes = [ctypes.c_void_p, ctypes.c_int]
    return library


def _add(
    library: ctypes.CDLL, context: int, action: int, name: str, conditions: tuple[Where, ...]
) -> None:
    """Add a rule; calls that this architecture or libseccomp lacks stay not implemented."""
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number < 0:
        return
    tests = (_Comparison * len(conditions))(*map(_comparison, conditions))
    done = library.seccomp_rule_add_array(context, action, number, len(conditions), tests)
    _must(done, name)


def _comparison(where: Where) -> _Comparison:
    if where.mask is None:
        return _Comparison(where.argument, _EQUAL, where.value, 0)
    return _Comparison(where.argument, _MASKED_EQUAL, where.mask, where.value)


def _export(library: ctypes.CDLL, context: int) -> bytes:
    descriptor = os.memfd_create("filter")
    try:
        _must(library.seccomp_export_bpf(context, descriptor), "export")
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
    finally:
        os.close(descriptor)


def _must(result: int, what: str) -> None:
    if result < 0:
        raise SandboxError(f"libseccomp refused {what}: {os.strerror(-result)}")
