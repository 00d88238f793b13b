"""Taking more memory than there is for everybody."""

from .attack import CRASH, Attack

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
