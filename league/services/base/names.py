"""Names and reasons as people type them, and the refusals of what cannot be stored."""

from django.utils.translation import gettext as _

from .refusals import Invalid


def clean_name(text: str, *, field: str = "name", longest: int = 120) -> str:
    """Return `text` with its white space in order, or raise Invalid for `field`."""
    clean = " ".join(text.split())
    if not clean:
        raise Invalid({field: [_("Enter a name.")]})
    if len(clean) > longest:
        raise Invalid({field: [_("Use at most %(n)d characters.") % {"n": longest}]})
    if not clean.isprintable():
        raise Invalid({field: [_("Use only printable characters.")]})
    return clean


def clean_reason(text: str, *, field: str = "reason", longest: int = 1000) -> str:
    """Return a reason without white space around it, or raise Invalid for `field`."""
    clean = text.strip()
    if not clean:
        raise Invalid({field: [_("Enter a reason. Everybody can read it.")]})
    if len(clean) > longest:
        raise Invalid({field: [_("Use at most %(n)d characters.") % {"n": longest}]})
    if "\0" in clean:
        raise Invalid({field: [_("Use only printable characters.")]})
    return clean


def storable(words: str) -> str:
    """Return what a bot wrote as a database takes it: PostgreSQL stores no NUL."""
    return words.replace("\0", "\N{REPLACEMENT CHARACTER}")
