"""A possible score sheet of one round of every game, with its scores; four seats if they may be."""

from typing import Any

SHEETS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "mit-list-und-tuecke": (
        {
            "players": [
                {"blue": 6, "green": 4},
                {"red": 6, "yellow": 4},
                {"blue": 4, "green": 2},
                {"red": 2},
            ]
        },
        [24, 24, 8, 0],
    ),
    "mulatschag": (
        {
            "holder": 1,
            "bid": 2,
            "trump": "hearts",
            "folds": 1,
            "dropped": 0,
            "players": [{}, {"tricks": 3}, {"tricks": 2}, {}],
        },
        [12, -12, -8, 0],
    ),
    "briscola": ({"players": 4, "points": [70, 50]}, [70, 50, 70, 50]),
    "democracy": (
        {
            "players": [
                {"clubs": 25, "spades": 5, "diamonds": 20},
                {"spades": 15, "hearts": 10},
                {"spades": 5, "hearts": 15},
                {"diamonds": 5},
            ]
        },
        [2, 1, 1, 0],
    ),
    "truco": ({"stake": 3, "winner": "seats 1 and 3", "ended": "run"}, [0, 3, 0, 3]),
    "gong-zhu": (
        {
            "exposed": ["SQ"],
            "players": [
                {"captured": ["SQ", "H2", "H3", "H4", "H5"]},
                {"captured": ["DJ"]},
                {"captured": ["CT"]},
                {"captured": ["H6", "H7", "H8", "H9", "HT", "HJ", "HQ", "HK", "HA"]},
            ],
        },
        [-210, 100, 50, -190],
    ),
    "linger-longer": ({"cards": [0, 3, 0, 0]}, [0, 3, 0, 0]),
    "loo": (
        {
            "dealer": 1,
            "pot": 10,
            "players": [
                {"stayed": True, "tricks": 4},
                {"stayed": True, "tricks": 1},
                {"stayed": True},
                {},
                {},
            ],
        },
        [8, -3, -5, 0, 0],
    ),
    "cinch": ({"declarers": 0, "bid": 7, "points": [9, 5]}, [4, 0, 4, 0]),
    "rolling-stone": ({"cards": [0, 8, 8, 4]}, [60, 0, 0, 0]),
    "skat": (
        {"declarer": 0, "contract": "clubs", "matadors": 1, "bid": 18, "won": True},
        [24, 0, 0],
    ),
    "fipsen": (
        {
            "declarer": 1,
            "bid": "3",
            "hand": True,
            "trump": "diamonds",
            "made": False,
            "played_on": True,
        },
        [0, -48, 0, 0],
    ),
}
