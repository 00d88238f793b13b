"""Pairs of players who must, or must not, share a table of an event."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Event, PairRule, Player, Role
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.refusals import Invalid
from league.services.registration import plans, registrations

MOST_PAIRS = 500

Pair = Sequence[Player]


@agreements.asking
def set_pairs(
    *, event: Event, together: Iterable[Pair], apart: Iterable[Pair], by: Account, now: datetime
) -> list[PairRule]:
    """Replace the rules of an event; draws that are made keep their tables."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    registrations.require_held(event)
    wanted = {"together": list(together), "apart": list(apart)}
    _check(wanted)
    rows = [_rule(event, kind, pair) for kind, pairs in wanted.items() for pair in pairs]
    named = [player for pairs in wanted.values() for pair in pairs for player in pair]
    with transaction.atomic():
        agreements.require(club=event.season.club, players=named, by=by, now=now)
        plans.hold(event)  # the last choice wins as a whole
        event.pair_rules.all().delete()
        rules = PairRule.objects.bulk_create(rows)
        codes = {
            kind: [[player.code for player in pair] for pair in pairs]
            for kind, pairs in wanted.items()
        }
        audit.note_event(event, "event.pairs", codes, by=by, now=now)
    return rules


def _rule(event: Event, kind: str, pair: Pair) -> PairRule:
    one, other = sorted(pair, key=lambda player: player.pk)
    return PairRule(event=event, kind=kind, one=one, other=other)


def _check(wanted: dict[str, list[Pair]]) -> None:
    errors: dict[str, list[str]] = {}
    seen: set[frozenset[int]] = set()
    for kind, pairs in wanted.items():
        if len(pairs) > MOST_PAIRS:
            errors[kind] = [_("Enter at most %(most)d pairs.") % {"most": MOST_PAIRS}]
        for number, pair in enumerate(pairs):
            keys = frozenset(player.pk for player in pair)
            if len(keys) != 2:
                errors[f"{kind}.{number}"] = [_("A pair is two players.")]
            elif keys in seen:
                errors[f"{kind}.{number}"] = [_("There is another rule for this pair.")]
            seen.add(keys)
    if errors:
        raise Invalid(errors)
