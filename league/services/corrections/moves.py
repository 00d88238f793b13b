"""What moves when two players turn out to be one, row by row, and back when they are parted.

`FATES` says it for each reference to a player there is. Of rows that may be there once only, as a
place in an event, two become one; what they were is kept as it was stored.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from django.db.models import Count, Model, Q, Sum

from league.models import (
    Allegiance,
    Bye,
    Contact,
    Entrant,
    Handicap,
    LineUp,
    Membership,
    OnlineTable,
    PairRule,
    Payment,
    Penalty,
    Player,
    RatingReview,
    Registration,
    Role,
    Seat,
    Session,
    TableChallenge,
    TableSeat,
    Team,
    TeamMember,
)
from league.services.clubs import allegiances

PLAIN: Final[Sequence[tuple[type[Model], str]]] = (
    (Seat, "player"),
    (Seat, "counts_for"),
    (TableSeat, "player"),
    (OnlineTable, "opened_by"),
    (TableChallenge, "by"),
    (Penalty, "player"),
    (Handicap, "player"),
    (Payment, "player"),
    (LineUp, "player"),
    (Entrant, "player"),
    (Team, "captain"),
    (RatingReview, "player"),
)
JOINED: Final[Sequence[tuple[type[Model], str, str]]] = (
    (Membership, "player", "club"),
    (Contact, "player", "club"),
    (TeamMember, "player", "team"),
    (Registration, "player", "event"),
    (Allegiance, "player", "season"),
    (Bye, "player", "session"),
)
"""Models that have a player once in whatever the third name leads to."""
PAIRED: Final = ("one", "other")
NOTHING: Final = [0, 0]
"""What is seen of a reference by which no row leads to a player."""

FATES: Mapping[str, str] = {
    **{f"{model.__name__}.{name}": "moves" for model, name in PLAIN},
    **{f"{model.__name__}.{name}": "moves, two become one" for model, name, _of in JOINED},
    **{f"PairRule.{name}": "moves, two become one" for name in PAIRED},
    "Standing.player": "is counted anew",
    "Encounter.one": "is counted anew",
    "Encounter.other": "is counted anew",
    "GameRating.player": "is rated anew",
    "Agreement.player": "stays: the answers of an account are its own",
    "Invitation.player": "stays: of who has become another one it opens nothing",
    "Mail.player": "stays: it was sent, or its invitation opens nothing",
    "Merge.gone": "stays",
    "Merge.stays": "stays",
    "Version.player": "is a bot's",
    "Opponent.player": "is a bot's",
    "RemoteBot.player": "is a bot's",
    "TableChallenge.player": "is a bot's",
    "Event.bots": "are bots",
    "Rating.player": "is a bot's",
    "Meeting.one": "is a bot's",
    "Meeting.other": "is a bot's",
}

MODELS: Final[Mapping[str, Any]] = {
    model.__name__: model
    for model in (Membership, TeamMember, Registration, Allegiance, Bye, PairRule)
}
"""What may be dropped or changed."""


@dataclass
class Moved:
    """What has moved, as a merge keeps it.

    `rows` are keys by reference; `dropped` are rows that went into others, `changed` rows that
    took them in, as they were; `pointing` registrations that name a dropped one, with its key.
    """

    rows: dict[str, list[int]] = field(default_factory=dict)
    dropped: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    changed: list[tuple[str, dict[str, Any], dict[str, Any]]] = field(default_factory=list)
    pointing: list[tuple[int, int]] = field(default_factory=list)
    renamed: list[int] = field(default_factory=list)
    drawn: dict[str, Any] = field(default_factory=dict)
    seen: dict[str, list[int]] = field(default_factory=dict)
    events: list[int] = field(default_factory=list)
    clubs: list[int] = field(default_factory=list)

    @property
    def seats(self) -> list[int]:
        """The keys of seats of which player or owner moved."""
        return [*self.rows.get("Seat.player", ()), *self.rows.get("Seat.counts_for", ())]

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self)


def move_rows(gone: Player, stays: Player, moved: Moved) -> None:
    """Let rows lead to who stays of which somebody may have several."""
    for model, name in PLAIN:
        _move(model, name, gone, stays, moved)


def join_rows(gone: Player, stays: Player, moved: Moved) -> None:
    """Let rows lead to who stays of which somebody has one, and make one of two."""
    _drop_needless_byes(gone, stays, moved)
    _drop_foreign_clubs(gone, stays, moved)
    for model, name, of in JOINED:
        rows = model._default_manager
        own = {getattr(row, f"{of}_id"): row for row in rows.filter(**{name: stays})}
        for row in rows.filter(**{name: gone}).order_by("pk"):
            if (kept := own.get(getattr(row, f"{of}_id"))) is not None:
                _join(row, kept, moved)
        _move(model, name, gone, stays, moved)
    _join_rules(gone, stays, moved)


def rename_in_draws(gone: Player, stays: Player, events: Sequence[int], moved: Moved) -> None:
    """Let what is told of draws name who stays; one query, and one for each session it is in."""
    told = Session.objects.filter(event__in=events, explanation__isnull=False)
    for session in told.order_by("pk").only("explanation"):
        text = json.dumps(session.explanation)
        if f'"{gone.code}"' not in text:
            continue
        if f'"{stays.code}"' in text:
            moved.drawn[str(session.pk)] = session.explanation
        else:
            moved.renamed.append(session.pk)
        _rename(session, gone.code, stays.code)


def back(merge_of: Moved, gone: Player, stays: Player) -> None:
    """Let all that has moved lead to whom it led before."""
    for reference, keys in merge_of.rows.items():
        model, name = _of_reference(reference)
        model._default_manager.filter(pk__in=keys).update(**{name: gone})
    for kind, _is, was in merge_of.changed:
        _write(MODELS[kind], was)
    for kind, fields in merge_of.dropped:
        MODELS[kind]._default_manager.bulk_create([MODELS[kind](**_read(MODELS[kind], fields))])
        _write(MODELS[kind], fields)
    for pk, dropped in merge_of.pointing:
        Registration.objects.filter(pk=pk).update(replaces=dropped)
    for session in Session.objects.filter(pk__in=merge_of.renamed):
        _rename(session, stays.code, gone.code)
    for key, explanation in merge_of.drawn.items():
        Session.objects.filter(pk=int(key)).update(explanation=explanation)


def seen(player: Player) -> dict[str, list[int]]:
    """Return how many rows lead to a player by each reference, and the sum of their keys.

    Whatever comes or goes changes it. A query for each reference.
    """
    found = {}
    for model, name in _references():
        rows = model._default_manager.filter(**{name: player}).order_by()
        row = rows.aggregate(count=Count("pk"), keys=Sum("pk"))
        found[f"{model.__name__}.{name}"] = [row["count"], int(row["keys"] or 0)]
    return found


def changed_since(moved: Moved, stays: Player) -> bool:
    """Tell whether anything has come to, or gone from, who stays, or a joined row is another."""
    # A merge says nothing of tables that came later, in which nobody had anything yet.
    if any(moved.seen.get(reference, NOTHING) != now for reference, now in seen(stays).items()):
        return True
    for reference, keys in moved.rows.items():
        model, name = _of_reference(reference)
        rows = model._default_manager.filter(pk__in=keys, **{name: stays})
        if model is not RatingReview and rows.count() != len(keys):
            return True
    for kind, now_is, _was in moved.changed:
        row = MODELS[kind]._default_manager.filter(pk=now_is["id"]).first()
        if row is None or fields_of(row) != now_is:
            return True
    return False


def fields_of(row: Model) -> dict[str, Any]:
    """Return all columns of a row as JSON holds them, exactly."""
    found = {}
    for one in row._meta.concrete_fields:
        value = one.value_from_object(row)
        is_plain = not isinstance(value, datetime | date | Decimal)
        found[one.attname] = (
            value if is_plain else (value.isoformat() if isinstance(value, date) else str(value))
        )
    return found


def _references() -> Iterator[tuple[type[Model], str]]:
    """Yield the references that are compared; reviews of ratings are done within seconds."""
    yield from ((model, name) for model, name in PLAIN if model is not RatingReview)
    yield from ((model, name) for model, name, _of in JOINED)
    yield from ((PairRule, name) for name in PAIRED)


def _of_reference(reference: str) -> tuple[type[Model], str]:
    kind, _dot, name = reference.partition(".")
    [model] = {model for model, _name in (*_references(), *PLAIN) if model.__name__ == kind}
    return model, name


def _move(model: type[Model], name: str, gone: Player, stays: Player, moved: Moved) -> None:
    rows = model._default_manager.filter(**{name: gone})
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    if keys:
        moved.rows[f"{model.__name__}.{name}"] = keys
        rows.filter(pk__in=keys).update(**{name: stays})


def _join(row: Model, kept: Model, moved: Moved) -> None:
    """Make one of two rows, the one that is kept."""
    if isinstance(row, Contact):
        # A merge keeps no copy of it, or it would outlive an erasure.
        row.delete()
        return
    if isinstance(row, Registration) and isinstance(kept, Registration):
        for pk in row.substitutes.order_by("pk").values_list("pk", flat=True):
            moved.pointing.append((pk, row.pk))
        row.substitutes.update(replaces=kept)
        _change(kept, _of_both(row, kept), moved)
    elif isinstance(row, Membership) and isinstance(kept, Membership):
        role = max(Role(kept.role), Role(row.role), key=list(Role).index)
        _change(kept, {"role": role, "joined_at": min(row.joined_at, kept.joined_at)}, moved)
    _drop(row, moved)


def _of_both(row: Registration, kept: Registration) -> dict[str, Any]:
    """Return what a place in an event is of which somebody had two."""
    ranks = list(Registration.Status.values)
    main = min(kept, row, key=lambda one: ranks.index(one.status))
    names = ("status", "first_session", "last_session", "replaces_id", "checked_in_at")
    found = {name: getattr(main, name) for name in names}
    found["fixed_table"] = main.fixed_table or row.fixed_table or kept.fixed_table
    found["group"] = main.group or row.group or kept.group
    if row.status == kept.status:
        lasts = [one.last_session for one in (row, kept)]
        here = [one.checked_in_at for one in (row, kept) if one.checked_in_at is not None]
        found["registered_at"] = min(row.registered_at, kept.registered_at)
        found["first_session"] = min(row.first_session, kept.first_session)
        found["last_session"] = None if None in lasts else max(filter(None, lasts), default=0)
        found["checked_in_at"] = min(here, default=None)
        found["replaces_id"] = kept.replaces_id or row.replaces_id
    elif main is row:
        found["registered_at"] = row.registered_at
    return found


def _drop_needless_byes(gone: Player, stays: Player, moved: Moved) -> None:
    """Who has a table in a session, once as one and once as the other, has no bye there.

    The seats have moved by now, the byes have not.
    """
    seats = Seat.objects.filter(pk__in=moved.rows.get("Seat.player", ()))
    own = Seat.objects.filter(player=stays).exclude(pk__in=seats.values("pk"))
    for player, others in ((gone, own), (stays, seats)):
        at_table = others.values("match__session")
        for row in Bye.objects.filter(player=player, session__in=at_table).order_by("pk"):
            _drop(row, moved)


def _drop_foreign_clubs(gone: Player, stays: Player, moved: Moved) -> None:
    """Who has an account plays for clubs to which they belong, a guest for any."""
    if stays.account_id is not None:
        for row in allegiances.foreign(gone, stays).order_by("pk"):
            _drop(row, moved)


def _join_rules(gone: Player, stays: Player, moved: Moved) -> None:
    """Let rules about pairs be about who stays; of two about one pair theirs is kept."""
    for row in PairRule.objects.filter(Q(one=gone) | Q(other=gone)).order_by("pk"):
        partner = row.other_id if row.one_id == gone.pk else row.one_id
        one, other = sorted((partner, stays.pk))
        there = PairRule.objects.filter(event=row.event_id, one=one, other=other)
        if partner == stays.pk or there.exists():
            _drop(row, moved)
        else:
            _change(row, {"one_id": one, "other_id": other}, moved)


def _change(row: Model, fields: Mapping[str, Any], moved: Moved) -> None:
    was = fields_of(row)
    type(row)._default_manager.filter(pk=row.pk).update(**fields)
    row.refresh_from_db()
    moved.changed.append((type(row).__name__, fields_of(row), was))


def _drop(row: Model, moved: Moved) -> None:
    moved.dropped.append((type(row).__name__, fields_of(row)))
    row.delete()


def _write(model: type[Model], fields: Mapping[str, Any]) -> None:
    """Set all columns of a row, those too that Django would choose."""
    values = _read(model, fields)
    model._default_manager.filter(pk=values.pop("id")).update(**values)


def _read(model: type[Model], fields: Mapping[str, Any]) -> dict[str, Any]:
    known = {one.attname: one for one in model._meta.concrete_fields}
    return {
        name: value if known[name].is_relation else known[name].to_python(value)
        for name, value in fields.items()
    }


def _rename(session: Session, old: str, new: str) -> None:
    text = json.dumps(session.explanation).replace(f'"{old}"', f'"{new}"')
    Session.objects.filter(pk=session.pk).update(explanation=json.loads(text))
