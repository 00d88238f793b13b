"""Print manifests of a site for Kubernetes: `python manage.py kubernetes`."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.management.kubernetes.compose import FILE
from league.management.kubernetes.manifests import Choices, to_yaml


class Command(BaseCommand):
    help = (
        "Print the manifests of a site for Kubernetes, made from compose.yaml in this folder. The "
        "variables of compose.yaml hold here, too: SITE_HOST, TIME_ZONE, EMAIL_URL, MAIL_FROM, "
        "VAPID_KEY."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Choices()
        parser.add_argument("--image", default=usual.image, help="the image where nodes find it")
        parser.add_argument(
            "--kernels",
            default=usual.kernels,
            metavar="CLAIM",
            help="a PersistentVolumeClaim that all pods may write to, for compiled rules; "
            "without one each pod compiles them for itself",
        )
        for name in ("ingress-class", "ingress-namespace", "database-size"):
            default = getattr(usual, name.replace("-", "_"))
            parser.add_argument(f"--{name}", default=default, help=f"{default} if not named")

    def handle(self, *args: Any, **options: Any) -> None:
        if not FILE.exists():
            raise CommandError(f"{FILE} is missing: run this in a clone of the project.")
        names = Choices.__dataclass_fields__.keys() - {"variables"}
        chosen = {name: options[name] for name in names}
        self.stdout.write(to_yaml(Choices(variables=os.environ, **chosen)), ending="")
