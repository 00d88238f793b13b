"""Names of players, for templates: `{% load players %}`, `{{ player|named }}`."""

from collections.abc import Iterable, Mapping

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.models import Club, Player
from league.web.base.bot_names import about_bot, bot_name, face_of, player_name

register = template.Library()
register.filter("player_name", player_name)
register.filter("about_bot", about_bot)
register.filter("bot_name", bot_name)
register.filter("face_of", face_of)


@register.filter
def player_names(players: Iterable[Player]) -> str:
    """Return the names of players, one after the other."""
    return ", ".join(map(player_name, players))


@register.filter
def named(player: Player, name: str = "") -> SafeString:
    """Return the name of a player, or the one given, as pages mark it: an AI player has a tag."""
    tag = format_html(' <span class="tag">{}</span>', _("AI")) if player.is_bot else ""
    return format_html('<span class="player">{}{}</span>', name or player_name(player), tag)


@register.simple_tag(takes_context=True)
def club_of(context: Context, player: Player) -> SafeString | str:
    """Return for which club a player plays, as it stands beside the name; nothing for none.

    A page of a federation says it as `plays_for`, by keys of players; other pages do not.
    """
    clubs: Mapping[int, Club] = context.get("plays_for") or {}
    club = clubs.get(player.pk)
    return format_html(' <span class="soft small">{}</span>', club.name) if club else ""
