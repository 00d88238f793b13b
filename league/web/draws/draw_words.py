"""Why tables of a draw cost what they cost, and which rules are not kept, in words."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Player

PARTS: Final = {
    "gap": gettext_lazy("difference in score"),
    "side_gap": gettext_lazy("sides of unequal strength"),
    "repeats": gettext_lazy("met before"),
    "partners": gettext_lazy("partners before"),
    "groups": gettext_lazy("same group"),
    "seats": gettext_lazy("same seat before"),
}
BREACHES: Final = {
    "missing": gettext_lazy("neither a seat nor a bye: %(names)s"),
    "twice": gettext_lazy("more than one seat: %(names)s"),
    "stranger": gettext_lazy("seated, but not present in this session: %(names)s"),
    "size": gettext_lazy("a table size that is not allowed"),
    "byes": gettext_lazy("fewer players could have a bye"),
    "sizes": gettext_lazy("tables could be closer to the usual size"),
    "together": gettext_lazy("must share a table: %(names)s"),
    "apart": gettext_lazy("must not share a table: %(names)s"),
    "fixed_table": gettext_lazy("must sit at another table: %(names)s"),
    "bye_turn": gettext_lazy("a second bye before others had one: %(names)s"),
    "short_turn": gettext_lazy(
        "a table of another size again, before others sat at one: %(names)s"
    ),
    "bracket": gettext_lazy(
        "tables must be as the bracket says, or the next round is seated by hand"
    ),
}

WHYS: Final = {
    "bracket": gettext_lazy("%(name)s: the bracket decides this."),
    "movement": gettext_lazy("%(name)s: all sessions were planned in advance."),
    "joined": gettext_lazy("%(name)s: players who must sit together are treated as one."),
    "only": gettext_lazy("%(name)s: nobody else was available."),
}
BYES: Final = {
    "fewest": gettext_lazy("%(name)s has had fewer byes than anybody who plays."),
    "last": gettext_lazy("%(name)s ranks lowest among the players with the fewest byes."),
    "lot": gettext_lazy(
        "%(name)s ties with others who have had as few byes. The draw chose the player whose "
        "bye leaves the best tables, or drew lots."
    ),
    "forced": gettext_lazy(
        "%(name)s: somebody with as few byes ranks lower, but a pair rule or a manual change "
        "decided."
    ),
    "early": gettext_lazy("%(name)s has a bye out of turn: somebody who plays has had fewer byes."),
}
ODD: Final = {
    "fewest": gettext_lazy(
        "%(name)s has sat at tables of another size less often than anybody at a usual table."
    ),
    "tables": gettext_lazy(
        "%(name)s: nobody at a usual table has sat at tables of another size less often. "
        "Between equals, the draw makes the best tables."
    ),
    "early": gettext_lazy(
        "%(name)s sits here out of turn: somebody at a usual table has sat at tables of "
        "another size less often."
    ),
}
"""Why somebody has a bye, sits at a table of another than the usual size, or either."""

MOST_CAUSES: Final = 2
"""So many causes of a part are named in the price of a change."""

Names = Callable[[Iterable[str]], str]


def costs_in_words(explanation: Mapping[str, Any] | None) -> dict[int, dict[str, Any]]:
    """Return what each table costs, in words, by its number, and byes as number 0; one query."""
    if explanation is None:
        return {}
    names = names_of(explanation)
    why = defaultdict(list)
    for reason in explanation.get("reasons", ()):
        if said := _reason_in_words(reason, names):
            why[reason["table"] or 0].append(said)
    tables = {
        table["table"]: {
            "total": table["total"],
            "parts": [_part(part, names) for part in table["parts"]],
            "breaches": [breach_in_words(breach, names) for breach in table["breaches"]],
            "reasons": why[table["table"]],
        }
        for table in explanation["tables"]
    }
    return tables | {0: {"reasons": why[0]}}


def _reason_in_words(reason: Mapping[str, Any], names: Names) -> str:
    """Return a sentence, none for what no draw says: an archive from elsewhere may hold it."""
    own = BYES if reason["table"] is None else ODD
    said = WHYS.get(reason["why"]) or own.get(reason["why"])
    return str(said) % {"name": names(reason["players"])} if said and reason["players"] else ""


def breach_in_words(breach: Mapping[str, Any], names: Names) -> str:
    """Return which rule is not kept, and by whom."""
    said = BREACHES.get(breach["code"])
    return str(said) % {"names": names(breach["players"])} if said else str(breach["code"])


def price_in_words(price: Mapping[str, Any]) -> list[str]:
    """Return what a change costs, a line for each rule and each reason, the worst first; one query.

    Nothing where nothing changes.
    """
    names = names_of(price)
    parts = sorted(price["parts"], key=lambda part: -part["cost"])
    return [
        *(_("Breaks a rule: %s") % breach_in_words(one, names) for one in price["breaches"]),
        *(_price_of_part(part, names) for part in parts if part["cost"] >= 0),
        *(_("Fixes a broken rule: %s") % breach_in_words(one, names) for one in price["mended"]),
        *(_price_of_part(part, names) for part in parts if part["cost"] < 0),
    ]


def _price_of_part(part: Mapping[str, Any], names: Names) -> str:
    """Return how much more or less a part costs, with the causes that weigh most in that."""
    more, less = (
        _heaviest(part, [one for one in part["causes"] if one["cost"] * sign > 0], names)
        for sign in (1, -1)
    )
    words = {"reason": PARTS[part["name"]], "cost": abs(part["cost"])}
    if part["cost"] > 0:
        said = ngettext(
            "%(reason)s: %(cost)d penalty point more (%(causes)s)",
            "%(reason)s: %(cost)d penalty points more (%(causes)s)",
            words["cost"],
        )
        words |= {"causes": more}
    elif part["cost"] < 0:
        said = ngettext(
            "%(reason)s: %(cost)d penalty point less (%(causes)s)",
            "%(reason)s: %(cost)d penalty points less (%(causes)s)",
            words["cost"],
        )
        words |= {"causes": less}
    else:
        said = _("%(reason)s: as many penalty points as before (%(causes)s instead of %(others)s)")
        words |= {"causes": more, "others": less}
    return str(capfirst(said % words))


def _heaviest(part: Mapping[str, Any], causes: Sequence[Mapping[str, Any]], names: Names) -> str:
    """Return the first causes of a part, which weigh most."""
    said = [_cause(part, cause, names) for cause in causes[:MOST_CAUSES]]
    return "; ".join([*said, _("and others")] if len(causes) > MOST_CAUSES else said)


def _cause(part: Mapping[str, Any], cause: Mapping[str, Any], names: Names) -> str:
    """Return whom a cause concerns, and how often they have met or were partners."""
    who, times = names(cause["players"]), cause.get("times", 0)
    if not times:
        return who
    if part["name"] == "partners":
        said = ngettext(
            "%(who)s, partners once before", "%(who)s, partners %(times)d times before", times
        )
    else:
        said = ngettext(
            "%(who)s, who have met once", "%(who)s, who have met %(times)d times", times
        )
    return said % {"who": who, "times": times}


def names_of(found: Mapping[str, Any]) -> Names:
    """Return what turns codes of players that are named anywhere in `found` into names."""
    players = Player.objects.filter(code__in=set(_codes(found)))
    names = {player.code: player.shown_name for player in players}
    return lambda codes: _listed([names.get(code, code) for code in codes])


def _listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _part(part: Mapping[str, Any], names: Names) -> dict[str, Any]:
    causes = [
        {"names": _cause(part, cause, names), "cost": cause["cost"]} for cause in part["causes"]
    ]
    return {"reason": PARTS[part["name"]], "cost": part["cost"], "causes": causes}


def _codes(found: Any) -> Iterable[str]:
    if isinstance(found, Mapping):
        yield from found.get("players", ())
        found = found.values()
    if not isinstance(found, str) and isinstance(found, Iterable):
        for one in found:
            yield from _codes(one)
