"""Unrated duplicates: a version of an author's against bots of their choice, so many and no more.

They are experiments without a verdict, played by `pairs` as all are. Nothing of them touches a
rating, nor the standing of an opponent: faults are counted here and nowhere else. An author reads
of the opponents what a ladder shows everybody: their scores and what they played.
"""

import gzip
import json
from binascii import b2a_base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

import games
from bots import builtin
from bots.contests.estimate import Estimate, of_values
from bots.contests.experiment import NEW, OLD, Pair, Plan
from engine.records import packed
from league.models import Account, Experiment, Opponent, PairBlock, Player, Version
from league.services.accounts import people
from league.services.base.refusals import Invalid, NotFound
from league.services.bots.bots import slugs_of

from . import experiments

LEAST, MOST = 2, 500
"""How many duplicates may be asked for at once; of one alone there is no ±."""
MOST_A_DAY = 1000
"""How many duplicates an author may ask for within a day."""
MOST_OPPONENTS = 9
"""How many bots there can be at a table besides the new version, in any game."""
DAY = timedelta(days=1)
MOST_FORGOTTEN = 1000
"""How many parts of records are deleted at a time."""


@dataclass(frozen=True)
class Comparison:
    """How much more the new version scored than one opponent, in points of a deal."""

    player: Player
    mean: float
    estimate: Estimate


@dataclass(frozen=True)
class Played:
    """One duplicate, counted from 1: mean points of a deal, of the new version and each opponent.

    `difference` is what the new version did better than all others, `faulty` as of a pair.
    """

    number: int
    scores: list[float]
    difference: float
    faulty: list[str]


def start(
    *,
    new: Version,
    opponents: Sequence[Version] = (),
    bots: Sequence[str] = (),
    game: str,
    players: int,
    most: int = 50,
    by: Account,
    now: datetime,
) -> Experiment:
    """Have an author's version play duplicates against versions and built-in `bots`, unrated.

    They take the seats that are left in turn, in this order; in a game with sides `new` has the
    side of the first seat.
    """
    experiments.require_own(new, by)
    _check(new, game, players, most)
    _check_opponents(new, opponents, bots, game, players)
    with transaction.atomic():
        experiments.hold_author(by)
        _require_quota(most, by, now)
        fields = {"kind": Experiment.Kind.DUPLICATES, "new": new, "game": game}
        row = experiments.create({**fields, "players": players, "most": most}, now=now)
        rivals = [
            *(version.player for version in opponents),
            *(people.builtin_bot(name=name) for name in bots),
        ]
        Opponent.objects.bulk_create(
            Opponent(experiment=row, number=number, player=player)
            for number, player in enumerate(rivals)
        )
        codes = [player.code for player in rivals if player]
        data = {"new": new.code, "opponents": codes, "game": game, "players": players}
        experiments.note(row, "experiment.start", by, now, data)
    return row


def free_seats(game: str, players: int) -> int:
    """Return how many seats of a table opponents have: those that are not on the side of `new`."""
    return Plan(game, players, bytes(32), is_fixed=True).seats.count(OLD)


def played(experiment: Experiment) -> list[Played]:
    """Return every duplicate that was counted, in order; one query, with the opponents loaded."""
    names = [NEW, *(row.player.code for row in experiment.opponents.all())]
    return [
        Played(
            block.first + place + 1,
            [scores[name] for name in names],
            block.differences[place],
            block.faulty[place],
        )
        for block in experiment.blocks.order_by("first").defer("records")
        for place, scores in enumerate(block.scores or ())
    ]


def comparisons(experiment: Experiment, rows: Sequence[Played]) -> list[Comparison]:
    """Return how the new version did against each opponent, in their order, in these rows."""
    sign = 1 if games.get(experiment.game).higher_wins else -1
    found = []
    for number, opponent in enumerate(experiment.opponents.all(), start=1) if rows else ():
        own = [row.scores[number] for row in rows]
        better = [sign * (row.scores[0] - row.scores[number]) for row in rows]
        found.append(Comparison(opponent.player, sum(own) / len(own), of_values(better)))
    return found


def has_records(experiment: Experiment) -> bool:
    """Return whether there are records to download; one query."""
    return experiment.blocks.filter(records__isnull=False).exists()


