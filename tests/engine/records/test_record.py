import copy
import json
import struct
import zlib

import pytest

import games
from engine.play.table import Table
from engine.records import document, packed
from engine.records.document import record_of
from engine.rules.errors import InvalidRecord

GAME = games.get("mit-list-und-tuecke")


def finished(**arguments):
    table = Table(GAME, 4, **({"secret": bytes(32)} | arguments))
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


def test_record_of_a_match_is_valid_and_complete(record):
    verdict = document.validate(record)
    assert (verdict.ok, verdict.complete) == (True, True)


def test_record_of_people_has_no_secret_and_is_valid(record):
    record["secret"] = record["commitment"] = None
    assert document.validate(record).ok


def test_record_that_stops_early_is_valid_but_not_complete(record):
    del record["rounds"][3]
    last = record["rounds"][2]
    record["totals"] = [sum(r["scores"][i] for r in record["rounds"]) for i in range(4)]
    record["ranking"] = GAME.place(record["totals"])
    verdict = document.validate(record)
    assert (verdict.ok, verdict.complete) == (True, False), last


def test_format_that_says_nothing_else_is_that_everyone_deals():
    record = record_of(finished(cycles=2))
    del record["format"]["native"]
    verdict = document.validate(record)
    assert (verdict.ok, verdict.complete) == (True, True)


def test_illegal_action_is_found_where_it_is(record):
    record["rounds"][2]["actions"][5] = "keep B R"
    verdict = document.validate(record)
    assert (verdict.round, verdict.action) == (2, 5)
    assert "not now" in verdict.reason or "fourth" in verdict.reason or "take" in verdict.reason


def test_chosen_deal_is_found(record):
    deck = record["rounds"][1]["deck"].split()
    deck[0], deck[1] = deck[1], deck[0]
    record["rounds"][1]["deck"] = " ".join(deck)
    verdict = document.validate(record)
    assert (verdict.round, verdict.reason) == (1, "the deck does not follow from the secret")


def test_chosen_dealer_is_found(record):
    for played in record["rounds"]:
        played["dealer"] = (played["dealer"] + 1) % 4
    assert not document.validate(record).ok


def test_another_commitment_is_found(record):
    record["commitment"] = "0" * 64
    assert "commitment" in document.validate(record).reason


@pytest.mark.parametrize("secret", ["secret", "both"])
def test_commitment_that_nothing_proves_is_refused(record, secret):
    """Whoever reads it would take the deals for proven, and the compact form has no room for it."""
    record["secret"] = None
    if secret == "both":
        record["commitment"] = None
    assert document.validate(record).ok == (secret == "both")


@pytest.mark.parametrize("said", ["yes", "off", "true", 1, 0, 1.0, None])
@pytest.mark.parametrize("where", ["native", "redeal"])
def test_only_true_and_false_are_yes_and_no(record, where, said):
    (record["format"] if where == "native" else record["rounds"][0])[where] = said
    assert not document.validate(record).ok


@pytest.mark.parametrize("said", ["yes", 1, 0, None])
def test_only_true_and_false_are_yes_and_no_in_options(said):
    game = games.get("democracy")
    record = record_of(Table(game, 3, secret=bytes(32)))
    assert document.validate(record).ok
    record["options"]["pagat"] = said
    assert not document.validate(record).ok


def test_seat_that_is_not_at_the_table_cannot_deal_first(record):
    record["secret"] = record["commitment"] = None
    record["rounds"][0]["dealer"] = 9
    verdict = document.validate(record)
    assert (verdict.round, verdict.reason) == (0, "there is no seat 9 to deal")


@pytest.mark.parametrize(
    "bad",
    [None, [], "x", 7, {}, {"record": "stammtisch/2"}, {"record": "stammtisch/1", "rounds": [[]]}],
)
def test_what_is_no_record_gets_a_verdict(bad):
    verdict = document.validate(bad)
    assert not verdict.ok
    assert verdict.reason


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 3),
        ("players", "4"),
        ("players", 10**30),
        ("game", "hattrick"),
        ("options", {"deal": "pagat"}),
        ("totals", [1e400, 0, 0, 0]),
        ("rounds", [None]),
        ("surprise", 1),
    ],
)
def test_bad_field_gets_a_verdict(record, field, value):
    record[field] = value
    assert not document.validate(record).ok


