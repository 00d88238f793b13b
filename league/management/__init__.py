"""What operators run: `commands` of `manage.py`, and what they are made of.

`doctor` examines a site, `demo` fills a club, `backups` keeps and restores one, `processes` are the
programs of a site, `kubernetes` makes manifests of them, `migration_rules` says what a migration
may do.
"""
