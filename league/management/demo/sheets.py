"""Score sheets as clubs write them, made up: possible by the rules, better for better players."""

from math import exp
from random import Random
from typing import Any

from pydantic import ValidationError

import games
from games.gong_zhu.sheet import SCORING_CARDS
from games.skat.value import BIDS
from league.logic import sitting_out
from league.models import Season

Sheet = dict[str, Any]

CONTRACTS = {"clubs": 25, "spades": 22, "hearts": 18, "diamonds": 15, "grand": 14, "null": 6}
"""What is played at Skat, and how often in a hundred games."""
MATADORS = {1: 60, 2: 24, 3: 10, 4: 6}
GOOD = ("DJ",)
"""The card of Gong Zhu that everybody wants."""


def skat(skills: list[float], luck: Random, *, cycles: int) -> list[Sheet]:
    """Return the rounds of a table of three or four; at a table of four the dealer sits out."""
    seats = len(skills)
    game = games.get("skat")
    rounds = []
    for number in range(seats * cycles):
        dealer = number % seats
        if sitting_out.has_sitter(game, seats):
            sheet = _skat_round(sitting_out.without_dealer(skills, dealer), luck)
            declarer = sitting_out.playing(dealer, seats)[sheet["declarer"]]
            sheet |= {"dealer": dealer, "declarer": declarer}
        else:
            sheet = _skat_round(skills, luck)
        rounds.append({"dealer": dealer, "sheet": sheet})
    return rounds


def gong_zhu(skills: list[float], luck: Random, *, cycles: int) -> list[Sheet]:
    """Return the rounds of a table of four: who captured which scoring card."""
    rounds = []
    for number in range(len(skills) * cycles):
        captured: list[list[str]] = [[] for _ in skills]
        for card in SCORING_CARDS:
            sign = 1 if card in GOOD else -1
            weights = [exp(0.6 * sign * skill) for skill in skills]
            [taker] = luck.choices(range(len(skills)), weights)
            captured[taker].append(card)
        exposed = [card for card in ("CT", "SQ", "HA", "DJ") if luck.random() < 0.2]
        players = [{"captured": cards} for cards in captured]
        sheet = {"exposed": exposed, "players": players}
        rounds.append({"dealer": number % len(skills), "sheet": sheet})
    return rounds


def briscola(skills: list[float], luck: Random, *, cycles: int) -> list[Sheet]:
    """Return the rounds of two players, who share 120 points."""
    rounds = []
    for number in range(2 * cycles):
        points = round(luck.gauss(60 + 7 * (skills[0] - skills[1]), 16))
        points = min(108, max(12, points))
        sheet = {"players": 2, "points": [points, 120 - points]}
        rounds.append({"dealer": number % 2, "sheet": sheet})
    return rounds


def rounds_of(season: Season, skills: list[float], luck: Random) -> list[Sheet]:
    """Return what a table of a season hands in at the end of its match."""
    make = {"skat": skat, "gong-zhu": gong_zhu, "briscola": briscola}[season.game]
    return make(skills, luck, cycles=season.cycles)


def _skat_round(skills: list[float], luck: Random) -> Sheet:
    """Return the sheet of one deal of Skat; what cannot have been is made up anew."""
    while True:
        sheet = _skat_game(skills, luck)
        try:
            games.get("skat").sheet.model_validate(sheet)
        except ValidationError:
            continue
        return sheet


def _skat_game(skills: list[float], luck: Random) -> Sheet:
    """Return a game that somebody played, such as none may be in the rules."""
    [declarer] = luck.choices(range(3), [exp(0.5 * skill) for skill in skills])
    [contract] = luck.choices(list(CONTRACTS), list(CONTRACTS.values()))
    others = (sum(skills) - skills[declarer]) / 2
    won = luck.random() < 1 / (1 + exp(-(1.3 + 0.9 * (skills[declarer] - others))))
    sheet: Sheet = {"declarer": declarer, "contract": contract, "won": won}
    sheet["hand"] = luck.random() < 0.1
    if contract != "null":
        [matadors] = luck.choices(list(MATADORS), list(MATADORS.values()))
        sheet["matadors"] = matadors if luck.random() < 0.55 else -matadors
        if luck.random() < 0.15:
            sheet["made"] = "schneider"
    bids = [int(bid) for bid in BIDS if bid <= 18 + abs(luck.gauss(0, 9))]
    return sheet | {"bid": luck.choice(bids[-2:])}
