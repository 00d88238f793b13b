"""First pages: of the site, of a player, of those who run a club; calendars to subscribe to."""
