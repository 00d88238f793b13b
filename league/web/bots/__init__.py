"""Pages of bots and of their versions: uploads, checks, what they did in matches."""
