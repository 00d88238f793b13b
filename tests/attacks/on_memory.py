"""Taking more memory than there is for everybody."""

from .attack import CRASH, REFUSED, Attack

ATTACKS = (
    Attack("2 GB of heap", "bytearray(1 << 31)"),
    Attack(
        "heap in pieces",
        "return len([mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE) for _ in range(2000)])",
    ),
    Attack("private map", "mmap.mmap(-1, 1 << 31, flags=mmap.MAP_PRIVATE)", bites=True),
    Attack("shared map", "mmap.mmap(-1, 1 << 16, flags=mmap.MAP_SHARED)", bites=True),
    Attack("map of zeroes", "mmap.mmap(os.open('/dev/zero', 2), 1 << 16)", bites=True),
    Attack("locked memory", "call(151, 1)"),
    Attack("map that grows down", "mmap.mmap(-1, 1 << 16, flags=0x122)", bites=True),
    Attack("map of huge pages", "mmap.mmap(-1, 1 << 21, flags=0x40022)"),
    Attack("huge pages", "mmap.mmap(-1, 1 << 21, flags=2).madvise(14)"),
    Attack("thread with descriptors of its own", "call(56, 0x10900, 0, 0, 0, 0)"),
    Attack("descriptors apart", "call(436, 100, 200, 2)", bites=True),
    Attack(
        "written pages made read-only",
        """
held = []
for _ in range(20):
    where = ctypes.c_void_p(call(9, None, 1 << 24, 3, 0x22, -1, ctypes.c_long(0)))
    ctypes.memset(where, 1, 1 << 24)
    call(10, where, 1 << 24, 1)
    held.append(where)
""",
        ends=(CRASH, REFUSED),
        bites=True,
    ),
    Attack(
        "endless recursion",
        "sys.setrecursionlimit(1 << 30)\nvalue = []\nfor _ in range(100_000):\n"
        "    value = [value]\nrepr(value)",
        ends=(CRASH,),
    ),
    Attack(
        "stack of a thread",
        "threading.stack_size(1 << 30)\ntry:\n"
        "    threading.Thread(target=int).start()\nfinally:\n    threading.stack_size(0)",
    ),
)
