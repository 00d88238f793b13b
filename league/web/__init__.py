"""The pages: views prepare, templates print, services decide."""
