"""Numbers that seats add to the secret: dealt from, kept in records, and proven with them."""

import copy
import hashlib
import hmac
import zlib

import pytest

import games
from engine.play.table import Table
from engine.records import document, packed
from engine.records.document import record_of
from engine.rules.errors import EngineError, InvalidRecord

GAME = games.get("mit-list-und-tuecke")
SECRET = bytes(range(32))
NUMBERS = (b"\x11" * 32, None, b"\x33" * 32, None)


def finished(numbers=NUMBERS):
    table = Table(GAME, 4, secret=SECRET, numbers=numbers)
    while not table.over:
        table.deal()
        while not table.round_over:
            table.play(table.legal()[-1])
    return table


@pytest.fixture(scope="module")
def played():
    return record_of(finished())


@pytest.fixture
def record(played):
    return copy.deepcopy(played)


def stream(key, label):
    """Yield what docs say of a stream, with nothing of the engine."""
    for position in range(10_000):
        message = label + position.to_bytes(8, "big")
        yield int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")


def below(numbers, n):
    return next(number for number in numbers if number < 2**64 // n * n) % n


def shuffled(numbers, pack):
    deck = list(pack)
    for i in reversed(range(1, len(deck))):
        j = below(numbers, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def test_dealer_decks_and_chance_follow_from_secret_and_numbers(record):
    said = b"numbers" + b"\x00" + b"\x11" * 32 + b"\x02" + b"\x33" * 32
    key = hmac.new(SECRET, said, hashlib.sha256).digest()
    pack = GAME.pack.format_cards(GAME.deck_of(4, GAME.options())).split()
    assert record["rounds"][0]["dealer"] == below(stream(key, b"dealer"), 4)
    for number, dealt in enumerate(record["rounds"]):
        r = number.to_bytes(4, "big")
        assert dealt["deck"].split() == shuffled(stream(key, b"deck" + r), pack)
        assert int(dealt["entropy"], 16) == next(stream(key, b"entropy" + r))


def test_record_names_numbers_by_seat_and_keeps_the_commitment(record):
    assert record["numbers"] == ["11" * 32, None, "33" * 32, None]
    assert record["commitment"] == hashlib.sha256(SECRET).hexdigest()


def test_record_without_numbers_is_as_it_was(record):
    plain = record_of(finished(numbers=(None,) * 4))
    assert "numbers" not in plain
    assert plain["rounds"] != record["rounds"]
    assert packed.pack(finished(numbers=())) == packed.pack(finished(numbers=(None,) * 4))


@pytest.mark.parametrize("numbers", [NUMBERS, (b"\xff" * 32,) * 4, (None,) * 3 + (bytes(32),)])
def test_compact_record_is_read_as_it_was(numbers):
    record = record_of(finished(numbers))
    assert document.validate(record).ok
    assert document.decode(document.encode(record)) == record


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r["numbers"].__setitem__(0, "12" * 32),
        lambda r: r["numbers"].__setitem__(2, None),
        lambda r: r["numbers"].__setitem__(1, "22" * 32),
        lambda r: r["numbers"].reverse(),
        lambda r: r.pop("numbers"),
        lambda r: r["numbers"].pop(),
        lambda r: r["numbers"].append(None),
        lambda r: r["numbers"].__setitem__(0, "11" * 31),
        lambda r: r["numbers"].__setitem__(0, 11),
        lambda r: r.update(numbers="11" * 32),
        lambda r: r.update(numbers=[]),
        lambda r: r.update(numbers=[None] * 4),
        lambda r: r.update(secret=None, commitment=None),
    ],
)
def test_other_numbers_are_refused(record, change):
    change(record)
    assert not document.validate(record).ok


def test_proof_finds_numbers_that_dealt_nothing():
    body = bytearray(zlib.decompress(packed.pack(finished())))
    body[body.index(b"\x11" * 32)] ^= 1
    [verdict] = document.validate_many([zlib.compress(bytes(body))])
    assert "does not follow from the secret" in verdict.reason


@pytest.mark.parametrize("seats", [0, 1 << 4])
def test_compact_record_says_who_has_added_a_number(seats):
    body = bytearray(zlib.decompress(packed.pack(finished())))
    at = body.index(SECRET) + 32
    assert body[at : at + 2] == b"\x05\x00"
    body[at : at + 2] = seats.to_bytes(2, "little")
    with pytest.raises(InvalidRecord, match="which seats"):
        packed.unpack(zlib.compress(bytes(body)))


@pytest.mark.parametrize(
    ("secret", "numbers"),
    [(None, NUMBERS), (SECRET, NUMBERS[:3]), (SECRET, (b"\x11" * 16, None, None, None))],
)
def test_table_refuses_numbers_that_are_none(secret, numbers):
    with pytest.raises(EngineError, match="number"):
        Table(GAME, 4, secret=secret, numbers=numbers)
