"""Jobs of workers."""
