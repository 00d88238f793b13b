"""What operations take and give; made by `manage.py client`."""
