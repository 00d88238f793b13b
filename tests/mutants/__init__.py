"""Changes small things in the code, one at a time, to see whether tests notice: `make mutants`."""
