"""Compact records that nobody's table has written.

    python -m tests.engine.records.crafted 0 100 skat

Says of each what `validate_many` does, for one seed and so many changes of bytes of each kind, in
a process of its own: one that is killed by a record is noticed. Uncompiled, an index out of
range is an error.
"""

import json
import random
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

import games
from engine.records import packed
from engine.records.document import validate_many
from engine.rules.game import Game
from tests.games.rounds import random_round

BYTES = (0, 1, 2, 127, 128, 254, 255)
WORDS = (0, 1, 255, 256, 511, 1024, 32767, 32768, 65535)
NUMBERS = (0, 1, -1, 2**31 - 1, -(2**31))
NESTED = b"[" * 30_000


@dataclass(frozen=True)
class Written:
    """What a compact record of one round says, part by part."""

    slug: bytes
    options: bytes
    numbers: tuple[int, ...]
    count: int
    dealer: int
    flags: int
    entropy: bytes
    deck: bytes
    actions: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    places: bytes

    def body(self) -> bytes:
        """Return its bytes, with lengths that fit."""
        return b"".join(
            [
                packed.MAGIC,
                struct.pack("<B", len(self.slug)),
                self.slug,
                struct.pack("<H", len(self.options)),
                self.options,
                bytes(self.numbers),
                struct.pack("<H", self.count),
                struct.pack("<BB", self.dealer, self.flags),
                self.entropy,
                struct.pack("<B", len(self.deck)),
                self.deck,
                struct.pack(f"<H{len(self.actions)}H", len(self.actions), *self.actions),
                struct.pack(f"<{len(self.scores)}i", *self.scores),
                struct.pack(f"<{len(self.totals)}i", *self.totals),
                self.places,
            ]
        )


def written(game: Game, players: int, seed: int) -> Written:
    """Return what the record of one random round says."""
    table = random_round(game, players, seed)
    (done,) = table.rounds
    return Written(
        slug=game.slug.encode(),
        options=json.dumps(table.options.model_dump(), sort_keys=True).encode(),
        numbers=(players, table.native, table.cycles, 0),
        count=1,
        dealer=done.dealer,
        flags=packed.REDEAL * done.redeal + packed.FINISHED,
        entropy=done.entropy[::-1],
        deck=done.deck.tobytes(),
        actions=tuple(done.actions),
        scores=tuple(done.scores or ()),
        totals=tuple(table.totals),
        places=bytes(table.ranking()),
    )


def crafted(said: Written, chance: random.Random) -> Iterator[bytes]:
    """Yield records in which one part is another, with lengths that fit."""
    parts = [
        *({"dealer": value} for value in BYTES),
        *({"flags": value} for value in BYTES),
        *({"count": value} for value in WORDS),
        *({"options": text} for text in (b"", b"null", b"0", b"[]", b'{"x":1}', NESTED, b"\xff")),
        *({"slug": text} for text in (b"", b"hattrick", b"\xff", bytes(255))),
        *({"numbers": _put(said.numbers, i, v)} for i in range(4) for v in (*range(12), *BYTES)),
        *({"deck": deck} for deck in _decks(said.deck, chance)),
        *({"actions": actions} for actions in _actions(said.actions, chance)),
        *({"scores": _put(said.scores, 0, value)} for value in NUMBERS),
        *({"totals": _put(said.totals, -1, value)} for value in NUMBERS),
        *({"scores": said.scores * 2}, {"scores": ()}, {"totals": ()}, {"places": b""}),
    ]
    for part in parts:
        yield replace(said, **part).body()


def _put(numbers: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[at] = value
    return tuple(changed)


def _decks(deck: bytes, chance: random.Random) -> Iterator[bytes]:
    """Yield decks with a card too many or too few, one twice, or one that is none."""
    yield from (b"", deck[:-1], deck[1:], deck + deck[:1], (deck * 5)[:255])
    for at, card in enumerate(deck):
        others = [card ^ 1 << chance.randrange(6), card ^ 64, card ^ 128, card ^ 192]
        for other in (*others, deck[at - 1], 255):
            yield deck[:at] + bytes([other]) + deck[at + 1 :]


def _actions(actions: tuple[int, ...], chance: random.Random) -> Iterator[tuple[int, ...]]:
    yield ()
    yield actions + actions[-1:]
    yield actions * 200
    for word in WORDS:
        at = chance.randrange(len(actions))
        yield (*actions[:at], word)


def changed(body: bytes, chance: random.Random, number: int) -> Iterator[bytes]:
    """Yield the bytes of a record with some changed, cut off or added, `number` of each kind."""
    for _ in range(number):
        at = chance.randrange(len(body))
        for value in (chance.choice(BYTES), body[at] ^ 1 << chance.randrange(8)):
            yield body[:at] + bytes([value]) + body[at + 1 :]
        yield body[:at]
        yield body[:at] + chance.randbytes(chance.randrange(4)) + body[at:]


def candidates(game: Game, players: int, seed: int, number: int) -> Iterator[bytes]:
    """Yield compact records of a round that are changed in every way known."""
    chance = random.Random(f"{game.slug} {players} {seed}")
    said = written(game, players, seed)
    good = zlib.compress(said.body(), 1)
    yield from (good, good + b"x", good + good, good[:-1], zlib.compress(NESTED))
    for body in (*crafted(said, chance), *changed(said.body(), chance, number)):
        yield zlib.compress(body, 1)


def main(seed: str, number: str, *slugs: str) -> None:
    """Print what is said of every record: whether it is valid, and where it is not."""
    for game in map(games.get, slugs):
        for players in game.players:
            say(game.slug, players)
            blobs = list(candidates(game, players, int(seed), int(number)))
            for index, verdict in enumerate(validate_many(blobs)):
                place = (verdict.round, verdict.action)
                say(index, verdict.ok, verdict.complete, verdict.reason, *place)


def say(*words: object) -> None:
    """Say it at once: what was said last tells where a process died."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
