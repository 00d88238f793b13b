"""What a draw is made of: who is there, who met before, the scores so far, and what must hold.

Players become keys in the order of registration, so that an archive that is read elsewhere draws
the same. On a league day of a division of players, its earlier days were before, too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain, cycle, islice
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

import games
from league.logic.draws.model import (
    Draw,
    Entrant,
    Fill,
    Pair,
    Past,
    Rules,
    Turn,
    Weights,
    weight_faults,
)
from league.models import (
    Bye,
    Division,
    Event,
    Match,
    PairRule,
    Player,
    Registration,
    Seat,
    Session,
)
from league.services.accounts import people
from league.services.base import formats
from league.services.base.refusals import Conflict
from league.services.registration import registrations

DEFAULT_BOT = "greedy"
"""Who fills empty places where no bots are chosen for the event."""
ZERO = Decimal(0)
FILLS: Final[Mapping[str, Fill]] = {"sizes": "sizes", "bots": "bots", "byes": "byes"}
BYES_BY: Final[Mapping[str, Turn]] = {Event.Draw.KNOCKOUT: "bracket"}
FIRST_BOT = 1_000_000
"""The key of the first bot that fills a place."""


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a draw is made of, and whom its keys mean.

    `keys` are those of everybody who was ever registered or seated, by primary key of player.
    """

    entrants: tuple[Entrant, ...]
    past: Past
    rules: Rules
    players: dict[int, Player]
    counts_for: dict[int, int]
    still_open: tuple[str, ...] = ()
    keys: Mapping[int, int] = field(default_factory=dict)
    checked_in_only: bool = False

    def table(self, keys: Iterable[int]) -> list[Player]:
        """Return the players that keys mean."""
        return [self.players[key] for key in keys]


def setting_of(
    session: Session, *, checked_in_only: bool = False, weights: Weights | None = None
) -> Setting:
    """Return what the draw of a session is made of; a fixed number of queries.

    With the event's weights, or others that a draft was made with.
    """
    event = session.event
    rows = list(registrations.present(event, session.number, checked_in_only=checked_in_only))
    if not rows:
        said = _("There are no players to seat. Register players, or check them in first.")
        raise Conflict(session, said)
    earlier = earlier_sessions(session)
    keys = _keys(event, earlier)
    rules = rules_of(event, _pairs(event, keys), weights or weights_of(event))
    bots = dict(enumerate(_bots(event, rules), start=FIRST_BOT))
    return Setting(
        entrants=(
            *entrants_of(rows, keys, scores_of(event)),
            *(Entrant(key=key, is_bot=True) for key in bots),
        ),
        past=past_of(earlier, keys, rules),
        rules=rules,
        players={keys[row.player_id]: row.player for row in rows} | bots,
        counts_for={row.player_id: row.replaces.player_id for row in rows if row.replaces},
        still_open=tuple(_still_open(session)),
        keys=keys,
        checked_in_only=checked_in_only,
    )


def weights_of(event: Event) -> Weights:
    """Return what draws of an event avoid, and how much."""
    return replace(Weights(), **event.weights)


def drawn_with(session: Session) -> Weights:
    """Return the weights that are kept with a session's draw, or else those of its event."""
    kept = (session.explanation or {}).get("weights")
    if not isinstance(kept, dict) or weight_faults(
        kept
    ):  # an archive from elsewhere may hold anything
        return weights_of(session.event)
    return Weights(**kept)


def rules_of(event: Event, pairs: Mapping[str, Sequence[Pair]], weights: Weights) -> Rules:
    """Return what holds for the tables of an event."""
    game = games.get(event.season.game)
    size = event.table_size or formats.usual_size(game)
    sits_out = formats.has_sitter_out(game, size)
    sides = formats.sides_of(game, size)
    if sides:
        sizes: tuple[int, ...] = (size,)
    elif event.fill == Event.Fill.SIZES:
        sizes = tuple(other for other in formats.sizes(game) if not formats.sides_of(game, other))
    else:
        sizes = (size - 1, size) if sits_out else (size,)
    return Rules(
        sizes=sizes,
        size=size,
        sides=sides,
        weights=weights,
        together=tuple(pairs.get(PairRule.Kind.TOGETHER, ())),
        apart=tuple(pairs.get(PairRule.Kind.APART, ())),
        fill=FILLS[event.fill],
        sitting_out=sits_out,
        byes_by=BYES_BY.get(event.draw, "turns"),
    )


def earlier_sessions(session: Session) -> list[Session]:
    """Return the sessions before one, the first one first: of its event, and of earlier days.

    Days of a division of players follow each other by their start, or else by when they were
    created. Drafts that are left of a day which has begun are not played any more. Two queries at
    most.
    """
    own = list(session.event.sessions.filter(number__lt=session.number).order_by("number"))
    if session.event.draw != Event.Draw.SWISS:
        return own
    begun = Session.objects.filter(event=OuterRef("event")).exclude(status=Session.Status.DRAFT)
    rows = Session.objects.filter(
        ~Q(status=Session.Status.DRAFT) | ~Exists(begun), event__in=_days_before(session.event)
    ).annotate(at=Coalesce("event__starts_at", "event__created_at"))
    return [*rows.order_by("at", "event", "number"), *own]


