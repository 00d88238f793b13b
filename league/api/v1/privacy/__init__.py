"""What the site knows of the asking account."""
