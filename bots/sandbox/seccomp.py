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


ALLOWED = _names("""
    read readv pread64 preadv preadv2 write writev pwrite64 pwritev pwritev2 lseek
    open openat close close_range stat fstat lstat newfstatat statx statfs fstatfs access
    faccessat faccessat2 readlink readlinkat getdents getdents64 getcwd chdir fchdir fadvise64
    umask pipe pipe2 dup dup2 dup3
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime
    sendto recvfrom sendmsg recvmsg shutdown getsockopt getsockname getpeername
    brk munmap mremap mprotect madvise mincore membarrier
    futex futex_waitv set_robust_list get_robust_list rseq set_tid_address arch_prctl
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
    sigaltstack restart_syscall pause
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times
    getitimer setitimer alarm timer_create timer_settime timer_gettime timer_getoverrun
    timer_delete
    sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
    sched_get_priority_min sched_rr_get_interval getpriority getcpu
    getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp
    getpgid getsid uname sysinfo getrusage getrlimit capget
    getrandom execve wait4 waitid exit exit_group
""")

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

CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000
"""All flags that make namespaces."""
MAP_SHARED_ANONYMOUS = 0x21
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

    A bot that is alone in its process namespace knows its own number, so signals to it can be
    told from signals to others; without `own_pid` there are none.
    """
    for action, names in ((ALLOW, ALLOWED), (DENY, DENIED), (KILL, DEADLY)):
        for name in names:
            yield action, name, ()
    for value in (0x00, 0x01, 0x20):
        yield ALLOW, "mmap", (Where(3, value, MAP_SHARED_ANONYMOUS),)
    yield DENY, "mmap", (Where(3, MAP_SHARED_ANONYMOUS, MAP_SHARED_ANONYMOUS),)
    yield from _clone(threads=threads)
    yield from _signals(own_pid)
    for command in DESCRIPTOR_COMMANDS:
        yield ALLOW, "fcntl", (Where(1, command),)
    for request in PIPE_IOCTLS:
        yield ALLOW, "ioctl", (Where(1, request),)
    for option in HARMLESS_PRCTLS:
        yield ALLOW, "prctl", (Where(0, option),)
    yield ALLOW, "prlimit64", (Where(0, 0),)
    stream = Where(1, SOCK_STREAM, 0xFFFFFFFF & ~SOCK_FLAGS)
    yield ALLOW, "socketpair", (Where(0, AF_UNIX), stream)


def _clone(*, threads: bool) -> Iterator[Rule]:
    if threads:
        yield ALLOW, "clone", (Where(0, CLONE_THREAD, CLONE_THREAD | CLONE_NEW),)
        yield DENY, "clone", (Where(0, 0, CLONE_THREAD),)
    else:
        yield DENY, "clone", ()


def _signals(own_pid: int | None) -> Iterator[Rule]:
    if own_pid is None:
        yield DENY, "tgkill", ()
    else:
        yield ALLOW, "tgkill", (Where(0, own_pid),)


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