def past_of(earlier: Sequence[Session], keys: Mapping[int, int], rules: Rules) -> Past:
    """Return who sat together in earlier sessions; two queries.

    Tables that were declared void count as never drawn.
    """
    seats = (
        Seat.objects.filter(match__session__in=earlier)
        .exclude(match__status=Match.Status.VOID)
        .order_by("match__table_number", "match", "number")
        .values_list("match__session", "match", "player")
    )
    tables: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for pk, match, player in seats:
        table = tables[pk][match]
        table.append(keys.get(player, FIRST_BOT + len(table)))
    byes: defaultdict[int, list[int]] = defaultdict(list)
    for pk, player in Bye.objects.filter(session__in=earlier).values_list("session", "player"):
        byes[pk].append(keys[player])
    return Past(
        tuple(
            Draw(
                tables=tuple(map(tuple, tables[row.pk].values())), byes=tuple(sorted(byes[row.pk]))
            ).as_session(rules)
            for row in earlier
        )
    )


def scores_of(event: Event) -> dict[int, Decimal]:
    """Return the points of each player in the final matches of an event; one query."""
    final = Seat.objects.filter(match__session__event=event, match__status=Match.Status.FINAL)
    whose = final.annotate(whose=Coalesce("counts_for", "player")).values("whose")
    return dict(whose.annotate(sum=Sum("points")).values_list("whose", "sum"))


def _days_before(event: Event) -> QuerySet[Event]:
    """Return the earlier league days of an event's division of players, without its fixtures.

    None for any other event.
    """
    own = Division.objects.filter(league__team_size=None, entrants__line_ups__event=event)
    at = event.starts_at or event.created_at
    days = Event.objects.filter(
        line_ups__entrant__division__in=own, fixture=None, cancelled_at=None
    ).annotate(at=Coalesce("starts_at", "created_at"))
    return days.filter(Q(at__lt=at) | Q(at=at, pk__lt=event.pk)).exclude(pk=event.pk)


def _keys(event: Event, earlier: Sequence[Session]) -> dict[int, int]:
    """Return the key of everybody who was ever registered or seated, by primary key of player.

    In the order of registration; then those who were seated by hand, in the order of tables; then
    those of earlier days.
    """
    registered = event.registrations.order_by("registered_at", "pk")
    people = Player.objects.filter(kind=Player.Kind.PERSON)
    seats = Seat.objects.filter(match__session__event=event, player__in=people)
    by_hand = seats.order_by("match__session__number", "match__table_number", "number")
    both = chain(
        registered.values_list("player", flat=True), by_hand.values_list("player", flat=True)
    )
    before = [row for row in earlier if row.event_id != event.pk]
    if before:
        seated = Seat.objects.filter(match__session__in=before).values("player")
        free = Bye.objects.filter(session__in=before).values("player")
        there = Q(pk__in=seated) | Q(pk__in=free)
        both = chain(both, people.filter(there).order_by("pk").values_list("pk", flat=True))
    return {player: number for number, player in enumerate(dict.fromkeys(both), start=1)}


def _pairs(event: Event, keys: Mapping[int, int]) -> dict[str, list[Pair]]:
    """Return the pairs that must, or must not, share a table, by the kind of rule; one query."""
    pairs: defaultdict[str, list[Pair]] = defaultdict(list)
    for rule in event.pair_rules.order_by("pk"):
        if rule.one_id in keys and rule.other_id in keys:
            pairs[rule.kind].append((keys[rule.one_id], keys[rule.other_id]))
    return pairs


def entrants_of(
    rows: Sequence[Registration], keys: Mapping[int, int], scores: Mapping[int, Decimal]
) -> list[Entrant]:
    """Return those who are there; a substitute has the score of the one whose place it is."""
    labels = sorted({row.group for row in rows if row.group})
    groups = {label: number for number, label in enumerate(labels)}
    return [
        Entrant(
            key=keys[row.player_id],
            score=scores.get(row.replaces.player_id if row.replaces else row.player_id, ZERO),
            group=groups.get(row.group),
            fixed_table=row.fixed_table,
        )
        for row in rows
    ]


def _bots(event: Event, rules: Rules) -> list[Player]:
    """Return as many bots as may be needed to fill a table, taken in turn."""
    if event.fill != Event.Fill.BOTS:
        return []
    chosen = list(event.bots.order_by("pk")) or [people.builtin_bot(name=DEFAULT_BOT)]
    return list(islice(cycle(chosen), rules.size - 1))


def _still_open(session: Session) -> list[str]:
    """Return the codes of the matches of earlier sessions that have no final result yet."""
    ended = (Match.Status.FINAL, Match.Status.VOID)
    earlier = Match.objects.filter(session__event=session.event, session__number__lt=session.number)
    rows = earlier.exclude(status__in=ended).order_by("session__number", "table_number")
    return list(rows.values_list("code", flat=True))
