"""Games: what a program needs to write sheets, records and bots for them."""
