"""Pages on which a result changes after all; what follows is said before it is done."""
