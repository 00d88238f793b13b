"""Leagues and their divisions."""
