"""What several games have in common: packs, dealing, who wins a trick."""

from pathlib import Path

from engine.kernel import depend_on

depend_on(*Path(__file__).parent.glob("*.py"))