def test_compact_record_is_small(record):
    assert len(document.encode(record)) < 1000


def test_compact_record_of_people_is_read_as_it_was(record):
    record["secret"] = record["commitment"] = None
    assert document.decode(document.encode(record)) == record


def test_invalid_record_is_not_encoded(record):
    record["totals"][0] += 1
    with pytest.raises(InvalidRecord):
        document.encode(record)


@pytest.mark.parametrize("damage", [b"", b"x", zlib.compress(b""), zlib.compress(b"STM1")])
def test_damaged_bytes_get_a_verdict(damage):
    verdict = document.validate_many([damage])[0]
    assert not verdict.ok
    assert verdict.reason


def test_compressed_bomb_is_not_unpacked():
    with pytest.raises(InvalidRecord, match="too large"):
        packed.unpack(zlib.compress(bytes(50_000_000)))


def test_every_single_changed_byte_is_noticed_or_means_nothing():
    """Change each byte of a record without a secret in turn: the same match, or refused."""
    table = finished(secret=None, dealer=0)
    table.rounds[0].dealt_by_secret = False
    body = zlib.decompress(packed.pack(table))
    blobs = []
    for at in range(len(body)):
        changed = bytearray(body)
        changed[at] ^= 0x41
        blobs.append(zlib.compress(bytes(changed), 1))
    verdicts = document.validate_many(blobs)
    said_valid = [at for at, verdict in enumerate(verdicts) if verdict.ok]
    # Chance inside a round is not used by this game, so its entropy means nothing.
    same = [at for at in said_valid if document.decode(blobs[at])["totals"] == table.totals]
    assert said_valid == same
    assert len(said_valid) == 8 * 4


def test_bytes_after_the_compressed_record_are_noticed(record):
    verdict = document.validate_many([document.encode(record) + b"x"])[0]
    assert (verdict.ok, verdict.reason) == (False, "there is something after the record")


def test_flag_that_nobody_knows_is_noticed(record):
    blob = document.encode(record)
    head = packed.unpack(blob)
    body = bytearray(head.body)
    body[head.start + 1] |= 4
    verdict = document.validate_many([zlib.compress(bytes(body))])[0]
    assert (verdict.round, verdict.reason) == (0, "the round has a flag that nobody knows")


def test_options_nested_deeply_get_a_verdict(record):
    head = packed.unpack(document.encode(record))
    nested = b"[" * 50_000
    at = head.body.index(b"{}")
    body = head.body[: at - 2] + struct.pack("<H", len(nested)) + nested + head.body[at + 2 :]
    verdict = document.validate_many([zlib.compress(body)])[0]
    assert (verdict.ok, verdict.reason) == (False, "the options are nested too deeply")


def test_batch_gives_a_verdict_for_each(record):
    good = document.encode(record)
    verdicts = document.validate_many([good, b"x", good])
    assert [verdict.ok for verdict in verdicts] == [True, False, True]


@pytest.mark.parametrize(
    ("at", "round_", "action"), [(-1, None, None), (-21, 3, None)], ids=["place", "last score"]
)
def test_wrong_number_is_found_where_it_is(at, round_, action):
    body = bytearray(zlib.decompress(packed.pack(finished())))
    body[at] ^= 1
    verdict = document.validate_many([zlib.compress(bytes(body))])[0]
    assert (verdict.ok, verdict.round, verdict.action) == (False, round_, action)


def test_proof_finds_a_secret_that_dealt_nothing():
    table = finished()
    body = bytearray(zlib.decompress(packed.pack(table)))
    body[body.index(bytes(32))] ^= 1
    blob = zlib.compress(bytes(body))
    assert not document.validate_many([blob])[0].ok
    assert document.validate_many([blob], prove=False)[0].ok


def test_record_is_plain_json(record):
    assert json.loads(json.dumps(record)) == record


def test_a_table_that_was_given_its_deck_is_read_again(record):
    table = Table(GAME, 4)
    table.deal(deck=record["rounds"][0]["deck"])
    table.play(table.legal()[-1])
    again = packed.table_of(packed.unpack(packed.pack(table)))
    assert record_of(again) == record_of(table)
