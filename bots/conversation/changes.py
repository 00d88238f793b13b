"""What has changed from one view of a match to the next, which most bots are told instead of all.

Most of a view is its log and the cards that have been won, and few of them are new.
"""

from typing import Any

View = dict[str, Any]


def told(before: View, now: View) -> dict[str, Any] | None:
    """Return the fields of a request that tell `now` to who knows `before`.

    These are `changes` and, where the log has changed, `kept`. None if only the whole view will do:
    another round, or a pile that is no longer there.
    """
    if before["round"] != now["round"] or not before.keys() <= now.keys():
        return None
    changes = {name: value for name, value in now.items() if before.get(name, ...) != value}
    if "log" not in changes:
        return {"changes": changes}
    kept = _in_common(before["log"], now["log"])
    changes["log"] = now["log"][kept:]
    return {"changes": changes, "kept": kept}


def applied(before: View, message: dict[str, Any]) -> View:
    """Return the view that a request tells to who knows `before`."""
    changes: dict[str, Any] = message["changes"]
    if "log" in changes:
        changes = changes | {"log": before["log"][: message["kept"]] + changes["log"]}
    return before | changes


def _in_common(before: list[Any], now: list[Any]) -> int:
    """Return with how many items two lists begin alike: all, unless actions were uncovered."""
    if now[: len(before)] == before:
        return len(before)
    pairs = zip(before, now, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), len(now))
