"""Players, and what an account has: tokens, notices, agreements."""
