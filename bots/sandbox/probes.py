"""The doctor's bot: tries what must not work and says what did. Runs in the sandbox, alone.

A probe is a name and a statement; one that raises nothing has found a gap.
"""

import json
import sys

PROBES = {
    "files": "open('/etc/passwd')",
    "processes": "import os; os.listdir('/proc')",
    "writing": "open('/bot/written', 'w')",
    "writing to /": "open('/written', 'w')",
    "environment": "import os; assert set(os.environ) - {'PATH', 'HOME', 'LANG', 'LC_ALL', 'PWD'}",
    "descriptors": "import os; os.fstat(3)",
    "network": "import socket; socket.socket()",
    "hypervisor": "import socket; socket.socket(40)",
    "fork": "import os; os.waitpid(os.fork() or os._exit(0), 0)",
    "signals": "import os; os.kill(os.getppid() or -1, 0)",
    "limits": "import resource as r; r.setrlimit(r.RLIMIT_CPU, (r.RLIM_INFINITY,) * 2)",
    "shared memory": "import mmap; mmap.mmap(-1, 4096)",
    "memory": "import mmap; mmap.mmap(-1, 1 << 31, flags=mmap.MAP_PRIVATE)",
    "threads": "import _thread; _thread.start_new_thread(int, ())",
}
HOARDED_BYTES = 1 << 26
DEADLY = "import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)"
ENDLESS = "while True: pass"
HOARD = f"bytearray({HOARDED_BYTES}).find(1)"


def outcome(statement: str) -> str:
    """Return `open` for what worked, or the error it met."""
    try:
        exec(statement, {})  # noqa: S102 - these are the words above
    except BaseException as error:
        return type(error).__name__
    return "open"


def answer(request: dict[str, object]) -> dict[str, object]:
    """Do what a request asks for."""
    if request["probe"] == "all":
        return {name: outcome(statement) for name, statement in PROBES.items()}
    if request["probe"] == "deadly":
        return {"deadly": outcome(DEADLY)}
    if request["probe"] == "endless":
        return {"endless": outcome(ENDLESS)}
    if request["probe"] == "hoard":
        return {"hoard": outcome(HOARD)}
    return {"honest": sum(range(100))}


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({**answer(asked), "seq": asked["seq"]}), flush=True)  # noqa: T201
