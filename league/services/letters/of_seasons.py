"""Mails about a season: it has ended, and who was placed where."""

from django.utils.translation import gettext as _

from league.models import Mail, Player, Season
from league.services.mail import links
from league.services.seasons import rankings

from .letter import Letter, points


def ended(mail: Mail) -> Letter | None:
    """Tell somebody their place in a season that has ended; None once it goes on.

    Costs what the players of the season cost.
    """
    rows = Season.objects.filter(code=mail.about.split(":")[1], status=Season.Status.CLOSED)
    season = rows.select_related("club").first()
    player = Player.objects.filter(account=mail.account_id).first()
    if season is None or player is None:
        return None
    table = rankings.table(season)
    row = table.of({player.pk}).get(player.pk)
    if row is None:
        return None
    place = ((_("Place"), f"{row.rank} / {len(table)}"),) if row.rank is not None else ()
    return Letter(
        subject=_("%(season)s has ended") % {"season": season.name},
        lines=(
            _("The season %(season)s of %(club)s has ended.")
            % {"season": season.name, "club": season.club.name},
        ),
        facts=(
            *place,
            (_("Points"), points(row.points)),
            (_("Matches"), str(row.matches)),
        ),
        links=((_("Show the standings"), links.address("web:season", season.code)),),
        why=_("You get this mail because you have played in this season."),
    )
