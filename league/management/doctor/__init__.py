"""What `manage.py doctor` examines, one module per place where something can be wrong."""
