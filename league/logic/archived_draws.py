"""What an archive may say of a draw: why its tables are so, with codes of players and matches."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from .draws.explain import PARTS
from .draws.model import weight_faults
from .draws.reasons import WHYS

BREACHES = Literal[
    "missing",
    "twice",
    "stranger",
    "size",
    "byes",
    "sizes",
    "together",
    "apart",
    "fixed_table",
    "bye_turn",
    "short_turn",
    "bracket",
]
"""The rules that `draws/check.py` can find not kept."""

Code: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[2-9a-z]{10}$")]
Cost: TypeAlias = Annotated[int, Field(ge=-(2**53), le=2**53)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=32_767)]
Codes: TypeAlias = Annotated[list[Code], Field(max_length=4000)]


def _weights(given: dict[str, int]) -> dict[str, int]:
    if weight_faults(given):
        raise ValueError("holds weights that there are not, or out of bounds")
    return given


Weights: TypeAlias = Annotated[dict[str, int], AfterValidator(_weights)]


Lot: TypeAlias = Annotated[list[Number], Field(min_length=2, max_length=2)]


class Told(BaseModel):
    """What all parts share: nothing but the fields named, of exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Cause(Told):
    """Players, and what they add to the cost."""

    players: Codes
    cost: Cost
    times: Number = 0


class Part(Told):
    """One reason why a table costs something."""

    name: Literal[PARTS]  # type: ignore[valid-type]
    cost: Cost
    causes: list[Cause]


class Breach(Told):
    """A rule that is not kept."""

    code: BREACHES
    players: Codes
    table: Number | None


class Table(Told):
    """What a table costs."""

    table: Number
    total: Cost
    parts: list[Part]
    breaches: list[Breach]


class Reason(Told):
    """Why somebody sits at an odd table, or at null has a bye."""

    players: Codes
    table: Number | None
    why: Literal[WHYS]  # type: ignore[valid-type]


class Explanation(Told):
    """What a draw costs; `open` names matches that had no result.

    The last five are a cup's: how its players were seeded, how many sat at the tables of each
    round and went on from there, whether the third place was played for, what made the better
    seed, and who came too late.
    """

    total: Cost
    tables: list[Table]
    breaches: list[Breach]
    open: Codes
    reasons: Annotated[list[Reason], Field(max_length=10_000)] = []
    weights: Weights | None = None
    checked_in_only: bool = False
    seeding: Codes | None = None
    plan: Annotated[list[Annotated[list[Lot], Field(max_length=2000)]], Field(max_length=20)] | (
        None
    ) = None
    third_place: bool = False
    seeded_by: Literal["rating", "standings", "lot", ""] = ""
    late: Codes = []


def renamed(
    told: Mapping[str, Any], *, players: Mapping[str, str], matches: Mapping[str, str]
) -> dict[str, Any]:
    """Return an explanation with the codes that those it names have here.

    Bots that sat nowhere in the end are in no archive: causes and breaches go without them.
    Raises LookupError with a code of the seeding, or of an open match, that stands for nobody.
    """
    found: dict[str, Any] = _without_strangers(told, players)
    found["open"] = [matches[code] for code in told["open"]]
    if "seeding" in told:
        found["seeding"] = [players[code] for code in told["seeding"]]
    if "late" in told:
        found["late"] = [players[code] for code in told["late"] if code in players]
    return found


def _without_strangers(told: Any, players: Mapping[str, str]) -> Any:
    if isinstance(told, Mapping):
        return {
            name: [players[code] for code in value if code in players]
            if name == "players"
            else _without_strangers(value, players)
            for name, value in told.items()
        }
    if isinstance(told, list):
        return [_without_strangers(one, players) for one in told]
    return told
