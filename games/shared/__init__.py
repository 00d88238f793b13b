"""What several games have in common: packs, dealing, who wins a trick."""
