"""The message broker in a folder."""

import multiprocessing
import resource
from queue import Empty

import pytest
from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES

from league.config.celery import app  # registers folder://

assert app


def connect(folder):
    return Connection("folder://", transport_options={"folder": str(folder)})


@pytest.fixture
def queue(tmp_path):
    with connect(tmp_path) as connection:
        yield connection.SimpleQueue("play")


def take_all(folder, found):
    with connect(folder) as connection:
        queue = connection.SimpleQueue("play")
        taken = []
        while True:
            try:
                message = queue.get_nowait()
            except queue.Empty:
                break
            taken.append(message.payload)
            message.ack()
        found.put(taken)


def test_alias_is_known():
    assert TRANSPORT_ALIASES["folder"] == "league.config.broker:Transport"


def test_messages_come_in_order(queue):
    for number in range(5):
        queue.put(number)
    assert [queue.get_nowait().payload for _ in range(5)] == [0, 1, 2, 3, 4]


def test_empty_queue_says_so(queue):
    with pytest.raises(Empty):
        queue.get_nowait()


def test_size_counts_what_waits(queue):
    queue.put("a")
    queue.put("b")
    assert queue.qsize() == 2


def test_purge_empties_the_queue(queue):
    queue.put("a")
    assert queue.clear() == 1
    assert queue.qsize() == 0


def test_rejected_message_comes_again(queue):
    queue.put("a")
    queue.get_nowait().requeue()
    assert queue.get_nowait().payload == "a"


def test_unacknowledged_message_returns_when_its_consumer_closes(tmp_path):
    with connect(tmp_path) as connection:
        queue = connection.SimpleQueue("play")
        queue.put("a")
        queue.get_nowait()
    with connect(tmp_path) as connection:
        assert connection.SimpleQueue("play").get_nowait().payload == "a"


def test_half_written_message_is_not_read(queue, tmp_path):
    queue.put("a")
    [path] = (tmp_path / "play").iterdir()
    path.rename(path.with_name(f".{path.name}"))
    with pytest.raises(Empty):
        queue.get_nowait()


@pytest.fixture
def full_disk():
    """Let no file of this process grow beyond some bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_message_without_room_fails_and_leaves_nothing(queue, tmp_path, full_disk):
    with pytest.raises(OSError, match="File too large"):
        queue.put("a")
    assert list((tmp_path / "play").iterdir()) == []


def test_nothing_stays_behind(queue, tmp_path):
    for _ in range(10):
        queue.put("a")
    for _ in range(10):
        queue.get_nowait().ack()
    assert list((tmp_path / "play").iterdir()) == []


@pytest.mark.further
def test_two_consumers_share_no_message(queue, tmp_path):
    for number in range(400):
        queue.put(number)
    context = multiprocessing.get_context("fork")
    found = context.Queue()
    takers = [context.Process(target=take_all, args=(tmp_path, found)) for _ in range(2)]
    for taker in takers:
        taker.start()
    taken = [*found.get(timeout=20), *found.get(timeout=20)]
    for taker in takers:
        taker.join()
    assert sorted(taken) == list(range(400))
