"""What organisers do with draws: made, explained, changed, published; brackets in words."""
