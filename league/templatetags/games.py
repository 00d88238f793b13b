"""Facts about games, for templates: `{% load games %}`, `{{ slug|game_name }}`."""

from django import template

from league.web.games.games import game_name

register = template.Library()
register.filter("game_name", game_name)
