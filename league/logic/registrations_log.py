"""The registrations of an event, rebuilt from the entries of its log.

| action | what its data holds | what it did |
|---|---|---|
| `registration.enter` | registrations: code, player, status, first_session, fixed_table, group | they are registered, or wait |
| `registration.promote` | registrations: codes; first_session | these wait no more |
| `registration.check_in`, `registration.undo_check_in` | | |
| `registration.check_in_all` | registrations: codes | |
| `registration.arrive` | first_session | they came late, and took a seat at a published table |
| `registration.describe` | fixed_table, group, as far as they were changed | |
| `registration.withdraw` | status, last_session | |
| `registration.replace` | registration and by: code and player of the substitute; first_session, replaces | the substitute is there instead |
| `day.substitute` | the same, and left: the code of who is replaced | as `registration.replace`, for a team |

Codes stand for rows and primary keys for accounts.
"""  # noqa: E501

from collections.abc import Callable, Mapping

from .log_entries import Entry, Facts, Fields

WAITING_LIST = "waiting:list"
"""The row that holds the codes of those who wait, the first first."""


def waiting_list(facts: Facts) -> Facts:
    """Return who waits in which order; `facts` has registrations in the order they were made."""
    rows = [(row, fields) for row, fields in facts.items() if row.startswith("registration:")]
    waiting = [(row, fields) for row, fields in rows if fields["status"] == "waiting"]
    waiting.sort(key=lambda one: one[1]["registered_at"])
    return {WAITING_LIST: {"order": [row.partition(":")[2] for row, _fields in waiting]}}


def _enter(facts: Facts, entry: Entry) -> None:
    for own in entry.data["registrations"]:
        row = f"registration:{own['code']}"
        facts[row] = facts.get(row, {}) | {
            "player": own["player"],
            "status": own["status"],
            "registered_at": entry.at,
            "registered_by": entry.by,
            "checked_in_at": None,
            "first_session": own["first_session"],
            "last_session": None,
            "fixed_table": own["fixed_table"],
            "group": own["group"],
            "replaces": None,
        }


def _promote(facts: Facts, entry: Entry) -> None:
    for row in _named(facts, entry):
        first = max(row["first_session"], entry.data["first_session"])
        row.update(status="registered", first_session=first)


def _check_in(facts: Facts, entry: Entry) -> None:
    facts[entry.subject]["checked_in_at"] = entry.at


def _undo_check_in(facts: Facts, entry: Entry) -> None:
    facts[entry.subject]["checked_in_at"] = None


def _check_in_all(facts: Facts, entry: Entry) -> None:
    for row in _named(facts, entry):
        row["checked_in_at"] = entry.at


def _arrive(facts: Facts, entry: Entry) -> None:
    row = facts[entry.subject]
    row["first_session"] = entry.data["first_session"]
    row["checked_in_at"] = row["checked_in_at"] or entry.at


def _describe(facts: Facts, entry: Entry) -> None:
    changed = {name: entry.data[name] for name in ("fixed_table", "group") if name in entry.data}
    facts[entry.subject].update(changed)


def _withdraw(facts: Facts, entry: Entry) -> None:
    row = facts[entry.subject]
    row.update(status=entry.data["status"], last_session=entry.data["last_session"])
    if row["status"] == "withdrawn":
        row["checked_in_at"] = None


def _replace(facts: Facts, entry: Entry) -> None:
    left = facts[entry.subject]
    _come(facts, entry, left["group"], checked_in_at=entry.at if left["checked_in_at"] else None)
    left["last_session"] = entry.data["first_session"] - 1


def _substitute(facts: Facts, entry: Entry) -> None:
    left = facts[f"registration:{entry.data['left']}"]
    _come(facts, entry, left["group"], checked_in_at=None)
    came = facts[f"registration:{entry.data['registration']}"]
    came.update(registered_at=entry.at, fixed_table=None)
    left["last_session"] = entry.data["first_session"] - 1


def _come(facts: Facts, entry: Entry, group: str, *, checked_in_at: str | None) -> None:
    """Register a substitute, who keeps his time and table if he was registered before."""
    new: Fields = {"registered_at": entry.at, "fixed_table": None}
    row = f"registration:{entry.data['registration']}"
    facts[row] = facts.get(row, new) | {
        "player": entry.data["by"],
        "status": "registered",
        "registered_by": entry.by,
        "checked_in_at": checked_in_at,
        "first_session": entry.data["first_session"],
        "last_session": None,
        "group": group,
        "replaces": entry.data["replaces"],
    }


def _named(facts: Facts, entry: Entry) -> list[Fields]:
    return [facts[f"registration:{code}"] for code in entry.data["registrations"]]


HANDLERS: Mapping[str, Callable[[Facts, Entry], None]] = {
    "registration.enter": _enter,
    "registration.promote": _promote,
    "registration.check_in": _check_in,
    "registration.undo_check_in": _undo_check_in,
    "registration.check_in_all": _check_in_all,
    "registration.arrive": _arrive,
    "registration.describe": _describe,
    "registration.withdraw": _withdraw,
    "registration.replace": _replace,
    "day.substitute": _substitute,
}
