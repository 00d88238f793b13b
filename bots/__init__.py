"""Players that are programs: built-in ones, those of authors, and the runner that seats them."""
