"""Experiments, for their authors."""
