"""The commands of `manage.py`, one module each; what takes more than a few lines stands above."""
