"""The rules engine: it plays, records, replays and simulates trick-taking games.

It knows no game by name; `games` brings the rules. See `docs/architecture.md`.
"""
