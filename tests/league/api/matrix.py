"""Who may read what: addresses of the API against the whole cast; `changes_matrix` has the rest.

Names in braces are those of `world.py`, bodies those of `bodies.py`.
"""

from .conftest import NOBODY

CAST = ["owner", "alice", "scorer", "bob", "carol", "mallory", "rival", "staff", NOBODY]
"""Owner, organiser, scorer, member who sits in the match, author of a bot, stranger, author of
another bot, one of the site's staff, nobody."""

# Statuses in the order of the cast.
EVERYBODY = [200] * 9
ORGANISERS = [200, 200, 403, 403, 403, 403, 403, 403, 401]
ORGANISERS_AND_STAFF = [200, 200, 403, 403, 403, 403, 403, 200, 401]
CREATORS = [201, 201, 403, 403, 403, 403, 403, 403, 401]
SCORERS = [200, 200, 200, 403, 403, 403, 403, 403, 401]
THEIR_DRAFT = [200, 200, 404, 404, 404, 404, 404, 404, 404]
CHANGE_THEIR_DRAFT = [200, 200, 404, 404, 404, 404, 404, 404, 401]
UNFIT = [409, 409, 403, 403, 403, 403, 403, 403, 401]
UNFIT_DRAFT = [409, 409, 404, 404, 404, 404, 404, 404, 401]
ORGANISERS_AND_BOB = [200, 200, 403, 200, 403, 403, 403, 403, 401]
THEIR_JOBS = [200, 200, 404, 404, 404, 404, 404, 404, 401]
TABLE_AND_SCORERS = [200, 200, 200, 200, 403, 403, 403, 403, 401]
ACCOUNTS = [200] * 8 + [401]
THEIRS_AND_BOBS = [200, 200, 403, 200, 403, 403, 403, 403, 401]
AUTHOR_LOGGED_IN = [404, 404, 404, 404, 200, 404, 404, 404, 401]
AUTHOR_AND_STAFF = [404, 404, 404, 404, 200, 404, 404, 200, 404]
INSPECTORS = [404, 404, 404, 404, 200, 404, 404, 200, 401]
ONLY_BOB = [403, 403, 403, 200, 403, 403, 403, 403, 401]
ONLY_CAROL = [403, 403, 403, 403, 200, 403, 403, 403, 401]
BOTS_ALONE = [403] * 8 + [401]
BOBS_OWN = [404, 404, 404, 200, 404, 404, 404, 404, 401]
UNFIT_OF_BOB = [404, 404, 404, 409, 404, 404, 404, 404, 401]
PRACTISED = [201] * 8 + [401]
RIVALS = [403, 403, 403, 403, 403, 403, 200, 403, 401]
"""What organisers of a federation may do there, and those of its clubs may not."""
OF_BOTH = [200, 200, 403, 403, 403, 403, 200, 403, 401]
UNFIT_PLANNED_TABLE = [403, 403, 404, 404, 404, 404, 404, 404, 401]