def record_parts(experiment: Experiment) -> Iterator[bytes]:
    """Return a file of all records, compressed with gzip, part by part; raises NotFound if none is.

    A line for each match: `match` names it, `duplicate` from 1 and `rotation` from 0, `players` are
    codes by seat, `record` is the compact record in base 64.
    """
    if not has_records(experiment):
        raise NotFound(_("There are no records, or they are no longer kept."))
    rows = experiment.blocks.filter(records__isnull=False).order_by("first")
    parts = rows.values_list("records", flat=True).iterator(chunk_size=1)
    return (bytes(part) for part in parts if part is not None)


def forget_old(*, now: datetime) -> int:
    """Delete records as old as those of ladders may be, some at a time; return how many parts.

    Scores, and what the deals follow from, stay.
    """
    if not settings.LADDER_RECORD_DAYS:
        return 0
    last = now - timedelta(days=settings.LADDER_RECORD_DAYS)
    old = PairBlock.objects.filter(records__isnull=False, experiment__finished_at__lt=last)
    ids = list(old.order_by("pk").values_list("pk", flat=True)[:MOST_FORGOTTEN])
    return PairBlock.objects.filter(pk__in=ids).update(records=None)


def recorded(experiment: Experiment, plan: Plan, pairs: Sequence[Pair]) -> bytes:
    """Return the records of duplicates as a part of such a file; their deals are open by then."""
    players = experiments.players_of(experiment)
    codes = [player.code for name in plan.seats if (player := players[name])]
    lines = []
    for pair in pairs:
        for turn, table in enumerate(pair.tables):
            told = {
                "match": f"{experiment.code}-{pair.number + 1}-{turn}",
                "duplicate": pair.number + 1,
                "rotation": turn,
                "players": [*codes[turn:], *codes[:turn]],
                "record": b2a_base64(packed.pack(table), newline=False).decode(),
            }
            lines.append(json.dumps(told) + "\n")
    return gzip.compress("".join(lines).encode(), mtime=0)


def _check(new: Version, game: str, players: int, most: int) -> None:
    """Raise Invalid unless a version can play so many duplicates at a table of this game."""
    errors = experiments.errors_of_table(game, players)
    if not LEAST <= most <= MOST:
        said = _("Choose a number from %(low)g to %(high)g.")
        errors["most"] = [said % {"low": LEAST, "high": MOST}]
    if new.status != Version.Status.ACCEPTED:
        errors["new"] = [_("Choose an accepted version that has not been withdrawn.")]
    elif not errors and game not in slugs_of(new):
        errors["game"] = [_("%(version)s does not play this game.") % {"version": new}]
    if errors:
        raise Invalid(errors)


def _check_opponents(
    new: Version, opponents: Sequence[Version], bots: Sequence[str], game: str, players: int
) -> None:
    """Raise Invalid unless these can sit at the table with `new`."""
    chosen = [*(version.code for version in opponents), *bots]
    most = free_seats(game, players)
    if not 0 < len(chosen) <= most:
        said = _("Choose from 1 to %(most)d opponents at this table.") % {"most": most}
        raise Invalid({"opponents": [said]})
    if len(set(chosen)) < len(chosen) or new in opponents:
        raise Invalid({"opponents": [_("Choose each opponent once, and not the version itself.")]})
    for version in opponents:
        if version.status != Version.Status.ACCEPTED or game not in slugs_of(version):
            said = _("%(version)s does not play this game.") % {"version": version}
            raise Invalid({"opponents": [said]})
    for name in bots:
        if name not in builtin.names():
            said = _("This bot does not exist. Choose one of: %(names)s.")
            raise Invalid({"bots": [said % {"names": ", ".join(builtin.names())}]})


def _require_quota(most: int, by: Account, now: datetime) -> None:
    """Raise Invalid if an author has asked for too many within a day; expects their row locked."""
    asked = Experiment.objects.filter(
        kind=Experiment.Kind.DUPLICATES, new__bot__owner=by, created_at__gt=now - DAY
    )
    left = MOST_A_DAY - (asked.aggregate(sum=Sum("most"))["sum"] or 0)
    if most > left:
        said = _(
            "An author may ask for %(most)d duplicates within a day. You have %(left)d left; try "
            "again tomorrow, or with fewer."
        )
        raise Invalid({"most": [said % {"most": MOST_A_DAY, "left": max(0, left)}]})
