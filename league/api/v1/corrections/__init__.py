"""What can be done to a result that is there."""
