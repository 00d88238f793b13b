"""What `manage.py doctor` examines, one module per place where something can be wrong.

`machine`, `stores` (database and broker), `work` (jobs and bots) and `people`; `findings` is what
they return. `commands/doctor.py` calls each.
"""
