"""Work on all cores, with results in order, and nothing left behind whenever it is broken off."""

import os
import signal
import sys
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

Task = TypeVar("Task")
Done = TypeVar("Done")

GRACE_S = 5.0
"""How long a process may take to end what it has started itself, before it is killed."""


def in_order(
    work: Callable[[Task], Done], tasks: Sequence[Task], *, cores: int | None = None
) -> Generator[Done]:
    """Yield what `work` makes of each task, in their order, from one process a core.

    What `work` raises is raised here. Whoever stops asking, by closing the iterator or with
    Ctrl-C, leaves no process behind: work under way is broken off and its `finally` still runs.
    """
    cores = min(cores or os.cpu_count() or 1, len(tasks))
    if cores <= 1:
        yield from map(work, tasks)
        return
    with ExitStack() as stack:
        idle = [stack.enter_context(_process(work)) for _ in range(cores)]
        busy: list[Connection[Any, Any]] = []
        waiting, done = enumerate(tasks), dict[int, Done]()
        for number in range(len(tasks)):
            while number not in done:
                for line, task in zip(tuple(idle), waiting, strict=False):
                    _send(line, task)
                    busy.append(line)
                    idle.remove(line)
                for ready in wait(busy):
                    line = cast("Connection[Any, Any]", ready)
                    of, result = _receive(line)
                    done[of] = result
                    busy.remove(line)
                    idle.append(line)
            yield done.pop(number)


@contextmanager
def _process(work: Callable[[Any], Any]) -> Iterator["Connection[Any, Any]"]:
    """Start a process that works, give the line to it, and end it afterwards."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, work), daemon=True)
    with _deaf_to_ctrl_c():  # and with it the process: only this one decides when to end
        process.start()
    theirs.close()
    try:
        yield ours
    finally:
        ours.close()  # ends a process that waits; the signal one that works
        process.terminate()
        process.join(GRACE_S)
        process.kill()
        process.join()


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Vanished(RuntimeError):
    """A process that worked has ended by itself."""

    def __init__(self) -> None:
        super().__init__("a process that worked has ended; was there too little memory?")


def _send(line: "Connection[Any, Any]", task: tuple[int, Any]) -> None:
    try:
        line.send(task)
    except ConnectionError:
        raise Vanished from None


def _receive(line: "Connection[Any, Any]") -> tuple[int, Any]:
    try:
        number, result, error = line.recv()
    except (EOFError, ConnectionError):
        raise Vanished from None
    if error is not None:
        raise error
    return number, result


def _serve(line: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """Do one task after another until nobody is there to send one."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with suppress(EOFError, ConnectionError):  # reset, if an answer was left unread
        while True:
            number, task = line.recv()
            answer: tuple[int, Any, Exception | None]
            try:
                answer = (number, work(task), None)
            except Exception as error:  # whatever it is, it is raised where the work is wanted
                error.add_note(traceback.format_exc())
                answer = (number, None, error)
            line.send(answer)
