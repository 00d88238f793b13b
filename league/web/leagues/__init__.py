"""Pages of leagues: divisions, fixtures, line-ups, the season that follows."""
