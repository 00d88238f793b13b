"""One module of views per subject."""
