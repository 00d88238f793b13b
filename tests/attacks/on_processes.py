"""Becoming many, outliving the match, signalling others, having more than was given."""

from .attack import CRASH, REFUSED, Attack

THREADS = """
blocked = threading.Lock()
blocked.acquire()
started = []
try:
    for _ in range(200):
        thread = threading.Thread(target=blocked.acquire, daemon=True)
        thread.start()
        started.append(thread)
finally:
    for _ in range(300):
        if blocked.locked():
            blocked.release()
        time.sleep(0.0005)
"""

ATTACKS = (
    Attack("fork", "os.waitpid(os.fork() or os._exit(0), 0)", bites=True),
    Attack("vfork", "call(58)"),
    Attack("fork bomb", "for _ in range(50):\n    os.fork()"),
    Attack(
        "spawn",
        "import subprocess\nsubprocess.run(['/usr/bin/python3', '-S', '-c', ''], check=True)",
        bites=True,
    ),
    Attack(
        "posix_spawn",
        "os.waitpid(os.posix_spawn('/usr/bin/python3', ['x', '-S', '-c', ''], {}), 0)",
        bites=True,
    ),
    Attack("clone", "os.waitpid(call(56, 17, 0, 0, 0, 0) or os._exit(0), 0)", bites=True),
    Attack("clone3", "call(435, (17).to_bytes(40, 'little')[::-1].zfill(64), 64)"),
    Attack("clone with namespaces", "call(56, 0x10000000 | 17, 0, 0, 0, 0) or os._exit(0)"),
    Attack("200 threads", THREADS, bites=True),
    Attack("namespaces", "call(272, 0x10000000)", ends=(CRASH,), bites=True),
    Attack("outliving the worker", "prctl(1, 0, 0, 0, 0)", bites=True),
    Attack("program in memory", "os.memfd_create('x')", bites=True),
    Attack("program by descriptor", "call(322, 0, b'', 0, 0, 0x1000)", ends=(REFUSED, CRASH)),
    Attack("signal to the worker", "os.kill(request['worker'], 0)", bites=True),
    Attack("signal to all", "os.kill(-1, 0)", bites=True),
    Attack("signal to its group", "os.killpg(0, 0)", bites=True),
    Attack("signal to a thread", "call(234, *[request['worker']] * 2, 0)", bites=True),
    Attack("queued signal", "call(129, request['worker'], 0, bytes(128))"),
    Attack("descriptor of a process", "os.pidfd_open(request['worker'])", bites=True),
    Attack("stopping itself", "os.kill(os.getpid(), 19)"),
    Attack("limits of others", "resource.prlimit(request['worker'], 7)", bites=True),
    Attack(
        "limits raised",
        "resource.setrlimit(resource.RLIMIT_CPU, (100, resource.RLIM_INFINITY))",
        bites=True,
    ),
    Attack(
        "limits missing",
        """
wanted = {'AS': 1 << 29, 'DATA': 1 << 28, 'CPU': 20, 'NPROC': THREADS, 'NOFILE': 32,
          'FSIZE': 1 << 20, 'STACK': 1 << 23, 'SIGPENDING': 64, 'CORE': 0, 'MEMLOCK': 0,
          'MSGQUEUE': 0}
has = {name: resource.getrlimit(getattr(resource, f'RLIMIT_{name}')) for name in wanted}
assert any(has[name] != (wanted[name],) * 2 for name in wanted), has
return has
""",
        bites=True,
    ),
    Attack("priority", "os.nice(-1)"),
    Attack("processors of its choice", "os.sched_setaffinity(0, {0})", bites=True),
    Attack("real time", "os.sched_setscheduler(0, 1, os.sched_param(1))"),
    Attack("another user", "os.setuid(os.getuid())", ends=(CRASH,), bites=True),
    Attack("another group", "os.setgroups([])", ends=(CRASH,)),
)
