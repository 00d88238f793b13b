"""What is sent to the addresses of the matrix, by the name it has there."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.bots.archives import tar_gz

from .conftest import SCORES, SHEET

SCORES_BODY = {"source": "scores", "rounds": SCORES}


def bodies_of(world):
    """Return all bodies; files in them are read once."""
    return {
        "league": {
            "club": "linde",
            "season": world["season"],
            "name": "Linden",
            "divisions": [{"name": "First"}],
        },
        "next": {"name": "2027"},
        "entrants": {"players": [world["player"]]},
        "leaver": {"entrant": world["leaver"]},
        "calendar": {"dates": ["2026-12-01"]},
        "day": {"name": "Second day", "sessions": 2},
        "substitute": {
            "event": world["day"],
            "out": world["fielded"],
            "to": world["substitute"],
        },
        "team": {"club": "linde", "name": "Foxes"},
        "members": {"members": [world["player"]]},
        "sheet": {"sheet": SHEET},
        "own_club": {"club": world["other_club"]},
        "club": {"slug": "anker", "name": "Zum Anker"},
        "asking": {"federation": "nord", "club": world["other_club"]},
        "club_rule": {"club_points": "average", "club_best": 3},
        "plays_for": {"player": world["bobs_player"], "club": "hasen"},
        "plays_for_none": {"player": world["bobs_player"], "club": None},
        "joint_event": {"season": world["joint"], "name": "Final"},
        "about": {"about": "Every Monday."},
        "member": {"player": world["player"]},
        "guest": {"name": "Gerd"},
        "named": {"name": "Gert"},
        "into_carol": {"into": world["carols"]},
        "parted": {"gone": world["carols"]},
        "scorer": {"role": "scorer"},
        "owner": {"role": "owner"},
        "organiser": {"player": world["player"], "role": "organiser"},
        "season": {"club": "linde", "name": "2027", "game": "mit-list-und-tuecke"},
        "ladder": {
            "club": "linde",
            "name": "Bots",
            "game": "truco",
            "kind": "ladder",
            "table_size": 4,
            "bots": ["greedy"],
        },
        "version": {"version": world["version"]},
        "anchor": {"builtin": "greedy"},
        "entrant": {"player": world["entrant"]},
        "event": {"season": world["season"], "name": "December"},
        "december": {"name": "Advent", "capacity": 40},
        "reason": {"reason": "The inn is flooded."},
        "repeat": {"rhythm": "weekly", "times": 2},
        "payment": {"registration": world["bobs"], "way": "cash", "amount": 500},
        "payer": {"registration": world["paid"]},
        "prize": {"player": world["second"], "way": "transfer"},
        "winner": {"player": world["first"]},
        "other": {"player": world["player"]},
        "guest_name": {"name": "Gerd"},
        "oneself": {},
        "roster": {"csv": "Gerd"},
        "results": {"csv": "".join(f"2024-03-15;1;{name};3\n" for name in ("A", "B", "C", "D"))},
        "list": {"code": world["list"]},
        "people": {"code": world["people"]},
        "group": {"group": "Linde"},
        "venue": {"name": "Eiche", "tables": 8},
        "session": {"event": world["event"]},
        "bots": {"bots": [world["machine"]]},
        "draw": {"tables": [world["guests"]]},
        "pairs": {"together": [], "apart": [world["guests"][:2]]},
        "contact": {"text": "0151 99"},
        "seated_by_hand": {"players": world["guests"]},
        "webhook": {"club": "linde", "url": "https://example.org/x", "events": ["result.final"]},
        "hook_events": {"events": ["draw.published"]},
        "season_archive": {"archive": upload("Nothing"), "players": "known"},
        "swap": {"swap": ["nobody2345", "nobody2346"]},
        "late_seat": {"player": world["player"], "match": world["match"]},
        "schedule": {"publish_at": None},
        "scores": SCORES_BODY,
        "correction": SCORES_BODY | {"reason": "typing error"},
        "given_up": {"seats": [0]},
        "forfeit": {"seats": [0], "reason": "did not come"},
        "penalty": {"player": world["player"], "points": "1.5", "reason": "late"},
        "handicaps": {
            "handicaps": [{"player": world["bobs_player"], "points": "3"}],
            "reason": "as agreed",
        },
        "rules": {"tie_breaks": ["direct"]},
        "table": {"bots": ["greedy"]},
        "wish": {"company": "now", "own_name": "Nina"},
        "seat": {"seat": 3},
        "challenge": {"bot": world["remote_bot"]},
        "remote_bot": {"name": "Moss", "games": ["skat"]},
        "remote_change": {"most_tables": 4, "is_open": False},
        "bot_token": {"name": "at home"},
        "filling": {"bots": ["greedy"]},
        "phrase": {"phrase": "good-luck"},
        "act": {"action": "B99", "expected_version": world["table_version"]},
        "number": {"number": "7a" * 32},
        "practise": {"bots": ["greedy"]},
        "seen_practice": {"expected_version": world["practice_version"]},
        "seen_table": {"expected_version": world["table_version"]},
        "seen": {},
        "token": {"name": "laptop", "scopes": ["read"]},
        "analysis": {"match": world["recorded"], "seat": 1},
        "experiment": {
            "new": world["accepted"],
            "old": world["older"],
            "game": "skat",
            "players": 3,
        },
        "archive": {"archive": upload("Fox")},
        "carols": {"archive": upload("Carol's")},
        None: None,
    }


def upload(name):
    manifest = f'name = "{name}"\ngames = ["skat"]\nstart = ["python3", "bot.py"]\n'
    content = tar_gz({"bot.toml": manifest.encode(), "bot.py": b""})
    return SimpleUploadedFile("bot.tar.gz", content)
