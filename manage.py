#!/usr/bin/env python
"""The project's command line: `python manage.py help` lists what it can do."""

import sys

from league.__main__ import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], program="manage.py"))
