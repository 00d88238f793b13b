"""Players that are programs: built-in ones, and the runner that seats them at a table."""
