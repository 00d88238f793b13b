"""Taking more time than was given, or never answering."""

from .attack import CLOSED, REFUSED, TIMEOUT, Attack

ATTACKS = (
    Attack("endless loop", "while True: pass", ends=(TIMEOUT,)),
    Attack("sleep", "time.sleep(60)", ends=(TIMEOUT,)),
    Attack(
        "deaf to signals",
        "import signal\n[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]\nwhile True: pass",
        ends=(TIMEOUT,),
    ),
    Attack(
        "slow loris",
        "while True:\n    os.write(1, b' ')\n    time.sleep(0.01)",
        ends=(TIMEOUT,),
    ),
    Attack("late answer", "while time.process_time() < 0.5: pass", ends=(TIMEOUT,), bites=True),
    Attack(
        "late answer of many threads",
        "def turn():\n    while True: pass\n"
        "[threading.Thread(target=turn, daemon=True).start() for _ in range(4)]\ntime.sleep(60)",
        ends=(TIMEOUT, REFUSED),
    ),
    Attack("memory of a slow machine", "while True: bytearray(1 << 27)", ends=(TIMEOUT,)),
    Attack("stopped by the terminal", "os.tcsetpgrp(0, os.getpgrp())"),
    Attack("closed stdin", "os.close(0)\ntime.sleep(60)", ends=(TIMEOUT, CLOSED)),
)