READING = [
    ("games", EVERYBODY),
    ("games/mit-list-und-tuecke", EVERYBODY),
    ("clubs", EVERYBODY),
    ("clubs/linde", EVERYBODY),
    ("clubs/linde/members", EVERYBODY),
    ("clubs/linde/people/{bobs_player}/contact", [200, 200, 403, 200, 403, 403, 403, 403, 401]),
    ("players", EVERYBODY),
    ("players/{player}", EVERYBODY),
    ("seasons", EVERYBODY),
    ("seasons/{season}", EVERYBODY),
    ("seasons/{season}/standings", EVERYBODY),
    ("seasons/{draft_season}", THEIR_DRAFT),
    ("seasons/{draft_season}/standings", THEIR_DRAFT),
    ("seasons/{season}/penalties", EVERYBODY),
    ("seasons/{draft_season}/penalties", THEIR_DRAFT),
    ("penalties/{penalty}", EVERYBODY),
    ("penalties/{planned_penalty}", THEIR_DRAFT),
    ("events/{event}/log", ORGANISERS),
    ("events/{event}/books", SCORERS),
    ("events/{planned_event}/books", CHANGE_THEIR_DRAFT),
    ("events/{event}/payments", SCORERS),
    ("events/{planned_event}/payments", CHANGE_THEIR_DRAFT),
    ("events/{planned_event}/log", [200, 200, 404, 404, 404, 404, 404, 404, 404]),
    ("matches/{entered}/results", EVERYBODY),
    ("matches/{draft_match}/results", THEIR_DRAFT),
    ("events", EVERYBODY),
    ("events/{event}", EVERYBODY),
    ("events/{planned_event}", THEIR_DRAFT),
    ("events/{event}/bracket", [404] * 9),
    ("events/{cup}/bracket", EVERYBODY),
    ("events/{event}/ranking", EVERYBODY),
    ("events/{planned_event}/ranking", THEIR_DRAFT),
    ("events/{planned_event}/bracket", [404] * 9),
    ("events/{event}/handicaps", EVERYBODY),
    ("events/{planned_event}/handicaps", THEIR_DRAFT),
    ("events/{event}/registrations", EVERYBODY),
    ("events/{event}/pairs", EVERYBODY),
    ("events/{event}/evening", [404] * 9),
    ("events/{planned_event}/evening", [404] * 9),
    ("events/{planned_event}/pairs", THEIR_DRAFT),
    ("events/{planned_event}/registrations", THEIR_DRAFT),
    ("registrations/{bobs}", EVERYBODY),
    ("registrations/{withdrawn}", [200, 200, 404, 404, 200, 404, 404, 404, 404]),
    ("registrations/{planned_registration}", THEIR_DRAFT),
    ("clubs/linde/venues", EVERYBODY),
    ("clubs/linde/members.csv", EVERYBODY),
    ("clubs/linde/audit.csv", [200, 200, 403, 403, 403, 403, 403, 403, 403]),
    ("events/{event}/registrations.csv", [200, 200, 200, 403, 403, 403, 403, 403, 403]),
    ("events/{planned_event}/registrations.csv", THEIR_DRAFT),
    ("seasons/{season}/standings.csv", EVERYBODY),
    ("seasons/{draft_season}/standings.csv", THEIR_DRAFT),
    ("sessions/{session}/draw.csv", EVERYBODY),
    ("sessions/{draft}/draw.csv", THEIR_DRAFT),
    ("seasons/{season}/archive.jsonl", ORGANISERS),
    ("webhooks", ACCOUNTS),
    ("webhooks/{webhook}", CHANGE_THEIR_DRAFT),
    ("webhooks/{authors_webhook}", AUTHOR_LOGGED_IN),
    ("webhooks/{webhook}/deliveries", CHANGE_THEIR_DRAFT),
    ("venues/{venue}", EVERYBODY),
    ("sessions/{planned_session}", THEIR_DRAFT),
    ("sessions/{planned_session}/draw", THEIR_DRAFT),
    ("matches/{planned_match}", THEIR_DRAFT),
    ("matches/{planned_match}/rounds", THEIR_DRAFT),
    ("seasons/{ladder}/leaderboard", EVERYBODY),
    ("seasons/{ladder}/head-to-head", EVERYBODY),
    ("seasons/{ladder}/players/{entrant}/history", EVERYBODY),
    ("seasons/{ladder}/players/{entrant}/curve", EVERYBODY),
    ("seasons/{planned_ladder}/leaderboard", THEIR_DRAFT),
    ("seasons/{planned_ladder}/head-to-head", THEIR_DRAFT),
    ("seasons/{planned_ladder}/players/{entrant}/history", THEIR_DRAFT),
    ("seasons/{planned_ladder}/players/{entrant}/curve", THEIR_DRAFT),
    ("players/{entrant}/ratings", EVERYBODY),
    ("players/{player}/game-ratings", EVERYBODY),
    ("players/{player}/game-ratings/skat/history", EVERYBODY),
    ("games/skat/ratings", EVERYBODY),
    ("games/skat/play-now", EVERYBODY),
    ("games/skat/records", EVERYBODY),
    ("games/skat/record-files", EVERYBODY),
    ("games/skat/record-files/2026-03", [404] * 9),
    ("games/skat/record-files/2026-03/parquet", [404] * 9),
    ("calendar", EVERYBODY),
    ("duplicates", EVERYBODY),
    ("duplicates/{duplicate}", EVERYBODY),
    ("duplicates/{planned_duplicate}", THEIR_DRAFT),
    ("matches/{ladder_match}", EVERYBODY),
    ("matches/{ladder_match}/record", [404] * 9),
    ("matches/{ladder_match}/requests?seat=0", [404] * 9),
    ("sessions", EVERYBODY),
    ("sessions/{session}", EVERYBODY),
    ("sessions/{session}/draw", EVERYBODY),
    ("sessions/{session}/ranking", EVERYBODY),
    ("sessions/{draft}/ranking", THEIR_DRAFT),
    ("sessions/{draft}", THEIR_DRAFT),
    ("sessions/{draft}/draw", THEIR_DRAFT),
    ("matches", EVERYBODY),
    ("matches/{match}", EVERYBODY),
    ("matches/{match}/rounds", EVERYBODY),
    ("matches/{entered}/result", EVERYBODY),
    ("matches/{draft_match}", THEIR_DRAFT),
    ("matches/{draft_match}/result", [404] * 9),
    ("matches/{draft_match}/rounds", THEIR_DRAFT),
    ("matches/{entered}/record", [404] * 9),
    ("matches/{entered}/requests?seat=0", [404] * 9),
    ("jobs", ACCOUNTS),
    ("jobs/{job}", THEIR_JOBS),
    ("tokens", ACCOUNTS),
    ("personal-data", ACCOUNTS),
    ("tokens/{token}", [404, 404, 404, 200, 404, 404, 404, 404, 401]),
    ("bots", EVERYBODY),
    ("remote-bots", EVERYBODY),
    ("remote-bots/{remote_bot}", EVERYBODY),
    ("remote-bots/{remote_bot}/tokens", ONLY_CAROL),
    ("remote-bots/me", BOTS_ALONE),
    ("remote-bots/me/events", BOTS_ALONE),
    ("bots/{foxes}", EVERYBODY),
    ("bots/{foxes}/versions", EVERYBODY),
    ("bots/{hidden_bot}", AUTHOR_AND_STAFF),
    ("bots/{hidden_bot}/versions", AUTHOR_AND_STAFF),
    ("versions", EVERYBODY),
    ("versions/{accepted}", EVERYBODY),
    ("versions/{checking}", AUTHOR_AND_STAFF),
    ("versions/{accepted}/faults", INSPECTORS),
    ("versions/{accepted}/logs", INSPECTORS),
    ("versions/{accepted}/statistics", INSPECTORS),
    ("versions/{accepted}/archive", INSPECTORS),
    ("versions/{checking}/archive", INSPECTORS),
    ("jobs/{check}", AUTHOR_LOGGED_IN),
    ("analyses", EVERYBODY),
    ("analyses/{analysis}", EVERYBODY),
    ("experiments", ACCOUNTS),
    ("experiments/{experiment}", AUTHOR_LOGGED_IN),
    ("experiments/{experiment}/pairs", AUTHOR_LOGGED_IN),
    ("experiments/{unrated}/records", AUTHOR_LOGGED_IN),
    ("jobs/{experiment_job}", AUTHOR_LOGGED_IN),
    ("affiliations", EVERYBODY),
    ("affiliations/{affiliation}", EVERYBODY),
    ("affiliations/{asked}", [200, 200, 404, 404, 404, 404, 200, 404, 404]),
    ("clubs/nord", EVERYBODY),
    ("seasons/{joint}/club-ranking", EVERYBODY),
    ("seasons/{draft_season}/club-ranking", THEIR_DRAFT),
    ("seasons/{joint}/plays-for", EVERYBODY),
    ("seasons/{draft_season}/plays-for", THEIR_DRAFT),
    ("agreements", ACCOUNTS),
    ("agreements/{agreement}", BOBS_OWN),
    ("notices", ACCOUNTS),
    ("notices/{notice}", AUTHOR_LOGGED_IN),
    ("leagues", EVERYBODY),
    ("leagues/{league}", EVERYBODY),
    ("leagues/{league}/divisions", EVERYBODY),
    ("leagues/{league}/next-season", EVERYBODY),
    ("leagues/{planned_league}/next-season", THEIR_DRAFT),
    ("divisions/{division}", EVERYBODY),
    ("divisions/{division}/entrants", EVERYBODY),
    ("divisions/{division}/standings", EVERYBODY),
    ("divisions/{division}/calendar", EVERYBODY),
    ("divisions/{planned_division}", THEIR_DRAFT),
    ("divisions/{planned_division}/entrants", THEIR_DRAFT),
    ("divisions/{planned_division}/standings", THEIR_DRAFT),
    ("divisions/{planned_division}/calendar", THEIR_DRAFT),
    ("teams", EVERYBODY),
    ("teams/{team}", EVERYBODY),
    ("teams/{team}/members", EVERYBODY),
    ("tables", EVERYBODY),
    ("tables/{table}", EVERYBODY),
    ("tables/{table}/events", [204] * 9),
    ("tables/{table}/turn", ONLY_BOB),
    ("tables/{planned_table}", THEIR_DRAFT),
    ("tables/{ladder_table}", EVERYBODY),
    ("tables/{practice}", [404, 404, 404, 200, 404, 404, 404, 404, 404]),
    ("tables/{planned_table}/events", [204, 204, 404, 404, 404, 404, 404, 404, 404]),
]
