"""Pages of a season: its standings, how matches count, its penalties."""
