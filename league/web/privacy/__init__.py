"""Pages on which people take along what is known of them, or have it erased."""
