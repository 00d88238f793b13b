"""Whoever counts in a club when agreements come has agreed: nothing is taken from anybody."""

from django.db import migrations, transaction
from django.utils import timezone

SLICE = 200

PLACES = (
    ("Membership", "player", "club"),
    ("Registration", "player", "event__season__club"),
    ("Seat", "player", "match__season__club"),
    ("TableSeat", "player", "table__event__season__club"),
    ("TeamMember", "player", "team__club"),
    ("Team", "captain", "club"),
    ("Entrant", "player", "division__league__club"),
    ("LineUp", "player", "event__season__club"),
    ("Penalty", "player", "season__club"),
)
"""Where a person counts: the model, its field that leads to them, and the path to the club."""


def agree(apps, schema_editor):
    """Write the agreements of some people with accounts after the other; may be broken off."""
    players = apps.get_model("league", "Player").objects.filter(account__isnull=False)
    last = 0
    while slice_ := list(players.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:SLICE]):
        with transaction.atomic():
            _agree(apps, slice_)
        last = slice_[-1]


def _agree(apps, players):
    now = timezone.now()
    found = set()
    for model, player, club in PLACES:
        rows = apps.get_model("league", model).objects.filter(**{f"{player}__in": players})
        found.update(rows.order_by().values_list(club, player).distinct())
    agreement = apps.get_model("league", "Agreement")
    agreement.objects.bulk_create(
        [
            agreement(club_id=club, player_id=player, status="agreed", answered_at=now)
            for club, player in sorted(found)
        ],
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):

    atomic = False  # in slices, while others write

    dependencies = [
        ('league', '0017_agreements'),
    ]

    operations = [
        migrations.RunPython(agree, migrations.RunPython.noop),
    ]
