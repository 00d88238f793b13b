"""Learning what others do, or telling them something, without the time that things take."""

from .attack import CRASH, Attack

OPEN = "file = open('main.py')\n"
MAPPED = (
    OPEN + "where = ctypes.c_void_p(call(9, None, 4096, 1, 1, file.fileno(), ctypes.c_long(0)))\n"
)
SEEN = MAPPED + "ctypes.string_at(where, 1)\n"
ROOM = "room = ctypes.create_string_buffer(128)\n"
WORKER = "request['worker']"

ATTACKS = (
    # What of a file lies in memory is seen by all who can read it.
    Attack("cache emptied", OPEN + "os.posix_fadvise(file.fileno(), 0, 0, 4)", bites=True),
    Attack("cache filled", OPEN + "call(187, file.fileno(), 0, 4096)", bites=True),
    Attack(
        "cache asked by reading",
        OPEN + "return os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)",
        bites=True,
    ),
    Attack("cache asked by map", MAPPED + ROOM + "return call(27, where, 4096, room)", bites=True),
    Attack("cache counted", OPEN + "call(451, file.fileno(), bytes(16), bytes(40), 0)"),
    Attack("pages sent out", MAPPED + "call(28, where, 4096, 21)", bites=True),
    Attack("equal pages shared", MAPPED + "call(28, where, 4096, 12)"),
    Attack("holes of a file", OPEN + "return os.lseek(file.fileno(), 0, os.SEEK_HOLE)", bites=True),
    Attack("path known already", "call(437, -100, b'main.py', (32).to_bytes(24, 'big')[::-1], 24)"),
    Attack("reads from the disk", "return resource.getrusage(resource.RUSAGE_SELF)", bites=True),
    Attack("memory and load of all", ROOM + "call(99, room)", bites=True),
    Attack("room on the disk", "return os.statvfs('.')", bites=True),
    Attack("room by descriptor", OPEN + "return os.fstatvfs(file.fileno())", bites=True),
    # A word of a file that two have mapped is one word: who wakes learns who waits.
    Attack("waking on a file", SEEN + "return call(202, where, 1, 1, None, None, 0)", bites=True),
    Attack(
        "moving who waits on a file",
        SEEN + "return call(202, where, 3, 1, None, where, 0)",
        bites=True,
    ),
    Attack("waiting in several places", "call(449, None, 0, 0, None, 0)"),
    Attack(
        "number of a socket",
        "return socket.socketpair()[0].getsockopt(socket.SOL_SOCKET, 57, 8)",
        bites=True,
    ),
    Attack(
        "descriptors under way",
        "pair = socket.socketpair()\nsocket.send_fds(pair[0], [b'x'], [0])",
        bites=True,
    ),
    Attack("group of the worker", f"return os.getpgid({WORKER})", bites=True),
    Attack("session of the worker", f"return os.getsid({WORKER})", bites=True),
    Attack("priority of the worker", f"return os.getpriority(0, {WORKER})", bites=True),
    Attack("priority of a group", f"return os.getpriority(1, os.getpgid({WORKER}))", bites=True),
    Attack("priority of a user", "return os.getpriority(2, 0)", bites=True),
    Attack("processors of the worker", f"return os.sched_getaffinity({WORKER})", bites=True),
    Attack("scheduler of the worker", f"return os.sched_getscheduler({WORKER})", bites=True),
    Attack("parameters of the worker", f"return os.sched_getparam({WORKER})", bites=True),
    Attack("slice of the worker", f"return os.sched_rr_get_interval({WORKER})", bites=True),
    Attack("time of the worker", f"return time.clock_gettime((~{WORKER} << 3) | 2)", bites=True),
    Attack("clock of the worker", f"return time.clock_getres((~{WORKER} << 3) | 2)", bites=True),
    Attack(
        "capabilities of the worker",
        ROOM + f"head = (0x20080522).to_bytes(4, 'little') + ({WORKER}).to_bytes(4, 'little')\n"
        "return call(125, head, room)",
        bites=True,
    ),
    Attack("locks of the worker", ROOM + f"call(274, {WORKER}, room, room)"),
    Attack("disk priority of the worker", f"call(252, 1, {WORKER})", bites=True),
    Attack("names of another", "call(312, 1, 1, 0, 0, 0)", ends=(CRASH,)),
)
