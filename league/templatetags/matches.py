"""Sessions and matches, for templates: `{% load matches %}`, `{{ match|match_name }}`."""

from django import template

from league.web.base.match_names import confirmer, enterer, is_of_bots, match_name, session_name

register = template.Library()
register.filter("match_name", match_name)
register.filter("session_name", session_name)
register.filter("is_of_bots", is_of_bots)
register.filter("enterer", enterer)
register.filter("confirmer", confirmer)
