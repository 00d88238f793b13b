"""Names as people type them, and the refusals of names that cannot be stored."""

from django.utils.translation import gettext as _

from .refusals import Invalid


def clean_name(text: str, *, field: str = "name", longest: int = 120) -> str:
    """Return `text` with its white space in order, or raise Invalid for `field`."""
    clean = " ".join(text.split())
    if not clean:
        raise Invalid({field: [_("Give a name.")]})
    if len(clean) > longest:
        raise Invalid({field: [_("Use at most %(n)d characters.") % {"n": longest}]})
    if not clean.isprintable():
        raise Invalid({field: [_("Use only characters that can be printed.")]})
    return clean
