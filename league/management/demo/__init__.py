"""What `manage.py demo` is made of: a club, a client of the API, and what it prints."""
