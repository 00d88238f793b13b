"""Pages of experiments: a form for a new one, and how one stands."""
