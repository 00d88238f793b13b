"""Pages of a season: its standings, how matches count, its penalties, its report on paper."""
