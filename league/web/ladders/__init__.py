"""Pages of ladders: the leaderboard, the latest tables, one bot's way through it."""
