"""Webhooks, and what they were told."""
