"""Answers that are none, and attempts to blame the sandbox."""

from .attack import (
    BAD_LINE,
    BAD_SEQ,
    CLOSED,
    CRASH,
    FLOOD,
    TIMEOUT,
    TOO_LONG,
    UNASKED,
    Attack,
)

REPLIES = {
    "NaN": (b'{"seq":0,"x":NaN}', BAD_LINE),
    "infinity": (b'{"seq":0,"x":-Infinity}', BAD_LINE),
    "too large a float": (b'{"seq":0,"x":1e999}', BAD_LINE),
    "duplicate keys": (b'{"seq":0,"x":1,"x":2}', BAD_LINE),
    "half a surrogate pair": (b'{"seq":0,"x":"\\ud800"}', BAD_LINE),
    "escaped NUL": (b'{"seq":0,"x":"\\u0000"}', BAD_LINE),
    "NUL": (b'{"seq":0,"x":"\0"}', BAD_LINE),
    "deep nesting": (b"[" * 10_000, BAD_LINE),
    "deep objects": (b'{"a":' * 3000, BAD_LINE),
    "huge integer": (b'{"seq":0,"x":' + b"9" * 10_000 + b"}", BAD_LINE),
    "BOM": (b'\xef\xbb\xbf{"seq":0}', BAD_LINE),
    "bad UTF-8": (b'{"seq":0,"x":"\xff"}', BAD_LINE),
    "overlong UTF-8": (b'{"seq":0,"x":"\xc0\x80"}', BAD_LINE),
    "UTF-16": ('{"seq":0}'.encode("utf-16-le"), BAD_LINE),
    "array": (b"[0]", BAD_LINE),
    "text": (b'"R10"', BAD_LINE),
    "nothing": (b"", BAD_LINE),
    "half an object": (b'{"seq":0', BAD_LINE),
    "two objects": (b'{"seq":0}{"seq":0}', BAD_LINE),
    "no seq": (b'{"x":1}', BAD_SEQ),
    "next seq": (b'{"seq":1}', BAD_SEQ),
    "true for seq": (b'{"seq":false}', BAD_SEQ),
    "float for seq": (b'{"seq":0.0}', BAD_SEQ),
    "text for seq": (b'{"seq":"0"}', BAD_SEQ),
    "long line": (b'{"seq":0,"x":"' + b"x" * 20_000 + b'"}', TOO_LONG),
}

FAKE = b'{ "exit-code": 0 }\n'


def _writes(reply: bytes) -> str:
    return (
        "import sys, time\nsys.stdin.readline()\n"
        f"sys.stdout.buffer.write({reply!r} + b'\\n')\nsys.stdout.flush()\ntime.sleep(60)\n"
    )


def _whole(name: str, code: str, *ends: str) -> Attack:
    return Attack(name, f"import os, sys, time\n{code}\n", ends=ends, is_whole=True)


ATTACKS = (
    *(
        Attack(f"reply: {name}", _writes(reply), ends=(end,), is_whole=True)
        for name, (reply, end) in REPLIES.items()
    ),
    _whole("1 GB on stdout", "for _ in range(1000): os.write(1, b'x' * 1_000_000)", TOO_LONG),
    _whole(
        "1 GB of lines", "for _ in range(1000): os.write(1, b'x\\n' * 500_000)", UNASKED, BAD_LINE
    ),
    _whole("1 GB on stderr", "for _ in range(1000): os.write(2, b'x' * 1_000_000)", FLOOD),
    _whole("banner", "print('My bot 1.0', flush=True)\ntime.sleep(60)", UNASKED, BAD_LINE),
    _whole(
        "two answers",
        'sys.stdin.readline()\nos.write(1, b\'{"seq":0}\\n{"seq":1}\\n\')\ntime.sleep(60)',
        UNASKED,
    ),
    _whole("closed stdout", "os.close(1)\ntime.sleep(60)", TIMEOUT, CLOSED),
    _whole("all closed", "os.closerange(0, 3)\ntime.sleep(60)", TIMEOUT, CLOSED),
    _whole("exit", "sys.exit(0)", CRASH),
    _whole(
        "exit in an answer", "sys.stdin.readline()\nos.write(1, b'{\"seq\"')\nos._exit(3)", CRASH
    ),
    _whole("abort", "os.abort()", CRASH),
    _whole("syntax error", "this is no Python", CRASH),
    # A fault of the sandbox would void the match: worth faking for whoever is losing.
    _whole("fake status on stderr", f"os.write(2, {FAKE!r})\nos._exit(1)", CRASH),
    _whole(
        "fake status on any descriptor",
        f"for fd in range(3, 64):\n    try: os.write(fd, {FAKE!r})\n    except OSError: pass\n"
        "os._exit(125)",
        CRASH,
    ),
    *(
        _whole(f"exit status {status}", f"os._exit({status})", CRASH)
        for status in (126, 127, 137, 255)
    ),
)
