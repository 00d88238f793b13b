"""The books of an event: who has paid, and who gets which prize."""
