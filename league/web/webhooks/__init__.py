"""Pages of webhooks, and of what they were told."""
