"""The rules engine: it plays, records, replays and simulates trick-taking games.

It knows no game by name; `games` brings the rules. Its packages are floors, and imports only point
down: `conformance`, then `records` and `search`, then `play`, `inference`, `rules`, `kernels`.
Whoever writes a game needs `rules` and `kernels` only, and `conformance` to test it. See
`docs/architecture.md`.
"""
