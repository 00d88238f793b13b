"""Pages on which people open accounts, log in, and look after their logins and tokens."""
