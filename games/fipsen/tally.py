"""How the score of a round of Fipsen came about: what the contract is worth, and how it ended."""

from engine.rules.tally import Line, View, adds, alone, leads, says
from games.shared.packs import DIAMONDS, FRENCH

from .bids import BIDS, VALUES
from .sheet import PLAYERS, score_of, value_of


def tally(view: View) -> list[Line]:
    """Return the lines of a round: what doubles the contract, the tricks, and the score."""
    facts = view["facts"]
    seat, value = facts["declarer"], facts["value"]
    made = facts["tricks"] >= facts["needed"]
    score = int(score_of(value, made, facts["surrendered"]))
    ended = "surrendered" if facts["surrendered"] else "made" if made else "failed"
    lines = [_worth(view)]
    if not facts["surrendered"]:
        tricks = alone(seat, facts["tricks"], PLAYERS)
        lines.append(leads(says("tricks", needed=facts["needed"]), values=tricks))
    return [*lines, adds(says(ended, value=value), values=alone(seat, score, PLAYERS))]


def _worth(view: View) -> Line:
    """Return the line of what the contract is worth, and why it is worth more than was bid."""
    facts = view["facts"]
    bid = BIDS.index(facts["bid"])
    parts = [says("bid", rest=facts["bid"], value=int(VALUES[bid]))]
    trump = FRENCH.parse_suit(facts["trump"]) if facts["trump"] else -1
    if trump == DIAMONDS and value_of(bid, trump, 0) > VALUES[bid]:
        parts.append(says("diamonds", value=int(value_of(bid, trump, 0))))
    if facts["played_on"]:
        parts.append(says("played on", value=facts["value"]))
    return leads(*parts)
