"""Names of players, for templates: `{% load players %}`, `{{ player|player_name }}`."""

from django import template

from league.web.bot_names import player_name

register = template.Library()
register.filter("player_name", player_name)
