"""Pages of a club: its members, teams and venues."""
